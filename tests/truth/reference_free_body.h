// A rigid body on which nothing acts, in double precision.
#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace drystone::truth {

struct FreeBody {
    glm::dvec3 inertia;               // principal, kg m^2
    glm::dquat rotation{1, 0, 0, 0};  // from the principal axes to world
    glm::dvec3 spin{0};               // world axes, rad/s
};

// Runge-Kutta of fourth order in steps of about 0.1 ms on the rotation, with the angular momentum held exactly: its error
// over ten seconds at ten rad/s is below 1e-9 rad.
FreeBody advanced(const FreeBody& body, double seconds);

// When a body that starts with the spin `main` about its principal axis of intermediate inertia and `off` about another
// one turns over: the moments (s) at which its spin about the intermediate axis changes sign. Jacobi's solution of
// Euler's equations (Landau and Lifshitz, Mechanics, section 37), quarter periods by the arithmetic-geometric mean.
// inertia: intermediate axis first, the axis of `off` second.
std::vector<double> flipTimes(glm::dvec3 inertia, double main, double off, int count);

// Box of this mass about its centre.
glm::dvec3 boxInertia(glm::dvec3 halfExtents, double mass);

}  // namespace drystone::truth
