#include "core/history.h"

#include <algorithm>
#include <cmath>

namespace drystone::sandbox {

namespace {

constexpr Stage kStages[] = {
    {"pairs", "broadphase: which bounds overlap, new and dead pairs", &StepProfile::pairs, 0x5b8def},
    {"collide", "manifolds of the pairs that are awake", &StepProfile::collide, 0x38b6a6},
    {"contacts", "begin and end of touching: colours, waking, events", &StepProfile::contacts, 0x8ac55f},
    {"prepare", "constraint rows", &StepProfile::prepare, 0xd9c54a},
    {"solve", "substeps or iterations of the solver", &StepProfile::solve, 0xef8e4a},
    {"restitution", "impacts", &StepProfile::restitution, 0xe0605c},
    {"store", "impulses back into the manifolds", &StepProfile::store, 0xc463a8},
    {"continuous", "sweeps of what moves fast, and its impacts", &StepProfile::continuous, 0xb35fd0},
    {"finalize", "poses, boxes, sleep timers", &StepProfile::finalize, 0x9277d8},
    {"sleep", "islands that fall asleep", &StepProfile::sleep, 0x6f86a8},
    {"events", "event arrays", &StepProfile::events, 0xa9b4c0},
};

float length(const double (&v)[3]) {
    return static_cast<float>(std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
}

}  // namespace

std::span<const Stage> stages() {
    return kStages;
}

void History::record(const World& world) {
    const WorldMeasures measures = world.measures();
    const WorldCounters counters = world.counters();
    samples.push({.kinetic = static_cast<float>(measures.kineticEnergy),
                  .potential = static_cast<float>(measures.potentialEnergy),
                  .linearMomentum = length(measures.linearMomentum),
                  .angularMomentum = length(measures.angularMomentum),
                  .penetration = measures.maxPenetration,
                  .cost = world.profile().step,
                  .contacts = counters.touchingContacts,
                  .awake = counters.awakeBodies});
    profiles.push(world.profile());
}

float History::usualCost() const {
    constexpr size_t kMost = 60;
    float costs[kMost];
    const size_t count = std::min(samples.size(), kMost);
    if (count == 0) {
        return 0.0f;
    }
    for (size_t i = 0; i < count; ++i) {
        costs[i] = samples[samples.size() - count + i].cost;
    }
    std::nth_element(costs, costs + count / 2, costs + count);
    return costs[count / 2];
}

void History::clear() {
    samples.clear();
    profiles.clear();
}

}  // namespace drystone::sandbox
