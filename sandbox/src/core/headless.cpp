#include "core/headless.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <nlohmann/json.hpp>

#include "core/run_statistics.h"

namespace drystone::sandbox {

namespace {

bool writeText(const std::string& path, const std::string& text) {
    if (path == "-") {
        std::fputs(text.c_str(), stdout);
        return std::fflush(stdout) == 0;
    }
    std::FILE* file = std::fopen(path.c_str(), "wb");
    const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = file && std::fclose(file) == 0;
    if (!written || !closed) {
        std::fprintf(stderr, "drystone_sandbox: cannot write '%s': %s\n", path.c_str(), std::strerror(errno));
    }
    return written && closed;
}

}  // namespace

int runHeadless(const Options& options, const Artist& artist) {
    const scenes::SceneEntry* entry = chooseScene(options.scene);
    if (!entry) {
        return 2;
    }
    MessageLog log(true);
    Session session(*entry, worldMaking(options), log);
    Simulation& simulation = session.simulation;
    WorldSettings settings = entry->settings;
    applyTo(options, settings);
    if (!simulation.setSettings(settings)) {
        return 2;
    }

    const float hertz = options.hertz.value_or(kDefaultHertz);
    const float dt = 1.0f / hertz;
    session.setHertz(hertz);
    session.paused = true;  // the picture shows the last pose, not one between two
    RunStatistics statistics;
    for (int i = 0; i < options.steps; ++i) {
        if (!simulation.step(dt)) {
            return 1;
        }
        statistics.record(simulation);
        if (artist.afterStep) {
            artist.afterStep(session);
        }
    }

    int result = 0;
    if (!options.json.empty() && !writeText(options.json, statistics.summary(simulation, hertz).dump() + "\n")) {
        result = 1;
    }
    if (!options.png.empty()) {
        std::string error;
        if (!artist.draw || !artist.draw(session, error)) {
            std::fprintf(stderr, "drystone_sandbox: no picture: %s\n", error.c_str());
            result = 1;
        }
    }
    return result;
}

}  // namespace drystone::sandbox
