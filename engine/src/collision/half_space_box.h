#pragma once

#include "collision/manifold_lanes.h"

namespace drystone::collision {

// A corner and what it is called: 1 + x + 2 y + 4 z, each 0 on the negative side of that axis, 1 on the positive.
template <int W>
struct PlaneCorner {
    Vec3W<W> offset;  // from the box's centre
    Wide<W> height;
    Wide<W> feature;
};

// The four corners of the face that looks most against the plane: no other corner lies deeper than all of them.
template <int W>
DRYSTONE_INLINE void cornersTowardsPlane(const ShapeLanes<W>& plane, const ShapeLanes<W>& box,
                                         PlaneCorner<W> (&corner)[4]) {
    using F = Wide<W>;
    Vec3W<W> axis[3];
    axesOf(box.rotation, axis);
    const Vec3W<W> normal = plane.extents;
    const F along[3] = {dot(normal, axis[0]), dot(normal, axis[1]), dot(normal, axis[2])};
    // A box that balances on an edge keeps its face.
    const F bias = splat<W>(1e-3f);
    const Mask<W> byY = abs(along[1]) > abs(along[0]) + bias;
    const Mask<W> byZ = abs(along[2]) > select(byY, abs(along[1]), abs(along[0])) + bias;

    // face axis f, and the two others in cyclic order
    const auto pick = [&](auto x, auto y, auto z) { return select(byZ, z, select(byY, y, x)); };
    const Vec3W<W> arm[3] = {box.extents.x * axis[0], box.extents.y * axis[1], box.extents.z * axis[2]};
    const Vec3W<W> f = pick(arm[0], arm[1], arm[2]);
    const Vec3W<W> u = pick(arm[1], arm[2], arm[0]);
    const Vec3W<W> v = pick(arm[2], arm[0], arm[1]);
    const F one = splat<W>(1.0f), two = splat<W>(2.0f), four = splat<W>(4.0f);
    const F bitF = pick(one, two, four), bitU = pick(two, four, one), bitV = pick(four, one, two);

    const F side = -simd::signOf(pick(along[0], along[1], along[2]));
    const F base = select(side > splat<W>(0.0f), one + bitF, one);
    const F start = dot(normal, box.position - plane.position);
    for (int i = 0; i < 4; ++i) {
        const F su = splat<W>(i & 1 ? 1.0f : -1.0f), sv = splat<W>(i & 2 ? 1.0f : -1.0f);
        corner[i].offset = side * f + (su * u + sv * v);
        corner[i].height = start + dot(normal, corner[i].offset);
        corner[i].feature = (i & 1 ? base + bitU : base) + (i & 2 ? bitV : splat<W>(0.0f));
    }
}

template <int W>
void collideHalfSpaceBox(const CollideBatch& batch) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f), half = splat<W>(0.5f);
    for (int first = 0; first < batch.count; first += W) {
        PairLanes<W> lanes;
        loadLanes(batch, first, lanes);
        ShapeLanes<W> plane, box;
        loadShapes<W>(lanes.shapeA, plane);
        loadShapes<W>(lanes.shapeB, box);
        PlaneCorner<W> corner[4];
        cornersTowardsPlane(plane, box, corner);

        ContactLanes<W, 4> c;
        c.normal = plane.extents;
        c.centerOffset = plane.centerOfMass - box.centerOfMass;
        c.round = 0.0f;
        c.count = zero;
        for (int i = 0; i < 4; ++i) {
            c.anchor[i] = zeroVec<W>();
            c.separation[i] = c.feature[i] = zero;
        }
        const Vec3W<W> base = box.position - plane.centerOfMass;
        for (int i = 0; i < 4; ++i) {
            const Mask<W> keep = corner[i].height <= lanes.margin;
            const Vec3W<W> anchor = base + (corner[i].offset - (half * corner[i].height) * c.normal);
            for (int slot = 0; slot <= i; ++slot) {
                const Mask<W> here = keep & (c.count == splat<W>(float(slot)));
                c.anchor[slot] = select(here, anchor, c.anchor[slot]);
                c.separation[slot] = select(here, corner[i].height, c.separation[slot]);
                c.feature[slot] = select(here, corner[i].feature, c.feature[slot]);
            }
            c.count = c.count + select(keep, one, zero);
        }
        writeManifolds(lanes, c);
    }
}

}  // namespace drystone::collision
