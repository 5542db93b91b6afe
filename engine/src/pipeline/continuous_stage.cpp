// Bodies that would go through something in this step: stopped where they meet it, thrown back, and sent on for the rest
// of the step. docs/continuous.md.
#include <algorithm>
#include <functional>

#include "math/algebra.h"
#include "pipeline/impact_group.h"
#include "pipeline/sweep.h"
#include "solver/integrate.h"

namespace drystone {

static constexpr int kMoversPerTask = 4;

// ---- who moves fast ----

// Most bodies, without a root: neither their way nor their turn, nor those that their velocities before the step would have
// made, comes to half of the least distance at which contacts are made.
static bool isSlow(const StageContext& context, const Body& body, glm::vec3 way, glm::vec3 turn, glm::vec3 spin) {
    const float half = 0.5f * contactDistance(context.sim.settings, body.smallestExtent), square = half * half;
    const float dt2 = context.dt * context.dt, reach2 = body.turningReach * body.turningReach;
    return lengthSquared(way) <= square && dt2 * lengthSquared(body.linearVelocity) <= square &&
        10.0f * reach2 * lengthSquared(turn) <= square && dt2 * reach2 * lengthSquared(spin) <= square &&
        dt2 * reach2 * lengthSquared(body.angularVelocity) <= square;
}

static bool outruns(const StageContext& context, const Body& body) {
    const uint32_t row = rowOf(body);
    const DeltaRow& delta = context.scratch.deltas[row];
    const glm::vec3 way(delta.position[0], delta.position[1], delta.position[2]);
    const glm::vec3 turn(delta.rotation[0], delta.rotation[1], delta.rotation[2]);
    const glm::vec3 spin = angularVelocity(context.scratch.velocities[row]);
    if (isSlow(context, body, way, turn, spin))
        return false;
    const float travel = glm::length(way);
    // sin(angle / 2) holds the angle up to half a turn, the spin beyond.
    const float angle = std::max(3.14159265f * glm::length(turn), context.dt * glm::length(spin));
    // Contacts were made for the velocity before the step; who was much faster in it may have gone beyond them.
    const float unforeseen = travel - context.dt * glm::length(body.linearVelocity);
    return isFinite(way) && isFinite(turn) && isFinite(spin) &&
        (outrunsContacts(context.sim.settings, body, travel, angle) ||
         outrunsContacts(context.sim.settings, body, context.dt) ||
         unforeseen > contactDistance(context.sim.settings, body.smallestExtent));
}

static void collectMovers(StageContext& context) {
    const Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    scratch.movers.clear();
    scratch.moverOf.clear();
    scratch.moverEvents.clear();
    scratch.ignored.clear();
    scratch.moversMeet = false;
    scratch.sweptImpacts = 0;
    if (!sweeps(sim.settings.continuous))
        return;
    const size_t count = sim.awakeBodies.size();
    assignGrowing(scratch.outrunning, count, uint8_t{0});
    context.tasks.parallelFor(int(count), kBodiesPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            const Body& body = sim.bodies[sim.awakeBodies[size_t(i)]];
            scratch.outrunning[size_t(i)] = body.smallestExtent > 0.0f && outruns(context, body);
        }
    });
    for (size_t i = 0; i < count; ++i) {
        if (!scratch.outrunning[i])
            continue;
        if (scratch.moverOf.empty())
            assignGrowing(scratch.moverOf, count, kNone);
        const Body& body = sim.bodies[sim.awakeBodies[i]];
        addMover(context, sim.awakeBodies[i]);
        scratch.moversMeet |= body.continuous || !body.dynamic();
    }
}

// ---- the queue ----

static void findNext(StageContext& context, uint32_t index) {
    StepScratch& scratch = context.scratch;
    Mover& mover = scratch.movers[index];
    mover.next = mover.wedged() ? Meeting{} : nextMeeting(context, index);
}

static void enqueue(StageContext& context, uint32_t index) {
    Array<MoverEvent>& events = context.scratch.moverEvents;
    const double time = context.scratch.movers[index].next.time;
    if (time == kNever)
        return;
    events.push_back({time, index});
    std::push_heap(events.begin(), events.end(), std::greater<>());
}

// The others learn that this mover goes another way than they knew.
static void updateOthers(StageContext& context, uint32_t changed) {
    const Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const uint32_t body = scratch.movers[changed].body;
    for (uint32_t i = 0; i < scratch.movers.size(); ++i) {
        Mover& mover = scratch.movers[i];
        if (i == changed || mover.wedged() || leavesBehind(sim, mover, scratch.movers[changed]))
            continue;
        if (mover.next.other != kNone && sim.shapes[mover.next.other].body == body) {
            mover.next = nextMeeting(context, i);
        } else {
            if (!sweptPair(sim.bodies[mover.body], sim.bodies[body]) ||
                !overlaps(mover.box, scratch.movers[changed].box))
                continue;
            const Meeting meeting = nextMeetingWith(context, i, body);
            if (!meeting.before(mover.next))
                continue;
            mover.next = meeting;
        }
        enqueue(context, i);
    }
}

// ---- one impact ----

// A sleeper wakes with its island; the rows of the step grow with the list of the awake.
static void wakeSleeper(StageContext& context, uint32_t slot) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    if (!sim.bodies[slot].asleep())
        return;
    wake(sim, slot, WakeReason::Contact);
    for (size_t i = scratch.moverOf.size(); i < sim.awakeBodies.size(); ++i) {
        scratch.moverOf.push_back(kNone);
        scratch.velocities.push_back({});
        scratch.deltas.push_back({{0, 0, 0}, {0, 0, 0, 1}, 0});
        scratch.motions.push_back({});
        scratch.accelerations.push_back(glm::vec3(0.0f));
    }
}

// From here on the mover goes with these velocities. One that is wedged is carried along instead.
static void divert(StageContext& context, uint32_t index, double time, glm::dvec3 velocity, glm::dvec3 spin,
                   glm::dvec3 carried) {
    Mover& mover = context.scratch.movers[index];
    const double dt = double(context.dt);
    ++mover.impacts;
    Motion& motion = mover.motion;
    motion.center = motion.centerAt(time);
    motion.rotation = glm::normalize(motion.rotationAt(time));
    motion.start = time;
    motion.velocity = mover.wedged() ? carried : velocity;
    motion.angularVelocity = mover.wedged() ? glm::dvec3(0.0) : spin;
    if (mover.wedged())
        motion.acceleration = glm::dvec3(0.0);
    mover.endVelocity = velocity + (dt - time) * motion.acceleration;
    mover.endSpin =
        spinAfterTurn(context.sim, context.sim.bodies[mover.body], spin, motion.rotation, motion.rotationAt(dt));
    mover.diverted = true;
    boxMover(context, index);
}

// What is held up by what it met does not go on falling into it within the step.
static void support(StageContext& context, uint32_t index, const ImpactGroup& group) {
    glm::dvec3& acceleration = context.scratch.movers[index].motion.acceleration;
    for (int i = 0; i < group.pointCount; ++i) {
        const ImpactPoint& point = group.points[i];
        const glm::dvec3 outward = point.a == 0 ? -point.normal : point.normal;
        const double into = -glm::dot(acceleration, outward);
        const double leaving =
            glm::dot(point.normal, relativeVelocity(point, {group.bodies, size_t(group.bodyCount)}));
        if (into > 0.0 && leaving <= into * double(context.dt) && glm::dot(point.impulse, point.normal) > 0.0)
            acceleration += into * outward;
    }
}

static uint32_t touchingPair(const Simulation& sim, uint32_t shapeA, uint32_t shapeB) {
    uint32_t found = kNone;
    forEachPair(sim, sim.shapes[shapeA].body, [&](uint32_t slot, uint32_t) {
        const Pair& pair = sim.pairs[slot];
        if (pair.shape[0] == shapeA && pair.shape[1] == shapeB && pair.touching)
            found = slot;
    });
    return found;
}

// Calls visit(first, end) for the points of each pair of shapes.
template <class Visit>
static void forEachContact(const ImpactGroup& group, Visit&& visit) {
    for (int first = 0; first < group.pointCount;) {
        int end = first + 1;
        while (end < group.pointCount && group.shapes[end][0] == group.shapes[first][0] &&
               group.shapes[end][1] == group.shapes[first][1])
            ++end;
        visit(first, end);
        first = end;
    }
}

static double approachOf(const ImpactPoint& point) {
    return -glm::dot(point.normal, point.before);
}

static int fastestPoint(const ImpactGroup& group, int first, int end) {
    int fastest = first;
    for (int i = first + 1; i < end; ++i)
        if (approachOf(group.points[i]) > approachOf(group.points[fastest]))
            fastest = i;
    return fastest;
}

static void tell(StageContext& context, const ImpactGroup& group) {
    Simulation& sim = context.sim;
    forEachContact(group, [&](int first, int end) {
        const int fastest = fastestPoint(group, first, end);
        const double speed = approachOf(group.points[fastest]);
        if (!(speed > 0.0))
            return;
        const uint32_t shapeA = group.shapes[first][0], shapeB = group.shapes[first][1];
        const ShapeId a = sim.shapeSlots.id(shapeA), b = sim.shapeSlots.id(shapeB);
        // A touch between two steps begins and ends in this one; what stays begins anew when contacts find it.
        if (touchingPair(sim, shapeA, shapeB) == kNone) {
            sim.pendingEvents.contactBegin.push_back({a, b});
            sim.pendingEvents.contactEnd.push_back({a, b});
        }
        if (speed >= double(sim.settings.hitEventSpeed))
            sim.pendingEvents.contactHit.push_back({a, b, glm::vec3(group.places[fastest]),
                                                    glm::vec3(group.points[fastest].normal), float(speed)});
    });
}

// Asks the contact-modify callback; what it disables is passed through for the rest of the step.
static void modifyContacts(StageContext& context, ImpactGroup& group) {
    Simulation& sim = context.sim;
    if (!sim.modifyCallback.modify)
        return;
    int kept = 0;
    ImpactGroup asked = group;
    forEachContact(asked, [&](int first, int end) {
        const int fastest = fastestPoint(asked, first, end);
        ContactModify contact;
        contact.shapeA = sim.shapeSlots.id(asked.shapes[first][0]);
        contact.shapeB = sim.shapeSlots.id(asked.shapes[first][1]);
        contact.normal = glm::vec3(asked.points[fastest].normal);
        contact.point = glm::vec3(asked.places[fastest]);
        contact.friction = float(asked.points[fastest].friction);
        contact.restitution = float(asked.points[fastest].restitution);
        const float oldFriction = contact.friction;
        sim.modifyCallback.modify(sim.modifyCallback.user, contact);
        if (!contact.enabled) {
            context.scratch.ignored.push_back({asked.shapes[first][0], asked.shapes[first][1]});
            return;
        }
        for (int i = first; i < end; ++i, ++kept) {
            group.points[kept] = asked.points[i];
            group.places[kept] = asked.places[i];
            std::copy_n(asked.shapes[i], 2, group.shapes[kept]);
            if (contact.friction >= 0.0f && contact.friction != oldFriction)
                group.points[kept].friction = group.points[kept].staticFriction = double(limitedFriction(contact.friction));
            if (contact.restitution >= 0.0f)
                group.points[kept].restitution = double(std::min(contact.restitution, 1.0f));
        }
    });
    group.pointCount = kept;
}

// What closes more slowly than the floor, or than its weight alone would make it in a step, does not bounce.
static void limitBounces(const StageContext& context, uint32_t index, ImpactGroup& group) {
    const glm::dvec3 acceleration = context.scratch.movers[index].motion.acceleration;
    for (ImpactPoint& point : group.usedPoints()) {
        const double fall = std::fabs(glm::dot(acceleration, point.normal)) * double(context.dt);
        if (approachOf(point) <= std::max(double(context.sim.settings.restitutionFloor), fall))
            point.restitution = 0.0;
    }
}

// False: the callback lets the mover pass.
static bool strike(StageContext& context, uint32_t index, ImpactGroup& group) {
    modifyContacts(context, group);
    if (group.pointCount == 0)
        return false;
    limitBounces(context, index, group);
    solveImpact(group.usedBodies(), group.usedPoints());
    tell(context, group);
    ++context.scratch.sweptImpacts;
    support(context, index, group);
    return true;
}

static glm::dvec3 velocityOf(const ImpactGroup& group, uint32_t slot) {
    for (int i = 0; i < group.bodyCount; ++i)
        if (group.slots[i] == slot)
            return group.bodies[i].velocity;
    return glm::dvec3(0.0);
}

// The mover meets something. Sends it, and what it met if that can be pushed, on their ways.
static void resolve(StageContext& context, const CollideKernels& kernels, uint32_t owner) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const Meeting meeting = scratch.movers[owner].next;
    uint32_t met = sim.shapes[meeting.other].body, index = owner, partner = kNone;
    if (sim.bodies[met].dynamic()) {
        wakeSleeper(context, met);
        partner = moverOf(context, met);
        if (partner == kNone)
            partner = addMover(context, met);
        scratch.moversMeet = true;
    }
    if (!sim.bodies[scratch.movers[owner].body].dynamic()) {
        met = scratch.movers[owner].body;
        index = partner;
        partner = kNone;
    }

    ImpactGroup group;
    gatherImpact(context, kernels, index, met, meeting.time, group);
    bool closing = approaches(group);
    if (!closing && meeting.crossing > meeting.time) {
        gatherImpact(context, kernels, index, met, meeting.crossing, group);
        closing = approaches(group);
    }
    if (closing && strike(context, index, group)) {
        const glm::dvec3 carried = velocityOf(group, met);
        divert(context, index, group.time, group.bodies[0].velocity, group.bodies[0].spin, carried);
        if (partner != kNone)
            for (int i = 1; i < group.bodyCount; ++i)
                if (group.slots[i] == met)
                    divert(context, partner, group.time, group.bodies[i].velocity, group.bodies[i].spin, carried);
    } else if (!closing) {
        // Their velocities lead away, only the ways to where the solver put them do not.
        const double dt = double(context.dt);
        for (const uint32_t parting : {index, partner})
            if (parting != kNone)
                divert(context, parting, meeting.time, velocityAt(scratch.movers[parting], meeting.time, dt),
                       spinAt(sim, scratch.movers[parting], meeting.time, dt), velocityOf(group, met));
    }

    for (const uint32_t changed : {index, partner})
        if (changed != kNone) {
            findNext(context, changed);
            enqueue(context, changed);
            if (scratch.moversMeet)
                updateOthers(context, changed);
        }
    if (owner != index) {
        findNext(context, owner);
        enqueue(context, owner);
    }
}

static void writeBack(StageContext& context, const Mover& mover) {
    const Body& body = context.sim.bodies[mover.body];
    const double dt = double(context.dt);
    const glm::dvec3 way = mover.motion.centerAt(dt) - glm::dvec3(body.center);
    const glm::dquat turn = mover.motion.rotationAt(dt) * glm::conjugate(glm::normalize(glm::dquat(body.origin.rotation)));
    DeltaRow& delta = context.scratch.deltas[rowOf(body)];
    for (int i = 0; i < 3; ++i)
        delta.position[i] = float(way[i]);
    setRotation(delta, glm::normalize(glm::quat(turn)));
    setVelocity(context.scratch.velocities[rowOf(body)], glm::vec3(mover.endVelocity), glm::vec3(mover.endSpin));
}

void sweep(StageContext& context, SimdLevel level) {
    StepScratch& scratch = context.scratch;
    collectMovers(context);
    const int count = int(scratch.movers.size());
    const auto findFirst = [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i)
            findNext(context, uint32_t(i));
    };
    // The filter callback is asked on the stepping thread alone.
    if (context.sim.filterCallback.collide)
        findFirst(0, count, 0);
    else
        context.tasks.parallelFor(count, kMoversPerTask, findFirst);
    for (int i = 0; i < count; ++i)
        enqueue(context, uint32_t(i));

    const CollideKernels& kernels = collideKernels(level);
    Array<MoverEvent>& events = scratch.moverEvents;
    while (!events.empty()) {
        std::pop_heap(events.begin(), events.end(), std::greater<>());
        const MoverEvent event = events.back();
        events.pop_back();
        if (event.time == scratch.movers[event.mover].next.time)
            resolve(context, kernels, event.mover);
    }
    for (const Mover& mover : scratch.movers)
        if (mover.diverted)
            writeBack(context, mover);
}

}  // namespace drystone
