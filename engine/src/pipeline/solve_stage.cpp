#include "pipeline/step.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/prefetch.h"
#include "math/algebra.h"
#include "pipeline/impact_group.h"
#include "solver/free_rotation.h"
#include "solver/integrate.h"

namespace drystone {

// Row 0 never moves; row i + 1 is the awake body i.
static uint32_t bodyRow(const Body& body) { return body.awake() ? body.awakeIndex + 1 : 0; }

// The free motion depends on the ratios of the moments alone, and products of three must not leave float's range. A
// power of two changes no digit.
static glm::vec3 scaledToOne(glm::vec3 inertia) {
    const float largest = std::max({inertia.x, inertia.y, inertia.z});
    return inertia / std::bit_cast<float>(std::bit_cast<uint32_t>(largest) & 0x7F800000u);
}

// Rows are made for the inertia that a body has where the step begins. Where it turns by t about an axis across which its
// moments are I and J, an impulse that this inertia makes passive has up to m of the energy that it was to have, with
//     m + 1/m = 2 + s^2,   s = sin t |I - J| / sqrt(I J).
// A thin rod that spins in a contact would double its energy many times a step. Where s may be large the solver therefore
// keeps to the inertia that it made its rows for, and the spin follows the inertia after it.
static bool keepsInertia(const Simulation& sim, const Body& body, float dt) {
    static constexpr float kThin = 4.0f, kTurned = 0.5f;
    const glm::vec3 i = body.mass.principalInertia, w = glm::conjugate(worldPrincipalRotation(body)) * body.angularVelocity;
    bool risky = false;
    for (int axis = 0; axis < 3; ++axis) {
        const float a = i[(axis + 1) % 3], b = i[(axis + 2) % 3], turn = glm::min(dt * std::fabs(w[axis]), 1.0f);
        const float difference = std::fabs(a - b), mean = std::sqrt(a) * std::sqrt(b);
        risky |= difference > kThin * mean || turn * difference > kTurned * mean;
    }
    if (!risky)
        return false;
    bool touches = false;
    forEachPair(sim, sim.awakeBodies[body.awakeIndex], [&](uint32_t slot, uint32_t) {
        const Pair& pair = sim.pairs[slot];
        touches |= pair.touching && pair.pushes && !pair.sensor;
    });
    return touches;
}

static void fillRow(StageContext& context, uint32_t row, const Body& body) {
    StepScratch& scratch = context.scratch;
    const glm::vec3 v = body.linearVelocity, w = body.angularVelocity;
    scratch.velocities[row] = {{v.x, v.y, v.z}, {w.x, w.y, w.z}, body.inverseMass, float(linearLockBits(body.locks))};
    scratch.deltas[row] = {{0, 0, 0}, {0, 0, 0, 1}, 0};
    scratch.accelerations[row] = body.acceleration;
    BodyMotion motion{};
    motion.principalRotation = worldPrincipalRotation(body);
    InertiaRow inertia{};
    if (body.dynamic()) {
        const glm::mat3 inverse = worldInverseInertia(body);
        inertia = {{inverse[0][0], inverse[1][0], inverse[2][0], inverse[1][1], inverse[2][1], inverse[2][2]},
                   body.inverseMass,
                   0};
        motion.acceleration = withoutLocked(
            body.gravityScale * context.sim.settings.gravity + body.inverseMass * body.force, linearLockBits(body.locks));
        motion.angularAcceleration = inverse * body.torque;
        motion.linearDamping = body.linearDamping;
        motion.angularDamping = body.angularDamping;
        motion.angularLocks = angularLockBits(body.locks);
        const glm::vec3 principal = body.mass.principalInertia;
        const bool isotropic = principal.x == principal.y && principal.y == principal.z;
        if (!isotropic && body.inversePrincipalInertia.x > 0 && body.inversePrincipalInertia.y > 0 &&
            body.inversePrincipalInertia.z > 0) {
            if (keepsInertia(context.sim, body, context.dt)) {
                motion.angularLocks |= kKeepsInertia;
            } else if (motion.angularLocks != 0) {
                motion.principalInertia = principal;
            } else {
                motion.principalInertia = scaledToOne(principal);
                orderPrincipalAxes(motion);
            }
        }
    }
    scratch.inertias[row] = inertia;
    scratch.motions[row] = motion;
    if (!scratch.fieldBodies.empty()) {
        const BodyId id = context.sim.bodySlots.id(context.sim.awakeBodies[row - 1]);
        scratch.fieldBodies[row] = {id, body.center, body.dynamic() ? body.mass.mass : 0.0f, false};
    }
}

static void fillRows(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const size_t rows = sim.awakeBodies.size() + 1;
    scratch.velocities.resize(rows);
    scratch.deltas.resize(rows);
    scratch.inertias.resize(rows);
    scratch.motions.resize(rows);
    scratch.accelerations.resize(rows);
    scratch.fieldBodies.resize(sim.forceField.acceleration ? rows : 0);
    if (!scratch.fieldBodies.empty())
        scratch.fieldBodies[0] = {};
    scratch.velocities[0] = {};
    scratch.deltas[0] = {{0, 0, 0}, {0, 0, 0, 1}, 0};
    scratch.inertias[0] = {};
    scratch.motions[0] = {};
    scratch.accelerations[0] = {};
    scratch.motions[0].principalRotation = kIdentityRotation;
    context.tasks.parallelFor(int(rows) - 1, kBodiesPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i)
            fillRow(context, uint32_t(i) + 1, sim.bodies[sim.awakeBodies[size_t(i)]]);
    });
}

static void fillHeights(StageContext& context) {
    const Simulation& sim = context.sim;
    Array<float>& heights = context.scratch.heights;
    heights.clear();
    const float gravity = glm::length(sim.settings.gravity);
    if (sim.settings.solver != SolverKind::SupportStep || gravity <= 0.0f)
        return;
    const glm::vec3 up = sim.settings.gravity * (-1.0f / gravity);
    reserveGrowing(heights, sim.awakeBodies.size() + 1);
    heights.push_back(0.0f);
    for (const uint32_t slot : sim.awakeBodies)
        heights.push_back(glm::dot(sim.bodies[slot].center, up));
}

// Fastest approach among the points of a manifold, at these velocities of its bodies.
static float closingSpeed(const Manifold& manifold, const VelocityRow& a, const VelocityRow& b) {
    float speed = 0.0f;
    for (int k = 0; k < int(manifold.pointCount); ++k) {
        const glm::vec3 anchor = vec3(manifold.points[k].anchor);
        const glm::vec3 velocityA = vec3(a.linear) + glm::cross(vec3(a.angular), anchor);
        const glm::vec3 velocityB = vec3(b.linear) + glm::cross(vec3(b.angular), anchor + vec3(manifold.centerOffset));
        speed = glm::max(speed, glm::dot(vec3(manifold.normal), velocityA - velocityB));
    }
    return speed;
}

static float closingSpeed(const StageContext& context, uint32_t slot) {
    const Simulation& sim = context.sim;
    const Pair& pair = sim.pairs[slot];
    return closingSpeed(sim.manifolds[slot], context.scratch.velocities[bodyRow(sim.bodies[pair.body[0]])],
                        context.scratch.velocities[bodyRow(sim.bodies[pair.body[1]])]);
}

// With what the forces add while the gap closes: v^2 + 2 a s.
static float impactSpeed(const StageContext& context, uint32_t slot, float speed) {
    const Pair& pair = context.sim.pairs[slot];
    const Manifold& manifold = context.sim.manifolds[slot];
    float gap = manifold.points[0].separation;
    for (int k = 1; k < int(manifold.pointCount); ++k)
        gap = glm::min(gap, manifold.points[k].separation);
    const auto acceleration = [&](int side) {
        return context.scratch.motions[bodyRow(context.sim.bodies[pair.body[side]])].acceleration;
    };
    const float closing = glm::dot(vec3(manifold.normal), acceleration(0) - acceleration(1));
    return std::sqrt(glm::max(speed * speed + 2.0f * closing * glm::max(gap, 0.0f), 0.0f));
}

static bool carries(const Manifold& manifold) {
    for (const float impulse : manifold.normalImpulse)
        if (impulse > 0.0f)
            return true;
    return false;
}

// A contact that carried nothing so far and closes fast may be a hit.
static void noteHit(StageContext& context, uint32_t slot) {
    if (carries(context.sim.manifolds[slot]))
        return;
    const float speed = closingSpeed(context, slot);
    if (speed >= context.sim.settings.hitEventSpeed && speed > 0.0f)
        context.scratch.hits.push_back({slot, speed, impactSpeed(context, slot, speed)});
}

// What fillContacts reads of the contacts after this one.
static void prefetchContacts(const Simulation& sim, const Array<uint32_t>& slots, size_t i) {
    static constexpr size_t kAhead = 8;
    if (i + 2 * kAhead < slots.size())
        prefetch(&sim.pairs[slots[i + 2 * kAhead]]);
    if (i + kAhead < slots.size()) {
        const uint32_t next = slots[i + kAhead];
        prefetch(sim.manifolds[next].normal);
        prefetch(sim.manifolds[next].normalImpulse);
        for (const uint32_t body : sim.pairs[next].body)
            prefetch(&sim.bodies[body].awakeIndex);
    }
}

static void fillContacts(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    size_t total = 0;
    for (int color = 0; color <= kGraphColors; ++color)
        total += sim.graph.list(color, false).size() + sim.graph.list(color, true).size();
    // Spans point into the array, so it must not grow while they are made.
    scratch.contactRefs.clear();
    reserveGrowing(scratch.contactRefs, total);
    scratch.colors.clear();
    scratch.hits.clear();
    const auto append = [&](int color, bool staticSide) {
        const size_t first = scratch.contactRefs.size();
        const Array<uint32_t>& slots = sim.graph.list(color, staticSide);
        for (size_t i = 0; i < slots.size(); ++i) {
            prefetchContacts(sim, slots, i);
            const uint32_t slot = slots[i];
            const Pair& pair = sim.pairs[slot];
            if (!pair.pushes)
                continue;
            noteHit(context, slot);
            scratch.contactRefs.push_back(
                {slot, bodyRow(sim.bodies[pair.body[0]]), bodyRow(sim.bodies[pair.body[1]])});
        }
        return std::span<const ContactRef>(scratch.contactRefs.data() + first, scratch.contactRefs.size() - first);
    };
    for (int color = 0; color < kGraphColors; ++color) {
        const std::span<const ContactRef> dynamicContacts = append(color, false);
        const std::span<const ContactRef> staticContacts = append(color, true);
        scratch.colors.push_back({dynamicContacts, staticContacts});
    }
    append(kOverflowColor, false);
    append(kOverflowColor, true);
}

static void reportHits(StageContext& context) {
    Simulation& sim = context.sim;
    for (const HitCandidate& hit : context.scratch.hits) {
        // Speculative points close on; what met was stopped or thrown back, or has begun to be.
        const Manifold& manifold = sim.manifolds[hit.pair];
        if (closingSpeed(context, hit.pair) > 0.5f * hit.speed && !carries(manifold))
            continue;
        int strongest = 0;
        for (int k = 1; k < int(manifold.pointCount); ++k)
            if (std::fabs(manifold.normalImpulse[k]) > std::fabs(manifold.normalImpulse[strongest]))
                strongest = k;
        const Pair& pair = sim.pairs[hit.pair];
        // On A's surface: the gap between was closed.
        const ManifoldPoint& hitPoint = manifold.points[strongest];
        const glm::vec3 point = sim.bodies[pair.body[0]].center + vec3(hitPoint.anchor) -
            (0.5f * hitPoint.separation) * vec3(manifold.normal);
        sim.pendingEvents.contactHit.push_back({sim.shapeSlots.id(pair.shape[0]), sim.shapeSlots.id(pair.shape[1]),
                                                point, vec3(manifold.normal), hit.impactSpeed});
    }
}

static void turnSpins(StageContext& context) {
    const Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    context.tasks.parallelFor(int(sim.awakeBodies.size()), kBodiesPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            const size_t row = size_t(i) + 1;
            if (!(scratch.motions[row].angularLocks & kKeepsInertia))
                continue;
            const Body& body = sim.bodies[sim.awakeBodies[size_t(i)]];
            VelocityRow& velocity = scratch.velocities[row];
            const glm::dquat start(body.origin.rotation);
            const glm::dvec3 spin = spinAfterTurn(sim, body, glm::dvec3(angularVelocity(velocity)), start,
                                                  glm::dquat(rotationOf(scratch.deltas[row])) * start);
            setAngularVelocity(velocity, glm::vec3(spin));
        }
    });
}

// A body that the force field spoiled was solved without the field, so that its neighbours have not noticed; it is now
// given a velocity for which finalize freezes it.
static void failFieldBodies(StepScratch& scratch) {
    for (size_t row = 0; row < scratch.fieldBodies.size(); ++row)
        if (scratch.fieldBodies[row].failed)
            scratch.velocities[row].linear[0] = std::numeric_limits<float>::quiet_NaN();
}

void solve(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    fillRows(context);
    fillHeights(context);
    fillContacts(context);
    size_t coloured = 0;
    for (const ContactColor& color : scratch.colors)
        coloured += color.dynamicContacts.size() + color.staticContacts.size();
    const SolveTimes times = context.solver.solve({
        .settings = sim.settings,
        .dt = context.dt,
        .warmStartScale = sim.lastDt > 0.0f ? context.dt / sim.lastDt : 1.0f,
        .impulseShare = context.dt / sim.impulseSpan,
        .velocities = scratch.velocities,
        .deltas = scratch.deltas,
        .inertias = scratch.inertias,
        .motions = scratch.motions,
        .accelerations = scratch.accelerations,
        .heights = scratch.heights,
        .colors = scratch.colors,
        .overflow = std::span<const ContactRef>(scratch.contactRefs).subspan(coloured),
        .manifolds = sim.manifolds.data(),
        .tasks = context.tasks,
        .field = {sim.forceField, sim.time, scratch.fieldBodies},
    });
    context.profile.prepare = times.prepare;
    context.profile.solve = times.solve;
    context.profile.restitution = times.restitution;
    context.profile.store = times.store;
    turnSpins(context);
    reportHits(context);
    failFieldBodies(scratch);
}

}  // namespace drystone
