#include "core/drag_spring.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace drystone::sandbox {

namespace {

glm::mat3 crossMatrix(glm::vec3 r) {
    return {{0.0f, r.z, -r.y}, {-r.z, 0.0f, r.x}, {r.y, -r.x, 0.0f}};
}

glm::mat3 inverseInertia(const MassProperties& mass, glm::quat rotation) {
    const glm::mat3 axes = glm::mat3_cast(rotation * mass.principalRotation);
    glm::mat3 scaled = axes;
    for (int i = 0; i < 3; ++i) {
        const float inertia = mass.principalInertia[i];
        scaled[i] *= inertia > 0.0f ? 1.0f / inertia : 0.0f;
    }
    return scaled * glm::transpose(axes);
}

}  // namespace

void DragSpring::grab(const World& world, BodyId body, glm::vec3 worldPoint) {
    const Transform pose = world.transform(body);
    m_body = body;
    m_localPoint = glm::conjugate(pose.rotation) * (worldPoint - pose.position);
    m_target = worldPoint;
    m_lastImpulse = 0.0f;
}

DragSpring DragSpring::on(BodyId body) const {
    DragSpring other = *this;
    other.m_body = active() ? body : BodyId{};
    return other;
}

void DragSpring::apply(World& world, float dt, const SpringSettings& settings) {
    if (!active()) {
        return;
    }
    if (!world.isValid(m_body) || world.type(m_body) != BodyType::Dynamic) {
        release();
        return;
    }
    const MassProperties mass = world.massProperties(m_body);
    if (!(mass.mass > 0.0f)) {
        return;
    }
    const glm::vec3 spin = world.angularVelocity(m_body);
    world.setAngularVelocity(m_body, spin / (1.0f + dt * settings.spinDamping));

    const Transform pose = world.transform(m_body);
    const glm::vec3 point = anchor(pose);
    const glm::mat3 cross = crossMatrix(point - world.centerOfMass(m_body));
    const glm::mat3 give = glm::mat3(1.0f / mass.mass) - cross * inverseInertia(mass, pose.rotation) * cross;

    // Spring k and damper d become a softness gamma and a bias rate beta: the implicit Euler step of the pair.
    const float omega = glm::two_pi<float>() * settings.hertz;
    const float k = mass.mass * omega * omega;
    const float d = 2.0f * mass.mass * settings.damping * omega;
    const float gamma = 1.0f / (dt * (d + dt * k));
    const float beta = k / (d + dt * k);

    const glm::vec3 velocity = world.velocityAt(m_body, point);
    const glm::mat3 system = give + glm::mat3(gamma);
    glm::vec3 impulse = glm::inverse(system) * -(velocity + beta * (point - m_target));
    const float limit = settings.maxForce * mass.mass * 9.81f * dt;
    const float size = glm::length(impulse);
    if (!std::isfinite(size)) {
        return;
    }
    if (size > limit) {
        impulse *= limit / size;
    }
    m_lastImpulse = std::min(size, limit);
    world.applyImpulseAt(m_body, impulse, point);
}

}  // namespace drystone::sandbox
