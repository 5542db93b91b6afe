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

}  // namespace drystone::kernels
