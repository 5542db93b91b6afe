#include "solver/impact.h"

#include <glm/gtc/quaternion.hpp>

#include "math/algebra.h"
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
    bool any = false;
};

}  // namespace

static void store(float (&out)[3], glm::vec3 v) {
    for (int i = 0; i < 3; ++i)
        out[i] = v[i];
}

// R I R^T. A body that does not turn about some world axis keeps the rows that say so.
static InertiaRow turned(const InertiaRow& row, glm::quat rotation, const BodyMotion& motion) {
    if (motion.angularLocks != 0)
        return row;
    const float (&i)[6] = row.inverse;
    const glm::mat3 inverse(i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5]);
    const glm::mat3 r = glm::mat3_cast(rotation);
    const glm::mat3 now = r * inverse * glm::transpose(r);
    return {{now[0][0], now[1][0], now[2][0], now[1][1], now[2][1], now[2][2]}, row.inverseMass, 0};
}

static bool pushable(const InertiaRow& row) {
    return row.inverseMass > 0.0f || row.inverse[0] + row.inverse[3] + row.inverse[5] > 0.0f;
}

// Angular velocity after the body has turned from one orientation to another with its angular momentum kept.
static glm::vec3 turnedSpin(const BodyMotion& motion, glm::quat from, glm::quat to, glm::vec3 spin) {
    if (!(motion.principalInertia.x > 0.0f))
        return spin;
    const glm::quat start = from * motion.principalRotation, end = to * motion.principalRotation;
    const glm::vec3 momentum = start * (motion.principalInertia * (glm::conjugate(start) * spin));
    return end * ((glm::conjugate(end) * momentum) / motion.principalInertia);
}

// Free rotation over a part of a substep, either way in time: the mean of the spins at its two ends, one found from the
// other (the error is of the third order).
static void turnFreely(const BodyMotion& motion, float time, glm::quat& rotation, glm::vec3& spin) {
    const glm::quat start = rotation;
    const glm::vec3 guess = turnedSpin(motion, start, exponentialMap(time * spin) * start, spin);
    rotation = glm::normalize(exponentialMap((0.5f * time) * (spin + guess)) * start);
    spin = turnedSpin(motion, start, rotation, spin);
}

static Side sideAt(const StepContext& step, uint32_t body, bool round, float time) {
    const DeltaRow& delta = step.deltas[body];
    Side side;
    side.velocity = step.velocities[body];
    side.round = round;
    side.pushable = pushable(step.inertias[body]);
    side.position = vec3(delta.position) + time * linearVelocity(side.velocity);
    side.rotation = rotationOf(delta);
    glm::vec3 spin = angularVelocity(side.velocity);
    turnFreely(step.motions[body], time, side.rotation, spin);
    setAngularVelocity(side.velocity, spin);
    side.inertia = turned(step.inertias[body], side.rotation, step.motions[body]);
    return side;
}

// Gaps and approach where the substep begins.
static Hit findHits(const StepContext& step, const Manifold& m, const Side& a, const Side& b, const ImpactLane& lane) {
    const glm::vec3 n = vec3(m.normal), offset = vec3(m.centerOffset);
    const float shift = glm::dot(n, b.position - a.position);
    Hit hit;
    int count = 0;
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
        ++count;
    }
    hit.any = count > 0;
    if (hit.any)
        hit.time *= 1.0f / float(count);
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
    for (int sweep = 0; sweep < kPointSweeps; ++sweep)
        for (int j = 0; j < kPoints; ++j) {
            if (!hit.hits[j])
                continue;
            float vn = start[j];
            for (int i = 0; i < kPoints; ++i)
                if (i != j)
                    vn += row.coupling[i < j ? pairIndex(i, j) : pairIndex(j, i)][0] * change[i].v;
            const float old = row.impulse[j][0];
            change[j].v = glm::max(old - row.mass[j][0] * vn, 0.0f) - old;
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

// Normals and friction of the two bodies alone, in rows of their own. impulses: found. Returns the speed at which the point
// that leaves fastest does so.
static float solveImpact(const StepContext& step, const Manifold& m, const Hit& hit, bool byPoint, float acceleration,
                        Side& a, Side& b, float (&impulses)[kPoints]) {
    VelocityRow velocities[2] = {a.velocity, b.velocity};
    const InertiaRow inertias[2] = {a.inertia, b.inertia};
    HotRow<1> row{};
    ColdRow<1> cold{};
    PointFrictionRow<1> pointRow{};
    PointFrictionRow<1>* points = byPoint ? &pointRow : nullptr;
    row.bodyB[0] = 1;
    const Manifold* const manifold[1] = {&m};
    const ManifoldLanes<1> lanes = loadManifolds<1>(manifold);
    Patch<1> p;
    p.a = loadMotion<1>(velocities, row.bodyA);
    p.b = loadMotion<1>(velocities, row.bodyB);
    p.inertiaA = loadInertia<1>(inertias, row.bodyA, p.a);
    p.inertiaB = loadInertia<1>(inertias, row.bodyB, p.b);
    row.lanesA = p.inertiaA.pushable;
    row.lanesB = p.inertiaB.pushable;
    placeFrame<1>(step, lanes, p);
    storeGeometry<1>(lanes, p, row, cold);
    prepareNormals<1>(p, lanes, row);
    prepareFriction<1>(p, cold, points);

    const NormalVelocity<1> start = patchVelocity<1>(p.frame, p.centerA, p.centerB, p.a, p.b).normal;
    float leaving[kPoints] = {};
    for (int j = 0; j < kPoints; ++j)
        if (hit.hits[j])
            leaving[j] = leavingVelocity(step, m.restitution, acceleration, hit.separation[j],
                                         start.at(load<1>(row.x[j]), load<1>(row.y[j])).v, hit.time);
    for (int round = 0; round < kFrictionRounds; ++round) {
        const PatchVelocity<1> v = patchVelocity<1>(p.frame, p.centerA, p.centerB, p.a, p.b);
        Float impulse[kPoints], change[kPoints];
        solveHits(row, v.normal, hit, leaving, impulse, change);
        const NormalSums<1> d = sumNormals<1>(row, change);
        const FrictionImpulse<1> old = loadFriction<1>(cold);
        const FrictionImpulse<1> now = solveFriction<1>(row, cold, points, allLanes<1>(), v, d, impulse);
        storeFriction<1>(cold, now);
        const FrictionImpulse<1> frictionChange = now - old;
        applyPatch<1, false>(velocities, row, p.frame, p.centerA, p.centerB, p.a, p.b, d, frictionChange);
        if (settled(row, change, frictionChange))
            break;
    }
    a.velocity = velocities[0];
    b.velocity = velocities[1];
    float fastest = 0.0f;
    for (int j = 0; j < kPoints; ++j) {
        impulses[j] = row.impulse[j][0];
        fastest = glm::max(fastest, leaving[j]);
    }
    return fastest;
}

// What an impact changes in a body holds from its moment on: the body goes on as if it had begun the substep with its new
// velocity, from where that would have led it to the place of the impact.
static void goOn(const StepContext& step, uint32_t body, Side side, float time) {
    if (!side.pushable)
        return;
    glm::vec3 spin = angularVelocity(side.velocity);
    turnFreely(step.motions[body], -time, side.rotation, spin);
    VelocityRow &v = step.velocities[body], &free = step.freeVelocities[body];
    const glm::vec3 linear = linearVelocity(side.velocity) - linearVelocity(v), angular = spin - angularVelocity(v);
    setVelocity(v, linearVelocity(side.velocity), spin);
    setVelocity(free, linearVelocity(free) + linear, angularVelocity(free) + angular);
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
    if (!hit.any)
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
