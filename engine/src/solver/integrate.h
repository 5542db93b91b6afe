// Bodies through one substep: velocities, then poses.
#pragma once

#include <cmath>

#include <drystone/settings.h>

#include "math/algebra.h"
#include "solver/solver.h"

namespace drystone {

// What the settings say of a substep's integration.
struct IntegrationRules {
    float h;  // s
    PositionIntegrator integrator;
    float startShare;  // of the velocity before the substep in the displacement of a free fall
    GyroscopicMode gyroscopic;
    OrientationUpdate orientation;
    float maxLinearSpeed, maxAngularSpeed;  // infinity: no cap
};

IntegrationRules integrationRules(const WorldSettings& settings, float h);

// Angular velocity after the body has turned from one orientation to another with its angular momentum kept, about the axes
// that are not locked.
glm::vec3 turnedSpin(const BodyMotion& motion, glm::quat from, glm::quat to, glm::vec3 spin);
// Free rotation over a time, either way: the mean of the spins at its two ends, one found from the other (the error is of
// the third order).
void turnFreely(const BodyMotion& motion, float time, glm::quat& rotation, glm::vec3& spin);

// Whether FreeRotation turns the body, in place of integrateOrientation or turnFreely.
inline bool turnsFreely(const BodyMotion& motion, const IntegrationRules& rules) {
    return rules.gyroscopic == GyroscopicMode::Symplectic && motion.principalInertia.x > 0.0f && motion.angularLocks == 0;
}

// Whether the turning of a body with locked axes changes its spin, in every mode but GyroscopicMode::None.
inline bool turnsWithLocks(const BodyMotion& motion, const IntegrationRules& rules) {
    return rules.gyroscopic != GyroscopicMode::None && motion.principalInertia.x > 0.0f && motion.angularLocks != 0;
}

// v without its components along these axes, bits 1 2 4 for x y z.
inline glm::vec3 withoutAxes(glm::vec3 v, uint32_t bits) {
    return {bits & 1u ? 0.0f : v.x, bits & 2u ? 0.0f : v.y, bits & 4u ? 0.0f : v.z};
}

inline void move(DeltaRow& delta, glm::vec3 displacement) {
    delta.position[0] += displacement.x;
    delta.position[1] += displacement.y;
    delta.position[2] += displacement.z;
}

inline glm::quat rotationOf(const DeltaRow& delta) {
    return glm::quat(delta.rotation[3], delta.rotation[0], delta.rotation[1], delta.rotation[2]);
}
inline void setRotation(DeltaRow& delta, glm::quat q) {
    delta.rotation[0] = q.x;
    delta.rotation[1] = q.y;
    delta.rotation[2] = q.z;
    delta.rotation[3] = q.w;
}

inline glm::vec3 linearVelocity(const VelocityRow& v) {
    return {v.linear[0], v.linear[1], v.linear[2]};
}
inline glm::vec3 angularVelocity(const VelocityRow& v) {
    return {v.angular[0], v.angular[1], v.angular[2]};
}

inline void setLinearVelocity(VelocityRow& row, glm::vec3 linear) {
    row.linear[0] = linear.x;
    row.linear[1] = linear.y;
    row.linear[2] = linear.z;
}
inline void setAngularVelocity(VelocityRow& row, glm::vec3 angular) {
    row.angular[0] = angular.x;
    row.angular[1] = angular.y;
    row.angular[2] = angular.z;
}
inline void setVelocity(VelocityRow& row, glm::vec3 linear, glm::vec3 angular) {
    setLinearVelocity(row, linear);
    setAngularVelocity(row, angular);
}

// w after h of the torque-free motion, in the frame of the body's present axes.
glm::vec3 turnGyroscopically(glm::vec3 w, const DeltaRow& delta, const BodyMotion& motion, GyroscopicMode mode,
                             float h);

inline glm::vec3 slowedTo(float limit, glm::vec3 v) {
    const float squared = lengthSquared(v);
    return squared > limit * limit ? v * (limit / std::sqrt(squared)) : v;
}

// One substep of velocity: v + h a, damped by 1/(1 + h c) and capped; the gyroscopic term w x I w in the body's present
// frame, but for GyroscopicMode::Symplectic, which belongs to the pose. Locked axes stay exactly zero.
// acceleration: the mean over the substep; motion.acceleration without a force field.
inline void integrateVelocity(VelocityRow& velocity, const DeltaRow& delta, const BodyMotion& motion,
                              glm::vec3 acceleration, const IntegrationRules& rules) {
    const float h = rules.h;
    glm::vec3 v = linearVelocity(velocity) + h * acceleration;
    glm::vec3 w = angularVelocity(velocity) + h * motion.angularAcceleration;
    const bool inVelocity =
        rules.gyroscopic == GyroscopicMode::Explicit || rules.gyroscopic == GyroscopicMode::Implicit;
    if (inVelocity && motion.principalInertia.x > 0.0f && motion.angularLocks == 0)
        w = turnGyroscopically(w, delta, motion, rules.gyroscopic, h);
    v *= 1.0f / (1.0f + h * motion.linearDamping);
    w *= 1.0f / (1.0f + h * motion.angularDamping);
    if (velocity.inverseMass > 0.0f) {
        v = slowedTo(rules.maxLinearSpeed, v);
        w = slowedTo(rules.maxAngularSpeed, w);
    }
    setVelocity(velocity, withoutAxes(v, uint32_t(velocity.linearLocks)), withoutAxes(w, motion.angularLocks));
}

// Displacement of a substep in which constant acceleration alone brought the velocity to v = (v0 + h a) / (1 + h c), so
// that the velocity before was v0 = v - h (a - c v) and need not have been kept. A body that was slowed to the cap keeps
// to it all through the substep.
inline glm::vec3 fallDisplacement(glm::vec3 v, const BodyMotion& motion, const IntegrationRules& rules) {
    const float h = rules.h, cap = 0.999999f * rules.maxLinearSpeed;
    if (lengthSquared(v) >= cap * cap)
        return h * v;
    const float share = rules.startShare * h * h;
    return h * v - share * (motion.acceleration - motion.linearDamping * v);
}

// A substep of orientation at this angular velocity.
inline void integrateOrientation(DeltaRow& delta, glm::vec3 angular, OrientationUpdate update, float h) {
    const glm::quat old = rotationOf(delta);
    glm::quat q;
    if (update == OrientationUpdate::Exponential) {
        q = exponentialMap(h * angular) * old;
        // One Newton step towards unit length takes away what rounding added.
        q = q * (1.5f - 0.5f * glm::dot(q, q));
    } else {
        q = old + glm::quat(0.0f, (0.5f * h) * angular) * old;
        q = q * (1.0f / std::sqrt(glm::dot(q, q)));
    }
    setRotation(delta, q);
}

}  // namespace drystone
