// Bodies through one substep: velocities, then poses.
#pragma once

#include <drystone/settings.h>

#include "solver/solver.h"

namespace drystone {

// One substep of velocity: v + h a, damped by 1/(1 + h c), and the gyroscopic term w x I w in the body's present frame.
// Locked axes stay exactly zero.
void integrateVelocity(VelocityRow& velocity, const DeltaRow& delta, const BodyMotion& motion, GyroscopicMode mode,
                       float h);

// One substep of pose at this velocity.
void integratePose(DeltaRow& delta, glm::vec3 linear, glm::vec3 angular, OrientationUpdate update, float h);

inline glm::vec3 linearVelocity(const VelocityRow& v) {
    return {v.linear[0], v.linear[1], v.linear[2]};
}
inline glm::vec3 angularVelocity(const VelocityRow& v) {
    return {v.angular[0], v.angular[1], v.angular[2]};
}

inline void setVelocity(VelocityRow& row, glm::vec3 linear, glm::vec3 angular) {
    row.linear[0] = linear.x;
    row.linear[1] = linear.y;
    row.linear[2] = linear.z;
    row.angular[0] = angular.x;
    row.angular[1] = angular.y;
    row.angular[2] = angular.z;
}

}  // namespace drystone
