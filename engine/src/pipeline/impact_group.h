// Everything that a fast body touches at the instant at which it meets something.
#pragma once

#include "pipeline/impact_solver.h"
#include "pipeline/step.h"

namespace drystone {

inline constexpr int kMostImpactPoints = 32;

struct ImpactGroup {
    double time = 0.0;
    int bodyCount = 0, pointCount = 0;
    uint32_t slots[kMostImpactBodies];  // of the bodies; the first is the one that met something
    ImpactBody bodies[kMostImpactBodies];
    ImpactPoint points[kMostImpactPoints];
    uint32_t shapes[kMostImpactPoints][2];  // of each point: A and B
    glm::dvec3 places[kMostImpactPoints];   // world space

    std::span<ImpactPoint> usedPoints() { return {points, size_t(pointCount)}; }
    std::span<ImpactBody> usedBodies() { return {bodies, size_t(bodyCount)}; }
};

// Velocity and spin of a mover at a time on its way, as they would be without what is still to come.
glm::dvec3 velocityAt(const Mover& mover, double time, double dt);
glm::dvec3 spinAt(const Simulation& sim, const Mover& mover, double time, double dt);
// The spin of a body that turned freely from one orientation to the other.
glm::dvec3 spinAfterTurn(const Simulation& sim, const Body& body, glm::dvec3 spin, glm::dquat from, glm::dquat to);

// The contacts of a mover at this time: with what cannot be pushed, and with `met`.
void gatherImpact(StageContext& context, const CollideKernels& kernels, uint32_t mover, uint32_t met, double time,
                  ImpactGroup& group);
// Whether any of its points closes.
bool approaches(const ImpactGroup& group);

}  // namespace drystone
