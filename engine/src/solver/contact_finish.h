// The end of the step: impulses back to the manifolds. The table of kernels.
#pragma once

#include "solver/contact_impact.h"
#include "solver/contact_position.h"
#include "solver/contact_prepare.h"

namespace drystone::kernels {

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
    for (int j = 0; j < kPoints; ++j)
        found[j] = max(found[j], splat<W>(0.0f));
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

// What struck and carries nothing now tells of the impact.
template <int W>
DRYSTONE_INLINE void storeImpacts(const StepContext& step, const RowBatch& batch, int index) {
    const HotRow<W>& row = hotRows<W>(batch)[index];
    const ImpactRow<W>& impacts = impactRows<W>(batch)[index];
    for (int k = 0; k < W; ++k) {
        if (!(row.hitting >> k & 1u))
            continue;
        float carried = 0.0f, struck = 0.0f;
        for (int j = 0; j < kPoints; ++j) {
            carried += row.impulse[j][k];
            struck += impacts.impulse[j][k];
        }
        if (carried > 0.0f || struck <= 0.0f)
            continue;
        Manifold& manifold = step.manifolds[batch.contacts[index * W + k].manifold];
        for (int j = 0; j < kPoints; ++j)
            manifold.normalImpulse[j] = -impacts.impulse[j][k];
    }
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
        if (row.hitting)
            storeImpacts<W>(step, batch, r);
    }
}

// Evaluated by the compiler: the table of one width.
template <int W>
consteval ContactKernels contactKernels() {
    return {
        .width = W,
        .hotBytes = sizeof(HotRow<W>),
        .coldBytes = sizeof(ColdRow<W>),
        .impactBytes = sizeof(ImpactRow<W>),
        .pointBytes = sizeof(PointFrictionRow<W>),
        .separationOffset = offsetof(HotRow<W>, separation),
        .hittingOffset = offsetof(HotRow<W>, hitting),
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
        .strike = {strikeRows<W, false>, strikeRows<W, true>},
        .forgetStrikes = {forgetStrikesOfRows<W, false>, forgetStrikesOfRows<W, true>},
        .keep = {keepRows<W, false>, keepRows<W, true>},
        .store = {storeRows<W, false>, storeRows<W, true>},
    };
}

}  // namespace drystone::kernels
