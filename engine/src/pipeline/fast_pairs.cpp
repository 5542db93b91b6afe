#include "pipeline/fast_pairs.h"

#include <algorithm>

#include "core/prefetch.h"

namespace drystone {

void prefetchFastPair(const StageContext& context, int index, int end) {
    static constexpr int kAhead = 6;
    const StepScratch& scratch = context.scratch;
    if (index + kAhead >= end)
        return;
    const uint32_t tested = scratch.fastPairs[size_t(index + kAhead)].tested;
    if (!scratch.touching[tested])
        return;
    const Manifold& manifold = context.sim.manifolds[scratch.testedPairs[tested]];
    prefetch(manifold.normal);
    prefetch(&manifold.points[2]);
    prefetch(&context.sim.pairs[scratch.testedPairs[tested]]);
}

glm::vec3 freeAcceleration(const Simulation& sim, const Body& body) {
    if (!body.dynamic())
        return glm::vec3(0.0f);
    return withoutLocked(body.gravityScale * sim.settings.gravity + body.inverseMass * body.force,
                         linearLockBits(body.locks));
}

ShapeMotion meanMotion(const Simulation& sim, const Body& body, float dt) {
    return {body.linearVelocity + (0.5f * dt) * freeAcceleration(sim, body), body.angularVelocity};
}

static float scaleOf(const Simulation& sim, const Pair& pair) {
    return lengthScale(
        std::min(sim.placedShapes[pair.shape[0]].smallestExtent, sim.placedShapes[pair.shape[1]].smallestExtent));
}

float slopOf(const Simulation& sim, const Pair& pair) {
    return scaleOf(sim, pair) * sim.settings.linearSlop;
}

LandingQuery landingQuery(const StageContext& context, const StepScratch::FastPair& fast) {
    const Simulation& sim = context.sim;
    const Pair& pair = sim.pairs[context.scratch.testedPairs[fast.tested]];
    const int substeps = sim.settings.substeps;
    LandingQuery query{};
    for (int side = 0; side < 2; ++side) {
        query.shape[side] = &sim.placedShapes[pair.shape[side]];
        query.motion[side] = meanMotion(sim, sim.bodies[pair.body[side]], context.dt);
    }
    query.kind = pair.kind;
    // The last pass over the velocities already holds them to what the next substep may do.
    query.span = context.dt + context.dt / float(substeps);
    query.substeps = substeps;
    query.margin = fast.margin;
    query.ahead = scaleOf(sim, pair) * sim.settings.speculativeDistance;
    query.slop = slopOf(sim, pair);
    return query;
}

}  // namespace drystone
