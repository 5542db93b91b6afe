#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// DanielChappuis/reactphysics3d#235: what slept on a destroyed floor floated.
TEST_CASE("a sleeping box, or stack, falls from the step after its floor goes") {
    for (const int count : {1, 3}) {
        Lab lab;
        const BodyId floor = lab.floor();
        const std::vector<BodyId> boxes = lab.stack(count);
        lab.run(120);
        std::vector<float> before;
        for (const BodyId id : boxes) {
            REQUIRE(!lab.world.isAwake(id));
            before.push_back(lab.world.position(id).y);
        }
        lab.world.destroyBody(floor);
        lab.run(30);
        const float h = kDt / 4, fall = 0.5f * kGravity * 0.25f + 0.5f * kGravity * 0.5f * h;
        for (size_t i = 0; i < boxes.size(); ++i) {
            CHECK(lab.world.isAwake(boxes[i]));
            CHECK(before[i] - lab.world.position(boxes[i]).y == about(fall, 0.01));
        }
    }
}

// jrouwe/JoltPhysics#1980: a box that was made asleep and woken in the same frame hung in the air.
TEST_CASE("made asleep: stays; woken at once: falls like any other; hit: wakes and keeps momentum") {
    const BodyDef asleep{.position = {0, 5, 0}, .awake = false};
    Lab left;
    const BodyId a = left.body(asleep, {.geometry = Box{}});
    CHECK(!left.world.isAwake(a));
    left.run(60);
    CHECK(left.world.position(a) == glm::vec3(0, 5, 0));
    CHECK(!left.world.isAwake(a));

    Lab woken, born;
    const BodyId b = woken.body(asleep, {.geometry = Box{}}),
                 c = born.body({.position = {0, 5, 0}}, {.geometry = Box{}});
    CHECK(woken.world.wakeBody(b));
    for (int i = 0; i < 60; ++i) {
        woken.world.step(kDt);
        born.world.step(kDt);
        REQUIRE(woken.world.position(b) == born.world.position(c));
        REQUIRE(woken.world.linearVelocity(b) == born.world.linearVelocity(c));
    }

    Lab hit(weightless());
    const BodyId target = hit.body(asleep, {.geometry = Box{}, .density = 1}), ball = hit.sphere({-2, 5, 0});
    hit.world.setLinearVelocity(ball, {3, 0, 0});
    bool touched = false;
    for (int i = 0; i < 60 && !touched; ++i) {
        hit.world.step(kDt);
        touched = !hit.world.contactBeginEvents().empty();
        CHECK(hit.world.isAwake(target) == touched);
    }
    REQUIRE(touched);
    hit.run(30);
    CHECK(hit.world.measures().linearMomentum[0] == about(3, 1e-5));
    CHECK(hit.world.linearVelocity(target).x > 1.4f);
}
