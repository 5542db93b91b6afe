#include "pipeline/fast_pairs.h"

namespace drystone {

void aimContacts(StageContext& context, const CollideKernels& kernels) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    context.tasks.parallelFor(int(scratch.fastPairs.size()), kFastPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            StepScratch::FastPair& fast = scratch.fastPairs[size_t(i)];
            const uint32_t slot = scratch.testedPairs[fast.tested];
            if (!fast.flies ||
                !mayLandElsewhere(sim.pairs[slot].kind, sim.manifolds[slot], slopOf(sim, sim.pairs[slot])))
                continue;
            const LandingResult result = aimAhead(landingQuery(context, fast), kernels, sim.manifolds[slot]);
            scratch.touching[fast.tested] = result.touching;
            fast.time = result.time;
        }
    });
}

}  // namespace drystone
