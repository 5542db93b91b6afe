// Forces, impulses, mass, damping, locks.
#include "math/algebra.h"
#include "world/world_impl.h"

namespace drystone {

// A force or impulse is bounded so that a sum of many stays finite.
static constexpr float kLargestForce = 1e30f;

static bool isForce(const Check& check, const char* argument, glm::vec3 v) {
    return check.finite(argument, v) &&
        ((glm::abs(v.x) <= kLargestForce && glm::abs(v.y) <= kLargestForce && glm::abs(v.z) <= kLargestForce) ||
         check.failArgument(argument, "must be below 1e30 in every component, not (%g, %g, %g)", double(v.x),
                            double(v.y), double(v.z)));
}

// A dynamic body, woken, or null.
static Body* wokenBody(Simulation& sim, Body* body, uint32_t slot) {
    wake(sim, slot, WakeReason::UserCall);
    return body;
}

bool World::applyForce(BodyId id, glm::vec3 force) {
    Impl& impl = *m_impl;
    const Check check = impl.check("applyForce");
    Body* body = impl.findDynamic(check, id);
    if (!body || !isForce(check, "force", force))
        return false;
    wokenBody(impl.sim, body, Impl::slot(id))->force += force;
    return true;
}

bool World::applyForceAt(BodyId id, glm::vec3 force, glm::vec3 worldPoint) {
    Impl& impl = *m_impl;
    const Check check = impl.check("applyForceAt");
    Body* body = impl.findDynamic(check, id);
    if (!body || !isForce(check, "force", force) || !check.position("worldPoint", worldPoint))
        return false;
    wokenBody(impl.sim, body, Impl::slot(id))->force += force;
    body->torque += glm::cross(worldPoint - body->center, force);
    return true;
}

bool World::applyTorque(BodyId id, glm::vec3 torque) {
    Impl& impl = *m_impl;
    const Check check = impl.check("applyTorque");
    Body* body = impl.findDynamic(check, id);
    if (!body || !isForce(check, "torque", torque))
        return false;
    wokenBody(impl.sim, body, Impl::slot(id))->torque += torque;
    return true;
}

// What a blow on something very light would make of its velocity need not fit a float. The next step freezes such a body
// either way; until then its state is to be finite.
static glm::vec3 held(glm::vec3 v) {
    for (int i = 0; i < 3; ++i)
        if (!(glm::abs(v[i]) <= kLargestForce))
            v[i] = std::copysign(kLargestForce, v[i]);
    return v;
}

static void addImpulse(Simulation& sim, Body* body, uint32_t slot, glm::vec3 linear, glm::vec3 angular) {
    wokenBody(sim, body, slot);
    body->linearVelocity =
        held(body->linearVelocity + withoutLocked(body->inverseMass * linear, linearLockBits(body->locks)));
    body->angularVelocity = held(body->angularVelocity + worldInverseInertia(*body) * angular);
}

bool World::applyImpulse(BodyId id, glm::vec3 impulse) {
    Impl& impl = *m_impl;
    const Check check = impl.check("applyImpulse");
    Body* body = impl.findDynamic(check, id);
    if (!body || !isForce(check, "impulse", impulse))
        return false;
    addImpulse(impl.sim, body, Impl::slot(id), impulse, glm::vec3(0.0f));
    return true;
}

bool World::applyImpulseAt(BodyId id, glm::vec3 impulse, glm::vec3 worldPoint) {
    Impl& impl = *m_impl;
    const Check check = impl.check("applyImpulseAt");
    Body* body = impl.findDynamic(check, id);
    if (!body || !isForce(check, "impulse", impulse) || !check.position("worldPoint", worldPoint))
        return false;
    addImpulse(impl.sim, body, Impl::slot(id), impulse, glm::cross(worldPoint - body->center, impulse));
    return true;
}

bool World::applyAngularImpulse(BodyId id, glm::vec3 impulse) {
    Impl& impl = *m_impl;
    const Check check = impl.check("applyAngularImpulse");
    Body* body = impl.findDynamic(check, id);
    if (!body || !isForce(check, "impulse", impulse))
        return false;
    addImpulse(impl.sim, body, Impl::slot(id), glm::vec3(0.0f), impulse);
    return true;
}

MassProperties World::massProperties(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("massProperties"), id);
    return body ? body->mass : MassProperties{};
}

float World::mass(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("mass"), id);
    return body ? body->mass.mass : 0.0f;
}

static void massChanged(Simulation& sim, uint32_t slot) {
    updateMass(sim, slot);
    wake(sim, slot, WakeReason::PropertyChange);
}

bool World::setMassProperties(BodyId id, const MassProperties& mass) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setMassProperties");
    Body* body = impl.findDynamic(check, id);
    if (!body || !check.mass(mass.mass) || !check.position("centerOfMass", mass.centerOfMass) ||
        !check.rotation("principalRotation", mass.principalRotation))
        return false;
    if (!check.inertia(mass.principalInertia))
        return false;
    MassProperties given = mass;
    given.principalRotation = glm::normalize(mass.principalRotation);
    // The centre moves with the body, so its velocity is that of the point where it now is.
    const glm::vec3 oldCenter = body->center;
    body->mass = given;
    body->massIsSet = true;
    updateCenterFromOrigin(*body);
    body->linearVelocity += glm::cross(body->angularVelocity, body->center - oldCenter);
    massChanged(impl.sim, Impl::slot(id));
    return true;
}

bool World::setMass(BodyId id, float mass) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setMass");
    Body* body = impl.findDynamic(check, id);
    if (!body || !check.mass(mass))
        return false;
    if (mass == body->mass.mass) {
        body->massIsSet = true;
        return true;
    }
    // The quotient of two masses may leave the floats; a radius of gyration does not.
    const glm::vec3 scaled = body->mass.principalInertia / body->mass.mass * mass;
    if (!check.inertia(scaled))
        return false;
    body->mass.principalInertia = scaled;
    body->mass.mass = mass;
    body->massIsSet = true;
    massChanged(impl.sim, Impl::slot(id));
    return true;
}

bool World::resetMass(BodyId id) {
    Impl& impl = *m_impl;
    Body* body = impl.findDynamic(impl.check("resetMass"), id);
    if (!body)
        return false;
    body->massIsSet = false;
    massChanged(impl.sim, Impl::slot(id));
    return true;
}

bool World::setDamping(BodyId id, float linear, float angular) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setDamping");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.notNegative("linear", linear) || !check.notNegative("angular", angular))
        return false;
    body->linearDamping = linear;
    body->angularDamping = angular;
    return true;
}

float World::linearDamping(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("linearDamping"), id);
    return body ? body->linearDamping : 0.0f;
}

float World::angularDamping(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("angularDamping"), id);
    return body ? body->angularDamping : 0.0f;
}

bool World::setGravityScale(BodyId id, float scale) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setGravityScale");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.inRange("scale", scale, -1e6f, 1e6f))
        return false;
    if (body->gravityScale != scale && body->dynamic())
        wake(impl.sim, Impl::slot(id), WakeReason::PropertyChange);
    body->gravityScale = scale;
    return true;
}

float World::gravityScale(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("gravityScale"), id);
    return body ? body->gravityScale : 0.0f;
}

bool World::setLocks(BodyId id, AxisLock locks) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setLocks");
    Body* body = impl.findToChange(check, id);
    if (!body || !check.enumerator("locks", int(locks), 64))
        return false;
    if (body->locks == locks)
        return true;
    body->locks = locks;
    body->linearVelocity = withoutLocked(body->linearVelocity, linearLockBits(locks));
    body->angularVelocity = withoutLocked(body->angularVelocity, angularLockBits(locks));
    wake(impl.sim, Impl::slot(id), WakeReason::PropertyChange);
    return true;
}

AxisLock World::locks(BodyId id) const {
    const Body* body = m_impl->find(m_impl->check("locks"), id);
    return body ? body->locks : AxisLock::None;
}

}  // namespace drystone
