// The same pairs for any number of threads; no heap allocation once warm.
#include <vector>

#include <doctest/doctest.h>

#include "random.h"
#include "twin.h"

namespace drystone::test {
namespace {

struct Cloud {
    std::vector<Aabb> boxes;
    std::vector<glm::vec3> velocities;

    Cloud(int count, float size, float speed) {
        Random random(11);
        for (int i = 0; i < count; ++i) {
            boxes.push_back(boxAt(random.between(glm::vec3(-size), glm::vec3(size)), glm::vec3(0.5f)));
            velocities.push_back(random.between(glm::vec3(-speed), glm::vec3(speed)));
        }
    }

    void addTo(Broadphase& broadphase) const {
        for (size_t i = 0; i < boxes.size(); ++i)
            broadphase.createProxy(boxes[i], i % 5 == 0 ? ProxyKind::Static : ProxyKind::Movable);
    }

    // There and back, so that a long run stays what it was.
    void step(int number, std::vector<ProxyMove>& moves) {
        moves.clear();
        const float sign = number / 50 % 2 == 0 ? 1.0f : -1.0f;
        for (size_t i = 0; i < boxes.size(); ++i) {
            if (i % 5 == 0)
                continue;
            const glm::vec3 motion = sign * velocities[i];
            boxes[i].lower += motion;
            boxes[i].upper += motion;
            moves.push_back({uint32_t(i), boxes[i], motion});
        }
    }
};

std::vector<ProxyPair> everyPairOfARun(int threads) {
    Memory memory;
    TaskSystem tasks(threads, {});
    const auto broadphase = makeBroadphase(BroadphaseKind::Tree, memory);
    Cloud cloud(3000, 12.0f, 0.05f);
    cloud.addTo(*broadphase);
    Array<ProxyPair> pairs(memory);
    std::vector<ProxyMove> moves;
    for (int step = 0; step < 60; ++step) {
        broadphase->findNewPairs(pairs, tasks);
        cloud.step(step, moves);
        broadphase->moveProxies(moves);
    }
    return {pairs.begin(), pairs.end()};
}

}  // namespace

TEST_CASE("any number of threads finds the same pairs in the same order") {
    const std::vector<ProxyPair> one = everyPairOfARun(1);
    CHECK(one.size() > 10000);
    CHECK((everyPairOfARun(2) == one));
    CHECK((everyPairOfARun(4) == one));
}

TEST_CASE("nothing is allocated once warm") {
    for (const int threads : {1, 3}) {
        Memory memory;
        TaskSystem tasks(threads, {});
        const auto broadphase = makeBroadphase(BroadphaseKind::Tree, memory);
        Cloud cloud(2000, 12.0f, 0.05f);
        cloud.addTo(*broadphase);
        Array<ProxyPair> pairs(memory);
        pairs.reserve(100000);
        std::vector<ProxyMove> moves;
        uint64_t warm = 0;
        for (int step = 0; step < 600; ++step) {
            if (step == 300)
                warm = memory.allocationCount();
            pairs.clear();
            broadphase->findNewPairs(pairs, tasks);
            cloud.step(step, moves);
            broadphase->moveProxies(moves);
            broadphase->destroyProxy(17);
            CHECK(broadphase->createProxy(cloud.boxes[17], ProxyKind::Movable) == 17);
        }
        CHECK(memory.allocationCount() == warm);
    }
}

}  // namespace drystone::test
