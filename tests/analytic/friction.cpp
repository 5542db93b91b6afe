// Coulomb friction on flat ground and on slopes.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

Material rough(float friction, float staticFriction = -1) {
    return {.friction = friction, .staticFriction = staticFriction, .frictionRule = CombineRule::Multiply};
}

// A slab under y = 0 turned about z so that +x leads up; its coefficient is 1, so the body's own counts.
struct Slope {
    Lab lab{sleepless()};
    glm::quat tilt;
    BodyId box;
    glm::vec3 start;

    Slope(float angle, const Material& material) : tilt(turn(angle, {0, 0, 1})) {
        lab.body({.type = BodyType::Static, .position = tilt * glm::vec3(0, -0.5f, 0), .rotation = tilt},
                 {.geometry = Box{{100, 0.5f, 10}}, .material = rough(1)});
        start = tilt * glm::vec3(50, 0.25f, 0);
        box = lab.box(start, {0.5f, 0.25f, 0.5f}, material, tilt);
    }
    // Way from the start, positive downhill (m).
    float slid() const { return -(glm::conjugate(tilt) * (lab.world.position(box) - start)).x; }
    float speed() const { return -(glm::conjugate(tilt) * lab.world.linearVelocity(box)).x; }
};

// How far a box with this speed slides on level ground, and where to.
glm::vec3 slide(glm::vec3 velocity, const Material& floor, const Material& box, float* yaw = nullptr) {
    Lab lab(sleepless());
    lab.floor(floor);
    const BodyId body = lab.box({0, 0.2f, 0}, {0.5f, 0.2f, 0.5f}, box);
    lab.run(20);
    const glm::vec3 from = lab.world.position(body);
    lab.world.setLinearVelocity(body, velocity);
    lab.run(int(60 * (glm::length(velocity) / 2 + 1)));
    CHECK(glm::length(lab.world.linearVelocity(body)) < 1e-3f);
    if (yaw)
        *yaw = angleBetween(lab.world.rotation(body), kIdentityRotation);
    return lab.world.position(body) - from;
}

}  // namespace

TEST_CASE("on a slope a box holds or slides about atan(mu)") {
    for (const float degrees : {10.0f, 20.0f, 35.0f}) {
        CAPTURE(degrees);
        Slope holds(radians(degrees), rough(std::tan(radians(degrees + 1))));
        holds.lab.run(60);
        const float settled = holds.slid();
        holds.lab.run(600);
        CHECK(std::fabs(holds.slid() - settled) < 0.001f);
        CHECK(std::fabs(settled) < 0.005f);

        const float mu = std::tan(radians(degrees - 1));
        Slope slides(radians(degrees), rough(mu));
        slides.lab.run(60);
        const float before = slides.speed();
        slides.lab.run(120);
        const float expected = kGravity * (std::sin(radians(degrees)) - mu * std::cos(radians(degrees)));
        CHECK((slides.speed() - before) / 2 == about(expected, 0.02));
    }
}

TEST_CASE("static friction holds what sliding friction would not, until it slides") {
    const float angle = radians(20);
    const Material material = rough(std::tan(radians(15)), std::tan(radians(25)));
    // The slab has equal coefficients of 1, so both of the pair's are the box's.
    Slope rests(angle, material);
    rests.lab.run(300);
    CHECK(std::fabs(rests.slid()) < 0.005f);

    Slope pushed(angle, material);
    pushed.lab.run(30);
    pushed.lab.world.setLinearVelocity(pushed.box, pushed.tilt * glm::vec3(-1, 0, 0));
    pushed.lab.run(120);
    const float expected = kGravity * (std::sin(angle) - material.friction * std::cos(angle));
    CHECK(pushed.speed() == about(1 + 2 * expected, 0.04));
}

TEST_CASE("stopping distance v^2 / (2 mu g) within 1 %") {
    for (const float v : {3.0f, 5.0f, 10.0f})
        for (const float mu : {0.3f, 0.6f}) {
            CAPTURE(v);
            CAPTURE(mu);
            const glm::vec3 way = slide({v, 0, 0}, rough(1), rough(mu));
            CHECK(way.x == about(v * v / (2 * mu * kGravity), 0.01));
            CHECK(std::fabs(way.z) < 1e-3f * way.x);
        }
}

// RandyGaul/qu3e#35: friction by axes bends paths and is weaker along diagonals.
TEST_CASE("friction is the same in every direction") {
    for (int i = 0; i < 6; ++i) {
        const float heading = radians(15.0f * float(i) + 4);
        CAPTURE(i);
        const glm::vec3 along{std::cos(heading), 0, std::sin(heading)};
        float yaw = 0;
        const glm::vec3 way = slide(4.0f * along, rough(1), rough(0.4f), &yaw);
        const float distance = glm::dot(way, along);
        CHECK(distance == about(16 / (2 * 0.4f * kGravity), 0.015));
        CHECK(glm::length(glm::vec3(way.x, 0, way.z) - distance * along) < 0.01f * distance);
        CHECK(yaw < radians(0.5f));
    }
}

TEST_CASE("friction combines by the rule that stands later in the list") {
    struct Trial {
        CombineRule floor, box;
        float expected;
    };
    // Floor 0.2, box 0.8.
    const Trial trials[] = {{CombineRule::Average, CombineRule::Average, 0.5f},
                            {CombineRule::Average, CombineRule::Minimum, 0.2f},
                            {CombineRule::Minimum, CombineRule::Multiply, 0.16f},
                            {CombineRule::Maximum, CombineRule::Multiply, 0.8f}};
    for (const Trial& trial : trials) {
        CAPTURE(trial.expected);
        const glm::vec3 way = slide({5, 0, 0}, {.friction = 0.2f, .frictionRule = trial.floor},
                                    {.friction = 0.8f, .frictionRule = trial.box});
        CHECK(way.x == about(25 / (2 * trial.expected * kGravity), 0.02));
    }
}

TEST_CASE("a sliding ball rolls at 5/7 of its speed, whatever its radius, and keeps it") {
    for (const float radius : {0.1f, 0.5f}) {
        CAPTURE(radius);
        Lab lab(sleepless());
        lab.floor(rough(1));
        const BodyId ball = lab.sphere({0, radius, 0}, radius, rough(0.3f));
        lab.world.setLinearVelocity(ball, {2, 0, 1});
        lab.run(90);
        const glm::vec3 v = lab.world.linearVelocity(ball), w = lab.world.angularVelocity(ball);
        CHECK(v.x == about(2 * 5.0f / 7, 0.01));
        CHECK(v.z == about(1 * 5.0f / 7, 0.01));
        CHECK(w.z * radius == about(-v.x, 0.01));
        CHECK(w.x * radius == about(v.z, 0.01));
        lab.run(120);
        CHECK(glm::length(lab.world.linearVelocity(ball)) > 0.99f * glm::length(v));
    }
}

TEST_CASE("without friction nothing slows") {
    Lab lab(sleepless());
    lab.floor(rough(0));
    const BodyId body = lab.box({0, 0.5f, 0}, glm::vec3(0.5f), rough(0.5f));
    lab.world.setLinearVelocity(body, {2, 0, 0});
    lab.run(120);
    CHECK(lab.world.linearVelocity(body).x == about(2, 1e-4));
}
