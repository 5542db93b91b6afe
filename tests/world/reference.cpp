// The reference solver in a world: what others come to on piles that collision detection made, and what the world tells.
#include "scenes/performance.h"
#include "support/lab.h"

#include <algorithm>

using namespace drystone;
using namespace drystone::lab;

namespace {

// A few boxes and spheres dropped into a heap.
void buildHeap(World& world, uint32_t seed) {
    scenes::addFloor(world);
    Random random(seed);
    for (int i = 0; i < 14; ++i) {
        const glm::vec3 p{random.range(-0.7f, 0.7f), 0.6f + 0.8f * float(i), random.range(-0.7f, 0.7f)};
        if (i % 4 == 3)
            scenes::addSphere(world, p, random.range(0.3f, 0.5f));
        else
            scenes::addBox(world, p, {random.range(0.3f, 0.6f), random.range(0.2f, 0.4f), random.range(0.3f, 0.6f)});
    }
}

void buildPyramid(World& world, uint32_t) {
    scenes::buildLargePyramid(world, 8);
}
void buildStack(World& world, uint32_t) {
    scenes::addFloor(world);
    scenes::addStack(world, {0, 0, 0}, 10);
}

struct Velocities {
    std::vector<glm::vec3> linear, angular;
    double residual = 0.0;
};

// Where a scene is one step after it ran for so many, that last step by this solver.
Velocities afterOneStep(void (*build)(World&, uint32_t), uint32_t seed, int steps, SolverKind kind, int iterations) {
    WorldSettings settings = sleepless();
    settings.substeps = 1;
    settings.solver = SolverKind::SequentialImpulse;
    settings.iterations = 50;
    World world(WorldDef{.settings = settings});
    build(world, seed);
    for (int i = 0; i < steps; ++i)
        world.step(kDt);
    settings.solver = kind;
    settings.iterations = iterations;
    settings.referenceIterations = 20000;
    REQUIRE(world.setSettings(settings));
    world.step(kDt);
    Velocities out;
    std::vector<BodyId> bodies;
    world.bodies(bodies);
    for (const BodyId id : bodies) {
        out.linear.push_back(world.linearVelocity(id));
        out.angular.push_back(world.angularVelocity(id));
    }
    out.residual = world.counters().referenceResidual;
    return out;
}

double difference(const Velocities& a, const Velocities& b) {
    double worst = 0.0;
    for (size_t i = 0; i < a.linear.size(); ++i)
        worst = std::max(
            {worst, double(glm::length(a.linear[i] - b.linear[i])), double(glm::length(a.angular[i] - b.angular[i]))});
    return worst;
}

}  // namespace

TEST_CASE("sequential impulses come to the reference: a pyramid from nothing") {
    const Velocities reference = afterOneStep(buildPyramid, 0, 0, SolverKind::Pgs, 1);
    CHECK(reference.residual <= 1e-10);
    double before = 1e9;
    for (const int iterations : {10, 100, 1000}) {
        const Velocities other = afterOneStep(buildPyramid, 0, 0, SolverKind::SequentialImpulse, iterations);
        const double error = difference(other, reference);
        MESSAGE(iterations << " iterations: " << error);
        CHECK(error <= 0.3 * before);
        before = error;
    }
    CHECK(before <= 1e-3);
}

// Not each of them: Coulomb's law may leave more than one solution, and a heap about to lock takes more iterations.
TEST_CASE("sequential impulses come to the reference: heaps in motion") {
    std::vector<double> errors[3];
    int solved = 0, trials = 0;
    for (uint32_t seed = 1; seed <= 8; ++seed)
        for (const int steps : {50, 80}) {
            const Velocities reference = afterOneStep(buildHeap, seed, steps, SolverKind::Pgs, 1);
            ++trials;
            solved += reference.residual <= 1e-10;
            const int iterations[3] = {10, 100, 1000};
            for (int i = 0; i < 3; ++i)
                errors[i].push_back(difference(
                    afterOneStep(buildHeap, seed, steps, SolverKind::SequentialImpulse, iterations[i]), reference));
        }
    for (std::vector<double>& e : errors)
        std::sort(e.begin(), e.end());
    const size_t half = size_t(trials) / 2, most = size_t(trials) * 3 / 4;
    MESSAGE("half of the heaps are within " << errors[0][half] << ", " << errors[1][half] << ", " << errors[2][half]);
    MESSAGE("three quarters within " << errors[2][most] << ", all within " << errors[2].back());
    CHECK(solved >= trials - 1);
    CHECK(errors[1][half] <= 0.1 * errors[0][half]);
    CHECK(errors[2][half] <= 0.1 * errors[1][half]);
    CHECK(errors[2][half] <= 5e-5);
    CHECK(errors[2][most] <= 1e-3);
}

// From the soft step's sag and back to it: how far a stack sinks is the soft step's own, see docs/stacking.md.
TEST_CASE("the solver changes between steps, to the reference and back, without a jolt") {
    WorldSettings soft = sleepless();
    soft.solver = SolverKind::SoftStep;
    Lab lab(soft);
    scenes::addFloor(lab.world);
    lab.stack(6);
    lab.run(60);
    for (const SolverKind kind :
         {SolverKind::Pgs, SolverKind::SequentialImpulse, SolverKind::Pgs, SolverKind::SoftStep}) {
        WorldSettings settings = lab.world.settings();
        settings.solver = kind;
        REQUIRE(lab.world.setSettings(settings));
        for (int i = 0; i < 30; ++i) {
            lab.run(1);
            CHECK(lab.world.measures().maxSpeed < 0.03f);
            CHECK((lab.world.counters().referenceIterationsUsed > 0) <= (kind == SolverKind::Pgs));
            CHECK(lab.world.counters().referenceResidual <= 1e-10);
        }
    }
    CHECK(lab.clean());
}

TEST_CASE("a reference that gives up says so once, and counts it in every step") {
    std::vector<std::string> lines;
    WorldDef def;
    def.settings = sleepless();
    def.settings.solver = SolverKind::Pgs;
    def.settings.referenceIterations = 2;
    def.log = {[](void* user, const char* line) { static_cast<std::vector<std::string>*>(user)->emplace_back(line); },
               &lines};
    World world(def);
    buildStack(world, 0);
    for (int i = 0; i < 3; ++i) {
        world.step(kDt);
        CHECK(world.counters().referenceIterationsUsed == 2);
        CHECK(world.counters().referenceResidual > 1e-10);
    }
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find("after 2 iterations") != std::string::npos);
    CHECK(world.errorCount() == 0);
}
