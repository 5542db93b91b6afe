// A million random updates in all: the tree against brute force, and both against every pair of fat boxes.
#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"
#include "twin.h"

namespace drystone::test {
namespace {

struct World {
    const char* name;
    float size;         // half the edge of the cube that all live in (m)
    float smallest, largest;  // half extents (m)
    float speed;        // m a step, at most
    glm::vec3 origin{0.0f};
    bool lattice = false;  // equal boxes, side by side or in the same place
    float staticShare = 0.3f;
};

const World kWorlds[] = {
    {"sparse", 60.0f, 0.3f, 0.7f, 0.1f},
    {"clustered", 4.0f, 0.2f, 0.6f, 0.05f},
    {"huge and tiny", 30.0f, 0.02f, 20.0f, 0.3f},
    {"all in one place", 0.3f, 0.5f, 0.6f, 0.02f},
    {"lattice", 8.0f, 0.5f, 0.5f, 0.1f, {}, true},
    {"flat", 20.0f, 0.001f, 5.0f, 0.4f, {}, false, 0.8f},
    {"far from the origin", 20.0f, 0.3f, 0.7f, 0.2f, {2e6f, -3e5f, 1e4f}},
    {"points", 3.0f, 0.0f, 0.0f, 0.1f},
    {"no statics", 15.0f, 0.2f, 0.8f, 2.0f, {}, false, 0.0f},
};

class Actors {
public:
    Actors(const World& world, uint64_t seed, int threads = 1) : m_world(world), m_random(seed), m_twin(threads) {}

    Twin& twin() { return m_twin; }
    Random& random() { return m_random; }

    void create() {
        const Aabb box = anyBox();
        const uint32_t proxy = m_twin.create(box, anyKind());
        if (proxy >= m_velocity.size())
            m_velocity.resize(proxy + 1);
        m_velocity[proxy] = anyVelocity();
    }

    // One random update of one proxy.
    void update() {
        if (m_twin.live().empty())
            return create();
        const uint32_t proxy = m_twin.live()[m_random.below(uint32_t(m_twin.live().size()))];
        const float what = m_random.unit();
        if (what < 0.9f)
            drift(proxy);
        else if (what < 0.94f)
            m_twin.move({proxy, anyBox(), anyVelocity()});
        else if (what < 0.96f)
            m_twin.reset(proxy, m_twin.tree().tightBox(proxy), anyKind());
        else if (what < 0.98f)
            m_twin.destroy(proxy);
        else
            create();
    }

    Aabb anyBox() {
        const glm::vec3 size(m_world.size);
        glm::vec3 centre = m_random.between(-size, size);
        if (m_world.lattice)
            centre = glm::round(centre / (2.0f * m_world.largest)) * (2.0f * m_world.largest);
        const glm::vec3 half = m_random.between(glm::vec3(m_world.smallest), glm::vec3(m_world.largest));
        return boxAt(m_world.origin + centre, half);
    }

private:
    void drift(uint32_t proxy) {
        Aabb box = m_twin.tree().tightBox(proxy);
        const glm::vec3 velocity = m_velocity[proxy];
        // What is static mostly stays, as do bodies at rest; but nothing forbids moving it.
        const bool rests = m_random.chance(m_twin.kind(proxy) == ProxyKind::Static ? 0.9f : 0.1f);
        const glm::vec3 step = rests ? m_random.between(glm::vec3(-1e-3f), glm::vec3(1e-3f)) : velocity;
        box.lower += step;
        box.upper += step;
        if (glm::any(glm::greaterThan(glm::abs(box.lower - m_world.origin), glm::vec3(1.5f * m_world.size))))
            m_velocity[proxy] = anyVelocity();
        m_twin.move({proxy, box, rests ? glm::vec3(0.0f) : velocity});
    }

    ProxyKind anyKind() { return m_random.chance(m_world.staticShare) ? ProxyKind::Static : ProxyKind::Movable; }
    glm::vec3 anyVelocity() { return m_random.between(glm::vec3(-m_world.speed), glm::vec3(m_world.speed)); }

    const World& m_world;
    Random m_random;
    Twin m_twin;
    std::vector<glm::vec3> m_velocity;
};

void run(const World& world, int proxies, int steps, int updatesAStep, uint64_t seed) {
    CAPTURE(world.name);
    Actors actors(world, seed);
    for (int i = 0; i < proxies; ++i)
        actors.create();
    for (int step = 0; step < steps; ++step) {
        actors.twin().step();
        actors.twin().checkAgainstAllPairs();
        const int updates = step % 16 == 15 ? 0 : updatesAStep;
        for (int i = 0; i < updates; ++i)
            actors.update();
    }
}

}  // namespace

TEST_CASE("pairs are the overlaps of fat boxes, over a million random updates") {
    uint64_t seed = 1;
    for (const World& world : kWorlds) {
        run(world, 150, 800, 120, ++seed);   // 90,000 updates
        run(world, 600, 60, 500, ++seed);    // 28,000
        run(world, 5, 2000, 3, ++seed);      // 5,600
        run(world, 0, 300, 1, ++seed);
    }
}

TEST_CASE("few changes among many proxies") {
    const World world{"town", 200.0f, 0.3f, 3.0f, 0.1f, {}, false, 0.7f};
    Actors actors(world, 99);
    for (int i = 0; i < 4000; ++i)
        actors.create();
    for (int step = 0; step < 60; ++step) {
        actors.twin().step();
        if (step % 20 == 0)
            actors.twin().checkAgainstAllPairs();
        for (int i = 0; i < 20; ++i)
            actors.update();
    }
    actors.twin().step();
    actors.twin().checkAgainstAllPairs();
}

TEST_CASE("a static never pairs with a static") {
    Twin twin;
    for (int i = 0; i < 40; ++i)
        twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Static);
    twin.step();
    CHECK(twin.pairs().empty());
    twin.reset(7, boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Movable);
    twin.step();
    CHECK(twin.pairs().size() == 39);
    twin.reset(7, boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Static);
    twin.step();
    CHECK(twin.pairs().empty());
}

TEST_CASE("a reset proxy reports its overlaps again, a moved one does not") {
    Twin twin;
    const Aabb box = boxAt(glm::vec3(0.0f), glm::vec3(1.0f));
    const uint32_t a = twin.create(box, ProxyKind::Movable);
    const uint32_t b = twin.create(box, ProxyKind::Movable);
    twin.step();
    REQUIRE(twin.pairs().size() == 1);
    twin.reset(a, box, ProxyKind::Movable);  // forgets the pair
    twin.step();
    CHECK(twin.pairs().size() == 1);
    twin.move({b, boxAt(glm::vec3(0.5f), glm::vec3(1.0f)), glm::vec3(0.0f)});
    twin.step();  // would meet the pair twice
    CHECK(twin.tree().moved(b));
    CHECK(!twin.tree().moved(a));
    CHECK(twin.tree().anyMoved());
    twin.step();
    CHECK(!twin.tree().moved(b));
    CHECK(!twin.tree().anyMoved());
}

TEST_CASE("away and back between two questions is no news") {
    Twin twin;
    twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Static);
    const uint32_t mover = twin.create(boxAt(glm::vec3(0.0f), glm::vec3(1.0f)), ProxyKind::Movable);
    twin.step();
    twin.move({mover, boxAt(glm::vec3(50.0f), glm::vec3(1.0f)), glm::vec3(0.0f)});
    twin.move({mover, boxAt(glm::vec3(0.1f), glm::vec3(1.0f)), glm::vec3(0.0f)});
    twin.step();
    CHECK(twin.pairs().size() == 1);
    twin.checkAgainstAllPairs();
}

TEST_CASE("indices are reused smallest first") {
    Twin twin;
    const Aabb box = boxAt(glm::vec3(0.0f), glm::vec3(1.0f));
    for (uint32_t i = 0; i < 10; ++i)
        CHECK(twin.create(box, ProxyKind::Movable) == i);
    for (uint32_t i : {7u, 2u, 9u, 4u})
        twin.destroy(i);
    for (uint32_t i : {2u, 4u, 7u, 9u, 10u})
        CHECK(twin.create(box, ProxyKind::Static) == i);
    twin.step();
    twin.checkAgainstAllPairs();
}

}  // namespace drystone::test
