// Times one scene on one engine and prints, beside the times, the errors.
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/run.h"

namespace {

using namespace drystone;
using namespace drystone::bench;

struct Options {
    std::string scene, engine = "drystone", solver = "support";
    int threads = 1, steps = 0, bodies = 0;
    bool json = false;
};

std::string names() {
    std::string list;
    for (const TimedScene& scene : timedScenes())
        list += (list.empty() ? "" : ", ") + std::string(scene.name);
    return list;
}

void addOptions(CLI::App& app, Options& options) {
    app.add_option("scene", options.scene, "one of: " + names())->required()->type_name("SCENE");
    app.add_option("--engine", options.engine, "drystone or bullet")
        ->check(CLI::IsMember({"drystone", "bullet"}))
        ->type_name("NAME");
    app.add_option("--solver", options.solver, "of Drystone: support (its default) or soft")
        ->check(CLI::IsMember({"support", "soft"}))
        ->type_name("NAME");
    app.add_option("--threads", options.threads, "threads of Drystone, 1 to 64")->check(CLI::Range(1, 64));
    app.add_option("--steps", options.steps, "timed steps; the scene's own number by default")
        ->check(CLI::Range(2, 1000000));
    app.add_option("--bodies", options.bodies, "about so many bodies; the scene's own number by default")
        ->check(CLI::Range(1, 1000000));
    app.add_flag("--json", options.json, "print one JSON object");
}

void printText(const nlohmann::ordered_json& all) {
    const auto number = [&](const char* key) { return all[key].get<double>(); };
    std::printf("%s, %s, %s: %d bodies, %d contacts\n", all["scene"].get<std::string>().c_str(),
                all["engine"].get<std::string>().c_str(), all["solver"].get<std::string>().c_str(),
                all["bodies"].get<int>(), all["contacts"].get<int>());
    std::printf("  ms: median %.4g, p99 %.4g, max %.4g, lowest %.4g; first step %.4g; processor %.4g\n",
                number("median_ms"), number("p99_ms"), number("max_ms"), number("lowest_ms"), number("first_ms"),
                number("processor_ms"));
    if (all.contains("rays_per_second"))
        std::printf("  rays a second %.4g; %d hit, mean fraction %.4f\n", number("rays_per_second"),
                    all["hits"].get<int>(), number("mean_fraction"));
    std::printf("  errors: penetration %.3g m, drift %.3g m, kinetic energy %.3g J/kg, fastest %.3g m/s, fell %d\n",
                number("penetration"), number("drift"), number("kinetic_energy"), number("fastest"),
                all["fell"].get<int>());
    if (all.contains("stages")) {
        std::printf("  stages, mean ms:");
        for (const auto& [name, time] : all["stages"].items())
            std::printf(" %s %.3f", name.c_str(), time.get<double>());
        std::printf("\n");
    }
    if (all.contains("hash"))
        std::printf("  hash %s\n", all["hash"].get<std::string>().c_str());
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app{"Times a scene", "drystone_bench"};
    addOptions(app, options);
    CLI11_PARSE(app, argc, argv);
    const TimedScene* scene = findTimedScene(options.scene);
    if (!scene) {
        std::fprintf(stderr, "drystone_bench: unknown scene '%s'; known: %s\n", options.scene.c_str(), names().c_str());
        return 2;
    }
    const bool isBullet = options.engine == "bullet";
    if (isBullet && options.threads != 1) {
        std::fprintf(stderr, "drystone_bench: --threads %d: Bullet runs on one\n", options.threads);
        return 2;
    }

    WorldSettings settings = scene->settings;
    settings.solver = options.solver == "soft" ? SolverKind::SoftStep : SolverKind::SupportStep;
    World world({.settings = settings, .threads = options.threads});
    scene->build(world, options.bodies ? options.bodies : scene->bodies);
    const std::unique_ptr<Engine> engine = isBullet ? makeBullet(world) : makeDrystone(world);
    if (!engine) {
        std::fprintf(stderr, "drystone_bench: built without Bullet; on Debian and Ubuntu: apt install libbullet-dev\n");
        return 2;
    }
    const Result result = run(*scene, options.steps ? options.steps : scene->steps, world, *engine);

    nlohmann::ordered_json all = {{"scene", scene->name},
                                  {"engine", engine->name()},
                                  {"solver", isBullet ? "sequential impulses" : options.solver},
                                  {"threads", options.threads}};
    all.update(toJson(result));
    if (scene->steps == 0) {
        all["rays_per_second"] = 1e6 / percentile(result.milliseconds, 0.5);
        all["hits"] = result.hits;
        all["mean_fraction"] = result.meanFraction;
    }
    if (engine->isWorld()) {
        char hash[17];
        std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(world.stateHash()));
        all["hash"] = hash;
    }
    if (!engine->isWorld() || scene->steps == 0)
        all.erase("stages");
    if (options.json)
        std::printf("%s\n", all.dump().c_str());
    else
        printText(all);
    return std::fflush(stdout) == 0 ? 0 : 1;
}
