// Pairs whose shapes move against each other, as the landing test and the seams look at them.
#pragma once

#include "collision/landing.h"
#include "pipeline/step.h"

namespace drystone {

inline constexpr int kFastPairsPerTask = 16;

// What a loop over the fast pairs, up to end, reads of those after this one. Those of other tasks are being written.
void prefetchFastPair(const StageContext& context, int index, int end);

// The slop of a pair: it shrinks with small shapes.
float slopOf(const Simulation& sim, const Pair& pair);
// What moves a body if nothing touches it (m/s^2). Force fields are left out.
glm::vec3 freeAcceleration(const Simulation& sim, const Body& body);
// The mean velocity of the step if nothing pushes.
ShapeMotion meanMotion(const Simulation& sim, const Body& body, float dt);
LandingQuery landingQuery(const StageContext& context, const StepScratch::FastPair& fast);

}  // namespace drystone
