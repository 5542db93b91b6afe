#include "truth/scenario.h"

#include <algorithm>
#include <cmath>

namespace drystone::truth {

namespace {

std::vector<Scenario>& registry() {
    static std::vector<Scenario> scenarios;
    return scenarios;
}

bool comesBefore(const Scenario& a, const Scenario& b) {
    return a.kind != b.kind ? a.kind < b.kind : std::string_view(a.name) < b.name;
}

}  // namespace

const char* nameOf(Kind kind) {
    constexpr const char* names[kKindCount] = {"free_motion", "friction", "rolling", "restitution", "collisions",
                                               "stacks",      "loads",    "fast",    "kinematics",  "keep"};
    return names[int(kind)];
}

double scoreOf(double error, Limits limits) {
    if (!std::isfinite(error))
        return 0;
    if (error <= limits.tolerance)
        return 1;
    return std::clamp(1 - std::log(error / limits.tolerance) / std::log(limits.bad / limits.tolerance), 0.0, 1.0);
}

void Report::expect(std::string name, const char* unit, double value, double expected, Limits limits) {
    m_metrics.push_back({std::move(name), unit, value, expected, limits, scoreOf(std::fabs(value - expected), limits)});
}

double Report::score() const {
    double sum = 0;
    for (const Metric& metric : m_metrics)
        sum += metric.score;
    return m_metrics.empty() ? 0 : sum / double(m_metrics.size());
}

std::span<const Scenario> allScenarios() {
    return registry();
}

const Scenario* findScenario(std::string_view name) {
    for (const Scenario& scenario : registry())
        if (name == scenario.name)
            return &scenario;
    return nullptr;
}

Registration::Registration(const Scenario& scenario) {
    std::vector<Scenario>& all = registry();
    all.insert(std::upper_bound(all.begin(), all.end(), scenario, comesBefore), scenario);
}

void Worst::see(double value, double expected) {
    const double error = std::fabs(value - expected);
    if (!(error <= m_error) && !std::isnan(m_error)) {
        m_value = value;
        m_error = error;
    }
}

}  // namespace drystone::truth
