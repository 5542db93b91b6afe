#pragma once

#include "collision/manifold_lanes.h"

namespace drystone::collision {

template <int W>
struct SphereBoxContact {
    Vec3W<W> normal;  // unit, from the box to the sphere
    Wide<W> separation;
};

// A centre outside the box: the nearest point of the box. Inside: out through the nearest face.
template <int W>
DRYSTONE_INLINE SphereBoxContact<W> sphereAgainstBox(const ShapeLanes<W>& sphere, const ShapeLanes<W>& box) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f);
    Vec3W<W> axis[3];
    axesOf(box.rotation, axis);
    const Vec3W<W> between = sphere.position - box.position;
    const F center[3] = {dot(axis[0], between), dot(axis[1], between), dot(axis[2], between)};
    const F extent[3] = {box.extents.x, box.extents.y, box.extents.z};

    F out[3], side[3], depth[3];
    for (int i = 0; i < 3; ++i) {
        out[i] = center[i] - max(min(center[i], extent[i]), -extent[i]);
        side[i] = simd::signOf(center[i]);
        depth[i] = extent[i] - abs(center[i]);
    }
    const F squared = (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2];
    const Mask<W> outside = squared > splat<W>(1e-20f);
    const F distance = sqrt(squared);
    const F inverse = one / select(outside, distance, one);

    // Another face must be nearer by a little: a centre midway between two would otherwise flicker.
    const F bias = splat<W>(1e-3f) * box.smallestExtent;
    const Mask<W> byY = depth[1] < depth[0] - bias;
    const F nearestXY = select(byY, depth[1], depth[0]);
    const Mask<W> byZ = depth[2] < nearestXY - bias;
    const F inward[3] = {select(byZ | byY, zero, side[0]), select(byZ, zero, select(byY, side[1], zero)),
                         select(byZ, side[2], zero)};

    F n[3];
    for (int i = 0; i < 3; ++i)
        n[i] = select(outside, out[i] * inverse, inward[i]);
    const Vec3W<W> normal = (n[0] * axis[0] + n[1] * axis[1]) + n[2] * axis[2];
    const F gap = select(outside, distance, -select(byZ, depth[2], nearestXY));
    return {(one / sqrt(lengthSquared(normal))) * normal, gap - sphere.radius};
}

// SphereFirst: which of the two is shape A.
template <int W, bool SphereFirst>
void collideSphereBox(const CollideBatch& batch) {
    for (int first = 0; first < batch.count; first += W) {
        PairLanes<W> lanes;
        loadLanes(batch, first, lanes);
        ShapeLanes<W> sphere, box;
        loadShapes<W>(SphereFirst ? lanes.shapeA : lanes.shapeB, sphere);
        loadShapes<W>(SphereFirst ? lanes.shapeB : lanes.shapeA, box);

        const SphereBoxContact<W> contact = sphereAgainstBox(sphere, box);
        const Vec3W<W> centerA = SphereFirst ? sphere.centerOfMass : box.centerOfMass;
        const Vec3W<W> centerB = SphereFirst ? box.centerOfMass : sphere.centerOfMass;
        const Wide<W> toMiddle = sphere.radius + splat<W>(0.5f) * contact.separation;
        const Vec3W<W> anchor = (sphere.position - centerA) - toMiddle * contact.normal;
        writeSinglePoint(lanes, SphereFirst ? -contact.normal : contact.normal, anchor, contact.separation,
                         centerA - centerB, SphereFirst ? 1.0f : 2.0f);
    }
}

}  // namespace drystone::collision
