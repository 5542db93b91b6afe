// Contacts begin, end and hit; bodies move and sleep.
#include "support/lab.h"

#include <algorithm>

using namespace drystone;
using namespace drystone::lab;

namespace {

bool involves(ShapeId a, ShapeId b, ShapeId x, ShapeId y) {
    return (a == x && b == y) || (a == y && b == x);
}

}  // namespace

TEST_CASE("a contact begins once, lasts, and ends once") {
    Lab lab(sleepless());
    const ShapeId floor = lab.shapeOf(lab.floor());
    const BodyId ball = lab.sphere({0, 1, 0});
    const ShapeId shape = lab.shapeOf(ball);
    int begins = 0, ends = 0, began = -1;
    for (int i = 0; i < 120; ++i) {
        if (i == 80)
            lab.world.setLinearVelocity(ball, {0, 6, 0});
        lab.world.step(kDt);
        for (const ContactBeginEvent& e : lab.world.contactBeginEvents()) {
            CHECK(involves(e.shapeA, e.shapeB, floor, shape));
            ++begins;
            began = i;
        }
        for (const ContactEndEvent& e : lab.world.contactEndEvents()) {
            CHECK(involves(e.shapeA, e.shapeB, floor, shape));
            ++ends;
            CHECK(i >= 80);
        }
    }
    CHECK(begins == 1);
    CHECK(ends == 1);
    // Half a metre takes 0.32 s.
    CHECK(began >= 16);
    CHECK(began <= 21);
}

TEST_CASE("contacts tell points, depth and the load they carry") {
    Lab lab(sleepless());
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    lab.run(60);
    std::vector<Contact> contacts;
    lab.world.contacts(contacts);
    REQUIRE(contacts.size() == 1);
    const Contact& c = contacts[0];
    CHECK(c.pointCount == 4);
    const float up = lab.world.bodyOf(c.shapeB) == box ? 1.0f : -1.0f;
    CHECK(c.normal.y == about(up, 1e-4));
    float load = 0;
    for (int i = 0; i < c.pointCount; ++i) {
        load += c.points[i].normalImpulse;
        CHECK(std::fabs(c.points[i].position.y) < 0.01f);
        CHECK(std::fabs(c.points[i].position.x) == about(0.5f, 0.01));
        CHECK(c.points[i].separation < 0.001f);
        CHECK(c.points[i].separation > -0.006f);
        for (int k = 0; k < i; ++k)
            CHECK(c.points[i].feature != c.points[k].feature);
    }
    // 1 kg over a substep.
    CHECK(load == about(kGravity * kDt / 4, 0.02));
    CHECK(glm::length(c.frictionImpulse) < 0.01f * load);
    CHECK(c.color >= 0);

    const uint32_t feature = c.points[0].feature;
    lab.run(1);
    lab.world.contacts(contacts);
    CHECK(contacts[0].points[0].feature == feature);
}

TEST_CASE("every drop is told once, at the speed of the impact and on the surface") {
    for (int i = 0; i < 60; ++i) {
        const float height = 0.25f + 0.013f * float(i);
        CAPTURE(height);
        Lab lab;
        lab.floor();
        lab.sphere({0, 0.5f + height, 0});
        int hits = 0;
        for (int k = 0; k < 60; ++k) {
            lab.run(1);
            for (const ContactHitEvent& e : lab.world.contactHitEvents()) {
                ++hits;
                CHECK(e.approachSpeed == about(std::sqrt(2 * kGravity * height), 0.01));
                CHECK(std::fabs(e.point.y) < 0.005f);
            }
        }
        CHECK(hits == 1);
    }
}

TEST_CASE("a hit event tells place, direction and speed, from hitEventSpeed on") {
    for (const float speed : {0.8f, 4.0f}) {
        Lab lab(weightless());
        const BodyId wall = lab.body({.type = BodyType::Static}, {.geometry = Box{{0.5f, 2, 2}}});
        const BodyId ball = lab.sphere({-3, 0.5f, 0});
        lab.world.setLinearVelocity(ball, {speed, 0, 0});
        int hits = 0;
        for (int i = 0; i < 240; ++i) {
            lab.world.step(kDt);
            for (const ContactHitEvent& e : lab.world.contactHitEvents()) {
                ++hits;
                CHECK(e.approachSpeed == about(speed, 0.01));
                CHECK(e.point.x == about(-0.5f, 0.1));
                CHECK(e.point.y == about(0.5f, 0.02));
                const float fromBall = lab.world.bodyOf(e.shapeA) == ball ? 1.0f : -1.0f;
                CHECK(e.normal.x == about(fromBall, 1e-3));
                CHECK(involves(e.shapeA, e.shapeB, lab.shapeOf(wall), lab.shapeOf(ball)));
            }
        }
        CHECK(hits == (speed > 1 ? 1 : 0));
    }
}

TEST_CASE("destroying a touching shape ends its contact") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    const ShapeId shape = lab.shapeOf(box);
    lab.run(5);
    lab.world.destroyBody(box);
    lab.world.step(kDt);
    REQUIRE(lab.world.contactEndEvents().size() == 1);
    const ContactEndEvent e = lab.world.contactEndEvents()[0];
    CHECK((e.shapeA == shape || e.shapeB == shape));
    lab.world.step(kDt);
    CHECK(lab.world.contactEndEvents().empty());
}

TEST_CASE("events hold until the next step and no longer") {
    Lab lab;
    lab.floor();
    lab.sphere({0, 0.5f, 0});
    lab.world.step(kDt);
    CHECK(lab.world.contactBeginEvents().size() == 1);
    lab.box({20, 5, 0});
    CHECK(lab.world.contactBeginEvents().size() == 1);
    lab.world.step(kDt);
    CHECK(lab.world.contactBeginEvents().empty());
}

TEST_CASE("events hold while bodies are made from what they tell") {
    Lab lab(weightless());
    for (int i = 0; i < 20; ++i)
        lab.box({2.0f * float(i), 0, 0});
    lab.run(1);
    const std::span<const BodyMoveEvent> told = lab.world.bodyMoveEvents();
    const std::span<const BodySleepEvent> slept = lab.world.bodySleepEvents();
    for (int i = 0; i < 200; ++i)
        lab.box({2.0f * float(i % 20), 2, 0});
    CHECK(lab.world.bodyMoveEvents().data() == told.data());
    CHECK(lab.world.bodySleepEvents().data() == slept.data());
    CHECK(lab.world.bodyMoveEvents().size() == 20);
}

TEST_CASE("move events tell every awake body, its pose and user data, and the last one that it sleeps") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0}), flier = lab.box({20, 30, 0});
    lab.world.setUserData(box, 42);
    bool slept = false;
    for (int i = 0; i < 90; ++i) {
        const bool awakeBefore = lab.world.isAwake(box);
        lab.world.step(kDt);
        int found = 0;
        for (const BodyMoveEvent& e : lab.world.bodyMoveEvents()) {
            CHECK(e.transform.position == lab.world.position(e.body));
            CHECK(e.transform.rotation == lab.world.rotation(e.body));
            if (e.body == flier)
                continue;
            CHECK(e.body == box);
            CHECK(e.userData == 42);
            CHECK(e.fellAsleep == !lab.world.isAwake(box));
            slept |= e.fellAsleep;
            ++found;
        }
        CHECK(found == int(awakeBefore));
    }
    CHECK(slept);
}

TEST_CASE("a sleep event comes when a body stops and when it wakes") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    std::vector<bool> told;
    for (int i = 0; i < 200; ++i) {
        if (i == 100)
            lab.world.applyImpulse(box, {0, 1, 0});
        lab.world.step(kDt);
        for (const BodySleepEvent& e : lab.world.bodySleepEvents()) {
            CHECK(e.body == box);
            told.push_back(e.asleep);
        }
    }
    REQUIRE(told.size() >= 2);
    CHECK(told[0] == true);
    CHECK(told[1] == false);
}

TEST_CASE("a body has one move event a step and one sleep event at most, whatever calls did in between") {
    WorldSettings settings;
    settings.sleepTime = 0;
    Lab lab(settings);
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    lab.run(5);
    REQUIRE(!lab.world.isAwake(box));
    lab.world.wakeBody(box);
    lab.world.sleepBody(box);
    lab.world.wakeBody(box);
    for (int i = 0; i < 3; ++i) {
        lab.world.step(kDt);
        CHECK(lab.world.bodyMoveEvents().size() == (i == 0 ? 1u : 0u));
        // It woke and slept again within the step: nothing has changed.
        CHECK(lab.world.bodySleepEvents().empty());
    }
    CHECK(!lab.world.isAwake(box));
}

TEST_CASE("put to sleep by a call: one sleep event, and no move event in a step that did not move it") {
    Lab lab;
    const BodyId box = lab.box({0, 5, 0});
    lab.world.step(kDt);
    for (int i = 0; i < 3; ++i) {
        lab.world.sleepBody(box);
        lab.world.wakeBody(box);
    }
    lab.world.sleepBody(box);
    lab.world.step(kDt);
    CHECK(lab.world.bodyMoveEvents().empty());
    REQUIRE(lab.world.bodySleepEvents().size() == 1);
    CHECK(lab.world.bodySleepEvents()[0].body == box);
    CHECK(lab.world.bodySleepEvents()[0].asleep);
}

TEST_CASE("a sleeper that changes its type tells that it woke") {
    Lab lab;
    const BodyId box = lab.body({.awake = false}, {.geometry = Box{}});
    lab.world.step(kDt);
    lab.world.setType(box, BodyType::Kinematic);
    lab.world.step(kDt);
    REQUIRE(lab.world.bodySleepEvents().size() == 1);
    CHECK(!lab.world.bodySleepEvents()[0].asleep);
}

TEST_CASE("calls between two steps take no memory that grows with their number") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    lab.run(2);
    const auto calls = [&] {
        for (int i = 0; i < 500; ++i) {
            lab.world.sleepBody(box);
            lab.world.wakeBody(box);
            lab.world.setTransform(box, {0, 0.5f, 0}, kIdentityRotation);
            lab.world.destroyBody(lab.box({9, 9, 9}));
            lab.world.destroyBody(lab.body({.position = {9, 9, 9}, .awake = false}, {.geometry = Box{}}));
        }
    };
    calls();
    const size_t before = lab.world.counters().memoryBytes;
    for (int i = 0; i < 20; ++i)
        calls();
    CHECK(lab.world.counters().memoryBytes == before);
    lab.world.step(kDt);
    CHECK(lab.clean());
}
