#include "collision/landing.h"
#include "pipeline/step.h"

namespace drystone {

static constexpr int kFastPairsPerTask = 16;

// The mean velocity of the step if nothing pushes.
static ShapeMotion meanMotion(const Simulation& sim, const Body& body, float dt) {
    ShapeMotion motion{body.linearVelocity, body.angularVelocity};
    if (body.dynamic())
        motion.linear += (0.5f * dt) *
            withoutLocked(body.gravityScale * sim.settings.gravity + body.inverseMass * body.force,
                          linearLockBits(body.locks));
    return motion;
}

static LandingQuery landingQuery(const Simulation& sim, const Pair& pair, float margin, float dt) {
    LandingQuery query{};
    for (int side = 0; side < 2; ++side) {
        query.shape[side] = &sim.placedShapes[pair.shape[side]];
        query.motion[side] = meanMotion(sim, sim.bodies[pair.body[side]], dt);
    }
    query.kind = pair.kind;
    // The last pass over the velocities already holds them to what the next substep may do.
    query.span = dt + dt / float(sim.settings.substeps);
    query.substeps = sim.settings.substeps;
    query.margin = margin;
    return query;
}

void aimContacts(StageContext& context, const CollideKernels& kernels) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    context.tasks.parallelFor(int(scratch.fastPairs.size()), kFastPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            StepScratch::FastPair& fast = scratch.fastPairs[size_t(i)];
            const uint32_t slot = scratch.testedPairs[fast.tested];
            const LandingResult result =
                aimAhead(landingQuery(sim, sim.pairs[slot], fast.margin, context.dt), kernels, sim.manifolds[slot]);
            scratch.touching[fast.tested] = result.touching;
            fast.time = result.time;
        }
    });
}

}  // namespace drystone
