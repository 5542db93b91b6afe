// Kernels of the support pass. See support_pass.h.
#pragma once

#include "solver/contact_prepare.h"
#include "solver/support_rows.h"

namespace drystone::kernels {

// Sweeps over the points of a contact; fewer leave a bias in the order of the points, and flat pyramids lean.
inline constexpr int kSupportSweeps = 8;

template <int W>
DRYSTONE_INLINE SupportRow<W>* supportRows(void* rows) {
    return static_cast<SupportRow<W>*>(rows);
}

template <int W>
DRYSTONE_INLINE Sym3W<W> select(Mask<W> m, const Sym3W<W>& a, const Sym3W<W>& b) {
    return {select(m, a.xx, b.xx), select(m, a.xy, b.xy), select(m, a.xz, b.xz),
            select(m, a.yy, b.yy), select(m, a.yz, b.yz), select(m, a.zz, b.zz)};
}

template <int W>
void setSupportLanes(void* memory, uint32_t first, uint32_t count) {
    SupportRow<W>& row = *static_cast<SupportRow<W>*>(memory);
    row.first = first;
    row.count = count;
}

// K_ij of the upper body alone, as the form in (1, x, y) of prepareNormals.
template <int W>
DRYSTONE_INLINE void prepareGive(const Frame<W>& f, const Inertia<W>& inertia, Vec3W<W> arm, SupportRow<W>& row) {
    const Vec3W<W> g = inertia.inverse * arm, u1 = inertia.inverse * f.t1, u2 = inertia.inverse * f.t2;
    (dot(f.n, scaleAxes<W>(inertia.inverseMass, f.n)) + dot(arm, g)).store(row.give[0]);
    (-dot(f.t2, g)).store(row.give[1]);
    dot(f.t1, g).store(row.give[2]);
    dot(f.t2, u2).store(row.give[3]);
    (-dot(f.t1, u2)).store(row.give[4]);
    dot(f.t1, u1).store(row.give[5]);
}

template <int W>
void prepareSupports(const SupportContext& context, void* memory, int beginRow, int endRow) {
    const StepContext& step = *context.step;
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        const Manifold* manifold[W];
        alignas(W * sizeof(float)) uint32_t a[W], b[W];
        alignas(W * sizeof(float)) float flipped[W];
        for (int k = 0; k < W; ++k) {
            const bool exists = uint32_t(k) < row.count;
            const SupportRef& ref = context.refs[row.first + (exists ? uint32_t(k) : 0u)];
            manifold[k] = exists ? step.manifolds + ref.manifold : &kNoManifold;
            a[k] = exists ? ref.bodyA : 0;
            b[k] = exists ? ref.bodyB : 0;
            row.upper[k] = exists ? ref.upper : 0;
            row.lower[k] = exists ? ref.lower : 0;
            flipped[k] = exists && ref.upper == ref.bodyA ? 1.0f : 0.0f;
            row.weight[k] = exists ? ref.weight : 0.0f;
        }
        const ManifoldLanes<W> m = loadManifolds<W>(manifold);
        Patch<W> p;
        p.a = loadMotion<W>(step.velocities, a);
        p.b = loadMotion<W>(step.velocities, b);
        p.inertiaA = loadInertia<W>(step.inertias, a, p.a);
        p.inertiaB = loadInertia<W>(step.inertias, b, p.b);
        placeFrame<W>(step, m, p);

        const Wide<W> zero = splat<W>(0.0f);
        const Mask<W> turned = load<W>(flipped) > zero;
        const Vec3W<W> n = select(turned, -p.frame.n, p.frame.n);
        const Frame<W> f{n, p.frame.t1, cross(n, p.frame.t1)};
        const Vec3W<W> armUpper = cross(select(turned, p.centerA, p.centerB), n);
        Inertia<W> upper;
        upper.inverse = select(turned, p.inertiaA.inverse, p.inertiaB.inverse);
        upper.inverseMass = select(turned, p.inertiaA.inverseMass, p.inertiaB.inverseMass);
        simd::storeVec3<W>(row.normal, f.n);
        simd::storeVec3<W>(row.tangent, f.t1);
        simd::storeVec3<W>(row.armUpper, armUpper);
        simd::storeVec3<W>(row.armLower, cross(select(turned, p.centerB, p.centerA), n));
        simd::storeSym3<W>(row.inertiaUpper, upper.inverse);
        simd::storeSym3<W>(row.inertiaLower, select(turned, p.inertiaB.inverse, p.inertiaA.inverse));
        for (int j = 0; j < kPoints; ++j) {
            p.x[j].store(row.x[j]);
            select(turned, -p.y[j], p.y[j]).store(row.y[j]);
        }
        prepareGive<W>(f, upper, armUpper, row);
        const uint32_t upperIsA = bits(turned);
        row.lanesLower = (p.inertiaB.pushable & upperIsA) | (p.inertiaA.pushable & ~upperIsA);
    }
}

template <int W>
DRYSTONE_INLINE NormalVelocity<W> supportVelocity(const SupportRow<W>& row, const Frame<W>& f, const Motion<W>& upper,
                                                  const Motion<W>& lower) {
    return normalVelocity<W>(f, simd::loadVec3<W>(row.armLower), simd::loadVec3<W>(row.armUpper), lower, upper);
}

template <int W>
DRYSTONE_INLINE Frame<W> loadFrame(const SupportRow<W>& row) {
    const Vec3W<W> n = simd::loadVec3<W>(row.normal), t1 = simd::loadVec3<W>(row.tangent);
    return {n, t1, cross(n, t1)};
}

template <int W>
void beginSupports(const SupportContext& context, void* memory, int beginRow, int endRow) {
    const StepContext& step = *context.step;
    const Wide<W> zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        alignas(W * sizeof(float)) float separation[kPoints][W];
        for (int k = 0; k < W; ++k) {
            const bool exists = uint32_t(k) < row.count;
            const SupportRef& ref = context.refs[row.first + (exists ? uint32_t(k) : 0u)];
            for (int j = 0; j < kPoints; ++j) {
                separation[j][k] = exists ? ref.hot[uint32_t(j) * ref.stride] : 0.0f;
                row.start[j][k] = exists ? ref.hot[uint32_t(kPoints + j) * ref.stride] : 0.0f;
                row.mass[j][k] = exists ? ref.hot[uint32_t(2 * kPoints + j) * ref.stride] : 0.0f;
            }
        }
        const Motion<W> upper = loadMotion<W>(step.velocities, row.upper), lower = loadMotion<W>(step.velocities, row.lower);
        const NormalVelocity<W> v = supportVelocity<W>(row, loadFrame<W>(row), upper, lower);
        Wide<W> residual = zero;
        Mask<W> acts = zero > zero;
        for (int j = 0; j < kPoints; ++j) {
            const Wide<W> mass = load<W>(row.mass[j]), s = load<W>(separation[j]), l = load<W>(row.start[j]);
            const Mask<W> exists = mass > zero;
            const Wide<W> gap = max(s, zero) * splat<W>(step.inverseH);
            const Wide<W> approach = v.at(load<W>(row.x[j]), load<W>(row.y[j])) + gap;
            const Wide<W> missing = abs(l - max(l - mass * approach, zero));
            residual = max(residual, select(exists, missing / mass, zero));
            acts = acts | (exists & ((l > zero) | (s <= splat<W>(step.linearSlop)) | (approach <= zero)));
            gap.store(row.gap[j]);
            approach.store(row.approach[j]);
            l.store(row.impulse[j]);
        }
        alignas(W * sizeof(float)) float worst[W], supports[W];
        residual.store(worst);
        select(acts, load<W>(row.weight), zero).store(supports);
        for (uint32_t k = 0; k < row.count; ++k) {
            context.verdicts[row.first + k].residual = worst[k];
            context.verdicts[row.first + k].supports = supports[k];
        }
    }
}

template <int W>
void markOpenSupports(const SupportContext& context, void* memory, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        for (int k = 0; k < W; ++k)
            row.open[k] = uint32_t(k) < row.count && context.islandOpen[context.refs[row.first + uint32_t(k)].island]
                ? 1.0f
                : 0.0f;
    }
}

template <int W>
DRYSTONE_INLINE uint32_t openLanes(const SupportRow<W>& row) {
    return bits(load<W>(row.open) > splat<W>(0.0f));
}

// What impulses hold the upper body of its own, the lower one given. Contacts that hold one body share it out: each sees
// 1/S of its mass.
template <int W>
DRYSTONE_INLINE void solveOneSided(const SupportContext& context, SupportRow<W>& row, const Motion<W>& upper,
                                   const Motion<W>& lower) {
    const Wide<W> zero = splat<W>(0.0f);
    alignas(W * sizeof(float)) float count[W];
    for (int k = 0; k < W; ++k)
        count[k] = context.supportCount[row.upper[k]];
    const Wide<W> share = max(load<W>(count), splat<W>(1.0f));
    Wide<W> g[6];
    for (int i = 0; i < 6; ++i)
        g[i] = share * load<W>(row.give[i]);
    const NormalVelocity<W> v = supportVelocity<W>(row, loadFrame<W>(row), upper, lower);

    Wide<W> start[kPoints], target[kPoints], mass[kPoints], coupling[kPointPairs], change[kPoints];
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> x = load<W>(row.x[j]), y = load<W>(row.y[j]);
        const Wide<W> k0 = g[0] + (g[1] * x + g[2] * y), k1 = g[1] + (g[3] * x + g[4] * y),
                      k2 = g[2] + (g[4] * x + g[5] * y);
        const Wide<W> k = k0 + (k1 * x + k2 * y);
        mass[j] = select((load<W>(row.mass[j]) > zero) & (k > zero), splat<W>(1.0f) / k, zero);
        for (int i = j + 1; i < kPoints; ++i)
            coupling[pairIndex(j, i)] = k0 + (k1 * load<W>(row.x[i]) + k2 * load<W>(row.y[i]));
        start[j] = load<W>(row.impulse[j]);
        target[j] = v.at(x, y) + load<W>(row.gap[j]);
        change[j] = zero;
    }
    const auto solvePoint = [&](int j) {
        // The point's own share of the velocity drops out of  l + d - (r + K_jj d) / K_jj.
        Wide<W> approach = target[j];
        for (int i = 0; i < kPoints; ++i)
            if (i != j)
                approach = approach + coupling[i < j ? pairIndex(i, j) : pairIndex(j, i)] * change[i];
        change[j] = max(start[j] - mass[j] * approach, zero) - start[j];
    };
    for (int sweep = 0; sweep < kSupportSweeps; ++sweep)
        for (int j = 0; j < kPoints; ++j)
            solvePoint(sweep % 2 ? kPoints - 1 - j : j);
    const Wide<W> weight = load<W>(row.weight) * load<W>(row.open);
    for (int j = 0; j < kPoints; ++j)
        select(load<W>(row.mass[j]) > zero, weight * change[j], zero).store(row.change[j]);
}

// Impulses `change` on a body with these arms.
template <int W>
DRYSTONE_INLINE Motion<W> push(const SupportRow<W>& row, const Frame<W>& f, Motion<W> m, const float (&inertia)[6][W],
                               const float (&arm)[3][W], Wide<W> sign) {
    Wide<W> sum = splat<W>(0.0f), x = sum, y = sum;
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> d = sign * load<W>(row.change[j]);
        sum = sum + d;
        x = x + d * load<W>(row.x[j]);
        y = y + d * load<W>(row.y[j]);
    }
    m.linear = m.linear + scaleAxes<W>(axisInverseMass<W>(m.inverseMass, m.locks), sum * f.n);
    m.angular = m.angular + simd::loadSym3<W>(inertia) * (sum * simd::loadVec3<W>(arm) + (y * f.t1 - x * f.t2));
    return m;
}

template <int W>
void predictUp(const SupportContext& context, void* memory, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        if (openLanes<W>(row))
            solveOneSided<W>(context, row, loadMotion<W>(context.predicted, row.upper),
                             loadMotion<W>(context.predicted, row.lower));
    }
}

template <int W>
void applyUp(const SupportContext& context, void* memory, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        const uint32_t lanes = openLanes<W>(row);
        if (!lanes)
            continue;
        const Motion<W> upper = push<W>(row, loadFrame<W>(row), loadMotion<W>(context.predicted, row.upper),
                                        row.inertiaUpper, row.armUpper, splat<W>(1.0f));
        storeMotion<W>(context.predicted, row.upper, upper, lanes);
    }
}

template <int W>
void solveDown(const SupportContext& context, void* memory, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        if (openLanes<W>(row))
            solveOneSided<W>(context, row, loadMotion<W>(context.step->velocities, row.upper),
                             loadMotion<W>(context.predicted, row.lower));
    }
}

template <int W>
void applyDown(const SupportContext& context, void* memory, int beginRow, int endRow) {
    VelocityRow* velocities = context.step->velocities;
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        const uint32_t lanes = openLanes<W>(row);
        if (!lanes)
            continue;
        const Frame<W> f = loadFrame<W>(row);
        const Motion<W> upper = push<W>(row, f, loadMotion<W>(velocities, row.upper), row.inertiaUpper, row.armUpper,
                                        splat<W>(1.0f));
        const Motion<W> lower = push<W>(row, f, loadMotion<W>(velocities, row.lower), row.inertiaLower, row.armLower,
                                        splat<W>(-1.0f));
        storeMotion<W>(velocities, row.upper, upper, lanes);
        storeMotion<W>(velocities, row.lower, lower, lanes & row.lanesLower);
        for (int j = 0; j < kPoints; ++j)
            (load<W>(row.impulse[j]) + load<W>(row.change[j])).store(row.impulse[j]);
    }
}

// The quadratic that the line search minimises, along the change dl of the impulses:  -gain a + cost a^2 / 2  with
// gain = -dl.r0 and cost = dl.(r1 - r0) = dv.M dv.
template <int W>
void measureSupports(const SupportContext& context, void* memory, int beginRow, int endRow) {
    const StepContext& step = *context.step;
    const Wide<W> zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        SupportRow<W>& row = supportRows<W>(memory)[r];
        Wide<W> gain = zero, cost = zero;
        if (openLanes<W>(row)) {
            const NormalVelocity<W> v = supportVelocity<W>(row, loadFrame<W>(row), loadMotion<W>(step.velocities, row.upper),
                                                           loadMotion<W>(step.velocities, row.lower));
            for (int j = 0; j < kPoints; ++j) {
                const Wide<W> d = load<W>(row.impulse[j]) - load<W>(row.start[j]), before = load<W>(row.approach[j]);
                const Wide<W> after = v.at(load<W>(row.x[j]), load<W>(row.y[j])) + load<W>(row.gap[j]);
                gain = gain - d * before;
                cost = cost + d * (after - before);
            }
        }
        alignas(W * sizeof(float)) float gains[W], costs[W];
        gain.store(gains);
        cost.store(costs);
        for (uint32_t k = 0; k < row.count; ++k) {
            context.verdicts[row.first + k].gain = gains[k];
            context.verdicts[row.first + k].cost = costs[k];
        }
    }
}

template <int W>
void finishSupports(const SupportContext& context, void* memory, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        const SupportRow<W>& row = supportRows<W>(memory)[r];
        for (uint32_t k = 0; k < row.count; ++k) {
            const SupportRef& ref = context.refs[row.first + k];
            if (!context.islandOpen[ref.island])
                continue;
            const float step = context.islandStep[ref.island];
            for (int j = 0; j < kPoints; ++j) {
                const float start = row.start[j][k];
                ref.hot[uint32_t(kPoints + j) * ref.stride] =
                    step > 0.0f ? start + step * (row.impulse[j][k] - start) : start;
            }
        }
    }
}

template <int W>
consteval SupportKernels supportKernels() {
    return {
        .width = W,
        .rowBytes = sizeof(SupportRow<W>),
        .prepare = prepareSupports<W>,
        .begin = beginSupports<W>,
        .predictUp = predictUp<W>,
        .applyUp = applyUp<W>,
        .solveDown = solveDown<W>,
        .applyDown = applyDown<W>,
        .measure = measureSupports<W>,
        .finish = finishSupports<W>,
        .setLanes = setSupportLanes<W>,
        .markOpen = markOpenSupports<W>,
    };
}

}  // namespace drystone::kernels
