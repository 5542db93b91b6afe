#include "core/options.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>

#include <drystone/version.h>

#include "core/nearest.h"
#include "core/output.h"
#include "core/scene_parameters.h"
#include "core/world_fields.h"

namespace drystone::sandbox {

namespace {

// An option whose value is one of a table's names.
template <class T>
void addChoice(CLI::App& app, const char* flag, std::optional<T>& target, std::span<const Choice<T>> table,
               const char* description) {
    std::string help = std::string(description) + ": " + joinNames(table);
    app.add_option_function<std::string>(
           flag,
           [&target, table, flag](const std::string& name) {
               const Choice<T>* choice = findChoice(table, name);
               if (!choice) {
                   throw CLI::ValidationError(flag, "unknown value '" + name + "'; known: " + joinNames(table));
               }
               target = choice->value;
           },
           help)
        ->type_name("NAME");
}

// CLI::Range lets "nan" pass.
auto finiteRange(double minimum, double maximum) {
    return [=](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (!text.empty() && *end == '\0' && value >= minimum && value <= maximum) {
            return std::string();
        }
        char message[96];
        std::snprintf(message, sizeof message, "must be a number from %g to %g", minimum, maximum);
        return message + std::string(", not '") + text + "'";
    };
}

std::string readsAsSettings(const std::string& text) {
    WorldSettings any{};
    std::string error;
    settingsFromText(text, any, error);
    return error;
}

// CLI::Range says of "1.5" that it is out of range.
auto wholeRange(long minimum, long maximum) {
    return [=](const std::string& text) {
        char* end = nullptr;
        const long value = std::strtol(text.c_str(), &end, 10);
        if (!text.empty() && *end == '\0' && value >= minimum && value <= maximum) {
            return std::string();
        }
        char message[96];
        std::snprintf(message, sizeof message, "must be a whole number from %ld to %ld", minimum, maximum);
        return message + std::string(", not '") + text + "'";
    };
}

// CLI11 takes the next option for the value that is missing in "--scene= --steps 3".
std::string isValue(const std::string& text) {
    return text.empty() || text.starts_with("--") ? "needs a value, not '" + text + "'" : std::string();
}

std::string isPicture(const std::string& text) {
    const std::string wrong = isValue(text);
    if (!wrong.empty()) {
        return wrong;
    }
    return text.ends_with(".png") || text.ends_with(".PNG") ? std::string()
                                                            : "writes PNG files alone: name one, not '" + text + "'";
}

std::string holdsShaders(const std::string& text) {
    std::error_code error;
    return std::filesystem::exists(std::filesystem::path(text) / "common.glsl", error) ? std::string()
                                                                                       : "no shaders in '" + text + "'";
}

void addRunOptions(CLI::App& app, Options& options) {
    app.add_option("--scene", options.scene, "scene to run; --list names them")->check(isValue)->type_name("NAME");
    app.add_flag("--list", options.list, "print every scene with what to look for and its parameters, then leave");
    app.add_flag("--params", options.listParameters, "print what each parameter of --scene does, then leave");
    app.add_option("--param", options.parameters, "parameters of the scene, by the names that --params prints")
        ->check(isValue)
        ->type_name("NAME=VALUE,...");
    app.add_flag("--headless", options.headless, "run without a window");
    app.add_option("--steps", options.steps,
                   "steps to run with --headless (default 600; with --png alone: to the scene's moment)")
        ->check(wholeRange(0, 100'000'000))
        ->type_name("N");
    app.add_option("--hz", options.hertz, "steps a second, 1 to 10000 (default 60)")
        ->check(finiteRange(1.0, 10000.0))
        ->type_name("H");
    app.add_option("--threads", options.threads, "threads that the engine uses, 1 to 64 (default 1)")
        ->check(wholeRange(1, 64))
        ->type_name("T");
}

void addWorldOptions(CLI::App& app, Options& options) {
    addChoice(app, "--solver", options.solver, solverChoices(), "contact solver");
    app.add_option("--substeps", options.substeps, "parts that a step is cut into, 1 to 64")
        ->check(wholeRange(1, 64))
        ->type_name("S");
    app.add_option("--iterations", options.iterations, "sweeps a substep of the sequential impulse solvers, 1 to 1000")
        ->check(wholeRange(1, 1000))
        ->type_name("I");
    addChoice(app, "--integrator", options.integrator, integratorChoices(), "free flight");
    addChoice(app, "--gyroscopic", options.gyroscopic, gyroscopicChoices(), "gyroscopic term");
    addChoice(app, "--orientation", options.orientation, orientationChoices(), "orientation update");
    addChoice(app, "--simd", options.simd, simdChoices(), "widest vector instructions");
    addChoice(app, "--broadphase", options.broadphase, broadphaseChoices(), "broadphase");
    app.add_flag("--no-sleep", options.noSleep, "bodies never fall asleep");
    app.add_option("--set", options.set, "any settings of the world, by the names that --json prints")
        ->check(readsAsSettings)
        ->type_name("NAME=VALUE,...");
    app.add_flag("--split", options.split, "a second world B beside the first: same scene, same inputs");
    app.add_option("--b", options.other, "what B sets otherwise, as --set; means --split")
        ->check(readsAsSettings)
        ->type_name("NAME=VALUE,...");
}

void addOutputOptions(CLI::App& app, Options& options) {
    app.add_option("--json", options.json,
                   "with --headless: write the results as one JSON object; - is standard output")
        ->check(isValue)
        ->type_name("FILE");
    app.add_option("--png", options.png, "with --headless: draw the scene after the last step into this file")
        ->check(isPicture)
        ->type_name("FILE");
    app.add_option("--film", options.film, "with --headless: draw a numbered series of pictures into this folder")
        ->check(isValue)
        ->type_name("DIR");
    app.add_option("--fps", options.filmRate, "pictures of --film in a simulated second")
        ->check(finiteRange(0.01, 10000.0))
        ->capture_default_str()
        ->type_name("F");
    app.add_option("--width", options.width, "of the picture or the window (pixels)")
        ->check(wholeRange(16, 8192))
        ->capture_default_str()
        ->type_name("W");
    app.add_option("--height", options.height, "of the picture or the window (pixels)")
        ->check(wholeRange(16, 8192))
        ->capture_default_str()
        ->type_name("H");
    app.add_flag("--ui", options.ui, "the picture shows the panels as well");
    addChoice(app, "--color-by", options.heat, heatChoices(), "what colours the bodies");
    app.add_option("--page", options.page, "with --ui: the page that is open")
        ->check(CLI::IsMember({"world", "material", "draw", "inspect", "view"}))
        ->type_name("NAME");
    app.add_option("--select", options.selected, "with --ui: the body that is selected, by its number")
        ->check(wholeRange(0, 100'000'000))
        ->type_name("N");
    app.add_option("--find", options.find, "with --ui: what stands in the finder")->type_name("TEXT");
    app.add_option("--ui-scale", options.scale, "size of the panels' text in the picture")
        ->check(finiteRange(0.5, 4.0))
        ->type_name("X");
    app.add_option("--dump", options.dump, "keep the state of the app and the place of every control in this JSON file")
        ->check(isValue)
        ->type_name("FILE");
    app.add_option("--shaders", options.shaders, "folder of the shaders (default: found near the program)")
        ->check(isValue)
        ->check(holdsShaders)
        ->type_name("DIR");
    app.add_flag("--no-config", options.noConfig, "neither read nor write the remembered settings");
}

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

bool sameFile(const std::string& a, const std::string& b) {
    std::error_code error;
    const auto place = [&](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    return a == b || (!b.empty() && b != "-" && (std::filesystem::equivalent(a, b, error) || place(a) == place(b)));
}

std::optional<int> checkTogether(const Options& options) {
    const char* wrong = nullptr;
    if (!options.headless && !options.json.empty()) {
        wrong = "--json needs --headless";
    } else if (!options.headless && !options.png.empty()) {
        wrong = "--png needs --headless";
    } else if (!options.headless && !options.film.empty()) {
        wrong = "--film needs --headless (in the window: F11)";
    } else if (options.ui && options.png.empty() && options.film.empty()) {
        wrong = "--ui needs --png or --film";
    } else if (options.headless && !options.dump.empty()) {
        wrong = "--dump keeps the state of a window: not with --headless";
    } else if (options.headless && options.png.empty() && options.film.empty() && !options.shaders.empty()) {
        wrong = "--shaders with --headless needs --png or --film";
    } else if (!options.png.empty() && sameFile(options.png, options.json)) {
        wrong = "--json and --png name the same file";
    }
    if (wrong) {
        std::fprintf(stderr, "drystone_sandbox: %s\n", wrong);
        return 2;
    }
    return std::nullopt;
}

}  // namespace

std::optional<int> parseOptions(int argc, const char* const* argv, Options& options) {
    CLI::App app{"Drystone sandbox: 3D rigid bodies to watch, push and measure", "drystone_sandbox"};
    app.set_version_flag("--version", DRYSTONE_VERSION_STRING);
    addRunOptions(app, options);
    addWorldOptions(app, options);
    addOutputOptions(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help().c_str(), stdout);
        return flushOutput() ? 0 : 1;
    } catch (const CLI::CallForVersion&) {
        std::puts(DRYSTONE_VERSION_STRING);
        return flushOutput() ? 0 : 1;
    } catch (const CLI::ParseError& error) {
        std::fprintf(stderr, "drystone_sandbox: %s\n", firstLine(error.what()).c_str());
        return 2;
    }
    options.split = options.split || !options.other.empty();
    return checkTogether(options);
}

const scenes::SceneEntry* chooseScene(const std::string& name) {
    const std::span<const scenes::SceneEntry> all = scenes::allScenes();
    if (name.empty()) {
        const scenes::SceneEntry* preferred = scenes::findScene(kDefaultScene);
        return preferred ? preferred : (all.empty() ? nullptr : &all.front());
    }
    const scenes::SceneEntry* entry = scenes::findScene(name);
    if (!entry) {
        std::vector<std::string> names;
        for (const scenes::SceneEntry& each : all) {
            names.emplace_back(each.name);
        }
        std::fprintf(stderr, "drystone_sandbox: --scene: there is no scene '%s'; %s\n", name.c_str(),
                     suggestion(name, names, "--list prints all").c_str());
    }
    return entry;
}

namespace {

// The text was checked when the command line was read.
void lay(const std::string& text, WorldSettings& settings) {
    std::string ignored;
    if (!text.empty()) {
        settingsFromText(text, settings, ignored);
    }
}

}  // namespace

WorldMaking worldMaking(const Options& options) {
    WorldMaking making{};
    making.threads = options.threads.value_or(making.threads);
    making.broadphase = options.broadphase.value_or(making.broadphase);
    making.simd = options.simd.value_or(making.simd);
    return making;
}

void applyTo(const Options& options, WorldSettings& settings) {
    if (options.solver) {
        setSolverMode(settings, *options.solver);
    }
    settings.substeps = options.substeps.value_or(settings.substeps);
    settings.iterations = options.iterations.value_or(settings.iterations);
    settings.integrator = options.integrator.value_or(settings.integrator);
    settings.gyroscopic = options.gyroscopic.value_or(settings.gyroscopic);
    settings.orientation = options.orientation.value_or(settings.orientation);
    if (options.noSleep) {
        settings.sleeping = false;
    }
    lay(options.set, settings);
}

WorldSettings otherSettings(const Options& options, const WorldSettings& settings) {
    WorldSettings other = settings;
    lay(options.other, other);
    return other;
}

void printScenes() {
    const char* category = "";
    for (const scenes::SceneEntry& entry : scenes::allScenes()) {
        if (std::string_view(category) != entry.category) {
            category = entry.category;
            std::printf("%s\n", category);
        }
        std::printf("  %-20s %s\n", entry.name, entry.lookFor);
        const std::unique_ptr<scenes::Scene> scene = entry.make();
        if (const std::string line = parameterLine(scene->parameters()); !line.empty()) {
            std::printf("  %-20s   --param %s\n", "", line.c_str());
        }
    }
}

void printParameters(const scenes::SceneEntry& entry) {
    std::printf("%s: %s\n", entry.name, entry.lookFor);
    const std::unique_ptr<scenes::Scene> scene = entry.make();
    for (const scenes::Parameter& parameter : scene->parameters()) {
        std::printf("  %-20s %s, default %g: %s\n", parameterId(parameter).c_str(), parameterRange(parameter).c_str(),
                    static_cast<double>(parameter.value), parameter.tooltip);
    }
    if (scene->parameters().empty()) {
        std::puts("  no parameters");
    }
}

bool checkParameters(const Options& options, const scenes::SceneEntry& entry) {
    const std::unique_ptr<scenes::Scene> scene = entry.make();
    std::string error;
    if (options.parameters.empty() || parametersFromText(options.parameters, entry.name, scene->parameters(), error)) {
        return true;
    }
    std::fprintf(stderr, "drystone_sandbox: --param: %s\n", error.c_str());
    return false;
}

void applyParameters(const Options& options, Simulation& simulation) {
    std::string ignored;
    if (!options.parameters.empty() &&
        parametersFromText(options.parameters, simulation.entry().name, simulation.scene().parameters(), ignored)) {
        simulation.restart();
    }
}

}  // namespace drystone::sandbox
