// What the fat boxes are, and that no input breaks them.
#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "broadphase/proxy_store.h"
#include "math/algebra.h"
#include "random.h"
#include "twin.h"

namespace drystone::test {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kHalfSpace = 1e18f;

bool finite(const Aabb& box) {
    return isFinite(box.lower) && isFinite(box.upper);
}

}  // namespace

TEST_CASE("a box is stretched to the side that it moves to") {
    Twin twin;
    const uint32_t proxy = twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Movable);
    const Aabb first = twin.tree().fatBox(proxy);
    CHECK(first.lower.x == doctest::Approx(-1.05));
    CHECK(first.upper.z == doctest::Approx(1.05));
    twin.move({proxy, boxAt({0.1f, 0.0f, 0.0f}, glm::vec3(1.0f)), {0.1f, 0.0f, 0.0f}});
    twin.step();
    const Aabb second = twin.tree().fatBox(proxy);
    CHECK(second.lower.x == doctest::Approx(-0.95));
    CHECK(second.upper.x > 1.15f + 4 * 0.1f);
    CHECK(second.upper.y == doctest::Approx(1.05));
}

TEST_CASE("within its fat box a proxy moves for nothing") {
    Twin twin;
    const uint32_t proxy = twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Movable);
    twin.step();
    twin.step();
    twin.move({proxy, boxAt(glm::vec3(0.04f), glm::vec3(1.0f)), glm::vec3(0.04f)});
    twin.step();
    CHECK(!twin.tree().moved(proxy));
    CHECK(twin.tree().tightBox(proxy).upper.x == 1.04f);
    CHECK(twin.tree().fatBox(proxy).upper.x == doctest::Approx(1.05));
}

TEST_CASE("margins that began together do not end together") {
    Memory memory;
    TaskSystem tasks(1, {});
    const auto broadphase = makeBroadphase(BroadphaseKind::Tree, memory);
    const int count = 1000, steps = 400;
    std::vector<ProxyMove> moves;
    for (int i = 0; i < count; ++i) {
        const Aabb box = boxAt({0.0f, 5.0f * float(i), 0.0f}, glm::vec3(0.5f));
        moves.push_back({broadphase->createProxy(box, ProxyKind::Movable), box, {0.05f, 0.0f, 0.0f}});
    }
    Array<ProxyPair> pairs(memory);
    int total = 0, most = 0;
    for (int step = 0; step < steps; ++step) {
        broadphase->findNewPairs(pairs, tasks);
        for (ProxyMove& move : moves)
            move.tight = {move.tight.lower + move.motion, move.tight.upper + move.motion};
        broadphase->moveProxies(moves);
        int moved = 0;
        for (int i = 0; i < count; ++i)
            moved += broadphase->moved(uint32_t(i)) ? 1 : 0;
        if (step >= steps / 2) {
            total += moved;
            most = std::max(most, moved);
        }
    }
    // moved() covers this round and the last.
    const int mean = total / (steps / 2);
    CHECK(mean < count * 2 / 30);
    CHECK(most < 4 * mean);
}

TEST_CASE("no finite input makes a box or a search infinite") {
    Twin twin;
    const float values[] = {0.0f, -0.0f, 1e-45f, 1.0f, -1.0f, 1e10f, -1e18f, 1e18f, 1e30f, kLargest, -kLargest};
    Random random(3);
    const auto any = [&] {
        const auto one = [&] { return values[random.below(uint32_t(std::size(values)))]; };
        const float x = one(), y = one(), z = one();
        return glm::vec3(x, y, z);
    };
    for (int i = 0; i < 3000; ++i) {
        const glm::vec3 a = any(), b = any();
        const Aabb box{glm::min(a, b), glm::max(a, b)};
        if (i < 200)
            twin.create(box, i % 3 == 0 ? ProxyKind::Static : ProxyKind::Movable);
        twin.move({random.below(uint32_t(std::min(i, 199)) + 1), box, any()});
        if (i % 4 == 0) {
            twin.step();
            twin.checkQuery(box);
            twin.checkRay(any(), any());
        }
        for (uint32_t proxy : twin.live())
            REQUIRE(finite(twin.tree().fatBox(proxy)));
    }
    twin.checkAgainstAllPairs();
}

TEST_CASE("half-spaces pair with all that moves in them") {
    Twin twin;
    Aabb ground = boxAt(glm::vec3(0.0f), glm::vec3(kHalfSpace));
    ground.upper.y = 0.0f;
    Aabb wall = boxAt(glm::vec3(0.0f), glm::vec3(kHalfSpace));
    const uint32_t a = twin.create(ground, ProxyKind::Static);
    const uint32_t b = twin.create(wall, ProxyKind::Static);
    Random random(4);
    for (int i = 0; i < 500; ++i)
        twin.create(boxAt(random.between(glm::vec3(-50.0f), glm::vec3(50.0f)), glm::vec3(0.5f)), ProxyKind::Movable);
    twin.step();
    twin.checkAgainstAllPairs();
    CHECK(twin.tree().fatOverlap(b, 300));
    twin.destroy(a);
    for (int i = 0; i < 300; ++i) {
        const auto proxy = uint32_t(2 + i);
        twin.move({proxy, boxAt(random.between(glm::vec3(-50.0f), glm::vec3(50.0f)), glm::vec3(0.5f)), {}});
    }
    twin.step();
    twin.checkAgainstAllPairs();
}

TEST_CASE("many statics come and go one by one") {
    Memory memory;
    TaskSystem tasks(1, {});
    const auto broadphase = makeBroadphase(BroadphaseKind::Tree, memory);
    const uint32_t count = 16384;
    Random random(8);
    Array<ProxyPair> pairs(memory);
    const auto began = std::chrono::steady_clock::now();
    for (uint32_t i = 0; i < count; ++i) {
        const glm::vec3 centre = random.between(glm::vec3(-200.0f), glm::vec3(200.0f));
        broadphase->createProxy(boxAt(centre, glm::vec3(0.5f)), ProxyKind::Static);
        if (i % 8 == 0)
            broadphase->findNewPairs(pairs, tasks);
    }
    for (uint32_t i = 0; i < count; ++i) {
        broadphase->destroyProxy((i * 7919u) % count);
        if (i % 8 == 0)
            broadphase->findNewPairs(pairs, tasks);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    MESSAGE("created and destroyed in ", took.count(), " s");
    CHECK(pairs.empty());
    bool any = false;
    broadphase->query(boxAt(glm::vec3(0.0f), glm::vec3(kHalfSpace)), [&](uint32_t) { return any = true; });
    CHECK(!any);
}

TEST_CASE("loaded boxes without bounds, and a list that names a proxy twice, are found out") {
    struct Forge {
        bool boxes;
        void operator()(Array<ProxyRecord>& records) const {
            if (boxes)
                records[0].fat = {glm::vec3(-std::numeric_limits<float>::infinity()),
                                  glm::vec3(std::numeric_limits<float>::infinity())};
        }
        void operator()(Array<uint32_t>& list) const {
            if (!boxes && !list.empty())
                std::fill(list.begin(), list.end(), list.front());
        }
        void operator()(Array<Aabb>&) const {}
        void operator()(uint64_t&) const {}
        void operator()(bool&) const {}
    };
    for (const bool boxes : {true, false}) {
        Memory memory;
        Array<uint8_t> seen(memory);
        ProxyStore store(memory);
        for (int i = 0; i < 5; ++i)
            store.create(boxAt(glm::vec3(3.0f * float(i)), glm::vec3(1.0f)), ProxyKind::Movable);
        store.endRound();
        store.destroy(2);
        store.destroy(3);
        CHECK(store.consistent(seen));
        const Forge forge{boxes};
        ProxyStore::transfer(forge, store);
        CHECK_FALSE(store.consistent(seen));
    }
}

}  // namespace drystone::test
