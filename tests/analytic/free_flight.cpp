// Bodies that nothing touches, against the closed form of each integrator.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("free fall: y = y0 - g t^2 / 2 - g h t / 2 semi-implicit, + g h t / 2 explicit, exact for Verlet and RK4") {
    for (const PositionIntegrator integrator : kIntegrators)
        for (const int substeps : {1, 2, 4, 8}) {
            CAPTURE(int(integrator));
            CAPTURE(substeps);
            WorldSettings settings;
            settings.integrator = integrator;
            settings.substeps = substeps;
            Lab lab(settings);
            const BodyId ball = lab.sphere({0, 20, 0});
            const double g = double(kGravity), lag = energyLag(settings, kDt);
            double worst = 0;
            for (int step = 1; step <= 120; ++step) {
                lab.world.step(kDt);
                const double t = step * double(kDt), y = 20 - g * t * (t + lag) / 2;
                worst = std::max(worst, std::fabs(double(lab.world.position(ball).y) - y));
                REQUIRE(std::fabs(double(lab.world.linearVelocity(ball).y) + g * t) < 2e-4);
            }
            MESSAGE("integrator " << int(integrator) << ", " << substeps << " substeps: fall off by " << worst << " m");
            CHECK(worst < 1e-5 * 20);
            CHECK(lab.world.position(ball).x == 0);
            CHECK(lab.world.rotation(ball) == kIdentityRotation);
            CHECK(lab.clean());
        }
}

TEST_CASE("every solver lets what touches nothing follow the parabola, and what rests lie, by Verlet") {
    for (const SolverKind solver : {SolverKind::SoftStep, SolverKind::SequentialImpulse, SolverKind::SupportStep,
                                    SolverKind::Pgs, SolverKind::Xpbd}) {
        WorldSettings settings = sleepless();
        settings.solver = solver;
        Lab lab(settings);
        lab.floor();
        const BodyId ball = lab.sphere({0, 20, 0}), box = lab.box({10, 0.5f, 0});
        lab.world.setLinearVelocity(ball, {3, 0, 0});
        lab.run(90);
        const double t = 90 * double(kDt);
        CAPTURE(int(solver));
        CHECK(std::fabs(double(lab.world.position(ball).y) - (20 - double(kGravity) * t * t / 2)) < 5e-5);
        CHECK(std::fabs(double(lab.world.position(ball).x) - 3 * t) < 5e-5);
        CHECK(std::fabs(lab.world.position(box).y - 0.5f) < 2e-3f);
        CHECK(glm::length(lab.world.linearVelocity(box)) < 1e-3f);
        CHECK(lab.clean());
    }
}

TEST_CASE("a projectile falls as a dropped body does and keeps its sideways speed, by the default integrator: Verlet") {
    Lab lab;
    const BodyId thrown = lab.box({0, 10, 0}), dropped = lab.box({100, 10, 0});
    lab.world.setLinearVelocity(thrown, {7, 5, -3});
    lab.world.setAngularVelocity(thrown, {0, 2, 0});
    lab.run(120);
    const double t = 120 * double(kDt);
    const glm::vec3 p = lab.world.position(thrown);
    CHECK(std::fabs(double(p.x) - 7 * t) < 2e-4);
    CHECK(std::fabs(double(p.y) - (10 + 5 * t - double(kGravity) * t * t / 2)) < 2e-4);
    CHECK(std::fabs(double(p.z) + 3 * t) < 2e-4);
    CHECK(std::fabs(lab.world.position(dropped).y + 5 * float(t) - p.y) < 3e-4f);
    CHECK(lab.world.linearVelocity(thrown).x == 7);
}

TEST_CASE("gravity acts along its own direction, scaled a body") {
    WorldSettings settings;
    settings.gravity = {2, 0, -4};
    Lab lab(settings);
    const BodyId one = lab.sphere({0, 0, 0}), half = lab.sphere({10, 0, 0}), none = lab.sphere({20, 0, 0});
    lab.world.setGravityScale(half, 0.5f);
    lab.world.setGravityScale(none, 0);
    lab.run(60);
    CHECK(lab.world.linearVelocity(one).x == about(2, 1e-4));
    CHECK(lab.world.linearVelocity(one).z == about(-4, 1e-4));
    CHECK(lab.world.linearVelocity(half).x == about(1, 1e-4));
    CHECK(lab.world.linearVelocity(none) == glm::vec3(0));
    CHECK(lab.world.position(none) == glm::vec3(20, 0, 0));
}

TEST_CASE("damping: speed falls by exp(-c t)") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    lab.world.setDamping(body, 0.5f, 2.0f);
    lab.world.setLinearVelocity(body, {4, 0, 0});
    lab.world.setAngularVelocity(body, {0, 3, 0});
    lab.run(60);
    CHECK(lab.world.linearVelocity(body).x == about(4 * std::exp(-0.5f), 0.002));
    CHECK(lab.world.angularVelocity(body).y == about(3 * std::exp(-2.0f), 0.01));
}

TEST_CASE("without damping nothing slows a body, however fast") {
    Lab lab(weightless());
    const BodyId body = lab.sphere({0, 0, 0});
    lab.world.setLinearVelocity(body, {1000, 0, 0});
    lab.world.setAngularVelocity(body, {0, 200, 0});
    lab.run(30);
    CHECK(lab.world.linearVelocity(body).x == 1000);
    CHECK(lab.world.position(body).x == about(500, 1e-5));
    CHECK(lab.world.angularVelocity(body).y == about(200, 1e-4));
}

TEST_CASE("a body at 1000 m/s and 1000 rad/s flies and spins true, ball or box, and a cap holds it") {
    const float none = kInfinity;
    for (const bool box : {false, true})
        for (const float cap : {none, 40.0f}) {
            WorldSettings settings = weightless();
            settings.maxLinearSpeed = settings.maxAngularSpeed = cap;
            Lab lab(settings);
            const glm::vec3 half{0.5f, 0.3f, 0.2f};
            const BodyId body = box ? lab.box({0, 0, 0}, half) : lab.sphere({0, 0, 0});
            const BodyId platform = lab.world.createBody({.type = BodyType::Kinematic,
                                                          .position = {0, 50, 0},
                                                          .linearVelocity = {1000, 0, 0},
                                                          .angularVelocity = {0, 0, 1000}});
            lab.world.setLinearVelocity(body, {1000, 0, 0});
            lab.world.setAngularVelocity(body, {0, 0, 1000});
            lab.run(30);
            const float speed = std::min(1000.0f, cap);
            const double turned = double(speed) * 30 * double(kDt);
            const glm::quat expected(float(std::cos(turned / 2)), 0, 0, float(std::sin(turned / 2)));
            CAPTURE(box);
            CAPTURE(cap);
            CHECK(lab.world.position(body).x == about(turned, 1e-6));
            CHECK(lab.world.linearVelocity(body).x == about(speed, 1e-6));
            CHECK(lab.world.angularVelocity(body).z == about(speed, 1e-6));
            CHECK(angleBetween(lab.world.rotation(body), expected) < 2e-3f);
            CHECK(lab.world.position(platform).x == about(500, 1e-6));
            CHECK(lab.world.angularVelocity(platform).z == 1000);
            CHECK(lab.clean());
        }
}

TEST_CASE("a falling body reaches the cap and no more: v = min(g t, cap)") {
    WorldSettings settings;
    settings.maxLinearSpeed = 5;
    Lab lab(settings);
    const BodyId ball = lab.sphere({0, 0, 0});
    lab.run(120);
    const double reached = 5 / double(kGravity), wanted = -5 * reached / 2 - 5 * (2 - reached);
    CHECK(lab.world.linearVelocity(ball).y == about(-5, 1e-6));
    CHECK(lab.world.position(ball).y == about(wanted, 1e-3));
}

TEST_CASE("a body that drifts at 0.03 m/s in space is not at rest: it is never put to sleep") {
    Lab lab(weightless());
    const BodyId drifter = lab.box({0, 0, 0}, {0.5f, 0.3f, 0.2f});
    lab.world.setLinearVelocity(drifter, {0.03f, 0, 0});
    lab.run(600);
    CHECK(lab.world.isAwake(drifter));
    CHECK(lab.world.position(drifter).x == about(0.3, 1e-5));
}

TEST_CASE("a force acts through one step and is then cleared") {
    Lab lab(weightless());
    const BodyId body = lab.box({0, 0, 0});
    lab.world.setMass(body, 2);
    lab.world.applyForce(body, {12, 0, 0});
    lab.world.applyForce(body, {0, 6, 0});
    lab.world.step(kDt);
    CHECK(lab.world.linearVelocity(body).x == about(12 / 2 * kDt, 1e-5));
    CHECK(lab.world.linearVelocity(body).y == about(6 / 2 * kDt, 1e-5));
    const glm::vec3 v = lab.world.linearVelocity(body);
    lab.run(5);
    CHECK(lab.world.linearVelocity(body) == v);
}

TEST_CASE("a torque, and a force beside the centre, turn a body by torque / inertia") {
    Lab lab(weightless());
    const BodyId a = lab.box({0, 0, 0}), b = lab.box({10, 0, 0});
    lab.world.applyTorque(a, {0, 0, 2});
    lab.world.applyForceAt(b, {0, 4, 0}, {10.5f, 0, 0});
    lab.world.step(kDt);
    const float inertia = 1.0f / 6.0f;
    CHECK(lab.world.angularVelocity(a).z == about(2 / inertia * kDt, 1e-4));
    CHECK(lab.world.linearVelocity(a) == glm::vec3(0));
    CHECK(lab.world.angularVelocity(b).z == about(0.5f * 4 / inertia * kDt, 1e-4));
    CHECK(lab.world.linearVelocity(b).y == about(4 * kDt, 1e-5));
}

TEST_CASE("axis locks hold their axes and no others") {
    Lab lab;
    const BodyId plane = lab.box({0, 0, 0});
    lab.world.setLocks(plane, AxisLock::PlaneXY);
    lab.world.setLinearVelocity(plane, {1, 2, 3});
    lab.world.setAngularVelocity(plane, {1, 2, 3});
    const BodyId hover = lab.box({10, 0, 0});
    lab.world.setLocks(hover, AxisLock::LinearY | AxisLock::Rotation);
    lab.world.applyImpulseAt(hover, {1, 1, 1}, {10.5f, 0.5f, 0});
    lab.run(60);
    CHECK(lab.world.position(plane).x == about(1, 1e-4));
    CHECK(lab.world.position(plane).z == 0);
    const glm::quat q = lab.world.rotation(plane);
    CHECK(q.x == 0);
    CHECK(q.y == 0);
    CHECK(angleBetween(q, turn(3, {0, 0, 1})) < 1e-3f);
    CHECK(lab.world.position(hover).y == 0);
    CHECK(lab.world.position(hover).x == about(11, 1e-4));
    CHECK(lab.world.rotation(hover) == kIdentityRotation);
}
