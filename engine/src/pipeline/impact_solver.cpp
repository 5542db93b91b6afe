#include "pipeline/impact_solver.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace drystone {

// A flat landing on four corners takes some dozens; two bodies at one point take a few.
static constexpr int kMostSweeps = 400;
// Of the fastest approach: what is left over when the sweeps end.
static constexpr double kTolerance = 1e-7;
static constexpr int kMostTurns = 30;
static constexpr double kLeastResponse = 0.05;

glm::dvec3 relativeVelocity(const ImpactPoint& p, std::span<const ImpactBody> bodies) {
    const ImpactBody &a = bodies[size_t(p.a)], &b = bodies[size_t(p.b)];
    return b.velocity + glm::cross(b.spin, p.armB) - a.velocity - glm::cross(a.spin, p.armA);
}

static void push(const ImpactPoint& p, glm::dvec3 impulse, std::span<ImpactBody> bodies) {
    ImpactBody &a = bodies[size_t(p.a)], &b = bodies[size_t(p.b)];
    a.velocity -= a.inverseMass * impulse;
    a.spin -= a.inverseInertia * glm::cross(p.armA, impulse);
    b.velocity += b.inverseMass * impulse;
    b.spin += b.inverseInertia * glm::cross(p.armB, impulse);
}

// [r]: the matrix of r x.
static glm::dmat3 crossMatrix(glm::dvec3 r) {
    return {0.0, r.z, -r.y, -r.z, 0.0, r.x, r.y, -r.x, 0.0};
}

// Velocity of B against A at the point by an impulse on B there:  sum of 1/m - [r] I^-1 [r].
static glm::dmat3 responseAt(const ImpactPoint& p, std::span<const ImpactBody> bodies) {
    const auto one = [](const ImpactBody& body, glm::dvec3 arm) {
        const glm::dmat3 r = crossMatrix(arm);
        glm::dmat3 k = -(r * body.inverseInertia * r);
        for (int i = 0; i < 3; ++i)
            k[i][i] += body.inverseMass[i];
        return k;
    };
    return one(bodies[size_t(p.a)], p.armA) + one(bodies[size_t(p.b)], p.armB);
}

// With axes that are locked some directions do not respond; they take no impulse. K (K^2 + e)^-1.
static glm::dmat3 inverseOf(const glm::dmat3& k) {
    const double trace = k[0][0] + k[1][1] + k[2][2];
    glm::dmat3 square = k * k;
    for (int i = 0; i < 3; ++i)
        square[i][i] += 1e-10 * trace * trace;
    return trace > 0.0 ? k * glm::inverse(square) : glm::dmat3(0.0);
}

// The friction of a point that slides points against the velocity that is left, which depends on it: the direction is
// found by a damped fixed point. A sphere's is that of the velocity before.
static glm::dvec3 slidingImpulse(const ImpactPoint& p, glm::dvec3 u, double target) {
    const glm::dvec3 n = p.normal;
    const auto tangent = [&](glm::dvec3 v) { return v - glm::dot(n, v) * n; };
    const auto heading = [&](glm::dvec3 v) {
        const double length = glm::length(v);
        return length > 0.0 ? v / length : glm::dvec3(0.0);
    };
    const glm::dvec3 kn = p.response * n;
    const double knn = glm::dot(n, kn), wanted = target - glm::dot(n, u);
    glm::dvec3 d = heading(tangent(u)), impulse(0.0);
    for (int i = 0; i < kMostTurns; ++i) {
        // Friction that presses a leaning rod into the surface must not do so without end.
        const double kd = std::max(knn - p.friction * glm::dot(kn, d), kLeastResponse * knn);
        impulse = (wanted / kd) * (n - p.friction * d);
        const glm::dvec3 left = heading(tangent(u + p.response * impulse));
        if (glm::dot(left, d) > 1.0 - 1e-12)
            break;
        d = heading(d + left);
    }
    return impulse;
}

// One point against all that the others have done so far. Returns the change of velocity that it made.
static double relax(ImpactPoint& p, double rebound, std::span<ImpactBody> bodies) {
    const glm::dvec3 n = p.normal;
    if (!(glm::dot(n, p.response * n) > 0.0))
        return 0.0;
    const double target = rebound * p.restitution * std::max(-glm::dot(n, p.before), 0.0);
    const glm::dvec3 u = relativeVelocity(p, bodies) - p.response * p.impulse;  // without it
    glm::dvec3 impulse(0.0);
    if (glm::dot(n, u) < target) {
        impulse = p.inverseResponse * (target * n - u);
        const double normal = glm::dot(n, impulse);
        if (!(glm::length(impulse - normal * n) <= p.staticFriction * normal))
            impulse = slidingImpulse(p, u, target);
    }
    const glm::dvec3 change = impulse - p.impulse;
    push(p, change, bodies);
    p.impulse = impulse;
    return glm::length(p.response * change);
}

// From no impulse; rebound: share of the restitution.
static void solve(std::span<ImpactBody> bodies, std::span<ImpactPoint> points, double rebound) {
    double fastest = 0.0;
    for (const ImpactPoint& p : points)
        fastest = std::max(fastest, glm::length(p.before));
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        double change = 0.0;
        for (ImpactPoint& p : points)
            change = std::max(change, relax(p, rebound, bodies));
        if (change <= kTolerance * fastest)
            return;
    }
}

static double workOf(std::span<const ImpactBody> bodies, std::span<const ImpactPoint> points) {
    double work = 0.0;
    for (const ImpactPoint& p : points)
        work += 0.5 * glm::dot(p.impulse, p.before + relativeVelocity(p, bodies));
    return work;
}

// The largest s in [0, 1] with  w0 + (4 wh - 3 w0 - w1) s + (2 w0 + 2 w1 - 4 wh) s^2 <= 0:  the parabola through the work
// without rebound, with half and with all of it, where w0 <= 0 < w1.
static double passiveShare(double w0, double wh, double w1) {
    const double b = 4.0 * wh - 3.0 * w0 - w1, a = 2.0 * (w0 + w1 - 2.0 * wh);
    if (!(w0 < 0.0))
        return 0.0;
    const double root = std::sqrt(std::max(b * b - 4.0 * a * w0, 0.0));
    // The positive one; of two the greater.
    const double share = b > 0.0 ? -2.0 * w0 / (b + root) : (root - b) / (2.0 * a);
    return share >= 0.0 && share <= 1.0 ? share : 0.0;
}

namespace {

struct Velocities {
    glm::dvec3 linear[kMostImpactBodies], angular[kMostImpactBodies];
};

}  // namespace

// The velocities after the impulses that the points have now, from those before the impact: exact whatever the sweeps did.
static void apply(const Velocities& before, std::span<ImpactBody> bodies, std::span<const ImpactPoint> points) {
    for (size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].velocity = before.linear[i];
        bodies[i].spin = before.angular[i];
    }
    for (const ImpactPoint& p : points)
        push(p, p.impulse, bodies);
}

// Where friction wedges, what is left after the sweeps may still give energy. Of a share s of the impulses the work is
// s p . u(before) + s^2 p . (u - u(before)) / 2.
static void limitWork(std::span<const ImpactBody> bodies, std::span<ImpactPoint> points) {
    double before = 0.0, change = 0.0;
    for (const ImpactPoint& p : points) {
        before += glm::dot(p.impulse, p.before);
        change += 0.5 * glm::dot(p.impulse, relativeVelocity(p, bodies) - p.before);
    }
    if (before + change <= 0.0)
        return;
    const double share = change > 0.0 ? std::max(-before / change, 0.0) : 0.0;
    for (ImpactPoint& p : points)
        p.impulse *= share;
}

void solveImpact(std::span<ImpactBody> bodies, std::span<ImpactPoint> points) {
    Velocities before;
    for (size_t i = 0; i < bodies.size(); ++i) {
        before.linear[i] = bodies[i].velocity;
        before.angular[i] = bodies[i].spin;
    }
    double energy = 0.0;
    for (ImpactPoint& p : points) {
        p.before = relativeVelocity(p, bodies);
        p.response = responseAt(p, bodies);
        p.inverseResponse = inverseOf(p.response);
        p.impulse = glm::dvec3(0.0);
    }
    solve(bodies, points, 1.0);
    apply(before, bodies, points);
    const double whole = workOf(bodies, points);
    for (const ImpactPoint& p : points)
        energy += std::fabs(glm::dot(p.impulse, p.before));
    if (whole <= kTolerance * energy)
        return;
    // Between the solutions with the whole rebound and with none velocities are linear in the impulses, the work a parabola.
    for (ImpactPoint& p : points) {
        p.rebound = p.impulse;
        p.impulse = glm::dvec3(0.0);
    }
    apply(before, bodies, points);
    solve(bodies, points, 0.0);
    apply(before, bodies, points);
    const double none = workOf(bodies, points);
    const auto blend = [&](double step) {
        for (ImpactPoint& p : points)
            p.impulse += step * p.rebound;
        apply(before, bodies, points);
    };
    for (ImpactPoint& p : points)
        p.rebound -= p.impulse;
    blend(0.5);
    const double middle = workOf(bodies, points);
    blend(passiveShare(none, middle, whole) - 0.5);
    limitWork(bodies, points);
    apply(before, bodies, points);
}

}  // namespace drystone
