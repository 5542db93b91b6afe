// Destruction in awkward moments.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// schteppe/cannon.js#91: removing bodies because of their contacts crashed or looped.
TEST_CASE("bodies are destroyed as their contacts begin") {
    for (const bool sensor : {false, true})
        for (int plan = 0; plan < 3; ++plan) {  // 0: itself, 1: the other body, 2: everything
            CAPTURE(sensor);
            CAPTURE(plan);
            Lab lab;
            const BodyId ground = lab.body({.type = BodyType::Static, .position = {0, -0.5f, 0}},
                                           {.geometry = Box{{50, 0.5f, 50}}, .sensor = sensor});
            for (int i = 0; i < 50; ++i)
                lab.box({float(i % 10) * 2, 0.6f + 0.05f * float(i), float(i / 10) * 2});
            REQUIRE(lab.world.bodyCount() == 51);
            for (int i = 0; i < 240; ++i) {
                lab.world.step(kDt);
                std::vector<std::pair<ShapeId, ShapeId>> began;
                for (const ContactBeginEvent& e : lab.world.contactBeginEvents())
                    began.emplace_back(e.shapeA, e.shapeB);
                for (const SensorBeginEvent& e : lab.world.sensorBeginEvents())
                    began.emplace_back(e.sensor, e.visitor);
                for (const auto& [a, b] : began) {
                    if (!lab.world.isValid(a) || !lab.world.isValid(b))
                        continue;
                    BodyId self = lab.world.bodyOf(a), other = lab.world.bodyOf(b);
                    if (self == ground)
                        std::swap(self, other);
                    const int before = lab.world.bodyCount();
                    if (plan == 2) {
                        std::vector<BodyId> all;
                        lab.world.bodies(all);
                        for (const BodyId id : all)
                            lab.world.destroyBody(id);
                        CHECK(lab.world.bodyCount() == 0);
                    } else {
                        const BodyId victim = plan == 0 ? self : other;
                        CHECK(lab.world.destroyBody(victim));
                        CHECK(!lab.world.isValid(victim));
                        CHECK(lab.world.bodyCount() == before - 1);
                    }
                }
            }
            CHECK(lab.world.bodyCount() == (plan == 0 ? 1 : plan == 1 ? 50 : 0));
            CHECK(lab.clean());
        }
}

TEST_CASE("a world that lost everything steps on, and can be filled again") {
    Lab lab;
    for (int round = 0; round < 3; ++round) {
        lab.floor();
        const std::vector<BodyId> boxes = lab.stack(5);
        lab.run(round == 1 ? 90 : 7);
        std::vector<BodyId> all;
        lab.world.bodies(all);
        for (const BodyId id : all)
            CHECK(lab.world.destroyBody(id));
        CHECK(lab.world.counters().bodies == 0);
        CHECK(lab.world.counters().shapes == 0);
        lab.run(2);
        CHECK(lab.world.counters().pairs == 0);
        CHECK(lab.world.counters().touchingContacts == 0);
        CHECK(lab.world.counters().sleepingBodies == 0);
        std::vector<Contact> contacts;
        lab.world.contacts(contacts);
        CHECK(contacts.empty());
    }
    CHECK(lab.clean());
}

TEST_CASE("a middle box is taken out of a stack, asleep and awake") {
    for (const int steps : {5, 120}) {
        Lab lab;
        lab.floor();
        const std::vector<BodyId> boxes = lab.stack(5);
        lab.run(steps);
        lab.world.destroyBody(boxes[2]);
        lab.run(180);
        CHECK(lab.world.position(boxes[3]).y == about(2.5f, 0.02));
        CHECK(lab.world.position(boxes[4]).y == about(3.5f, 0.02));
        CHECK(lab.world.position(boxes[1]).y == about(1.5f, 0.02));
        CHECK(lab.clean());
    }
}

TEST_CASE("shapes come and go on a body that rests, moves and sleeps") {
    Lab lab;
    lab.floor();
    const BodyId body = lab.box({0, 0.5f, 0});
    lab.run(90);
    const ShapeId tower =
        lab.world.createShape(body, {.geometry = Box{{0.1f, 1, 0.1f}}, .position = {0, 1.5f, 0}, .density = 1});
    lab.run(90);
    CHECK(lab.world.position(body).y == about(0.5f, 0.02));
    const BodyId plate = lab.box({0, 2.6f, 0}, {0.5f, 0.05f, 0.5f});
    lab.run(90);
    CHECK(lab.world.position(plate).y > 2.4f);
    lab.world.destroyShape(tower);
    lab.run(120);
    CHECK(lab.world.position(plate).y == about(1.05f, 0.02));
    lab.world.destroyShape(lab.shapeOf(body));
    lab.run(30);
    CHECK(lab.world.position(body).y < 0.4f);
    CHECK(lab.clean());
}

TEST_CASE("a body without shapes falls and can be pushed") {
    Lab lab;
    const BodyId body = lab.world.createBody({});
    lab.world.applyForce(body, {1, 0, 0});
    lab.run(10);
    CHECK(finite(lab.world.position(body)));
    CHECK(lab.world.position(body).y < 0);
    CHECK(lab.world.destroyBody(body));
    CHECK(lab.clean());
}

TEST_CASE("worlds are made and dropped, several at once") {
    for (int round = 0; round < 50; ++round) {
        Lab a, b;
        a.floor();
        a.stack(3);
        b.stack(3);
        a.run(2);
        b.run(2);
    }
}
