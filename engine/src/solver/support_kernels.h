// Kernels of the support pass. See support_pass.h.
#pragma once

#include "solver/contact_prepare.h"
#include "solver/support_factor.h"
#include "solver/support_rows.h"

namespace drystone::kernels {

// Rows of a contact: its normals, two of sliding, one of spinning. J = (linear, angular), about the upper body's centre.
inline constexpr int kSupportRows = kPoints + 3;

template <int W>
DRYSTONE_INLINE SupportBody<W>* supportBodies(void* bodies) {
    return static_cast<SupportBody<W>*>(bodies);
}
template <int W>
DRYSTONE_INLINE SupportContact<W>* supportContacts(void* contacts) {
    return static_cast<SupportContact<W>*>(contacts);
}

template <int W>
void setSupportBody(void* bodies, uint32_t row, uint32_t lane, uint32_t body, uint32_t island) {
    SupportBody<W>& b = supportBodies<W>(bodies)[row];
    b.body[lane] = body;
    b.island[lane] = island;
}

template <int W>
void setSupportRanges(void* bodies, uint32_t row, uint32_t count, const uint32_t (&ranges)[4]) {
    SupportBody<W>& b = supportBodies<W>(bodies)[row];
    b.count = count;
    b.firstContact = ranges[0];
    b.contacts = ranges[1];
    b.firstAbove = ranges[2];
    b.aboves = ranges[3];
    for (uint32_t k = count; k < uint32_t(W); ++k)
        b.body[k] = b.island[k] = 0;
}

template <int W>
void setSupportContact(void* contacts, uint32_t row, uint32_t lane, uint32_t ref, uint32_t lower) {
    SupportContact<W>& c = supportContacts<W>(contacts)[row];
    c.ref[lane] = ref;
    c.lower[lane] = lower;
}

template <int W>
DRYSTONE_INLINE uint32_t openLanes(const SupportContext& context, const SupportBody<W>& row) {
    uint32_t lanes = 0;
    for (uint32_t k = 0; k < row.count; ++k)
        lanes |= uint32_t(context.islandOpen[row.island[k]] != 0) << k;
    return lanes;
}

// ---- rows from manifolds ----

// A body that is locked along or about an axis is as good as immovable there.
inline constexpr float kLockedShare = 1e-4f;
// Of the mass of a body: stiffness of the springs that hold it, see holdBodies().
inline constexpr float kHoldStiffness = 2048.0f;

template <int W>
DRYSTONE_INLINE void prepareSupportBody(const StepContext& step, SupportBody<W>& row) {
    const Wide<W> one = splat<W>(1.0f), zero = splat<W>(0.0f);
    const Motion<W> motion = loadMotion<W>(step.velocities, row.body);
    const Inertia<W> inertia = loadInertia<W>(step.inertias, row.body, motion);
    simd::storeVec3<W>(row.inverseMass, inertia.inverseMass);
    simd::storeSym3<W>(row.inverseInertia, inertia.inverse);
    const Wide<W> inverse = select(motion.inverseMass > zero, motion.inverseMass, one);
    const Wide<W> mass = one / inverse, locked = mass / splat<W>(kLockedShare);
    const auto axis = [&](Wide<W> inverseMass) { return select(inverseMass > zero, mass, locked); };
    simd::storeVec3<W>(row.mass,
                       {axis(inertia.inverseMass.x), axis(inertia.inverseMass.y), axis(inertia.inverseMass.z)});
    (splat<W>(kHoldStiffness) * mass).store(row.stiffness);

    Sym3W<W> i = inertia.inverse;
    const Wide<W> least = splat<W>(kLockedShare) * (((i.xx + i.yy) + i.zz) + splat<W>(0.01f) * inverse);
    i.xx = i.xx + least;
    i.yy = i.yy + least;
    i.zz = i.zz + least;
    simd::storeSym3<W>(row.inertia, inverted<W>(i));
}

template <int W>
DRYSTONE_INLINE void prepareSupportContact(const SupportContext& context, SupportContact<W>& row) {
    const StepContext& step = *context.step;
    const Wide<W> zero = splat<W>(0.0f);
    const Manifold* manifold[W];
    alignas(W * sizeof(float)) float flipped[W], weight[W];
    for (int k = 0; k < W; ++k) {
        const bool exists = row.ref[k] != kNoSupport;
        const SupportRef& ref = context.refs[exists ? row.ref[k] : 0u];
        manifold[k] = exists ? step.manifolds + ref.manifold : &kNoManifold;
        flipped[k] = exists && ref.upper == ref.bodyA ? 1.0f : 0.0f;
        weight[k] = exists ? ref.weight : 0.0f;
    }
    const ManifoldLanes<W> m = loadManifolds<W>(manifold);
    Patch<W> p;
    placeFrame<W>(step, m, p);
    const Mask<W> turned = load<W>(flipped) > zero;
    simd::storeVec3<W>(row.normal, select(turned, -p.frame.n, p.frame.n));
    simd::storeVec3<W>(row.tangent, p.frame.t1);
    simd::storeVec3<W>(row.centerUpper, select(turned, p.centerA, p.centerB));
    simd::storeVec3<W>(row.centerLower, select(turned, p.centerB, p.centerA));
    Wide<W> spread = zero, count = zero;
    for (int j = 0; j < kPoints; ++j) {
        p.x[j].store(row.x[j]);
        select(turned, -p.y[j], p.y[j]).store(row.y[j]);
        select(m.exists[j], load<W>(weight), zero).store(row.weight[j]);
        spread = spread + (p.x[j] * p.x[j] + p.y[j] * p.y[j]);
        count = count + select(m.exists[j], splat<W>(1.0f), zero);
    }
    // Half of the root mean square: that of an evenly pressed edge, the least that an area can have.
    (splat<W>(0.5f) * sqrt(spread / max(count, splat<W>(1.0f)))).store(row.radius);
    (context.patchFriction ? m.friction : zero).store(row.friction);
    m.restitution.store(row.bounces);
    // What a turning platform carries has a velocity of its own, see carry().
    for (int k = 0; k < W; ++k) {
        const VelocityRow& lower = step.velocities[row.lower[k]];
        const InertiaRow& inertia = step.inertias[row.lower[k]];
        const bool pushable =
            inertia.inverseMass > 0.0f || inertia.inverse[0] + inertia.inverse[3] + inertia.inverse[5] > 0.0f;
        if (!pushable && (lower.angular[0] != 0.0f || lower.angular[1] != 0.0f || lower.angular[2] != 0.0f))
            row.friction[k] = 0.0f;
    }
}

template <int W>
void prepareSupports(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        SupportBody<W>& row = supportBodies<W>(bodies)[r];
        prepareSupportBody<W>(*context.step, row);
        for (uint32_t i = 0; i < row.contacts; ++i)
            prepareSupportContact<W>(context, supportContacts<W>(contacts)[row.firstContact + i]);
    }
}

// ---- the contact in its frame ----

template <int W>
DRYSTONE_INLINE Frame<W> supportFrame(const SupportContact<W>& row) {
    const Vec3W<W> n = simd::loadVec3<W>(row.normal), t1 = simd::loadVec3<W>(row.tangent);
    return {n, t1, cross(n, t1)};
}

// Normal velocity as q0 + q1 x + q2 y, slide, spin: of a body at the centre of the contact.
template <int W>
struct CenterVelocity {
    NormalVelocity<W> normal;
    Wide<W> slide1, slide2, spin;

    DRYSTONE_INLINE Wide<W> at(int i, const SupportContact<W>& row) const {
        if (i < kPoints)
            return normal.at(load<W>(row.x[i]), load<W>(row.y[i]));
        return i == kPoints ? slide1 : i == kPoints + 1 ? slide2 : load<W>(row.radius) * spin;
    }
};

template <int W>
DRYSTONE_INLINE CenterVelocity<W> centerVelocity(const Frame<W>& f, Vec3W<W> center, Vec3W<W> linear,
                                                 Vec3W<W> angular) {
    const Vec3W<W> v = linear + cross(angular, center);
    return {{dot(f.n, v), -dot(f.t2, angular), dot(f.t1, angular)}, dot(f.t1, v), dot(f.t2, v), dot(f.n, angular)};
}

template <int W>
DRYSTONE_INLINE CenterVelocity<W> operator-(const CenterVelocity<W>& a, const CenterVelocity<W>& b) {
    return {{a.normal.q0 - b.normal.q0, a.normal.q1 - b.normal.q1, a.normal.q2 - b.normal.q2},
            a.slide1 - b.slide1,
            a.slide2 - b.slide2,
            a.spin - b.spin};
}

template <int W>
DRYSTONE_INLINE void storeTarget(SupportContact<W>& row, const CenterVelocity<W>& v) {
    v.normal.q0.store(row.target[0]);
    v.normal.q1.store(row.target[1]);
    v.normal.q2.store(row.target[2]);
    v.slide1.store(row.target[3]);
    v.slide2.store(row.target[4]);
    v.spin.store(row.target[5]);
}

template <int W>
DRYSTONE_INLINE CenterVelocity<W> loadTarget(const SupportContact<W>& row) {
    return {{load<W>(row.target[0]), load<W>(row.target[1]), load<W>(row.target[2])},
            load<W>(row.target[3]),
            load<W>(row.target[4]),
            load<W>(row.target[5])};
}

// The impulse along the frame's axes and its moment about a centre of mass.
template <int W>
struct Wrench {
    Vec3W<W> linear, angular;
};

template <int W>
DRYSTONE_INLINE Wrench<W> wrenchOf(const SupportContact<W>& row, const Frame<W>& f, Vec3W<W> center,
                                   const Wide<W> (&impulse)[kSupportRows]) {
    Wide<W> sum = splat<W>(0.0f), x = sum, y = sum;
    for (int j = 0; j < kPoints; ++j) {
        sum = sum + impulse[j];
        x = x + impulse[j] * load<W>(row.x[j]);
        y = y + impulse[j] * load<W>(row.y[j]);
    }
    const Vec3W<W> p = (sum * f.n + impulse[kPoints] * f.t1) + impulse[kPoints + 1] * f.t2;
    const Vec3W<W> moment = (y * f.t1 - x * f.t2) + (load<W>(row.radius) * impulse[kPoints + 2]) * f.n;
    return {p, cross(center, p) + moment};
}

// ---- a pass ----

// Friction holds while it is well within its limit surface, which is nowhere closer than this share of it. What stands on a
// point is not held by it from turning, and left to the sweeps.
inline constexpr float kHoldShare = 0.8f;

template <int W>
DRYSTONE_INLINE Wide<W> holdLimit(const SupportContact<W>& row, const float (&impulse)[kPoints + 3][W]) {
    Wide<W> sum = load<W>(impulse[0]);
    for (int j = 1; j < kPoints; ++j)
        sum = sum + load<W>(impulse[j]);
    return (splat<W>(kHoldShare) * load<W>(row.friction)) * sum;
}

template <int W>
DRYSTONE_INLINE Wide<W> frictionSquared(const float (&impulse)[kPoints + 3][W]) {
    const Wide<W> f1 = load<W>(impulse[kPoints]), f2 = load<W>(impulse[kPoints + 1]),
                  f3 = load<W>(impulse[kPoints + 2]);
    return (f1 * f1 + f2 * f2) + f3 * f3;
}

template <int W>
DRYSTONE_INLINE void gatherSupport(const SupportContext& context, const SupportBody<W>& body, SupportContact<W>& row) {
    for (int k = 0; k < W; ++k) {
        if (row.ref[k] == kNoSupport) {
            for (int i = 0; i < kSupportRows; ++i)
                row.start[i][k] = 0.0f;
            for (int j = 0; j < kPoints; ++j)
                row.gap[j][k] = 0.0f;
            row.bearing[k] = row.moves[k] = 0.0f;
            continue;
        }
        const SupportRef& ref = context.refs[row.ref[k]];
        for (int j = 0; j < kPoints; ++j) {
            row.start[j][k] = ref.hot[uint32_t(kPoints + j) * ref.stride];
            row.gap[j][k] = ref.hot[uint32_t(j) * ref.stride];
        }
        row.bearing[k] = ref.hot[uint32_t(3 * kPoints) * ref.stride];
        row.moves[k] = context.islandOpen[body.island[k]] == kIslandMoves ? 1.0f : 0.0f;
        // Turned about t1, what A gets along t1 is opposite, along t2 and about n the same.
        const float f1 = ref.cold[2 * ref.stride];
        row.start[kPoints][k] = ref.upper == ref.bodyA ? -f1 : f1;
        row.start[kPoints + 1][k] = ref.cold[3 * ref.stride];
        row.start[kPoints + 2][k] = row.radius[k] > 0.0f ? ref.cold[4 * ref.stride] / row.radius[k] : 0.0f;
    }
    const Wide<W> limit = holdLimit<W>(row, row.start);
    const Wide<W> zero = splat<W>(0.0f);
    const Mask<W> sticks =
        (frictionSquared<W>(row.start) < limit * limit) & (load<W>(row.radius) > zero) & (load<W>(row.moves) <= zero);
    select(sticks, load<W>(row.weight[0]), zero).store(row.sticks);
}

template <int W>
DRYSTONE_INLINE CenterVelocity<W> supportVelocity(const SupportContact<W>& row, const Motion<W>& upper,
                                                  const Motion<W>& lower) {
    const Frame<W> f = supportFrame<W>(row);
    return centerVelocity<W>(f, simd::loadVec3<W>(row.centerUpper), upper.linear, upper.angular) -
        centerVelocity<W>(f, simd::loadVec3<W>(row.centerLower), lower.linear, lower.angular);
}

// What touches bears. So does what falls, and anything in an island that moves, if it will have touched within the substep.
// Other gaps are left to the sweeps: to close one at the foot of a tower within a substep is to turn the whole of it.
template <int W>
DRYSTONE_INLINE void findBearing(const SupportContext& context, SupportContact<W>& row, const CenterVelocity<W>& v) {
    const StepContext& step = *context.step;
    const Wide<W> zero = splat<W>(0.0f);
    const Wide<W> least = select(load<W>(row.moves) > zero, zero, splat<W>(-step.restingSpeed));
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> s = load<W>(row.gap[j]), vn = v.at(j, row);
        const Mask<W> touches = s <= load<W>(row.bearing);
        const Mask<W> comes = (vn < least) & (s + splat<W>(step.h) * vn < zero) & (load<W>(row.bounces) <= zero);
        select(touches | comes, load<W>(row.weight[j]), zero).store(row.bears[j]);
        select(touches, zero, s * splat<W>(step.inverseH)).store(row.gap[j]);
    }
}

template <int W>
void beginSupports(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow) {
    const StepContext& step = *context.step;
    for (int r = beginRow; r < endRow; ++r) {
        SupportBody<W>& body = supportBodies<W>(bodies)[r];
        if (!openLanes<W>(context, body))
            continue;
        const Motion<W> upper = loadMotion<W>(step.velocities, body.body);
        for (uint32_t i = 0; i < body.contacts; ++i) {
            SupportContact<W>& row = supportContacts<W>(contacts)[body.firstContact + i];
            gatherSupport<W>(context, body, row);
            const CenterVelocity<W> v = supportVelocity<W>(row, upper, loadMotion<W>(step.velocities, row.lower));
            findBearing<W>(context, row, v);
            for (int j = 0; j < kSupportRows; ++j)
                (j < kPoints ? v.at(j, row) + load<W>(row.gap[j]) : v.at(j, row)).store(row.before[j]);
        }
    }
}

// Rows of the Jacobian of a contact, times the velocity change of the upper body.
template <int W>
struct SupportJacobian {
    Vec3W<W> linear[kSupportRows], angular[kSupportRows];

    DRYSTONE_INLINE SupportJacobian(const SupportContact<W>& row, const Frame<W>& f) {
        const Vec3W<W> center = simd::loadVec3<W>(row.centerUpper), arm = cross(center, f.n);
        for (int j = 0; j < kPoints; ++j) {
            linear[j] = f.n;
            angular[j] = arm + (load<W>(row.y[j]) * f.t1 - load<W>(row.x[j]) * f.t2);
        }
        linear[kPoints] = f.t1;
        angular[kPoints] = cross(center, f.t1);
        linear[kPoints + 1] = f.t2;
        angular[kPoints + 1] = cross(center, f.t2);
        const Wide<W> zero = splat<W>(0.0f);
        linear[kPoints + 2] = {zero, zero, zero};
        angular[kPoints + 2] = load<W>(row.radius) * f.n;
    }
    DRYSTONE_INLINE Wide<W> at(int i, Vec3W<W> v, Vec3W<W> w) const { return dot(linear[i], v) + dot(angular[i], w); }
};

// Impulses that hold the bodies of a row as their supports move. Each row of a contact is a spring of stiffness k between
// impulse and velocity, l' = P(l - k (r + J dv)) with the residual r, so that bodies on one edge, on four legs or on
// supports that part all have their solution:
//     (M + k sum J^T J) dv = -sum J^T (k r  where it presses, l where it lets go).
// Two rounds of it are the method of multipliers: what the springs give in the first is taken out in the second.
template <int W, int kRounds>
DRYSTONE_INLINE Motion<W> holdBodies(SupportBody<W>& body, SupportContact<W>* contacts, Motion<W> m) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
    const Sym3W<W> inverseInertia = simd::loadSym3<W>(body.inverseInertia), inertia = simd::loadSym3<W>(body.inertia);
    const Vec3W<W> inverseMass = simd::loadVec3<W>(body.inverseMass), mass = simd::loadVec3<W>(body.mass);
    const Wide<W> k = load<W>(body.stiffness), reach = splat<W>(1.0f / kHoldStiffness) * k;
    for (uint32_t i = 0; i < body.contacts; ++i)
        for (int j = 0; j < kSupportRows; ++j)
            load<W>(contacts[i].start[j]).store(contacts[i].impulse[j]);
    for (int round = 0; round < kRounds; ++round) {
        Factor6<W> a(mass, inertia);
        Wrench<W> g{{zero, zero, zero}, {zero, zero, zero}};
        for (uint32_t i = 0; i < body.contacts; ++i) {
            SupportContact<W>& row = contacts[i];
            const Frame<W> f = supportFrame<W>(row);
            const SupportJacobian<W> jacobian(row, f);
            const CenterVelocity<W> v =
                centerVelocity<W>(f, simd::loadVec3<W>(row.centerUpper), m.linear, m.angular) - loadTarget<W>(row);
            for (int j = 0; j < kSupportRows; ++j) {
                Wide<W> r = v.at(j, row), l = load<W>(row.impulse[j]), stiffness, force;
                if (j < kPoints) {
                    r = r + load<W>(row.gap[j]);
                    const Wide<W> weight = load<W>(row.bears[j]);
                    const Mask<W> presses = (weight > zero) & (l - reach * r > zero);
                    stiffness = select(presses, weight * k, zero);
                    force = select(presses, stiffness * r, select(weight > zero, l, zero));
                    stiffness.store(row.stiffness[j]);
                } else {
                    stiffness = load<W>(row.sticks) * k;
                    force = stiffness * r;
                }
                r.store(row.residual[j]);
                a.add(stiffness, jacobian.linear[j], jacobian.angular[j]);
                g.linear = g.linear - force * jacobian.linear[j];
                g.angular = g.angular - force * jacobian.angular[j];
            }
        }
        Vec3W<W> dv = g.linear, dw = g.angular;
        a.solve(dv, dw);
        Wrench<W> sum{{zero, zero, zero}, {zero, zero, zero}};
        for (uint32_t i = 0; i < body.contacts; ++i) {
            SupportContact<W>& row = contacts[i];
            const Frame<W> f = supportFrame<W>(row);
            const SupportJacobian<W> jacobian(row, f);
            Wide<W> change[kSupportRows];
            for (int j = 0; j < kSupportRows; ++j) {
                const Wide<W> l = load<W>(row.impulse[j]), r = load<W>(row.residual[j]) + jacobian.at(j, dv, dw);
                if (j < kPoints) {
                    const Wide<W> stiffness = load<W>(row.stiffness[j]);
                    const Wide<W> now = select(stiffness > zero, max(l - stiffness * r, zero), zero);
                    change[j] = select(load<W>(row.bears[j]) > zero, now - l, zero);
                } else {
                    change[j] = -(load<W>(row.sticks) * k) * r;
                }
                (l + change[j]).store(row.impulse[j]);
            }
            const Wide<W> limit = holdLimit<W>(row, row.impulse), squared = frictionSquared<W>(row.impulse);
            const Wide<W> scale =
                select((load<W>(row.sticks) > zero) & (squared > limit * limit), limit / sqrt(squared), one);
            for (int j = kPoints; j < kSupportRows; ++j) {
                const Wide<W> l = load<W>(row.impulse[j]), now = scale * l;
                change[j] = change[j] + (now - l);
                now.store(row.impulse[j]);
            }
            const Wrench<W> w = wrenchOf<W>(row, f, simd::loadVec3<W>(row.centerUpper), change);
            sum.linear = sum.linear + w.linear;
            sum.angular = sum.angular + w.angular;
        }
        m.linear = m.linear + scaleAxes<W>(inverseMass, sum.linear);
        m.angular = m.angular + inverseInertia * sum.angular;
    }
    return m;
}

inline constexpr int kPredictRounds = 2, kHoldRounds = 3;

template <int W>
void predictSupports(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        SupportBody<W>& body = supportBodies<W>(bodies)[r];
        const uint32_t lanes = openLanes<W>(context, body);
        if (!lanes)
            continue;
        SupportContact<W>* rows = supportContacts<W>(contacts) + body.firstContact;
        for (uint32_t i = 0; i < body.contacts; ++i) {
            const Motion<W> lower = loadMotion<W>(context.predicted, rows[i].lower);
            storeTarget<W>(rows[i],
                           centerVelocity<W>(supportFrame<W>(rows[i]), simd::loadVec3<W>(rows[i].centerLower),
                                             lower.linear, lower.angular));
        }
        const Motion<W> m = loadMotion<W>(context.predicted, body.body);
        storeMotion<W>(context.predicted, body.body, holdBodies<W, kPredictRounds>(body, rows, m), lanes);
    }
}

template <int W>
DRYSTONE_INLINE void storeWrenches(const SupportContext& context, const SupportContact<W>& row, uint32_t index) {
    Wide<W> change[kSupportRows];
    for (int j = 0; j < kSupportRows; ++j)
        change[j] = load<W>(row.impulse[j]) - load<W>(row.start[j]);
    const Wrench<W> w = wrenchOf<W>(row, supportFrame<W>(row), simd::loadVec3<W>(row.centerLower), change);
    const Wide<W> zero = splat<W>(0.0f);
    const Wide<W> f[simd::kRecordFloats] = {w.linear.x,  w.linear.y,  w.linear.z, w.angular.x,
                                            w.angular.y, w.angular.z, zero,       zero};
    float* record[W];
    for (int k = 0; k < W; ++k)
        record[k] = reinterpret_cast<float*>(context.wrenches + 1 + index * uint32_t(W) + uint32_t(k));
    simd::scatterRecords<W>(record, f, (1u << W) - 1u);
}

template <int W>
void holdSupports(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow) {
    VelocityRow* velocities = context.step->velocities;
    for (int r = beginRow; r < endRow; ++r) {
        SupportBody<W>& body = supportBodies<W>(bodies)[r];
        const uint32_t lanes = openLanes<W>(context, body);
        if (!lanes)
            continue;
        Motion<W> m = loadMotion<W>(velocities, body.body);
        const Vec3W<W> inverseMass = simd::loadVec3<W>(body.inverseMass);
        const Sym3W<W> inverseInertia = simd::loadSym3<W>(body.inverseInertia);
        for (uint32_t i = 0; i < body.aboves; ++i) {
            const float* record[W];
            for (int k = 0; k < W; ++k)
                record[k] = reinterpret_cast<const float*>(
                    context.wrenches + context.above[(body.firstAbove + i) * uint32_t(W) + uint32_t(k)]);
            Wide<W> f[simd::kRecordFloats];
            simd::gatherRecords<W>(record, f);
            m.linear = m.linear - scaleAxes<W>(inverseMass, {f[0], f[1], f[2]});
            m.angular = m.angular - inverseInertia * Vec3W<W>{f[3], f[4], f[5]};
        }
        SupportContact<W>* rows = supportContacts<W>(contacts) + body.firstContact;
        storeMotion<W>(velocities, body.body, holdBodies<W, kHoldRounds>(body, rows, m), lanes);
        for (uint32_t i = 0; i < body.contacts; ++i)
            storeWrenches<W>(context, rows[i], body.firstContact + i);
    }
}

// The quadratic that the line search minimises, along the change dl of the impulses:  -gain a + cost a^2 / 2  with
// gain = -dl.r0 and cost = dl.(r1 - r0) = dv.M dv.
template <int W>
void measureSupports(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow) {
    const StepContext& step = *context.step;
    const Wide<W> zero = splat<W>(0.0f);
    for (int r = beginRow; r < endRow; ++r) {
        SupportBody<W>& body = supportBodies<W>(bodies)[r];
        if (!openLanes<W>(context, body))
            continue;
        const Motion<W> upper = loadMotion<W>(step.velocities, body.body);
        for (uint32_t i = 0; i < body.contacts; ++i) {
            const SupportContact<W>& row = supportContacts<W>(contacts)[body.firstContact + i];
            const CenterVelocity<W> v = supportVelocity<W>(row, upper, loadMotion<W>(step.velocities, row.lower));
            Wide<W> gain = zero, cost = zero;
            for (int j = 0; j < kSupportRows; ++j) {
                const Wide<W> d = load<W>(row.impulse[j]) - load<W>(row.start[j]), before = load<W>(row.before[j]);
                gain = gain - d * before;
                const Wide<W> after = j < kPoints ? v.at(j, row) + load<W>(row.gap[j]) : v.at(j, row);
                cost = cost + d * (after - before);
            }
            alignas(W * sizeof(float)) float gains[W], costs[W];
            gain.store(gains);
            cost.store(costs);
            for (int k = 0; k < W; ++k) {
                if (row.ref[k] == kNoSupport)
                    continue;
                context.verdicts[row.ref[k]].gain = gains[k];
                context.verdicts[row.ref[k]].cost = costs[k];
            }
        }
    }
}

template <int W>
void finishSupports(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow) {
    for (int r = beginRow; r < endRow; ++r) {
        const SupportBody<W>& body = supportBodies<W>(bodies)[r];
        const uint32_t lanes = openLanes<W>(context, body);
        for (uint32_t i = 0; i < body.contacts; ++i) {
            const SupportContact<W>& row = supportContacts<W>(contacts)[body.firstContact + i];
            for (int k = 0; k < W; ++k) {
                const float step = context.islandStep[body.island[k]];
                if (!(lanes >> k & 1u) || row.ref[k] == kNoSupport || !(step > 0.0f))
                    continue;
                const SupportRef& ref = context.refs[row.ref[k]];
                const auto change = [&](int j) { return step * (row.impulse[j][k] - row.start[j][k]); };
                for (int j = 0; j < kPoints; ++j)
                    ref.hot[uint32_t(kPoints + j) * ref.stride] = row.start[j][k] + change(j);
                const float f1 = change(kPoints);
                ref.cold[2 * ref.stride] += ref.upper == ref.bodyA ? -f1 : f1;
                ref.cold[3 * ref.stride] += change(kPoints + 1);
                ref.cold[4 * ref.stride] += row.radius[k] * change(kPoints + 2);
            }
        }
    }
}

template <int W>
consteval SupportKernels supportKernels() {
    return {
        .width = W,
        .bodyBytes = sizeof(SupportBody<W>),
        .contactBytes = sizeof(SupportContact<W>),
        .prepare = prepareSupports<W>,
        .begin = beginSupports<W>,
        .predict = predictSupports<W>,
        .hold = holdSupports<W>,
        .measure = measureSupports<W>,
        .finish = finishSupports<W>,
        .setBody = setSupportBody<W>,
        .setRanges = setSupportRanges<W>,
        .setContact = setSupportContact<W>,
    };
}

}  // namespace drystone::kernels
