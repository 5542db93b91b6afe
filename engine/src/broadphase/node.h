// Sixteen boxes side by side, and the tests on all of them at once.
#pragma once

#include <bit>
#include <limits>

#include <drystone/math.h>

#include "math/algebra.h"
#include "simd/wide.h"

namespace drystone {

inline constexpr int kNodeWidth = 16;
inline constexpr int kLanes = DRYSTONE_SIMD_SSE2 ? 4 : 1;

struct alignas(64) Node {
    float box[6][kNodeWidth];  // lower x, y, z, upper x, y, z
};

// W boxes whose six sides lie stride floats apart, against one.
template <int W>
DRYSTONE_INLINE simd::Mask<W> overlap(const float* sides, int stride, const Aabb& box) {
    using F = simd::Wide<W>;
    const auto x = (F::load(sides) <= F::splat(box.upper.x)) & (F::load(sides + 3 * stride) >= F::splat(box.lower.x));
    const auto y =
        (F::load(sides + stride) <= F::splat(box.upper.y)) & (F::load(sides + 4 * stride) >= F::splat(box.lower.y));
    const auto z =
        (F::load(sides + 2 * stride) <= F::splat(box.upper.z)) & (F::load(sides + 5 * stride) >= F::splat(box.lower.z));
    return x & y & z;
}

// Bit k: lane k overlaps the box.
inline uint32_t overlappingLanes(const Node& node, const Aabb& box) {
    uint32_t lanes = 0;
    for (int group = 0; group < kNodeWidth; group += kLanes)
        lanes |= bits(overlap<kLanes>(&node.box[0][group], kNodeWidth, box)) << group;
    return lanes;
}

inline void setLane(Node& node, uint32_t lane, const Aabb& box) {
    for (int axis = 0; axis < 3; ++axis) {
        node.box[axis][lane] = box.lower[axis];
        node.box[3 + axis][lane] = box.upper[axis];
    }
}

inline Aabb laneBox(const Node& node, uint32_t lane) {
    return {{node.box[0][lane], node.box[1][lane], node.box[2][lane]},
            {node.box[3][lane], node.box[4][lane], node.box[5][lane]}};
}

template <class Pick>
float reduceLanes(const float* side, Pick pick) {
    using F = simd::Wide<kLanes>;
    F all = F::load(side);
    for (int group = kLanes; group < kNodeWidth; group += kLanes)
        all = pick(all, F::load(side + group));
    alignas(16) float lanes[kLanes];
    all.store(lanes);
    float result = lanes[0];
    for (int lane = 1; lane < kLanes; ++lane)
        result = pick(simd::Wide<1>{result}, simd::Wide<1>{lanes[lane]}).v;
    return result;
}

// The box around all lanes.
inline Aabb bounds(const Node& node) {
    const auto smaller = [](auto a, auto b) { return min(a, b); };
    const auto larger = [](auto a, auto b) { return max(a, b); };
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = reduceLanes(node.box[axis], smaller);
        box.upper[axis] = reduceLanes(node.box[3 + axis], larger);
    }
    return box;
}

// Takes the lowest set bit out of the mask.
inline uint32_t takeLane(uint32_t& mask) {
    const auto lane = uint32_t(std::countr_zero(mask));
    mask &= mask - 1;
    return lane;
}

}  // namespace drystone
