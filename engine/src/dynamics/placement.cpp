#include <algorithm>

#include "dynamics/simulation.h"
#include "math/algebra.h"

namespace drystone {

float lengthScale(float smallestExtent) { return std::min(1.0f, 2.0f * smallestExtent / 0.5f); }

Transform worldTransform(const Simulation& sim, const ShapeRecord& shape) {
    const Transform& origin = sim.bodies[shape.body].origin;
    // Most shapes lie where their body is.
    const bool there = shape.local.position == glm::vec3(0.0f) && shape.local.rotation == kIdentityRotation;
    return there ? origin : origin * shape.local;
}

void placeShapeRecord(Simulation& sim, uint32_t slot) {
    const ShapeRecord& shape = sim.shapes[slot];
    sim.placedShapes[slot] = placeShape(shape.shape, worldTransform(sim, shape), sim.bodies[shape.body].center);
}

static ProxyMove proxyMove(const Simulation& sim, const ShapeRecord& shape, const Transform& world, float dt) {
    const Body& body = sim.bodies[shape.body];
    const float extent = smallestExtent(shape.shape);
    ProxyMove move{shape.proxy, computeBounds(shape.shape, world), dt * body.linearVelocity};
    if (body.type == BodyType::Static)
        return move;
    // Both partners of a pair reach half of the margin that the narrowphase will use, and each its own motion.
    move.tight = expand(move.tight, 0.5f * sim.settings.speculativeDistance);
    const float reach = sim.settings.speculativeReach * extent;
    const glm::vec3 swept = glm::clamp(move.motion, glm::vec3(-reach), glm::vec3(reach));
    move.tight.lower += glm::min(swept, glm::vec3(0.0f));
    move.tight.upper += glm::max(swept, glm::vec3(0.0f));
    return move;
}

ProxyMove proxyMove(const Simulation& sim, uint32_t slot, float dt) {
    const ShapeRecord& shape = sim.shapes[slot];
    return proxyMove(sim, shape, worldTransform(sim, shape), dt);
}

ProxyMove placeAndMove(Simulation& sim, uint32_t slot, float dt) {
    const ShapeRecord& shape = sim.shapes[slot];
    const Transform world = worldTransform(sim, shape);
    sim.placedShapes[slot] = placeShape(shape.shape, world, sim.bodies[shape.body].center);
    return proxyMove(sim, shape, world, dt);
}

static ProxyKind proxyKind(const Simulation& sim, uint32_t shape) {
    return sim.bodies[sim.shapes[shape].body].type == BodyType::Static ? ProxyKind::Static : ProxyKind::Movable;
}

void createProxy(Simulation& sim, uint32_t slot) {
    placeShapeRecord(sim, slot);
    ShapeRecord& shape = sim.shapes[slot];
    shape.placedStep = sim.stepCount;
    shape.proxy = sim.broadphase->createProxy(proxyMove(sim, slot, sim.lastDt).tight, proxyKind(sim, slot));
    if (shape.proxy >= sim.proxyShape.size())
        sim.proxyShape.resize(shape.proxy + 1, kNone);
    sim.proxyShape[shape.proxy] = slot;
}

void destroyProxy(Simulation& sim, uint32_t slot) {
    ShapeRecord& shape = sim.shapes[slot];
    sim.broadphase->destroyProxy(shape.proxy);
    sim.proxyShape[shape.proxy] = kNone;
    shape.proxy = kNone;
}

void refilterShape(Simulation& sim, uint32_t slot) {
    destroyPairsOf(sim, slot);
    placeShapeRecord(sim, slot);
    ShapeRecord& shape = sim.shapes[slot];
    shape.placedStep = sim.stepCount;
    sim.broadphase->resetProxy(shape.proxy, proxyMove(sim, slot, sim.lastDt).tight, proxyKind(sim, slot));
}

void replaceBody(Simulation& sim, uint32_t slot) {
    for (uint32_t shape = sim.bodies[slot].firstShape; shape != kNone; shape = sim.shapes[shape].nextShape) {
        placeShapeRecord(sim, shape);
        sim.shapes[shape].placedStep = sim.stepCount;
        const ProxyMove move = proxyMove(sim, shape, sim.lastDt);
        sim.broadphase->moveProxies({&move, 1});
    }
    if (!sim.bodies[slot].replaced) {
        sim.bodies[slot].replaced = true;
        sim.replacedBodies.push_back(slot);
    }
}

}  // namespace drystone
