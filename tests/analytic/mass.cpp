// Mass, centre and inertia against closed forms in double.
#include "support/lab.h"

#include <array>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

using namespace drystone;
using namespace drystone::lab;

namespace {

using Tensor = glm::dmat3;

Tensor diagonal(glm::dvec3 d) {
    return Tensor(d.x, 0, 0, 0, d.y, 0, 0, 0, d.z);
}
Tensor rotated(const Tensor& tensor, glm::quat q) {
    const Tensor r = glm::mat3_cast(glm::dquat(double(q.w), double(q.x), double(q.y), double(q.z)));
    return r * tensor * glm::transpose(r);
}
// What a point mass adds.
Tensor steiner(double mass, glm::dvec3 d) {
    return mass * (diagonal(glm::dvec3(glm::dot(d, d))) - glm::outerProduct(d, d));
}

struct Part {
    double mass;
    glm::dvec3 center;
    Tensor inertia;  // about its centre, body axes
};

Part boxPart(glm::vec3 h, double density, glm::vec3 center, glm::quat q = kIdentityRotation) {
    const glm::dvec3 e(h);
    const double mass = 8 * e.x * e.y * e.z * density;
    const glm::dvec3 d(e.y * e.y + e.z * e.z, e.x * e.x + e.z * e.z, e.x * e.x + e.y * e.y);
    return {mass, glm::dvec3(center), rotated(diagonal(d * (mass / 3)), q)};
}

Part spherePart(double radius, double density, glm::vec3 center) {
    const double mass = 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius * density;
    return {mass, glm::dvec3(center), diagonal(glm::dvec3(0.4 * mass * radius * radius))};
}

void checkMass(const World& world, BodyId body, const std::vector<Part>& parts) {
    double mass = 0;
    glm::dvec3 center(0);
    for (const Part& part : parts) {
        mass += part.mass;
        center += part.mass * part.center;
    }
    center /= mass;
    Tensor inertia(0.0);
    for (const Part& part : parts)
        inertia += part.inertia + steiner(part.mass, part.center - center);

    const MassProperties got = world.massProperties(body);
    CHECK(double(got.mass) == about(mass, 1e-6));
    CHECK(world.mass(body) == got.mass);
    CHECK(glm::length(glm::dvec3(got.centerOfMass) - center) < 1e-6);
    const Tensor rebuilt = rotated(diagonal(glm::dvec3(got.principalInertia)), got.principalRotation);
    const double size = inertia[0][0] + inertia[1][1] + inertia[2][2];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
            CHECK(std::fabs(rebuilt[c][r] - inertia[c][r]) < 2e-6 * size);
    CHECK(glm::length(got.principalRotation) == about(1, 1e-5));
}

}  // namespace

TEST_CASE("sphere: 4/3 pi r^3 rho, 2/5 m r^2") {
    Lab lab;
    const BodyId body = lab.body({}, {.geometry = Sphere{0.7f}, .density = 300});
    checkMass(lab.world, body, {spherePart(double(0.7f), 300, {0, 0, 0})});
}

TEST_CASE("box: 8 a b c rho, m/3 (b^2 + c^2)") {
    Lab lab;
    const BodyId body = lab.body({}, {.geometry = Box{{0.5f, 0.25f, 0.1f}}, .density = 800});
    checkMass(lab.world, body, {boxPart({0.5f, 0.25f, 0.1f}, 800, {0, 0, 0})});
}

TEST_CASE("a turned and shifted box carries its axes along") {
    Lab lab;
    const glm::quat q = turn(0.8f, {1, -2, 0.5f});
    const BodyId body =
        lab.body({}, {.geometry = Box{{0.5f, 0.2f, 0.1f}}, .position = {1, 2, 3}, .rotation = q, .density = 10});
    checkMass(lab.world, body, {boxPart({0.5f, 0.2f, 0.1f}, 10, {1, 2, 3}, q)});
}

TEST_CASE("compound: parallel axes and principal axes") {
    Lab lab;
    const BodyId body = lab.world.createBody({});
    const glm::quat q = turn(0.6f, {0, 1, 1});
    lab.world.createShape(body, {.geometry = Box{{0.5f, 0.1f, 0.1f}}, .position = {0.2f, 0, 0}, .density = 500});
    lab.world.createShape(
        body, {.geometry = Box{{0.1f, 0.4f, 0.2f}}, .position = {-0.3f, 0.4f, 0.1f}, .rotation = q, .density = 900});
    lab.world.createShape(body, {.geometry = Sphere{0.3f}, .position = {0, -0.6f, 0.5f}, .density = 2000});
    const std::vector<Part> parts = {boxPart({0.5f, 0.1f, 0.1f}, 500, {0.2f, 0, 0}),
                                     boxPart({0.1f, 0.4f, 0.2f}, 900, {-0.3f, 0.4f, 0.1f}, q),
                                     spherePart(double(0.3f), 2000, {0, -0.6f, 0.5f})};
    checkMass(lab.world, body, parts);

    SUBCASE("a sensor adds nothing") {
        lab.world.createShape(body, {.geometry = Box{{3, 3, 3}}, .density = 5000, .sensor = true});
        checkMass(lab.world, body, parts);
    }
    SUBCASE("a removed shape takes its share away") {
        lab.world.destroyShape(lab.shapeOf(body, 2));
        checkMass(lab.world, body, {parts[0], parts[1]});
    }
    SUBCASE("a changed density counts at once") {
        lab.world.setDensity(lab.shapeOf(body, 0), 50);
        checkMass(lab.world, body, {boxPart({0.5f, 0.1f, 0.1f}, 50, {0.2f, 0, 0}), parts[1], parts[2]});
        CHECK(lab.world.density(lab.shapeOf(body, 0)) == 50);
    }
    SUBCASE("the pose stays as shapes come and go") {
        CHECK(lab.world.position(body) == glm::vec3(0));
        CHECK(lab.world.rotation(body) == kIdentityRotation);
        lab.world.destroyShape(lab.shapeOf(body, 0));
        CHECK(lab.world.position(body) == glm::vec3(0));
        lab.world.setLinearVelocity(body, {0, 0, 0});
    }
    CHECK(lab.clean());
}

TEST_CASE("two equal spheres on an axis: inertia along it is the least") {
    Lab lab;
    const BodyId body = lab.world.createBody({});
    const glm::vec3 axis = glm::normalize(glm::vec3(1, 1, 0));
    for (const float side : {-1.0f, 1.0f})
        lab.world.createShape(body, {.geometry = Sphere{0.25f}, .position = side * axis, .density = 1000});
    checkMass(lab.world, body, {spherePart(0.25, 1000, -axis), spherePart(0.25, 1000, axis)});
}

TEST_CASE("static and kinematic bodies have no mass") {
    Lab lab;
    CHECK(lab.world.mass(lab.body({.type = BodyType::Static}, {})) == 0);
    CHECK(lab.world.mass(lab.body({.type = BodyType::Kinematic}, {})) == 0);
}

TEST_CASE("setMass scales inertia with it; resetMass undoes it") {
    Lab lab;
    const BodyId body = lab.body({}, {.geometry = Box{{0.5f, 0.2f, 0.1f}}, .position = {0.5f, 0, 0}, .density = 100});
    const MassProperties before = lab.world.massProperties(body);
    REQUIRE(lab.world.setMass(body, 3 * before.mass));
    const MassProperties scaled = lab.world.massProperties(body);
    CHECK(scaled.mass == about(3 * before.mass));
    for (int i = 0; i < 3; ++i)
        CHECK(scaled.principalInertia[i] == about(3 * before.principalInertia[i], 1e-5));
    CHECK(glm::length(scaled.centerOfMass - before.centerOfMass) < 1e-6f);
    REQUIRE(lab.world.resetMass(body));
    CHECK(lab.world.mass(body) == about(before.mass));
}

TEST_CASE("setMassProperties overrides until shapes change") {
    Lab lab(weightless());
    const BodyId body = lab.body({}, {.geometry = Box{{0.5f, 0.5f, 0.5f}}, .density = 1});
    const MassProperties wanted{.mass = 5,
                                .centerOfMass = {0.1f, 0.2f, 0},
                                .principalInertia = {1, 2, 2.5f},
                                .principalRotation = turn(0.5f, {0, 1, 0})};
    REQUIRE(lab.world.setMassProperties(body, wanted));
    const MassProperties got = lab.world.massProperties(body);
    CHECK(got.mass == 5);
    CHECK(glm::length(got.centerOfMass - wanted.centerOfMass) < 1e-6f);
    lab.world.applyAngularImpulse(body, {0, 1, 0});
    CHECK(lab.world.angularVelocity(body).y == about(0.5f, 1e-4));
    lab.world.createShape(body, {.geometry = Box{{0.5f, 0.5f, 0.5f}}, .density = 1});
    CHECK(lab.world.mass(body) == about(2));
}

// appsinacup/godot-rapier-physics#232: each swap made the body turn slower.
TEST_CASE("mass set and set back leaves the spin as it was") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    for (int i = 0; i < 20; ++i) {
        REQUIRE(lab.world.setMass(body, 2));
        REQUIRE(lab.world.setMass(body, 1));
    }
    lab.world.applyAngularImpulse(body, {0, 0.1f, 0});
    CHECK(lab.world.angularVelocity(body).y == about(0.6f, 0.001));
    lab.world.setAngularVelocity(body, {0, 0, 0});
    lab.world.setMass(body, 2);
    lab.world.applyAngularImpulse(body, {0, 0.1f, 0});
    CHECK(lab.world.angularVelocity(body).y == about(0.3f, 0.001));
}

TEST_CASE("the same mass set twice on a resting box leaves it at rest and able to turn") {
    Lab lab;
    lab.floor();
    const BodyId body = lab.box({0, 0.5f, 0});
    lab.run(30);
    lab.world.setMass(body, 1);
    lab.world.setMass(body, 1);
    lab.run(60);
    CHECK(glm::length(lab.world.linearVelocity(body)) < 1e-3f);
    CHECK(glm::length(lab.world.position(body) - glm::vec3(0, 0.5f, 0)) < 0.006f);
    lab.world.applyAngularImpulse(body, {0, 1, 0});
    CHECK(lab.world.angularVelocity(body).y == about(6, 0.01));
}
