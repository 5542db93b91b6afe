// Passes that move bodies.
#include "solver/solver_scene.h"

using namespace drystone;
using test::SolverScene;

namespace {

WorldSettings ngs() {
    WorldSettings settings;
    settings.solver = SolverKind::SequentialImpulse;
    settings.stabilisation = Stabilisation::Ngs;
    return settings;
}

// Two boxes without weight that overlap by this much.
struct Overlap {
    SolverScene s;
    uint32_t lower = 0, upper = 0;
    ContactSolver solver{s.memory, simd::resolveLevel(SimdLevel::Auto)};

    Overlap(float depth, float offset, float lowerMass = 2.0f) {
        s.settings = ngs();
        lower = s.addBox(lowerMass, glm::vec3(0.5f), {});
        upper = s.addBox(3.0f, glm::vec3(0.5f), {});
        for (BodyMotion& m : s.motions)
            m.acceleration = {};
        s.add(SolverScene::upwardPatch({offset, 0.5f, 0}, 0.3f, -depth, {0, -1.0f, 0}), lower, upper);
    }
    // Separation of the points as the poses now are: B's anchors against A's along the normal.
    float deepest() const {
        float least = 1.0f;
        const Manifold& m = s.manifolds[0];
        for (const ManifoldPoint& p : m.points) {
            const glm::vec3 a{p.anchor[0], p.anchor[1], p.anchor[2]};
            const glm::vec3 b = a + glm::vec3(m.centerOffset[0], m.centerOffset[1], m.centerOffset[2]);
            const glm::vec3 change =
                s.moved(upper) - s.moved(lower) + (s.turned(upper) * b - b) - (s.turned(lower) * a - a);
            least = std::min(least, p.separation + change.y);
        }
        return -least;
    }
};

bool still(const SolverScene& s, uint32_t body) {
    return s.linear(body) == glm::vec3(0.0f) && s.angular(body) == glm::vec3(0.0f);
}

}  // namespace

TEST_CASE("Ngs parts what overlaps to within the slop and gives no velocity") {
    for (const float offset : {0.0f, 0.4f}) {
        Overlap pair(0.02f, offset);
        pair.s.settings.positionIterations = 10;
        pair.s.solve(pair.solver);
        // Each of 40 passes removes a fifth of what lies beyond the slop.
        CHECK(pair.deepest() == doctest::Approx(pair.s.settings.linearSlop).epsilon(0.01));
        CHECK(still(pair.s, pair.lower));
        CHECK(still(pair.s, pair.upper));
        // The centre of mass of both stays where it is.
        CHECK(glm::length(2.0f * pair.s.moved(pair.lower) + 3.0f * pair.s.moved(pair.upper)) < 1e-6f);
        const bool turned = std::fabs(pair.s.turned(pair.upper).w) < 1.0f - 1e-6f;
        CHECK(turned == (offset != 0.0f));
    }
}

TEST_CASE("Ngs leaves what overlaps by less than the slop, and points that are apart, as they are") {
    for (const float separation : {-0.004f, 0.0f, 0.01f}) {
        Overlap pair(-separation, 0.4f);
        pair.s.solve(pair.solver);
        CHECK(pair.s.moved(pair.upper) == glm::vec3(0.0f));
        CHECK(pair.s.moved(pair.lower) == glm::vec3(0.0f));
    }
}

TEST_CASE("Ngs moves a body in one pass no further than maxPushSpeed") {
    Overlap pair(0.5f, 0.0f);
    pair.s.settings.positionIterations = 1;
    pair.s.settings.substeps = 1;
    pair.s.settings.maxPushSpeed = 1.5f;
    pair.s.solve(pair.solver);
    const float apart = pair.s.moved(pair.upper).y - pair.s.moved(pair.lower).y;
    CHECK(apart < 1.5f * pair.s.dt * 1.001f);
    CHECK(apart > 1.5f * pair.s.dt * 0.9f);
}

TEST_CASE("Ngs moves nothing that cannot be pushed, nor along or about a locked axis") {
    Overlap held(0.05f, 0.4f, 0.0f);
    held.s.solve(held.solver);
    CHECK(held.s.moved(held.lower) == glm::vec3(0.0f));
    CHECK(held.s.moved(held.upper).y > 0.001f);

    Overlap locked(0.05f, 0.4f);
    locked.s.velocities[locked.upper].linearLocks = 2.0f;
    InertiaRow& inertia = locked.s.inertias[locked.upper];
    for (float& x : inertia.inverse)
        x = 0.0f;
    locked.s.solve(locked.solver);
    CHECK(locked.s.moved(locked.upper) == glm::vec3(0.0f));
    CHECK(locked.s.turned(locked.upper) == kIdentityRotation);
    CHECK(locked.s.moved(locked.lower).y < -0.001f);
}

TEST_CASE("every pass of Ngs keeps rotations of unit length, however wild the overlaps") {
    SolverScene s;
    s.settings = ngs();
    addRandomContacts(s, 5, 60, 150);
    for (Manifold& m : s.manifolds)
        for (ManifoldPoint& p : m.points)
            p.separation *= 50.0f;
    ContactSolver solver(s.memory, simd::resolveLevel(SimdLevel::Auto));
    s.solve(solver);
    for (uint32_t i = 0; i < s.deltas.size(); ++i)
        CHECK(std::fabs(glm::length(s.turned(i)) - 1.0f) < 1e-6f);
}
