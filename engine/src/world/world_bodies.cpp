// Bodies: creation, pose, velocity, sleep.
#include "dynamics/islands.h"
#include "math/algebra.h"
#include "world/world_impl.h"

namespace drystone {

BodyId World::createBody(const BodyDef& definition) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("createBody");
    if (!impl.mayChange(check) || !check.bodyDef(definition))
        return {};
    const uint32_t slot = sim.bodySlots.allocate();
    if (slot >= sim.bodies.size())
        sim.bodies.resize(slot + 1);
    reserveForBodies(sim);
    Body& body = sim.bodies[slot];
    // A body that had the slot before may have left it on the lists of the next step.
    const bool boxDue = body.boxDue, replaced = body.replaced;
    body = Body{};
    body.boxDue = boxDue;
    body.replaced = replaced;
    body.type = definition.type;
    body.createdStep = sim.stepCount;
    body.origin = body.previousOrigin = {definition.position, glm::normalize(definition.rotation)};
    body.center = definition.position;
    body.locks = definition.locks;
    if (body.type != BodyType::Static) {
        body.linearVelocity = withoutLocked(definition.linearVelocity, linearLockBits(body.locks));
        body.angularVelocity = withoutLocked(definition.angularVelocity, angularLockBits(body.locks));
    }
    body.linearDamping = definition.linearDamping;
    body.angularDamping = definition.angularDamping;
    body.gravityScale = definition.gravityScale;
    body.allowSleep = definition.allowSleep;
    body.continuous = definition.continuous;
    body.userData = definition.userData;
    updateMass(sim, slot);
    if (body.dynamic() && !definition.awake && sim.settings.sleeping)
        putToSleep(sim, &slot, 1);
    else if (body.type != BodyType::Static)
        activate(sim, slot, WakeReason::Created);
    return sim.bodySlots.id(slot);
}

bool World::destroyBody(BodyId id) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    Body* body = impl.findToChange(impl.check("destroyBody"), id);
    if (!body)
        return false;
    const uint32_t slot = Impl::slot(id);
    wakeTouching(sim, slot, WakeReason::SupportLost);
    while (body->firstShape != kNone) {
        const uint32_t shape = body->firstShape;
        destroyPairsOf(sim, shape);
        destroyProxy(sim, shape);
        body->firstShape = sim.shapes[shape].nextShape;
        sim.shapeSlots.release(shape);
    }
    removeFromSleepSet(sim, slot);
    deactivate(sim, slot);
    forgetSleepEvent(sim, slot);
    sim.frozenBodies -= body->frozen;
    sim.bodySlots.release(slot);
    return true;
}

bool World::isValid(BodyId id) const {
    return m_impl->sim.bodySlots.isLive(id);
}

void World::bodies(std::vector<BodyId>& out) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    for (uint32_t slot = 0; slot < sim.bodySlots.size(); ++slot)
        if (sim.bodySlots.isLive(slot))
            out.push_back(sim.bodySlots.id(slot));
}

int World::bodyCount() const {
    return m_impl->sim.bodySlots.count();
}

BodyType World::type(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("type"), id);
    return body ? body->type : BodyType::Static;
}

// Whether shapes that hung on a body of another type may hang on one of this.
static bool mayBecome(const Check& check, Simulation& sim, const Body& body, BodyType type) {
    if (type == BodyType::Static)
        return true;
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape) {
        const ShapeRecord& shape = sim.shapes[s];
        if (shape.shape.kind == ShapeKind::HalfSpace)
            return check.fail("type must stay static: shape {slot %u} of the body is a half-space", s + 1);
        if (type == BodyType::Dynamic && !check.density(shape.density, !shape.sensor))
            return false;
    }
    return type != BodyType::Dynamic || check.totalMass(massOfShapes(sim, body));
}

bool World::setType(BodyId id, BodyType type) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("setType");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.enumerator("type", int(type), 3))
        return false;
    if (body->type == type)
        return true;
    const uint32_t slot = Impl::slot(id);
    if (!mayBecome(check, sim, *body, type))
        return false;
    wakeTouching(sim, slot, WakeReason::PropertyChange);
    wake(sim, slot, WakeReason::PropertyChange);
    for (uint32_t s = body->firstShape; s != kNone; s = sim.shapes[s].nextShape)
        destroyPairsOf(sim, s);
    deactivate(sim, slot);
    body->type = type;
    body->massIsSet = false;
    body->force = body->torque = glm::vec3(0.0f);
    body->targetTime = 0.0f;
    if (type == BodyType::Static)
        body->linearVelocity = body->angularVelocity = glm::vec3(0.0f);
    updateMass(sim, slot);
    for (uint32_t s = body->firstShape; s != kNone; s = sim.shapes[s].nextShape)
        refilterShape(sim, s);
    if (!body->frozen && type != BodyType::Static)
        activate(sim, slot, WakeReason::PropertyChange);
    return true;
}

glm::vec3 World::position(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("position"), id);
    return body ? body->origin.position : glm::vec3(0.0f);
}

glm::quat World::rotation(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("rotation"), id);
    return body ? body->origin.rotation : kIdentityRotation;
}

Transform World::transform(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("transform"), id);
    return body ? body->origin : Transform{};
}

Transform World::interpolatedTransform(BodyId id, float alpha) const {
    const Check check = m_impl->check("interpolatedTransform");
    const Body* body = m_impl->find(check, id);
    if (!body || !check.inRange("alpha", alpha, 0.0f, 1.0f))
        return {};
    // Only what the last step moved has two poses.
    if (body->movedStep + 1 != m_impl->sim.stepCount)
        return body->origin;
    const Transform &from = body->previousOrigin, &to = body->origin;
    const glm::quat target = glm::dot(from.rotation, to.rotation) < 0.0f ? -to.rotation : to.rotation;
    return {glm::mix(from.position, to.position, alpha),
            glm::normalize(from.rotation * (1.0f - alpha) + target * alpha)};
}

glm::vec3 World::centerOfMass(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("centerOfMass"), id);
    return body ? body->center : glm::vec3(0.0f);
}

BodyState World::state(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("state"), id);
    if (!body)
        return {};
    return {body->origin.position, body->origin.rotation, body->linearVelocity, body->angularVelocity, body->awake()};
}

bool World::setTransform(BodyId id, glm::vec3 position, glm::quat rotation) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("setTransform");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.position("position", position) || !check.rotation("rotation", rotation))
        return false;
    const uint32_t slot = Impl::slot(id);
    wakeTouching(sim, slot, WakeReason::SupportLost);
    cancelTarget(*body);
    body->origin = body->previousOrigin = {position, glm::normalize(rotation)};
    body->movedStep = ~uint64_t{0};
    updateCenterFromOrigin(*body);
    if (body->frozen) {
        body->frozen = false;
        --sim.frozenBodies;
        for (uint32_t s = body->firstShape; s != kNone; s = sim.shapes[s].nextShape)
            refilterShape(sim, s);
    }
    replaceBody(sim, slot);
    wake(sim, slot, WakeReason::UserCall);
    return true;
}

bool World::moveKinematic(BodyId id, glm::vec3 position, glm::quat rotation, float dt) {
    Impl& impl = *m_impl;
    const Check check = impl.check("moveKinematic");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.position("position", position) || !check.rotation("rotation", rotation) ||
        !check.inRange("dt", dt, 1e-7f, 10.0f))
        return false;
    if (body->type != BodyType::Kinematic)
        return check.fail("body {slot %u} is not kinematic", id.slot);
    if (body->frozen)
        return check.fail("body {slot %u} is frozen: setTransform frees it", id.slot);
    const Transform target{position, glm::normalize(rotation)};
    const glm::vec3 way = transformPoint(target, body->mass.centerOfMass) - body->center;
    const glm::vec3 turn = rotationVector(target.rotation * glm::conjugate(body->origin.rotation));
    const glm::vec3 v = withoutLocked(way / dt, linearLockBits(body->locks));
    const glm::vec3 w = withoutLocked(turn / dt, angularLockBits(body->locks));
    if (!check.speed("velocity to the target", v))
        return false;
    const bool moves = v != glm::vec3(0.0f) || w != glm::vec3(0.0f);
    body->linearVelocity = v;
    body->angularVelocity = w;
    body->target = target;
    body->targetTime = moves ? dt : 0.0f;
    if (moves) {
        wake(impl.sim, Impl::slot(id), WakeReason::UserCall);
        wakeTouching(impl.sim, Impl::slot(id), WakeReason::Contact);
    }
    return true;
}

glm::vec3 World::linearVelocity(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("linearVelocity"), id);
    return body ? body->linearVelocity : glm::vec3(0.0f);
}

glm::vec3 World::angularVelocity(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("angularVelocity"), id);
    return body ? body->angularVelocity : glm::vec3(0.0f);
}

glm::vec3 World::velocityAt(BodyId id, glm::vec3 worldPoint) const {
    const Check check = m_impl->check("velocityAt");
    const Body* body = m_impl->find(check, id);
    if (!body || !check.position("worldPoint", worldPoint))
        return glm::vec3(0.0f);
    return body->linearVelocity + glm::cross(body->angularVelocity, worldPoint - body->center);
}

// A velocity that a call gave: wakes, and for a kinematic body everything that it carries. Zero to a sleeper is no news.
static void velocityWasSet(Simulation& sim, uint32_t slot, glm::vec3 velocity) {
    const Body& body = sim.bodies[slot];
    if (!body.awake() && velocity == glm::vec3(0.0f))
        return;
    wake(sim, slot, WakeReason::UserCall);
    if (body.type == BodyType::Kinematic)
        wakeTouching(sim, slot, WakeReason::Contact);
}

bool World::setLinearVelocity(BodyId id, glm::vec3 velocity) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setLinearVelocity");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.speed("velocity", velocity))
        return false;
    if (body->type == BodyType::Static)
        return check.fail("body {slot %u} is static", id.slot);
    if (body->frozen)
        return check.fail("body {slot %u} is frozen: setTransform frees it", id.slot);
    const glm::vec3 v = withoutLocked(velocity, linearLockBits(body->locks));
    velocityWasSet(impl.sim, Impl::slot(id), v);
    cancelTarget(*body);
    body->linearVelocity = v;
    return true;
}

bool World::setAngularVelocity(BodyId id, glm::vec3 velocity) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setAngularVelocity");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.speed("velocity", velocity))
        return false;
    if (body->type == BodyType::Static)
        return check.fail("body {slot %u} is static", id.slot);
    if (body->frozen)
        return check.fail("body {slot %u} is frozen: setTransform frees it", id.slot);
    const glm::vec3 w = withoutLocked(velocity, angularLockBits(body->locks));
    velocityWasSet(impl.sim, Impl::slot(id), w);
    cancelTarget(*body);
    body->angularVelocity = w;
    return true;
}

bool World::isAwake(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("isAwake"), id);
    return body && body->awake();
}

bool World::wakeBody(BodyId id) {
    Impl& impl = *m_impl;
    const Check check = impl.check("wakeBody");
    const Body* body = impl.findToChange(check, id);
    if (!body)
        return false;
    if (body->frozen)
        return check.fail("body {slot %u} is frozen: setTransform frees it", id.slot);
    wake(impl.sim, Impl::slot(id), WakeReason::UserCall);
    return true;
}

static bool moves(const Body& body) {
    return body.linearVelocity != glm::vec3(0.0f) || body.angularVelocity != glm::vec3(0.0f);
}

// A kinematic body that moves under one of these awake bodies, or null: it would leave the sleepers behind.
static const Body* movingSupport(const Simulation& sim, UnionFind& sets, uint32_t island) {
    for (uint32_t slot : sim.awakePairs) {
        const Pair& pair = sim.pairs[slot];
        if (!pair.touching || pair.sensor || !pair.staticSide)
            continue;
        const Body &support = sim.bodies[pair.body[0]], &body = sim.bodies[pair.body[1]];
        if (body.awake() && sets.find(body.awakeIndex) == island && moves(support))
            return &support;
    }
    return nullptr;
}

bool World::sleepBody(BodyId id) {
    Impl& impl = *m_impl;
    Simulation& sim = impl.sim;
    const Check check = impl.check("sleepBody");
    Body* body = impl.findDynamic(check, id);
    if (!body)
        return false;
    if (!sim.settings.sleeping)
        return check.fail("sleeping is off in this world");
    if (!body->awake())
        return check.fail("body {slot %u} is not awake", id.slot);
    UnionFind sets(sim.memory);
    joinAwakeIslands(sim, sets);
    const uint32_t root = sets.find(body->awakeIndex);
    if (const Body* support = movingSupport(sim, sets, root))
        return check.fail("body {slot %u} cannot sleep: its island touches the moving kinematic body {slot %u}",
                          id.slot, unsigned(support - sim.bodies.data()) + 1);
    Array<uint32_t> island(sim.memory);
    for (uint32_t i = 0; i < sim.awakeBodies.size(); ++i)
        if (sets.find(i) == root)
            island.push_back(sim.awakeBodies[i]);
    putToSleep(sim, island.data(), int(island.size()));
    return true;
}

bool World::setAllowSleep(BodyId id, bool allow) {
    Impl& impl = *m_impl;
    Body* body = impl.findToChange(impl.check("setAllowSleep"), id);
    if (!body)
        return false;
    body->allowSleep = allow;
    if (!allow)
        wake(impl.sim, Impl::slot(id), WakeReason::SleepForbidden);
    return true;
}

bool World::allowSleep(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("allowSleep"), id);
    return body && body->allowSleep;
}

bool World::setContinuous(BodyId id, bool continuous) {
    Body* body = m_impl->findToChange(m_impl->check("setContinuous"), id);
    if (body)
        body->continuous = continuous;
    return body != nullptr;
}

bool World::isContinuous(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("isContinuous"), id);
    return body && body->continuous;
}

WakeReason World::wakeReason(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("wakeReason"), id);
    return body ? body->wakeReason : WakeReason::None;
}

int World::islandOf(BodyId id) const {
    const Simulation& sim = m_impl->sim;
    const Body* body = m_impl->find(m_impl->check("islandOf"), id);
    if (!body || !body->dynamic() || body->frozen)
        return -1;
    UnionFind sets(sim.memory);
    joinAwakeIslands(sim, sets);
    int islands = 0;
    for (uint32_t i = 0; i < sim.awakeBodies.size(); ++i) {
        if (body->awake() && i == sets.find(body->awakeIndex))
            return islands;
        islands += sets.find(i) == i && sim.bodies[sim.awakeBodies[i]].dynamic();
    }
    return islands + int(body->sleepSet);
}

bool World::setUserData(BodyId id, uint64_t data) {
    Body* body = m_impl->findToChange(m_impl->check("setUserData"), id);
    if (body)
        body->userData = data;
    return body != nullptr;
}

uint64_t World::userData(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("userData"), id);
    return body ? body->userData : 0;
}

}  // namespace drystone
