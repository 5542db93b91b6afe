// Contact kernels, one source for every width: what is common to them and the passes that iterate.
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
template <int W, class Rule>
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
    for (int j = 0; j < kPoints; ++j)
        solvePoint(j, zero);
    for (int j = kPoints - 2; j >= 0; --j) {
        const Wide<W> mass = load<W>(row.mass[j]);
        solvePoint(j, select(mass > zero, change[j] / mass, zero));
    }
    for (int j = 0; j < kPoints; ++j)
        impulse[j].store(impulses[j]);
    return sumNormals<W>(row, change);
}

// ---- rules for one normal row ----

// Overlap is a spring; a gap may close within the substep and no faster.
template <int W>
struct SoftRule {
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

// No bias but that of a gap.
template <int W>
struct RigidRule {
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
    PushSpeed<W> pushSpeed;

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        return max(impulse - mass * (vn - pushSpeed(separation)), splat<W>(0.0f));
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
template <int W, bool kStatic>
DRYSTONE_INLINE void refreshSeparations(const StepContext& step, HotRow<W>& row, const ColdRow<W>& cold,
                                        const Frame<W>& f) {
    const Delta<W> a = loadDeltaA<W, kStatic>(step.deltas, row), b = loadDelta<W>(step.deltas, row.bodyB);
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

// ---- friction ----

template <int W>
struct FrictionImpulse {
    Wide<W> f1, f2, twist;
};

template <int W>
DRYSTONE_INLINE FrictionImpulse<W> loadFriction(const ColdRow<W>& cold) {
    return {load<W>(cold.frictionImpulse[0]), load<W>(cold.frictionImpulse[1]), load<W>(cold.twistImpulse)};
}

template <int W>
DRYSTONE_INLINE void storeFriction(ColdRow<W>& cold, const FrictionImpulse<W>& f) {
    f.f1.store(cold.frictionImpulse[0]);
    f.f2.store(cold.frictionImpulse[1]);
    f.twist.store(cold.twistImpulse);
}

// Velocity of B against A at the friction centre, and about the normal.
template <int W>
struct PatchVelocity {
    NormalVelocity<W> normal;
    Wide<W> slide1, slide2, spin;
};

template <int W>
DRYSTONE_INLINE PatchVelocity<W> patchVelocity(const Frame<W>& f, Vec3W<W> centerA, Vec3W<W> centerB,
                                               const Motion<W>& a, const Motion<W>& b) {
    const Vec3W<W> spin = b.angular - a.angular;
    const Vec3W<W> v = (b.linear - a.linear) + (cross(b.angular, centerB) - cross(a.angular, centerA));
    return {{dot(f.n, v), -dot(spin, f.t2), dot(spin, f.t1)}, dot(f.t1, v), dot(f.t2, v), dot(f.n, spin)};
}

// Friction limit where `squared` is the square of the impulse wanted: the static one as long as it could stop the slide
// within another substep, so that a contact that has yet to find its impulses is not let go; else the kinetic one.
template <int W>
DRYSTONE_INLINE Wide<W> frictionLimit(Wide<W> squared, Wide<W> kinetic, Wide<W> hold) {
    const Wide<W> reach = hold + hold;
    return select(squared <= reach * reach, hold, kinetic);
}

// The impulses wanted after the normal impulses changed by d to `impulse`, on the circle of the limit: a cone, not a
// pyramid.
template <int W>
DRYSTONE_INLINE FrictionImpulse<W> solveFriction(const ColdRow<W>& cold, const PatchVelocity<W>& v,
                                                 const NormalSums<W>& d, const Wide<W> (&impulse)[kPoints]) {
    const auto c = [&](PatchCoupling k) { return load<W>(cold.coupling[k]); };
    const FrictionImpulse<W> old = loadFriction<W>(cold);
    const Wide<W> kinetic = load<W>(cold.friction), hold = load<W>(cold.staticFriction), one = splat<W>(1.0f);
    Wide<W> total = impulse[0], moment = load<W>(cold.lever[0]) * impulse[0];
    for (int j = 1; j < kPoints; ++j) {
        total = total + impulse[j];
        moment = moment + load<W>(cold.lever[j]) * impulse[j];
    }

    const Wide<W> spin = (v.spin + c(kSpinF) * d.f) + (c(kSpinX) * d.x + c(kSpinY) * d.y);
    const Wide<W> twistWanted = old.twist - load<W>(cold.twistMass) * spin;
    const Wide<W> twistLimit = frictionLimit<W>(twistWanted * twistWanted, kinetic * moment, hold * moment);
    const Wide<W> twist = min(max(twistWanted, -twistLimit), twistLimit);
    const Wide<W> dTwist = twist - old.twist;

    const Wide<W> slide1 =
        ((v.slide1 + c(kSlide1F) * d.f) + (c(kSlide1X) * d.x + c(kSlide1Y) * d.y)) + c(kSlide1Twist) * dTwist;
    const Wide<W> slide2 =
        ((v.slide2 + c(kSlide2F) * d.f) + (c(kSlide2X) * d.x + c(kSlide2Y) * d.y)) + c(kSlide2Twist) * dTwist;
    const Wide<W> m11 = load<W>(cold.tangentMass[0]), m12 = load<W>(cold.tangentMass[1]),
                  m22 = load<W>(cold.tangentMass[2]);
    const Wide<W> f1 = old.f1 - (m11 * slide1 + m12 * slide2);
    const Wide<W> f2 = old.f2 - (m12 * slide1 + m22 * slide2);
    const Wide<W> lengthSquared = f1 * f1 + f2 * f2;
    const Wide<W> limit = frictionLimit<W>(lengthSquared, kinetic * total, hold * total);
    const Wide<W> scale = select(lengthSquared > limit * limit, limit / sqrt(lengthSquared), one);
    return {scale * f1, scale * f2, twist};
}

// Normal and friction impulses to both bodies, in the lanes given.
template <int W, bool kStatic>
DRYSTONE_INLINE void applyPatch(VelocityRow* velocities, const HotRow<W>& row, const Frame<W>& f, Vec3W<W> centerA,
                                Vec3W<W> centerB, Motion<W>& a, Motion<W>& b, const NormalSums<W>& d,
                                const FrictionImpulse<W>& t, uint32_t lanes = ~0u) {
    const Vec3W<W> p = (d.f * f.n + t.f1 * f.t1) + t.f2 * f.t2;
    const Vec3W<W> moment = (d.y * f.t1 - d.x * f.t2) + t.twist * f.n;
    b.linear = b.linear + scaleAxes<W>(axisInverseMass<W>(b.inverseMass, b.locks), p);
    b.angular = b.angular + simd::loadSym3<W>(row.inertiaB) * (cross(centerB, p) + moment);
    storeMotion<W>(velocities, row.bodyB, b, row.lanesB & lanes);
    if constexpr (!kStatic) {
        a.linear = a.linear - scaleAxes<W>(axisInverseMass<W>(a.inverseMass, a.locks), p);
        a.angular = a.angular - simd::loadSym3<W>(row.inertiaA) * (cross(centerA, p) + moment);
        storeMotion<W>(velocities, row.bodyA, a, row.lanesA & lanes);
    }
}

// ---- passes ----

template <int W>
DRYSTONE_INLINE HotRow<W>* hotRows(const RowBatch& batch) {
    return static_cast<HotRow<W>*>(batch.hot);
}
template <int W>
DRYSTONE_INLINE ColdRow<W>* coldRows(const RowBatch& batch) {
    return static_cast<ColdRow<W>*>(batch.cold);
}
template <int W>
DRYSTONE_INLINE BounceRow<W>* bounceRows(const RowBatch& batch) {
    return static_cast<BounceRow<W>*>(batch.bounce);
}

// Normals alone, on true or pseudo-velocities.
template <int W, bool kStatic, class Rule>
DRYSTONE_INLINE void solveNormalRow(VelocityRow* velocities, HotRow<W>& row, float (&impulses)[kPoints][W],
                                    const Rule& rule) {
    const Frame<W> f = loadFrame<W>(row);
    const Vec3W<W> armA = simd::loadVec3<W>(row.armA), armB = simd::loadVec3<W>(row.armB);
    Motion<W> a = loadMotionA<W, kStatic>(velocities, row), b = loadMotion<W>(velocities, row.bodyB);

    Wide<W> impulse[kPoints];
    const NormalSums<W> d = solveNormals<W>(row, impulses, normalVelocity<W>(f, armA, armB, a, b), rule, impulse);

    const Vec3W<W> p = d.f * f.n, moment = d.y * f.t1 - d.x * f.t2;
    b.linear = b.linear + scaleAxes<W>(axisInverseMass<W>(b.inverseMass, b.locks), p);
    b.angular = b.angular + simd::loadSym3<W>(row.inertiaB) * (d.f * armB + moment);
    storeMotion<W>(velocities, row.bodyB, b, row.lanesB);
    if constexpr (!kStatic) {
        a.linear = a.linear - scaleAxes<W>(axisInverseMass<W>(a.inverseMass, a.locks), p);
        a.angular = a.angular - simd::loadSym3<W>(row.inertiaA) * (d.f * armA + moment);
        storeMotion<W>(velocities, row.bodyA, a, row.lanesA);
    }
}

// Normals, then friction within the limits that they set.
template <int W, bool kStatic, class Rule>
DRYSTONE_INLINE void solvePatchRow(const StepContext& step, HotRow<W>& row, ColdRow<W>& cold, BounceRow<W>& bounce,
                                   const Frame<W>& f, const Rule& rule) {
    const Vec3W<W> centerA = simd::loadVec3<W>(cold.centerA), centerB = simd::loadVec3<W>(cold.centerB);
    Motion<W> a = loadMotionA<W, kStatic>(step.velocities, row), b = loadMotion<W>(step.velocities, row.bodyB);
    const PatchVelocity<W> v = patchVelocity<W>(f, centerA, centerB, a, b);

    Wide<W> impulse[kPoints];
    const NormalSums<W> d = solveNormals<W>(row, row.impulse, v.normal, rule, impulse);
    if (row.bouncing)
        for (int j = 0; j < kPoints; ++j)
            max(load<W>(bounce.peakImpulse[j]), impulse[j]).store(bounce.peakImpulse[j]);

    const FrictionImpulse<W> old = loadFriction<W>(cold), now = solveFriction<W>(cold, v, d, impulse);
    storeFriction<W>(cold, now);
    const FrictionImpulse<W> change{now.f1 - old.f1, now.f2 - old.f2, now.twist - old.twist};
    applyPatch<W, kStatic>(step.velocities, row, f, centerA, centerB, a, b, d, change);
}

template <int W, bool kStatic>
void solveRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const SoftRule<W> rule(step.softness[kStatic], step);
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        solveNormalRow<W, kStatic>(step.velocities, row, row.impulse, rule);
    }
}

template <int W, bool kStatic>
void relaxRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const RigidRule<W> rule{splat<W>(step.inverseH)};
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        ColdRow<W>& cold = coldRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        refreshSeparations<W, kStatic>(step, row, cold, f);
        solvePatchRow<W, kStatic>(step, row, cold, bounceRows<W>(batch)[r], f, rule);
    }
}

template <int W, bool kStatic>
void iterateRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const BaumgarteRule<W> rule{PushSpeed<W>(step.biasRate, step), splat<W>(step.inverseH)};
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        solvePatchRow<W, kStatic>(step, row, coldRows<W>(batch)[r], bounceRows<W>(batch)[r], loadFrame<W>(row), rule);
    }
}

template <int W, bool kStatic>
void pushRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const PushRule<W> rule{PushSpeed<W>(step.pushRate, step)};
    for (int r = beginRow; r < endRow; ++r)
        solveNormalRow<W, kStatic>(step.pushVelocities, hotRows<W>(batch)[r], coldRows<W>(batch)[r].pushImpulse, rule);
}

template <int W, bool kStatic>
void refreshRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const Wide<W> zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        ColdRow<W>& cold = coldRows<W>(batch)[r];
        refreshSeparations<W, kStatic>(step, row, cold, loadFrame<W>(row));
        for (int j = 0; j < kPoints; ++j)
            zero.store(cold.pushImpulse[j]);
    }
}

template <int W, bool kStatic>
void clearRows(const StepContext&, const RowBatch& batch, int beginRow, int endRow) {
    const Wide<W> zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        for (int j = 0; j < kPoints; ++j)
            zero.store(hotRows<W>(batch)[r].impulse[j]);
        storeFriction<W>(coldRows<W>(batch)[r], {zero, zero, zero});
    }
}

}  // namespace drystone::kernels
