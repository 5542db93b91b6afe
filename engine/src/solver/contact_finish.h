// The end of the step: contacts that bounce, and impulses back to the manifolds.
#pragma once

#include "solver/contact_position.h"
#include "solver/contact_prepare.h"

namespace drystone::kernels {

// Points of one contact see each other this often in a pass: a box that lands flat must leave flat.
inline constexpr int kBounceSweeps = 8;

// The points of a contact that hit something in this step, with the velocity that each is to leave with. A point that was
// pushed but does not bounce must only not approach.
template <int W>
struct BounceTargets {
    Wide<W> velocity[kPoints];
    Mask<W> lanes;
};

// Leaving at w from the height s takes a body as high as energy/2g above the surface where, in the invariant of
// prepareBounce,  w^2/2 + g s - g lag w/2 = energy/2.
template <int W>
DRYSTONE_INLINE BounceTargets<W> bounceTargets(const StepContext& step, const HotRow<W>& row,
                                               const BounceRow<W>& bounce) {
    const Wide<W> zero = splat<W>(0.0f);
    const Wide<W> acceleration = load<W>(bounce.acceleration);
    const Wide<W> half = (splat<W>(0.5f) * splat<W>(step.energyLag)) * acceleration;
    BounceTargets<W> targets;
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> energy = load<W>(bounce.energy[j]), separation = load<W>(row.separation[j]);
        const Mask<W> hit = (energy > zero) & (load<W>(bounce.peakImpulse[j]) > zero);
        const Wide<W> squared = (half * half + energy) - (splat<W>(2.0f) * acceleration) * separation;
        const Wide<W> leave = max(half + sqrt(max(squared, zero)), zero);
        targets.velocity[j] = select(hit, leave, -(max(separation, zero) * splat<W>(step.inverseH)));
        targets.lanes = j == 0 ? hit : targets.lanes | hit;
    }
    return targets;
}

// Impulses l >= 0 with vn >= target, complementary, by Gauss-Seidel on K.
template <int W>
DRYSTONE_INLINE void solveBounce(HotRow<W>& row, const NormalVelocity<W>& v, const BounceTargets<W>& targets,
                                 Wide<W> (&impulse)[kPoints], Wide<W> (&change)[kPoints]) {
    const Wide<W> zero = splat<W>(0.0f);
    Wide<W> start[kPoints];
    for (int j = 0; j < kPoints; ++j) {
        change[j] = zero;
        start[j] = v.at(load<W>(row.x[j]), load<W>(row.y[j])) - targets.velocity[j];
    }
    for (int sweep = 0; sweep < kBounceSweeps; ++sweep) {
        for (int j = 0; j < kPoints; ++j) {
            Wide<W> vn = start[j];
            for (int i = 0; i < kPoints; ++i)
                if (i != j)
                    vn = vn + load<W>(row.coupling[i < j ? pairIndex(i, j) : pairIndex(j, i)]) * change[i];
            const Wide<W> old = load<W>(row.impulse[j]);
            change[j] = select(targets.lanes, max(old - load<W>(row.mass[j]) * vn, zero) - old, zero);
        }
    }
    for (int j = 0; j < kPoints; ++j) {
        impulse[j] = load<W>(row.impulse[j]) + change[j];
        impulse[j].store(row.impulse[j]);
    }
}

template <int W, bool kStatic>
void restituteRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        if (!row.bouncing)
            continue;
        ColdRow<W>& cold = coldRows<W>(batch)[r];
        const BounceTargets<W> targets = bounceTargets<W>(step, row, bounceRows<W>(batch)[r]);
        if (!bits(targets.lanes))
            continue;
        const Frame<W> f = loadFrame<W>(row);
        const Vec3W<W> centerA = simd::loadVec3<W>(cold.centerA), centerB = simd::loadVec3<W>(cold.centerB);
        Motion<W> a = loadMotionA<W, kStatic>(step.velocities, row), b = loadMotion<W>(step.velocities, row.bodyB);
        const PatchVelocity<W> v = patchVelocity<W>(f, centerA, centerB, a, b);

        Wide<W> impulse[kPoints], change[kPoints];
        solveBounce<W>(row, v.normal, targets, impulse, change);
        const NormalSums<W> d = sumNormals<W>(row, change);
        const FrictionImpulse<W> old = loadFriction<W>(cold);
        const FrictionImpulse<W> now = select<W>(
            targets.lanes, solveFriction<W>(row, cold, pointRow<W>(batch, r), targets.lanes, v, d, impulse), old);
        storeFriction<W>(cold, now);
        // A lane that does not bounce must be left as it is whatever its neighbours do.
        applyPatch<W, kStatic>(step.velocities, row, f, centerA, centerB, a, b, d, now - old, bits(targets.lanes));
    }
}

// A step much shorter than those before it says little of the forces that hold a body: what it corrects is not small
// against what it carries, and the next long step would start with that, scaled up.
template <int W>
DRYSTONE_INLINE void blendRecords(const StepContext& step, float* const (&target)[W],
                                  Wide<W> (&record)[simd::kRecordFloats]) {
    const float* from[W];
    for (int k = 0; k < W; ++k)
        from[k] = target[k];
    Wide<W> found[simd::kRecordFloats];
    simd::gatherRecords<W>(from, found);
    const Wide<W> scale = splat<W>(step.impulseScale), share = splat<W>(step.impulseShare);
    for (int i = 0; i < simd::kRecordFloats; ++i) {
        const Wide<W> old = scale * found[i];
        record[i] = old + share * (record[i] - old);
    }
}

// Few contacts have rolling resistance: their lanes are written one by one.
template <int W>
DRYSTONE_INLINE void storeRolling(const StepContext& step, const RowBatch& batch, int index, uint32_t lanes,
                                  Vec3W<W> impulse) {
    alignas(W * sizeof(float)) float xyz[3][W];
    simd::storeVec3<W>(xyz, impulse);
    for (int k = 0; k < W; ++k)
        if (lanes >> k & 1u)
            for (int i = 0; i < 3; ++i)
                step.manifolds[batch.contacts[index * W + k].manifold].rollingImpulse[i] = xyz[i][k];
}

template <int W, bool kStatic>
void storeRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        const HotRow<W>& row = hotRows<W>(batch)[r];
        const ColdRow<W>& cold = coldRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        const FrictionImpulse<W> t = loadFriction<W>(cold);
        const Vec3W<W> friction = t.f1 * f.t1 + t.f2 * f.t2;
        Wide<W> record[simd::kRecordFloats] = {load<W>(row.impulse[0]),
                                               load<W>(row.impulse[1]),
                                               load<W>(row.impulse[2]),
                                               load<W>(row.impulse[3]),
                                               friction.x,
                                               friction.y,
                                               friction.z,
                                               t.twist};

        float* target[W];
        uint32_t lanes = 0;
        for (int k = 0; k < W; ++k) {
            const int i = r * W + k;
            const bool exists = i < batch.contactCount;
            target[k] = step.manifolds[exists ? batch.contacts[i].manifold : 0].normalImpulse;
            lanes |= uint32_t(exists) << k;
        }
        if (step.impulseShare < 1.0f)
            blendRecords<W>(step, target, record);
        simd::scatterRecords<W>(target, record, lanes);
        if (row.rolling)
            storeRolling<W>(step, batch, r, row.rolling, t.roll1 * f.t1 + t.roll2 * f.t2);
    }
}

// Evaluated by the compiler: the table of one width.
template <int W>
consteval ContactKernels contactKernels() {
    return {
        .width = W,
        .hotBytes = sizeof(HotRow<W>),
        .coldBytes = sizeof(ColdRow<W>),
        .bounceBytes = sizeof(BounceRow<W>),
        .pointBytes = sizeof(PointFrictionRow<W>),
        .separationOffset = offsetof(HotRow<W>, separation),
        .prepare = {prepareRows<W, false>, prepareRows<W, true>},
        .solve = {solveRows<W, false>, solveRows<W, true>},
        .solveRigid = {solveRigidRows<W, false>, solveRigidRows<W, true>},
        .relax = {relaxRows<W, false>, relaxRows<W, true>},
        .iterate = {iterateRows<W, false>, iterateRows<W, true>},
        .push = {pushRows<W, false>, pushRows<W, true>},
        .part = {partRows<W, false>, partRows<W, true>},
        .project = {projectRows<W, false>, projectRows<W, true>},
        .settle = {settleRows<W, false>, settleRows<W, true>},
        .refresh = {refreshRows<W, false>, refreshRows<W, true>},
        .restitute = {restituteRows<W, false>, restituteRows<W, true>},
        .keep = {keepRows<W, false>, keepRows<W, true>},
        .store = {storeRows<W, false>, storeRows<W, true>},
    };
}

}  // namespace drystone::kernels
