#include "solver/integrate.h"

#include <bit>

#include "math/algebra.h"
#include "math/inertia.h"

namespace drystone {

// In the frame of the principal axes I is diagonal and fixed, and the torque-free motion is I w' = -w x I w.
static glm::vec3 explicitGyroscopic(glm::vec3 w, glm::vec3 inertia, float h) {
    return w - h * glm::cross(w, inertia * w) / inertia;
}

// One Newton step from w on  f(w') = I (w' - w) + h w' x I w' = 0,  with the Jacobian J = I + h ([w] I - [I w]).
// E. Catto, "Numerical Methods", GDC 2015.
static glm::vec3 implicitGyroscopic(glm::vec3 w, glm::vec3 inertia, float h) {
    const glm::vec3 momentum = inertia * w;
    const glm::vec3 residual = h * glm::cross(w, momentum);
    // Rows of J, [v] the matrix of v x; solved by Cramer's rule.
    const glm::vec3 row0{inertia.x, h * (momentum.z - w.z * inertia.y), h * (w.y * inertia.z - momentum.y)};
    const glm::vec3 row1{h * (w.z * inertia.x - momentum.z), inertia.y, h * (momentum.x - w.x * inertia.z)};
    const glm::vec3 row2{h * (momentum.y - w.y * inertia.x), h * (w.x * inertia.y - momentum.x), inertia.z};
    const glm::vec3 c0 = glm::cross(row1, row2), c1 = glm::cross(row2, row0), c2 = glm::cross(row0, row1);
    const float determinant = glm::dot(row0, c0);
    return w - (residual.x * c0 + residual.y * c1 + residual.z * c2) / determinant;
}

glm::vec3 turnGyroscopically(glm::vec3 w, const DeltaRow& delta, const BodyMotion& motion, GyroscopicMode mode, float h) {
    const glm::quat rotation = rotationOf(delta) * motion.principalRotation;
    const glm::vec3 local = glm::conjugate(rotation) * w;
    return rotation *
        (mode == GyroscopicMode::Implicit ? implicitGyroscopic(local, motion.principalInertia, h)
                                          : explicitGyroscopic(local, motion.principalInertia, h));
}

static float startShare(PositionIntegrator integrator) {
    switch (integrator) {
    case PositionIntegrator::SemiImplicitEuler:
        return 0.0f;
    case PositionIntegrator::ExplicitEuler:
        return 1.0f;
    case PositionIntegrator::VelocityVerlet:
    case PositionIntegrator::RungeKutta4:
        break;
    }
    return 0.5f;
}

IntegrationRules integrationRules(const WorldSettings& settings, float h) {
    return {h,
            settings.integrator,
            startShare(settings.integrator),
            settings.gyroscopic,
            settings.orientation,
            settings.maxLinearSpeed,
            settings.maxAngularSpeed};
}

static glm::dmat3 axesOf(glm::quat rotation) {
    return glm::mat3_cast(glm::normalize(glm::dquat(rotation)));
}

glm::vec3 turnedSpin(const BodyMotion& motion, glm::quat from, glm::quat to, glm::vec3 spin) {
    // About one axis alone the moment stays.
    if (!(motion.principalInertia.x > 0.0f) || std::popcount(motion.angularLocks) > 1)
        return spin;
    const glm::quat start = from * motion.principalRotation, end = to * motion.principalRotation;
    if (motion.angularLocks == 0) {
        const glm::vec3 momentum = start * (motion.principalInertia * (glm::conjugate(start) * spin));
        return end * ((glm::conjugate(end) * momentum) / motion.principalInertia);
    }
    const glm::dvec3 inertia(motion.principalInertia);
    const glm::dvec3 momentum = composeInertia(axesOf(start), inertia) * glm::dvec3(spin);
    return glm::vec3(lockedInverse(composeInertia(axesOf(end), 1.0 / inertia), motion.angularLocks) * momentum);
}

void turnFreely(const BodyMotion& motion, float time, glm::quat& rotation, glm::vec3& spin) {
    const glm::quat start = rotation;
    const glm::vec3 guess = turnedSpin(motion, start, exponentialMap(time * spin) * start, spin);
    rotation = glm::normalize(exponentialMap((0.5f * time) * (spin + guess)) * start);
    spin = turnedSpin(motion, start, rotation, spin);
}

}  // namespace drystone
