// Friction of a contact, solved in the frame of its patch: what slides, spins and rolls on what.
//
// All rules share one law. Within its limit friction holds: the impulse is the one that stops the motion. Beyond it,
// friction dissipates the most: the impulse lies on the limit surface, where its normal is opposite to the motion. The
// latter is the fixed point of  x = P(x - r v),  P the projection on the limit surface's inside, for every step r > 0 that
// is not too long (P. Alart, A. Curnier, 1991). A step along the effective mass in its place would bend the path of a
// sliding box.
#pragma once

#include "solver/contact_normals.h"

namespace drystone::kernels {

// On B, at the friction centre: along t1 and t2, about n, and (round bodies) about t1 and t2.
template <int W>
struct FrictionImpulse {
    Wide<W> f1, f2, twist, roll1, roll2;

    DRYSTONE_INLINE FrictionImpulse operator-(const FrictionImpulse& o) const {
        return {f1 - o.f1, f2 - o.f2, twist - o.twist, roll1 - o.roll1, roll2 - o.roll2};
    }
};

template <int W>
DRYSTONE_INLINE FrictionImpulse<W> loadFriction(const ColdRow<W>& cold) {
    return {load<W>(cold.frictionImpulse[0]), load<W>(cold.frictionImpulse[1]), load<W>(cold.twistImpulse),
            load<W>(cold.rollingImpulse[0]), load<W>(cold.rollingImpulse[1])};
}

template <int W>
DRYSTONE_INLINE void storeFriction(ColdRow<W>& cold, const FrictionImpulse<W>& f) {
    f.f1.store(cold.frictionImpulse[0]);
    f.f2.store(cold.frictionImpulse[1]);
    f.twist.store(cold.twistImpulse);
    f.roll1.store(cold.rollingImpulse[0]);
    f.roll2.store(cold.rollingImpulse[1]);
}

template <int W>
DRYSTONE_INLINE FrictionImpulse<W> select(Mask<W> m, const FrictionImpulse<W>& a, const FrictionImpulse<W>& b) {
    return {select(m, a.f1, b.f1), select(m, a.f2, b.f2), select(m, a.twist, b.twist), select(m, a.roll1, b.roll1),
            select(m, a.roll2, b.roll2)};
}

// Velocity of B against A at the friction centre, about the normal, and about the tangents.
template <int W>
struct PatchVelocity {
    NormalVelocity<W> normal;
    Wide<W> slide1, slide2, spin, roll1, roll2;
};

template <int W>
DRYSTONE_INLINE PatchVelocity<W> patchVelocity(const Frame<W>& f, Vec3W<W> centerA, Vec3W<W> centerB,
                                               const Motion<W>& a, const Motion<W>& b) {
    const Vec3W<W> spin = b.angular - a.angular;
    const Vec3W<W> v = (b.linear - a.linear) + (cross(b.angular, centerB) - cross(a.angular, centerA));
    const Wide<W> roll1 = dot(spin, f.t1), roll2 = dot(spin, f.t2);
    return {{dot(f.n, v), -roll2, roll1}, dot(f.t1, v), dot(f.t2, v), dot(f.n, spin), roll1, roll2};
}

// Friction limit where `squared` is the square of the impulse wanted: the static one as long as it could stop the slide
// within another substep, so that a contact that has yet to find its impulses is not let go; else the kinetic one.
template <int W>
DRYSTONE_INLINE Wide<W> frictionLimit(Wide<W> squared, Wide<W> kinetic, Wide<W> hold) {
    const Wide<W> reach = hold + hold;
    return select(squared <= reach * reach, hold, kinetic);
}

// What scales a vector of this squared length into the ball of the limit.
template <int W>
DRYSTONE_INLINE Wide<W> ballScale(Wide<W> lengthSquared, Wide<W> limit) {
    return select(lengthSquared > limit * limit, limit / sqrt(lengthSquared), splat<W>(1.0f));
}

// ---- one patch ----

// How hard and how widely the points press.
template <int W>
struct Pressure {
    Wide<W> total;
    Wide<W> radius;      // m: mean distance of the pressed area from its centre, the lever of the torque about the normal
    Wide<W> xx, xy, yy;  // second moments of the loads, m^2
};

// The area is taken for the uniformly pressed rectangle (edge, corner) whose corners' second moments are those of the
// loads. With its half sides a, b and d^2 = a^2 + b^2 the mean distance is
//     (d + a^2/(2b) ln((b + d)/a) + b^2/(2a) ln((a + d)/b)) / 3,
// which the polynomial in q = (2ab/d^2)^2 matches within 0.4 %; it is d/2 for an edge. Three points are a triangle.
template <int W>
DRYSTONE_INLINE Pressure<W> pressure(const HotRow<W>& row, const ColdRow<W>& cold, const Wide<W> (&impulse)[kPoints]) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
    Wide<W> total = zero, x = zero, y = zero;
    for (int j = 0; j < kPoints; ++j) {
        total = total + impulse[j];
        x = x + impulse[j] * load<W>(row.x[j]);
        y = y + impulse[j] * load<W>(row.y[j]);
    }
    // Both floors are far below what a contact carries and how wide it is, far above what a division makes infinite.
    const Wide<W> mean = select(total > splat<W>(1e-30f), one / total, zero);
    x = mean * x;
    y = mean * y;
    Wide<W> xx = zero, xy = zero, yy = zero;
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> dx = load<W>(row.x[j]) - x, dy = load<W>(row.y[j]) - y, share = mean * impulse[j];
        xx = xx + share * (dx * dx);
        xy = xy + share * (dx * dy);
        yy = yy + share * (dy * dy);
    }
    const Wide<W> spread = xx + yy, squared = select(spread > splat<W>(1e-12f), spread, zero);
    const Wide<W> flat = splat<W>(4.0f) * max(xx * yy - xy * xy, zero);
    const Wide<W> q = select(squared > zero, flat / (squared * squared), zero);
    const Wide<W> factor = splat<W>(0.5f) + q * (load<W>(cold.areaFactor[0]) + load<W>(cold.areaFactor[1]) * q);
    return {total, factor * sqrt(squared), xx, xy, yy};
}

// An evenly pressed rectangle is cut into tiles, each of which rubs at its middle against its own motion: with the
// direction d = (d1, d2, R w) of the motion, the impulse over the limit is the gradient of the dissipation
//     H(d) = mean of sqrt(|u|^2 + (e w)^2),   u = (d1, d2) + w x r,
// convex, so that friction dissipates the most. e, a share of the tile's size, smooths over what slides and turns within
// a tile; with it the lever of pure spin is that of the rectangle within 1 %. The root of the matrix of second moments
// takes the middles of the tiles of a square to those of the rectangle; for a square it is no matter of rounding, as
// principal axes would be.
inline constexpr int kTiles = 3;  // a side
inline constexpr float kTileSmoothing = 0.2f;

template <int W>
struct Rubbing {
    Wide<W> f1, f2, t;  // t: torque over R

    DRYSTONE_INLINE Rubbing(const Pressure<W>& p, Wide<W> d1, Wide<W> d2, Wide<W> d3) {
        const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
        const Wide<W> trace = p.xx + p.yy, root = sqrt(max(p.xx * p.yy - p.xy * p.xy, zero));
        const Wide<W> scale = select(p.radius > zero, one / sqrt(trace + (root + root)), zero);
        const Wide<W> s11 = scale * (p.xx + root), s12 = scale * p.xy, s22 = scale * (p.yy + root);

        const Wide<W> w = select(p.radius > zero, d3 / p.radius, zero);
        const Wide<W> bend = splat<W>(kTileSmoothing / float(kTiles * kTiles)) * (trace * w);
        Wide<W> g1 = zero, g2 = zero, torque = zero;
        for (int i = 0; i < kTiles; ++i)
            for (int j = 0; j < kTiles; ++j) {
                const Wide<W> px = splat<W>(float(2 * i + 1 - kTiles) / float(kTiles));
                const Wide<W> py = splat<W>(float(2 * j + 1 - kTiles) / float(kTiles));
                const Wide<W> x = s11 * px + s12 * py, y = s12 * px + s22 * py;
                const Wide<W> u1 = d1 - w * y, u2 = d2 + w * x;
                const Wide<W> speed = sqrt((u1 * u1 + u2 * u2) + bend * w);
                const Wide<W> inverse = select(speed > zero, one / speed, zero);
                g1 = g1 + inverse * u1;
                g2 = g2 + inverse * u2;
                torque = torque + inverse * ((x * u2 - y * u1) + bend);
            }
        const Wide<W> share = splat<W>(1.0f / float(kTiles * kTiles));
        f1 = share * g1;
        f2 = share * g2;
        t = share * select(p.radius > zero, torque / p.radius, zero);
    }
};

// A direction of motion in the coordinates (slide 1, slide 2, R spin), of length 1 or, where there is none, 0.
template <int W>
struct Direction {
    Wide<W> d1, d2, d3;

    static DRYSTONE_INLINE Direction along(Wide<W> x1, Wide<W> x2, Wide<W> x3) {
        const Wide<W> length = sqrt((x1 * x1 + x2 * x2) + x3 * x3);
        const Wide<W> unit = select(length > splat<W>(0.0f), splat<W>(1.0f) / length, splat<W>(0.0f));
        return {unit * x1, unit * x2, unit * x3};
    }
    DRYSTONE_INLINE void store(float (&out)[3][W]) const {
        d1.store(out[0]);
        d2.store(out[1]);
        d3.store(out[2]);
    }
    DRYSTONE_INLINE Wide<W> dot(Wide<W> x1, Wide<W> x2, Wide<W> x3) const { return (d1 * x1 + d2 * x2) + d3 * x3; }
};

// The impulse over the limit that opposes a direction of motion.
template <int W>
DRYSTONE_INLINE Direction<W> opposing(const Pressure<W>& p, const Direction<W>& d) {
    const Mask<W> turns = (p.radius > splat<W>(0.0f)) & (abs(d.d3) > splat<W>(0.0f));
    if (!bits(turns))
        return d;
    const Rubbing<W> rubbing(p, d.d1, d.d2, d.d3);
    return {select(turns, rubbing.f1, d.d1), select(turns, rubbing.f2, d.d2), select(turns, rubbing.t, d.d3)};
}

// By how much more than the ball the limit surface bends, at most: 2.5 times where the area is a square, 5.4 times where it
// is a line. Steps longer than twice the inverse go to and fro.
template <int W>
DRYSTONE_INLINE Wide<W> bend(const Pressure<W>& p) {
    const Wide<W> trace = p.xx + p.yy, squared = trace * trace;
    const Wide<W> determinant = max(p.xx * p.yy - p.xy * p.xy, splat<W>(0.0f));
    const Wide<W> round = select(squared > splat<W>(0.0f), splat<W>(4.0f) * determinant / squared, splat<W>(0.0f));
    return splat<W>(3.0f) - splat<W>(1.4f) * round;
}

// By how far x lies beyond the plane of d,  d.x <= limit H(d),  which the limit surface touches. over: where it touches.
template <int W>
DRYSTONE_INLINE Wide<W> beyondPlane(const Pressure<W>& p, const Direction<W>& d, const Direction<W>& x, Wide<W> limit,
                                    Direction<W>& over) {
    const Direction<W> g = opposing<W>(p, d);
    over = {x.d1 - limit * g.d1, x.d2 - limit * g.d2, x.d3 - limit * g.d3};
    return d.dot(over.d1, over.d2, over.d3);
}

template <int W>
DRYSTONE_INLINE Direction<W> select(Mask<W> m, const Direction<W>& a, const Direction<W>& b) {
    return {select(m, a.d1, b.d1), select(m, a.d2, b.d2), select(m, a.d3, b.d3)};
}

// Whether x, which would hold, is outside the limit surface: beyond the plane of some direction. What slid in d slides on as
// long as x is beyond the plane of d; else the direction climbs, from visit to visit, to the one that x is furthest beyond.
// d: the best one found; 0 where x is well inside.
template <int W>
DRYSTONE_INLINE Mask<W> slidesAway(const Pressure<W>& p, const Direction<W>& x, Wide<W> limit, Direction<W>& d) {
    const Wide<W> zero = splat<W>(0.0f);
    const Mask<W> near = x.dot(x.d1, x.d2, x.d3) > splat<W>(0.64f) * (limit * limit);  // the surface is nowhere closer
    const Direction<W> none{zero, zero, zero};
    if (!bits(near)) {
        d = none;
        return near;
    }
    const Mask<W> towards = d.dot(x.d1, x.d2, x.d3) > zero;
    d = select(near, select(towards, d, Direction<W>::along(x.d1, x.d2, x.d3)), none);
    Direction<W> over;
    const Mask<W> slides = near & (beyondPlane<W>(p, d, x, limit, over) > zero);
    const Mask<W> unsure = near & ~slides;
    if (!bits(unsure))
        return slides;
    const Wide<W> keep = bend<W>(p) * limit;
    d = select(unsure, Direction<W>::along(keep * d.d1 + over.d1, keep * d.d2 + over.d2, keep * d.d3 + over.d3), d);
    return slides | (unsure & (beyondPlane<W>(p, d, x, limit, over) > zero));
}

// The impulses wanted after the normal impulses changed by d to `impulse`. Sliding and spinning share one limit surface. It
// stays at the friction centre: following the centre of pressure, a box that spins on a floor would push itself sideways,
// tip, and so move its pressure on, until it staggers.
//
// What slides iterates on the direction d of its motion, whose impulse is known:  d = |limit d - r v|, with the
// fixed point  v = -s d.
template <int W>
DRYSTONE_INLINE FrictionImpulse<W> solvePatchFriction(const HotRow<W>& row, ColdRow<W>& cold,
                                                      const PatchVelocity<W>& v, const FrictionImpulse<W>& old,
                                                      const Wide<W> (&impulse)[kPoints]) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f);
    const Pressure<W> p = pressure<W>(row, cold, impulse);
    const Wide<W> kinetic = load<W>(cold.friction) * p.total, hold = load<W>(cold.staticFriction) * p.total;
    const Wide<W> inverseRadius = select(p.radius > zero, one / p.radius, zero);
    const Wide<W> couple1 = load<W>(cold.coupling[kSlide1Twist]), couple2 = load<W>(cold.coupling[kSlide2Twist]);

    // What would hold.
    const Wide<W> twist = select(p.radius > zero, old.twist - load<W>(cold.twistMass) * v.spin, zero);
    const Wide<W> slide1 = v.slide1 + couple1 * (twist - old.twist), slide2 = v.slide2 + couple2 * (twist - old.twist);
    const Wide<W> m11 = load<W>(cold.tangentMass[0]), m12 = load<W>(cold.tangentMass[1]),
                  m22 = load<W>(cold.tangentMass[2]);
    const Wide<W> f1 = old.f1 - (m11 * slide1 + m12 * slide2), f2 = old.f2 - (m12 * slide1 + m22 * slide2);
    const Wide<W> t = inverseRadius * twist;
    const Wide<W> limit = frictionLimit<W>((f1 * f1 + f2 * f2) + t * t, kinetic, hold);
    Direction<W> d{load<W>(cold.slideDirection[0]), load<W>(cold.slideDirection[1]), load<W>(cold.slideDirection[2])};
    const Mask<W> slides = slidesAway<W>(p, {f1, f2, t}, limit, d);
    cold.sliding = bits(slides);
    if (!cold.sliding) {
        d.store(cold.slideDirection);
        return {f1, f2, twist, old.roll1, old.roll2};
    }

    // What slides.
    const Wide<W> give = load<W>(cold.slideGive) + (p.radius * p.radius) * load<W>(cold.spinGive);
    const Mask<W> turns = (p.radius > zero) & (abs(d.d3) > zero);
    const Wide<W> r = select(give > zero, one / (select(turns, bend<W>(p), one) * give), zero);
    d = select(slides,
               Direction<W>::along(limit * d.d1 - r * v.slide1, limit * d.d2 - r * v.slide2,
                                   limit * d.d3 - r * (p.radius * v.spin)),
               d);
    d.store(cold.slideDirection);
    const Direction<W> g = opposing<W>(p, d);
    return {select(slides, limit * g.d1, f1), select(slides, limit * g.d2, f2),
            select(slides, p.radius * (limit * g.d3), twist), old.roll1, old.roll2};
}

// ---- one cone a point ----

// Points one after the other, forward and back, each within its own cone. All that they move are the three velocities of
// the patch, so no body is read.
template <int W>
DRYSTONE_INLINE FrictionImpulse<W> solvePointFriction(const HotRow<W>& row, const ColdRow<W>& cold,
                                                      PointFrictionRow<W>& points, Mask<W> lanes,
                                                      PatchVelocity<W> v, const FrictionImpulse<W>& old,
                                                      const Wide<W> (&impulse)[kPoints]) {
    const Wide<W> zero = splat<W>(0.0f), one = splat<W>(1.0f), two = splat<W>(2.0f);
    const Wide<W> k11 = load<W>(points.give[0]), k12 = load<W>(points.give[1]), k22 = load<W>(points.give[2]);
    const Wide<W> k1t = load<W>(cold.coupling[kSlide1Twist]), k2t = load<W>(cold.coupling[kSlide2Twist]);
    const Wide<W> ktt = load<W>(cold.spinGive);
    const auto solvePoint = [&](int j) {
        const Wide<W> x = load<W>(row.x[j]), y = load<W>(row.y[j]);
        const Wide<W> a11 = (k11 - two * (y * k1t)) + (y * y) * ktt;
        const Wide<W> a22 = (k22 + two * (x * k2t)) + (x * x) * ktt;
        const Wide<W> a12 = (k12 + (x * k1t - y * k2t)) - (x * y) * ktt;
        const Wide<W> determinant = a11 * a22 - a12 * a12, trace = a11 + a22;
        const Wide<W> inverse = select(determinant > splat<W>(1e-6f) * (trace * trace), one / determinant, zero);
        const Wide<W> v1 = v.slide1 - y * v.spin, v2 = v.slide2 + x * v.spin;
        const Wide<W> old1 = load<W>(points.impulse[j][0]), old2 = load<W>(points.impulse[j][1]);

        const Wide<W> h1 = old1 - inverse * (a22 * v1 - a12 * v2), h2 = old2 - inverse * (a11 * v2 - a12 * v1);
        const Wide<W> squared = h1 * h1 + h2 * h2;
        const Wide<W> limit = frictionLimit<W>(squared, load<W>(cold.friction) * impulse[j],
                                               load<W>(cold.staticFriction) * impulse[j]);
        const Mask<W> slides = (squared > limit * limit) | (inverse <= zero);
        const Wide<W> r = select(trace > zero, one / trace, zero);
        const Wide<W> s1 = old1 - r * v1, s2 = old2 - r * v2;
        const Wide<W> scale = ballScale<W>(s1 * s1 + s2 * s2, limit);
        const Wide<W> now1 = select(lanes, select(slides, scale * s1, h1), old1);
        const Wide<W> now2 = select(lanes, select(slides, scale * s2, h2), old2);
        now1.store(points.impulse[j][0]);
        now2.store(points.impulse[j][1]);

        const Wide<W> d1 = now1 - old1, d2 = now2 - old2, dTwist = x * d2 - y * d1;
        v.slide1 = v.slide1 + ((k11 * d1 + k12 * d2) + k1t * dTwist);
        v.slide2 = v.slide2 + ((k12 * d1 + k22 * d2) + k2t * dTwist);
        v.spin = v.spin + ((k1t * d1 + k2t * d2) + ktt * dTwist);
    };
    for (int j = 0; j < kPoints; ++j)
        solvePoint(j);
    for (int j = kPoints - 2; j >= 0; --j)
        solvePoint(j);
    FrictionImpulse<W> sum{zero, zero, zero, old.roll1, old.roll2};
    for (int j = 0; j < kPoints; ++j) {
        const Wide<W> f1 = load<W>(points.impulse[j][0]), f2 = load<W>(points.impulse[j][1]);
        sum.f1 = sum.f1 + f1;
        sum.f2 = sum.f2 + f2;
        sum.twist = sum.twist + (load<W>(row.x[j]) * f2 - load<W>(row.y[j]) * f1);
    }
    return sum;
}

// ---- both ----

// The torque that opposes the rolling of a round body: at most rollingLength times the normal impulse.
template <int W>
DRYSTONE_INLINE void solveRolling(const ColdRow<W>& cold, const PatchVelocity<W>& v,
                                  const Wide<W> (&impulse)[kPoints], FrictionImpulse<W>& f) {
    Wide<W> limit = load<W>(cold.rollingLength) * impulse[0];
    for (int j = 1; j < kPoints; ++j)
        limit = limit + load<W>(cold.rollingLength) * impulse[j];
    const Wide<W> mass = load<W>(cold.rollingMass);
    const Wide<W> r1 = f.roll1 - mass * v.roll1, r2 = f.roll2 - mass * v.roll2;
    const Wide<W> scale = ballScale<W>(r1 * r1 + r2 * r2, limit);
    f.roll1 = scale * r1;
    f.roll2 = scale * r2;
}

// The friction impulses after the normal impulses changed by d to `impulse`, by the model whose rows are laid out.
// v: before that change. lanes: the only ones whose point impulses change.
template <int W>
DRYSTONE_INLINE FrictionImpulse<W> solveFriction(const HotRow<W>& row, ColdRow<W>& cold,
                                                 PointFrictionRow<W>* points, Mask<W> lanes, PatchVelocity<W> v,
                                                 const NormalSums<W>& d, const Wide<W> (&impulse)[kPoints]) {
    const auto c = [&](PatchCoupling k) { return load<W>(cold.coupling[k]); };
    v.spin = (v.spin + c(kSpinF) * d.f) + (c(kSpinX) * d.x + c(kSpinY) * d.y);
    v.slide1 = (v.slide1 + c(kSlide1F) * d.f) + (c(kSlide1X) * d.x + c(kSlide1Y) * d.y);
    v.slide2 = (v.slide2 + c(kSlide2F) * d.f) + (c(kSlide2X) * d.x + c(kSlide2Y) * d.y);
    const FrictionImpulse<W> old = loadFriction<W>(cold);
    FrictionImpulse<W> now = points ? solvePointFriction<W>(row, cold, *points, lanes, v, old, impulse)
                                    : solvePatchFriction<W>(row, cold, v, old, impulse);
    if (row.rolling) {
        // K is symmetric: what a change of X and Y adds to the slide, a change of friction adds to the rolling.
        const FrictionImpulse<W> change = now - old;
        v.roll1 = v.roll1 + ((c(kSlide1Y) * change.f1 + c(kSlide2Y) * change.f2) + c(kSpinY) * change.twist);
        v.roll2 = v.roll2 - ((c(kSlide1X) * change.f1 + c(kSlide2X) * change.f2) + c(kSpinX) * change.twist);
        solveRolling<W>(cold, v, impulse, now);
    }
    return now;
}

// Normal and friction impulses to both bodies, in the lanes given.
template <int W, bool kStatic>
DRYSTONE_INLINE void applyPatch(VelocityRow* velocities, const HotRow<W>& row, const Frame<W>& f, Vec3W<W> centerA,
                                Vec3W<W> centerB, Motion<W>& a, Motion<W>& b, const NormalSums<W>& d,
                                const FrictionImpulse<W>& t, uint32_t lanes = ~0u) {
    const Vec3W<W> p = (d.f * f.n + t.f1 * f.t1) + t.f2 * f.t2;
    Vec3W<W> moment = (d.y * f.t1 - d.x * f.t2) + t.twist * f.n;
    if (row.rolling)
        moment = moment + (t.roll1 * f.t1 + t.roll2 * f.t2);
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
