#include "pipeline/sweep.h"

#include <algorithm>

#include "math/algebra.h"
#include "solver/integrate.h"

namespace drystone {

static constexpr float kMostOverlap = 0.2f;  // that is no impact, of the smaller extent

// ---- who is fast ----

float contactDistance(const WorldSettings& settings, float extent) {
    return lengthScale(extent) * settings.speculativeDistance;
}

bool outrunsContacts(const WorldSettings& settings, const Body& body, float travel, float turn) {
    const float extent = body.smallestExtent;
    const float reach = settings.continuous == ContinuousMode::Both ? settings.speculativeReach * extent : 0.0f;
    return extent > 0.0f && travel + turn * body.turningReach > reach + contactDistance(settings, extent);
}

bool outrunsContacts(const WorldSettings& settings, const Body& body, float dt) {
    return outrunsContacts(settings, body, dt * glm::length(body.linearVelocity),
                           dt * glm::length(body.angularVelocity));
}

bool sweptPair(const Body& a, const Body& b) {
    return a.continuous || b.continuous || !a.dynamic() || !b.dynamic();
}

// ---- ways ----

static glm::dquat unit(glm::quat q) {
    return glm::normalize(glm::dquat(q));
}

static Motion standing(const Body& body) {
    Motion motion;
    motion.center = glm::dvec3(body.center);
    motion.rotation = unit(body.origin.rotation);
    return motion;
}

// The pose change holds the angle only up to whole turns: of those that lead there, the turn nearest to what the
// velocity makes of the step.
static glm::dvec3 turnOf(const DeltaRow& delta, glm::dvec3 expected) {
    const glm::dvec3 least(rotationVector(rotationOf(delta)));
    const double angle = glm::length(least);
    const glm::dvec3 axis = angle > 1e-6 ? least / angle : glm::dvec3(0.0);
    const double turns = std::floor((glm::dot(axis, expected) - angle) / 6.283185307179586 + 0.5);
    return least + (6.283185307179586 * turns) * axis;
}

// Whether a contact has pushed the body in this step: what moves it then is not its weight alone.
static bool pushed(const Simulation& sim, uint32_t body) {
    bool any = false;
    forEachPair(sim, body, [&](uint32_t slot, uint32_t) {
        const Pair& pair = sim.pairs[slot];
        if (pair.touching && !pair.sensor && pair.pushes)
            for (const float impulse : sim.manifolds[slot].normalImpulse)
                any |= impulse > 0.0f;
    });
    return any;
}

// In free fall the parabola; else the straight line. Both end where the solver ended.
static Motion solvedMotion(const StageContext& context, uint32_t slot) {
    const Body& body = context.sim.bodies[slot];
    const uint32_t row = rowOf(body);
    const DeltaRow& delta = context.scratch.deltas[row];
    const double dt = double(context.dt);
    Motion motion = standing(body);
    if (body.dynamic() && !pushed(context.sim, slot))
        motion.acceleration = glm::dvec3(context.scratch.motions[row].acceleration);
    motion.velocity = glm::dvec3(delta.position[0], delta.position[1], delta.position[2]) / dt -
        (0.5 * dt) * motion.acceleration;
    motion.angularVelocity =
        turnOf(delta, dt * glm::dvec3(angularVelocity(context.scratch.velocities[row]))) / dt;
    return motion;
}

bool leavesBehind(const Simulation& sim, const Mover& mover, const Mover& other) {
    return !sim.bodies[mover.body].dynamic() && other.wedged();
}

uint32_t moverOf(const StageContext& context, uint32_t body) {
    const uint32_t index = context.sim.bodies[body].awakeIndex;
    return index < context.scratch.moverOf.size() ? context.scratch.moverOf[index] : kNone;
}

Motion motionOf(const StageContext& context, uint32_t slot) {
    if (!context.sim.bodies[slot].awake())
        return standing(context.sim.bodies[slot]);
    const uint32_t mover = moverOf(context, slot);
    return mover != kNone ? context.scratch.movers[mover].motion : solvedMotion(context, slot);
}

SweptShape sweptShape(const Simulation& sim, uint32_t slot, const Motion& motion) {
    const ShapeRecord& record = sim.shapes[slot];
    return {record.shape, glm::dvec3(record.local.position) - glm::dvec3(sim.bodies[record.body].mass.centerOfMass),
            unit(record.local.rotation), &motion};
}

static Aabb boundsAt(const Simulation& sim, uint32_t shape, const Motion& motion, double time) {
    const SweptShape swept = sweptShape(sim, shape, motion);
    const glm::dquat body = motion.rotationAt(time);
    return computeBounds(swept.shape, {glm::vec3(motion.centerAt(time) + body * swept.offset),
                                       glm::quat(body * swept.rotation)});
}

// Of all that the shape touches on its way. Between its ends no point leaves the line through its places there by more
// than the sagittas of its arc and of the parabola.
static Aabb sweptBox(const Simulation& sim, uint32_t shape, const Motion& motion, double end) {
    const Aabb box = merge(boundsAt(sim, shape, motion, motion.start), boundsAt(sim, shape, motion, end));
    const double time = end - motion.start, turn = time * glm::length(motion.angularVelocity);
    const double arc = double(sim.bodies[sim.shapes[shape].body].turningReach) * std::min(2.0, 0.125 * turn * turn);
    const double fall = 0.125 * time * time * glm::length(motion.acceleration);
    const glm::vec3 far = glm::max(glm::abs(box.lower), glm::abs(box.upper));
    return expand(box, float(arc + fall) + 4e-7f * std::max({far.x, far.y, far.z}));
}

template <class Visit>
static void forEachShape(const Simulation& sim, uint32_t body, Visit&& visit) {
    for (uint32_t s = sim.bodies[body].firstShape; s != kNone; s = sim.shapes[s].nextShape)
        visit(s);
}

void boxMover(StageContext& context, uint32_t index) {
    Mover& mover = context.scratch.movers[index];
    mover.box = {glm::vec3(kHuge), glm::vec3(-kHuge)};
    forEachShape(context.sim, mover.body, [&](uint32_t shape) {
        mover.box = merge(mover.box, sweptBox(context.sim, shape, mover.motion, double(context.dt)));
    });
}

uint32_t addMover(StageContext& context, uint32_t slot) {
    StepScratch& scratch = context.scratch;
    const uint32_t index = uint32_t(scratch.movers.size()), row = rowOf(context.sim.bodies[slot]);
    scratch.movers.push_back({.body = slot,
                              .motion = solvedMotion(context, slot),
                              .endVelocity = glm::dvec3(linearVelocity(scratch.velocities[row])),
                              .endSpin = glm::dvec3(angularVelocity(scratch.velocities[row])),
                              .pushed = pushed(context.sim, slot)});
    scratch.moverOf[row - 1] = index;
    boxMover(context, index);
    return index;
}

double allowedOverlap(const Simulation& sim, uint32_t shapeA, uint32_t shapeB) {
    const float extent = std::min(smallestExtent(sim.shapes[shapeA].shape), smallestExtent(sim.shapes[shapeB].shape));
    const float size = std::min(extent, 0.25f);
    return double(glm::clamp(2.0f * sim.settings.linearSlop * lengthScale(extent), 0.004f * size, kMostOverlap * size));
}

// Whether the two overlapped where the step began, so that the solver has parted them.
static bool solved(const Simulation& sim, uint32_t shape, uint32_t other) {
    bool any = false;
    forEachPair(sim, sim.shapes[shape].body, [&](uint32_t slot, uint32_t side) {
        const Pair& pair = sim.pairs[slot];
        if (pair.shape[side] != shape || pair.shape[1 - side] != other || !pair.touching || !pair.pushes)
            return;
        const Manifold& manifold = sim.manifolds[slot];
        for (int k = 0; k < int(manifold.pointCount); ++k)
            any |= manifold.points[k].separation <= 0.0f;
    });
    return any;
}

// What stays together after an impact, on ways that bend towards each other, would be struck again and again: where nothing
// bounces each impact of the step lets the next overlap a little more. What the solver parts is its business, up to where it
// would be passed.
static double blockingOverlap(const Simulation& sim, const Mover& mover, uint32_t shape, uint32_t other) {
    const ShapeRecord &own = sim.shapes[shape], &met = sim.shapes[other];
    const double first = allowedOverlap(sim, shape, other);
    if (combineMaterials(own.material, met.material).restitution > 0.0f)
        return first;
    const float extent = std::min({smallestExtent(own.shape), smallestExtent(met.shape), 0.25f});
    const double most = double(kMostOverlap * extent);
    return !mover.diverted && solved(sim, shape, other) ? most : std::min(first * double(1 + mover.impacts), most);
}

// ---- what it meets ----

static bool isIgnored(const StageContext& context, uint32_t shape, uint32_t other) {
    for (const ProxyPair& pair : context.scratch.ignored)
        if ((pair.a == shape && pair.b == other) || (pair.a == other && pair.b == shape))
            return true;
    return false;
}

static bool havePair(const Simulation& sim, uint32_t shape, uint32_t other) {
    bool found = false;
    forEachPair(sim, sim.shapes[shape].body, [&](uint32_t slot, uint32_t side) {
        found |= sim.pairs[slot].shape[side] == shape && sim.pairs[slot].shape[1 - side] == other;
    });
    return found;
}

// The filter callback was asked when the bounds began to overlap: a pair says what it answered, and so does none.
static bool filterAllows(const Simulation& sim, uint32_t shape, uint32_t other) {
    if (sim.filterCallback.collide &&
        sim.broadphase->fatOverlap(sim.shapes[shape].proxy, sim.shapes[other].proxy))
        return havePair(sim, shape, other);
    return mayCollide(sim, shape, other);
}

bool canMeet(const StageContext& context, const Mover& mover, uint32_t shape, uint32_t other) {
    const Simulation& sim = context.sim;
    const ShapeRecord &own = sim.shapes[shape], &met = sim.shapes[other];
    if (own.sensor || met.sensor || own.body == met.body)
        return false;
    const Body &body = sim.bodies[mover.body], &obstacle = sim.bodies[met.body];
    return (body.dynamic() || obstacle.dynamic()) && sweptPair(body, obstacle) &&
        !isIgnored(context, shape, other) && filterAllows(sim, shape, other);
}

static void consider(const StageContext& context, const Mover& mover, uint32_t shape, uint32_t other, Meeting& best) {
    if (!canMeet(context, mover, shape, other))
        return;
    const Simulation& sim = context.sim;
    const Motion obstacle = motionOf(context, sim.shapes[other].body);
    const std::optional<Impact> impact = timeOfImpact(
        sweptShape(sim, shape, mover.motion), sweptShape(sim, other, obstacle),
        std::max(mover.motion.start, obstacle.start), double(context.dt),
        blockingOverlap(sim, mover, shape, other));
    if (!impact)
        return;
    const Meeting meeting{impact->time, impact->crossing, shape, other};
    if (meeting.before(best))
        best = meeting;
}

Meeting nextMeetingWith(const StageContext& context, uint32_t index, uint32_t body) {
    const Simulation& sim = context.sim;
    const Mover& mover = context.scratch.movers[index];
    Meeting best;
    forEachShape(sim, mover.body, [&](uint32_t shape) {
        forEachShape(sim, body, [&](uint32_t other) { consider(context, mover, shape, other, best); });
    });
    return best;
}

// Other movers have left the boxes that the broadphase knows: they are met one by one.
static Meeting nextAmongMovers(const StageContext& context, uint32_t index) {
    const Simulation& sim = context.sim;
    const StepScratch& scratch = context.scratch;
    const Mover& mover = scratch.movers[index];
    Meeting best;
    for (uint32_t i = 0; i < scratch.movers.size(); ++i) {
        const Mover& other = scratch.movers[i];
        if (i == index || !overlaps(mover.box, other.box) || leavesBehind(sim, mover, other) ||
            !sweptPair(sim.bodies[mover.body], sim.bodies[other.body]))
            continue;
        const Meeting meeting = nextMeetingWith(context, index, other.body);
        if (meeting.before(best))
            best = meeting;
    }
    return best;
}

Meeting nextMeeting(const StageContext& context, uint32_t index) {
    const Simulation& sim = context.sim;
    const Mover& mover = context.scratch.movers[index];
    Meeting best = context.scratch.moversMeet ? nextAmongMovers(context, index) : Meeting{};
    forEachShape(sim, mover.body, [&](uint32_t shape) {
        if (sim.shapes[shape].sensor)
            return;
        sim.broadphase->query(sweptBox(sim, shape, mover.motion, double(context.dt)), [&](uint32_t proxy) {
            const uint32_t other = sim.proxyShape[proxy];
            if (moverOf(context, sim.shapes[other].body) == kNone)
                consider(context, mover, shape, other, best);
            return true;
        });
    });
    return best;
}

}  // namespace drystone
