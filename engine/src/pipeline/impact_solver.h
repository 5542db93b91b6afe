// Bodies that meet at one instant: impulses with restitution and Coulomb friction.
#pragma once

#include <span>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace drystone {

inline constexpr int kMostImpactBodies = 16;

// Zero inverses: cannot be pushed.
struct ImpactBody {
    glm::dvec3 inverseMass{0.0};     // by axis: locked ones are zero
    glm::dmat3 inverseInertia{0.0};  // world axes
    glm::dvec3 velocity{0.0};        // of the centre of mass
    glm::dvec3 spin{0.0};
};

struct ImpactPoint {
    int a = 0, b = 0;       // bodies
    glm::dvec3 armA{0.0}, armB{0.0};  // from the centres of mass
    glm::dvec3 normal{0.0};           // from A to B
    double friction = 0.0, staticFriction = 0.0;
    double restitution = 0.0;
    // Results.
    glm::dvec3 before{0.0};    // velocity of B against A before the impact
    glm::dmat3 response{0.0}, inverseResponse{0.0};  // of that velocity to an impulse
    glm::dvec3 impulse{0.0};   // on B, N s
    glm::dvec3 rebound{0.0};   // part of it that restitution adds
};

// Velocity of B against A at the point.
glm::dvec3 relativeVelocity(const ImpactPoint& point, std::span<const ImpactBody> bodies);

// Impulses l with, at every point,  l_n >= 0  and  u_n >= -e u_n(before),  one of them an equality, and friction within its
// cone against what slides; applied to the bodies. Newton's restitution together with friction can give energy to what
// meets at an angle (T. R. Kane, D. A. Levinson, Dynamics, 1985): as much of the rebound is left out as makes the work of
// the impulses, sum of l . (u(before) + u) / 2, no more than zero.
// At most kMostImpactBodies.
void solveImpact(std::span<ImpactBody> bodies, std::span<ImpactPoint> points);

}  // namespace drystone
