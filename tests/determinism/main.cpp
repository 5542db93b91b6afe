// drystone_hashes: the state that every scene comes to, and one scene under every setting that is a choice.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <drystone/drystone.h>
#include <scenes/scene.h>

#include "core/choices.h"

using namespace drystone;

namespace {

constexpr const char* kUsage =
    "usage: drystone_hashes [--steps N] [--threads T] [--body-steps B] [SCENE...]\n"
    "Prints scene, settings, steps and state hash, a line each. Scenes of many bodies run fewer steps than N (240): B in all\n"
    "(100000), three at least.\n";

// Tumbling bodies of several shapes that fly, collide, slide and come to rest.
constexpr const char* kMixture = "compound_shapes";
constexpr int kMixtureSteps = 90;

struct Options {
    int steps = 240;
    int threads = 1;
    int bodySteps = 100'000;  // of a scene: large ones show the same arithmetic in fewer steps
};

void printHash(const scenes::SceneEntry& entry, const char* variation, const WorldSettings& settings,
               const Options& options, int steps) {
    WorldDef def;
    def.settings = settings;
    def.threads = options.threads;
    World world(def);
    const std::unique_ptr<scenes::Scene> scene = entry.make();
    scene->build(world);
    steps = std::min(steps, std::max(3, options.bodySteps / std::max(1, world.bodyCount())));
    constexpr float kDt = 1.0f / 60;
    for (int i = 0; i < steps; ++i) {
        scene->beforeStep(world, kDt, uint64_t(i));
        world.step(kDt);
    }
    std::printf("%-20s %-26s %4d %016llx\n", entry.name, variation, steps,
                static_cast<unsigned long long>(world.stateHash()));
    std::fflush(stdout);
}

template <class T, class Set>
void vary(const char* field, std::span<const sandbox::Choice<T>> choices, const Options& options, Set set) {
    const scenes::SceneEntry& entry = *scenes::findScene(kMixture);
    for (const sandbox::Choice<T>& choice : choices) {
        WorldSettings settings = entry.settings;
        settings.referenceIterations = 200;  // bits, not convergence, are what is compared
        set(settings, choice.value);
        printHash(entry, (std::string(field) + "=" + choice.name).c_str(), settings, options,
                  std::min(options.steps, kMixtureSteps));
    }
}

void varySettings(const Options& options) {
    vary("solver", sandbox::solverChoices(), options, sandbox::setSolverMode);
    vary("friction", sandbox::frictionChoices(), options,
         [](WorldSettings& settings, FrictionModel value) { settings.frictionModel = value; });
    vary("integrator", sandbox::integratorChoices(), options,
         [](WorldSettings& settings, PositionIntegrator value) { settings.integrator = value; });
    vary("gyroscopic", sandbox::gyroscopicChoices(), options,
         [](WorldSettings& settings, GyroscopicMode value) { settings.gyroscopic = value; });
    vary("orientation", sandbox::orientationChoices(), options, [](WorldSettings& settings, OrientationUpdate value) {
        settings.gyroscopic = GyroscopicMode::Implicit;  // the symplectic turn has an update of its own
        settings.orientation = value;
    });
}

int wrongUsage(const char* what, const char* value) {
    std::fprintf(stderr, "drystone_hashes: %s '%s'\n%s", what, value, kUsage);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    int first = 1;
    for (; first + 1 < argc && std::string_view(argv[first]).starts_with("--"); first += 2) {
        const std::string_view flag = argv[first];
        const int value = std::atoi(argv[first + 1]);
        int* const option = flag == "--steps" ? &options.steps
            : flag == "--threads"             ? &options.threads
            : flag == "--body-steps"          ? &options.bodySteps
                                              : nullptr;
        if (!option || value < 1)
            return wrongUsage("cannot use", argv[first]);
        *option = value;
    }
    for (int i = first; i < argc; ++i)
        if (!scenes::findScene(argv[i]))
            return wrongUsage("unknown scene", argv[i]);
    for (const scenes::SceneEntry& entry : scenes::allScenes()) {
        const auto isEntry = [&](std::string_view name) { return name == entry.name; };
        if (first >= argc || std::any_of(argv + first, argv + argc, isEntry))
            printHash(entry, "-", entry.settings, options, options.steps);
    }
    if (first >= argc)
        varySettings(options);
    return std::fflush(stdout) == 0 && !std::ferror(stdout) ? 0 : 1;
}
