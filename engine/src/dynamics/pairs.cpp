#include "dynamics/simulation.h"

#include <utility>

namespace drystone {

static bool isPushable(const Simulation& sim, uint32_t body) { return sim.bodies[body].dynamic(); }

bool mayCollide(const Simulation& sim, uint32_t slotA, uint32_t slotB) {
    const ShapeRecord& a = sim.shapes[slotA];
    const ShapeRecord& b = sim.shapes[slotB];
    if (a.body == b.body || (a.sensor && b.sensor) || sim.bodies[a.body].frozen || sim.bodies[b.body].frozen)
        return false;
    // A sensor, on whatever body, sees what is not static; solid shapes need one side that can be pushed.
    const bool wanted = a.sensor ? sim.bodies[b.body].type != BodyType::Static
        : b.sensor                ? sim.bodies[a.body].type != BodyType::Static
                                  : isPushable(sim, a.body) || isPushable(sim, b.body);
    if (!wanted || !filtersAllow(a.filter, b.filter))
        return false;
    const FilterCallback& callback = sim.filterCallback;
    return !callback.collide || callback.collide(callback.user, sim.shapeSlots.id(slotA), sim.shapeSlots.id(slotB));
}

// Half-spaces come first because the kernels want them there, then what cannot be pushed, then the lower slot.
bool goesFirst(const Simulation& sim, uint32_t a, uint32_t b) {
    const ShapeRecord &shapeA = sim.shapes[a], &shapeB = sim.shapes[b];
    const bool planeA = shapeA.shape.kind == ShapeKind::HalfSpace, planeB = shapeB.shape.kind == ShapeKind::HalfSpace;
    if (planeA != planeB)
        return planeA;
    const bool pushA = isPushable(sim, shapeA.body), pushB = isPushable(sim, shapeB.body);
    return pushA != pushB ? !pushA : a < b;
}

static void link(Simulation& sim, uint32_t slot, uint32_t side) {
    Pair& pair = sim.pairs[slot];
    Body& body = sim.bodies[pair.body[side]];
    pair.edge[side] = {kNone, body.firstPair};
    if (body.firstPair != kNone)
        sim.pairs[pairOfEdge(body.firstPair)].edge[sideOfEdge(body.firstPair)].previous = edgeKey(slot, side);
    body.firstPair = edgeKey(slot, side);
}

static void unlink(Simulation& sim, uint32_t slot, uint32_t side) {
    const PairEdge edge = sim.pairs[slot].edge[side];
    if (edge.previous != kNone)
        sim.pairs[pairOfEdge(edge.previous)].edge[sideOfEdge(edge.previous)].next = edge.next;
    else
        sim.bodies[sim.pairs[slot].body[side]].firstPair = edge.next;
    if (edge.next != kNone)
        sim.pairs[pairOfEdge(edge.next)].edge[sideOfEdge(edge.next)].previous = edge.previous;
}

// Of the round side; of two, that of the smaller sphere, which rolls on the larger. 0: nothing rolls.
static float rollingRadius(const Simulation& sim, const Pair& pair) {
    const Shape &a = sim.shapes[pair.shape[0]].shape, &b = sim.shapes[pair.shape[1]].shape;
    if (a.kind == ShapeKind::Sphere && b.kind == ShapeKind::Sphere)
        return std::min(a.radius, b.radius);
    return a.kind == ShapeKind::Sphere ? a.radius : b.kind == ShapeKind::Sphere ? b.radius : 0.0f;
}

void updateSurface(Simulation& sim, uint32_t slot) {
    const Pair& pair = sim.pairs[slot];
    const SurfacePair surface =
        combineMaterials(sim.shapes[pair.shape[0]].material, sim.shapes[pair.shape[1]].material);
    Manifold& manifold = sim.manifolds[slot];
    manifold.friction = surface.friction;
    manifold.staticFriction = surface.staticFriction;
    manifold.restitution = surface.restitution;
    manifold.rollingLength = surface.rollingResistance * rollingRadius(sim, pair);
}

static void addAwakePair(Simulation& sim, uint32_t slot) {
    sim.pairs[slot].awakeIndex = uint32_t(sim.awakePairs.size());
    sim.awakePairs.push_back(slot);
}

uint32_t createPair(Simulation& sim, uint32_t shapeA, uint32_t shapeB) {
    if (!goesFirst(sim, shapeA, shapeB))
        std::swap(shapeA, shapeB);
    uint32_t slot;
    if (sim.freePairs.empty()) {
        slot = uint32_t(sim.pairs.size());
        sim.pairs.emplace_back();
        sim.manifolds.emplace_back();
    } else {
        slot = sim.freePairs.back();
        sim.freePairs.pop_back();
    }
    ++sim.pairCount;
    const ShapeRecord &a = sim.shapes[shapeA], &b = sim.shapes[shapeB];
    Pair& pair = sim.pairs[slot] = Pair{};
    pair.shape[0] = shapeA;
    pair.shape[1] = shapeB;
    pair.body[0] = a.body;
    pair.body[1] = b.body;
    pair.kind = pairKind(a.shape.kind, b.shape.kind);
    pair.sensor = a.sensor || b.sensor;
    pair.staticSide = !isPushable(sim, a.body);
    sim.manifolds[slot] = Manifold{};
    updateSurface(sim, slot);
    link(sim, slot, 0);
    link(sim, slot, 1);
    if (sim.bodies[a.body].awake() || sim.bodies[b.body].awake())
        addAwakePair(sim, slot);
    return slot;
}

void setTouching(Simulation& sim, uint32_t slot, bool touching) {
    Pair& pair = sim.pairs[slot];
    pair.touching = touching;
    const ShapeId a = sim.shapeSlots.id(pair.shape[0]), b = sim.shapeSlots.id(pair.shape[1]);
    if (pair.sensor) {
        const bool first = sim.shapes[pair.shape[0]].sensor;
        const ShapeId sensor = first ? a : b, visitor = first ? b : a;
        if (touching)
            sim.pendingEvents.sensorBegin.push_back({sensor, visitor});
        else
            sim.pendingEvents.sensorEnd.push_back({sensor, visitor});
        return;
    }
    if (touching) {
        sim.pendingEvents.contactBegin.push_back({a, b});
        sim.graph.add(sim.pairs, slot);
    } else {
        sim.pendingEvents.contactEnd.push_back({a, b});
        if (pair.color >= 0)
            sim.graph.remove(sim.pairs, slot);
    }
}

void destroyPair(Simulation& sim, uint32_t slot) {
    if (sim.pairs[slot].touching)
        setTouching(sim, slot, false);
    if (const uint32_t index = sim.pairs[slot].awakeIndex; index != kNone) {
        const uint32_t last = sim.awakePairs.back();
        sim.awakePairs[index] = last;
        sim.pairs[last].awakeIndex = index;
        sim.awakePairs.pop_back();
    }
    unlink(sim, slot, 0);
    unlink(sim, slot, 1);
    sim.pairs[slot] = Pair{};
    sim.freePairs.push_back(slot);
    --sim.pairCount;
}

void destroyPairsOf(Simulation& sim, uint32_t shape) {
    forEachPair(sim, sim.shapes[shape].body, [&](uint32_t pair, uint32_t side) {
        if (sim.pairs[pair].shape[side] == shape)
            destroyPair(sim, pair);
    });
}

}  // namespace drystone
