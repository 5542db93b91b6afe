// Passes that move bodies: poses are corrected at once, row by row, so that the next row sees them where they now are.
#pragma once

#include "solver/contact_kernels.h"

namespace drystone::kernels {

// ---- bodies ----

// The rotation by the vector r, |r| at most 1, after q: exp(r / 2) q. The series are good to 1e-7; what they and rounding
// leave of the length is taken out.
template <int W>
DRYSTONE_INLINE void turnBy(Vec3W<W> r, Delta<W>& q) {
    const Wide<W> one = splat<W>(1.0f);
    const Wide<W> h2 = splat<W>(0.25f) * dot(r, r);
    const Wide<W> sinc =
        one - h2 * splat<W>(1.0f / 6.0f) * (one - h2 * splat<W>(1.0f / 20.0f) * (one - h2 * splat<W>(1.0f / 42.0f)));
    const Wide<W> c =
        one - h2 * splat<W>(0.5f) * (one - h2 * splat<W>(1.0f / 12.0f) * (one - h2 * splat<W>(1.0f / 30.0f)));
    const Vec3W<W> s = (splat<W>(0.5f) * sinc) * r;
    const Vec3W<W> u = (c * q.u + q.w * s) + cross(s, q.u);
    const Wide<W> w = c * q.w - dot(s, q.u);
    const Wide<W> unit = one / sqrt(dot(u, u) + w * w);
    q.u = unit * u;
    q.w = unit * w;
}

// A correction turns a body by no more than this (rad): beyond it the rows are no picture of the contact.
inline constexpr float kMaxTurn = 1.0f;

template <int W>
DRYSTONE_INLINE void moveBy(Vec3W<W> shift, Vec3W<W> turn, Delta<W>& delta) {
    const Wide<W> squared = dot(turn, turn), most = splat<W>(kMaxTurn);
    const Wide<W> scale = select(squared > most * most, most / sqrt(squared), splat<W>(1.0f));
    delta.position = delta.position + shift;
    turnBy<W>(scale * turn, delta);
}

template <int W>
DRYSTONE_INLINE void storeDelta(DeltaRow* rows, const uint32_t (&index)[W], const Delta<W>& d, uint32_t lanes) {
    float* record[W];
    for (int k = 0; k < W; ++k)
        record[k] = reinterpret_cast<float*>(rows + index[k]);
    const Wide<W> f[simd::kRecordFloats] = {d.position.x, d.position.y, d.position.z, d.u.x,
                                            d.u.y,        d.u.z,        d.w,          splat<W>(0.0f)};
    simd::scatterRecords<W>(record, f, lanes);
}

// ---- Ngs ----

// Impulses here are positional (kg m): `moved` is how far this visit of the row has moved the point. What overlaps beyond
// the slop is parted by a share of it; what does not may come closer up to the slop, so that a point which others have
// lifted gives back what it was pushed with.
template <int W>
struct PartRule {
    Wide<W> share, slop, most;

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> moved, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f), depth = -separation - slop;
        const Wide<W> wanted = select(depth > zero, min(share * depth, most), depth);
        return max(impulse + mass * (wanted - moved), zero);
    }
};

// E. Catto, Box2D 2.4, b2ContactSolver::SolvePositionConstraints.
template <int W, bool kStatic>
void partRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const PartRule<W> rule{splat<W>(step.partShare), splat<W>(step.linearSlop), splat<W>(step.maxPushSpeed * step.h)};
    const Wide<W> zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        ColdRow<W>& cold = coldRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        Delta<W> a = loadDeltaA<W, kStatic>(step.deltas, row), b = loadDelta<W>(step.deltas, row.bodyB);
        refreshSeparations<W>(row, cold, f, a, b);

        Wide<W> impulse[kPoints];
        const NormalSums<W> d = solveNormals<W>(row, cold.pushImpulse, {zero, zero, zero}, rule, impulse);
        const uint32_t lanes = bits((abs(d.f) + abs(d.x)) + abs(d.y) > zero);
        if (!lanes)
            continue;

        const Vec3W<W> p = d.f * f.n, moment = d.y * f.t1 - d.x * f.t2;
        const auto part = [&](const uint32_t(&body)[W], const float(&inertia)[6][W], const float(&arm)[3][W],
                              Wide<W> sign, Delta<W>& delta, uint32_t pushable) {
            const Motion<W> m = loadMotion<W>(step.velocities, body);
            moveBy<W>(sign * scaleAxes<W>(axisInverseMass<W>(m.inverseMass, m.locks), p),
                      sign * (simd::loadSym3<W>(inertia) * (d.f * simd::loadVec3<W>(arm) + moment)), delta);
            storeDelta<W>(step.deltas, body, delta, pushable & lanes);
        };
        part(row.bodyB, row.inertiaB, row.armB, splat<W>(1.0f), b, row.lanesB);
        if constexpr (!kStatic)
            part(row.bodyA, row.inertiaA, row.armA, splat<W>(-1.0f), a, row.lanesA);
    }
}

// ---- Xpbd ----

// The position constraint of a point,  s + alpha lambda = 0,  in the unit of velocities: with lambda = p / h and the gap s
// at which the substep began,  vn + (s + p alpha / h) / h = 0  for the velocity vn that moves the bodies in this substep.
// Where the point presses, a damper beside the spring makes it critical for the point's effective mass m:
// vn + (s + p alpha / h) / (h + 2 sqrt(m alpha)) = 0. Overlap parts no faster than maxPushSpeed.
template <int W>
struct ProjectRule {
    static constexpr Coming kComing = Coming::Stops;
    Wide<W> h, compliance, most, allowance;

    DRYSTONE_INLINE explicit ProjectRule(const StepContext& step)
        : h(splat<W>(step.h)),
          compliance(splat<W>(step.compliance)),
          most(splat<W>(step.maxPushSpeed)),
          allowance(splat<W>(step.allowance)) {}

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
        const Wide<W> gap = max(separation, min(separation + allowance, zero));
        const Wide<W> lag = select(separation < zero, splat<W>(2.0f) * sqrt(mass * compliance), zero);
        const Wide<W> time = h + lag, give = compliance / (h * time);
        const Wide<W> wanted = (impulse - mass * (vn + gap / time)) / (one + give * mass);
        return max(min(wanted, impulse + mass * (most - vn)), zero);
    }
};

// Each substep starts from no impulses, so the points of a contact must find theirs at once: one round leaves the first of
// them with too much, and the box leans on it a little more in every substep.
inline constexpr int kProjectRounds = 8;

// Positions were predicted with the velocities; what a row adds to the velocities moves the bodies on at once. One and the
// same change for both: momentum is kept as well as impulses keep it.
template <int W, bool kStatic>
void projectRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const ProjectRule<W> rule(step);
    const Wide<W> h = splat<W>(step.h), zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        const ColdRow<W>& cold = coldRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        Delta<W> deltaA = loadDeltaA<W, kStatic>(step.deltas, row), deltaB = loadDelta<W>(step.deltas, row.bodyB);
        Motion<W> a = loadMotionA<W, kStatic>(step.velocities, row), b = loadMotion<W>(step.velocities, row.bodyB);
        const Motion<W> oldA = a, oldB = b;

        // Where the present poses are, less what the present velocities did.
        refreshSeparations<W>(row, cold, f, deltaA, deltaB);
        const NormalVelocity<W> v =
            normalVelocity<W>(f, simd::loadVec3<W>(row.armA), simd::loadVec3<W>(row.armB), a, b);
        for (int j = 0; j < kPoints; ++j)
            (load<W>(row.separation[j]) - h * v.at(load<W>(row.x[j]), load<W>(row.y[j]))).store(row.separation[j]);

        solvePatch<W, kStatic, kProjectRounds>(step, batch, r, f, rule, a, b);

        const auto carryOn = [&](const Motion<W>& old, const Motion<W>& now, Delta<W>& delta, const uint32_t(&body)[W],
                                 uint32_t pushable) {
            const Vec3W<W> shift = h * (now.linear - old.linear), turn = h * (now.angular - old.angular);
            const uint32_t lanes = pushable & bits(dot(shift, shift) + dot(turn, turn) > zero);
            if (!lanes)
                return;
            moveBy<W>(shift, turn, delta);
            storeDelta<W>(step.deltas, body, delta, lanes);
        };
        carryOn(oldB, b, deltaB, row.bodyB, row.lanesB);
        if constexpr (!kStatic)
            carryOn(oldA, a, deltaA, row.bodyA, row.lanesA);
    }
}

// What the position pass pushed with must not be kept as velocity: a rigid contact that pushed ends at rest along its
// normal. A compliant one keeps what its spring and damper gave it.
template <int W, bool kCompliant>
struct SettleRule {
    static constexpr Coming kComing = Coming::Waits;
    RigidRule<W> rigid;

    DRYSTONE_INLINE Wide<W> operator()(Wide<W> vn, Wide<W> impulse, Wide<W> mass, Wide<W> separation) const {
        return kCompliant ? impulse : rigid(vn, impulse, mass, separation);
    }
};

template <int W, bool kStatic, bool kCompliant>
DRYSTONE_INLINE void settle(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const SettleRule<W, kCompliant> rule{{splat<W>(step.inverseH)}};
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        refreshSeparations<W, kStatic>(step, row, coldRows<W>(batch)[r], f);
        solvePatchRow<W, kStatic, kProjectRounds>(step, batch, r, f, rule);
    }
}

template <int W, bool kStatic>
void settleRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    if (step.compliance > 0.0f)
        settle<W, kStatic, true>(step, batch, beginRow, endRow);
    else
        settle<W, kStatic, false>(step, batch, beginRow, endRow);
}

}  // namespace drystone::kernels
