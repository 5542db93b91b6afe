#include "pipeline/step.h"

#include "core/prefetch.h"
#include "math/algebra.h"

namespace drystone {

// A sensor put over sleepers, or away from them, tells at once although it wakes nobody.
static void testSleepingSensor(StageContext& context, uint32_t slot) {
    const Pair& pair = context.sim.pairs[slot];
    if (pair.sensor && pair.awakeIndex == kNone)
        context.scratch.sensorPairs.push_back(slot);
}

// Something that was put there by a call wakes the sleepers that it meets; what was made asleep stays asleep.
static void wakeIfIntruded(Simulation& sim, uint32_t pairSlot) {
    const Pair& pair = sim.pairs[pairSlot];
    if (pair.sensor || pair.awakeIndex != kNone)
        return;
    for (int side = 0; side < 2; ++side) {
        const ShapeRecord& intruder = sim.shapes[pair.shape[side]];
        const ShapeRecord& sleeper = sim.shapes[pair.shape[1 - side]];
        if (sim.bodies[sleeper.body].asleep() && intruder.placedStep == sim.stepCount &&
            sleeper.placedStep < sim.stepCount &&
            overlaps(sim.broadphase->tightBox(intruder.proxy), sim.broadphase->tightBox(sleeper.proxy))) {
            wake(sim, sleeper.body, WakeReason::Contact);
            return;
        }
    }
}

// A body that a call put elsewhere: its pairs with sleepers are on no list that a stage visits.
static void updateReplacedPairs(StageContext& context, uint32_t body) {
    Simulation& sim = context.sim;
    sim.bodies[body].replaced = false;
    if (!sim.bodySlots.isLive(body))
        return;
    forEachPair(sim, body, [&](uint32_t slot, uint32_t) {
        const Pair& pair = sim.pairs[slot];
        if (!sim.broadphase->fatOverlap(sim.shapes[pair.shape[0]].proxy, sim.shapes[pair.shape[1]].proxy)) {
            destroyPair(sim, slot);
            return;
        }
        wakeIfIntruded(sim, slot);
        testSleepingSensor(context, slot);
    });
}

// Pairs end when their fat boxes part. Only a pair with a moved proxy can have parted; those of sleeping bodies are met
// through the bodies that a call moved.
static void endPartedPairs(StageContext& context) {
    static constexpr size_t kAhead = 8;  // pairs
    Simulation& sim = context.sim;
    Array<uint32_t>& dead = context.scratch.deadPairs;
    dead.clear();
    const Broadphase& broadphase = *sim.broadphase;
    const auto proxy = [&](const Pair& pair, int side) { return sim.shapes[pair.shape[side]].proxy; };
    const Array<uint32_t>& awake = sim.awakePairs;
    if (broadphase.anyMoved())
        for (size_t i = 0; i < awake.size(); ++i) {
            if (i + 2 * kAhead < awake.size())
                prefetch(&sim.pairs[awake[i + 2 * kAhead]]);
            if (i + kAhead < awake.size())
                for (const uint32_t shape : sim.pairs[awake[i + kAhead]].shape)
                    prefetch(&sim.shapes[shape].proxy);
            const Pair& pair = sim.pairs[awake[i]];
            const uint32_t a = proxy(pair, 0), b = proxy(pair, 1);
            if ((broadphase.moved(a) || broadphase.moved(b)) && !broadphase.fatOverlap(a, b))
                dead.push_back(awake[i]);
        }
    for (uint32_t slot : dead)
        destroyPair(sim, slot);

    for (uint32_t body : sim.replacedBodies)
        updateReplacedPairs(context, body);
    sim.replacedBodies.clear();
}

// Boxes follow from the velocity at the end of the last step; calls have changed some since.
static void updateDueBoxes(StageContext& context) {
    Simulation& sim = context.sim;
    for (uint32_t slot : sim.boxDueBodies) {
        Body& body = sim.bodies[slot];
        body.boxDue = false;
        if (!sim.bodySlots.isLive(slot) || body.frozen)
            continue;
        for (uint32_t shape = body.firstShape; shape != kNone; shape = sim.shapes[shape].nextShape) {
            const ProxyMove move = proxyMove(sim, shape, context.dt);
            sim.broadphase->moveProxies({&move, 1});
        }
    }
    sim.boxDueBodies.clear();
}

void updatePairs(StageContext& context) {
    Simulation& sim = context.sim;
    updateDueBoxes(context);
    context.scratch.sensorPairs.clear();
    Array<ProxyPair>& fresh = context.scratch.newPairs;
    fresh.clear();
    sim.broadphase->findNewPairs(fresh, context.tasks);
    endPartedPairs(context);
    for (const ProxyPair& proxies : fresh) {
        const uint32_t a = sim.proxyShape[proxies.a], b = sim.proxyShape[proxies.b];
        if (!mayCollide(sim, a, b))
            continue;
        const uint32_t slot = createPair(sim, a, b);
        wakeIfIntruded(sim, slot);
        testSleepingSensor(context, slot);
    }
}

}  // namespace drystone
