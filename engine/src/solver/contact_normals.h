// Contact kernels, one source for every width: bodies, the contact frame, rules for normals, separations.
//
// No libraries in here, raw pointers only: see simd/wide.h. Every expression fixes the order of its operations.
#pragma once

#include "simd/wide_math.h"
#include "solver/contact_rows.h"

namespace drystone::kernels {

using simd::bits;
using simd::Mask;
using simd::Sym3W;
using simd::Vec3W;
using simd::Wide;

template <int W>
DRYSTONE_INLINE Wide<W> splat(float x) {
    return Wide<W>::splat(x);
}
template <int W>
DRYSTONE_INLINE Wide<W> load(const float (&p)[W]) {
    return Wide<W>::load(p);
}

template <int W>
DRYSTONE_INLINE Mask<W> allLanes() {
    return splat<W>(0.0f) <= splat<W>(0.0f);
}

// ---- bodies ----

template <int W>
struct Motion {
    Vec3W<W> linear, angular;
    Wide<W> inverseMass, locks;
};

template <int W, class Row>
DRYSTONE_INLINE void gatherRows(const Row* rows, const uint32_t (&index)[W], Wide<W> (&out)[simd::kRecordFloats]) {
    static_assert(sizeof(Row) == simd::kRecordFloats * sizeof(float));
    const float* record[W];
    for (int k = 0; k < W; ++k)
        record[k] = reinterpret_cast<const float*>(rows + index[k]);
    simd::gatherRecords<W>(record, out);
}

template <int W>
DRYSTONE_INLINE Motion<W> loadMotion(const VelocityRow* rows, const uint32_t (&index)[W]) {
    Wide<W> f[simd::kRecordFloats];
    gatherRows<W>(rows, index, f);
    return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6], f[7]};
}

template <int W>
DRYSTONE_INLINE void storeMotion(VelocityRow* rows, const uint32_t (&index)[W], const Motion<W>& m, uint32_t lanes) {
    float* record[W];
    for (int k = 0; k < W; ++k)
        record[k] = reinterpret_cast<float*>(rows + index[k]);
    const Wide<W> f[simd::kRecordFloats] = {m.linear.x,  m.linear.y,  m.linear.z,    m.angular.x,
                                            m.angular.y, m.angular.z, m.inverseMass, m.locks};
    simd::scatterRecords<W>(record, f, lanes);
}

// Most bodies that cannot be pushed are the one that never moves: there is nothing to gather.
template <int W, bool kStatic>
DRYSTONE_INLINE Motion<W> loadMotionA(const VelocityRow* rows, const HotRow<W>& row) {
    if (kStatic && !row.movingA) {
        const Wide<W> zero = splat<W>(0.0f);
        return {{zero, zero, zero}, {zero, zero, zero}, zero, zero};
    }
    return loadMotion<W>(rows, row.bodyA);
}

template <int W>
DRYSTONE_INLINE Vec3W<W> scaleAxes(Vec3W<W> a, Vec3W<W> b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}

// Inverse mass by world axis. Locks are bits 1 2 4 as a small whole number; hardly any lane has one.
template <int W>
DRYSTONE_INLINE Vec3W<W> axisInverseMass(Wide<W> inverseMass, Wide<W> locks) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f), two = splat<W>(2.0f), four = splat<W>(4.0f);
    if (!bits(locks > zero))
        return {inverseMass, inverseMass, inverseMass};
    const Mask<W> z = locks >= four;
    const Wide<W> xy = select(z, locks - four, locks);
    const Mask<W> y = xy >= two;
    const Mask<W> x = select(y, xy - two, xy) >= one;
    return {select(x, zero, inverseMass), select(y, zero, inverseMass), select(z, zero, inverseMass)};
}

// ---- the contact frame ----

template <int W>
struct Frame {
    Vec3W<W> n, t1, t2;
};

template <int W>
DRYSTONE_INLINE Frame<W> loadFrame(const HotRow<W>& row) {
    const Vec3W<W> n = simd::loadVec3<W>(row.normal), t1 = simd::loadVec3<W>(row.tangent);
    return {n, t1, cross(n, t1)};
}

// vn = q0 + q1 x + q2 y
template <int W>
struct NormalVelocity {
    Wide<W> q0, q1, q2;

    DRYSTONE_INLINE Wide<W> at(Wide<W> x, Wide<W> y) const { return q0 + (q1 * x + q2 * y); }
};

template <int W>
DRYSTONE_INLINE NormalVelocity<W> normalVelocity(const Frame<W>& f, Vec3W<W> armA, Vec3W<W> armB, const Motion<W>& a,
                                                 const Motion<W>& b) {
    const Vec3W<W> spin = b.angular - a.angular;
    const Wide<W> q0 = dot(f.n, b.linear - a.linear) + (dot(b.angular, armB) - dot(a.angular, armA));
    return {q0, -dot(spin, f.t2), dot(spin, f.t1)};
}

// Changes of the normal impulses of a row, summed.
template <int W>
struct NormalSums {
    Wide<W> f, x, y;
};

template <int W>
DRYSTONE_INLINE NormalSums<W> sumNormals(const HotRow<W>& row, const Wide<W> (&change)[kPoints]) {
    NormalSums<W> s{change[0], change[0] * load<W>(row.x[0]), change[0] * load<W>(row.y[0])};
    for (int j = 1; j < kPoints; ++j) {
        s.f = s.f + change[j];
        s.x = s.x + change[j] * load<W>(row.x[j]);
        s.y = s.y + change[j] * load<W>(row.y[j]);
    }
    return s;
}

// Symmetric Gauss-Seidel over the points of a contact: forward, then back. One way alone favours the points that come
// first, and a stack under it starts to sway. next(vn, impulse, mass, separation) is the impulse that a point wants.
template <int W, int kRounds = 1, class Rule>
DRYSTONE_INLINE NormalSums<W> solveNormals(HotRow<W>& row, float (&impulses)[kPoints][W], const NormalVelocity<W>& v,
                                           const Rule& next, Wide<W> (&impulse)[kPoints]) {
    const Wide<W> zero = splat<W>(0.0f);
    Wide<W> change[kPoints], start[kPoints];
    for (int j = 0; j < kPoints; ++j) {
        start[j] = load<W>(impulses[j]);
        change[j] = zero;
    }
    const auto solvePoint = [&](int j, Wide<W> own) {
        Wide<W> vn = v.at(load<W>(row.x[j]), load<W>(row.y[j])) + own;
        for (int i = 0; i < kPoints; ++i)
            if (i != j)
                vn = vn + load<W>(row.coupling[i < j ? pairIndex(i, j) : pairIndex(j, i)]) * change[i];
        impulse[j] = next(vn, start[j] + change[j], load<W>(row.mass[j]), load<W>(row.separation[j]));
        change[j] = impulse[j] - start[j];
    };
    const auto solveAgain = [&](int j) {
        const Wide<W> mass = load<W>(row.mass[j]);
        solvePoint(j, select(mass > zero, change[j] / mass, zero));
    };
    for (int round = 0; round < kRounds; ++round) {
        if (round == 0)
            solvePoint(0, zero);
        for (int j = 1; j < kPoints; ++j)
            round == 0 ? solvePoint(j, zero) : solveAgain(j);
        for (int j = kPoints - 2; j >= 0; --j)
            solveAgain(j);
    }
    for (int j = 0; j < kPoints; ++j)
        impulse[j].store(impulses[j]);
    return sumNormals<W>(row, change);
}

// ---- rules for one normal row ----

// What a rule does with a contact that is about to hit, see LeaveImpacts.
enum class Coming { Stops, WaitsToBounce, Waits };

// Overlap is a spring; a gap may close within the substep and no faster.
template <int W>
struct SoftRule {
    static constexpr Coming kComing = Coming::Waits;
    Wide<W> biasRate, massScale, impulseScale, minBias, inverseH;

    DRYSTONE_INLINE SoftRule(const Softness& soft, const StepContext& step)
        : biasRate(splat<W>(soft.biasRate * soft.massScale)),
          massScale(splat<W>(soft.massScale)),
          impulseScale(splat<W>(soft.impulseScale)),
          minBias(splat<W>(-step.maxPushSpeed)),
          inverseH(splat<W>(step.inverseH)) {}

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
        const Mask<W> apart = separation > zero;
        const Wide<W> bias = select(apart, separation * inverseH, max(biasRate * separation, minBias));
        const Wide<W> kept = impulse - (select(apart, zero, impulseScale) * impulse + mass * bias);
        return max(kept - (mass * select(apart, one, massScale)) * vn, zero);
    }
};

// Overlap beyond half the slop is pushed out at the rate of the spring, but the row is rigid: it does not give under its
// load, and so does not sag.
template <int W>
struct StiffRule {
    static constexpr Coming kComing = Coming::Waits;
    Wide<W> biasRate, massScale, slop, minBias, inverseH;

    DRYSTONE_INLINE StiffRule(const Softness& soft, const StepContext& step)
        : biasRate(splat<W>(soft.biasRate * soft.massScale)),
          massScale(splat<W>(soft.massScale)),
          slop(splat<W>(0.5f * step.linearSlop)),
          minBias(splat<W>(-step.maxPushSpeed)),
          inverseH(splat<W>(step.inverseH)) {}

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
        const Mask<W> apart = separation > zero;
        const Wide<W> push = max(biasRate * min(separation + slop, zero), minBias);
        const Wide<W> bias = select(apart, separation * inverseH, push), scale = select(apart, one, massScale);
        return max(impulse - mass * (scale * vn + bias), zero);
    }
};

// No bias but that of a gap.
template <int W>
struct RigidRule {
    static constexpr Coming kComing = Coming::Waits;
    Wide<W> inverseH;

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f);
        return max(impulse - mass * (vn + max(separation, zero) * inverseH), zero);
    }
};

// Speed at which overlap beyond the slop is to part: rate (depth - slop), at most maxPushSpeed.
template <int W>
struct PushSpeed {
    Wide<W> rate, slop, most;

    DRYSTONE_INLINE PushSpeed(float ratePerSecond, const StepContext& step)
        : rate(splat<W>(ratePerSecond)), slop(splat<W>(step.linearSlop)), most(splat<W>(step.maxPushSpeed)) {}
    DRYSTONE_INLINE Wide<W> operator()(Wide<W> separation) const {
        return min(rate * max(-separation - slop, splat<W>(0.0f)), most);
    }
};

// Baumgarte; with a rate of zero it is RigidRule.
template <int W>
struct BaumgarteRule {
    static constexpr Coming kComing = Coming::WaitsToBounce;
    PushSpeed<W> pushSpeed;
    Wide<W> inverseH;

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f);
        const Wide<W> bias = max(separation, zero) * inverseH - pushSpeed(separation);
        return max(impulse - mass * (vn + bias), zero);
    }
};

// For pseudo-velocities. The gap is the true velocity's to close: what does not overlap must only not come closer.
template <int W>
struct PushRule {
    static constexpr Coming kComing = Coming::Stops;
    PushSpeed<W> pushSpeed;

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        return max(impulse - mass * (vn - pushSpeed(separation)), splat<W>(0.0f));
    }
};

// Another rule, but for impacts. What has bounced in this substep is leaving, from behind the surface, and is left to go: the
// rows' arms, those of the step's start, may see it otherwise, by less than half of its speed. Solvers
// that pass over the contacts once or twice a substep leave what is about to hit to come, and what has come since the substep
// began (a turning body comes sooner than its velocity tells) to be struck in the next: a row that stopped it without an
// impact would take the speed out of it.
template <int W, class Rule>
struct LeaveImpacts {
    Rule rule;
    Wide<W> h, restSpeed, leaving;

    DRYSTONE_INLINE LeaveImpacts(const Rule& other, const ImpactRow<W>& impacts, float substep)
        : rule(other), h(splat<W>(substep)), restSpeed(waitingSpeed(impacts)), leaving(load<W>(impacts.leaving)) {}

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f);
        const Mask<W> comes = (separation > h * vn) & (vn < -restSpeed);
        const Mask<W> goes = (leaving > zero) & (vn > splat<W>(-0.5f) * leaving);
        return select((impulse <= zero) & (comes | goes), zero, rule(vn, impulse, mass, separation));
    }

private:
    static DRYSTONE_INLINE Wide<W> waitingSpeed(const ImpactRow<W>& impacts) {
        const Wide<W> never = splat<W>(kNoImpact), restSpeed = load<W>(impacts.restSpeed);
        if (Rule::kComing == Coming::WaitsToBounce)
            return select(load<W>(impacts.speedLost) < splat<W>(1.0f), restSpeed, never);
        return Rule::kComing == Coming::Waits ? restSpeed : never;
    }
};

// ---- separations at the present poses ----

// R^T n - n for the rotation (u, w): 2 (u x t - w t), t = u x n. It is as exact as u itself, however small.
template <int W>
DRYSTONE_INLINE Vec3W<W> normalChange(Vec3W<W> u, Wide<W> w, Vec3W<W> n) {
    const Vec3W<W> t = cross(u, n);
    return splat<W>(2.0f) * (cross(u, t) - w * t);
}

template <int W>
struct Delta {
    Vec3W<W> position, u;
    Wide<W> w;
};

template <int W>
DRYSTONE_INLINE Delta<W> loadDelta(const DeltaRow* rows, const uint32_t (&index)[W]) {
    Wide<W> f[simd::kRecordFloats];
    gatherRows<W>(rows, index, f);
    return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6]};
}

template <int W, bool kStatic>
DRYSTONE_INLINE Delta<W> loadDeltaA(const DeltaRow* rows, const HotRow<W>& row) {
    if (kStatic && !row.movingA) {
        const Wide<W> zero = splat<W>(0.0f);
        return {{zero, zero, zero}, {zero, zero, zero}, splat<W>(1.0f)};
    }
    return loadDelta<W>(rows, row.bodyA);
}

// s = s0 + n.(dpB - dpA) + n.(R(dqB) rB - rB) - n.(R(dqA) rA - rA). Turning n back instead of the anchors forward makes
// the rotation terms deltaB.rB - deltaA.rA, again linear in (x, y).
template <int W>
DRYSTONE_INLINE void refreshSeparations(HotRow<W>& row, const ColdRow<W>& cold, const Frame<W>& f, const Delta<W>& a,
                                        const Delta<W>& b) {
    const Vec3W<W> turnA = load<W>(cold.turnsA) * normalChange<W>(a.u, a.w, f.n);
    const Vec3W<W> turnB = load<W>(cold.turnsB) * normalChange<W>(b.u, b.w, f.n);
    const Vec3W<W> turn = turnB - turnA;
    const Wide<W> e0 = dot(f.n, b.position - a.position) +
        (dot(turnB, simd::loadVec3<W>(cold.centerB)) - dot(turnA, simd::loadVec3<W>(cold.centerA)));
    const Wide<W> e1 = dot(turn, f.t1), e2 = dot(turn, f.t2);
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> change = e0 + (e1 * load<W>(row.x[j]) + e2 * load<W>(row.y[j]));
        (load<W>(cold.startSeparation[j]) + change).store(row.separation[j]);
    }
}

template <int W, bool kStatic>
DRYSTONE_INLINE void refreshSeparations(const StepContext& step, HotRow<W>& row, const ColdRow<W>& cold,
                                        const Frame<W>& f) {
    refreshSeparations<W>(row, cold, f, loadDeltaA<W, kStatic>(step.deltas, row), loadDelta<W>(step.deltas, row.bodyB));
}

}  // namespace drystone::kernels
