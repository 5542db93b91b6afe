// The command line.
#pragma once

#include <optional>
#include <string>

#include "core/choices.h"
#include "core/heat_map.h"
#include "core/simulation.h"

namespace drystone::sandbox {

struct Options {
    std::string scene;       // empty: not given
    std::string parameters;  // of the scene: see parametersFromText
    bool headless = false;
    bool list = false;
    bool listParameters = false;
    std::optional<int> steps;
    std::optional<float> hertz;  // steps a second
    std::optional<int> threads;
    std::optional<BroadphaseKind> broadphase;
    std::optional<SimdLevel> simd;

    // Laid over the scene's own settings where given.
    std::optional<SolverMode> solver;
    std::optional<int> substeps;
    std::optional<int> iterations;
    std::optional<PositionIntegrator> integrator;
    std::optional<GyroscopicMode> gyroscopic;
    std::optional<OrientationUpdate> orientation;
    bool noSleep = false;
    std::string set;  // "name=value,..." laid over all of these: see settingsFromText
    // A second world beside the first; its settings are those of the first with these laid over them.
    bool split = false;
    std::string other;

    std::string json;  // file, or - for standard output; empty: none
    std::string png;
    std::string film;        // folder of a series of pictures; empty: none
    float filmRate = 30.0f;  // pictures a simulated second
    bool ui = false;         // the picture shows the panels too
    std::optional<HeatBy> heat;
    std::string page;                 // of the panels in the picture; empty: the first
    std::optional<int> selected;      // the body that is selected in the picture, by its number
    std::optional<std::string> find;  // what stands in the finder; none: it is closed
    int width = 1280;
    int height = 720;
    float scale = 1.0f;  // of the panels' text in a picture

    std::string dump;     // where the state is written while the window is open
    std::string shaders;  // folder; empty: found by itself
    bool noConfig = false;
};

inline constexpr float kDefaultHertz = 60.0f;
inline constexpr int kDefaultSteps = 600;
inline constexpr const char* kDefaultScene = "pyramid_20";

// Fills options. A value means: leave with this exit code (0 after --help, 2 after a bad argument, told in one line).
std::optional<int> parseOptions(int argc, const char* const* argv, Options& options);

// The scene that the options name, or the default one; null and one line on stderr when there is none of that name.
const scenes::SceneEntry* chooseScene(const std::string& name);

WorldMaking worldMaking(const Options& options);
void applyTo(const Options& options, WorldSettings& settings);
// B's settings beside those of A.
WorldSettings otherSettings(const Options& options, const WorldSettings& settings);

// Each scene under its category: name, what to look for, parameters.
void printScenes();
// A line for each parameter of a scene.
void printParameters(const scenes::SceneEntry& entry);
// False, and one line on stderr, when the scene has no such parameters.
bool checkParameters(const Options& options, const scenes::SceneEntry& entry);
// Builds the scene anew with those of the command line. They were checked.
void applyParameters(const Options& options, Simulation& simulation);

}  // namespace drystone::sandbox
