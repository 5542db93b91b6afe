// What rests costs nothing.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("a settled stack sleeps in under a second and no stage visits it") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> boxes = lab.stack(10);
    int slept = -1;
    for (int i = 0; i < 60 && slept < 0; ++i) {
        lab.world.step(kDt);
        if (!lab.world.isAwake(boxes[0]))
            slept = i;
    }
    MESSAGE("asleep after " << float(slept) * kDt << " s");
    REQUIRE(slept >= 0);
    for (const BodyId id : boxes)
        CHECK(!lab.world.isAwake(id));
    CHECK(lab.world.bodySleepEvents().size() == 10);

    lab.world.step(kDt);
    const WorldCounters c = lab.world.counters();
    CHECK(c.sleepingBodies == 10);
    CHECK(c.awakeBodies == 0);
    CHECK(c.visitedBodies == 0);
    CHECK(c.visitedPairs == 0);
    CHECK(c.visitedContacts == 0);
    CHECK(c.touchingContacts == 0);
    CHECK(c.awakePairs == 0);
    CHECK(lab.world.bodyMoveEvents().empty());
    CHECK(lab.world.bodySleepEvents().empty());
}

TEST_CASE("a sleeping body does not move by a bit, and its contacts are still told") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> boxes = lab.stack(3);
    lab.run(120);
    REQUIRE(!lab.world.isAwake(boxes[2]));
    const uint64_t hash = lab.world.stateHash();
    lab.run(120);
    CHECK(lab.world.stateHash() == hash);
    CHECK(lab.world.linearVelocity(boxes[2]) == glm::vec3(0));
    std::vector<Contact> contacts;
    lab.world.contacts(contacts);
    CHECK(contacts.size() == 3);
    for (const Contact& contact : contacts) {
        CHECK(contact.color == -1);
        CHECK(contact.pointCount == 4);
    }
    for (const BodyId id : boxes)
        CHECK(lab.world.wakeReason(id) == WakeReason::None);
}

TEST_CASE("counters follow what sleeps among what moves") {
    Lab lab;
    lab.floor();
    lab.stack(5);
    lab.run(120);
    const BodyId flier = lab.box({30, 40, 0});
    lab.run(10);
    const WorldCounters c = lab.world.counters();
    CHECK(lab.world.isAwake(flier));
    CHECK(c.bodies == 7);
    CHECK(c.staticBodies == 1);
    CHECK(c.sleepingBodies == 5);
    CHECK(c.awakeBodies == 1);
    CHECK(c.visitedBodies == 1);
    CHECK(c.visitedContacts == 0);
}

TEST_CASE("a slow drifter in free space is not at rest") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    lab.world.setLinearVelocity(body, {0.03f, 0, 0});
    lab.run(600);
    CHECK(lab.world.isAwake(body));
    CHECK(lab.world.position(body).x == about(0.3f, 1e-3));
    CHECK(lab.world.wakeReason(body) == WakeReason::NotHeld);
}

TEST_CASE("a body at the top of its throw does not fall asleep in the air") {
    Lab lab;
    lab.floor();
    const BodyId ball = lab.sphere({0, 5, 0});
    lab.world.setGravityScale(ball, 0.01f);
    lab.world.setLinearVelocity(ball, {0, 0.02f, 0});
    lab.run(240);
    CHECK(lab.world.isAwake(ball));
    CHECK(lab.world.position(ball).y < 4.9f);
}

TEST_CASE("one member that may not sleep keeps its island awake, and says so") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> boxes = lab.stack(3);
    const std::vector<BodyId> others = lab.stack(3, {10, 0, 0});
    lab.world.setAllowSleep(boxes[1], false);
    lab.run(120);
    for (const BodyId id : boxes) {
        CHECK(lab.world.isAwake(id));
        CHECK(lab.world.wakeReason(id) == WakeReason::SleepForbidden);
    }
    for (const BodyId id : others)
        CHECK(!lab.world.isAwake(id));
    lab.world.setAllowSleep(boxes[1], true);
    lab.run(60);
    CHECK(!lab.world.isAwake(boxes[0]));
}

TEST_CASE("sleepBody puts the whole island to sleep; it stays until woken") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> boxes = lab.stack(3);
    lab.run(5);
    REQUIRE(lab.world.sleepBody(boxes[1]));
    for (const BodyId id : boxes)
        CHECK(!lab.world.isAwake(id));
    lab.run(60);
    for (const BodyId id : boxes)
        CHECK(!lab.world.isAwake(id));
    CHECK(!lab.world.sleepBody(boxes[1]));
    REQUIRE(lab.world.wakeBody(boxes[1]));
    for (const BodyId id : boxes)
        CHECK(lab.world.isAwake(id));
}

TEST_CASE("sleepTime and sleepSpeed decide when") {
    for (const float time : {0.2f, 1.5f}) {
        WorldSettings settings;
        settings.sleepTime = time;
        Lab lab(settings);
        lab.floor();
        const BodyId box = lab.box({0, 0.5f, 0});
        int steps = 0;
        while (lab.world.isAwake(box) && steps < 300) {
            lab.world.step(kDt);
            ++steps;
        }
        CAPTURE(time);
        CHECK(float(steps) * kDt >= time - 0.02f);
        CHECK(float(steps) * kDt < time + 0.5f);
    }
}

TEST_CASE("islands are numbered by who touches whom") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> left = lab.stack(3), right = lab.stack(3, {5, 0, 0});
    lab.run(10);
    CHECK(lab.world.islandOf(left[0]) >= 0);
    CHECK(lab.world.islandOf(left[0]) == lab.world.islandOf(left[2]));
    CHECK(lab.world.islandOf(left[0]) != lab.world.islandOf(right[0]));
    std::vector<BodyId> all;
    lab.world.bodies(all);
    CHECK(lab.world.islandOf(all[0]) == -1);
}

TEST_CASE("a stack that is pulled apart becomes islands of its own, which sleep on their own") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> boxes = lab.stack(2);
    lab.run(10);
    REQUIRE(lab.world.islandOf(boxes[0]) == lab.world.islandOf(boxes[1]));
    lab.world.setTransform(boxes[1], {5, 0.5f, 0}, kIdentityRotation);
    lab.run(60);
    CHECK(!lab.world.isAwake(boxes[0]));
    CHECK(!lab.world.isAwake(boxes[1]));
    lab.world.wakeBody(boxes[1]);
    CHECK(!lab.world.isAwake(boxes[0]));
    CHECK(lab.world.isAwake(boxes[1]));
}
