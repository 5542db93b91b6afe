#include <cmath>

#include "solver/solver_scene.h"

using namespace drystone;
using test::SolverScene;

namespace {

struct Drop {
    SolverScene s;
    uint32_t body = 0;
    float y = 0.0f;  // gap below the body
    ContactSolver solver{s.memory, simd::resolveLevel(SimdLevel::Auto)};

    // Lands on one point (a sphere) or on four (a box).
    Drop(float height, float e, int substeps, bool box, SolverKind kind) {
        s.settings.substeps = substeps;
        s.settings.solver = kind;
        body = s.addBox(2.0f, glm::vec3(0.5f), {});
        Manifold m = SolverScene::upwardPatch({0, 0, 0}, box ? 0.5f : 0.0f, height, {0, -0.5f, 0});
        m.restitution = e;
        if (!box)
            m.pointCount = 1.0f;
        s.add(m, 0, body);
        y = height;
    }
    void step() {
        // A contact exists in reach of a step, as the narrowphase would make it.
        Manifold& m = s.manifolds[0];
        const bool near = y < 0.02f + s.dt * std::fabs(s.linear(body).y);
        const float count = m.points[1].anchor[0] == m.points[0].anchor[0] ? 1.0f : 4.0f;
        m.pointCount = near ? count : 0.0f;
        for (int j = 0; j < 4; ++j) {
            m.points[j].separation = y;
            if (!near)
                m.normalImpulse[j] = 0.0f;
        }
        s.solve(solver);
        y += s.moved(body).y;
    }
    double energy() const { return 0.5 * std::pow(double(s.linear(body).y), 2) + 9.81 * double(y); }
};

}  // namespace

TEST_CASE("a bounce reaches e^2 of the height it fell from") {
    double worst = 0.0;
    for (const SolverKind kind : {SolverKind::SoftStep, SolverKind::SequentialImpulse, SolverKind::Xpbd})
        for (const bool box : {false, true})
            for (const int substeps : {1, 4})
                for (const float height : {0.5f, 0.77f, 1.0f, 2.0f, 3.3f, 5.0f})
                    for (const float e : {0.3f, 0.5f, 0.8f, 1.0f}) {
                        Drop drop(height, e, substeps, box, kind);
                        // What contacts push moves by semi-implicit Euler, which keeps v^2/2 + g y - g h v/2.
                        const double slack = 9.81 * double(drop.s.dt) / substeps;
                        double before = drop.energy();
                        float apex = 0.0f;
                        bool bounced = false;
                        for (int i = 0; i < 400; ++i) {
                            drop.step();
                            const float v = drop.s.linear(drop.body).y;
                            CHECK(drop.energy() < before + slack * std::fabs(double(v)) + 1e-3);
                            if (!bounced && v > 0.0f)
                                bounced = true;
                            if (bounced) {
                                apex = std::max(apex, drop.y);
                                if (v < 0.0f)
                                    break;
                            }
                        }
                        const double wanted = double(e) * double(e) * double(height);
                        worst = std::max(worst, std::fabs(double(apex) / wanted - 1.0));
                        CHECK_MESSAGE(double(apex) == doctest::Approx(wanted).epsilon(0.02), "H ", height, " e ", e,
                                      " substeps ", substeps, " box ", box);
                        // A box that lands flat leaves nearly flat: its corners within a few percent of the impact.
                        CHECK(0.7f * glm::length(drop.s.angular(drop.body)) < 0.04f * std::sqrt(2.0f * 9.81f * height));
                    }
    MESSAGE("worst relative error of an apex: " << worst);
}

TEST_CASE("what falls no faster than gravity makes it in a step comes to rest") {
    Drop drop(0.001f, 1.0f, 4, true, SolverKind::SoftStep);
    for (int i = 0; i < 60; ++i)
        drop.step();
    CHECK(std::fabs(drop.s.linear(drop.body).y) < 1e-3f);
    CHECK(std::fabs(drop.y) < 2e-3f);
}

TEST_CASE("a ball that meets a wall without gravity returns at e times its speed") {
    for (const float speed : {0.2f, 1.0f, 30.0f}) {
        SolverScene s;
        const uint32_t ball = s.addBody(1.0f, glm::vec3(0.4f), {}, glm::vec3(0.0f));
        Manifold m = SolverScene::upwardPatch({0, 0, 0}, 0.0f, 0.3f * speed * s.dt, {0, -1.0f, 0});
        m.pointCount = 1.0f;
        m.restitution = 0.5f;
        s.add(m, 0, ball);
        s.setLinear(ball, {0, -speed, 0});
        ContactSolver solver(s.memory, SimdLevel::Scalar);
        s.solve(solver);
        CHECK(s.linear(ball).y == doctest::Approx(0.5f * speed).epsilon(1e-4));
    }
}

TEST_CASE("a bounce spins what slides: friction answers the new normal impulse") {
    SolverScene s;
    const float radius = 0.5f, inertia = 0.4f * radius * radius;
    const uint32_t ball = s.addBody(1.0f, glm::vec3(inertia), {}, glm::vec3(0.0f));
    Manifold m = SolverScene::upwardPatch({0, 0, 0}, 0.0f, 0.0f, {0, -radius, 0}, 0.2f);
    m.pointCount = 1.0f;
    m.restitution = 0.8f;
    s.add(m, 0, ball);
    s.setLinear(ball, {5.0f, -2.0f, 0});
    ContactSolver solver(s.memory, SimdLevel::Scalar);
    s.solve(solver);
    // The whole normal impulse is (1 + e) m u; it slides throughout, so friction is mu times that.
    CHECK(s.linear(ball).y == doctest::Approx(1.6f).epsilon(1e-4));
    CHECK(s.linear(ball).x == doctest::Approx(5.0f - 0.2f * 1.8f * 2.0f).epsilon(1e-3));
}
