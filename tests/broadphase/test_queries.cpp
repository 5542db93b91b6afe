// Boxes and rays against all proxies, while proxies come, go and move.
#include <vector>

#include <doctest/doctest.h>

#include "random.h"
#include "twin.h"

namespace drystone::test {
namespace {

constexpr float kHalfSpace = 1e18f;

glm::vec3 anyTranslation(Random& random, float size) {
    glm::vec3 t = random.between(glm::vec3(-size), glm::vec3(size));
    for (int axis = 0; axis < 3; ++axis) {
        const uint32_t what = random.below(10);
        if (what < 3)
            t[axis] = 0.0f;
        else if (what == 3)
            t[axis] *= 1e-32f;
        else if (what == 4)
            t[axis] *= 1e8f;
        else if (what == 5)
            t[axis] = -0.0f;
    }
    return t;
}

}  // namespace

TEST_CASE("queries and rays see every change at once") {
    for (const glm::vec3 origin : {glm::vec3(0.0f), glm::vec3(1e5f, 0.0f, -3e6f)}) {
        Random random(5);
        Twin twin;
        const glm::vec3 size(20.0f);
        twin.create(boxAt(glm::vec3(0.0f), glm::vec3(kHalfSpace)), ProxyKind::Static);
        for (int i = 0; i < 2000; ++i) {
            const glm::vec3 centre = origin + random.between(-size, size);
            const Aabb box = boxAt(centre, random.between(glm::vec3(0.0f), glm::vec3(1.0f)));
            const auto kind = random.chance(0.3f) ? ProxyKind::Static : ProxyKind::Movable;
            if (twin.live().size() < 300 || random.chance(0.1f))
                twin.create(box, kind);
            const uint32_t proxy = twin.live()[random.below(uint32_t(twin.live().size()))];
            if (random.chance(0.1f))
                twin.destroy(proxy);
            else if (random.chance(0.1f))
                twin.reset(proxy, box, kind);
            else
                twin.move({proxy, box, random.between(glm::vec3(-1.0f), glm::vec3(1.0f))});
            if (random.chance(0.05f))
                twin.step();
            twin.flush();
            twin.checkQuery(boxAt(centre, random.between(glm::vec3(0.0f), glm::vec3(6.0f))));
            const glm::vec3 from = origin + random.between(-size, size);
            twin.checkRay(from, anyTranslation(random, 40.0f));
        }
    }
}

TEST_CASE("a ray along the faces, edges and corners of boxes misses none") {
    Twin twin;
    for (int x = -3; x <= 3; ++x)
        for (int y = -3; y <= 3; ++y)
            for (int z = -3; z <= 3; ++z)
                twin.create(boxAt(glm::vec3(x, y, z), glm::vec3(0.5f)), ProxyKind::Static);
    twin.step();
    Random random(6);
    for (int i = 0; i < 3000; ++i) {
        glm::vec3 from, to;
        for (int axis = 0; axis < 3; ++axis) {
            from[axis] = float(random.below(17)) * 0.5f - 4.0f;
            to[axis] = float(random.below(17)) * 0.5f - 4.0f;
        }
        twin.checkRay(from, to - from);
    }
}

TEST_CASE("a visitor clips and stops") {
    Memory memory;
    for (const BroadphaseKind kind : {BroadphaseKind::Tree, BroadphaseKind::BruteForce}) {
        const auto broadphase = makeBroadphase(kind, memory);
        for (int i = 0; i < 500; ++i)
            broadphase->createProxy(boxAt({float(2 * i), 0.0f, 0.0f}, glm::vec3(0.5f)), ProxyKind::Static);
        int visits = 0;
        broadphase->query(boxAt(glm::vec3(0.0f), glm::vec3(1e4f)), [&](uint32_t) { return ++visits < 7; });
        CHECK(visits == 7);

        float closest = 1.0f;
        const float length = 2000.0f;
        visits = 0;
        broadphase->rayCast({-1.0f, 0.0f, 0.0f}, {length, 0.0f, 0.0f}, [&](uint32_t proxy) {
            ++visits;
            closest = std::min(closest, (broadphase->tightBox(proxy).lower.x + 1.0f) / length);
            return closest;
        });
        CHECK(closest == doctest::Approx(0.5 / 2000.0));
        CHECK(visits == 1);

        visits = 0;
        broadphase->rayCast({-1.0f, 0.0f, 0.0f}, {length, 0.0f, 0.0f}, [&](uint32_t) {
            ++visits;
            return 0.0f;
        });
        CHECK(visits == 1);
    }
}

TEST_CASE("a ray that does not move is a point") {
    Twin twin;
    const uint32_t box = twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Static);
    int visits = 0;
    const auto count = [&](uint32_t proxy) {
        CHECK(proxy == box);
        ++visits;
        return 1.0f;
    };
    twin.tree().rayCast(glm::vec3(0.5f), glm::vec3(0.0f), count);
    twin.tree().rayCast(glm::vec3(1.0f), glm::vec3(-0.0f), count);
    CHECK(visits == 2);
    twin.tree().rayCast(glm::vec3(1.5f), glm::vec3(0.0f), count);
    CHECK(visits == 2);
}

TEST_CASE("an empty broadphase finds nothing") {
    Twin twin;
    twin.step();
    twin.checkQuery(boxAt(glm::vec3(0.0f), glm::vec3(kHalfSpace)));
    twin.checkRay(glm::vec3(0.0f), glm::vec3(1.0f));
    const uint32_t proxy = twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Movable);
    twin.destroy(proxy);
    twin.checkQuery(boxAt(glm::vec3(0.0f), glm::vec3(kHalfSpace)));
    twin.checkRay(glm::vec3(0.0f), glm::vec3(1.0f));
    twin.step();
    CHECK(twin.pairs().empty());
}

}  // namespace drystone::test
