// One scene on one engine, timed and measured.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/engine.h"
#include "bench/timed_scene.h"

namespace drystone::bench {

struct Result {
    std::vector<double> milliseconds;  // a step, or a thousand rays; the first step is apart
    double first = 0.0;                // ms: it pays for memory touched first and for the first search of pairs
    std::vector<double> processor;     // ms of processor time a step, over all threads
    StepProfile stages{};              // ms, means; zeros for an engine that has none
    int hits = 0;                      // of rays
    double meanFraction = 0.0;
    float penetration = 0.0f;    // m, deepest, after the last step
    float drift = 0.0f;          // m, largest, over TimedScene::driftSteps
    double kineticEnergy = 0.0;  // J a kg, mean over the dynamic bodies
    float speed = 0.0f;          // m/s, of the fastest
    int fell = 0;                // bodies below the floor, or not finite
    int bodies = 0;              // dynamic
    int awake = 0;
    int contacts = 0;
};

Result run(const TimedScene& scene, int steps, World& world, Engine& engine);

// Of a step that is median, and worse than 99 of 100.
double percentile(std::vector<double> samples, double share);

nlohmann::ordered_json toJson(const Result& result);

}  // namespace drystone::bench
