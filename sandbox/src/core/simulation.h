// A scene, the World that it lives in, and the settings that both run with. Knows nothing of windows or drawing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <drystone/drystone.h>
#include <scenes/scene.h>

#include "core/message_log.h"

namespace drystone::sandbox {

// What is fixed when a World is made.
struct WorldMaking {
    int threads = 1;
    BroadphaseKind broadphase = BroadphaseKind::Tree;
    SimdLevel simd = SimdLevel::Auto;
};

class Simulation {
public:
    // The scene's own settings are the start; change them by setSettings ahead of the first step.
    Simulation(const scenes::SceneEntry& entry, const WorldMaking& making, MessageLog& log);
    // The scene of another from its beginning, with its parameters and its making, under settings of its own.
    Simulation(Simulation& other, const WorldSettings& settings);

    // Another scene, with these settings. The world is made anew.
    void load(const scenes::SceneEntry& entry, const WorldSettings& settings);
    // The same scene from its beginning, with its parameters and the settings as they are.
    void restart();

    // The parts of a step of dt seconds: the scene's, then the world's. False when the world refused it.
    void prepareStep(float dt) { m_scene->beforeStep(*m_world, dt, m_steps); }
    bool takeStep(float dt);
    // In place of takeStep for those who let a FixedStepper step the world: after each step.
    void noteStep(float dt, double milliseconds);

    World& world() { return *m_world; }
    const World& world() const { return *m_world; }
    scenes::Scene& scene() { return *m_scene; }
    const scenes::Scene& scene() const { return *m_scene; }
    const scenes::SceneEntry& entry() const { return *m_entry; }
    MessageLog& log() { return *m_log; }

    const WorldSettings& settings() const { return m_world->settings(); }
    bool setSettings(const WorldSettings& settings);

    const WorldMaking& making() const { return m_making; }
    // Threads change at once; broadphase and SIMD level need a new world, so the scene restarts.
    void setMaking(const WorldMaking& making);

    uint64_t stepCount() const { return m_steps; }
    double time() const { return m_time; }
    // For how long a body has slept (s); 0: awake.
    double sleepTime(BodyId body) const;
    // Wall time of the last World::step alone (ms).
    double stepMilliseconds() const { return m_stepMilliseconds; }
    // Grows whenever the world was made anew: ids from before are stale.
    uint64_t generation() const { return m_generation; }

    // In the order of their slots.
    const std::vector<BodyId>& bodies() const;
    // The body or shape that has the same place in this world as id has in its own: worlds that began the same scene
    // and had the same inputs number them alike. It may be gone here.
    template <class Id>
    Id counterpart(Id id) const {
        return {id.slot, id.generation, mark()};
    }

private:
    void makeWorld(const WorldSettings& settings);
    uint16_t mark() const;

    const scenes::SceneEntry* m_entry;
    WorldMaking m_making;
    MessageLog* m_log;
    std::unique_ptr<scenes::Scene> m_scene;
    std::unique_ptr<World> m_world;
    uint64_t m_steps = 0;
    uint64_t m_generation = 0;
    double m_time = 0.0;
    double m_stepMilliseconds = 0.0;
    std::vector<double> m_fellAsleep;  // by slot: when; those that began asleep have none
    mutable std::vector<BodyId> m_bodies;
    mutable uint16_t m_mark = 0;  // that all ids of this world bear; 0: no body has told it yet
};

}  // namespace drystone::sandbox
