#include "solver/integrate.h"

#include "math/algebra.h"

namespace drystone {

static glm::vec3 withoutAxes(glm::vec3 v, uint32_t bits) {
    return {bits & 1u ? 0.0f : v.x, bits & 2u ? 0.0f : v.y, bits & 4u ? 0.0f : v.z};
}

static glm::quat rotationOf(const DeltaRow& delta) {
    return glm::quat(delta.rotation[3], delta.rotation[0], delta.rotation[1], delta.rotation[2]);
}

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

void integrateVelocity(VelocityRow& velocity, const DeltaRow& delta, const BodyMotion& motion, GyroscopicMode mode,
                       float h) {
    glm::vec3 v = linearVelocity(velocity) + h * motion.acceleration;
    glm::vec3 w = angularVelocity(velocity) + h * motion.angularAcceleration;
    if (mode != GyroscopicMode::None && motion.principalInertia.x > 0.0f)
        w = turnGyroscopically(w, delta, motion, mode, h);
    v *= 1.0f / (1.0f + h * motion.linearDamping);
    w *= 1.0f / (1.0f + h * motion.angularDamping);
    setVelocity(velocity, withoutAxes(v, uint32_t(velocity.linearLocks)), withoutAxes(w, motion.angularLocks));
}

void integratePose(DeltaRow& delta, glm::vec3 linear, glm::vec3 angular, OrientationUpdate update, float h) {
    delta.position[0] += h * linear.x;
    delta.position[1] += h * linear.y;
    delta.position[2] += h * linear.z;

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
    delta.rotation[0] = q.x;
    delta.rotation[1] = q.y;
    delta.rotation[2] = q.z;
    delta.rotation[3] = q.w;
}

}  // namespace drystone
