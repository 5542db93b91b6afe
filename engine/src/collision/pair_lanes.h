// W pairs side by side: where they live, and their shapes as wide floats.
#pragma once

#include "collision/collide.h"
#include "core/prefetch.h"
#include "simd/wide_math.h"

namespace drystone::collision {

using simd::Mask;
using simd::Vec3W;
using simd::Wide;

// Beyond this, float has no contact to tell: such pairs do not touch.
inline constexpr float kFar = 1e30f;

template <int W>
DRYSTONE_INLINE Wide<W> splat(float x) {
    return Wide<W>::splat(x);
}
template <int W>
DRYSTONE_INLINE Mask<W> noLane() {
    return splat<W>(0.0f) > splat<W>(0.0f);
}
template <int W>
DRYSTONE_INLINE Wide<W> lengthSquared(Vec3W<W> a) {
    return dot(a, a);
}
template <int W>
DRYSTONE_INLINE Vec3W<W> zeroVec() {
    return {splat<W>(0.0f), splat<W>(0.0f), splat<W>(0.0f)};
}

// Lanes beyond the last pair repeat it; `active` leaves them out of every write.
template <int W>
struct PairLanes {
    const float* shapeA[W];
    const float* shapeB[W];
    Manifold* manifold[W];
    uint8_t* touching[W];
    Wide<W> margin;
    uint32_t active;
};

// Lane k is pair pairs[k]; the first `used` lanes are real.
template <int W>
DRYSTONE_INLINE void loadLanes(const CollideBatch& batch, const int* pairs, int used, PairLanes<W>& lanes) {
    alignas(32) float margin[W];
    for (int k = 0; k < W; ++k) {
        const int index = pairs[k < used ? k : used - 1];
        const CollidePair& pair = batch.pairs[index];
        lanes.shapeA[k] = batch.shapes[pair.shapeA].position;
        lanes.shapeB[k] = batch.shapes[pair.shapeB].position;
        lanes.manifold[k] = batch.manifolds + pair.manifold;
        lanes.touching[k] = batch.touching + index;
        margin[k] = pair.margin;
    }
    lanes.margin = Wide<W>::load(margin);
    lanes.active = (1u << used) - 1u;
}
// Shapes of the pairs from first on, and the manifolds of those that touched: nearly all of them will again.
template <int W>
DRYSTONE_INLINE void prefetchPairs(const CollideBatch& batch, int first) {
    for (int i = first; i < first + W && i < batch.count; ++i) {
        const CollidePair& pair = batch.pairs[i];
        prefetch(&batch.shapes[pair.shapeA]);
        prefetch(&batch.shapes[pair.shapeB]);
        if (batch.touching[i])
            for (int line = 0; line < 3; ++line)
                prefetch(reinterpret_cast<const float*>(batch.manifolds + pair.manifold) + 16 * line);
    }
}
// Lanes of the pairs first, first + 1, ...
template <int W>
DRYSTONE_INLINE void loadLanes(const CollideBatch& batch, int first, PairLanes<W>& lanes) {
    prefetchPairs<W>(batch, first + W);
    int pairs[W];
    for (int k = 0; k < W; ++k)
        pairs[k] = first + k;
    loadLanes(batch, pairs, batch.count - first < W ? batch.count - first : W, lanes);
}

inline constexpr int kSmallestExtent = 15;  // of a PlacedShape's floats

template <int W>
struct ShapeLanes {
    Vec3W<W> position;
    Wide<W> radius;
    Wide<W> rotation[4];  // x y z w
    Vec3W<W> extents;
    Vec3W<W> centerOfMass;
    Wide<W> smallestExtent;
};

template <int W>
DRYSTONE_INLINE void loadShapes(const float* const (&shape)[W], ShapeLanes<W>& out) {
    Wide<W> r[simd::kRecordFloats];
    simd::gatherRecords<W>(shape, r);
    out.position = {r[0], r[1], r[2]};
    out.radius = r[3];
    for (int i = 0; i < 4; ++i)
        out.rotation[i] = r[4 + i];
    const float* second[W];
    for (int k = 0; k < W; ++k)
        second[k] = shape[k] + simd::kRecordFloats;
    simd::gatherRecords<W>(second, r);
    out.extents = {r[0], r[1], r[2]};
    out.centerOfMass = {r[4], r[5], r[6]};
    out.smallestExtent = r[7];
}

// World directions of the shape's own axes: the columns of its rotation matrix.
template <int W>
DRYSTONE_INLINE void axesOf(const Wide<W> (&q)[4], Vec3W<W> (&axis)[3]) {
    const Wide<W> x2 = q[0] + q[0], y2 = q[1] + q[1], z2 = q[2] + q[2];
    const Wide<W> xx = q[0] * x2, yy = q[1] * y2, zz = q[2] * z2;
    const Wide<W> xy = q[0] * y2, xz = q[0] * z2, yz = q[1] * z2;
    const Wide<W> wx = q[3] * x2, wy = q[3] * y2, wz = q[3] * z2;
    const Wide<W> one = splat<W>(1.0f);
    axis[0] = {one - (yy + zz), xy + wz, xz - wy};
    axis[1] = {xy - wz, one - (xx + zz), yz + wx};
    axis[2] = {xz + wy, yz - wx, one - (xx + yy)};
}

// Lengths that suit metre-sized bodies shrink with smaller ones.
template <int W>
DRYSTONE_INLINE Wide<W> sizeScale(const ShapeLanes<W>& a, const ShapeLanes<W>& b) {
    return min(splat<W>(1.0f), min(a.smallestExtent, b.smallestExtent) * splat<W>(2.0f));
}

}  // namespace drystone::collision
