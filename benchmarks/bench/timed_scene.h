// The scenes that engines are timed on: sizes, gravity, friction and numbers of steps are the same for all of them.
#pragma once

#include <span>
#include <string_view>

#include <drystone/drystone.h>

namespace drystone::bench {

struct TimedScene {
    const char* name;
    int bodies;      // dynamic, unless asked otherwise
    int settle;      // steps ahead of the timed ones
    int steps;       // timed; 0: rays are timed instead
    int driftSteps;  // drift is what a body moved in the last so many steps
    WorldSettings settings;
    // Fills an empty world with at least that many bodies, as near as its form allows.
    void (*build)(World& world, int bodies);
    // Ahead of the first timed step; may be null.
    void (*intrude)(World& world) = nullptr;
};

std::span<const TimedScene> timedScenes();
const TimedScene* findTimedScene(std::string_view name);

}  // namespace drystone::bench
