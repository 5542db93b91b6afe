#include "pipeline/step.h"

namespace drystone {

// Serial and in the order of the awake pairs: colours, waking and events come out the same for every thread count.
void updateContacts(StageContext& context) {
    Simulation& sim = context.sim;
    const StepScratch& scratch = context.scratch;
    for (size_t i = 0; i < scratch.testedPairs.size(); ++i) {
        const uint32_t slot = scratch.testedPairs[i];
        const bool touching = scratch.touching[i] != 0;
        if (touching == scratch.tested[i].wasTouching)
            continue;
        setTouching(sim, slot, touching);
        if (!touching || sim.pairs[slot].sensor)
            continue;
        for (uint32_t body : sim.pairs[slot].body)
            if (sim.bodies[body].asleep())
                wake(sim, body, WakeReason::Contact);
    }
}

}  // namespace drystone
