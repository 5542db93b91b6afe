// A segment against boxes by its slabs, rounded outwards.
#pragma once

#include <cmath>
#include <limits>

#include "broadphase/node.h"

namespace drystone {

// The box is touched in [entry, exit], entry the largest and exit the smallest over the axes of
//     t = (side - origin) / translation.
// Three roundings, the reciprocal's worse where it is denormal, give t a relative error under 2^-21 and never a wrong
// sign, so an exit enlarged by 2^-19 misses nothing (Ize 2013, Robust BVH Ray Traversal). Every operation is monotonic:
// what touches a box as computed here touches every box around it as well.
class RaySlabs {
public:
    RaySlabs(glm::vec3 origin, glm::vec3 translation) : m_origin(origin) {
        const glm::vec3 end = origin + translation;
        m_sweep = {glm::min(origin, end), glm::max(origin, end)};
        // Along an axis that it hardly moves on, the sweep's own box says all, and 1/translation might be infinite.
        constexpr float kHardly = 1e-30f;
        for (int axis = 0; axis < 3; ++axis) {
            if (std::abs(translation[axis]) < kHardly)
                continue;
            m_axes[m_axisCount++] = axis;
            m_inverse[axis] = 1.0f / translation[axis];
        }
    }

    // Lanes whose box is touched at a fraction in [0, limit]; entries gets the fractions at which that begins.
    uint32_t touchedLanes(const Node& node, float limit, float* entries) const {
        uint32_t lanes = 0;
        for (int group = 0; group < kNodeWidth; group += kLanes)
            lanes |= touched<kLanes>(&node.box[0][group], kNodeWidth, padded(limit), entries + group) << group;
        return lanes;
    }

    bool touches(const Aabb& box, float limit) const {
        const float sides[6] = {box.lower.x, box.lower.y, box.lower.z, box.upper.x, box.upper.y, box.upper.z};
        float entry;
        return touched<1>(sides, 1, padded(limit), &entry) != 0;
    }

    // Of an entry that touchedLanes gave under a limit that has fallen since: whether it would still do so.
    static bool within(float entry, float limit) { return entry <= padded(limit); }

private:
    static constexpr float kGrow = 1.0f + 0x1p-19f;
    static constexpr float kTiny = 1e-37f;  // more than what underflow takes away

    static float padded(float t) { return t * kGrow + kTiny; }

    // The six sides of W boxes, stride floats apart.
    template <int W>
    uint32_t touched(const float* sides, int stride, float paddedLimit, float* entries) const {
        using F = simd::Wide<W>;
        // The slabs of all three axes say no less than the sweep's box, and an empty one is entered after it is left.
        auto mask = m_axisCount == 3 ? F::splat(0.0f) <= F::splat(0.0f) : overlap<W>(sides, stride, m_sweep);
        F entry = F::splat(0.0f);
        F exit = F::splat(std::numeric_limits<float>::max());
        for (int i = 0; i < m_axisCount; ++i) {
            const int axis = m_axes[i];
            const F origin = F::splat(m_origin[axis]);
            const F inverse = F::splat(m_inverse[axis]);
            const int near = m_inverse[axis] > 0.0f ? axis : 3 + axis, far = 3 + 2 * axis - near;
            entry = max(entry, (F::load(sides + near * stride) - origin) * inverse);
            exit = min(exit, (F::load(sides + far * stride) - origin) * inverse);
        }
        entry.store(entries);
        exit = exit * F::splat(kGrow) + F::splat(kTiny);
        return bits(mask & (entry <= exit) & (entry <= F::splat(paddedLimit)));
    }

    glm::vec3 m_origin;
    glm::vec3 m_inverse{0.0f};
    Aabb m_sweep;
    int m_axes[3] = {};
    int m_axisCount = 0;
};

}  // namespace drystone
