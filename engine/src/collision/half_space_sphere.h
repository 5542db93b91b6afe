#pragma once

#include "collision/manifold_lanes.h"

namespace drystone::collision {

template <int W>
void collideHalfSpaceSphere(const CollideBatch& batch) {
    for (int first = 0; first < batch.count; first += W) {
        PairLanes<W> lanes;
        loadLanes(batch, first, lanes);
        ShapeLanes<W> plane, sphere;
        loadShapes<W>(lanes.shapeA, plane);
        loadShapes<W>(lanes.shapeB, sphere);

        const Vec3W<W> normal = plane.extents;
        const Wide<W> separation = dot(normal, sphere.position - plane.position) - sphere.radius;
        const Wide<W> toMiddle = sphere.radius + splat<W>(0.5f) * separation;
        const Vec3W<W> anchor = (sphere.position - plane.centerOfMass) - toMiddle * normal;
        writeSinglePoint(lanes, normal, anchor, separation, plane.centerOfMass - sphere.centerOfMass, 2.0f);
    }
}

}  // namespace drystone::collision
