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
    for (uint32_t slot : context.scratch.islandBodies)
        moved(slot, true);
    for (const BodySleepEvent& event : events.bodySleep)
        sim.bodies[event.body.slot - 1].sleepEvent = kNone;
    std::swap(sim.events, sim.pendingEvents);
    sim.pendingEvents.clear();
    sim.pendingEvents.bodySleep.reserve(sim.events.bodySleep.capacity());
    sim.pendingEvents.bodyMove.reserve(sim.events.bodyMove.capacity());
}

}  // namespace drystone
