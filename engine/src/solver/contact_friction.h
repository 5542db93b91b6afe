// Friction of a contact, solved in the frame of the patch: what slides and spins against what.
#pragma once

#include "solver/contact_normals.h"

namespace drystone::kernels {

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

}  // namespace drystone::kernels
