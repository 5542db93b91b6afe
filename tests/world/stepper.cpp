// From frames to fixed steps, and poses between steps.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// panda3d/panda3d#325, cannon-es#16: slow motion at low frame rates, endless catching up after a hitch.
TEST_CASE("a ball lands at the same fed time at every frame rate") {
    for (const float frame : {1.0f / 240, 1.0f / 100, 1.0f / 60, 1.0f / 33, 0.1f}) {
        CAPTURE(frame);
        Lab lab;
        lab.floor();
        const BodyId ball = lab.sphere({0, 30, 0}, 1);
        FixedStepper stepper(kDt, 10);
        double fed = 0;
        int landed = -1;
        while (landed < 0 && fed < 4) {
            fed += double(frame);
            const uint64_t before = lab.world.stepCount();
            const int steps = stepper.advance(lab.world, frame);
            CHECK(lab.world.stepCount() == before + uint64_t(steps));
            CHECK(stepper.alpha() >= 0);
            CHECK(stepper.alpha() < 1);
            if (lab.world.position(ball).y < 1.02f)
                landed = int(lab.world.stepCount());
        }
        // 29 m take 2.432 s; the frame that brings it may bring several steps.
        CHECK(double(landed) * double(kDt) == about(2.432, 1.0 / 60 / 2.432 + double(frame) / 2.432));
        CHECK(double(lab.world.stepCount()) * double(kDt) <= fed + 1e-4);
        CHECK(fed - double(lab.world.stepCount()) * double(kDt) < double(kDt) + 1e-4);
        CHECK(stepper.droppedTime() == 0);
    }
}

TEST_CASE("a hitch is dropped, told and never owed") {
    Lab lab;
    FixedStepper stepper(kDt, 4);
    CHECK(stepper.advance(lab.world, 5) == 4);
    CHECK(stepper.droppedTime() == about(5 - 4 / 60.0, 0.01));
    int steps = 0;
    for (int i = 0; i < 60; ++i) {
        const int taken = stepper.advance(lab.world, 1.0f / 60);
        CHECK(taken <= 2);
        steps += taken;
    }
    CHECK(steps >= 59);
    CHECK(steps <= 61);
}

namespace {

struct Crossing {
    uint64_t step;
    bool begin;
    ShapeId ball;

    friend bool operator==(const Crossing&, const Crossing&) = default;
};

// 20 balls fall through a gate; what is told after each of 120 steps.
std::vector<Crossing> crossings(float fps) {
    Lab lab;
    lab.body({.type = BodyType::Static, .position = {0, 5, 0}}, {.geometry = Box{{30, 0.1f, 1}}, .sensor = true});
    for (int i = 0; i < 20; ++i)
        lab.sphere({float(i) - 10, 6 + 0.37f * float(i % 7), 0}, 0.1f);
    FixedStepper stepper(kDt);
    std::vector<Crossing> out;
    const auto read = [&](World& world, float) {
        if (world.stepCount() > 120)
            return;
        for (const SensorBeginEvent& e : world.sensorBeginEvents())
            out.push_back({world.stepCount(), true, {e.visitor.slot, e.visitor.generation}});
        for (const SensorEndEvent& e : world.sensorEndEvents())
            out.push_back({world.stepCount(), false, {e.visitor.slot, e.visitor.generation}});
    };
    while (lab.world.stepCount() < 120)
        stepper.advance(
            lab.world, 1 / fps, [](World&, float) {}, read);
    CHECK(lab.clean());
    return out;
}

}  // namespace

TEST_CASE("events read after each step are the same at every frame rate") {
    const std::vector<Crossing> exact = crossings(60);
    CHECK(exact.size() == 40);
    for (const float fps : {20.0f, 30.0f, 144.0f}) {
        CAPTURE(fps);
        CHECK(crossings(fps) == exact);
    }
}

TEST_CASE("a force told before each step gives the same velocity at every frame rate") {
    for (const float fps : {20.0f, 30.0f, 60.0f, 144.0f}) {
        CAPTURE(fps);
        Lab lab(weightless());
        const BodyId body = lab.box({0, 0, 0});  // 1 kg
        FixedStepper stepper(kDt);
        float after60 = 0;
        while (lab.world.stepCount() < 60)
            stepper.advance(
                lab.world, 1 / fps,
                [&](World& world, float) {
                    world.applyForce(body, {60, 0, 0});
                },
                [&](World& world, float) {
                    if (world.stepCount() == 60)
                        after60 = world.linearVelocity(body).x;
                });
        CHECK(after60 == about(60, 1e-5));
    }
}

TEST_CASE("hooks are called around each step, with its length, and may be missing") {
    Lab lab;
    FixedStepper stepper(0.02f, 5);
    std::string calls;
    const auto before = [](void* user, World& world, float dt) {
        CHECK(dt == 0.02f);
        *static_cast<std::string*>(user) += std::string(1, 'b').append(std::to_string(world.stepCount()));
    };
    const auto after = [](void* user, World& world, float dt) {
        CHECK(dt == 0.02f);
        *static_cast<std::string*>(user) += std::string(1, 'a').append(std::to_string(world.stepCount()));
    };
    CHECK(stepper.advance(lab.world, 0.041f, {before, after, &calls}) == 2);
    CHECK(calls == "b0a1b1a2");
    CHECK(stepper.advance(lab.world, 0.02f, {.afterStep = after, .user = &calls}) == 1);
    CHECK(stepper.advance(lab.world, 0.02f, {.beforeStep = before, .user = &calls}) == 1);
    CHECK(stepper.advance(lab.world, 0.02f) == 1);
    CHECK(calls == "b0a1b1a2a3b3");
    CHECK(stepper.advance(lab.world, kNan, {before, after, &calls}) == -1);
    CHECK(calls == "b0a1b1a2a3b3");
}

TEST_CASE("a hook may reset the stepper: no further step is taken") {
    Lab lab;
    FixedStepper stepper(kDt);
    CHECK(stepper.advance(
              lab.world, 3.5f * kDt, [](World&, float) {}, [&](World&, float) { stepper.reset(); }) == 1);
    CHECK(stepper.alpha() == 0);
    CHECK(stepper.droppedTime() == 0);
}

TEST_CASE("time is fed in crumbs without loss") {
    Lab lab;
    FixedStepper stepper(1.0f / 60);
    for (int i = 0; i < 60000; ++i)
        stepper.advance(lab.world, 1.0f / 60000);
    CHECK(lab.world.stepCount() >= 59);
    CHECK(lab.world.stepCount() <= 60);
    CHECK(stepper.droppedTime() == 0);
}

TEST_CASE("a hook that steps the world is told so, and its step stands for the one that was due") {
    Lab lab;
    FixedStepper stepper(kDt);
    const auto steps = [](World& world, float dt) { world.step(dt); };
    const auto nothing = [](World&, float) {};
    CHECK(stepper.advance(lab.world, 1.5f * kDt, steps, nothing) == 1);
    CHECK(lab.world.stepCount() == 1);
    CHECK(lab.world.errorCount() == 1);
}

TEST_CASE("reset forgets what is owed") {
    Lab lab;
    FixedStepper stepper(kDt);
    stepper.advance(lab.world, 0.9f * kDt);
    CHECK(stepper.alpha() == about(0.9f, 1e-3));
    stepper.reset();
    CHECK(stepper.alpha() == 0);
    CHECK(stepper.advance(lab.world, 0.9f * kDt) == 0);
}

TEST_CASE("the pose between two steps") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    lab.world.setLinearVelocity(body, {6, 0, 0});
    lab.world.setAngularVelocity(body, {0, 12, 0});
    lab.run(3);
    const Transform from = lab.world.transform(body);
    lab.run(1);
    const Transform to = lab.world.transform(body);
    CHECK(lab.world.interpolatedTransform(body, 0).position == from.position);
    CHECK(glm::length(lab.world.interpolatedTransform(body, 1).position - to.position) < 1e-6f);
    const Transform middle = lab.world.interpolatedTransform(body, 0.5f);
    CHECK(glm::length(middle.position - 0.5f * (from.position + to.position)) < 1e-6f);
    CHECK(angleBetween(middle.rotation, from.rotation) == about(0.1f, 0.01));
    CHECK(angleBetween(middle.rotation, to.rotation) == about(0.1f, 0.01));
    CHECK(glm::length(middle.rotation) == about(1, 1e-5));

    // A teleport is not travelled.
    lab.world.setTransform(body, {100, 0, 0}, kIdentityRotation);
    CHECK(lab.world.interpolatedTransform(body, 0.5f).position == glm::vec3(100, 0, 0));
}

TEST_CASE("a body at rest is drawn where it is, at every alpha") {
    Lab lab;
    const BodyId ground = lab.floor(), box = lab.box({0, 0.5f, 0});
    lab.run(120);
    REQUIRE(!lab.world.isAwake(box));
    for (const float alpha : {0.0f, 0.3f, 1.0f}) {
        CHECK(lab.world.interpolatedTransform(box, alpha).position == lab.world.position(box));
        CHECK(lab.world.interpolatedTransform(ground, alpha).position == lab.world.position(ground));
    }
    const BodyId born = lab.box({0, 10, 0});
    CHECK(lab.world.interpolatedTransform(born, 0.5f).position == glm::vec3(0, 10, 0));
}
