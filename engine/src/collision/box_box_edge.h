// An edge of A across an edge of B: one point.
#pragma once

#include "collision/box_box_face.h"
#include "collision/box_box_sat.h"
#include "collision/manifold_lanes.h"

namespace drystone::collision {

// Feature numbers of faces end at 12 * 6 * 12.
inline constexpr float kFirstEdgeFeature = 1000.0f;

// The edge of a box, parallel to its axis `along`, that lies farthest in a direction.
template <int W>
struct SupportingEdge {
    Vec3W<W> middle;  // from the box's centre
    Vec3W<W> direction;
    Wide<W> half;
    Wide<W> id;  // which of the four
};

template <int W>
DRYSTONE_INLINE SupportingEdge<W> supportingEdge(const Vec3W<W> (&axis)[3], Vec3W<W> extents, Mask<W> second,
                                                 Mask<W> third, Vec3W<W> towards) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f);
    const Vec3W<W> u = pickAxis(second, third, axis[1], axis[2], axis[0]);
    const Vec3W<W> v = pickAxis(second, third, axis[2], axis[0], axis[1]);
    const F hu = pickAxis(second, third, extents.y, extents.z, extents.x);
    const F hv = pickAxis(second, third, extents.z, extents.x, extents.y);
    const F su = simd::signOf(dot(u, towards)), sv = simd::signOf(dot(v, towards));
    return {(su * hu) * u + (sv * hv) * v, pickAxis(second, third, axis[0], axis[1], axis[2]),
            pickAxis(second, third, extents.x, extents.y, extents.z),
            select(su > zero, splat<W>(1.0f), zero) + select(sv > zero, splat<W>(2.0f), zero)};
}

// Closest points of two segments, as distances from their middles (Ericson 2005, Real-Time Collision Detection, 5.1.9).
// Edges that were chosen are never parallel: 1 - cosine^2 >= kParallelSquared.
template <int W>
DRYSTONE_INLINE void closestOnEdges(const SupportingEdge<W>& a, const SupportingEdge<W>& b, Vec3W<W> middles,
                                    Wide<W>& s, Wide<W>& t) {
    const Wide<W> cosine = dot(a.direction, b.direction);
    const Wide<W> onA = dot(a.direction, middles), onB = dot(b.direction, middles);
    const Wide<W> sineSquared = max(splat<W>(1.0f) - cosine * cosine, splat<W>(0.5f * kParallelSquared));
    s = max(min((onA - cosine * onB) / sineSquared, a.half), -a.half);
    t = max(min(cosine * s - onB, b.half), -b.half);
    s = max(min(cosine * t + onA, a.half), -a.half);
}

template <int W>
void collideEdges(const CollideBatch& batch, const int* pairs, int used, const float* codes) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f), half = splat<W>(0.5f);
    PairLanes<W> lanes;
    loadLanes(batch, pairs, used, lanes);
    ShapeLanes<W> a, b;
    loadShapes<W>(lanes.shapeA, a);
    loadShapes<W>(lanes.shapeB, b);
    Vec3W<W> axisA[3], axisB[3];
    axesOf(a.rotation, axisA);
    axesOf(b.rotation, axisB);

    const F number = F::load(codes) - splat<W>(kFirstEdge);
    const Mask<W> a2 = number >= splat<W>(6.0f), a1 = (number >= splat<W>(3.0f)) & ~a2;
    const F numberB = number - select(a2, splat<W>(6.0f), select(a1, splat<W>(3.0f), zero));
    const Mask<W> b1 = numberB == one, b2 = numberB == splat<W>(2.0f);

    const Vec3W<W> axis =
        cross(pickAxis(a1, a2, axisA[0], axisA[1], axisA[2]), pickAxis(b1, b2, axisB[0], axisB[1], axisB[2]));
    const Vec3W<W> between = b.position - a.position;
    const F facing = simd::signOf(dot(axis, between));
    const Vec3W<W> normal = (facing / sqrt(lengthSquared(axis))) * axis;

    const SupportingEdge<W> edgeA = supportingEdge(axisA, a.extents, a1, a2, normal);
    const SupportingEdge<W> edgeB = supportingEdge(axisB, b.extents, b1, b2, -normal);
    const Vec3W<W> middles = (between + edgeB.middle) - edgeA.middle;
    F s, t;
    closestOnEdges(edgeA, edgeB, middles, s, t);
    const Vec3W<W> gap = (middles + t * edgeB.direction) - s * edgeA.direction;
    const F separation = dot(normal, gap);

    // Edges that pass each other far off have overlapping shadows along the axis, but no contact.
    const Mask<W> near = (separation <= zero) | (lengthSquared(gap) <= lanes.margin * lanes.margin);
    const Mask<W> hit = near & (separation <= lanes.margin);
    const Vec3W<W> onA = edgeA.middle + s * edgeA.direction;

    ContactLanes<W, 1> contact;
    contact.normal = normal;
    contact.anchor[0] = (a.position - a.centerOfMass) + (onA + half * gap);
    contact.separation[0] = separation;
    contact.feature[0] =
        splat<W>(kFirstEdgeFeature) + ((splat<W>(16.0f) * number + splat<W>(4.0f) * edgeA.id) + edgeB.id);
    contact.count = select(hit, one, zero);
    contact.centerOffset = a.centerOfMass - b.centerOfMass;
    contact.round = 0.0f;
    writeManifolds(lanes, contact);
}

}  // namespace drystone::collision
