// drystone_truth: how near the engine comes to exact mechanics.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/choices.h"
#include "core/world_fields.h"
#include "truth/floors.h"
#include "truth/scenario.h"

using namespace drystone;
using namespace drystone::truth;
using nlohmann::json;

namespace {

struct Options {
    std::vector<std::string> scenarios;  // names of scenarios or kinds; empty: all
    Setup setup;
    std::vector<std::string> fields;  // NAME=VALUE of WorldSettings
    bool json = false, list = false, quick = false, floors = false;
};

struct Result {
    const Scenario* scenario;
    Report report;
};

struct BadArgument {
    std::string line;
};

template <class T>
const T& choose(const char* flag, std::span<const sandbox::Choice<T>> table, const std::string& name) {
    const auto* choice = sandbox::findChoice(table, name);
    if (!choice)
        throw BadArgument{std::string(flag) + ": unknown value '" + name + "'; known: " + sandbox::joinNames(table)};
    return choice->value;
}

void setField(WorldSettings& settings, const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw BadArgument{"--set: '" + text + "' is not NAME=VALUE"};
    const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
    const json before = sandbox::settingsToJson(settings);
    if (!before.contains(name))
        throw BadArgument{"--set: unknown setting '" + name + "'"};
    json parsed = json::parse(value, nullptr, false);
    if (parsed.is_discarded())
        parsed = value;
    sandbox::settingsFromJson(json::object({{name, parsed}}), settings);
    if (sandbox::settingsToJson(settings)[name] != parsed)
        throw BadArgument{"--set: " + name + " cannot be '" + value + "'"};
}

const char* verdictOf(const Metric& metric) {
    return metric.passed() ? "exact" : metric.score > 0 ? "off" : "wrong";
}

bool isKind(const std::string& name, Kind& kind) {
    for (int i = 0; i < kKindCount; ++i)
        if (name == nameOf(Kind(i))) {
            kind = Kind(i);
            return true;
        }
    return false;
}

std::vector<const Scenario*> chosen(const Options& options) {
    std::vector<const Scenario*> out;
    for (const Scenario& scenario : allScenarios())
        if (options.scenarios.empty() && !(options.quick && scenario.slow))
            out.push_back(&scenario);
    for (const std::string& name : options.scenarios) {
        Kind kind{};
        if (const Scenario* scenario = findScenario(name)) {
            out.push_back(scenario);
        } else if (isKind(name, kind)) {
            for (const Scenario& each : allScenarios())
                if (each.kind == kind && !(options.quick && each.slow))
                    out.push_back(&each);
        } else {
            throw BadArgument{"unknown scenario '" + name + "'; --list names them"};
        }
    }
    return out;
}

void printMetrics(const Result& result) {
    for (const Metric& m : result.report.metrics())
        std::printf("%-20s %-68s %12.6g %12.6g +-%-9.3g %-6s %-5s %.3f\n", result.scenario->name, m.name.c_str(),
                    m.value, m.expected, m.limits.tolerance, m.unit, verdictOf(m), m.score);
    std::fflush(stdout);
}

// Mean of the scenarios' scores; of one kind, or of all.
double meanScore(const std::vector<Result>& results, const Kind* kind = nullptr) {
    double sum = 0;
    int count = 0;
    for (const Result& result : results)
        if (!kind || result.scenario->kind == *kind) {
            sum += result.report.score();
            ++count;
        }
    return count ? sum / count : -1;
}

void printMeans(const std::vector<Result>& results) {
    for (int i = 0; i < kKindCount; ++i) {
        const Kind kind = Kind(i);
        if (const double mean = meanScore(results, &kind); mean >= 0)
            std::printf("mean %-19s %.3f\n", nameOf(kind), mean);
    }
    std::printf("mean of %zu scenarios %7.3f\n", results.size(), meanScore(results));
}

json toJson(const std::vector<Result>& results, const Setup& setup) {
    json scenarios = json::array();
    for (const Result& result : results) {
        json metrics = json::array();
        for (const Metric& m : result.report.metrics())
            metrics.push_back({{"name", m.name},
                               {"unit", m.unit},
                               {"value", m.value},
                               {"expected", m.expected},
                               {"tolerance", m.limits.tolerance},
                               {"bad", m.limits.bad},
                               {"verdict", verdictOf(m)},
                               {"score", m.score}});
        scenarios.push_back({{"name", result.scenario->name},
                             {"kind", nameOf(result.scenario->kind)},
                             {"description", result.scenario->description},
                             {"score", result.report.score()},
                             {"metrics", metrics}});
    }
    json kinds = json::object();
    for (int i = 0; i < kKindCount; ++i) {
        const Kind kind = Kind(i);
        if (const double mean = meanScore(results, &kind); mean >= 0)
            kinds[nameOf(kind)] = mean;
    }
    return {{"settings", sandbox::settingsToJson(setup.settings)},
            {"hertz", setup.hertz},
            {"scenarios", scenarios},
            {"kinds", kinds},
            {"mean", meanScore(results)}};
}

void printList() {
    for (const Scenario& scenario : allScenarios())
        std::printf("%-12s %-26s %s%s\n", nameOf(scenario.kind), scenario.name, scenario.description,
                    scenario.slow ? " (slow)" : "");
}

// A line for each scenario below its floor. Returns their number.
int checkFloors(const std::vector<Result>& results) {
    int below = 0;
    for (const Result& result : results) {
        const double floor = floorOf(result.scenario->name), score = result.report.score();
        if (score < floor) {
            std::fprintf(stderr, "drystone_truth: %s scores %.3f, below its floor of %.2f\n", result.scenario->name,
                         score, floor);
            ++below;
        }
    }
    for (const std::string& name : floorsWithoutScenario()) {
        std::fprintf(stderr, "drystone_truth: floors.cpp names a scenario '%s' that does not exist\n", name.c_str());
        ++below;
    }
    return below;
}

int run(const Options& options) {
    std::vector<Result> results;
    for (const Scenario* scenario : chosen(options)) {
        results.push_back({scenario, {}});
        scenario->run(options.setup, results.back().report);
        if (!options.json)
            printMetrics(results.back());
    }
    if (options.json)
        std::printf("%s\n", toJson(results, options.setup).dump(1).c_str());
    else
        printMeans(results);
    return options.floors && checkFloors(results) ? 1 : 0;
}

void define(CLI::App& app, Options& options, std::string& solver, std::string& integrator, std::string& gyroscopic,
            int& substeps) {
    app.add_option("SCENARIO", options.scenarios, "scenarios or kinds to run (default: all); --list names them");
    app.add_option("--solver", solver, "contact solver: " + sandbox::joinNames(sandbox::solverChoices()));
    app.add_option("--integrator", integrator, "free flight: " + sandbox::joinNames(sandbox::integratorChoices()));
    app.add_option("--gyroscopic", gyroscopic, "gyroscopic term: " + sandbox::joinNames(sandbox::gyroscopicChoices()));
    app.add_option("--hz", options.setup.hertz, "steps a second, 10 to 1000")
        ->check(CLI::Range(10.0, 1000.0))
        ->capture_default_str();
    app.add_option("--substeps", substeps, "parts that a step is cut into, 1 to 64")->check(CLI::Range(1, 64));
    app.add_option("--set", options.fields, "any other setting, NAME=VALUE, by its name in scene files");
    app.add_flag("--json", options.json, "print one JSON object");
    app.add_flag("--list", options.list, "print every scenario, then leave");
    app.add_flag("--quick", options.quick, "leave out what takes more than some seconds");
    app.add_flag("--floors", options.floors, "fail when a scenario scores below its floor");
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Scores the engine against exact mechanics. 1: within the tolerance; 0: at the limit of what is bad.");
    Options options;
    std::string solver, integrator, gyroscopic;
    int substeps = 0;
    define(app, options, solver, integrator, gyroscopic, substeps);
    try {
        app.parse(argc, argv);
        WorldSettings& settings = options.setup.settings;
        if (!solver.empty())
            sandbox::setSolverMode(settings, choose("--solver", sandbox::solverChoices(), solver));
        if (!integrator.empty())
            settings.integrator = choose("--integrator", sandbox::integratorChoices(), integrator);
        if (!gyroscopic.empty())
            settings.gyroscopic = choose("--gyroscopic", sandbox::gyroscopicChoices(), gyroscopic);
        if (substeps > 0)
            settings.substeps = substeps;
        for (const std::string& field : options.fields)
            setField(settings, field);
        if (options.list) {
            printList();
            return 0;
        }
        return run(options);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        std::fprintf(stderr, "drystone_truth: %s\n", error.what());
    } catch (const BadArgument& bad) {
        std::fprintf(stderr, "drystone_truth: %s\n", bad.line.c_str());
    }
    return 2;
}
