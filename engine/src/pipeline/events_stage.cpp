#include <utility>

#include "pipeline/step.h"

namespace drystone {

void publishEvents(StageContext& context) {
    Simulation& sim = context.sim;
    EventArrays& events = sim.pendingEvents;
    const auto moved = [&](uint32_t slot, bool fellAsleep) {
        const Body& body = sim.bodies[slot];
        events.bodyMove.push_back({sim.bodySlots.id(slot), body.origin, fellAsleep, body.userData});
    };
    for (uint32_t slot : sim.awakeBodies)
        moved(slot, false);
    for (const BodySleepEvent& event : events.bodySleep)
        if (const uint32_t slot = event.body.slot - 1;
            event.asleep && sim.bodySlots.isLive(event.body) && sim.bodies[slot].movedStep == sim.stepCount)
            moved(slot, true);
    std::swap(sim.events, sim.pendingEvents);
    sim.pendingEvents.clear();
}

}  // namespace drystone
