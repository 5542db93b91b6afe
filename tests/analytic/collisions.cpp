// Momentum and energy between moving bodies.
#include "support/crowd.h"
#include "support/lab.h"
#include "support/solver_choices.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

struct Totals {
    glm::dvec3 linear, angular;
    double kinetic;
};

Totals totals(const World& world) {
    const WorldMeasures m = world.measures();
    return {{m.linearMomentum[0], m.linearMomentum[1], m.linearMomentum[2]},
            {m.angularMomentum[0], m.angularMomentum[1], m.angularMomentum[2]},
            m.kineticEnergy};
}

}  // namespace

TEST_CASE("balls head on: v1' = (m1 - e m2) v1 / (m1 + m2), v2' = (1 + e) m1 v1 / (m1 + m2)") {
    for (const float e : {0.0f, 0.5f, 1.0f})
        for (const float m2 : {1.0f, 3.0f, 20.0f}) {
            Lab lab(weightless());
            const Material material{.friction = 0.5f, .restitution = e};
            const BodyId a = lab.sphere({-3, 0, 0}, 0.5f, material), b = lab.sphere({0, 0, 0}, 0.5f, material);
            lab.world.setMass(b, m2);
            lab.world.setLinearVelocity(a, {4, 0, 0});
            lab.run(90);
            CAPTURE(e);
            CAPTURE(m2);
            CHECK(lab.world.linearVelocity(a).x == about((1 - e * m2) * 4 / (1 + m2), 0.005));
            CHECK(lab.world.linearVelocity(b).x == about((1 + e) * 4 / (1 + m2), 0.005));
            CHECK(std::fabs(totals(lab.world).linear.x - 4) < 1e-4);
        }
}

TEST_CASE("a collision of boxes off the centre keeps linear and angular momentum") {
    for (const float friction : {0.0f, 0.6f}) {
        // Cubes: what the gyroscopic term loses of oblong bodies' angular momentum is not the contact's fault.
        Lab lab(weightless());
        const Material material{.friction = friction, .restitution = 0.5f};
        const BodyId a = lab.box({-3, 0.4f, 0.1f}, glm::vec3(0.4f), material, turn(0.4f, {1, 1, 0}));
        const BodyId b = lab.box({0, 0, 0}, glm::vec3(0.6f), material);
        lab.world.setMass(b, 3);
        lab.world.setLinearVelocity(a, {5, 0, 0});
        lab.world.setAngularVelocity(a, {0.5f, 1, -0.3f});
        const Totals before = totals(lab.world);
        lab.run(90);
        const Totals after = totals(lab.world);
        CAPTURE(friction);
        CHECK(glm::length(after.linear - before.linear) < 1e-4);
        // Levers hold for a step, in which the bodies still close up: friction acts that far off the common point.
        const double room = friction > 0 ? 0.04 : 0.002;
        CHECK(glm::length(after.angular - before.angular) < room * glm::length(before.angular));
        CHECK(after.kinetic < before.kinetic);
        CHECK(glm::length(lab.world.angularVelocity(b)) > 0.1f);
    }
}

TEST_CASE("sixty bodies that collide in space keep their momentum") {
    Lab lab(weightless());
    Random random(3);
    for (int i = 0; i < 60; ++i) {
        const glm::vec3 p{float(i % 4) * 1.3f, float(i / 4 % 4) * 1.3f, float(i / 16) * 1.3f};
        const BodyId body = i % 2 ? lab.box(p, glm::vec3(0.45f), {.restitution = 0.3f}, random.rotation())
                                  : lab.sphere(p, 0.5f, {.restitution = 0.3f});
        lab.world.setLinearVelocity(body, -0.8f * (p - glm::vec3(2)) + random.vector(1));
    }
    const Totals before = totals(lab.world);
    lab.run(300);
    const Totals after = totals(lab.world);
    CHECK(glm::length(after.linear - before.linear) < 2e-3);
    CHECK(glm::length(after.angular - before.angular) < 0.02 * glm::length(before.angular) + 0.05);
    CHECK(after.kinetic < before.kinetic);
}

TEST_CASE("oblique impact with friction: the ball takes up spin, from the impulse that restitution adds too") {
    // v = (3, -4), mu = 0.1: it slips throughout (3.5 mu (1 + e) 4 < 3), so the tangential impulse is mu (1 + e) m vn.
    Lab lab(weightless());
    const float e = 0.5f, mu = 0.1f;
    const Material material{.friction = mu, .restitution = e};
    lab.floor(material);
    const BodyId ball = lab.sphere({0, 1.5f, 0}, 0.5f, material);
    lab.world.setLinearVelocity(ball, {3, -4, 0});
    lab.run(60);
    const float push = mu * (1 + e) * 4;
    CHECK(lab.world.linearVelocity(ball).y == about(2, 0.01));
    CHECK(lab.world.linearVelocity(ball).x == about(3 - push, 0.02));
    CHECK(lab.world.angularVelocity(ball).z == about(-push * 0.5f / (0.4f * 0.25f), 0.03));
}

// Spinning corners come to touch within a substep, sooner than velocities at its start tell: what meets them unawares must
// throw them back all the same.
TEST_CASE("an elastic crowd of spinning boxes keeps its energy, whatever the draw, under every solver") {
    for (const SolverChoice& solver : kSolverChoices)
        for (const uint32_t seed : {1u, 2u, 3u, 4u}) {
            CAPTURE(std::string(solver.name));
            CAPTURE(seed);
            Lab lab(solver.in(weightless()));
            elasticCrowd(lab, seed, {1, 0.7f, 0.9f});
            const double most = solver.kind == SolverKind::Xpbd ? 0.01 : 0.002;  // its velocities follow from poses
            CHECK(energyError(lab, 300) < most);
        }
}
