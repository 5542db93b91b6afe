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

static glm::vec3 turnGyroscopically(glm::vec3 w, const DeltaRow& delta, const BodyMotion& motion, GyroscopicMode mode,
                                    float h) {
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

static glm::vec3 slowedTo(float limit, glm::vec3 v) {
    const float squared = lengthSquared(v);
    return squared > limit * limit ? v * (limit / std::sqrt(squared)) : v;
}

void integrateVelocity(VelocityRow& velocity, const DeltaRow& delta, const BodyMotion& motion, glm::vec3 acceleration,
                       const IntegrationRules& rules) {
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

// v = (v0 + h a) / (1 + h c), so that the velocity before was v0 = v - h (a - c v) and need not have been kept. A body
// that was slowed to the cap keeps to it all through the substep.
glm::vec3 fallDisplacement(glm::vec3 v, const BodyMotion& motion, const IntegrationRules& rules) {
    const float h = rules.h, cap = 0.999999f * rules.maxLinearSpeed;
    if (lengthSquared(v) >= cap * cap)
        return h * v;
    const float share = rules.startShare * h * h;
    return h * v - share * (motion.acceleration - motion.linearDamping * v);
}

void integrateOrientation(DeltaRow& delta, glm::vec3 angular, OrientationUpdate update, float h) {
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
