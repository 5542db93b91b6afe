#pragma once

#include "collision/coincident.h"
#include "collision/manifold_lanes.h"

namespace drystone::collision {

template <int W>
void collideSphereSphere(const CollideBatch& batch) {
    using F = Wide<W>;
    const F one = splat<W>(1.0f), half = splat<W>(0.5f);
    for (int first = 0; first < batch.count; first += W) {
        PairLanes<W> lanes;
        loadLanes(batch, first, lanes);
        ShapeLanes<W> a, b;
        loadShapes<W>(lanes.shapeA, a);
        loadShapes<W>(lanes.shapeB, b);

        const Vec3W<W> between = b.position - a.position;
        const F squared = lengthSquared(between);
        const Mask<W> apart = squared > splat<W>(1e-30f);
        const F distance = sqrt(squared);
        const F inverse = one / select(apart, distance, one);
        Vec3W<W> normal = inverse * between;
        if (bits(~apart) & lanes.active)
            normal = select(apart, normal, partingDirections<W>(batch, first));
        const F separation = distance - (a.radius + b.radius);
        const Vec3W<W> anchor = (a.position - a.centerOfMass) + (a.radius + half * separation) * normal;
        writeSinglePoint(lanes, normal, anchor, separation, a.centerOfMass - b.centerOfMass, 3.0f);
    }
}

}  // namespace drystone::collision
