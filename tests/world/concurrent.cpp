// Const calls may run together, bad ones too; worlds may run side by side.
#include "scenes/performance.h"
#include "support/lab.h"

#include <atomic>
#include <thread>

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("queries from several threads at once") {
    Lab lab;
    scenes::buildPile(lab.world, 200, 100, 1.5f);
    lab.run(30);
    auto count = [&](int seed) {
        Random random{uint32_t(seed)};
        int hits = 0;
        std::vector<ShapeId> shapes;
        std::vector<RayHit> all;
        std::vector<Contact> contacts;
        for (int i = 0; i < 200; ++i) {
            const glm::vec3 from{random.range(-9, 9), 30, random.range(-9, 9)};
            hits += bool(lab.world.castRayClosest(from, {0, -40, 0}));
            hits += lab.world.castRayAny(from, {0, -40, 0});
            lab.world.castRayAll(from, {0, -40, 0}, all);
            lab.world.overlapSphere({from.x, 2, from.z}, 1, shapes);
            lab.world.overlapBox({from.x, 2, from.z}, glm::vec3(1), kIdentityRotation, shapes);
            hits += int(all.size() + shapes.size());
        }
        lab.world.contacts(contacts);
        hits += int(contacts.size()) + int(lab.world.measures().maxSpeed > 0) + lab.world.counters().bodies;
        return hits;
    };
    const int alone[2] = {count(1), count(2)};
    int together[2] = {0, 0};
    std::thread first([&] { together[0] = count(1); }), second([&] { together[1] = count(2); });
    first.join();
    second.join();
    CHECK(together[0] == alone[0]);
    CHECK(together[1] == alone[1]);
}

TEST_CASE("bad const calls from several threads are each counted") {
    static std::atomic<int> lines;
    lines = 0;
    WorldDef def;
    def.errors = {[](void*, const char*) { ++lines; }, nullptr};
    World world(def);
    auto misuse = [&] {
        for (int i = 0; i < 500; ++i) {
            world.position(BodyId{});
            world.castRayAny({kNan, 0, 0}, {1, 0, 0});
        }
    };
    std::thread first(misuse), second(misuse);
    first.join();
    second.join();
    CHECK(world.errorCount() == 2000);
    CHECK(lines > 0);
}

TEST_CASE("worlds on two threads do not notice each other") {
    auto hash = [] {
        World world;
        scenes::buildPile(world, 60, 60, 1.5f);
        for (int i = 0; i < 60; ++i)
            world.step(kDt);
        return world.stateHash();
    };
    const uint64_t alone = hash();
    uint64_t together[2] = {0, 0};
    std::thread first([&] { together[0] = hash(); }), second([&] { together[1] = hash(); });
    first.join();
    second.join();
    CHECK(together[0] == alone);
    CHECK(together[1] == alone);
}

TEST_CASE("the contact-modify callback runs on the pool's threads") {
    WorldDef def;
    def.threads = 4;
    World world(def);
    std::atomic<int> calls{0};
    world.setContactModifyCallback({[](void* user, ContactModify& c) {
                                        c.friction *= 0.5f;
                                        static_cast<std::atomic<int>*>(user)->fetch_add(1, std::memory_order_relaxed);
                                    },
                                    &calls});
    scenes::buildPile(world, 200, 100, 1.5f);
    for (int i = 0; i < 90; ++i)
        world.step(kDt);
    CHECK(calls > 1000);
}
