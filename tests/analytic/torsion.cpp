// Torques of friction: about the normal of a pressed area, against rolling.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

constexpr float kMu = 0.4f;

Material rough(float friction, float rollingResistance = 0) {
    return {.friction = friction, .rollingResistance = rollingResistance, .frictionRule = CombineRule::Multiply};
}

// Mean distance of a rectangle's points from its centre, half sides a and b.
double meanDistance(double a, double b) {
    const double d = std::sqrt(a * a + b * b);
    if (b <= 0)
        return a / 2;
    return (d + a * a / (2 * b) * std::log((b + d) / a) + b * b / (2 * a) * std::log((a + d) / b)) / 3;
}

// A plate spun on a floor: deceleration (rad/s^2) over mu g m / I.
double lever(glm::vec3 halfExtents, FrictionModel model, float spin = 8) {
    WorldSettings settings = sleepless();
    settings.frictionModel = model;
    Lab lab(settings);
    lab.floor(rough(1));
    const BodyId plate = lab.box({0, halfExtents.y, 0}, halfExtents, rough(kMu));
    lab.run(30);
    lab.world.setAngularVelocity(plate, {0, spin, 0});
    lab.run(2);
    const float before = lab.world.angularVelocity(plate).y;
    lab.run(12);
    const double slowed = double(before - lab.world.angularVelocity(plate).y) / (12.0 * kDt);
    CHECK(std::fabs(lab.world.angularVelocity(plate).x) < 0.02f);
    CHECK(glm::length(lab.world.linearVelocity(plate)) < 0.02f);
    const double a = halfExtents.x, b = halfExtents.z;
    return slowed * ((a * a + b * b) / 3) / double(kMu * kGravity);
}

}  // namespace

TEST_CASE("the torque on a spinning plate is mu N times the mean radius of its pressed area") {
    struct Plate {
        float a, b;
    };
    for (const Plate p : {Plate{0.5f, 0.5f}, Plate{0.5f, 0.25f}, Plate{0.6f, 0.1f}, Plate{1.0f, 0.02f}, Plate{0.1f, 0.1f}}) {
        CAPTURE(p.a);
        CAPTURE(p.b);
        CHECK(lever({p.a, 0.02f, p.b}, FrictionModel::Patch, 12) == about(meanDistance(p.a, p.b), 0.01));
    }
}

TEST_CASE("friction by points has the lever of the corners") {
    CHECK(lever({0.5f, 0.02f, 0.5f}, FrictionModel::PerPoint) == about(std::sqrt(0.5), 0.01));
}

// Deceleration of a plate that slides and spins, by Coulomb's law over its square; the engine cuts it into nine tiles.
TEST_CASE("what slides and spins is rubbed by its whole area") {
    Lab lab(sleepless());
    lab.floor(rough(1));
    const double half = 0.5;
    const BodyId plate = lab.box({0, 0.02f, 0}, {0.5f, 0.02f, 0.5f}, rough(kMu));
    lab.run(30);
    double speed = 3, w = 5;
    lab.world.setLinearVelocity(plate, {float(speed), 0, 0});
    lab.world.setAngularVelocity(plate, {0, float(w), 0});
    const double inertia = (0.25 + 0.25) / 3;
    const int n = 60, fine = 20;
    for (int i = 0; i < 30 * fine; ++i) {
        // Along x and about y at r = (x, z): u = (v + w z, -w x).
        double force = 0, torque = 0;
        for (int k = 0; k < n * n; ++k) {
            const double x = ((2 * (k / n) + 1.0) / n - 1) * half, z = ((2 * (k % n) + 1.0) / n - 1) * half;
            const double ux = speed + w * z, uz = -w * x, length = std::hypot(ux, uz);
            force += ux / length / (n * n);
            torque += (z * ux - x * uz) / length / (n * n);
        }
        const double impulse = double(kMu) * double(kGravity) * double(kDt) / fine;
        speed -= impulse * force;
        w -= impulse * torque / inertia;
    }
    lab.run(30);
    CHECK(lab.world.linearVelocity(plate).x == about(speed, 0.01));
    CHECK(lab.world.angularVelocity(plate).y == about(w, 0.03));
    CHECK(std::fabs(lab.world.linearVelocity(plate).z) < 0.02f);
}

TEST_CASE("rolling resistance slows a rolling ball by 5/7 c g, and holds it on a slope below c") {
    for (const float radius : {0.1f, 0.5f}) {
        CAPTURE(radius);
        const float c = 0.05f;
        Lab lab(sleepless());
        lab.floor(rough(1));
        const BodyId ball = lab.sphere({0, radius, 0}, radius, rough(0.8f, c));
        lab.run(10);
        lab.world.setLinearVelocity(ball, {2, 0, 0});
        lab.world.setAngularVelocity(ball, {0, 0, -2 / radius});
        lab.run(10);
        const float before = lab.world.linearVelocity(ball).x;
        lab.run(60);
        CHECK(before - lab.world.linearVelocity(ball).x == about(5.0f / 7 * c * kGravity, 0.01));
        lab.run(600);
        CHECK(glm::length(lab.world.linearVelocity(ball)) < 1e-4f);
        CHECK(lab.clean());
    }
    for (const float slope : {0.04f, 0.08f}) {
        CAPTURE(slope);
        WorldSettings settings = sleepless();
        settings.gravity = kGravity * glm::normalize(glm::vec3(slope, -1, 0));
        Lab lab(settings);
        lab.floor(rough(1));
        const BodyId ball = lab.sphere({0, 0.25f, 0}, 0.25f, rough(0.8f, 0.06f));
        lab.run(60);
        const float at = lab.world.position(ball).x, v = lab.world.linearVelocity(ball).x;
        lab.run(60);
        if (slope < 0.06f)
            CHECK(std::fabs(lab.world.position(ball).x - at) < 1e-4f);
        else
            CHECK(lab.world.linearVelocity(ball).x - v ==
                  about(5.0f / 7 * (slope - 0.06f) * kGravity / std::sqrt(1 + slope * slope), 0.02));
    }
}

// Changing the model between two steps neither loses nor adds to what holds a body.
TEST_CASE("a box held on a slope does not notice the friction model") {
    WorldSettings settings = sleepless();
    settings.gravity = kGravity * glm::normalize(glm::vec3(0.4f, -1, 0.2f));
    Lab lab(settings);
    lab.floor(rough(1));
    const BodyId box = lab.box({0, 0.25f, 0}, {0.5f, 0.25f, 0.5f}, rough(0.6f));
    lab.run(60);
    const glm::vec3 from = lab.world.position(box);
    float fastest = 0;
    for (int i = 0; i < 60; ++i) {
        settings.frictionModel = i % 2 ? FrictionModel::Patch : FrictionModel::PerPoint;
        lab.world.setSettings(settings);
        lab.run(1);
        fastest = std::fmax(fastest, glm::length(lab.world.linearVelocity(box)));
    }
    CHECK(fastest < 1e-3f);
    CHECK(glm::length(lab.world.position(box) - from) < 1e-4f);
}
