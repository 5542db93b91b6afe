// Impulses at points.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("an impulse through the centre gives velocity and no spin") {
    Lab lab(weightless());
    const BodyId body = lab.box({1, 2, 3});
    REQUIRE(lab.world.applyImpulseAt(body, {3, 0, 0}, {0.5f, 2, 3}));
    CHECK(lab.world.linearVelocity(body).x == about(3, 1e-6));
    CHECK(lab.world.angularVelocity(body) == glm::vec3(0));
}

TEST_CASE("pushing +x above the centre spins about -z, by r x J / I") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    REQUIRE(lab.world.applyImpulseAt(body, {3, 0, 0}, {-0.5f, 0.25f, 0}));
    CHECK(lab.world.linearVelocity(body).x == about(3, 1e-6));
    CHECK(lab.world.angularVelocity(body).z == about(-0.25f * 3 * 6, 1e-5));
    CHECK(lab.world.angularVelocity(body).x == 0);
    CHECK(lab.world.angularVelocity(body).y == 0);
    lab.run(60);
    CHECK(lab.world.position(body).x == about(3, 1e-4));
    CHECK(lab.world.angularVelocity(body).z == about(-4.5f, 1e-4));
}

TEST_CASE("where it is struck does not change the velocity") {
    for (const float offset : {-0.5f, -0.1f, 0.0f, 0.3f, 0.5f}) {
        Lab lab(weightless());
        const BodyId body = lab.box({0, 0, 0});
        lab.world.applyImpulseAt(body, {2, 0, 0}, {0, offset, 0});
        CHECK(lab.world.linearVelocity(body) == glm::vec3(2, 0, 0));
    }
}

TEST_CASE("an impulse at a point of a turned, oblong body: w = I^-1 (r x J) in world space") {
    Lab lab(weightless());
    const glm::vec3 half{0.2f, 0.5f, 1.0f};
    const glm::quat q = turn(0.7f, {1, 2, -1});
    const BodyId body = lab.box({4, 5, 6}, half, {}, q);
    const glm::vec3 r{0.3f, -0.2f, 0.5f}, j{1, 2, 3};
    lab.world.applyImpulseAt(body, j, lab.world.position(body) + r);
    const glm::vec3 inertia = glm::vec3(half.y * half.y + half.z * half.z, half.x * half.x + half.z * half.z,
                                        half.x * half.x + half.y * half.y) /
        3.0f;
    const glm::vec3 expected = q * ((glm::conjugate(q) * glm::cross(r, j)) / inertia);
    CHECK(glm::length(lab.world.angularVelocity(body) - expected) < 1e-4f * glm::length(expected));
    CHECK(glm::length(lab.world.linearVelocity(body) - j) < 1e-5f);
}

TEST_CASE("an angular impulse turns and does not move") {
    Lab lab(weightless());
    const BodyId body = lab.sphere({0, 0, 0}, 0.5f);
    lab.world.applyAngularImpulse(body, {0, 0.1f, 0});
    CHECK(lab.world.angularVelocity(body).y == about(0.1f / (0.4f * 0.25f), 1e-5));
    CHECK(lab.world.linearVelocity(body) == glm::vec3(0));
}

TEST_CASE("locks hold against impulses too") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    lab.world.setLocks(body, AxisLock::LinearX | AxisLock::AngularZ);
    lab.world.applyImpulseAt(body, {1, 1, 0}, {0.5f, 0.2f, 0.1f});
    lab.run(1);
    CHECK(lab.world.position(body).x == 0);
    CHECK(lab.world.position(body).y > 0);
    CHECK(lab.world.angularVelocity(body).z == about(0));
}

TEST_CASE("static and kinematic bodies do not follow forces or impulses") {
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic}) {
        Lab lab;
        const BodyId body = lab.body({.type = type}, {.geometry = Box{}});
        lab.world.applyImpulse(body, {100, 0, 0});
        lab.world.applyForce(body, {100, 0, 0});
        lab.world.applyAngularImpulse(body, {100, 0, 0});
        lab.run(3);
        CHECK(lab.world.position(body) == glm::vec3(0));
        CHECK(lab.world.rotation(body) == kIdentityRotation);
    }
}
