#include <algorithm>

#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// RandyGaul/qu3e#54: five boxes collapsed in 5 s without sleep.
TEST_CASE("stacks of five and ten stand for a minute without sleep") {
    for (const int count : {5, 10}) {
        CAPTURE(count);
        Lab lab(sleepless());
        lab.floor({.friction = 0.5f});
        const std::vector<BodyId> boxes = lab.stack(count, glm::vec3(0), {.friction = 0.5f});
        float fastest = 0;
        for (int i = 0; i < 3600; ++i) {
            lab.world.step(kDt);
            if (i >= 120)
                fastest = std::max(fastest, lab.world.measures().maxSpeed);
        }
        const BodyId top = boxes.back();
        const glm::vec3 p = lab.world.position(top), up = lab.world.rotation(top) * glm::vec3(0, 1, 0);
        const float lost = float(count) - 0.5f - p.y;
        MESSAGE(count << " boxes: top lost " << 1000 * lost << " mm, drifted " << 1000 * std::hypot(p.x, p.z)
                      << " mm, fastest " << 1000 * fastest << " mm/s");
        CHECK(std::hypot(p.x, p.z) < 0.01f);
        CHECK(up.y > std::cos(radians(1)));
        if (count == 5)
            CHECK(lost < 4 * lab.world.settings().linearSlop + 0.001f);
        CHECK(fastest < 0.01f);
    }
}

// godotengine/godot#67944: a thin plank never came to rest.
TEST_CASE("a thin plank settles and sleeps") {
    const glm::vec3 half{0.1f, 0.015f, 0.5f};
    for (const float tilt : {0.0f, 10.0f}) {
        CAPTURE(tilt);
        Lab lab;
        lab.floor();
        const BodyId plank = lab.box({0, 0.515f + (tilt > 0 ? 0.1f : 0), 0}, half, {.friction = 0.5f},
                                     turn(radians(tilt), {1, 0, 0.3f}));
        int steps = 0;
        while (lab.world.isAwake(plank) && steps < 240) {
            lab.world.step(kDt);
            ++steps;
        }
        MESSAGE("asleep after " << float(steps) / 60 << " s");
        CHECK(!lab.world.isAwake(plank));
        CHECK(lab.world.bounds(lab.shapeOf(plank)).lower.y > -0.005f);
    }
}

TEST_CASE("a heap of thin planks settles and sleeps") {
    Lab lab;
    lab.floor();
    Random random(7);
    std::vector<BodyId> planks;
    for (int i = 0; i < 10; ++i) {
        const glm::vec3 aside = random.vector(0.15f);
        const float tilt = random.range(-0.2f, 0.2f), round = random.range(0, 2 * kPi);
        planks.push_back(lab.box({aside.x, 0.5f + 0.25f * float(i), aside.z}, {0.1f, 0.015f, 0.5f}, {.friction = 0.5f},
                                 turn(round, {0, 1, 0}) * turn(tilt, {1, 0, 0.3f})));
    }
    int steps = 0;
    while (lab.world.counters().awakeBodies > 0 && steps < 900) {
        lab.world.step(kDt);
        ++steps;
    }
    MESSAGE("asleep after " << float(steps) / 60 << " s");
    for (const BodyId plank : planks) {
        CHECK(!lab.world.isAwake(plank));
        CHECK(lab.world.bounds(lab.shapeOf(plank)).lower.y > -0.005f);
    }
}

// dartsim/dart#3442: from a hundred to one the heavy box passed into the light one.
TEST_CASE("a heavy box stays on a light one") {
    for (const float ratio : {1.0f, 10.0f, 100.0f, 1000.0f}) {
        CAPTURE(ratio);
        Lab lab(sleepless());
        lab.floor({.friction = 0.5f});
        const BodyId light = lab.box({0, 0.5f, 0}),
                     heavy = lab.body({.position = {0, 1.5f, 0}}, {.geometry = Box{}, .density = ratio});
        float deepest = 0, aside = 0;
        for (int i = 0; i < 600; ++i) {
            lab.world.step(kDt);
            const glm::vec3 a = lab.world.position(light), b = lab.world.position(heavy);
            deepest = std::max({deepest, 0.5f - a.y, 1 - (b.y - a.y)});
            aside = std::max(aside, std::hypot(a.x, a.z));
        }
        MESSAGE(ratio << " to 1: deepest " << 1000 * deepest << " mm");
        CHECK(deepest < (ratio > 100 ? 0.05f : 0.01f));
        CHECK(aside < 0.01f);
    }
}

// google-deepmind/mujoco_warp#1430: a box sank deeper the larger the slab under it.
TEST_CASE("resting depth does not depend on the size of what a box rests on") {
    for (const bool corner : {false, true}) {
        float least = 1, most = -1;
        for (const float size : {1.0f, 10.0f, 25.0f, 50.0f, 100.0f}) {
            Lab lab;
            lab.body({.type = BodyType::Static, .position = {0, -0.25f, 0}}, {.geometry = Box{{size, 0.25f, size}}});
            const float at = corner ? size - 0.15f : 0;
            const BodyId box =
                lab.body({.position = {at, 0.1f, at}}, {.geometry = Box{glm::vec3(0.1f)}, .density = 10 / 0.008f});
            lab.run(1500, 0.002f);
            const float depth = 0.1f - lab.world.position(box).y;
            least = std::min(least, depth);
            most = std::max(most, depth);
            std::vector<Contact> contacts;
            lab.world.contacts(contacts);
            REQUIRE(contacts.size() == 1);
            CHECK(contacts[0].pointCount == 4);
            CHECK(depth < lab.world.settings().linearSlop + 0.0005f);
        }
        MESSAGE("depth " << 1000 * least << " to " << 1000 * most << " mm");
        CHECK(most - least < 0.0001f);
    }
}

// Panda3D#325 and its kind: a game's step is seldom as even as its author thinks.
TEST_CASE("a stack of five stands while the length of the step jumps") {
    const float others[] = {1e-6f, 1e-5f, 1e-3f, 1.0f / 120};
    for (const float other : others)
        for (const int period : {2, 5}) {
            CAPTURE(other);
            CAPTURE(period);
            Lab lab(sleepless());
            lab.floor({.friction = 0.5f});
            const BodyId top = lab.stack(5, glm::vec3(0), {.friction = 0.5f}).back();
            float highest = 0;
            for (int i = 0; i < 1800; ++i) {
                lab.world.step(i % period ? kDt : other);
                highest = std::max(highest, lab.world.position(top).y);
            }
            const glm::vec3 p = lab.world.position(top);
            CHECK(highest < 4.501f);
            CHECK(p.y > 4.49f);
            CHECK(std::hypot(p.x, p.z) < 0.002f);
        }
}

TEST_CASE("a buried body does not fall asleep before it is out") {
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulse, SolverKind::Xpbd}) {
        CAPTURE(int(solver));
        WorldSettings settings;
        settings.solver = solver;
        Lab lab(settings);
        lab.floor();
        const BodyId ball = lab.sphere({0, -0.45f, 0}, 0.5f);
        lab.run(600);
        CHECK(lab.world.position(ball).y > 0.49f);
        CHECK(!lab.world.isAwake(ball));
    }
}

// Blocks whose edges nearly coincide: their contact points change features from step to step, and a tower in which points
// forget their impulses sways until it falls apart.
TEST_CASE("a tower of eighteen layers of three blocks comes to rest") {
    for (const float density : {600.0f, 1000.0f}) {
        CAPTURE(density);
        Lab lab(sleepless());
        lab.floor();
        std::vector<BodyId> blocks;
        for (int layer = 0; layer < 18; ++layer)
            for (int k = -1; k <= 1; ++k) {
                const float y = 0.075f + 0.15f * float(layer), across = 0.25f * float(k);
                blocks.push_back(lab.body(
                    {.position = layer % 2 ? glm::vec3(across, y, 0) : glm::vec3(0, y, across)},
                    {.geometry = Box{layer % 2 ? glm::vec3(0.124f, 0.075f, 0.375f) : glm::vec3(0.375f, 0.075f, 0.124f)},
                     .density = density}));
            }
        const glm::vec3 from = lab.world.position(blocks.back());
        lab.run(900);
        const glm::vec3 moved = lab.world.position(blocks.back()) - from;
        CHECK(lab.world.measures().maxSpeed < 0.002f);
        CHECK(std::hypot(moved.x, moved.z) < 0.01f);
    }
}
