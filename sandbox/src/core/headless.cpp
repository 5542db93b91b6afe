#include "core/headless.h"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "core/output.h"
#include "core/recorder.h"
#include "core/run_statistics.h"

namespace drystone::sandbox {

namespace {

// What a run with a second world tells about both.
class SplitStatistics {
public:
    void record(const Session& session) {
        m_own.record(session.simulation);
        if (session.split()) {
            m_twin.record(session.twin->simulation);
            const Divergence now = divergence(session.simulation, session.twin->simulation);
            if (now.distance > m_worst.distance) {
                m_worst.distance = now.distance;
                m_worstStep = session.simulation.stepCount();
            }
            m_worst.angle = std::max(m_worst.angle, now.angle);
        }
    }
    nlohmann::ordered_json summary(const Session& session) const {
        nlohmann::ordered_json out = m_own.summary(session.simulation, session.hertz());
        if (session.split()) {
            const Simulation& twin = session.twin->simulation;
            const Divergence end = divergence(session.simulation, twin);
            // JSON has null for what is not finite.
            out["divergence"] = {{"end", end.distance},
                                 {"max", m_worst.distance},
                                 {"max_step", m_worstStep},
                                 {"angle_end", end.angle},
                                 {"angle_max", m_worst.angle}};
            out["b"] = m_twin.summary(twin, session.hertz());
        }
        return out;
    }

private:
    RunStatistics m_own, m_twin;
    Divergence m_worst;
    uint64_t m_worstStep = 0;
};

// False: a setting is out of its range, which the world has told.
bool prepare(const Options& options, Session& session) {
    WorldSettings settings = session.simulation.settings();
    applyTo(options, settings);
    if (!session.simulation.setSettings(settings)) {
        return false;
    }
    session.setHertz(options.hertz.value_or(kDefaultHertz));
    session.paused = true;  // the picture shows the last pose, not one between two
    if (!options.split) {
        return true;
    }
    session.openSplit(settings);
    return session.twin->simulation.setSettings(otherSettings(options, settings));
}

// A picture that is asked for by itself shows the scene when there is something to see.
int stepsToRun(const Options& options, const scenes::SceneEntry& entry) {
    if (options.steps) {
        return *options.steps;
    }
    return options.png.empty() || !options.json.empty() ? kDefaultSteps : entry.moment;
}

// The summary of a world in one line, for a run that was asked for no other output.
void printLine(const nlohmann::ordered_json& summary) {
    const auto number = [&](const char* key) { return summary[key].get<double>(); };
    std::printf("%s: %d steps, %d bodies (%d awake), deepest overlap %.3g m, total energy %.6g J, hash %s; "
                "median step %.3g ms\n",
                summary["scene"].get<std::string>().c_str(), summary["steps"].get<int>(), summary["bodies"].get<int>(),
                summary["awake"].get<int>(), number("max_penetration"), number("total_energy"),
                summary["hash"].get<std::string>().c_str(), summary["step_ms"]["median"].get<double>());
}

bool draw(const Artist& artist, Session& session, const std::string& file) {
    std::string error;
    if (artist && artist(session, file, error)) {
        return true;
    }
    // A file that cannot be written has been told.
    if (!error.empty()) {
        std::fprintf(stderr, "drystone_sandbox: no picture: %s\n", error.c_str());
    }
    return false;
}

// Returns the exit code.
int simulate(const Options& options, Session& session, const Artist& artist, SplitStatistics& statistics) {
    Recorder film;
    if (std::string error; !options.film.empty() && !film.start(options.film, error)) {
        std::fprintf(stderr, "drystone_sandbox: --film: %s\n", error.c_str());
        return 2;
    }
    const double dt = 1.0 / static_cast<double>(session.hertz());
    const int steps = stepsToRun(options, session.simulation.entry());
    for (int i = 0; i < steps; ++i) {
        if (!session.stepOnce()) {
            return 1;
        }
        statistics.record(session);
        const bool due = film.on() && pictureDue(session.simulation.time(), dt, static_cast<double>(options.filmRate));
        if (due && !draw(artist, session, film.next())) {
            return 1;
        }
    }
    return 0;
}

}  // namespace

int runHeadless(const Options& options, const Artist& artist) {
    const scenes::SceneEntry* entry = chooseScene(options.scene);
    if (!entry || !checkParameters(options, *entry)) {
        return 2;
    }
    MessageLog log(true);
    Session session(*entry, worldMaking(options), log);
    applyParameters(options, session.simulation);
    if (!prepare(options, session)) {
        return 2;
    }
    SplitStatistics statistics;
    if (const int failed = simulate(options, session, artist, statistics); failed != 0) {
        return failed;
    }
    const nlohmann::ordered_json summary = statistics.summary(session);
    bool written = true;
    if (options.json.empty()) {
        printLine(summary);
        if (session.split()) {
            printLine(summary["b"]);
        }
        written = flushOutput();
    } else {
        const std::string text = summary.dump() + "\n";
        written = writeOutput(options.json, text.data(), text.size());
    }
    int result = written ? 0 : 1;
    if (!options.png.empty() && !draw(artist, session, options.png)) {
        result = 1;
    }
    return result;
}

}  // namespace drystone::sandbox
