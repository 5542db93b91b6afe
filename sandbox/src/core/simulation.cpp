#include "core/simulation.h"

#include <chrono>

namespace drystone::sandbox {

Simulation::Simulation(const scenes::SceneEntry& entry, const WorldMaking& making, MessageLog& log)
    : m_entry(&entry), m_making(making), m_log(&log) {
    load(entry, entry.settings);
}

Simulation::Simulation(Simulation& other, const WorldSettings& settings)
    : m_entry(other.m_entry), m_making(other.m_making), m_log(other.m_log), m_scene(other.m_entry->make()) {
    const std::span<scenes::Parameter> own = m_scene->parameters();
    for (size_t i = 0; i < own.size(); ++i) {
        own[i].value = other.m_scene->parameters()[i].value;
    }
    makeWorld(settings);
}

void Simulation::load(const scenes::SceneEntry& entry, const WorldSettings& settings) {
    m_entry = &entry;
    m_scene = entry.make();
    makeWorld(settings);
}

void Simulation::restart() {
    makeWorld(settings());
}

void Simulation::makeWorld(const WorldSettings& settings) {
    const WorldSettings wanted = settings;  // may live in the world that is about to go
    WorldDef definition{};
    definition.settings = wanted;
    definition.threads = m_making.threads;
    definition.broadphase = m_making.broadphase;
    definition.simd = m_making.simd;
    definition.errors = {[](void* user, const char* message) { static_cast<MessageLog*>(user)->error(message); },
                         m_log};
    definition.log = {[](void* user, const char* message) { static_cast<MessageLog*>(user)->note(message); }, m_log};
    m_world = std::make_unique<World>(definition);
    m_scene->build(*m_world);
    m_mark = 0;
    m_fellAsleep.clear();
    m_steps = 0;
    m_time = 0.0;
    m_stepMilliseconds = 0.0;
    ++m_generation;
}

bool Simulation::takeStep(float dt) {
    const auto start = std::chrono::steady_clock::now();
    const bool stepped = m_world->step(dt);
    const auto end = std::chrono::steady_clock::now();
    if (stepped) {
        noteStep(dt, std::chrono::duration<double, std::milli>(end - start).count());
    }
    return stepped;
}

void Simulation::noteStep(float dt, double milliseconds) {
    ++m_steps;
    m_time += static_cast<double>(dt);
    m_stepMilliseconds = milliseconds;
    for (const BodySleepEvent& event : m_world->bodySleepEvents()) {
        if (event.asleep) {
            if (event.body.slot >= m_fellAsleep.size()) {
                m_fellAsleep.resize(event.body.slot + 1);
            }
            m_fellAsleep[event.body.slot] = m_time;
        }
    }
}

double Simulation::sleepTime(BodyId body) const {
    if (m_world->type(body) != BodyType::Dynamic || m_world->isAwake(body)) {
        return 0.0;
    }
    return m_time - (body.slot < m_fellAsleep.size() ? m_fellAsleep[body.slot] : 0.0);
}

bool Simulation::setSettings(const WorldSettings& settings) {
    return m_world->setSettings(settings);
}

void Simulation::setMaking(const WorldMaking& making) {
    const bool fresh = making.broadphase != m_making.broadphase || making.simd != m_making.simd;
    m_making = making;
    if (fresh) {
        restart();
    } else {
        m_world->setThreads(making.threads);
    }
}

uint16_t Simulation::mark() const {
    if (m_mark == 0 && !bodies().empty()) {
        m_mark = m_bodies.front().world;
    }
    return m_mark;
}

const std::vector<BodyId>& Simulation::bodies() const {
    m_world->bodies(m_bodies);
    return m_bodies;
}

}  // namespace drystone::sandbox
