#include <algorithm>

#include "solver/solver_scene.h"

using namespace drystone;
using test::SolverScene;

TEST_CASE("a resting box is held by its weight") {
    for (const SolverKind kind : {SolverKind::SoftStep, SolverKind::SequentialImpulse, SolverKind::Pgs, SolverKind::Xpbd}) {
        SolverScene s;
        s.settings.solver = kind;
        const float mass = 3.0f;
        const uint32_t box = s.addBox(mass, glm::vec3(0.5f), {0, 0.5f, 0});
        s.add(SolverScene::upwardPatch({0, 0, 0}, 0.5f, 0.0f, {0, -0.5f, 0}), 0, box);
        ContactSolver solver(s.memory, SimdLevel::Scalar);
        float y = 0.5f;
        for (int i = 0; i < 120; ++i) {
            s.solve(solver);
            y += s.moved(box).y;
            for (ManifoldPoint& p : s.manifolds[0].points)
                p.separation = y - 0.5f;
        }
        float sum = 0.0f;
        for (const float l : s.manifolds[0].normalImpulse)
            sum += l;
        const float h = s.dt / float(s.settings.substeps);
        CHECK(sum == doctest::Approx(mass * 9.81f * h).epsilon(1e-3));
        CHECK(glm::length(s.linear(box)) < 1e-4f);
        CHECK(glm::length(s.angular(box)) < 1e-4f);
        CHECK(y > 0.494f);
        CHECK(y <= 0.5001f);
    }
}

TEST_CASE("two bodies that collide keep their momentum") {
    SolverScene s;
    for (BodyMotion& m : s.motions)
        m.acceleration = {};
    const uint32_t a = s.addBox(2.0f, glm::vec3(0.5f), {0, 0, 0}), b = s.addBox(5.0f, glm::vec3(0.5f), {0, 1.0f, 0});
    s.motions[a].acceleration = s.motions[b].acceleration = {};
    s.setLinear(a, {0.3f, 2.0f, 0.1f});
    s.setLinear(b, {-0.5f, -1.0f, 0.2f});
    s.setAngular(b, {0.1f, 0.5f, -0.2f});
    s.add(SolverScene::upwardPatch({0, 0.5f, 0}, 0.5f, -0.001f, {0, -1.0f, 0}), a, b);
    ContactSolver solver(s.memory, simd::resolveLevel(SimdLevel::Auto));
    const glm::vec3 before = 2.0f * s.linear(a) + 5.0f * s.linear(b);
    s.solve(solver);
    const glm::vec3 after = 2.0f * s.linear(a) + 5.0f * s.linear(b);
    CHECK(glm::length(after - before) < 1e-5f);
    CHECK(s.linear(b).y - s.linear(a).y > -1e-3f);
}
