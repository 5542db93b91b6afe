#include "solver/impact.h"

#include <glm/gtc/quaternion.hpp>

#include "math/algebra.h"
#include "math/inertia.h"
#include "solver/contact_prepare.h"
#include "solver/integrate.h"

namespace drystone {

using namespace kernels;
using Float = Wide<1>;

// Points of one contact see each other this often, and the whole of them meets friction this often at most: a box that lands
// flat leaves flat.
static constexpr int kPointSweeps = 16;
static constexpr int kFrictionRounds = 24;
static constexpr float kSettled = 1e-6f;  // change of a round, as a share of the impulse

namespace {

// A body at the moment of the impact.
struct Side {
    glm::vec3 position;  // since the step began
    glm::quat rotation;
    VelocityRow velocity;
    InertiaRow inertia;
    bool round;  // its anchors do not turn with it
    bool pushable;
};

// The points that hit, and the time within the substep at which they do, on average.
struct Hit {
    bool hits[kPoints] = {};
    float separation[kPoints] = {};  // where the substep begins, m
    float time = 0.0f;               // s
    int count = 0;
};

}  // namespace

static void store(float (&out)[3], glm::vec3 v) {
    for (int i = 0; i < 3; ++i)
        out[i] = v[i];
}

// At this orientation. What keeps its inertia through the step has that of its start.
static InertiaRow turned(const InertiaRow& row, glm::quat rotation, const BodyMotion& motion) {
    if (motion.angularLocks & kKeepsInertia)
        return row;
    glm::mat3 now;
    if (motion.angularLocks != 0) {
        if (!(motion.principalInertia.x > 0.0f))
            return row;
        const glm::dmat3 axes = glm::mat3_cast(glm::normalize(glm::dquat(rotation * motion.principalRotation)));
        const glm::dvec3 inverse = 1.0 / glm::dvec3(motion.principalInertia);
        now = glm::mat3(lockedInverse(composeInertia(axes, inverse), motion.angularLocks));
    } else {
        const float (&i)[6] = row.inverse;
        const glm::mat3 inverse(i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5]);
        const glm::mat3 r = glm::mat3_cast(rotation);
        now = r * inverse * glm::transpose(r);
    }
    return {{now[0][0], now[1][0], now[2][0], now[1][1], now[2][1], now[2][2]}, row.inverseMass, 0};
}

static bool pushable(const InertiaRow& row) {
    return row.inverseMass > 0.0f || row.inverse[0] + row.inverse[3] + row.inverse[5] > 0.0f;
}

static Side sideAt(const StepContext& step, uint32_t body, bool round, float time) {
    const DeltaRow& delta = step.deltas[body];
    Side side;
    side.velocity = step.freeVelocities[body];
    side.round = round;
    side.pushable = pushable(step.inertias[body]);
    side.position = vec3(delta.position) + time * linearVelocity(side.velocity);
    side.rotation = rotationOf(delta);
    if (time != 0.0f) {
        glm::vec3 spin = angularVelocity(side.velocity);
        turnFreely(step.motions[body], time, side.rotation, spin);
        setAngularVelocity(side.velocity, spin);
    }
    side.inertia = turned(step.inertias[body], side.rotation, step.motions[body]);
    return side;
}

// Gaps and approach where the substep begins.
static Hit findHits(const StepContext& step, const Manifold& m, const Side& a, const Side& b, const ImpactLane& lane) {
    const glm::vec3 n = vec3(m.normal), offset = vec3(m.centerOffset);
    const float shift = glm::dot(n, b.position - a.position);
    Hit hit;
    for (int j = 0; j < int(m.pointCount); ++j) {
        const glm::vec3 anchorA = vec3(m.points[j].anchor), anchorB = anchorA + offset;
        const glm::vec3 onA = a.round ? anchorA : a.rotation * anchorA, onB = b.round ? anchorB : b.rotation * anchorB;
        const float s = m.points[j].separation + shift + glm::dot(n, (onB - anchorB) - (onA - anchorA));
        const float v = glm::dot(n, (linearVelocity(b.velocity) + glm::cross(angularVelocity(b.velocity), onB)) -
                                        (linearVelocity(a.velocity) + glm::cross(angularVelocity(a.velocity), onA)));
        hit.separation[j] = s;
        hit.hits[j] = v + lane.acceleration * step.h < -lane.restSpeed && s + step.h * v < 0.0f;
        if (!hit.hits[j])
            continue;
        const float speed = -(v + step.startShare * (lane.acceleration * step.h));
        hit.time += glm::clamp(s / speed, 0.0f, step.h);
        ++hit.count;
    }
    if (hit.count > 0)
        hit.time *= 1.0f / float(hit.count);
    return hit;
}

// The manifold at the moment of the impact. The bodies meet in one point, so that no angular momentum is made; where their
// anchors have moved apart along the surface, those of the body that can be pushed count.
static Manifold movedManifold(const Manifold& start, const Side& a, const Side& b) {
    Manifold m = start;
    const bool landing = start.round >= kLanding;
    const int count = int(m.pointCount);
    const glm::vec3 n = vec3(m.normal), offset = vec3(m.centerOffset);
    glm::vec3 onA[kPoints], onB[kPoints], between(0.0f);
    for (int j = 0; j < count; ++j) {
        const glm::vec3 halfGap = (0.5f * start.points[j].separation) * n, anchor = vec3(m.points[j].anchor);
        onA[j] = anchor - halfGap;
        onB[j] = anchor + offset + halfGap;
        between += (onB[j] - onA[j]) * (1.0f / float(count));
        if (landing)
            continue;
        onA[j] = a.round ? onA[j] : a.rotation * onA[j];
        onB[j] = b.round ? onB[j] : b.rotation * onB[j];
    }
    if (!landing)
        between = offset + (a.position - b.position);
    const float shareA = !a.pushable ? 0.0f : !b.pushable ? 1.0f : 0.5f;
    for (int j = 0; j < count; ++j) {
        store(m.points[j].anchor, shareA * onA[j] + (1.0f - shareA) * (onB[j] - between));
        m.points[j].separation = 0.0f;
    }
    store(m.centerOffset, between);
    return m;
}

// With s the gap, v the normal velocity at the end of the substep, a what speeds up the approach and k the share of the
// velocity before the substep in its displacement, the integrator keeps  v^2/2 + a s - a h (1/2 - k) v  in free fall.
// A body that leaves at w, having hit at the time t, is where it would be had it begun the substep at the gap
// s - (w - v) t, so that the energy e^2 E that it is to have after it,
//     w^2/2 + a (s - (w - v) t + h w + k a h^2) - a h (1/2 - k) w = e^2 E,
// is a quadratic equation for w.
static float leavingVelocity(const StepContext& step, float restitution, float a, float s, float v, float t) {
    const float h = step.h, start = v + a * h;
    const float energy = start * start + a * (2.0f * s - h * (1.0f - 2.0f * step.startShare) * start);
    const float b = a * (h * (0.5f + step.startShare) - t);
    const float c = a * (s + v * t + step.startShare * (a * h * h));
    const float squared = b * b + (restitution * restitution) * energy - 2.0f * c;
    return glm::max(std::sqrt(glm::max(squared, 0.0f)) - b, 0.0f);
}

// Impulses l >= 0 with vn >= its target, complementary, by Gauss-Seidel on K; points that do not hit stay out of it.
static void solveHits(HotRow<1>& row, const NormalVelocity<1>& v, const Hit& hit, const float (&leaving)[kPoints],
                      Float (&impulse)[kPoints], Float (&change)[kPoints]) {
    float start[kPoints];
    for (int j = 0; j < kPoints; ++j) {
        change[j].v = 0.0f;
        start[j] = v.at(load<1>(row.x[j]), load<1>(row.y[j])).v - leaving[j];
    }
    for (int sweep = 0; sweep < kPointSweeps; ++sweep) {
        float moved = 0.0f, total = 0.0f;
        for (int j = 0; j < kPoints; ++j) {
            if (!hit.hits[j])
                continue;
            float vn = start[j];
            for (int i = 0; i < kPoints; ++i)
                if (i != j)
                    vn += row.coupling[i < j ? pairIndex(i, j) : pairIndex(j, i)][0] * change[i].v;
            const float old = row.impulse[j][0], before = change[j].v;
            change[j].v = glm::max(old - row.mass[j][0] * vn, 0.0f) - old;
            moved += std::fabs(change[j].v - before);
            total += old + change[j].v;
        }
        if (hit.count == 1 || moved <= kSettled * total)
            break;
    }
    for (int j = 0; j < kPoints; ++j) {
        impulse[j].v = row.impulse[j][0] + change[j].v;
        row.impulse[j][0] = impulse[j].v;
    }
}

static bool settled(const HotRow<1>& row, const Float (&change)[kPoints], const FrictionImpulse<1>& friction) {
    float total = 0.0f, moved = std::fabs(friction.f1.v) + std::fabs(friction.f2.v), reach = 0.0f;
    for (int j = 0; j < kPoints; ++j) {
        total += row.impulse[j][0];
        moved += std::fabs(change[j].v);
        reach = glm::max(reach, std::fabs(row.x[j][0]) + std::fabs(row.y[j][0]));
    }
    return moved <= kSettled * total && std::fabs(friction.twist.v) <= kSettled * total * reach;
}

namespace {

// Normals and friction of the two bodies alone, in rows of their own.
class ImpactRows {
public:
    ImpactRows(const StepContext& step, const Manifold& m, const Hit& hit, bool byPoint, float acceleration, const Side& a,
               const Side& b)
        : m_hit(hit), m_byPoint(byPoint), m_start{a.velocity, b.velocity} {
        const InertiaRow inertias[2] = {a.inertia, b.inertia};
        m_row.bodyB[0] = 1;
        const Manifold* const manifold[1] = {&m};
        const ManifoldLanes<1> lanes = loadManifolds<1>(manifold);
        m_patch.a = loadMotion<1>(m_start, m_row.bodyA);
        m_patch.b = loadMotion<1>(m_start, m_row.bodyB);
        m_patch.inertiaA = loadInertia<1>(inertias, m_row.bodyA, m_patch.a);
        m_patch.inertiaB = loadInertia<1>(inertias, m_row.bodyB, m_patch.b);
        m_row.lanesA = m_patch.inertiaA.pushable;
        m_row.lanesB = m_patch.inertiaB.pushable;
        placeFrame<1>(step, lanes, m_patch);
        storeGeometry<1>(lanes, m_patch, m_row, m_cold);
        prepareNormals<1>(m_patch, lanes, m_row);
        prepareFriction<1>(m_patch, m_cold, byPoint ? &m_points : nullptr);
        m_before = velocity();
        for (int j = 0; j < kPoints; ++j)
            if (hit.hits[j])
                m_leaving[j] = leavingVelocity(step, m.restitution, acceleration, hit.separation[j],
                                               m_before.normal.at(load<1>(m_row.x[j]), load<1>(m_row.y[j])).v, hit.time);
    }

    // With a share of the velocities that the points are to leave with.
    void solve(float share) {
        m_velocities[0] = m_start[0];
        m_velocities[1] = m_start[1];
        m_patch.a = loadMotion<1>(m_start, m_row.bodyA);
        m_patch.b = loadMotion<1>(m_start, m_row.bodyB);
        const Float zero{0.0f};
        storeFriction<1>(m_cold, {zero, zero, zero, zero, zero});
        m_points = m_byPoint ? cleared(m_points) : m_points;
        float leaving[kPoints];
        for (int j = 0; j < kPoints; ++j) {
            leaving[j] = share * m_leaving[j];
            m_row.impulse[j][0] = 0.0f;
        }
        for (int i = 0; i < 3; ++i)
            m_cold.slideDirection[i][0] = 0.0f;
        for (int round = 0; round < kFrictionRounds; ++round) {
            const PatchVelocity<1> v = velocity();
            Float impulse[kPoints], change[kPoints];
            solveHits(m_row, v.normal, m_hit, leaving, impulse, change);
            const NormalSums<1> d = sumNormals<1>(m_row, change);
            const FrictionImpulse<1> old = loadFriction<1>(m_cold);
            const FrictionImpulse<1> now =
                solveFriction<1>(m_row, m_cold, m_byPoint ? &m_points : nullptr, allLanes<1>(), v, d, impulse);
            storeFriction<1>(m_cold, now);
            const FrictionImpulse<1> moved = now - old;
            applyPatch<1, false>(m_velocities, m_row, m_patch.frame, m_patch.centerA, m_patch.centerB, m_patch.a, m_patch.b,
                                 d, moved);
            if (settled(m_row, change, moved))
                break;
        }
    }

    // Energy that the impulses made: each times the mean of the velocities before and after. What the velocity of leaving
    // has on that of the approach belongs to the integrator, whose energy is another.
    bool makesEnergy() const {
        const PatchVelocity<1> after = velocity();
        const FrictionImpulse<1> f = loadFriction<1>(m_cold);
        Float impulses[kPoints];
        float total = 0.0f, allowed = 0.0f;
        for (int j = 0; j < kPoints; ++j) {
            impulses[j].v = m_row.impulse[j][0];
            total += impulses[j].v;
            const float approach = m_before.normal.at(load<1>(m_row.x[j]), load<1>(m_row.y[j])).v;
            if (m_hit.hits[j])
                allowed += impulses[j].v * glm::max(0.5f * (approach + m_leaving[j]), 0.0f);
        }
        const NormalSums<1> n = sumNormals<1>(m_row, impulses);
        const auto mean = [](Float x, Float y) { return 0.5f * (x.v + y.v); };
        const float normal = n.f.v * mean(m_before.normal.q0, after.normal.q0) +
            n.x.v * mean(m_before.normal.q1, after.normal.q1) + n.y.v * mean(m_before.normal.q2, after.normal.q2);
        const float friction = f.f1.v * mean(m_before.slide1, after.slide1) + f.f2.v * mean(m_before.slide2, after.slide2) +
            f.twist.v * mean(m_before.spin, after.spin);
        return normal + friction > allowed + kRounding * total * std::fabs(m_before.normal.q0.v);
    }

    const VelocityRow& velocity(int side) const { return m_velocities[side]; }
    float impulse(int point) const { return m_row.impulse[point][0]; }
    float fastest(float share) const {
        float most = 0.0f;
        for (const float speed : m_leaving)
            most = glm::max(most, share * speed);
        return most;
    }

private:
    static constexpr float kRounding = 1e-4f;

    static PointFrictionRow<1> cleared(PointFrictionRow<1> points) {
        for (auto& point : points.impulse)
            point[0][0] = point[1][0] = 0.0f;
        return points;
    }
    PatchVelocity<1> velocity() const {
        return patchVelocity<1>(m_patch.frame, m_patch.centerA, m_patch.centerB, m_patch.a, m_patch.b);
    }

    const Hit& m_hit;
    bool m_byPoint;
    VelocityRow m_start[2], m_velocities[2];
    HotRow<1> m_row{};
    ColdRow<1> m_cold{};
    PointFrictionRow<1> m_points{};
    Patch<1> m_patch;
    PatchVelocity<1> m_before;
    float m_leaving[kPoints] = {};
};

}  // namespace

// Newton's restitution with friction can make energy where friction turns the motion (T. R. Kane, D. A. Levinson, "Dynamics:
// Theory and Applications", 1985): then the points leave with the largest share of their velocities that makes none.
// impulses: found. Returns the speed at which the point that leaves fastest does so.
static float solveImpact(const StepContext& step, const Manifold& m, const Hit& hit, bool byPoint, float acceleration,
                         Side& a, Side& b, float (&impulses)[kPoints]) {
    static constexpr int kHalvings = 8;
    ImpactRows rows(step, m, hit, byPoint, acceleration, a, b);
    float share = 1.0f;
    rows.solve(share);
    if (m.friction > 0.0f && m.restitution > 0.0f && rows.makesEnergy()) {
        float most = 0.0f, least = 1.0f;
        for (int i = 0; i < kHalvings; ++i) {
            share = 0.5f * (most + least);
            rows.solve(share);
            (rows.makesEnergy() ? least : most) = share;
        }
        share = most;
        rows.solve(share);
    }
    a.velocity = rows.velocity(0);
    b.velocity = rows.velocity(1);
    for (int j = 0; j < kPoints; ++j)
        impulses[j] = rows.impulse(j);
    return rows.fastest(share);
}

// Velocities are those before the impulses that the substep starts from: these are a guess, and what they push together
// does not bounce.
//
// What an impact changes in a body holds from its moment on: the body goes on as if it had begun the substep with its new
// velocity, from where that would have led it to the place of the impact.
static void goOn(const StepContext& step, uint32_t body, Side side, float time) {
    if (!side.pushable)
        return;
    glm::vec3 spin = angularVelocity(side.velocity);
    turnFreely(step.motions[body], -time, side.rotation, spin);
    VelocityRow &v = step.velocities[body], &free = step.freeVelocities[body];
    const glm::vec3 linear = linearVelocity(side.velocity) - linearVelocity(free), angular = spin - angularVelocity(free);
    setVelocity(v, linearVelocity(v) + linear, angularVelocity(v) + angular);
    setVelocity(free, linearVelocity(side.velocity), spin);
    if (step.flights)
        step.flights[body].displacement += step.h * linear;
    move(step.deltas[body], -time * linear);
    setRotation(step.deltas[body], side.rotation);
}

void strike(const StepContext& step, const ContactRef& ref, bool byPoint, const ImpactLane& lane) {
    const Manifold& manifold = step.manifolds[ref.manifold];
    const uint32_t round = uint32_t(manifold.round);
    const bool roundA = round & 1u, roundB = round & 2u;
    const Hit hit = findHits(step, manifold, sideAt(step, ref.bodyA, roundA, 0.0f),
                             sideAt(step, ref.bodyB, roundB, 0.0f), lane);
    if (hit.count == 0)
        return;
    Side a = sideAt(step, ref.bodyA, roundA, hit.time), b = sideAt(step, ref.bodyB, roundB, hit.time);
    float found[kPoints];
    const float fastest =
        solveImpact(step, movedManifold(manifold, a, b), hit, byPoint, lane.acceleration, a, b, found);
    goOn(step, ref.bodyA, a, hit.time);
    goOn(step, ref.bodyB, b, hit.time);
    for (int j = 0; j < kPoints; ++j)
        lane.impulse[j * lane.stride] += found[j];
    *lane.leaving = fastest;
    step.impacts->any.store(true, std::memory_order_relaxed);
}

}  // namespace drystone
