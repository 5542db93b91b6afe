// Bodies whose moments differ by far, spinning fast where they touch: the inertia that the solver made its rows for is not
// the one that they have a moment later.
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <drystone/drystone.h>
#include <glm/geometric.hpp>

#include "support/lab.h"

using namespace drystone;
using lab::Random;

namespace {

struct Rod {
    glm::vec3 half;
    glm::quat rotation;
    glm::vec3 spin;
    float friction, speed;
};

Rod anyRod(Random& random) {
    Rod rod;
    const float length = random.range(0.1f, 1), width = random.range(0.02f, 0.3f), depth = random.range(0.02f, 1);
    rod.half = length * glm::vec3(1, width, depth);
    rod.rotation = random.rotation();
    const float spin = random.range(0, 1000);
    rod.spin = spin * glm::normalize(random.vector(1) + glm::vec3(0, 1e-6f, 0));
    rod.friction = random.range(0, 1);
    rod.speed = random.range(0, 3);
    return rod;
}

// The rod a millimetre from a wall, or from a body like itself. Most of the energy that there ever is, over the first.
double greatestGain(const Rod& rod, SolverKind solver, bool wall) {
    WorldDef def;
    def.settings.gravity = glm::vec3(0);
    def.settings.sleeping = false;
    def.settings.solver = solver;
    def.settings.continuous = ContinuousMode::None;  // sweeps would take the rod from the solver
    def.settings.referenceIterations = 200;
    World world(def);
    const Material material{.friction = rod.friction};
    const glm::vec3 half = wall ? glm::vec3(0.5f, 20, 20) : rod.half;
    const BodyId met = world.createBody({.type = wall ? BodyType::Static : BodyType::Dynamic});
    world.createShape(met, {.geometry = Box{half}, .material = material});
    const glm::mat3 axes = glm::mat3_cast(rod.rotation);
    float reach = 0;
    for (int k = 0; k < 3; ++k)
        reach += std::fabs(axes[k].x) * rod.half[k];
    const BodyId body = world.createBody({.position = {-reach - half.x - 0.001f, 0, 0},
                                          .rotation = rod.rotation,
                                          .linearVelocity = {rod.speed, 0, 0},
                                          .angularVelocity = rod.spin});
    world.createShape(body, {.geometry = Box{rod.half}, .material = material});
    const double start = world.measures().kineticEnergy;
    double most = start;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        REQUIRE(world.counters().frozenBodies == 0);
        most = std::max(most, world.measures().kineticEnergy);
    }
    return most / start;
}

}  // namespace

TEST_CASE("a thin rod that spins where it touches gains no energy, with any solver") {
    Random random(5);
    int touched = 0;
    for (int i = 0; i < 60; ++i) {
        const Rod rod = anyRod(random);
        for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SupportStep, SolverKind::SequentialImpulse,
                                        SolverKind::Pgs, SolverKind::Xpbd})
            for (const bool wall : {true, false}) {
                CAPTURE(i);
                CAPTURE(int(solver));
                CAPTURE(wall);
                const double gain = greatestGain(rod, solver, wall);
                CHECK(gain < 1.1);
                touched += gain > 1;
            }
    }
    CHECK(touched > 0);
}
