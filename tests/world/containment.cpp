// A body whose state leaves the numbers is kept apart; the rest of the world does not notice.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

// A stack, and 100 m away the body that goes wrong with what it touches.
struct Trial {
    Lab lab;
    std::vector<BodyId> boxes;
    BodyId wild;

    explicit Trial(bool spoil) {
        lab.floor({}, {200, 0.5f, 200});
        boxes = lab.stack(5);
        lab.world.setLinearVelocity(boxes[4], {0.3f, 0, 0});
        wild = lab.box({100, 0.5f, 0});
        lab.run(10);
        if (spoil) {
            lab.world.setMass(wild, 1e-6f);
            lab.world.applyImpulse(wild, {1e29f, 1e29f, 1e29f});
            lab.world.applyImpulseAt(wild, {1e29f, -1e29f, 1e29f}, {1e8f, 1e8f, 0});
        }
    }
};

}  // namespace

TEST_CASE("huge but finite inputs freeze one body, once, and change no bit elsewhere") {
    Trial good(false), bad(true);
    REQUIRE(bad.lab.clean());
    for (int i = 0; i < 60; ++i) {
        good.lab.world.step(kDt);
        bad.lab.world.step(kDt);
        for (size_t k = 0; k < good.boxes.size(); ++k) {
            const BodyState a = good.lab.world.state(good.boxes[k]), b = bad.lab.world.state(bad.boxes[k]);
            REQUIRE(a.position == b.position);
            REQUIRE(a.rotation == b.rotation);
            REQUIRE(a.linearVelocity == b.linearVelocity);
            REQUIRE(a.angularVelocity == b.angularVelocity);
        }
        REQUIRE(finite(bad.lab.world.position(bad.wild)));
        REQUIRE(finite(bad.lab.world.rotation(bad.wild)));
        REQUIRE(finite(bad.lab.world.linearVelocity(bad.wild)));
        REQUIRE(finite(bad.lab.world.angularVelocity(bad.wild)));
    }
    CHECK(bad.lab.world.counters().frozenBodies == 1);
    CHECK(bad.lab.errors.lines.size() == 1);
    CHECK(bad.lab.errors.mentions("frozen"));
}

TEST_CASE("a frozen body can be freed, or destroyed") {
    Trial freed(true), destroyed(true);
    freed.lab.run(5);
    destroyed.lab.run(5);
    REQUIRE(freed.lab.world.counters().frozenBodies == 1);
    REQUIRE(freed.lab.world.setTransform(freed.wild, {100, 3, 0}, kIdentityRotation));
    freed.lab.world.setLinearVelocity(freed.wild, {0, 0, 0});
    freed.lab.world.setAngularVelocity(freed.wild, {0, 0, 0});
    freed.lab.run(120);
    CHECK(freed.lab.world.counters().frozenBodies == 0);
    CHECK(freed.lab.world.position(freed.wild).y == about(0.5f, 0.05));
    CHECK(destroyed.lab.world.destroyBody(destroyed.wild));
    destroyed.lab.run(5);
    CHECK(destroyed.lab.world.counters().frozenBodies == 0);
}

TEST_CASE("a frozen body does not drag in what touches it") {
    Lab lab(sleepless());
    lab.floor();
    const BodyId wild = lab.box({0, 0.5f, 0}), upper = lab.box({0, 1.5f, 0});
    lab.run(10);
    lab.world.setMass(wild, 1e-6f);
    lab.world.applyImpulse(wild, {1e29f, 1e29f, 0});
    lab.world.applyImpulse(wild, {1e29f, 1e29f, 0});
    for (int i = 0; i < 60; ++i) {
        lab.world.step(kDt);
        REQUIRE(finite(lab.world.position(upper)));
        REQUIRE(finite(lab.world.linearVelocity(upper)));
        REQUIRE(finite(lab.world.position(wild)));
    }
}

TEST_CASE("forces that add up to infinity are contained too") {
    Lab lab;
    lab.floor();
    const BodyId wild = lab.box({50, 5, 0}), calm = lab.box({0, 0.5f, 0});
    for (int i = 0; i < 100; ++i) {
        for (int k = 0; k < 10; ++k) {
            lab.world.applyForce(wild, {9e29f, 0, 0});
            lab.world.applyTorque(wild, {0, 9e29f, 9e29f});
        }
        lab.world.step(kDt);
        REQUIRE(finite(lab.world.position(wild)));
        REQUIRE(finite(lab.world.angularVelocity(wild)));
        REQUIRE(finite(lab.world.rotation(wild)));
    }
    CHECK(lab.world.position(calm).y == about(0.5f, 0.02));
    // The world still sees both.
    CHECK(lab.world.castRayClosest({0, 5, 0}, {0, -10, 0}).body == calm);
}

TEST_CASE("the report says which limit a body left") {
    Lab lab(weightless());
    const BodyId far = lab.box({9.9e8f, 0, 0}), fast = lab.box({0, 0, 0}), wild = lab.box({50, 0, 0});
    lab.world.setLinearVelocity(far, {9e7f, 0, 0});
    lab.world.setLinearVelocity(fast, {0, 9e7f, 0});
    lab.world.applyImpulse(fast, {0, 9e7f, 0});
    lab.world.setMass(wild, 1e-9f);
    lab.world.applyImpulse(wild, {1e30f, 0, 0});
    CHECK(finite(lab.world.linearVelocity(wild)));
    lab.world.applyForce(wild, {1e30f, 0, 0});
    for (int i = 0; i < 20; ++i)
        lab.world.step(kDt);
    REQUIRE(lab.world.counters().frozenBodies == 3);
    REQUIRE(lab.errors.lines.size() == 3);
    CHECK(lab.errors.mentions("step: left the limits (1e8 m/s, 1e8 rad/s): body {slot 2"));
    CHECK(lab.errors.mentions("step: motion no longer finite: body {slot 3"));
    CHECK(lab.errors.mentions("step: left the limits (1e9 m): body {slot 1"));
}
