#include "core/run_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "core/choices.h"
#include "core/scene_parameters.h"
#include "core/world_fields.h"

namespace drystone::sandbox {

namespace {

using nlohmann::ordered_json;

// The smallest sample that is not below this share of all samples.
double percentile(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) {
        return 0.0;
    }
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

ordered_json stepTimes(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return {{"median", percentile(samples, 0.5)},
            {"p99", percentile(samples, 0.99)},
            {"max", samples.empty() ? 0.0 : samples.back()}};
}

// A JSON number cannot say "not finite": null does.
ordered_json number(double value) {
    return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json vector(const double (&value)[3]) {
    return ordered_json::array({number(value[0]), number(value[1]), number(value[2])});
}

void addHeights(ordered_json& out, const Simulation& simulation) {
    out["highest_body"] = nullptr;
    out["lowest_body"] = nullptr;
    float highest = -INFINITY;
    float lowest = INFINITY;
    for (const BodyId body : simulation.bodies()) {
        if (simulation.world().type(body) != BodyType::Static) {
            const float y = simulation.world().centerOfMass(body).y;
            highest = std::max(highest, y);
            lowest = std::min(lowest, y);
        }
    }
    if (std::isfinite(highest) && std::isfinite(lowest)) {
        out["highest_body"] = highest;
        out["lowest_body"] = lowest;
    }
}

ordered_json usedSettings(const Simulation& simulation, float hertz) {
    ordered_json used = settingsToJson(simulation.settings());
    used["hz"] = hertz;
    used["solver"] = nameOf(solverChoices(), solverMode(simulation.settings()));
    used["threads"] = simulation.world().threads();
    used["simd"] = nameOf(simdChoices(), simulation.world().simdLevel());
    used["broadphase"] = nameOf(broadphaseChoices(), simulation.making().broadphase);
    ordered_json parameters = ordered_json::object();
    // Parameters are read through the same span that sliders write; the scene is not changed by it.
    for (const scenes::Parameter& parameter : const_cast<Simulation&>(simulation).scene().parameters()) {
        parameters[parameterId(parameter)] = parameter.value;
    }
    used["parameters"] = parameters;
    return used;
}

}  // namespace

void RunStatistics::record(const Simulation& simulation) {
    m_stepMilliseconds.push_back(simulation.stepMilliseconds());
    const float penetration = simulation.world().measures().maxPenetration;
    if (penetration > m_worstPenetration) {
        m_worstPenetration = penetration;
        m_worstPenetrationStep = simulation.stepCount();
    }
}

ordered_json RunStatistics::summary(const Simulation& simulation, float hertz) const {
    const World& world = simulation.world();
    const WorldCounters counters = world.counters();
    const WorldMeasures measures = world.measures();
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(world.stateHash()));

    ordered_json out = ordered_json::object();
    out["scene"] = simulation.entry().name;
    out["steps"] = simulation.stepCount();
    out["time"] = simulation.time();
    out["bodies"] = counters.bodies;
    out["awake"] = counters.awakeBodies;
    std::vector<Contact> contacts;
    world.contacts(contacts);
    out["contacts"] = contacts.size();
    out["contacts_awake"] = counters.touchingContacts;
    out["hash"] = hash;
    out["max_penetration"] = m_worstPenetration;
    out["max_penetration_step"] = m_worstPenetrationStep;
    out["max_penetration_end"] = measures.maxPenetration;
    out["max_speed"] = number(static_cast<double>(measures.maxSpeed));
    out["kinetic_energy"] = number(measures.kineticEnergy);
    out["potential_energy"] = number(measures.potentialEnergy);
    out["total_energy"] = number(measures.kineticEnergy + measures.potentialEnergy);
    out["linear_momentum"] = vector(measures.linearMomentum);
    out["angular_momentum"] = vector(measures.angularMomentum);
    addHeights(out, simulation);
    out["step_ms"] = stepTimes(m_stepMilliseconds);
    out["errors"] = world.errorCount();
    out["settings"] = usedSettings(simulation, hertz);
    return out;
}

}  // namespace drystone::sandbox
