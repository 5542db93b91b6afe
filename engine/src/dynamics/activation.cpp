#include "dynamics/simulation.h"

namespace drystone {

static void activatePairs(Simulation& sim, uint32_t body) {
    forEachPair(sim, body, [&](uint32_t slot, uint32_t) {
        Pair& pair = sim.pairs[slot];
        if (pair.awakeIndex != kNone)
            return;
        pair.awakeIndex = uint32_t(sim.awakePairs.size());
        sim.awakePairs.push_back(slot);
        if (pair.touching && !pair.sensor)
            sim.graph.add(sim.pairs, slot);
    });
}

static void deactivatePairs(Simulation& sim, uint32_t body) {
    forEachPair(sim, body, [&](uint32_t slot, uint32_t side) {
        Pair& pair = sim.pairs[slot];
        if (pair.awakeIndex == kNone || sim.bodies[pair.body[1 - side]].awake())
            return;
        const uint32_t last = sim.awakePairs.back();
        sim.awakePairs[pair.awakeIndex] = last;
        sim.pairs[last].awakeIndex = pair.awakeIndex;
        sim.awakePairs.pop_back();
        pair.awakeIndex = kNone;
        if (pair.color >= 0)
            sim.graph.remove(sim.pairs, slot);
    });
}

void activate(Simulation& sim, uint32_t slot, WakeReason reason) {
    Body& body = sim.bodies[slot];
    body.sleepTimer = 0.0f;
    body.wakeReason = reason;
    if (!body.boxDue) {
        body.boxDue = true;
        sim.boxDueBodies.push_back(slot);
    }
    if (body.awake())
        return;
    body.awakeIndex = uint32_t(sim.awakeBodies.size());
    sim.awakeBodies.push_back(slot);
    activatePairs(sim, slot);
}

void deactivate(Simulation& sim, uint32_t slot) {
    Body& body = sim.bodies[slot];
    if (!body.awake())
        return;
    const uint32_t last = sim.awakeBodies.back();
    sim.awakeBodies[body.awakeIndex] = last;
    sim.bodies[last].awakeIndex = body.awakeIndex;
    sim.awakeBodies.pop_back();
    body.awakeIndex = kNone;
    body.wakeReason = WakeReason::None;
    deactivatePairs(sim, slot);
}

void removeFromSleepSet(Simulation& sim, uint32_t slot) {
    Body& body = sim.bodies[slot];
    if (!body.asleep())
        return;
    uint32_t* link = &sim.sleepSets[body.sleepSet];
    while (*link != slot)
        link = &sim.bodies[*link].nextSleeper;
    *link = body.nextSleeper;
    if (sim.sleepSets[body.sleepSet] == kNone)
        sim.freeSleepSets.push_back(body.sleepSet);
    body.sleepSet = body.nextSleeper = kNone;
}

void forgetSleepEvent(Simulation& sim, uint32_t slot) {
    Array<BodySleepEvent>& events = sim.pendingEvents.bodySleep;
    const uint32_t place = sim.bodies[slot].sleepEvent;
    if (place == kNone)
        return;
    events[place] = events.back();
    sim.bodies[events[place].body.slot - 1].sleepEvent = place;
    sim.bodies[slot].sleepEvent = kNone;
    events.pop_back();
}

// A body that goes back to the state last told has nothing to tell: however often calls put it to sleep and wake it
// between two steps, it has one event at most.
static void tellSleep(Simulation& sim, uint32_t slot, bool asleep) {
    if (sim.bodies[slot].sleepEvent != kNone) {
        forgetSleepEvent(sim, slot);
        return;
    }
    sim.bodies[slot].sleepEvent = uint32_t(sim.pendingEvents.bodySleep.size());
    sim.pendingEvents.bodySleep.push_back({sim.bodySlots.id(slot), asleep});
}

void wake(Simulation& sim, uint32_t slot, WakeReason reason) {
    Body& body = sim.bodies[slot];
    if (body.type == BodyType::Static || body.frozen)
        return;
    if (!body.asleep()) {
        activate(sim, slot, reason);
        return;
    }
    // The whole set is given up before any member wakes, so that nothing which waking causes can meet it half-way.
    const uint32_t set = body.sleepSet, first = sim.sleepSets[set];
    for (uint32_t member = first; member != kNone; member = sim.bodies[member].nextSleeper) {
        sim.bodies[member].sleepSet = kNone;
        tellSleep(sim, member, false);
    }
    sim.sleepSets[set] = kNone;
    sim.freeSleepSets.push_back(set);
    for (uint32_t member = first; member != kNone;) {
        const uint32_t next = sim.bodies[member].nextSleeper;
        sim.bodies[member].nextSleeper = kNone;
        activate(sim, member, reason);
        member = next;
    }
}

void wakeTouching(Simulation& sim, uint32_t slot, WakeReason reason) {
    forEachPair(sim, slot, [&](uint32_t pair, uint32_t side) {
        if (!sim.pairs[pair].touching || sim.pairs[pair].sensor)
            return;
        const uint32_t other = sim.pairs[pair].body[1 - side];
        if (sim.bodies[other].dynamic())
            wake(sim, other, reason);
    });
}

void wakeAll(Simulation& sim, WakeReason reason) {
    for (uint32_t slot = 0; slot < sim.bodySlots.size(); ++slot)
        if (sim.bodySlots.isLive(slot) && sim.bodies[slot].dynamic())
            wake(sim, slot, reason);
}

void putToSleep(Simulation& sim, const uint32_t* bodies, int count) {
    uint32_t setIndex;
    if (sim.freeSleepSets.empty()) {
        setIndex = uint32_t(sim.sleepSets.size());
        sim.sleepSets.push_back(kNone);
    } else {
        setIndex = sim.freeSleepSets.back();
        sim.freeSleepSets.pop_back();
    }
    for (int i = count; i-- > 0;) {
        deactivate(sim, bodies[i]);
        Body& body = sim.bodies[bodies[i]];
        body.sleepSet = setIndex;
        body.nextSleeper = sim.sleepSets[setIndex];
        sim.sleepSets[setIndex] = bodies[i];
        body.linearVelocity = body.angularVelocity = glm::vec3(0.0f);
        body.force = body.torque = glm::vec3(0.0f);
        tellSleep(sim, bodies[i], true);
    }
}

void freeze(Simulation& sim, uint32_t slot) {
    removeFromSleepSet(sim, slot);
    wakeTouching(sim, slot, WakeReason::SupportLost);
    for (uint32_t shape = sim.bodies[slot].firstShape; shape != kNone; shape = sim.shapes[shape].nextShape)
        destroyPairsOf(sim, shape);
    deactivate(sim, slot);
    Body& body = sim.bodies[slot];
    body.linearVelocity = body.angularVelocity = glm::vec3(0.0f);
    body.force = body.torque = glm::vec3(0.0f);
    body.targetTime = 0.0f;
    body.frozen = true;
    ++sim.frozenBodies;
}

}  // namespace drystone
