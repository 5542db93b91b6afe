// W fresh manifolds and their way into memory, where the impulses of the old ones wait.
#pragma once

#include "collision/pair_lanes.h"

namespace drystone::collision {

// N: the most points that this kind of pair can have. Slots from `count` on hold zeros.
// feature: a whole number from 1 on, small enough to be exact; the manifold keeps its bits.
template <int W, int N>
struct ContactLanes {
    Vec3W<W> normal;
    Vec3W<W> anchor[N];
    Wide<W> separation[N];
    Wide<W> feature[N];
    Wide<W> count;
    Vec3W<W> centerOffset;
    float round;  // see Manifold
};

template <int W, int N>
DRYSTONE_INLINE Mask<W> isFinite(const ContactLanes<W, N>& c) {
    Wide<W> sum = abs(c.centerOffset.x) + abs(c.centerOffset.y) + abs(c.centerOffset.z);
    for (int i = 0; i < N; ++i)
        sum = sum + abs(c.anchor[i].x) + abs(c.anchor[i].y) + abs(c.anchor[i].z) + abs(c.separation[i]);
    return sum < splat<W>(kFar);
}

template <int W>
DRYSTONE_INLINE void clearSlots(Wide<W>* slots, int n) {
    for (int i = 0; i < n; ++i)
        slots[i] = splat<W>(0.0f);
}

// Pairs that never touched cost no write; those that cease to are emptied.
template <int W>
DRYSTONE_INLINE void writeTouching(const PairLanes<W>& lanes, uint32_t hits) {
    for (int k = 0; k < W; ++k) {
        if (!(lanes.active >> k & 1u))
            continue;
        const uint8_t now = uint8_t(hits >> k & 1u);
        if (*lanes.touching[k] && !now) {
            Manifold& m = *lanes.manifold[k];
            m.pointCount = 0.0f;
            for (int i = 0; i < kMaxManifoldPoints; ++i)
                m.normalImpulse[i] = 0.0f;
            for (int i = 0; i < 3; ++i)
                m.frictionImpulse[i] = 0.0f;
            m.twistImpulse = 0.0f;
            for (int i = 0; i < 3; ++i)
                m.rollingImpulse[i] = 0.0f;
        }
        *lanes.touching[k] = now;
    }
}

// Where edges nearly coincide a point changes its features from step to step, and stays where it is: what no feature has
// claimed goes to the point that took its place.
template <int W, int N>
DRYSTONE_INLINE void inheritByPlace(const PairLanes<W>& lanes, const ContactLanes<W, N>& c, const Wide<W> (&oldFeature)[4],
                                    const Wide<W> (&oldImpulse)[4], Mask<W> (&given)[4], Mask<W> (&got)[N],
                                    Wide<W>* impulse) {
    alignas(32) float reach[W];
    const float* record[W];
    Wide<W> old[2][simd::kRecordFloats];
    for (int r = 0; r < 2; ++r) {
        for (int k = 0; k < W; ++k)
            record[k] = reinterpret_cast<const float*>(lanes.manifold[k]) + (1 + r) * simd::kRecordFloats;
        simd::gatherRecords<W>(record, old[r]);
    }
    for (int k = 0; k < W; ++k) {
        const float a = lanes.shapeA[k][kSmallestExtent], b = lanes.shapeB[k][kSmallestExtent];
        reach[k] = 0.25f * (a < b ? a : b);
    }
    const Wide<W> near = Wide<W>::load(reach), zero = splat<W>(0.0f);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < 4; ++j) {
            const Wide<W>* p = old[j / 2] + 4 * (j % 2);
            const Mask<W> same = (lengthSquared<W>(c.anchor[i] - Vec3W<W>{p[0], p[1], p[2]}) < near * near) &
                (oldFeature[j] > zero) & (c.feature[i] > zero) & ~given[j] & ~got[i];
            impulse[i] = select(same, oldImpulse[j], impulse[i]);
            given[j] = given[j] | same;
            got[i] = got[i] | same;
        }
}

// Writes the lanes whose contact has a point.
template <int W, int N>
DRYSTONE_INLINE void writeManifolds(const PairLanes<W>& lanes, const ContactLanes<W, N>& c) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f);
    const uint32_t hits = bits((c.count > zero) & isFinite(c)) & lanes.active;
    writeTouching(lanes, hits);
    if (!hits)
        return;

    float* record[5][W];
    for (int r = 0; r < 5; ++r)
        for (int k = 0; k < W; ++k)
            record[r][k] = reinterpret_cast<float*>(lanes.manifold[k]) + r * simd::kRecordFloats;
    const auto gather = [&](int r, F(&out)[simd::kRecordFloats]) {
        const float* from[W];
        for (int k = 0; k < W; ++k)
            from[k] = record[r][k];
        simd::gatherRecords<W>(from, out);
    };

    F head[8], impulse[8], tail[8];
    gather(0, head);
    gather(3, impulse);
    gather(4, tail);

    const F oldCount = head[7];
    F oldFeature[4], oldImpulse[4];
    for (int j = 0; j < 4; ++j) {
        const Mask<W> old = splat<W>(float(j)) < oldCount;
        oldFeature[j] = select(old, tail[4 + j], zero);
        oldImpulse[j] = select(old, impulse[j], zero);
    }
    clearSlots<W>(impulse, 4);
    clearSlots<W>(tail + 4, 4);
    Mask<W> given[4] = {noLane<W>(), noLane<W>(), noLane<W>(), noLane<W>()}, got[N], lost = noLane<W>();
    for (int i = 0; i < N; ++i) {
        got[i] = noLane<W>();
        for (int j = 0; j < 4; ++j) {
            const Mask<W> same = (c.feature[i] == oldFeature[j]) & (oldFeature[j] > zero);
            impulse[i] = select(same, oldImpulse[j], impulse[i]);
            given[j] = given[j] | same;
            got[i] = got[i] | same;
        }
        tail[4 + i] = c.feature[i];
        lost = lost | ((c.feature[i] > zero) & ~got[i]);
    }
    if constexpr (N > 1)
        if (bits(lost & (oldCount > zero)) & hits)
            inheritByPlace<W, N>(lanes, c, oldFeature, oldImpulse, given, got, impulse);
    for (int i = 4; i < 8; ++i)
        impulse[i] = select(oldCount > zero, impulse[i], zero);
    tail[2] = splat<W>(c.round);

    head[0] = c.normal.x;
    head[1] = c.normal.y;
    head[2] = c.normal.z;
    head[4] = c.centerOffset.x;
    head[5] = c.centerOffset.y;
    head[6] = c.centerOffset.z;
    head[7] = c.count;

    F points[16];
    clearSlots<W>(points, 16);
    for (int i = 0; i < N; ++i) {
        points[4 * i] = c.anchor[i].x;
        points[4 * i + 1] = c.anchor[i].y;
        points[4 * i + 2] = c.anchor[i].z;
        points[4 * i + 3] = c.separation[i];
    }
    F points01[8], points23[8];
    for (int i = 0; i < 8; ++i) {
        points01[i] = points[i];
        points23[i] = points[8 + i];
    }
    simd::scatterRecords<W>(record[0], head, hits);
    simd::scatterRecords<W>(record[1], points01, hits);
    simd::scatterRecords<W>(record[2], points23, hits);
    simd::scatterRecords<W>(record[3], impulse, hits);
    simd::scatterRecords<W>(record[4], tail, hits);
}

// One point, at `anchor`, if it is within the margin.
template <int W>
DRYSTONE_INLINE void writeSinglePoint(const PairLanes<W>& lanes, Vec3W<W> normal, Vec3W<W> anchor, Wide<W> separation,
                                      Vec3W<W> centerOffset, float round) {
    ContactLanes<W, 1> c;
    c.normal = normal;
    c.anchor[0] = anchor;
    c.separation[0] = separation;
    c.feature[0] = splat<W>(1.0f);
    c.count = select(separation <= lanes.margin, splat<W>(1.0f), splat<W>(0.0f));
    c.centerOffset = centerOffset;
    c.round = round;
    writeManifolds(lanes, c);
}

}  // namespace drystone::collision
