// Sensors see and never push.
#include "support/lab.h"

#include <algorithm>

using namespace drystone;
using namespace drystone::lab;

namespace {

struct Gate {
    Lab lab{weightless()};
    BodyId body;
    ShapeId sensor;
    int begins = 0, ends = 0;

    explicit Gate(const Geometry& geometry = Box{{0.5f, 2, 2}}, BodyType type = BodyType::Static) {
        body = lab.body({.type = type}, {.geometry = geometry, .sensor = true});
        sensor = lab.shapeOf(body);
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            lab.world.step(kDt);
            begins += int(lab.world.sensorBeginEvents().size());
            ends += int(lab.world.sensorEndEvents().size());
        }
    }
    std::vector<ShapeId> inside() const {
        std::vector<ShapeId> out;
        lab.world.sensorOverlaps(sensor, out);
        return out;
    }
};

}  // namespace

TEST_CASE("a body flies through a sensor unhindered, and is told when it enters and leaves") {
    for (const bool box : {false, true}) {
        Gate gate;
        const BodyId visitor = box ? gate.lab.box({-3, 0, 0}) : gate.lab.sphere({-3, 0, 0});
        gate.lab.world.setLinearVelocity(visitor, {2, 0, 0});
        gate.run(60);
        CHECK(gate.begins == 0);
        gate.run(30);
        CHECK(gate.begins == 1);
        REQUIRE(gate.inside().size() == 1);
        CHECK(gate.inside()[0] == gate.lab.shapeOf(visitor));
        gate.run(120);
        CHECK(gate.begins == 1);
        CHECK(gate.ends == 1);
        CHECK(gate.inside().empty());
        CHECK(gate.lab.world.linearVelocity(visitor) == glm::vec3(2, 0, 0));
        CHECK(gate.lab.world.contactBeginEvents().empty());
        CHECK(gate.lab.clean());
    }
}

TEST_CASE("a sensor's answer is exact, not that of its bounds") {
    Gate gate(Sphere{1});
    gate.lab.box({1.25f, 1.25f, 0});  // inside the bounds, outside the ball
    gate.run(3);
    CHECK(gate.begins == 0);
    gate.lab.box({-0.9f, 0, 0});
    gate.run(3);
    CHECK(gate.begins == 1);
}

TEST_CASE("a sensor sees bodies that are asleep in it, and made in it") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    lab.run(90);
    REQUIRE(!lab.world.isAwake(box));
    const ShapeId sensor = lab.shapeOf(
        lab.body({.type = BodyType::Static, .position = {0, 0.5f, 0}}, {.geometry = Box{}, .sensor = true}));
    lab.run(2);
    std::vector<ShapeId> out;
    lab.world.sensorOverlaps(sensor, out);
    CHECK(std::find(out.begin(), out.end(), lab.shapeOf(box)) != out.end());
    CHECK(!lab.world.isAwake(box));
}

TEST_CASE("a sensor that is put over a sleeping body, and away again, tells both") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    const BodyId carrier =
        lab.body({.type = BodyType::Static, .position = {0, 20, 0}}, {.geometry = Box{}, .sensor = true});
    lab.run(90);
    REQUIRE(!lab.world.isAwake(box));
    std::vector<ShapeId> out;
    for (const bool over : {true, false}) {
        CAPTURE(over);
        lab.world.setTransform(carrier, {0, over ? 0.5f : 20.0f, 0}, kIdentityRotation);
        lab.world.step(kDt);
        CHECK(lab.world.sensorBeginEvents().size() == (over ? 1 : 0));
        CHECK(lab.world.sensorEndEvents().size() == (over ? 0 : 1));
        lab.world.sensorOverlaps(lab.shapeOf(carrier), out);
        CHECK(out.size() == (over ? 1 : 0));
    }
}

TEST_CASE("a visitor that falls asleep inside stays inside") {
    Lab lab;
    lab.floor();
    const ShapeId sensor = lab.shapeOf(
        lab.body({.type = BodyType::Static, .position = {0, 0.5f, 0}}, {.geometry = Box{}, .sensor = true}));
    const BodyId box = lab.box({0, 0.5f, 0});
    int ends = 0;
    for (int i = 0; i < 120; ++i) {
        lab.world.step(kDt);
        ends += int(lab.world.sensorEndEvents().size());
    }
    CHECK(!lab.world.isAwake(box));
    CHECK(ends == 0);
    std::vector<ShapeId> out;
    lab.world.sensorOverlaps(sensor, out);
    CHECK(out.size() == 1);
}

TEST_CASE("a visitor that is destroyed, teleported away or filtered out leaves") {
    for (int how = 0; how < 3; ++how) {
        CAPTURE(how);
        Gate gate;
        const BodyId visitor = gate.lab.box({0, 0, 0});
        gate.run(2);
        REQUIRE(gate.begins == 1);
        if (how == 0)
            gate.lab.world.destroyBody(visitor);
        else if (how == 1)
            gate.lab.world.setTransform(visitor, {20, 0, 0}, kIdentityRotation);
        else
            gate.lab.world.setFilter(gate.lab.shapeOf(visitor), {.mask = 0});
        gate.run(2);
        CHECK(gate.ends == 1);
        CHECK(gate.inside().empty());
    }
}

TEST_CASE("destroying a sensor ends its visits") {
    Gate gate;
    gate.lab.box({0, 0, 0});
    gate.run(2);
    gate.lab.world.destroyBody(gate.body);
    gate.run(2);
    CHECK(gate.ends == 1);
}

TEST_CASE("a sensor on a moving body goes with it") {
    Lab lab(weightless());
    const BodyId carrier = lab.box({-5, 0, 0}, glm::vec3(0.2f));
    const ShapeId sensor = lab.world.createShape(carrier, {.geometry = Sphere{1}, .sensor = true});
    // Sensors see what is not static.
    const BodyId post =
        lab.body({.type = BodyType::Kinematic, .position = {0, 1, 0}}, {.geometry = Box{glm::vec3(0.3f)}});
    lab.world.setLinearVelocity(carrier, {3, 0, 0});
    int begins = 0, ends = 0;
    for (int i = 0; i < 240; ++i) {
        lab.world.step(kDt);
        for (const SensorBeginEvent& e : lab.world.sensorBeginEvents()) {
            CHECK(e.sensor == sensor);
            CHECK(e.visitor == lab.shapeOf(post));
            ++begins;
        }
        ends += int(lab.world.sensorEndEvents().size());
    }
    CHECK(begins == 1);
    CHECK(ends == 1);
    CHECK(lab.world.linearVelocity(carrier) == glm::vec3(3, 0, 0));
}
