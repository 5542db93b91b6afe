#include "bench/timed_scene.h"

#include "scenes/performance.h"

namespace drystone::bench {

namespace {

int atLeastOne(int count) {
    return count > 0 ? count : 1;
}

void largePyramid(World& world, int bodies) {
    int base = 1;
    while (base * (base + 1) / 2 < bodies)
        ++base;
    scenes::buildLargePyramid(world, base);
}

void manyPyramids(World& world, int bodies) {
    int rows = 1;
    while (rows * rows * 55 < bodies)
        ++rows;
    scenes::buildManyPyramids(world, rows);
}

void boxPile(World& world, int bodies) {
    scenes::buildPile(world, bodies, 0, 1.5f);
}

void spherePile(World& world, int bodies) {
    scenes::buildPile(world, 0, bodies, 1.1f);
}

void mixedPile(World& world, int bodies) {
    scenes::buildPile(world, bodies / 2, bodies - bodies / 2, 1.5f);
}

void sleepingWorld(World& world, int bodies) {
    scenes::buildSleepingWorld(world, atLeastOne(bodies / 10));
}

void plough(World& world) {
    scenes::addPlough(world);
}

void sparse(World& world, int bodies) {
    scenes::buildSparse(world, bodies);
}

// A pyramid should not move at all: its drift is taken over the whole run. A pile falls first.
const TimedScene kScenes[] = {
    {"large_pyramid", 5050, 0, 200, 200, scenes::timedSettings(-10), largePyramid},
    {"many_pyramids", 10780, 0, 100, 100, scenes::timedSettings(-10), manyPyramids},
    {"box_pile", 5000, 0, 600, 60, scenes::timedSettings(), boxPile},
    {"sphere_pile", 8000, 0, 600, 60, scenes::timedSettings(), spherePile},
    {"mixed_pile", 8000, 0, 600, 60, scenes::timedSettings(), mixedPile},
    {"sleeping_world", 20000, 300, 600, 60, scenes::timedSettings(-9.81f, true), sleepingWorld, plough},
    {"sparse", 20000, 0, 300, 0, scenes::timedSettings(0), sparse},
    {"rays", 8000, 600, 0, 60, scenes::timedSettings(), mixedPile},
};

}  // namespace

std::span<const TimedScene> timedScenes() {
    return kScenes;
}

const TimedScene* findTimedScene(std::string_view name) {
    for (const TimedScene& scene : kScenes)
        if (name == scene.name)
            return &scene;
    return nullptr;
}

}  // namespace drystone::bench
