// What a headless run tells about itself.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/simulation.h"

namespace drystone::sandbox {

class RunStatistics {
public:
    // After each step.
    void record(const Simulation& simulation);
    // The one object that --json prints.
    nlohmann::ordered_json summary(const Simulation& simulation, float hertz) const;

private:
    std::vector<double> m_stepMilliseconds;
    float m_worstPenetration = 0.0f;
    uint64_t m_worstPenetrationStep = 0;
};

}  // namespace drystone::sandbox
