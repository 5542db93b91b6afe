#include "solver/solver_scene.h"

using namespace drystone;
using test::SolverScene;

namespace {

constexpr float kGravity = 9.81f;

struct Sled {
    SolverScene s;
    uint32_t box = 0;
    ContactSolver solver{s.memory, simd::resolveLevel(SimdLevel::Auto)};

    explicit Sled(float friction, float halfWidth = 0.5f) {
        box = s.addBox(2.0f, glm::vec3(0.5f), {});
        s.add(SolverScene::upwardPatch({0, 0, 0}, halfWidth, 0.0f, {0, -0.5f, 0}, friction), 0, box);
    }
    // The patch stays under the box.
    void step() { s.solve(solver); }
    float h() const { return s.dt / float(s.settings.substeps); }
    float weight() const { return 2.0f * kGravity * h(); }
};

}  // namespace

TEST_CASE("friction is a cone: the same in every direction, at most mu N") {
    for (const float angle : {0.0f, 0.5f, 0.785398f, 2.0f}) {
        Sled sled(0.3f);
        sled.s.setLinear(sled.box, {4.0f * std::cos(angle), 0.0f, 4.0f * std::sin(angle)});
        for (int i = 0; i < 30; ++i)
            sled.step();
        const glm::vec3 v = sled.s.linear(sled.box);
        CHECK(glm::length(v) == doctest::Approx(4.0f - 0.3f * kGravity * 30.0f * sled.s.dt).epsilon(5e-3));
        CHECK(std::atan2(v.z, v.x) == doctest::Approx(angle).epsilon(1e-3));
        const Manifold& m = sled.s.manifolds[0];
        float n = 0.0f;
        for (const float l : m.normalImpulse)
            n += l;
        const glm::vec3 f{m.frictionImpulse[0], m.frictionImpulse[1], m.frictionImpulse[2]};
        CHECK(glm::length(f) <= 0.3f * n * 1.0001f);
    }
}

TEST_CASE("static friction holds what kinetic friction would let slide") {
    for (const float staticFriction : {0.5f, 0.8f}) {
        Sled sled(0.5f);
        sled.s.manifolds[0].staticFriction = staticFriction;
        sled.s.motions[sled.box].acceleration.x = 0.65f * kGravity;
        for (int i = 0; i < 60; ++i)
            sled.step();
        const float slid = 0.15f * kGravity * 60.0f * sled.s.dt;
        if (staticFriction > 0.65f)
            CHECK(std::fabs(sled.s.linear(sled.box).x) < 1e-3f);
        else
            CHECK(sled.s.linear(sled.box).x == doctest::Approx(slid).epsilon(0.02));
    }
}

TEST_CASE("a spinning box is braked by the mean radius of its pressed area") {
    const float a = 0.5f, mu = 0.4f, inertia = 2.0f / 3.0f * (2.0f * 0.25f);
    Sled sled(mu, a);
    sled.s.setAngular(sled.box, {0.0f, 6.0f, 0.0f});
    for (int i = 0; i < 20; ++i)
        sled.step();
    // Mean distance from the centre of a square of side 2a: 0.7652 a.
    const float torque = mu * 2.0f * kGravity * 0.7652f * a;
    CHECK(sled.s.angular(sled.box).y == doctest::Approx(6.0f - torque / inertia * 20.0f * sled.s.dt).epsilon(5e-3));
    CHECK(std::fabs(sled.s.manifolds[0].twistImpulse) == doctest::Approx(torque * sled.h()).epsilon(5e-3));
}

TEST_CASE("split impulse parts bodies and adds no kinetic energy; Baumgarte does add") {
    for (const Stabilisation stabilisation : {Stabilisation::SplitImpulse, Stabilisation::Baumgarte}) {
        Sled sled(0.5f);
        sled.s.settings.solver = SolverKind::SequentialImpulse;
        sled.s.settings.stabilisation = stabilisation;
        sled.s.motions[sled.box].acceleration = {};
        for (ManifoldPoint& p : sled.s.manifolds[0].points)
            p.separation = -0.05f;
        sled.step();
        CHECK(sled.s.moved(sled.box).y > 0.005f);
        CHECK(sled.s.moved(sled.box).y < 0.0451f);
        const float speed = sled.s.linear(sled.box).y;
        if (stabilisation == Stabilisation::SplitImpulse)
            CHECK(std::fabs(speed) < 1e-6f);
        else
            CHECK(speed > 0.1f);
    }
}

TEST_CASE("a body without contacts falls the same beside contacts, and nothing else is written") {
    SolverScene s;
    const uint32_t kinematic = s.addBody(0.0f, glm::vec3(0.0f), {});
    s.setLinear(kinematic, {1.0f, 0.0f, 0.0f});
    const uint32_t box = s.addBox(1.0f, glm::vec3(0.5f), {}), lonely = s.addBox(1.0f, glm::vec3(0.5f), {});
    s.add(SolverScene::upwardPatch({0, 0, 0}, 0.5f, 0.0f, {0, -0.5f, 0}), kinematic, box);
    const VelocityRow ground = s.velocities[0], carrier = s.velocities[kinematic];
    ContactSolver solver(s.memory, simd::resolveLevel(SimdLevel::Auto));
    for (int i = 0; i < 30; ++i)
        s.solve(solver);
    CHECK(std::memcmp(&ground, &s.velocities[0], sizeof ground) == 0);
    CHECK(std::memcmp(&carrier, &s.velocities[kinematic], sizeof carrier) == 0);
    CHECK(s.moved(kinematic).x == doctest::Approx(s.dt));
    CHECK(s.linear(lonely).y == doctest::Approx(-9.81f * 0.5f).epsilon(1e-4));
    CHECK(s.linear(box).x == doctest::Approx(1.0f).epsilon(1e-3));  // carried along by friction
}

TEST_CASE("a solve of a size seen before allocates nothing") {
    SolverScene s;
    addRandomContacts(s, 3, 60, 150);
    s.settings.referenceIterations = 20;
    s.overflow.push_back(s.dynamicContacts[0].back());
    s.dynamicContacts[0].pop_back();
    ContactSolver solver(s.memory, simd::resolveLevel(SimdLevel::Auto));
    for (const SolverKind kind : {SolverKind::SoftStep, SolverKind::SequentialImpulse, SolverKind::Pgs, SolverKind::Xpbd}) {
        s.settings.solver = kind;
        s.solve(solver);
    }
    const uint64_t before = s.memory.allocationCount();
    for (const SolverKind kind : {SolverKind::Xpbd, SolverKind::Pgs, SolverKind::SequentialImpulse, SolverKind::SoftStep}) {
        s.settings.solver = kind;
        s.solve(solver);
    }
    CHECK(s.memory.allocationCount() == before);
}
