#include "dynamics/simulation.h"

namespace drystone {

Simulation::Simulation(Memory& memoryOfWorld, uint16_t worldNumber, uint16_t firstGeneration, BroadphaseKind broadphaseKind)
    : memory(memoryOfWorld), bodySlots(memory, worldNumber, firstGeneration), bodies(memory), awakeBodies(memory), sleepSets(memory),
      freeSleepSets(memory), shapeSlots(memory, worldNumber, firstGeneration), shapes(memory), placedShapes(memory),
      broadphase(makeBroadphase(broadphaseKind, memory)), proxyShape(memory), boxDueBodies(memory), replacedBodies(memory), pairs(memory),
      manifolds(memory), freePairs(memory), awakePairs(memory), graph(memory), events(memory), pendingEvents(memory) {}

void reserveForBodies(Simulation& sim) {
    const size_t bodies = sim.bodySlots.size();
    reserveGrowing(sim.awakeBodies, bodies);
    reserveGrowing(sim.boxDueBodies, bodies);
    // In the worst case every body is an island of its own.
    reserveGrowing(sim.sleepSets, bodies);
    reserveGrowing(sim.freeSleepSets, bodies);
    // Those that are told already are being read: they grow when they are exchanged for these.
    reserveGrowing(sim.pendingEvents.bodySleep, bodies);
    reserveGrowing(sim.pendingEvents.bodyMove, bodies);
    sim.graph.reserveBodies(bodies);
}

}  // namespace drystone
