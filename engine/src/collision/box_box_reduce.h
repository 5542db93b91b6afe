// Of up to 12 points where two faces meet, the four that hold the boxes best.
#pragma once

#include "collision/pair_lanes.h"

namespace drystone::collision {

inline constexpr int kFaceCandidates = 12;

// In the frame of the reference face; z is the separation, kFar for what is no candidate.
template <int W>
struct FaceCandidates {
    Wide<W> x[kFaceCandidates], y[kFaceCandidates], z[kFaceCandidates];

    DRYSTONE_INLINE Mask<W> valid(int e) const { return z[e] < splat<W>(0.5f * kFar); }
};

// The candidates chosen; slots from `count` on are undefined.
template <int W>
struct FacePoints {
    Wide<W> x[4], y[4], id[4];
    Wide<W> count;
};

// A later candidate must score this much more than the one chosen: equal ones keep their order under noise.
inline constexpr float kScoreBias = 1.02f;

// toBeat: the score that the next must exceed.
template <int W>
struct CandidateChoice {
    Wide<W> x, y, id, toBeat;
    DRYSTONE_INLINE Mask<W> found() const { return id >= splat<W>(0.0f); }
};
template <int W>
DRYSTONE_INLINE CandidateChoice<W> noChoice(Wide<W> toBeat) {
    return {splat<W>(0.0f), splat<W>(0.0f), splat<W>(-1.0f), toBeat};
}
template <int W>
DRYSTONE_INLINE void choose(CandidateChoice<W>& c, const FaceCandidates<W>& from, int e, Mask<W> better) {
    c.x = select(better, from.x[e], c.x);
    c.y = select(better, from.y[e], c.y);
    c.id = select(better, splat<W>(float(e)), c.id);
}
template <int W>
DRYSTONE_INLINE void consider(CandidateChoice<W>& c, const FaceCandidates<W>& from, int e, Wide<W> score) {
    const Mask<W> better = score > c.toBeat;
    choose(c, from, e, better);
    c.toBeat = select(better, splat<W>(kScoreBias) * score, c.toBeat);
}

template <int W>
DRYSTONE_INLINE void put(FacePoints<W>& out, int slot, Mask<W> where, const CandidateChoice<W>& c) {
    out.x[slot] = select(where, c.x, out.x[slot]);
    out.y[slot] = select(where, c.y, out.y[slot]);
    out.id[slot] = select(where, c.id, out.id[slot]);
}

// The first of the candidates that are deepest, within the tolerance.
template <int W>
DRYSTONE_INLINE CandidateChoice<W> deepest(const FaceCandidates<W>& from, Wide<W> tolerance) {
    Wide<W> least[4];
    for (int e = 0; e < 4; ++e)
        least[e] = min(from.z[e], min(from.z[e + 4], from.z[e + 8]));
    const Wide<W> lowest = min(min(least[0], least[1]), min(least[2], least[3]));
    // Below kFar, so that lanes without candidates choose none.
    const Wide<W> limit = min(lowest + tolerance, splat<W>(0.5f * kFar));
    CandidateChoice<W> c = noChoice<W>(limit);
    for (int e = kFaceCandidates - 1; e >= 0; --e)
        choose(c, from, e, from.z[e] <= limit);
    return c;
}

template <int W>
DRYSTONE_INLINE CandidateChoice<W> farthest(const FaceCandidates<W>& from, const CandidateChoice<W>& p) {
    const Wide<W> zero = splat<W>(0.0f);
    CandidateChoice<W> c = noChoice<W>(zero);
    for (int e = 0; e < kFaceCandidates; ++e) {
        const Wide<W> dx = from.x[e] - p.x, dy = from.y[e] - p.y;
        consider(c, from, e, select(from.valid(e), dx * dx + dy * dy, zero));
    }
    return c;
}

// The largest triangles over p q, one on each side.
template <int W>
DRYSTONE_INLINE void largestTriangles(const FaceCandidates<W>& from, const CandidateChoice<W>& p,
                                      const CandidateChoice<W>& q, CandidateChoice<W>& left,
                                      CandidateChoice<W>& right) {
    const Wide<W> px = q.x - p.x, py = q.y - p.y;
    // Slimmer triangles are lines.
    const Wide<W> slim = splat<W>(1e-4f) * (px * px + py * py);
    left = noChoice<W>(slim);
    right = noChoice<W>(slim);
    for (int e = 0; e < kFaceCandidates; ++e) {
        const Wide<W> area = px * (from.y[e] - p.y) - py * (from.x[e] - p.x);
        const Wide<W> score = select(from.valid(e), area, splat<W>(0.0f));
        consider(left, from, e, score);
        consider(right, from, e, -score);
    }
}

// Lanes where candidates are left although there is room: of those the farthest outside the triangle that we have. This
// happens where p q is a side of the polygon, and where the points are few or in a line.
template <int W>
DRYSTONE_INLINE void fillUp(const FaceCandidates<W>& from, Wide<W> wanted, FacePoints<W>& out) {
    using F = Wide<W>;
    const F one = splat<W>(1.0f);
    while (bits(out.count < wanted)) {
        const Mask<W> hasThird = out.count > splat<W>(2.5f), hasSecond = out.count > splat<W>(1.5f);
        const F x1 = select(hasSecond, out.x[1], out.x[0]), y1 = select(hasSecond, out.y[1], out.y[0]);
        const F x2 = select(hasThird, out.x[2], out.x[0]), y2 = select(hasThird, out.y[2], out.y[0]);
        const F ax = x2 - x1, ay = y2 - y1, bx = out.x[0] - x2, by = out.y[0] - y2;
        const F turn = simd::signOf(ay * bx - ax * by);
        CandidateChoice<W> c = noChoice<W>(splat<W>(-2.0f * kFar));
        for (int e = 0; e < kFaceCandidates; ++e) {
            const F s = ax * (from.y[e] - y1) - ay * (from.x[e] - x1);
            const F t = bx * (from.y[e] - y2) - by * (from.x[e] - x2);
            F score = select(from.valid(e), max(turn * s, turn * t), splat<W>(-4.0f * kFar));
            for (int i = 0; i < 3; ++i)
                score = select((splat<W>(float(i)) < out.count) & (out.id[i] == splat<W>(float(e))),
                               splat<W>(-4.0f * kFar), score);
            const Mask<W> better = score > c.toBeat;
            choose(c, from, e, better);
            c.toBeat = select(better, score, c.toBeat);
        }
        const Mask<W> wants = out.count < wanted;
        for (int slot = 1; slot < 4; ++slot)
            put(out, slot, wants & (out.count == splat<W>(float(slot))), c);
        out.count = out.count + select(wants, one, splat<W>(0.0f));
    }
}

template <int W>
DRYSTONE_INLINE void reduce(const FaceCandidates<W>& from, Wide<W> tolerance, FacePoints<W>& out) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f), two = splat<W>(2.0f);
    F wanted = zero;
    for (int e = 0; e < kFaceCandidates; ++e)
        wanted = wanted + select(from.valid(e), one, zero);
    wanted = min(wanted, splat<W>(4.0f));

    const CandidateChoice<W> p = deepest(from, tolerance), q = farthest(from, p);
    CandidateChoice<W> left, right;
    largestTriangles(from, p, q, left, right);
    for (int i = 0; i < 4; ++i)
        out.x[i] = out.y[i] = out.id[i] = zero;
    put(out, 0, p.found(), p);
    put(out, 1, q.found(), q);
    const Mask<W> onLeft = left.found(), onRight = right.found();
    put(out, 2, onRight, right);
    put(out, 2, onLeft, left);
    put(out, 3, onRight, right);
    out.count = select(p.found(), one, zero) + select(q.found(), one, zero);
    out.count = select(onLeft & onRight, two + two, select(onLeft | onRight, two + one, out.count));
    fillUp(from, wanted, out);
}

}  // namespace drystone::collision
