// Every cause that should wake a sleeping stack wakes all of it; what should not does not.
#include "support/lab.h"

#include <functional>

using namespace drystone;
using namespace drystone::lab;

namespace {

// Five cubes asleep on a kinematic slab and a far stack that must never notice.
struct Asleep {
    Lab lab;
    BodyId support;
    std::vector<BodyId> boxes, far;

    explicit Asleep(BodyType type = BodyType::Static) {
        support = lab.body({.type = type, .position = {0, -0.5f, 0}}, {.geometry = Box{{3, 0.5f, 3}}});
        lab.body({.type = BodyType::Static, .position = {100, -0.5f, 0}}, {.geometry = Box{{3, 0.5f, 3}}});
        boxes = lab.stack(5);
        far = lab.stack(3, {100, 0, 0});
        lab.run(120);
        for (const BodyId id : boxes)
            REQUIRE(!lab.world.isAwake(id));
        REQUIRE(!lab.world.isAwake(far[0]));
    }
    bool allAwake() const {
        for (const BodyId id : boxes)
            if (lab.world.isValid(id) && lab.world.type(id) == BodyType::Dynamic && !lab.world.isAwake(id))
                return false;
        return true;
    }
    bool allAsleep() const {
        for (const BodyId id : boxes)
            if (lab.world.isAwake(id))
                return false;
        return true;
    }
};

struct Cause {
    const char* name;
    std::function<void(Asleep&)> act;
};

}  // namespace

TEST_CASE("a call on one body of a sleeping stack wakes all of it and nothing else") {
    const Cause causes[] = {
        {"wakeBody", [](Asleep& s) { s.lab.world.wakeBody(s.boxes[2]); }},
        {"applyImpulse",
         [](Asleep& s) {
             s.lab.world.applyImpulse(s.boxes[2], {0.1f, 0, 0});
         }},
        {"applyImpulseAt",
         [](Asleep& s) {
             s.lab.world.applyImpulseAt(s.boxes[2], {0.1f, 0, 0}, {0, 2.6f, 0});
         }},
        {"applyAngularImpulse",
         [](Asleep& s) {
             s.lab.world.applyAngularImpulse(s.boxes[2], {0, 0.1f, 0});
         }},
        {"applyForce",
         [](Asleep& s) {
             s.lab.world.applyForce(s.boxes[2], {1, 0, 0});
         }},
        {"applyForceAt",
         [](Asleep& s) {
             s.lab.world.applyForceAt(s.boxes[2], {1, 0, 0}, {0, 2.6f, 0});
         }},
        {"applyTorque",
         [](Asleep& s) {
             s.lab.world.applyTorque(s.boxes[2], {0, 1, 0});
         }},
        {"setLinearVelocity",
         [](Asleep& s) {
             s.lab.world.setLinearVelocity(s.boxes[2], {0.1f, 0, 0});
         }},
        {"setAngularVelocity",
         [](Asleep& s) {
             s.lab.world.setAngularVelocity(s.boxes[2], {0, 0.1f, 0});
         }},
        {"setTransform",
         [](Asleep& s) {
             s.lab.world.setTransform(s.boxes[2], {0.01f, 2.5f, 0}, kIdentityRotation);
         }},
        {"setMass", [](Asleep& s) { s.lab.world.setMass(s.boxes[2], 3); }},
        {"setMassProperties",
         [](Asleep& s) {
             s.lab.world.setMassProperties(s.boxes[2], {.mass = 2, .principalInertia = {1, 1, 1}});
         }},
        {"setDensity", [](Asleep& s) { s.lab.world.setDensity(s.lab.shapeOf(s.boxes[2]), 7); }},
        {"setMaterial", [](Asleep& s) { s.lab.world.setMaterial(s.lab.shapeOf(s.boxes[2]), {.friction = 0.01f}); }},
        {"setFilter", [](Asleep& s) { s.lab.world.setFilter(s.lab.shapeOf(s.boxes[2]), {.mask = 0}); }},
        {"setGravityScale", [](Asleep& s) { s.lab.world.setGravityScale(s.boxes[2], -1); }},
        {"setLocks", [](Asleep& s) { s.lab.world.setLocks(s.boxes[2], AxisLock::LinearX); }},
        {"setAllowSleep", [](Asleep& s) { s.lab.world.setAllowSleep(s.boxes[2], false); }},
        {"createShape",
         [](Asleep& s) {
             s.lab.world.createShape(s.boxes[2], {.geometry = Sphere{0.2f}, .position = {2, 0, 0}});
         }},
        {"destroyShape", [](Asleep& s) { s.lab.world.destroyShape(s.lab.shapeOf(s.boxes[2])); }},
        {"setType kinematic", [](Asleep& s) { s.lab.world.setType(s.boxes[0], BodyType::Kinematic); }},
        {"destroyBody of a member", [](Asleep& s) { s.lab.world.destroyBody(s.boxes[0]); }},
    };
    for (const Cause& cause : causes) {
        Asleep s;
        cause.act(s);
        s.lab.world.step(kDt);
        CAPTURE(std::string(cause.name));
        CHECK(s.allAwake());
        CHECK(!s.lab.world.isAwake(s.far[0]));
        CHECK(s.lab.clean());
    }
}

TEST_CASE("a change of what the stack stands on wakes all of it") {
    const Cause causes[] = {
        {"destroyBody", [](Asleep& s) { s.lab.world.destroyBody(s.support); }},
        {"destroyShape", [](Asleep& s) { s.lab.world.destroyShape(s.lab.shapeOf(s.support)); }},
        {"setTransform",
         [](Asleep& s) {
             s.lab.world.setTransform(s.support, {0, -5, 0}, kIdentityRotation);
         }},
        {"setFilter", [](Asleep& s) { s.lab.world.setFilter(s.lab.shapeOf(s.support), {.mask = 0}); }},
        {"setMaterial", [](Asleep& s) { s.lab.world.setMaterial(s.lab.shapeOf(s.support), {.friction = 0}); }},
        {"setType dynamic", [](Asleep& s) { s.lab.world.setType(s.support, BodyType::Dynamic); }},
    };
    for (const Cause& cause : causes) {
        Asleep s;
        cause.act(s);
        s.lab.world.step(kDt);
        CAPTURE(std::string(cause.name));
        CHECK(s.allAwake());
        CHECK(!s.lab.world.isAwake(s.far[0]));
        CHECK(s.lab.clean());
    }
}

TEST_CASE("a kinematic support that starts to move wakes what stands on it") {
    const Cause causes[] = {
        {"moveKinematic",
         [](Asleep& s) {
             s.lab.world.moveKinematic(s.support, {0.02f, -0.5f, 0}, kIdentityRotation, kDt);
         }},
        {"setLinearVelocity",
         [](Asleep& s) {
             s.lab.world.setLinearVelocity(s.support, {1, 0, 0});
         }},
        {"setAngularVelocity",
         [](Asleep& s) {
             s.lab.world.setAngularVelocity(s.support, {0, 1, 0});
         }},
    };
    for (const Cause& cause : causes) {
        Asleep s(BodyType::Kinematic);
        cause.act(s);
        s.lab.run(2);
        CAPTURE(std::string(cause.name));
        CHECK(s.allAwake());
        CHECK(!s.lab.world.isAwake(s.far[0]));
    }
}

TEST_CASE("settings that change what rest means wake everything") {
    const Cause causes[] = {
        {"gravity",
         [](Asleep& s) {
             WorldSettings settings = s.lab.world.settings();
             settings.gravity = {0, -5, 0};
             s.lab.world.setSettings(settings);
         }},
        {"sleeping off",
         [](Asleep& s) {
             WorldSettings settings = s.lab.world.settings();
             settings.sleeping = false;
             s.lab.world.setSettings(settings);
         }},
    };
    for (const Cause& cause : causes) {
        Asleep s;
        cause.act(s);
        s.lab.world.step(kDt);
        CAPTURE(std::string(cause.name));
        CHECK(s.allAwake());
        CHECK(s.lab.world.isAwake(s.far[0]));
    }
}

TEST_CASE("whatever touches the stack wakes all of it in the step of the touch") {
    Asleep s;
    const BodyId ball = s.lab.sphere({-3, 4.5f, 0}, 0.25f);
    s.lab.world.setGravityScale(ball, 0);
    s.lab.world.setLinearVelocity(ball, {2, 0, 0});
    bool touched = false;
    for (int i = 0; i < 120 && !touched; ++i) {
        s.lab.world.step(kDt);
        touched = !s.lab.world.contactBeginEvents().empty();
        if (!touched)
            REQUIRE(s.allAsleep());
    }
    REQUIRE(touched);
    CHECK(s.allAwake());
    CHECK(s.lab.world.wakeReason(s.boxes[0]) == WakeReason::Contact);
    CHECK(!s.lab.world.isAwake(s.far[0]));
}

TEST_CASE("a body made, or put, inside a sleeping one wakes it") {
    Asleep s;
    s.lab.box({0.9f, 2.5f, 0});
    s.lab.run(2);
    CHECK(s.allAwake());

    Asleep t;
    const BodyId wall = t.lab.body({.type = BodyType::Static, .position = {20, 2, 0}}, {.geometry = Box{}});
    t.lab.run(2);
    REQUIRE(t.allAsleep());
    t.lab.world.setTransform(wall, {0.9f, 2.5f, 0}, kIdentityRotation);
    t.lab.run(2);
    CHECK(t.allAwake());
}

TEST_CASE("why each body is awake") {
    Asleep s;
    s.lab.world.destroyBody(s.support);
    CHECK(s.lab.world.wakeReason(s.boxes[0]) == WakeReason::SupportLost);
    Asleep t;
    t.lab.world.setMass(t.boxes[1], 4);
    CHECK(t.lab.world.wakeReason(t.boxes[1]) == WakeReason::PropertyChange);
    Asleep u;
    u.lab.world.applyImpulse(u.boxes[1], {0.1f, 0, 0});
    CHECK(u.lab.world.wakeReason(u.boxes[1]) == WakeReason::UserCall);
    const BodyId born = u.lab.world.createBody({.position = {40, 10, 0}});
    CHECK(u.lab.world.wakeReason(born) == WakeReason::Created);
    u.lab.run(30);
    CHECK(u.lab.world.wakeReason(born) == WakeReason::Moving);
}

TEST_CASE("what only looks wakes nothing") {
    Asleep s;
    World& world = s.lab.world;
    std::vector<ShapeId> shapes;
    std::vector<RayHit> hits;
    world.castRayAll({-10, 2.5f, 0}, {20, 0, 0}, hits);
    world.overlapSphere({0, 2, 0}, 1, shapes);
    world.setUserData(s.boxes[0], 7);
    world.setUserData(s.lab.shapeOf(s.boxes[0]), 7);
    world.setSettings(world.settings());
    world.setThreads(1);
    s.lab.box({50, 20, 0});
    s.lab.run(3);
    CHECK(s.allAsleep());
}

TEST_CASE("a stack that woke sleeps again, and its events tell both") {
    Asleep s;
    s.lab.world.wakeBody(s.boxes[0]);
    s.lab.world.step(kDt);
    int woke = 0;
    for (const BodySleepEvent& event : s.lab.world.bodySleepEvents())
        woke += !event.asleep;
    CHECK(woke == 5);
    int slept = 0;
    for (int i = 0; i < 60; ++i) {
        s.lab.world.step(kDt);
        for (const BodySleepEvent& event : s.lab.world.bodySleepEvents())
            slept += event.asleep;
    }
    CHECK(slept == 5);
    CHECK(s.allAsleep());
}
