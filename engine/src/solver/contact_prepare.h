// Contact rows from manifolds.
#pragma once

#include "core/prefetch.h"
#include "solver/contact_kernels.h"

namespace drystone::kernels {

// What lanes without a contact read: every row made of it is zero and pushes nothing.
inline constexpr Manifold kNoManifold{};

inline constexpr int kManifoldRecords = 5;  // the sixth is read where there is rolling resistance

template <int W>
struct ManifoldLanes {
    Vec3W<W> normal, centerOffset;
    Vec3W<W> anchor[kPoints];
    Wide<W> separation[kPoints], normalImpulse[kPoints];
    Mask<W> exists[kPoints];
    Wide<W> pointCount;
    Vec3W<W> frictionImpulse;
    Wide<W> twistImpulse;
    Wide<W> friction, staticFriction, restitution, round, rollingLength;
    Vec3W<W> rollingImpulse;
};

template <int W>
DRYSTONE_INLINE ManifoldLanes<W> loadManifolds(const Manifold* const (&manifold)[W]) {
    Wide<W> f[kManifoldRecords][simd::kRecordFloats];
    for (int i = 0; i < kManifoldRecords; ++i) {
        const float* record[W];
        for (int k = 0; k < W; ++k)
            record[k] = reinterpret_cast<const float*>(manifold[k]) + i * simd::kRecordFloats;
        simd::gatherRecords<W>(record, f[i]);
    }
    const Wide<W> zero = splat<W>(0.0f);
    ManifoldLanes<W> m;
    m.normal = {f[0][0], f[0][1], f[0][2]};
    m.friction = f[0][3];
    m.centerOffset = {f[0][4], f[0][5], f[0][6]};
    m.pointCount = f[0][7];
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W>* p = f[1 + j / 2] + 4 * (j % 2);
        m.exists[j] = m.pointCount > splat<W>(float(j));
        m.anchor[j] = select(m.exists[j], Vec3W<W>{p[0], p[1], p[2]}, Vec3W<W>{zero, zero, zero});
        m.separation[j] = select(m.exists[j], p[3], zero);
        m.normalImpulse[j] = select(m.exists[j], max(f[3][j], zero), zero);
    }
    m.frictionImpulse = {f[3][4], f[3][5], f[3][6]};
    m.twistImpulse = f[3][7];
    m.staticFriction = f[4][0];
    m.restitution = f[4][1];
    m.round = select(f[4][2] < splat<W>(kLanding), f[4][2], f[4][2] - splat<W>(kLanding));
    m.rollingLength = f[4][3];
    m.rollingImpulse = {zero, zero, zero};
    if (bits(m.rollingLength > zero)) {
        alignas(W * sizeof(float)) float rolling[3][W];
        for (int k = 0; k < W; ++k)
            for (int i = 0; i < 3; ++i)
                rolling[i][k] = manifold[k]->rollingImpulse[i];
        m.rollingImpulse = simd::loadVec3<W>(rolling);
    }
    return m;
}

template <int W>
struct Inertia {
    Sym3W<W> inverse;
    Vec3W<W> inverseMass;  // by world axis
    uint32_t pushable;     // lanes
};

template <int W>
DRYSTONE_INLINE Inertia<W> loadInertia(const InertiaRow* rows, const uint32_t (&index)[W], const Motion<W>& motion) {
    Wide<W> f[simd::kRecordFloats];
    gatherRows<W>(rows, index, f);
    const Wide<W> sum = motion.inverseMass + ((f[0] + f[3]) + f[5]);
    return {{f[0], f[1], f[2], f[3], f[4], f[5]},
            axisInverseMass<W>(motion.inverseMass, motion.locks),
            bits(sum > splat<W>(0.0f))};
}

// The contact in its own frame, with what the row masses are made of.
template <int W>
struct Patch {
    Frame<W> frame;
    Vec3W<W> centerA, centerB;
    Wide<W> x[kPoints], y[kPoints];
    Motion<W> a, b;
    Inertia<W> inertiaA, inertiaB;
};

// A unit vector perpendicular to n. Duff et al., "Building an Orthonormal Basis, Revisited", JCGT 2017.
template <int W>
DRYSTONE_INLINE Vec3W<W> tangent(Vec3W<W> n) {
    const Wide<W> sign = signOf(n.z);
    const Wide<W> a = splat<W>(-1.0f) / (sign + n.z);
    return {splat<W>(1.0f) + ((sign * n.x) * n.x) * a, sign * ((n.x * n.y) * a), -sign * n.x};
}

template <int W>
DRYSTONE_INLINE Wide<W> reciprocalOrZero(Wide<W> x) {
    const Wide<W> zero = splat<W>(0.0f);
    return select(x > zero, splat<W>(1.0f) / x, zero);
}

// Axis locks can leave a direction in which nothing gives: its effective mass is then rounding over rounding. Without
// locks the inverse effective mass is at least the sum of the inverse masses.
template <int W>
DRYSTONE_INLINE Wide<W> leastGive(const Patch<W>& p) {
    return splat<W>(1e-6f) * (p.a.inverseMass + p.b.inverseMass);
}

template <int W>
DRYSTONE_INLINE Wide<W> reciprocalAbove(Wide<W> least, Wide<W> x) {
    return select(x > least, splat<W>(1.0f) / x, splat<W>(0.0f));
}

// The friction centre is the mean of the points, those that are apart counting less. Anchors lie halfway across a gap, but
// what rubs once it is closed are the surfaces: each body's centre is on its own.
template <int W>
DRYSTONE_INLINE void placeFrame(const StepContext& step, const ManifoldLanes<W>& m, Patch<W>& p) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
    const Vec3W<W> t1 = tangent<W>(m.normal);
    p.frame = {m.normal, t1, cross(m.normal, t1)};

    Wide<W> total = zero, gap = zero;
    p.centerA = {zero, zero, zero};
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> near = splat<W>(2.0f) - m.separation[j] * splat<W>(step.inverseGapScale);
        const Wide<W> weight = select(m.exists[j], min(max(near, splat<W>(1e-10f)), one), zero);
        p.centerA = p.centerA + weight * m.anchor[j];
        gap = gap + weight * m.separation[j];
        total = total + weight;
    }
    const Wide<W> mean = reciprocalOrZero<W>(total);
    const Vec3W<W> halfGap = (splat<W>(0.5f) * max(mean * gap, zero)) * m.normal;
    const Vec3W<W> center = mean * p.centerA;
    p.centerA = center - halfGap;
    p.centerB = (center + m.centerOffset) + halfGap;
    for (int j = 0; j < kPoints; ++j) {
        const Vec3W<W> r = m.anchor[j] - p.centerA;
        p.x[j] = select(m.exists[j], dot(r, p.frame.t1), zero);
        p.y[j] = select(m.exists[j], dot(r, p.frame.t2), zero);
    }
}

// K_ij = n.D n + armA.IA armA + armB.IB armB + g.(u_i + u_j) + u_i.IS u_j with u = y t1 - x t2, D the sum of the inverse
// masses by axis, g = IA armA + IB armB and IS = IA + IB: a quadratic form G in (1, x, y).
template <int W>
DRYSTONE_INLINE void prepareNormals(const Patch<W>& p, const ManifoldLanes<W>& m, HotRow<W>& row) {
    const Frame<W>& f = p.frame;
    const Vec3W<W> armA = cross(p.centerA, f.n), armB = cross(p.centerB, f.n);
    simd::storeVec3<W>(row.armA, armA);
    simd::storeVec3<W>(row.armB, armB);

    const Vec3W<W> d = p.inertiaA.inverseMass + p.inertiaB.inverseMass;
    const Sym3W<W> sum = p.inertiaA.inverse + p.inertiaB.inverse;
    const Vec3W<W> gA = p.inertiaA.inverse * armA, gB = p.inertiaB.inverse * armB, g = gA + gB;
    const Vec3W<W> u1 = sum * f.t1, u2 = sum * f.t2;
    const Wide<W> g00 = dot(f.n, scaleAxes<W>(d, f.n)) + (dot(armA, gA) + dot(armB, gB));
    const Wide<W> g01 = -dot(f.t2, g), g02 = dot(f.t1, g);
    const Wide<W> g11 = dot(f.t2, u2), g12 = -dot(f.t1, u2), g22 = dot(f.t1, u1);
    const Wide<W> least = leastGive<W>(p);
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> x = p.x[j], y = p.y[j];
        const Wide<W> k0 = g00 + (g01 * x + g02 * y), k1 = g01 + (g11 * x + g12 * y), k2 = g02 + (g12 * x + g22 * y);
        const Wide<W> k = k0 + (k1 * x + k2 * y);
        select(m.exists[j], reciprocalAbove<W>(least, k), splat<W>(0.0f)).store(row.mass[j]);
        for (int i = j + 1; i < kPoints; ++i)
            (k0 + (k1 * p.x[i] + k2 * p.y[i])).store(row.coupling[pairIndex(j, i)]);
    }
}

// The inverse of the tangent matrix. Under axis locks it may be of rank one, where 1/trace is its exact inverse along the
// free direction and harmless across; near that, the determinant is rounding noise.
template <int W>
DRYSTONE_INLINE void prepareTangentMass(Wide<W> least, Wide<W> k11, Wide<W> k12, Wide<W> k22, ColdRow<W>& cold) {
    const Wide<W> zero = splat<W>(0.0f);
    const Wide<W> trace = k11 + k22, fallback = reciprocalAbove<W>(least, trace);
    const Wide<W> difference = k11 - k22, cross = k12 + k12;
    const Wide<W> greater = splat<W>(0.5f) * (trace + sqrt(difference * difference + cross * cross));
    select(trace > least, greater, zero).store(cold.slideGive);
    for (int i = 0; i < 3; ++i)
        zero.store(cold.slideDirection[i]);
    cold.sliding = 0;
    // As shares of the trace: the product of two inverse masses may leave float's range.
    const Wide<W> q11 = fallback * k11, q12 = fallback * k12, q22 = fallback * k22;
    const Wide<W> determinant = q11 * q22 - q12 * q12;
    const Mask<W> regular = determinant > splat<W>(1e-5f);
    const Wide<W> inverse = fallback * reciprocalOrZero<W>(determinant);
    select(regular, inverse * q22, fallback).store(cold.tangentMass[0]);
    select(regular, -(inverse * q12), zero).store(cold.tangentMass[1]);
    select(regular, inverse * q11, fallback).store(cold.tangentMass[2]);
}

template <int W>
DRYSTONE_INLINE void prepareFriction(const Patch<W>& p, ColdRow<W>& cold, PointFrictionRow<W>* points) {
    const Frame<W>& f = p.frame;
    const Sym3W<W>&inertiaA = p.inertiaA.inverse, &inertiaB = p.inertiaB.inverse;
    const Vec3W<W> d = p.inertiaA.inverseMass + p.inertiaB.inverseMass;
    const Vec3W<W> gA = inertiaA * cross(p.centerA, f.n), gB = inertiaB * cross(p.centerB, f.n), g = gA + gB;
    const Vec3W<W> a1 = cross(p.centerA, f.t1), a2 = cross(p.centerA, f.t2);
    const Vec3W<W> b1 = cross(p.centerB, f.t1), b2 = cross(p.centerB, f.t2);
    const Vec3W<W> ia1 = inertiaA * a1, ib1 = inertiaB * b1, ia2 = inertiaA * a2, ib2 = inertiaB * b2;
    const Vec3W<W> d1 = scaleAxes<W>(d, f.t1), d2 = scaleAxes<W>(d, f.t2);
    const Wide<W> k11 = dot(f.t1, d1) + (dot(a1, ia1) + dot(b1, ib1));
    const Wide<W> k12 = dot(f.t2, d1) + (dot(a2, ia1) + dot(b2, ib1));
    const Wide<W> k22 = dot(f.t2, d2) + (dot(a2, ia2) + dot(b2, ib2));
    prepareTangentMass<W>(leastGive<W>(p), k11, k12, k22, cold);
    if (points) {
        k11.store(points->give[0]);
        k12.store(points->give[1]);
        k22.store(points->give[2]);
    }

    const Vec3W<W> spin = (inertiaA + inertiaB) * f.n, s1 = ia1 + ib1, s2 = ia2 + ib2;
    dot(f.n, spin).store(cold.spinGive);
    reciprocalOrZero<W>(dot(f.n, spin)).store(cold.twistMass);
    dot(f.n, g).store(cold.coupling[kSpinF]);
    (-dot(spin, f.t2)).store(cold.coupling[kSpinX]);
    dot(spin, f.t1).store(cold.coupling[kSpinY]);
    (dot(f.n, d1) + (dot(a1, gA) + dot(b1, gB))).store(cold.coupling[kSlide1F]);
    (-dot(s1, f.t2)).store(cold.coupling[kSlide1X]);
    dot(s1, f.t1).store(cold.coupling[kSlide1Y]);
    dot(s1, f.n).store(cold.coupling[kSlide1Twist]);
    (dot(f.n, d2) + (dot(a2, gA) + dot(b2, gB))).store(cold.coupling[kSlide2F]);
    (-dot(s2, f.t2)).store(cold.coupling[kSlide2X]);
    dot(s2, f.t1).store(cold.coupling[kSlide2Y]);
    dot(s2, f.n).store(cold.coupling[kSlide2Twist]);
}

// Rolling resistance is a matter of spheres, whose inertia is the same about both tangents.
template <int W>
DRYSTONE_INLINE void prepareRolling(const Patch<W>& p, const ManifoldLanes<W>& m, HotRow<W>& row, ColdRow<W>& cold) {
    row.rolling = bits(m.rollingLength > splat<W>(0.0f));
    if (!row.rolling)
        return;
    const Sym3W<W> sum = p.inertiaA.inverse + p.inertiaB.inverse;
    const Wide<W> k1 = dot(p.frame.t1, sum * p.frame.t1), k2 = dot(p.frame.t2, sum * p.frame.t2);
    reciprocalOrZero<W>(max(k1, k2)).store(cold.rollingMass);
    m.rollingLength.store(cold.rollingLength);
}

// The friction impulse of a patch shared out to its points, which is what they start from: each bears of it what it bears
// of the load, and together they have the same moment about the normal. Returns what they add up to.
template <int W>
DRYSTONE_INLINE FrictionImpulse<W> shareOut(const HotRow<W>& row, const FrictionImpulse<W>& patch,
                                            const Wide<W> (&impulse)[kPoints], PointFrictionRow<W>& points) {
    const Wide<W> zero = splat<W>(0.0f);
    Wide<W> total = zero, x = zero, y = zero, spread = zero;
    for (int j = 0; j < kPoints; ++j) {
        total = total + impulse[j];
        x = x + impulse[j] * load<W>(row.x[j]);
        y = y + impulse[j] * load<W>(row.y[j]);
    }
    const Wide<W> mean = reciprocalAbove<W>(splat<W>(1e-30f), total);
    x = mean * x;
    y = mean * y;
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> dx = load<W>(row.x[j]) - x, dy = load<W>(row.y[j]) - y;
        spread = spread + (mean * impulse[j]) * (dx * dx + dy * dy);
    }
    const Wide<W> turn = (patch.twist - (x * patch.f2 - y * patch.f1)) * reciprocalAbove<W>(splat<W>(1e-12f), spread);
    FrictionImpulse<W> sum{zero, zero, zero, patch.roll1, patch.roll2};
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> px = load<W>(row.x[j]), py = load<W>(row.y[j]), share = mean * impulse[j];
        const Wide<W> f1 = share * (patch.f1 - turn * (py - y)), f2 = share * (patch.f2 + turn * (px - x));
        f1.store(points.impulse[j][0]);
        f2.store(points.impulse[j][1]);
        sum.f1 = sum.f1 + f1;
        sum.f2 = sum.f2 + f2;
        sum.twist = sum.twist + (px * f2 - py * f1);
    }
    return sum;
}

// Impulses of the step before, which start this one.
template <int W, bool kStatic>
DRYSTONE_INLINE void warmStart(const StepContext& step, const ManifoldLanes<W>& m, Patch<W>& p, HotRow<W>& row,
                               ColdRow<W>& cold, PointFrictionRow<W>* points) {
    const Wide<W> scale = splat<W>(step.warmStartScale);
    Wide<W> impulse[kPoints];
    for (int j = 0; j < kPoints; ++j) {
        impulse[j] = scale * m.normalImpulse[j];
        impulse[j].store(row.impulse[j]);
    }
    const Vec3W<W> friction = scale * m.frictionImpulse;
    const Vec3W<W> rolling = scale * m.rollingImpulse;
    FrictionImpulse<W> f{dot(friction, p.frame.t1), dot(friction, p.frame.t2), scale * m.twistImpulse,
                         dot(rolling, p.frame.t1), dot(rolling, p.frame.t2)};
    if (points)
        f = shareOut<W>(row, f, impulse, *points);
    storeFriction<W>(cold, f);
    applyPatch<W, kStatic>(step.velocities, row, p.frame, p.centerA, p.centerB, p.a, p.b, sumNormals<W>(row, impulse),
                           f);
}

// -n.(aB - aA): how fast the approach speeds up. And the speed that the forces give either body along n in a step: what
// approaches no faster stays.
template <int W>
DRYSTONE_INLINE void prepareAccelerations(const StepContext& step, const HotRow<W>& row, Vec3W<W> n, Mask<W> hitting,
                                          ImpactRow<W>& impacts) {
    alignas(W * sizeof(float)) float a[3][W], b[3][W];
    const auto gather = [&](const uint32_t(&body)[W], float(&out)[3][W]) {
        for (int k = 0; k < W; ++k) {
            const BodyMotion& motion = step.motions[body[k]];
            out[0][k] = motion.acceleration.x;
            out[1][k] = motion.acceleration.y;
            out[2][k] = motion.acceleration.z;
            if (step.flights)
                for (int axis = 0; axis < 3; ++axis)
                    out[axis][k] += step.flights[body[k]].startAcceleration[axis];
        }
    };
    gather(row.bodyA, a);
    gather(row.bodyB, b);
    const Wide<W> alongA = dot(n, simd::loadVec3<W>(a)), alongB = dot(n, simd::loadVec3<W>(b));
    (alongA - alongB).store(impacts.acceleration);
    const Wide<W> rest = max(splat<W>(step.restitutionFloor), splat<W>(step.dt) * max(abs(alongA), abs(alongB)));
    select(hitting, rest, splat<W>(kNoImpact)).store(impacts.restSpeed);
}

// New contacts that close within the step: without restitution too they meet at their own time and speed, and friction with
// the whole of their impulse.
template <int W>
DRYSTONE_INLINE Mask<W> arrives(const StepContext& step, const ManifoldLanes<W>& m, const HotRow<W>& row,
                                const Frame<W>& f) {
    const Wide<W> zero = splat<W>(0.0f);
    Wide<W> carried = m.normalImpulse[0], closest = m.separation[0];
    for (int j = 1; j < kPoints; ++j) {
        carried = carried + m.normalImpulse[j];
        closest = min(closest, m.separation[j]);
    }
    const Mask<W> fresh = m.exists[0] & (carried <= zero) & (closest > zero);
    if (!bits(fresh))
        return fresh;
    const NormalVelocity<W> v =
        normalVelocity<W>(f, simd::loadVec3<W>(row.armA), simd::loadVec3<W>(row.armB),
                          loadMotion<W>(step.freeVelocities, row.bodyA), loadMotion<W>(step.freeVelocities, row.bodyB));
    Mask<W> closes = zero > zero;
    for (int j = 0; j < kPoints; ++j)
        closes =
            closes | (m.exists[j] & (v.at(load<W>(row.x[j]), load<W>(row.y[j])) < -splat<W>(step.restitutionFloor)));
    return fresh & closes;
}

template <int W>
DRYSTONE_INLINE void prepareImpacts(const StepContext& step, const ManifoldLanes<W>& m, const Frame<W>& f,
                                    HotRow<W>& row, ImpactRow<W>& impacts) {
    const Wide<W> zero = splat<W>(0.0f);
    const Mask<W> hitting = ((m.restitution > zero) & m.exists[0]) | arrives<W>(step, m, row, f);
    row.hitting = bits(hitting);
    if (!row.hitting)
        return;
    prepareAccelerations<W>(step, row, f.n, hitting, impacts);
    for (int j = 0; j < kPoints; ++j)
        zero.store(impacts.impulse[j]);
    zero.store(impacts.leaving);
    (splat<W>(1.0f) - m.restitution).store(impacts.speedLost);
}

template <int W>
DRYSTONE_INLINE void storeGeometry(const ManifoldLanes<W>& m, const Patch<W>& p, HotRow<W>& row, ColdRow<W>& cold) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
    simd::storeVec3<W>(row.normal, p.frame.n);
    simd::storeVec3<W>(row.tangent, p.frame.t1);
    simd::storeSym3<W>(row.inertiaA, p.inertiaA.inverse);
    simd::storeSym3<W>(row.inertiaB, p.inertiaB.inverse);
    simd::storeVec3<W>(cold.centerA, p.centerA);
    simd::storeVec3<W>(cold.centerB, p.centerB);
    const Mask<W> roundB = m.round > splat<W>(1.5f);
    (one - select(roundB, m.round - splat<W>(2.0f), m.round)).store(cold.turnsA);
    select(roundB, zero, one).store(cold.turnsB);
    m.friction.store(cold.friction);
    m.staticFriction.store(cold.staticFriction);
    for (int j = 0; j < kPoints; ++j) {
        p.x[j].store(row.x[j]);
        p.y[j].store(row.y[j]);
        m.separation[j].store(row.separation[j]);
        m.separation[j].store(cold.startSeparation[j]);
        zero.store(cold.pushImpulse[j]);
    }
    const Mask<W> triangle = m.pointCount == splat<W>(3.0f);
    select(triangle, splat<W>(-0.04f), splat<W>(0.0655f)).store(cold.areaFactor[0]);
    select(triangle, zero, splat<W>(-0.0244f)).store(cold.areaFactor[1]);
}

// The manifolds of a row to come.
template <int W>
DRYSTONE_INLINE void prefetchManifolds(const StepContext& step, const RowBatch& batch, int row) {
    for (int i = row * W; i < (row + 1) * W && i < batch.contactCount; ++i)
        for (int line = 0; line < 3; ++line)
            prefetch(reinterpret_cast<const float*>(step.manifolds + batch.contacts[i].manifold) + 16 * line);
}

template <int W, bool kStatic>
void prepareRows(const StepContext& step, const RowBatch& batch, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        HotRow<W>& row = hotRows<W>(batch)[r];
        ColdRow<W>& cold = coldRows<W>(batch)[r];
        prefetchManifolds<W>(step, batch, r + 1);
        const Manifold* manifold[W];
        row.movingA = 0;
        for (int k = 0; k < W; ++k) {
            const int i = r * W + k;
            const ContactRef ref = i < batch.contactCount ? batch.contacts[i] : ContactRef{};
            manifold[k] = i < batch.contactCount ? step.manifolds + ref.manifold : &kNoManifold;
            row.bodyA[k] = ref.bodyA;
            row.bodyB[k] = ref.bodyB;
            row.movingA |= ref.bodyA;
        }
        const ManifoldLanes<W> m = loadManifolds<W>(manifold);
        Patch<W> p;
        p.a = loadMotionA<W, kStatic>(step.velocities, row);
        p.b = loadMotion<W>(step.velocities, row.bodyB);
        p.inertiaA = loadInertia<W>(step.inertias, row.bodyA, p.a);
        p.inertiaB = loadInertia<W>(step.inertias, row.bodyB, p.b);
        row.lanesA = p.inertiaA.pushable;
        row.lanesB = p.inertiaB.pushable;
        placeFrame<W>(step, m, p);
        storeGeometry<W>(m, p, row, cold);
        prepareNormals<W>(p, m, row);
        if (kStatic && row.movingA)
            simd::storeVec3<W>(cold.carryA, cross(p.a.angular, cross(p.a.angular, p.centerA)));
        PointFrictionRow<W>* points = pointRow<W>(batch, r);
        prepareFriction<W>(p, cold, points);
        prepareRolling<W>(p, m, row, cold);
        prepareImpacts<W>(step, m, p.frame, row, impactRows<W>(batch)[r]);
        warmStart<W, kStatic>(step, m, p, row, cold, points);
    }
}

}  // namespace drystone::kernels
