// The second world of the split view: the same scene and the same inputs as the session's own, under other settings.
#pragma once

#include "core/history.h"
#include "core/simulation.h"

namespace drystone::sandbox {

// A is the session's own world, on the left; B is its twin.
enum class Side : uint8_t { A, B };

struct Twin {
    // Begins the scene that a is in, with a's parameters.
    Twin(Simulation& a, const WorldSettings& settings) : simulation(a, settings) {}

    Simulation simulation;
    History history;
};

// How far apart two worlds of one scene have come: the most over all moving bodies that both have. Infinite where a pose
// is not finite.
struct Divergence {
    float distance = 0.0f;  // m, between the centres of mass
    float angle = 0.0f;     // radians, between the orientations; [0, pi]
};
Divergence divergence(const Simulation& a, const Simulation& b);

}  // namespace drystone::sandbox
