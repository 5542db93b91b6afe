// Which way shapes part that lie in the same place, and so have no direction of their own.
#pragma once

#include "collision/pair_lanes.h"

namespace drystone::collision {

// Share of the smaller extent below which centres count as being in one place.
inline constexpr float kOnePlace = 1e-3f;

template <int W>
DRYSTONE_INLINE Mask<W> inOnePlace(const ShapeLanes<W>& a, const ShapeLanes<W>& b) {
    const Vec3W<W> between = b.position - a.position;
    const Wide<W> near = splat<W>(kOnePlace) * min(a.smallestExtent, b.smallestExtent);
    return lengthSquared<W>(between) <= near * near;
}

// 0..2: B parts along x, y, z from A; 3..5: against them. Shapes get places in a lattice of 4 x 4 x 4 by their numbers, and
// part along the axis in which these differ most: many made at one point spread to all sides, and no two of a chain
// push the same way for its whole length.
inline int partingWay(uint32_t shapeA, uint32_t shapeB) {
    int best = 0, most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int difference = int(shapeB >> (2 * axis) & 3u) - int(shapeA >> (2 * axis) & 3u);
        const int size = difference < 0 ? -difference : difference;
        if (size > most) {
            most = size;
            best = difference < 0 ? axis + 3 : axis;
        }
    }
    return best;
}

// The same as directions, for pairs first, first + 1, ...
template <int W>
DRYSTONE_INLINE Vec3W<W> partingDirections(const CollideBatch& batch, int first) {
    alignas(32) float xyz[3][W];
    for (int k = 0; k < W; ++k) {
        const CollidePair& pair = batch.pairs[first + k < batch.count ? first + k : batch.count - 1];
        const int way = partingWay(pair.shapeA, pair.shapeB);
        for (int i = 0; i < 3; ++i)
            xyz[i][k] = way == i ? 1.0f : way == i + 3 ? -1.0f : 0.0f;
    }
    return {Wide<W>::load(xyz[0]), Wide<W>::load(xyz[1]), Wide<W>::load(xyz[2])};
}

}  // namespace drystone::collision
