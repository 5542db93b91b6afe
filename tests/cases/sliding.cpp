#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

constexpr Material kFromOther{.friction = 1, .frictionRule = CombineRule::Multiply};

Material rough(float friction) {
    return {.friction = friction, .frictionRule = CombineRule::Multiply};
}

glm::vec3 level(glm::vec3 v) {
    return {v.x, 0, v.z};
}

// Angle between two level ways (rad).
float turned(glm::vec3 from, glm::vec3 to) {
    return std::atan2(glm::length(glm::cross(level(from), level(to))), glm::dot(level(from), level(to)));
}

}  // namespace

// newton-physics/newton#1138: a box crept down every slope that should hold it, at 1.15 mm/s.
TEST_CASE("a slope that holds a box holds it for a minute; a smoother one lets it go by the law") {
    for (const float degrees : {2.0f, 10.0f, 30.0f})
        for (const bool holds : {true, false}) {
            CAPTURE(degrees);
            CAPTURE(holds);
            const float angle = radians(degrees), mu = holds ? 1 : 0.5f * std::tan(angle);
            const glm::quat tilt = turn(angle, {0, 0, 1});
            const glm::vec3 down = tilt * glm::vec3(-1, 0, 0);
            Lab lab(sleepless());
            lab.body({.type = BodyType::Static, .rotation = tilt}, {.geometry = HalfSpace{}, .material = kFromOther});
            const BodyId box = lab.box(tilt * glm::vec3(0, 0.5f, 0), glm::vec3(0.5f), rough(mu), tilt);
            lab.run(60);
            const glm::vec3 place = lab.world.position(box), speed = lab.world.linearVelocity(box);
            if (holds) {
                lab.run(3540);
                CHECK(glm::length(lab.world.position(box) - place) < 0.001f);
            } else {
                lab.run(120);
                const float gained = glm::dot(lab.world.linearVelocity(box) - speed, down);
                CHECK(gained / 2 == about(kGravity * (std::sin(angle) - mu * std::cos(angle)), 0.02));
            }
        }
}

// RandyGaul/qu3e#35, jrouwe/JoltPhysics#983, bulletphysics/bullet3 PR#4539: paths hooked to the axes, boxes yawed, and
// friction was weaker along diagonals.
TEST_CASE("a box stops straight ahead, unturned, and equally far in every direction") {
    std::vector<glm::vec3> velocities{{1.2f, 0, -1}, {1, 0, -1.2f}};
    for (int i = 0; i <= 9; ++i)
        velocities.push_back(1.562f * glm::vec3(std::cos(radians(10.0f * float(i))), 0, std::sin(radians(10.0f * float(i)))));
    float nearest = 9, farthest = 0;
    for (const glm::vec3 velocity : velocities) {
        CAPTURE(velocity.x);
        CAPTURE(velocity.z);
        Lab lab(sleepless());
        lab.floor(kFromOther);
        const BodyId box = lab.box({0, 0.5f, 0}, glm::vec3(0.5f), rough(0.3f));
        lab.run(30);
        const glm::vec3 from = lab.world.position(box);
        lab.world.setLinearVelocity(box, velocity);
        lab.run(90);
        const glm::vec3 way = level(lab.world.position(box) - from);
        const float distance = glm::length(way), speed = glm::length(velocity);
        CHECK(distance == about(speed * speed / (2 * 0.3f * kGravity), 0.03));
        CHECK(distance * std::sin(turned(velocity, way)) < 0.01f * distance);
        CHECK(angleBetween(lab.world.rotation(box), kIdentityRotation) < radians(0.5f));
        nearest = std::min(nearest, distance);
        farthest = std::max(farthest, distance);
    }
    MESSAGE("stops after " << nearest << " to " << farthest << " m");
    CHECK(farthest - nearest < 0.02f * nearest);
}

// bulletphysics/bullet3#2117, osrf/gazebo-classic#480: a rolling ball curved towards an axis.
TEST_CASE("a ball that slides rolls after 2 v / (7 mu g), straight on, and keeps its speed") {
    constexpr float kRadius = 0.05f, kMu = 0.2f;
    const glm::vec3 along{std::cos(radians(30)), 0, std::sin(radians(30))};
    Lab lab(sleepless());
    lab.floor(kFromOther);
    const BodyId ball = lab.sphere({0, kRadius, 0}, kRadius, rough(kMu));
    lab.run(30);
    const glm::vec3 from = lab.world.position(ball);
    lab.world.setLinearVelocity(ball, 2.0f * along);
    const auto slip = [&] {
        const glm::vec3 arm{0, -kRadius, 0};
        return glm::length(level(lab.world.linearVelocity(ball) + glm::cross(lab.world.angularVelocity(ball), arm)));
    };
    // The slip falls by 7/2 mu g: where it ended is told from a step before, when some was left.
    int steps = 0;
    float left = 2;
    for (; slip() > 1e-3f && steps < 60; ++steps) {
        left = slip();
        lab.world.step(kDt);
    }
    const float time = float(steps - 1) * kDt + left / (3.5f * kMu * kGravity);
    const float way = glm::length(level(lab.world.position(ball) - from)) - (float(steps) * kDt - time) * 10.0f / 7;
    MESSAGE("rolls after " << time << " s and " << way << " m");
    CHECK(time == about(0.2912, 0.05));
    CHECK(way == about(0.4993, 0.05));
    const float rolling = glm::length(lab.world.linearVelocity(ball));
    CHECK(rolling == about(10.0 / 7, 0.01));
    lab.run(300);
    CHECK(glm::length(lab.world.linearVelocity(ball)) > 0.99f * rolling);
    CHECK(turned(along, lab.world.position(ball) - from) < radians(0.2f));
}

// jrouwe/JoltPhysics#569: a body that may not turn was slowed at another rate along each axis. A capsule there; a ball has
// the same single point of contact.
TEST_CASE("a ball that may not turn keeps its heading, and friction is mu times all that the floor gave") {
    Lab lab(sleepless());
    lab.body({.type = BodyType::Static}, {.geometry = Box{{200, 1, 200}}, .material = kFromOther});
    const glm::vec3 along{std::sin(radians(10)), 0, std::cos(radians(10))};
    const BodyId ball = lab.sphere({0, 2, 0}, 0.5f, rough(1));
    lab.world.setLocks(ball, AxisLock::AngularX | AxisLock::AngularY | AxisLock::AngularZ);
    lab.world.setLinearVelocity(ball, 50.0f * along);
    int steps = 0;
    for (; glm::length(level(lab.world.linearVelocity(ball))) > 0.01f && steps < 600; ++steps) {
        lab.world.step(kDt);
        if (glm::length(level(lab.world.linearVelocity(ball))) > 1)
            REQUIRE(turned(along, lab.world.linearVelocity(ball)) < radians(0.5f));
    }
    // Falls 0.5 m first, loses that speed along the floor when it lands, and mu g from then on.
    const glm::vec3 way = level(lab.world.position(ball));
    MESSAGE("stops after " << float(steps) * kDt << " s and " << glm::length(way) << " m");
    CHECK(float(steps) * kDt == about(5.10, 0.03));
    CHECK(glm::length(way) == about(127.9, 0.03));
    CHECK(turned(along, way) < radians(0.5f));
}

// jrouwe/JoltPhysics#717: a sphere hopped where two cubes lie flush.
TEST_CASE("a small ball does not feel the seams between flush cubes") {
    constexpr float kRadius = 0.1f, kSpeed = 5;
    for (const int cubes : {2, 20})
        for (const bool rolls : {false, true}) {
            CAPTURE(cubes);
            CAPTURE(rolls);
            Lab lab(sleepless());
            for (int i = 0; i < cubes; ++i)
                lab.body({.type = BodyType::Static, .position = {2 * float(i), -1, 0}},
                         {.geometry = Box{glm::vec3(1)}, .material = kFromOther});
            const BodyId ball = lab.sphere({-0.9f, kRadius, 0}, kRadius, rough(rolls ? 0.5f : 0));
            lab.world.setLinearVelocity(ball, {kSpeed, 0, 0});
            if (rolls)
                lab.world.setAngularVelocity(ball, {0, 0, -kSpeed / kRadius});
            const float end = 2 * float(cubes) - 1.2f;
            while (lab.world.position(ball).x < end && lab.world.stepCount() < 600) {
                lab.world.step(kDt);
                REQUIRE(std::fabs(lab.world.position(ball).y - kRadius) < 0.001f);
                REQUIRE(std::fabs(lab.world.linearVelocity(ball).y) < 0.01f);
            }
            CHECK(lab.world.position(ball).x >= end);
            CHECK(lab.world.linearVelocity(ball).x > kSpeed * (1 - 0.002f * float(cubes - 1)));
        }
}
