// Shapes: creation, surface, filter.
#include "math/algebra.h"
#include "world/world_impl.h"

namespace drystone {

static bool checkShape(const Check& check, const Body& body, const ShapeDef& d) {
    if (!check.geometry(d.geometry) || !check.position("position", d.position) ||
        !check.rotation("rotation", d.rotation) || !check.material(d.material))
        return false;
    if (std::holds_alternative<HalfSpace>(d.geometry) && body.type != BodyType::Static)
        return check.fail("geometry is a half-space, which only a static body may carry");
    return check.density(d.density, body.dynamic() && !d.sensor);
}

ShapeId World::createShape(BodyId bodyId, const ShapeDef& definition) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("createShape");
    Body* body = impl.findToChange(check, bodyId);
    if (!body || !checkShape(check, *body, definition))
        return {};
    ShapeRecord shape;
    shape.shape = makeShape(definition.geometry);
    shape.local = {definition.position, glm::normalize(definition.rotation)};
    shape.material = definition.material;
    shape.filter = definition.filter;
    shape.density = definition.density;
    shape.sensor = definition.sensor;
    shape.userData = definition.userData;
    if (body->dynamic() && !check.totalMass(massOfShapes(sim, *body, &shape)))
        return {};
    const uint32_t bodySlot = Impl::slot(bodyId);
    const uint32_t slot = sim.shapeSlots.allocate();
    if (slot >= sim.shapes.size()) {
        sim.shapes.resize(slot + 1);
        sim.placedShapes.resize(slot + 1);
    }
    shape.body = bodySlot;
    sim.shapes[slot] = shape;
    uint32_t* last = &body->firstShape;
    while (*last != kNone)
        last = &sim.shapes[*last].nextShape;
    *last = slot;
    ++body->shapeCount;
    body->massIsSet = false;
    updateMass(sim, bodySlot);
    createProxy(sim, slot);
    // A body that was made asleep gets its shapes asleep.
    if (body->createdStep != sim.stepCount || body->awake())
        wake(sim, bodySlot, WakeReason::PropertyChange);
    return sim.shapeSlots.id(slot);
}

bool World::destroyShape(ShapeId id) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    ShapeRecord* shape = impl.findToChange(impl.check("destroyShape"), id);
    if (!shape)
        return false;
    const uint32_t slot = Impl::slot(id), bodySlot = shape->body;
    wakeTouching(sim, bodySlot, WakeReason::SupportLost);
    wake(sim, bodySlot, WakeReason::PropertyChange);
    destroyPairsOf(sim, slot);
    destroyProxy(sim, slot);
    Body& body = sim.bodies[bodySlot];
    uint32_t* link = &body.firstShape;
    while (*link != slot)
        link = &sim.shapes[*link].nextShape;
    *link = shape->nextShape;
    --body.shapeCount;
    sim.shapeSlots.release(slot);
    body.massIsSet = false;
    updateMass(sim, bodySlot);
    return true;
}

bool World::isValid(ShapeId id) const {
    return m_impl->sim.shapeSlots.isLive(id);
}

void World::shapes(std::vector<ShapeId>& out) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    for (uint32_t slot = 0; slot < sim.shapeSlots.size(); ++slot)
        if (sim.shapeSlots.isLive(slot))
            out.push_back(sim.shapeSlots.id(slot));
}

void World::shapesOf(BodyId id, std::vector<ShapeId>& out) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    const Body* body = m_impl->find(m_impl->check("shapesOf"), id);
    if (!body)
        return;
    for (uint32_t s = body->firstShape; s != kNone; s = sim.shapes[s].nextShape)
        out.push_back(sim.shapeSlots.id(s));
}

int World::shapeCount() const {
    return m_impl->sim.shapeSlots.count();
}

BodyId World::bodyOf(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("bodyOf"), id);
    return shape ? m_impl->sim.bodySlots.id(shape->body) : BodyId{};
}

Geometry World::geometry(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("geometry"), id);
    return shape ? toGeometry(shape->shape) : Geometry{Sphere{0.0f}};
}

Transform World::localTransform(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("localTransform"), id);
    return shape ? shape->local : Transform{};
}

Aabb World::bounds(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("bounds"), id);
    return shape ? computeBounds(shape->shape, worldTransform(m_impl->sim, *shape)) : Aabb{};
}

bool World::isSensor(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("isSensor"), id);
    return shape && shape->sensor;
}

float World::density(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("density"), id);
    return shape ? shape->density : 0.0f;
}

bool World::setDensity(ShapeId id, float density) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("setDensity");
    ShapeRecord* shape = impl.findToChange(check, id);
    if (!shape)
        return false;
    const Body& body = sim.bodies[shape->body];
    if (!check.density(density, body.dynamic() && !shape->sensor))
        return false;
    const float old = shape->density;
    shape->density = density;
    if (body.dynamic() && !check.totalMass(massOfShapes(sim, body))) {
        shape->density = old;
        return false;
    }
    updateMass(sim, shape->body);
    wake(sim, shape->body, WakeReason::PropertyChange);
    return true;
}

Material World::material(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("material"), id);
    return shape ? shape->material : Material{};
}

bool World::setMaterial(ShapeId id, const Material& material) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("setMaterial");
    ShapeRecord* shape = impl.findToChange(check, id);
    if (!shape || !check.material(material))
        return false;
    shape->material = material;
    const uint32_t slot = Impl::slot(id);
    forEachPair(sim, shape->body, [&](uint32_t pair, uint32_t side) {
        if (sim.pairs[pair].shape[side] == slot)
            updateSurface(sim, pair);
    });
    wakeTouching(sim, shape->body, WakeReason::PropertyChange);
    wake(sim, shape->body, WakeReason::PropertyChange);
    return true;
}

Filter World::filter(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("filter"), id);
    return shape ? shape->filter : Filter{};
}

bool World::setFilter(ShapeId id, const Filter& filter) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    ShapeRecord* shape = impl.findToChange(impl.check("setFilter"), id);
    if (!shape)
        return false;
    wakeTouching(sim, shape->body, WakeReason::PropertyChange);
    wake(sim, shape->body, WakeReason::PropertyChange);
    shape->filter = filter;
    refilterShape(sim, Impl::slot(id));
    return true;
}

bool World::setUserData(ShapeId id, uint64_t data) {
    ShapeRecord* shape = m_impl->findToChange(m_impl->check("setUserData"), id);
    if (shape)
        shape->userData = data;
    return shape != nullptr;
}

uint64_t World::userData(ShapeId id) const {
    const ShapeRecord* shape = m_impl->find(m_impl->check("userData"), id);
    return shape ? shape->userData : 0;
}

void World::sensorOverlaps(ShapeId id, std::vector<ShapeId>& out) const {
    Simulation& sim = m_impl->sim;
    out.clear();
    const Check check = m_impl->check("sensorOverlaps");
    const ShapeRecord* shape = m_impl->find(check, id);
    if (!shape)
        return;
    if (!shape->sensor) {
        check.fail("sensor {slot %u} is a solid shape", id.slot);
        return;
    }
    const uint32_t slot = Impl::slot(id);
    forEachPair(sim, shape->body, [&](uint32_t pair, uint32_t side) {
        const Pair& p = sim.pairs[pair];
        if (p.touching && p.shape[side] == slot)
            out.push_back(sim.shapeSlots.id(p.shape[1 - side]));
    });
}

}  // namespace drystone
