#include "dynamics/simulation.h"

namespace drystone {

Simulation::Simulation(Memory& memoryOfWorld, uint16_t worldNumber, BroadphaseKind broadphaseKind)
    : memory(memoryOfWorld), bodySlots(memory, worldNumber), bodies(memory), awakeBodies(memory), sleepSets(memory),
      freeSleepSets(memory), shapeSlots(memory, worldNumber), shapes(memory), placedShapes(memory),
      broadphase(makeBroadphase(broadphaseKind, memory)), proxyShape(memory), boxDueBodies(memory), replacedBodies(memory), pairs(memory),
      manifolds(memory), freePairs(memory), awakePairs(memory), graph(memory), events(memory), pendingEvents(memory) {}

}  // namespace drystone
