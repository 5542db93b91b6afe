// The same bits for every run, thread count, instruction set and broadphase.
#include "scenes/performance.h"
#include "support/lab.h"
#include "support/solver_choices.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace drystone;
using namespace drystone::lab;

namespace {

// Piles, a stack, a kinematic stirrer, a sensor: enough contacts for several colours and jobs, islands that
// merge, sleep and wake.
void buildMixture(World& world) {
    scenes::addBin(world);
    scenes::Random random(9);
    for (int i = 0; i < 300; ++i) {
        const glm::vec3 p{random.range(-8, 8), 1.0f + 0.02f * float(i), random.range(-8, 8)};
        if (i % 3)
            scenes::addBox(world, p, {random.range(0.2f, 0.6f), random.range(0.2f, 0.6f), random.range(0.2f, 0.6f)},
                           500, {.restitution = 0.2f});
        else
            scenes::addSphere(world, p, random.range(0.2f, 0.5f), 700);
    }
    const BodyId stirrer =
        world.createBody({.type = BodyType::Kinematic, .position = {0, 0.6f, 0}, .angularVelocity = {0, 1, 0}});
    world.createShape(stirrer, {.geometry = Box{{6, 0.3f, 0.2f}}});
    const BodyId gate = world.createBody({.type = BodyType::Static, .position = {3, 2, 3}});
    world.createShape(gate, {.geometry = Box{{2, 2, 2}}, .sensor = true});
}

// Sanitizers look at what each step does, not at where all lead to: a third is enough for them, in which the mixture
// falls, piles up and is stirred.
#ifdef DRYSTONE_SANITIZED
constexpr int kShare = 3;
#else
constexpr int kShare = 1;
#endif

std::vector<uint64_t> hashes(const WorldDef& def, int steps, void (*build)(World&) = buildMixture) {
    World world(def);
    build(world);
    std::vector<uint64_t> out;
    for (int i = 0; i < steps / kShare; ++i) {
        world.step(kDt);
        out.push_back(world.stateHash());
    }
    return out;
}

// First step at which two runs differ; -1: none.
int firstDifference(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    for (size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i])
            return int(i);
    return -1;
}

// dimforge/rapier#868: eight balls, slightly off, ended elsewhere from run to run.
void buildBalls(World& world) {
    scenes::addStaticBox(world, {0, -0.1f, 0}, {100, 0.1f, 100});
    for (int i = 0; i < 8; ++i)
        scenes::addSphere(world, {float(i & 1) + 0.001f * float(i), 2.0f + 1.01f * float(i >> 2), float(i >> 1 & 1)},
                          0.5f);
}

}  // namespace

TEST_CASE("the same scene gives the same bits in every fresh world") {
    const auto first = hashes({}, 600, buildBalls);
    CHECK(first.front() != first.back());
    for (int i = 0; i < 9; ++i)
        REQUIRE(firstDifference(first, hashes({}, 600, buildBalls)) == -1);
    const auto mixture = hashes({}, 120);
    CHECK(firstDifference(mixture, hashes({}, 120)) == -1);
}

TEST_CASE("one bit more in one input changes the hash") {
    WorldDef def;
    const auto first = hashes(def, 60);
    def.settings.gravity.y = std::nextafter(def.settings.gravity.y, 0.0f);
    CHECK(firstDifference(first, hashes(def, 60)) >= 0);
}

TEST_CASE("every thread count gives the same bits") {
    for (const SolverChoice& choice : kSolverChoices) {
        CAPTURE(std::string(choice.name));
        WorldDef def;
        def.settings = choice.in(def.settings);
        def.threads = 1;
        const auto one = hashes(def, 90);
        for (const int threads : {2, 4}) {
            def.threads = threads;
            CAPTURE(threads);
            CHECK(firstDifference(one, hashes(def, 90)) == -1);
        }
    }
}

TEST_CASE("every instruction set gives the same bits") {
    for (const SolverChoice& choice : kSolverChoices) {
        CAPTURE(std::string(choice.name));
        WorldDef def;
        def.settings = choice.in(def.settings);
        def.simd = SimdLevel::Scalar;
        CHECK(World(def).simdLevel() == SimdLevel::Scalar);
        const auto scalar = hashes(def, 90);
        for (const SimdLevel level : {SimdLevel::Sse2, SimdLevel::Avx2, SimdLevel::Auto}) {
            def.simd = level;
            MESSAGE("level " << int(level) << " resolves to " << int(World(def).simdLevel()));
            CHECK(firstDifference(scalar, hashes(def, 90)) == -1);
        }
    }
}

TEST_CASE("the reference gives the same bits for every thread count and instruction set, under each friction model") {
    const auto build = [](World& world) {
        scenes::addFloor(world);
        scenes::addStack(world, {0, 0, 0}, 4);
        scenes::addSphere(world, {3, 1, 0}, 0.5f);
        scenes::addBox(world, {3.2f, 2.2f, 0.1f}, {0.5f, 0.3f, 0.4f}, 500, {.restitution = 0.5f});
        scenes::addBox(world, {2.9f, 3.2f, 0.1f}, {0.3f, 0.3f, 0.4f});
    };
    for (const FrictionModel friction : {FrictionModel::Patch, FrictionModel::PerPoint})
        for (const Stabilisation stabilisation : {Stabilisation::SplitImpulse, Stabilisation::Baumgarte}) {
            WorldDef def;
            def.settings.solver = SolverKind::Pgs;
            def.settings.frictionModel = friction;
            def.settings.stabilisation = stabilisation;
            def.settings.substeps = 2;
            def.settings.referenceIterations = 100;
            def.simd = SimdLevel::Scalar;
            def.threads = 1;
            const auto scalar = hashes(def, 60, build);
            for (const int threads : {2, 4}) {
                def.threads = threads;
                CHECK(firstDifference(scalar, hashes(def, 60, build)) == -1);
            }
            for (const SimdLevel level : {SimdLevel::Sse2, SimdLevel::Avx2}) {
                def.simd = level;
                CHECK(firstDifference(scalar, hashes(def, 60, build)) == -1);
            }
        }
}

TEST_CASE("impacts within steps give the same bits for every thread count and instruction set") {
    // Marked and unmarked bullets and spinning rods from all sides at a stack between two thin walls.
    const auto build = [](World& world) {
        scenes::addFloor(world);
        scenes::addStack(world, {0, 0, 0}, 4, 0.5f);
        for (const float side : {-1.5f, 1.5f})
            scenes::addStaticBox(world, {side, 1, 0}, {0.005f, 1, 3}, {.restitution = 0.7f});
        scenes::Random random;
        for (int i = 0; i < 24; ++i) {
            const float angle = 0.26f * float(i), y = random.range(0.3f, 2), speed = random.range(40, 400);
            const glm::vec3 out{scenes::cosine(angle), 0, scenes::sine(angle)};
            const float x = random.range(-60, 60), z = random.range(-60, 60);
            const BodyId id = world.createBody({.position = 1.2f * out + glm::vec3(0, y, 0),
                                                .linearVelocity = -speed * out,
                                                .angularVelocity = {x, 0, z},
                                                .continuous = i % 3 == 0});
            if (i % 2 == 0)
                world.createShape(id, {.geometry = Sphere{0.03f}, .material = {.restitution = 0.5f}});
            else
                world.createShape(id, {.geometry = Box{{0.01f, 0.15f, 0.02f}}, .material = {.restitution = 0.5f}});
        }
    };
    WorldDef def;
    def.simd = SimdLevel::Scalar;
    const auto scalar = hashes(def, 60, build);
    for (const int threads : {2, 4}) {
        def.threads = threads;
        CHECK(firstDifference(scalar, hashes(def, 60, build)) == -1);
    }
    for (const SimdLevel level : {SimdLevel::Sse2, SimdLevel::Avx2}) {
        def.simd = level;
        CHECK(firstDifference(scalar, hashes(def, 60, build)) == -1);
    }
    def.broadphase = BroadphaseKind::BruteForce;
    CHECK(firstDifference(scalar, hashes(def, 60, build)) == -1);
}

// A swirl about the vertical axis with drag, that grows with time.
glm::vec3 whirl(void*, const ForceFieldPoint& point) {
    const float strength = 0.5f * float(point.time);
    return glm::vec3(-point.position.z, 0, point.position.x) * strength - 0.1f * point.velocity / point.mass;
}

TEST_CASE("every integrator gives the same bits on every thread count and instruction set, with a force field or not") {
    const auto run = [](const WorldDef& def, bool field) {
        World world(def);
        buildMixture(world);
        world.setForceField({field ? whirl : nullptr, nullptr});
        std::vector<uint64_t> out;
        for (int i = 0; i < 60; ++i) {
            world.step(kDt);
            out.push_back(world.stateHash());
        }
        return out;
    };
    for (const PositionIntegrator integrator : kIntegrators)
        for (const bool field : {false, true}) {
            WorldDef def;
            def.settings.integrator = integrator;
            // Each gyroscopic mode beside one of the integrators.
            def.settings.gyroscopic = GyroscopicMode(3 - int(integrator));
            def.simd = SimdLevel::Scalar;
            const auto scalar = run(def, field);
            CAPTURE(int(integrator));
            CAPTURE(field);
            for (const int threads : {2, 4}) {
                def.threads = threads;
                CHECK(firstDifference(scalar, run(def, field)) == -1);
            }
            def.threads = 1;
            for (const SimdLevel level : {SimdLevel::Sse2, SimdLevel::Avx2}) {
                def.simd = level;
                CHECK(firstDifference(scalar, run(def, field)) == -1);
            }
        }
}

TEST_CASE("tree and brute force find the same pairs: the same bits") {
    WorldDef def;
    def.broadphase = BroadphaseKind::Tree;
    const auto tree = hashes(def, 90);
    def.broadphase = BroadphaseKind::BruteForce;
    CHECK(firstDifference(tree, hashes(def, 90)) == -1);
}

TEST_CASE("the game's own task system gives the same bits as the engine's") {
    WorldDef def;
    const auto own = hashes(def, 120);
    // Backwards, and on other workers: the order of tasks must not matter.
    def.tasks = {[](void*, int count, void (*task)(void*, int, int), void* context) {
                     for (int i = count - 1; i >= 0; --i)
                         task(context, i, i % 3);
                 },
                 3, nullptr};
    CHECK(firstDifference(own, hashes(def, 120)) == -1);
}

TEST_CASE("threads changed in mid-run change nothing") {
    const auto steady = hashes({}, 120);
    World world;
    buildMixture(world);
    std::vector<uint64_t> changing;
    for (int i = 0; i < 120; ++i) {
        if (i % 10 == 0)
            world.setThreads(1 + i / 10 % 4);
        world.step(kDt);
        changing.push_back(world.stateHash());
    }
    CHECK(firstDifference(steady, changing) == -1);
}

TEST_CASE("queries between steps change nothing") {
    const auto steady = hashes({}, 60);
    World world;
    buildMixture(world);
    std::vector<uint64_t> asked;
    for (int i = 0; i < 60; ++i) {
        std::vector<ShapeId> out;
        std::vector<Contact> contacts;
        world.castRayClosest({0, 50, 0}, {0, -60, 0});
        world.overlapSphere({0, 1, 0}, 3, out);
        world.contacts(contacts);
        world.measures();
        world.counters();
        world.step(kDt);
        asked.push_back(world.stateHash());
    }
    CHECK(firstDifference(steady, asked) == -1);
}

#ifdef __linux__
// Printed by a process of its own, whose addresses differ from this one's.
TEST_CASE("print hash" * doctest::skip()) {
    std::printf("hash=%016llx\n", static_cast<unsigned long long>(hashes({}, 120).back()));
}

TEST_CASE("every process gives the same bits") {
    const unsigned long long expected = hashes({}, 120).back();
    for (int i = 0; i < 3; ++i) {
        FILE* pipe = popen("/proc/$PPID/exe -tc='print hash' -ns 2>&1", "r");
        REQUIRE(pipe);
        char line[256];
        unsigned long long got = 0;
        while (std::fgets(line, sizeof line, pipe))
            if (std::strncmp(line, "hash=", 5) == 0)
                got = std::strtoull(line + 5, nullptr, 16);
        pclose(pipe);
        CHECK(got == expected);
    }
}
#endif
