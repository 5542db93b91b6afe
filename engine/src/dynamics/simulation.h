// Who exists and where they live: the data that the step reads and writes.
#pragma once

#include <memory>

#include <drystone/hooks.h>
#include <drystone/results.h>
#include <drystone/settings.h>

#include "broadphase/broadphase.h"
#include "collision/collide.h"
#include "dynamics/body.h"
#include "dynamics/constraint_graph.h"
#include "dynamics/pair.h"
#include "dynamics/shape_record.h"
#include "task/task_system.h"

namespace drystone {

// What the last step told. Arrays keep their memory.
struct EventArrays {
    explicit EventArrays(Memory& memory)
        : contactBegin(memory), contactEnd(memory), contactHit(memory), sensorBegin(memory), sensorEnd(memory),
          bodyMove(memory), bodySleep(memory) {
        // Few and irregular: a first handful that comes late must not be the step that allocates.
        contactBegin.reserve(kFirstEvents);
        contactEnd.reserve(kFirstEvents);
        contactHit.reserve(kFirstEvents);
        sensorBegin.reserve(kFirstEvents);
        sensorEnd.reserve(kFirstEvents);
        bodySleep.reserve(kFirstEvents);
    }
    static constexpr size_t kFirstEvents = 64;

    Array<ContactBeginEvent> contactBegin;
    Array<ContactEndEvent> contactEnd;
    Array<ContactHitEvent> contactHit;
    Array<SensorBeginEvent> sensorBegin;
    Array<SensorEndEvent> sensorEnd;
    Array<BodyMoveEvent> bodyMove;
    Array<BodySleepEvent> bodySleep;

    template <class Archive, class Self>
    static void transfer(Archive& archive, Self& self) {
        archive(self.contactBegin);
        archive(self.contactEnd);
        archive(self.contactHit);
        archive(self.sensorBegin);
        archive(self.sensorEnd);
        archive(self.bodyMove);
        archive(self.bodySleep);
    }

    void clear() {
        contactBegin.clear();
        contactEnd.clear();
        contactHit.clear();
        sensorBegin.clear();
        sensorEnd.clear();
        bodyMove.clear();
        bodySleep.clear();
    }
};

struct Simulation {
    Simulation(Memory& memory, uint16_t worldNumber, uint16_t firstGeneration, BroadphaseKind broadphaseKind);

    Memory& memory;
    WorldSettings settings;

    SlotTable<BodyId> bodySlots;
    Array<Body> bodies;
    Array<uint32_t> awakeBodies;  // slots: dynamic and kinematic bodies that move
    Array<uint32_t> sleepSets;    // a sleeping island each: its first body, the others follow by Body::nextSleeper
    Array<uint32_t> freeSleepSets;

    SlotTable<ShapeId> shapeSlots;
    Array<ShapeRecord> shapes;
    Array<PlacedShape> placedShapes;  // by shape slot

    std::unique_ptr<Broadphase> broadphase;
    Array<uint32_t> proxyShape;       // shape slot by proxy
    Array<uint32_t> boxDueBodies;     // woken or pushed by a call: their boxes do not reach as far as they will go
    Array<uint32_t> replacedBodies;   // teleported since the last step: their pairs are checked whether awake or not

    Array<Pair> pairs;
    Array<Manifold> manifolds;        // by pair slot
    Array<uint32_t> freePairs;
    Array<uint32_t> awakePairs;       // slots: at least one body is awake
    int pairCount = 0;

    ConstraintGraph graph;
    // What the last step told; what has happened since, which the next step hands out with its own.
    EventArrays events;
    EventArrays pendingEvents;

    FilterCallback filterCallback{};
    ContactModifyCallback modifyCallback{};
    ForceField forceField{};

    uint64_t stepCount = 0;
    float lastDt = 0.0f;
    float impulseSpan = 0.0f;  // s: the time over which the stored impulses are averaged, at least the present step
    double time = 0.0;  // s, sum of all steps
    int islandsLastBuilt = 0;
    int frozenBodies = 0;
};

// Calls part(member pointer) for all that the future depends on, the broadphase and what the game hooked in left out.
template <class Part>
void forEachPart(Part&& part) {
    part(&Simulation::settings);
    part(&Simulation::bodySlots);
    part(&Simulation::bodies);
    part(&Simulation::awakeBodies);
    part(&Simulation::sleepSets);
    part(&Simulation::freeSleepSets);
    part(&Simulation::shapeSlots);
    part(&Simulation::shapes);
    part(&Simulation::placedShapes);
    part(&Simulation::proxyShape);
    part(&Simulation::boxDueBodies);
    part(&Simulation::replacedBodies);
    part(&Simulation::pairs);
    part(&Simulation::manifolds);
    part(&Simulation::freePairs);
    part(&Simulation::awakePairs);
    part(&Simulation::pairCount);
    part(&Simulation::graph);
    part(&Simulation::pendingEvents);
    part(&Simulation::stepCount);
    part(&Simulation::lastDt);
    part(&Simulation::impulseSpan);
    part(&Simulation::time);
    part(&Simulation::islandsLastBuilt);
    part(&Simulation::frozenBodies);
}

// Room for one more body in whatever a step may write by body, so that no step allocates it.
void reserveForBodies(Simulation& sim);

// ---- placement.cpp: shapes follow their bodies ----

Transform worldTransform(const Simulation& sim, const ShapeRecord& shape);
// Tight box that the broadphase is given: the shape's bounds, the speculative distance, and the motion of one step.
ProxyMove proxyMove(const Simulation& sim, uint32_t shape, float dt);
void placeShapeRecord(Simulation& sim, uint32_t shape);
// Both, as each step wants them.
ProxyMove placeAndMove(Simulation& sim, uint32_t shape, float dt);
// After a body was moved by a call: places its shapes and tells the broadphase at once.
void replaceBody(Simulation& sim, uint32_t body);
void createProxy(Simulation& sim, uint32_t shape);
void destroyProxy(Simulation& sim, uint32_t shape);
// Drops the shape's pairs and has all its overlaps reported anew: what may collide has changed.
void refilterShape(Simulation& sim, uint32_t shape);

// The factor by which lengths made for metre-sized bodies shrink for a pair with this smallest half extent.
float lengthScale(float smallestExtent);

// ---- mass.cpp ----

// Of the body's shapes by their densities, and of one more. Not finite where float's range ends.
MassData massOfShapes(Simulation& sim, const Body& body, const ShapeRecord* added = nullptr);
// Mass from the shapes' densities, unless the game set it. Keeps the origin, moves the centre of mass.
void updateMass(Simulation& sim, uint32_t body);
void updateInverseMass(Body& body);

// ---- pairs.cpp ----

uint32_t createPair(Simulation& sim, uint32_t shapeA, uint32_t shapeB);
// Whether shape a is A in a pair with b.
bool goesFirst(const Simulation& sim, uint32_t a, uint32_t b);
// Ends its contact (with an event), wakes nobody.
void destroyPair(Simulation& sim, uint32_t pair);
void destroyPairsOf(Simulation& sim, uint32_t shape);
void updateSurface(Simulation& sim, uint32_t pair);
bool mayCollide(const Simulation& sim, uint32_t shapeA, uint32_t shapeB);
void setTouching(Simulation& sim, uint32_t pair, bool touching);
// Calls visit(pair slot, side of the body in it). visit must not destroy other pairs of the body.
template <class Visit>
void forEachPair(const Simulation& sim, uint32_t body, Visit&& visit) {
    for (uint32_t key = sim.bodies[body].firstPair; key != kNone;) {
        const uint32_t pair = pairOfEdge(key), side = sideOfEdge(key);
        key = sim.pairs[pair].edge[side].next;
        visit(pair, side);
    }
}

// ---- activation.cpp: waking and sleeping ----

// Wakes a dynamic body's whole island, or a kinematic body; resets sleep timers. No effect on static or frozen bodies.
void wake(Simulation& sim, uint32_t body, WakeReason reason);
// Wakes everything that touches the body.
void wakeTouching(Simulation& sim, uint32_t body, WakeReason reason);
void wakeAll(Simulation& sim, WakeReason reason);
// Puts these dynamic, awake bodies to sleep as one island.
void putToSleep(Simulation& sim, const uint32_t* bodies, int count);
// Takes a body out of the awake list and its pairs with it, without a sleep set: kinematic at rest, type change, freeze.
void deactivate(Simulation& sim, uint32_t body);
void activate(Simulation& sim, uint32_t body, WakeReason reason);
// Contains a body whose state is not finite.
void freeze(Simulation& sim, uint32_t body);
void removeFromSleepSet(Simulation& sim, uint32_t body);
// Takes back the body's pending sleep event, if it has one.
void forgetSleepEvent(Simulation& sim, uint32_t body);

// ---- consistency.cpp ----

// Whether every list, index and flag agrees with every other, and every number is finite and has a sign that it can have.
// line: says what does not, where the result is false. seen: scratch.
bool isConsistent(const Simulation& sim, Array<uint8_t>& seen, char (&line)[192]);

}  // namespace drystone
