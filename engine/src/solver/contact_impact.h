// Which contacts hit something in this substep.
#pragma once

#include "solver/contact_kernels.h"
#include "solver/impact.h"

namespace drystone::kernels {

// v turned back by the rotation (u, w).
template <int W>
DRYSTONE_INLINE Vec3W<W> turnBack(Vec3W<W> u, Wide<W> w, Vec3W<W> v) {
    const Vec3W<W> t = cross(u, v);
    return v + splat<W>(2.0f) * (cross(u, t) - w * t);
}

// The rows' arms are those at which the step began, and a spinning body has turned on since: of a body turned by R,
// n.(w x R r) = (R^T n).(R^T w x r).
template <int W>
DRYSTONE_INLINE NormalVelocity<W> turnedVelocity(const Frame<W>& f, const ColdRow<W>& cold, const Delta<W>& deltaA,
                                                 const Delta<W>& deltaB, const Motion<W>& a, const Motion<W>& b) {
    const auto side = [&](const Delta<W>& delta, Wide<W> turns, Vec3W<W> center, Vec3W<W> spin) {
        const Vec3W<W> u = turns * delta.u;
        const Vec3W<W> moment = cross(turnBack<W>(u, delta.w, f.n), turnBack<W>(u, delta.w, spin));
        return NormalVelocity<W>{dot(moment, center), dot(moment, f.t1), dot(moment, f.t2)};
    };
    const NormalVelocity<W> onA = side(deltaA, load<W>(cold.turnsA), simd::loadVec3<W>(cold.centerA), a.angular);
    const NormalVelocity<W> onB = side(deltaB, load<W>(cold.turnsB), simd::loadVec3<W>(cold.centerB), b.angular);
    return {dot(f.n, b.linear - a.linear) + (onB.q0 - onA.q0), onB.q1 - onA.q1, onB.q2 - onA.q2};
}

// What is thrown to and fro between its neighbours keeps e of its speed each time: after ln 100 / -ln e passes, at most
// ln 100 / (1 - e), there is nothing left of it that a bounce would show.
template <int W>
DRYSTONE_INLINE Mask<W> stillShows(int pass, const ImpactRow<W>& impacts) {
    static constexpr float kLog100 = 4.6f;
    return splat<W>(float(pass - 1)) * load<W>(impacts.speedLost) < splat<W>(kLog100);
}

// A point hits if its gap closes within the substep, faster than rest. strike() looks again.
template <int W>
DRYSTONE_INLINE uint32_t hittingLanes(const StepContext& step, const HotRow<W>& row, const ImpactRow<W>& impacts,
                                      const NormalVelocity<W>& v) {
    const Wide<W> zero = splat<W>(0.0f), h = splat<W>(step.h);
    const Wide<W> least = -load<W>(impacts.restSpeed) - load<W>(impacts.acceleration) * h;
    uint32_t lanes = 0;
    const uint32_t able = row.hitting & bits(stillShows<W>(step.impacts->sweep, impacts));
    if (!able)
        return 0;
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> vn = v.at(load<W>(row.x[j]), load<W>(row.y[j]));
        lanes |= bits((load<W>(row.mass[j]) > zero) & (vn < least) & (load<W>(row.separation[j]) + h * vn < zero));
    }
    return lanes & able;
}

template <int W, bool kStatic>
void strikeRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        if (!row.hitting)
            continue;
        const ColdRow<W>& cold = coldRows<W>(batch)[r];
        ImpactRow<W>& impacts = impactRows<W>(batch)[r];
        const Frame<W> f = loadFrame<W>(row);
        const Delta<W> deltaA = loadDeltaA<W, kStatic>(step.deltas, row), deltaB = loadDelta<W>(step.deltas, row.bodyB);
        refreshSeparations<W>(row, cold, f, deltaA, deltaB);
        const NormalVelocity<W> v =
            turnedVelocity<W>(f, cold, deltaA, deltaB, loadMotionA<W, kStatic>(step.freeVelocities, row),
                              loadMotion<W>(step.freeVelocities, row.bodyB));
        const uint32_t lanes = hittingLanes<W>(step, row, impacts, v);
        for (int k = 0; k < W; ++k)
            if (lanes >> k & 1u)
                strike(step, batch.contacts[r * W + k], batch.points != nullptr,
                       {impacts.acceleration[k], impacts.restSpeed[k], &impacts.impulse[0][k], &impacts.leaving[k], W});
    }
}

template <int W, bool kStatic>
void forgetStrikesOfRows(const StepContext&, const RowBatch& batch, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r)
        if (hotRows<W>(batch)[r].hitting)
            splat<W>(0.0f).store(impactRows<W>(batch)[r].leaving);
}

}  // namespace drystone::kernels
