#include "bench/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iterator>

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include "scenes/build.h"

namespace drystone::bench {

namespace {

constexpr float kStep = 1.0f / 60.0f;
constexpr int kRayBatches = 100, kRaysABatch = 1000;

struct Stage {
    const char* name;
    float StepProfile::*time;
};
constexpr Stage kStages[] = {
    {"pairs", &StepProfile::pairs},       {"collide", &StepProfile::collide},
    {"contacts", &StepProfile::contacts}, {"prepare", &StepProfile::prepare},
    {"solve", &StepProfile::solve},       {"restitution", &StepProfile::restitution},
    {"store", &StepProfile::store},       {"continuous", &StepProfile::continuous},
    {"finalize", &StepProfile::finalize}, {"sleep", &StepProfile::sleep},
    {"events", &StepProfile::events},
};

double now() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<BodyId> dynamicBodies(const World& world) {
    std::vector<BodyId> bodies;
    world.bodies(bodies);
    std::erase_if(bodies, [&](BodyId body) { return world.type(body) != BodyType::Dynamic; });
    return bodies;
}

std::vector<glm::vec3> positions(const World& world) {
    std::vector<glm::vec3> out;
    for (const BodyId body : dynamicBodies(world))
        out.push_back(world.position(body));
    return out;
}

// From above the bin towards points in it, and a fifth further.
void castRays(const Engine& engine, Result& result) {
    scenes::Random random;
    std::vector<glm::vec3> origins(kRaysABatch), translations(kRaysABatch);
    double fractions = 0.0;
    for (int batch = 0; batch < kRayBatches; ++batch) {
        for (int i = 0; i < kRaysABatch; ++i) {
            glm::vec3 from(0, 60, 0), to;
            from.x = random.range(-9, 9);
            from.z = random.range(-9, 9);
            to.x = random.range(-9, 9);
            to.y = random.range(0, 15);
            to.z = random.range(-9, 9);
            origins[size_t(i)] = from;
            translations[size_t(i)] = 1.2f * (to - from);
        }
        const double start = now();
        for (size_t i = 0; i < kRaysABatch; ++i) {
            const RayAnswer answer = engine.castRay(origins[i], translations[i]);
            result.hits += answer.hit;
            fractions += double(answer.fraction);
        }
        result.milliseconds.push_back(now() - start);
    }
    result.meanFraction = fractions / (kRayBatches * kRaysABatch);
}

void timeSteps(const TimedScene& scene, int steps, World& world, Engine& engine, Result& result,
               std::vector<glm::vec3>& before) {
    for (int i = 0; i < steps; ++i) {
        if (i == std::max(0, steps - scene.driftSteps)) {
            engine.writeBack();
            before = positions(world);
        }
        const std::clock_t startProcessor = std::clock();
        const double start = now();
        engine.step(kStep);
        const double taken = now() - start;
        if (i == 0) {
            result.first = taken;
            continue;
        }
        result.processor.push_back(1e3 * double(std::clock() - startProcessor) / CLOCKS_PER_SEC);
        result.milliseconds.push_back(taken);
        if (engine.isWorld())
            for (const Stage& stage : kStages)
                result.stages.*stage.time += world.profile().*stage.time;
    }
    for (const Stage& stage : kStages)
        result.stages.*stage.time /= float(std::max<size_t>(result.milliseconds.size(), 1));
}

// In the scene's world, whatever engine moved the bodies.
void measure(World& world, const Engine& engine, const std::vector<glm::vec3>& before, Result& result) {
    const std::vector<BodyId> bodies = dynamicBodies(world);
    result.bodies = int(bodies.size());
    for (size_t i = 0; i < bodies.size(); ++i) {
        const BodyState state = world.state(bodies[i]);
        const float moved = i < before.size() ? glm::distance(before[i], state.position) : 0.0f;
        result.drift = std::max(result.drift, moved);
        const float speed = glm::length(state.linearVelocity);
        result.speed = std::max(result.speed, speed);
        result.kineticEnergy += 0.5 * double(speed) * double(speed) / double(bodies.size());
        const bool hasFloor = world.settings().gravity != glm::vec3(0.0f);
        result.fell += !std::isfinite(state.position.y) || (hasFloor && state.position.y < -3.0f);
    }
    // Another engine's poses are looked at by a step too short to change them.
    if (!engine.isWorld())
        world.step(1e-6f);
    result.penetration = world.measures().maxPenetration;
    result.awake = engine.isWorld() ? world.counters().awakeBodies : 0;
    result.contacts = world.counters().touchingContacts;
}

}  // namespace

Result run(const TimedScene& scene, int steps, World& world, Engine& engine) {
    Result result;
    engine.adopt();
    for (int i = 0; i < scene.settle; ++i)
        engine.step(kStep);
    if (scene.intrude) {
        scene.intrude(world);
        engine.adopt();
    }
    std::vector<glm::vec3> before;
    if (scene.steps == 0)
        castRays(engine, result);
    else
        timeSteps(scene, steps, world, engine, result, before);
    engine.writeBack();
    measure(world, engine, before, result);
    return result;
}

double percentile(std::vector<double> samples, double share) {
    if (samples.empty())
        return 0.0;
    std::sort(samples.begin(), samples.end());
    return samples[size_t(share * double(samples.size() - 1))];
}

nlohmann::ordered_json toJson(const Result& result) {
    nlohmann::ordered_json out = {
        {"bodies", result.bodies},
        {"median_ms", percentile(result.milliseconds, 0.5)},
        {"p99_ms", percentile(result.milliseconds, 0.99)},
        {"max_ms", percentile(result.milliseconds, 1.0)},
        {"lowest_ms", percentile(result.milliseconds, 0.0)},
        {"first_ms", result.first},
        {"processor_ms", percentile(result.processor, 0.5)},
        {"penetration", result.penetration},
        {"drift", result.drift},
        {"kinetic_energy", result.kineticEnergy},
        {"fastest", result.speed},
        {"fell", result.fell},
        {"contacts", result.contacts},
    };
    for (const Stage& stage : kStages)
        out["stages"][stage.name] = result.stages.*stage.time;
    return out;
}

}  // namespace drystone::bench
