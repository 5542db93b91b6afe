#include "pipeline/step.h"

namespace drystone {

static bool anyRested(const Simulation& sim) {
    for (uint32_t slot : sim.awakeBodies)
        if (sim.bodies[slot].dynamic() && sim.bodies[slot].sleepTimer >= sim.settings.sleepTime)
            return true;
    return false;
}

static bool isStill(const Body& body) {
    return body.linearVelocity == glm::vec3(0.0f) && body.angularVelocity == glm::vec3(0.0f);
}

static bool carriesLoad(const Manifold& manifold) {
    for (float impulse : manifold.normalImpulse)
        if (impulse > 0.0f)
            return true;
    return false;
}

// What every body and contact says of its island, gathered at the root.
static void judgeIslands(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const uint32_t count = uint32_t(sim.awakeBodies.size());
    assignGrowing(scratch.islands, count, {0, 1, 0, 1, 0});
    for (uint32_t i = 0; i < count; ++i) {
        const Body& body = sim.bodies[sim.awakeBodies[i]];
        StepScratch::IslandState& island = scratch.islands[scratch.islandSets.find(i)];
        if (!body.dynamic())
            continue;
        ++island.size;
        island.mayRest &= body.sleepTimer >= sim.settings.sleepTime && body.allowSleep;
        island.forbidden |= !body.allowSleep;
        island.still &= isStill(body);
    }
    for (uint32_t slot : sim.awakePairs) {
        const Pair& pair = sim.pairs[slot];
        if (!pair.touching || pair.sensor || !pair.staticSide)
            continue;
        const Body &support = sim.bodies[pair.body[0]], &body = sim.bodies[pair.body[1]];
        if (!body.awake())
            continue;
        StepScratch::IslandState& island = scratch.islands[scratch.islandSets.find(body.awakeIndex)];
        if (support.awake())
            island.mayRest = 0;  // a moving support would leave the sleeper behind
        else if (pair.pushes && carriesLoad(sim.manifolds[slot]))
            island.held = 1;
    }
}

static bool sleeps(const StepScratch::IslandState& island) {
    return island.size > 0 && island.mayRest && (island.held || island.still);
}

static void collectSleepers(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const uint32_t count = uint32_t(sim.awakeBodies.size());
    // Counting sort by root: islandStart[root] runs from the first to the end of the root's place.
    assignGrowing(scratch.islandStart, count, 0u);
    uint32_t total = 0;
    for (uint32_t root = 0; root < count; ++root) {
        scratch.islandStart[root] = total;
        total += sleeps(scratch.islands[root]) ? scratch.islands[root].size : 0;
    }
    scratch.islandBodies.resize(total);
    for (uint32_t i = 0; i < count; ++i) {
        Body& body = sim.bodies[sim.awakeBodies[i]];
        const uint32_t root = scratch.islandSets.find(i);
        const StepScratch::IslandState& island = scratch.islands[root];
        if (!body.dynamic())
            continue;
        if (sleeps(island))
            scratch.islandBodies[scratch.islandStart[root]++] = sim.awakeBodies[i];
        else if (island.forbidden)
            body.wakeReason = WakeReason::SleepForbidden;
        else if (island.mayRest)
            body.wakeReason = WakeReason::NotHeld;
    }
}

static void sleepRestedIslands(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    joinAwakeIslands(sim, scratch.islandSets);
    judgeIslands(context);
    collectSleepers(context);
    sim.islandsLastBuilt = 0;
    uint32_t first = 0;
    for (const StepScratch::IslandState& island : scratch.islands) {
        sim.islandsLastBuilt += island.size > 0;
        if (!sleeps(island))
            continue;
        putToSleep(sim, scratch.islandBodies.data() + first, int(island.size));
        first += island.size;
    }
}

// A kinematic body that stood still through a step is as good as static until a call moves it. One that has only just
// arrived at a target is not: it may be told the next one before the next step.
static void restKinematics(Simulation& sim) {
    for (uint32_t i = uint32_t(sim.awakeBodies.size()); i-- > 0;) {
        const uint32_t slot = sim.awakeBodies[i];
        const Body& body = sim.bodies[slot];
        if (body.type == BodyType::Kinematic && isStill(body) && body.sleepTimer > 0.0f && body.allowSleep)
            deactivate(sim, slot);
    }
}

void sleepIslands(StageContext& context) {
    Simulation& sim = context.sim;
    context.scratch.islandBodies.clear();
    if (!sim.settings.sleeping)
        return;
    restKinematics(sim);
    if (anyRested(sim))
        sleepRestedIslands(context);
}

}  // namespace drystone
