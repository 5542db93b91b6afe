// A restored world goes on with the same bits as one that never stopped; what is damaged changes nothing.
#include <algorithm>
#include <cstring>
#include <memory>

#include <scenes/scene.h>

#include "scenes/performance.h"
#include "support/lab.h"
#include "support/solver_choices.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

using Bytes = std::vector<std::byte>;

// A world and what drives it, as the sandbox has them.
struct Run {
    Run(const scenes::SceneEntry& entry, WorldDef def) : scene(entry.make()), world(with(def, entry.settings)) {
        scene->build(world);
    }
    static WorldDef with(WorldDef def, const WorldSettings& settings) {
        def.settings = settings;
        return def;
    }
    // The hash after so many further steps.
    uint64_t after(int steps) {
        for (int i = 0; i < steps; ++i) {
            scene->beforeStep(world, kDt, world.stepCount());
            world.step(kDt);
        }
        return world.stateHash();
    }

    std::unique_ptr<scenes::Scene> scene;
    World world;
};

int stepsFor(const World& world, int steps) {
    return std::clamp(12'000 / std::max(world.bodyCount(), 1), 2, steps);
}

// A pile with everything in it that a step leaves to the next: sleepers, sensors, targets, events to come.
void buildWorkshop(World& world) {
    scenes::addStaticBox(world, {0, -0.5f, 0}, {30, 0.5f, 30});
    Random random(5);
    for (int i = 0; i < 60; ++i) {
        const glm::vec3 place = random.vector(3) + glm::vec3(0, 6, 0);
        const float size = random.range(0.2f, 0.5f);
        if (i % 2)
            scenes::addBox(world, place, {size, size, size}, 500, {.restitution = 0.3f});
        else
            scenes::addSphere(world, place, size, 700);
    }
    const BodyId gate = world.createBody({.type = BodyType::Static, .position = {2, 1, 0}});
    world.createShape(gate, {.geometry = Box{{2, 2, 2}}, .sensor = true});
    const BodyId sweeper =
        world.createBody({.type = BodyType::Kinematic, .position = {0, 0.6f, 0}, .angularVelocity = {0, 1, 0}});
    world.createShape(sweeper, {.geometry = Box{{4, 0.3f, 0.2f}}});
    const BodyId sleeper = world.createBody({.position = {12, 0.5f, 0}, .awake = false});
    world.createShape(sleeper, {.geometry = Box{}});
}

std::vector<uint64_t> hashes(World& world, int steps) {
    std::vector<uint64_t> out;
    for (int i = 0; i < steps; ++i) {
        world.step(kDt);
        out.push_back(world.stateHash());
    }
    return out;
}

// Calls that change what exists, the same ones whenever the world is in the same state.
void disturb(World& world, int round) {
    std::vector<BodyId> bodies;
    world.bodies(bodies);
    Random random{uint32_t(round)};
    world.destroyBody(bodies[size_t(random.below(int(bodies.size())))]);
    const glm::vec3 place = random.vector(2) + glm::vec3(0, 8, 0);
    const BodyId box = world.createBody({.position = place, .angularVelocity = {1, 2, 3}, .continuous = round % 2 == 0});
    world.createShape(box, {.geometry = Box{{0.3f, 0.2f, 0.4f}}});
    const BodyId other = bodies[size_t(random.below(int(bodies.size())))];
    if (world.isValid(other) && world.type(other) == BodyType::Dynamic)
        world.setTransform(other, place + glm::vec3(3, 0, 0), turn(1, {1, 1, 0}));
}

}  // namespace

TEST_CASE("every scene goes on from a snapshot as it went on without it, there and in another world") {
    Bytes snapshot;
    uint32_t seed = 1;
    for (const scenes::SceneEntry& entry : scenes::allScenes()) {
        CAPTURE(std::string(entry.name));
        Run run(entry, {});
        const int steps = stepsFor(run.world, 120);
        const int before = 1 + Random(seed++).below(steps);
        run.after(before);
        REQUIRE(run.world.validate());
        REQUIRE(run.world.saveSnapshot(snapshot));
        const uint64_t middle = run.world.stateHash(), end = run.after(steps);
        REQUIRE(run.world.restoreSnapshot(snapshot));
        CHECK(run.world.stateHash() == middle);
        CHECK(run.world.stepCount() == uint64_t(before));
        CHECK(run.after(steps) == end);

        WorldDef other;
        other.threads = 4;
        other.simd = SimdLevel::Scalar;
        other.broadphase = run.world.bodyCount() < 200 ? BroadphaseKind::BruteForce : BroadphaseKind::Tree;
        Run fresh(entry, other);
        REQUIRE(fresh.world.restoreSnapshot(snapshot));
        CHECK(fresh.world.validate());
        CHECK(fresh.after(steps) == end);
    }
}

TEST_CASE("a restored world meets the same calls with the same bits") {
    World world;
    buildWorkshop(world);
    hashes(world, 40);
    disturb(world, 1);  // between two steps: boxes, pairs and events wait for the next one
    Bytes snapshot;
    REQUIRE(world.saveSnapshot(snapshot));
    const auto goOn = [](World& w) {
        std::vector<uint64_t> out;
        for (int round = 2; round < 12; ++round) {
            disturb(w, round);
            CHECK(w.validate());
            for (const uint64_t hash : hashes(w, 15)) {
                out.push_back(hash);
                out.push_back(w.contactBeginEvents().size() * 10'000 + w.contactEndEvents().size() * 100 +
                              w.sensorBeginEvents().size() * 10 + w.bodySleepEvents().size());
            }
            CHECK(w.validate());
        }
        return out;
    };
    const std::vector<uint64_t> first = goOn(world);
    REQUIRE(world.restoreSnapshot(snapshot));
    CHECK(goOn(world) == first);
    World other;
    REQUIRE(other.restoreSnapshot(snapshot));
    CHECK(goOn(other) == first);
    CHECK(other.errorCount() == 0);
}

TEST_CASE("each solver goes on from a snapshot, just after another one too") {
    for (const SolverChoice& choice : kSolverChoices) {
        CAPTURE(std::string(choice.name));
        World world;
        buildWorkshop(world);
        hashes(world, 30);
        WorldSettings settings = choice.in(world.settings());
        settings.referenceIterations = 50;
        settings.substeps = 2;
        REQUIRE(world.setSettings(settings));
        hashes(world, 3);
        Bytes snapshot;
        REQUIRE(world.saveSnapshot(snapshot));
        const auto first = hashes(world, 20);
        World other;
        REQUIRE(other.restoreSnapshot(snapshot));
        CHECK(other.settings() == settings);
        CHECK(hashes(other, 20) == first);
    }
}

TEST_CASE("handles of the world name the same bodies after it went back") {
    World world;
    buildWorkshop(world);
    hashes(world, 5);
    std::vector<BodyId> bodies;
    world.bodies(bodies);
    world.setUserData(bodies[7], 77);
    Bytes snapshot;
    REQUIRE(world.saveSnapshot(snapshot));
    world.destroyBody(bodies[7]);
    const BodyId late = world.createBody({});
    CHECK(!world.isValid(bodies[7]));
    REQUIRE(world.restoreSnapshot(snapshot));
    CHECK(world.isValid(bodies[7]));
    CHECK(world.userData(bodies[7]) == 77);
    CHECK(!world.isValid(late));
}

TEST_CASE("eight frames back and forth end where eight frames forth do") {
    World world;
    buildWorkshop(world);
    hashes(world, 60);
    std::vector<Bytes> ring(8);
    std::vector<uint64_t> straight;
    for (Bytes& snapshot : ring) {
        REQUIRE(world.saveSnapshot(snapshot));
        straight.push_back(hashes(world, 1)[0]);
    }
    for (size_t back = 0; back < ring.size(); ++back) {
        REQUIRE(world.restoreSnapshot(ring[back]));
        const std::vector<uint64_t> again = hashes(world, int(ring.size() - back));
        CHECK(std::equal(again.begin(), again.end(), straight.begin() + std::ptrdiff_t(back)));
    }
}

TEST_CASE("saving and restoring again allocate nothing") {
    World world;
    buildWorkshop(world);
    hashes(world, 120);
    Bytes snapshot;
    REQUIRE(world.saveSnapshot(snapshot));
    REQUIRE(world.restoreSnapshot(snapshot));
    hashes(world, 10);
    REQUIRE(world.restoreSnapshot(snapshot));
    const std::byte* place = snapshot.data();
    REQUIRE(world.saveSnapshot(snapshot));
    CHECK(snapshot.data() == place);
    const size_t inUse = world.counters().memoryBytes;
    for (int i = 0; i < 10; ++i) {
        hashes(world, 5);
        REQUIRE(world.restoreSnapshot(snapshot));
    }
    CHECK(world.counters().memoryBytes == inUse);
}

TEST_CASE("what is no whole snapshot is refused with one line, and the world does not notice") {
    std::string lines;
    WorldDef def;
    def.errors = {.report = [](void* user, const char* line) { *static_cast<std::string*>(user) = line; }, .user = &lines};
    World world(def);
    buildWorkshop(world);
    hashes(world, 50);
    Bytes snapshot;
    REQUIRE(world.saveSnapshot(snapshot));
    hashes(world, 10);
    const uint64_t hash = world.stateHash();
    const auto refused = [&](std::span<const std::byte> bytes, const char* why) {
        const uint64_t errors = world.errorCount();
        CAPTURE(lines);
        CHECK(!world.restoreSnapshot(bytes));
        CHECK(world.errorCount() == errors + 1);
        CHECK(world.stateHash() == hash);
        CHECK(world.validate());
        if (why)
            CHECK(lines.find(why) != std::string::npos);
    };
    refused({}, "0 bytes");
    refused({snapshot.data(), 47}, "47 bytes");
    refused({snapshot.data(), snapshot.size() - 1}, "should have");
    Bytes changed = snapshot;
    changed[0] ^= std::byte{1};
    refused(changed, "does not begin");
    changed = snapshot;
    changed[12] ^= std::byte{1};
    refused(changed, "another version");
    changed = snapshot;
    changed[snapshot.size() / 2] ^= std::byte{64};
    refused(changed, "damaged");

    Random random(3);
    for (int i = 0; i < 300; ++i) {
        changed = snapshot;
        const size_t place = size_t(random.bits()) * 7919 % snapshot.size();
        const int bit = random.below(8);
        // What lies between the header and the state is not looked at.
        if (place >= 40 && place < 48)
            continue;
        changed[place] ^= std::byte(1 << bit);
        refused(changed, nullptr);
    }
    CHECK(world.restoreSnapshot(snapshot));
}

TEST_CASE("from inside a step there is no snapshot") {
    World world;
    buildWorkshop(world);
    struct Seen {
        World* world;
        bool saved = true;
    } seen{&world};
    world.setFilterCallback({[](void* user, ShapeId, ShapeId) {
                                 auto& s = *static_cast<Seen*>(user);
                                 Bytes bytes;
                                 s.saved = s.world->saveSnapshot(bytes);
                                 return true;
                             },
                             &seen});
    hashes(world, 60);
    CHECK(!seen.saved);
}
