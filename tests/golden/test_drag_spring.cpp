// The pointer's spring on a body: it arrives, and no stiffness, mass or shape makes it swing up.
#include <cmath>

#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "core/drag_spring.h"

namespace {

using namespace drystone;
using namespace drystone::sandbox;

struct Held {
    World world;
    BodyId body;
    DragSpring spring;

    // A slender box held at its corner, a metre from where the pointer is.
    Held(float gravity, float density) : world(WorldDef{.settings = {.gravity = {0.0f, gravity, 0.0f}}}) {
        body = world.createBody({.position = {0.0f, 5.0f, 0.0f}});
        world.createShape(body, {.geometry = Box{{0.5f, 0.05f, 0.2f}}, .density = density});
        spring.grab(world, body, {0.5f, 5.05f, 0.2f});
        spring.setTarget({1.0f, 6.0f, -0.3f});
    }
    float gap() const { return glm::distance(spring.anchor(world.transform(body)), spring.target()); }
};

}  // namespace

TEST_CASE("A held body comes to the pointer at any stiffness and step, and stays") {
    for (const float hertz : {0.5f, 5.0f, 60.0f, 1000.0f}) {
        for (const float rate : {30.0f, 60.0f, 240.0f}) {
            CAPTURE(hertz);
            CAPTURE(rate);
            Held held(0.0f, 1000.0f);
            SpringSettings settings{.hertz = hertz, .damping = 0.8f, .maxForce = 1e9f};
            const float start = held.gap();
            float worst = 0.0f;
            for (int i = 0; i < static_cast<int>(rate * 8.0f); ++i) {
                held.spring.apply(held.world, 1.0f / rate, settings);
                held.world.step(1.0f / rate);
                worst = std::max(worst, held.gap());
            }
            CHECK(worst < start * 1.2f);
            CHECK(held.gap() < 0.01f);
        }
    }
}

TEST_CASE("An undamped spring gains no energy") {
    Held held(0.0f, 5000.0f);
    const SpringSettings settings{.hertz = 20.0f, .damping = 0.0f, .maxForce = 1e9f, .spinDamping = 0.0f};
    float early = 0.0f, late = 0.0f;
    for (int i = 0; i < 600; ++i) {
        held.spring.apply(held.world, 1.0f / 60.0f, settings);
        held.world.step(1.0f / 60.0f);
        float& worst = i < 60 ? early : late;
        worst = std::max(worst, held.gap());
    }
    CHECK(late <= early * 1.05f);
}

TEST_CASE("Under gravity a held body hangs near the pointer, and the spring's strength has a limit") {
    Held held(-9.81f, 1000.0f);
    for (int i = 0; i < 600; ++i) {
        held.spring.apply(held.world, 1.0f / 60.0f, {});
        held.world.step(1.0f / 60.0f);
    }
    CHECK(held.gap() < 0.1f);
    CHECK(held.gap() > 0.0f);

    Held weak(-9.81f, 1000.0f);
    for (int i = 0; i < 60; ++i) {
        weak.spring.apply(weak.world, 1.0f / 60.0f, {.maxForce = 0.5f});
        weak.world.step(1.0f / 60.0f);
    }
    CHECK(weak.world.linearVelocity(weak.body).y < -3.0f);  // half a weight does not carry it
}

TEST_CASE("The spring lets go of a body that is gone") {
    Held held(0.0f, 1000.0f);
    held.world.destroyBody(held.body);
    held.spring.apply(held.world, 1.0f / 60.0f, {});
    CHECK_FALSE(held.spring.active());
    CHECK(held.world.errorCount() == 0);
}
