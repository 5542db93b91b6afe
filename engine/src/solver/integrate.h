// Bodies through one substep: velocities, then poses.
#pragma once

#include <drystone/settings.h>

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

// One substep of velocity: v + h a, damped by 1/(1 + h c) and capped; the gyroscopic term w x I w in the body's present
// frame, but for GyroscopicMode::Symplectic, which belongs to the pose. Locked axes stay exactly zero.
// acceleration: the mean over the substep; motion.acceleration without a force field.
void integrateVelocity(VelocityRow& velocity, const DeltaRow& delta, const BodyMotion& motion, glm::vec3 acceleration,
                       const IntegrationRules& rules);

// Angular velocity after the body has turned from one orientation to another with its angular momentum kept, about the axes
// that are not locked.
glm::vec3 turnedSpin(const BodyMotion& motion, glm::quat from, glm::quat to, glm::vec3 spin);
// Free rotation over a time, either way: the mean of the spins at its two ends, one found from the other (the error is of
// the third order).
void turnFreely(const BodyMotion& motion, float time, glm::quat& rotation, glm::vec3& spin);

// Displacement of a substep in which constant acceleration alone brought the velocity to v.
glm::vec3 fallDisplacement(glm::vec3 v, const BodyMotion& motion, const IntegrationRules& rules);

// A substep of orientation at this angular velocity.
void integrateOrientation(DeltaRow& delta, glm::vec3 angular, OrientationUpdate update, float h);

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

}  // namespace drystone
