#include "dynamics/body.h"

#include "math/algebra.h"
#include "math/inertia.h"

namespace drystone {

glm::quat worldPrincipalRotation(const Body& body) { return body.origin.rotation * body.mass.principalRotation; }

glm::mat3 worldInverseInertia(const Body& body) {
    if (const uint32_t locks = angularLockBits(body.locks)) {
        const glm::dmat3 axes = glm::mat3_cast(glm::normalize(glm::dquat(worldPrincipalRotation(body))));
        return glm::mat3(lockedInverse(composeInertia(axes, glm::dvec3(body.inversePrincipalInertia)), locks));
    }
    return rotatedDiagonal(worldPrincipalRotation(body), body.inversePrincipalInertia);
}

double kineticEnergy(const Body& body) {
    const glm::vec3 w = glm::conjugate(worldPrincipalRotation(body)) * body.angularVelocity;
    const glm::vec3 v = body.linearVelocity;
    const glm::vec3 inertia = body.mass.principalInertia;
    const double linear = double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z;
    const double angular = double(inertia.x) * w.x * w.x + double(inertia.y) * w.y * w.y + double(inertia.z) * w.z * w.z;
    return 0.5 * (double(body.mass.mass) * linear + angular);
}

void updateOriginFromCenter(Body& body, glm::quat rotation) {
    body.origin.rotation = rotation;
    body.origin.position = body.center - rotation * body.mass.centerOfMass;
}

void cancelTarget(Body& body) {
    if (body.targetTime == 0.0f)
        return;
    body.targetTime = 0.0f;
    body.linearVelocity = body.angularVelocity = glm::vec3(0.0f);
}

void updateCenterFromOrigin(Body& body) {
    body.center = transformPoint(body.origin, body.mass.centerOfMass);
}

}  // namespace drystone
