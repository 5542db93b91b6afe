#include "pipeline/fast_pairs.h"

namespace drystone {

void aimContacts(StageContext& context, const CollideKernels& kernels) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    context.tasks.parallelFor(int(scratch.fastPairs.size()), kFastPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            StepScratch::FastPair& fast = scratch.fastPairs[size_t(i)];
            prefetchFastPair(context, i, end);
            if (!fast.flies)
                continue;
            const uint32_t slot = scratch.testedPairs[fast.tested];
            const StepScratch::TestedPair& pair = scratch.tested[fast.tested];
            // Of what does not touch, boxes alone may yet come to; their manifolds are empty, and far away in memory.
            const bool may = scratch.touching[fast.tested]
                ? mayLandElsewhere(pair.kind, sim.manifolds[slot], pair.scale * sim.settings.linearSlop)
                : pair.kind == PairKind::BoxBox;
            if (!may)
                continue;
            const LandingResult result = aimAhead(landingQuery(context, fast), kernels, sim.manifolds[slot]);
            scratch.touching[fast.tested] = result.touching;
            fast.time = result.time;
        }
    });
}

}  // namespace drystone
