// The passes over the rows that iterate.
#pragma once

#include "solver/contact_friction.h"

namespace drystone::kernels {

template <int W>
DRYSTONE_INLINE HotRow<W>* hotRows(const RowBatch& batch) {
    return static_cast<HotRow<W>*>(batch.hot);
}
template <int W>
DRYSTONE_INLINE ColdRow<W>* coldRows(const RowBatch& batch) {
    return static_cast<ColdRow<W>*>(batch.cold);
}
template <int W>
DRYSTONE_INLINE ImpactRow<W>* impactRows(const RowBatch& batch) {
    return static_cast<ImpactRow<W>*>(batch.impacts);
}

// Normals alone, on true or pseudo-velocities.
template <int W, bool kStatic, int kRounds = 1, class Rule>
DRYSTONE_INLINE void solveNormalRow(VelocityRow* velocities, HotRow<W>& row, float (&impulses)[kPoints][W],
                                    const Rule& rule) {
    const Frame<W> f = loadFrame<W>(row);
    const Vec3W<W> armA = simd::loadVec3<W>(row.armA), armB = simd::loadVec3<W>(row.armB);
    Motion<W> a = loadMotionA<W, kStatic>(velocities, row), b = loadMotion<W>(velocities, row.bodyB);

    Wide<W> impulse[kPoints];
    const NormalSums<W> d =
        solveNormals<W, kRounds>(row, impulses, normalVelocity<W>(f, armA, armB, a, b), rule, impulse);

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

template <int W, bool kStatic, int kRounds = 1, class Rule>
DRYSTONE_INLINE void solveRow(const StepContext& step, VelocityRow* velocities, const RowBatch& batch, int index,
                              float (&impulses)[kPoints][W], const Rule& rule) {
    HotRow<W>& row = hotRows<W>(batch)[index];
    if (row.hitting)
        solveNormalRow<W, kStatic, kRounds>(velocities, row, impulses,
                                            LeaveImpacts<W, Rule>(rule, impactRows<W>(batch)[index], step.h));
    else
        solveNormalRow<W, kStatic, kRounds>(velocities, row, impulses, rule);
}

// Null where friction is by patch.
template <int W>
DRYSTONE_INLINE PointFrictionRow<W>* pointRow(const RowBatch& batch, int row) {
    return batch.points ? static_cast<PointFrictionRow<W>*>(batch.points) + row : nullptr;
}

// Tells the integrator which bodies are being braked or dragged along. What rubs with less than this share of the forces
// says nothing: the sides of stacked boxes slide all the time.
inline constexpr float kRubbingShare = 0.05f;

template <int W>
DRYSTONE_INLINE void markSliding(const StepContext& step, const HotRow<W>& row, const ColdRow<W>& cold) {
    const auto mark = [&](uint32_t body, float squared) {
        const float mass = step.velocities[body].inverseMass, least = kRubbingShare * step.h;
        const auto& a = step.motions[body].acceleration;
        if (mass * mass * squared > least * least * ((a.x * a.x + a.y * a.y) + a.z * a.z))
            step.sliding[body] = 1;
    };
    for (int k = 0; k < W; ++k) {
        if (!(cold.sliding >> k & 1u))
            continue;
        const float f1 = cold.frictionImpulse[0][k], f2 = cold.frictionImpulse[1][k], squared = f1 * f1 + f2 * f2;
        if (row.lanesA >> k & 1u)
            mark(row.bodyA[k], squared);
        if (row.lanesB >> k & 1u)
            mark(row.bodyB[k], squared);
    }
}

// Normals, then friction within the limits that they set. a and b: the bodies' motion before, and after.
template <int W, bool kStatic, int kRounds = 1, class Rule>
DRYSTONE_INLINE void solvePatch(const StepContext& step, const RowBatch& batch, int index, const Frame<W>& f,
                                const Rule& rule, Motion<W>& a, Motion<W>& b) {
    HotRow<W>& row = hotRows<W>(batch)[index];
    ColdRow<W>& cold = coldRows<W>(batch)[index];
    const Vec3W<W> centerA = simd::loadVec3<W>(cold.centerA), centerB = simd::loadVec3<W>(cold.centerB);
    const PatchVelocity<W> v = patchVelocity<W>(f, centerA, centerB, a, b);

    Wide<W> impulse[kPoints];
    const NormalSums<W> d = row.hitting
        ? solveNormals<W, kRounds>(row, row.impulse, v.normal,
                                   LeaveImpacts<W, Rule>(rule, impactRows<W>(batch)[index], step.h), impulse)
        : solveNormals<W, kRounds>(row, row.impulse, v.normal, rule, impulse);

    const FrictionImpulse<W> old = loadFriction<W>(cold);
    const FrictionImpulse<W> now = solveFriction<W>(row, cold, pointRow<W>(batch, index), allLanes<W>(), v, d, impulse);
    storeFriction<W>(cold, now);
    if (cold.sliding)
        markSliding<W>(step, row, cold);
    applyPatch<W, kStatic>(step.velocities, row, f, centerA, centerB, a, b, d, now - old);
}

template <int W, bool kStatic, int kRounds = 1, class Rule>
DRYSTONE_INLINE void solvePatchRow(const StepContext& step, const RowBatch& batch, int index, const Frame<W>& f,
                                   const Rule& rule) {
    const HotRow<W>& row = hotRows<W>(batch)[index];
    Motion<W> a = loadMotionA<W, kStatic>(step.velocities, row), b = loadMotion<W>(step.velocities, row.bodyB);
    // A turning platform carries its load in a circle: its surface has the velocity of the middle of the substep.
    if (kStatic && row.movingA)
        a.linear = a.linear + splat<W>(step.middle) * simd::loadVec3<W>(coldRows<W>(batch)[index].carryA);
    solvePatch<W, kStatic, kRounds>(step, batch, index, f, rule, a, b);
}

template <int W, bool kStatic>
void solveRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const SoftRule<W> rule(step.softness[kStatic], step);
    for (int r = beginRow; r < endRow; ++r) {
        solveRow<W, kStatic>(step, step.velocities, batch, r, hotRows<W>(batch)[r].impulse, rule);
    }
}

// Rigid points of one contact fight over its load: a second round settles them.
inline constexpr int kRigidRounds = 2;

template <int W, bool kStatic>
void solveRigidRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const StiffRule<W> rule(step.softness[kStatic], step);
    for (int r = beginRow; r < endRow; ++r) {
        solveRow<W, kStatic, kRigidRounds>(step, step.velocities, batch, r, hotRows<W>(batch)[r].impulse, rule);
    }
}

template <int W, bool kStatic>
void relaxRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const RigidRule<W> rule{splat<W>(step.inverseH)};
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        refreshSeparations<W, kStatic>(step, row, coldRows<W>(batch)[r], f);
        solvePatchRow<W, kStatic>(step, batch, r, f, rule);
    }
}

template <int W, bool kStatic>
void iterateRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const BaumgarteRule<W> rule{PushSpeed<W>(step.biasRate, step), splat<W>(step.inverseH)};
    for (int r = beginRow; r < endRow; ++r)
        solvePatchRow<W, kStatic>(step, batch, r, loadFrame<W>(hotRows<W>(batch)[r]), rule);
}

template <int W, bool kStatic>
void pushRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const PushRule<W> rule{PushSpeed<W>(step.pushRate, step)};
    for (int r = beginRow; r < endRow; ++r)
        solveRow<W, kStatic>(step, step.pushVelocities, batch, r, coldRows<W>(batch)[r].pushImpulse, rule);
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
void keepRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    const Wide<W> share = splat<W>(step.keptShare);
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        ColdRow<W>& cold = coldRows<W>(batch)[r];
        for (int j = 0; j < kPoints; ++j)
            (share * load<W>(row.impulse[j])).store(row.impulse[j]);
        const FrictionImpulse<W> f = loadFriction<W>(cold);
        storeFriction<W>(cold, {share * f.f1, share * f.f2, share * f.twist, share * f.roll1, share * f.roll2});
        if (PointFrictionRow<W>* points = pointRow<W>(batch, r))
            for (int j = 0; j < kPoints; ++j)
                for (int axis = 0; axis < 2; ++axis)
                    (share * load<W>(points->impulse[j][axis])).store(points->impulse[j][axis]);
    }
}

}  // namespace drystone::kernels
