// Scenarios: a situation of which exact mechanics tells the outcome, and how near to it the engine comes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <drystone/settings.h>

namespace drystone::truth {

enum class Kind { FreeMotion, Friction, Rolling, Restitution, Collisions, Stacks, Loads, Fast, Kinematics, Keep };
inline constexpr int kKindCount = 10;
const char* nameOf(Kind kind);

// Both in the unit of the metric. An error up to the tolerance scores 1, one of bad or more scores 0.
struct Limits {
    double tolerance;
    double bad;
};

struct Metric {
    std::string name;
    const char* unit = "";
    double value = 0;
    double expected = 0;
    Limits limits{};
    double score = 0;  // 0..1

    bool passed() const { return score >= 1; }
};

// 1 - log(error / tolerance) / log(bad / tolerance), clamped to 0..1; 0 for an error that is no number.
double scoreOf(double error, Limits limits);

// What one scenario measured.
class Report {
public:
    // Scored by |value - expected|.
    void expect(std::string name, const char* unit, double value, double expected, Limits limits);
    // A magnitude of which less is better and 0 is perfect.
    void least(std::string name, const char* unit, double value, Limits limits) {
        expect(std::move(name), unit, value, 0, limits);
    }
    // Scores 1 or 0.
    void holds(std::string name, bool held) { expect(std::move(name), "", held ? 1 : 0, 1, {0.25, 0.5}); }

    const std::vector<Metric>& metrics() const { return m_metrics; }
    double score() const;  // mean; 0 when nothing was measured

private:
    std::vector<Metric> m_metrics;
};

// What the command line asks of every scenario.
struct Setup {
    WorldSettings settings{};
    double hertz = 60;
};

struct Scenario {
    Kind kind;
    const char* name;         // snake_case, unique
    const char* description;  // one line
    void (*run)(const Setup&, Report&);
    bool slow = false;  // more than some seconds: --quick leaves it out
};

// By kind, then by name. Filled before main() by one Registration a scenario.
std::span<const Scenario> allScenarios();
const Scenario* findScenario(std::string_view name);

struct Registration {
    explicit Registration(const Scenario& scenario);
};

// Of a series of cases, the one that is farthest from what it should be. What is no number is farthest.
class Worst {
public:
    // Keeps value / expected.
    void ratio(double value, double expected) { see(value / expected, 1); }
    // Keeps a magnitude.
    void error(double magnitude) { see(magnitude, 0); }
    double value() const { return m_value; }

private:
    void see(double value, double expected);

    double m_value = 0;
    double m_error = -1;
};

}  // namespace drystone::truth
