// The reference solver against closed forms, and against the conditions that define a solution.
#include <algorithm>

#include "solver/reference_scenes.h"

using namespace drystone;
using test::OpenReference;
using test::SolverScene;

namespace {

SolverScene& oneSubstep(SolverScene& s, FrictionModel friction = FrictionModel::Patch) {
    s.settings.solver = SolverKind::Pgs;
    s.settings.substeps = 1;
    s.settings.frictionModel = friction;
    return s;
}

Manifold onePoint(glm::vec3 p, glm::vec3 centerOffset, float friction, float separation = 0.0f) {
    Manifold m = SolverScene::upwardPatch(p, 0.0f, separation, centerOffset, friction);
    m.pointCount = 1.0f;
    return m;
}

double totalNormal(const OpenReference& reference, size_t contact = 0) {
    const PgsContact& c = reference.memory.contacts[contact];
    double sum = 0.0;
    for (int j = 0; j < c.points; ++j)
        sum += reference.memory.rows[size_t(c.firstRow + j)].impulse;
    return sum;
}

bool near(double a, double b, double tolerance = 1e-9) {
    return std::fabs(a - b) <= tolerance * (1.0 + std::fabs(b));
}

// Every condition that makes impulses a solution, from the rows alone.
void checkSolution(OpenReference& reference, double tolerance) {
    int pressed = 0, sliding = 0;
    for (const PgsContact& c : reference.memory.contacts) {
        const PgsRow* rows = reference.memory.rows.data();
        double total = 0.0;
        for (int j = 0; j < c.points; ++j) {
            const double l = rows[c.firstRow + j].impulse, w = reference.velocity(c.firstRow + j) + c.bias[j];
            total += l;
            CHECK(l >= 0.0);
            if (!(rows[c.firstRow + j].give > 0.0))
                continue;
            CHECK(w >= -tolerance);
            CHECK(std::min(l * rows[c.firstRow + j].give, std::fabs(w)) <= tolerance);
            pressed += l > 0.0;
        }
        for (int i = 0; i < c.frictionCount; ++i) {
            const PgsFriction& f = reference.memory.frictions[size_t(c.firstFriction + i)];
            const double f1 = rows[f.firstRow].impulse, f2 = rows[f.firstRow + 1].impulse;
            const double v1 = reference.velocity(f.firstRow), v2 = reference.velocity(f.firstRow + 1);
            if (f.kind == PgsFriction::Kind::Patch && std::fabs(rows[f.firstRow + 2].impulse) > 1e-12)
                continue;  // the limit surface has its own test
            const double pressing = f.kind == PgsFriction::Kind::Point ? rows[c.firstRow + f.point].impulse : total;
            const double limit = f.kinetic * pressing * (f.kind == PgsFriction::Kind::Rolling ? f.rollingLength : 1.0);
            const double force = std::hypot(f1, f2), speed = std::hypot(v1, v2);
            CHECK(force <= limit + tolerance);
            if (speed > 1e3 * tolerance && limit > 0.0) {
                CHECK(near(force, limit, 1e-6));
                CHECK(f1 * v1 + f2 * v2 <= -(1.0 - 1e-6) * force * speed);
                ++sliding;
            }
        }
    }
    CHECK(pressed > 0);
    MESSAGE("pressed " << pressed << " sliding " << sliding);
}

}  // namespace

TEST_CASE("one point: the impulse is the approach over the inverse effective mass") {
    for (const float separation : {0.0f, 0.004f}) {
        SolverScene s;
        oneSubstep(s);
        const uint32_t box = s.addBox(3.0f, {0.5f, 0.4f, 0.7f}, {});
        s.setLinear(box, {0.0f, -2.0f, 0.0f});
        s.add(onePoint({0, 0, 0}, {0.3f, -0.4f, 0.2f}, 0.0f, separation), 0, box);
        OpenReference reference(s);
        CHECK(reference.solve().residual <= 1e-12);
        const double inverseMass = double(s.velocities[box].inverseMass);
        const double ix = double(s.inertias[box].inverse[0]), iz = double(s.inertias[box].inverse[5]);
        // r x n for r = (x, y, z), n = (0, 1, 0): (-z, 0, x).
        const double x = double(0.3f), z = double(0.2f);
        const double give = inverseMass + ix * z * z + iz * x * x;
        const double approach = -reference.freeLinear(box).y - double(separation) * double(1.0f / s.dt);
        const double impulse = approach / give;
        CHECK(near(totalNormal(reference), impulse));
        CHECK(near(reference.linear(box).y, reference.freeLinear(box).y + inverseMass * impulse));
        CHECK(near(reference.angular(box).x, -ix * z * impulse));
        CHECK(near(reference.angular(box).z, iz * x * impulse));
    }
}

TEST_CASE("a point that leaves is not held") {
    SolverScene s;
    oneSubstep(s);
    const uint32_t box = s.addBox(3.0f, glm::vec3(0.5f), {});
    s.setLinear(box, {0.0f, 1.0f, 0.0f});
    s.add(onePoint({0, 0, 0}, {0, -0.5f, 0}, 0.5f), 0, box);
    OpenReference reference(s);
    reference.solve();
    CHECK(totalNormal(reference) == 0.0);
    CHECK(reference.linear(box) == reference.freeLinear(box));
}

TEST_CASE("a sphere that slides is braked by mu N and spun up by the same impulse; a slow one rolls at once") {
    for (const float speed : {3.0f, 0.05f}) {
        SolverScene s;
        oneSubstep(s);
        const float radius = 0.5f, mass = 2.0f, mu = 0.3f;
        const uint32_t ball = s.addBody(mass, glm::vec3(0.4f * mass * radius * radius), {});
        s.setLinear(ball, {speed, 0.0f, 0.0f});
        s.add(onePoint({0, 0, 0}, {0, -radius, 0}, mu), 0, ball);
        OpenReference reference(s);
        reference.solve();
        const double inverseMass = double(s.velocities[ball].inverseMass);
        const double inverseInertia = double(s.inertias[ball].inverse[5]), r = double(radius);
        const double normal = -reference.freeLinear(ball).y / inverseMass;
        const double sticking = double(speed) / (inverseMass + r * r * inverseInertia);
        const double friction = std::min(double(mu) * normal, sticking);
        CHECK((friction < sticking) == (speed > 1.0f));
        CHECK(near(totalNormal(reference), normal));
        CHECK(near(reference.linear(ball).x, double(speed) - inverseMass * friction));
        CHECK(near(reference.angular(ball).z, -inverseInertia * r * friction));
    }
}

TEST_CASE("a plate slides in the direction it had, or spins, by the radius of its pressed area") {
    // Level with its centre of mass, so that friction does not tilt it.
    for (const bool spins : {false, true}) {
        SolverScene s;
        oneSubstep(s);
        const uint32_t box = s.addBox(2.0f, {0.5f, 0.1f, 0.5f}, {});
        Manifold m = SolverScene::upwardPatch({0, 0, 0}, 0.5f, 0.0f, {0, 0, 0}, 0.4f);
        for (float& l : m.normalImpulse)
            l = 0.08f;
        s.add(m, 0, box);
        if (spins)
            s.setAngular(box, {0.0f, 4.0f, 0.0f});
        else
            s.setLinear(box, {1.2f, 0.0f, 0.9f});
        OpenReference reference(s);
        reference.solve();
        const double inverseMass = double(s.velocities[box].inverseMass);
        const double limit = double(0.4f) * -reference.freeLinear(box).y / inverseMass;
        CHECK(near(totalNormal(reference) * double(0.4f), limit));
        if (spins) {
            const PgsRow& twist = reference.memory.rows[size_t(reference.memory.frictions[0].firstRow + 2)];
            // 0.7652 half sides: mean distance from the centre of a square.
            CHECK(-twist.impulse / limit == doctest::Approx(0.7652 * 0.5).epsilon(1e-2));
            CHECK(near(reference.angular(box).y, 4.0 + double(s.inertias[box].inverse[3]) * twist.impulse));
        } else {
            const double slowed = 1.0 - inverseMass * limit / std::hypot(double(1.2f), double(0.9f));
            CHECK(near(reference.linear(box).x, slowed * double(1.2f)));
            CHECK(near(reference.linear(box).z, slowed * double(0.9f)));
        }
    }
}

TEST_CASE("sliding and spinning at once: the impulse lies on the limit surface, opposite to the motion") {
    SolverScene s;
    oneSubstep(s);
    test::addSlidingBox(s);
    OpenReference reference(s);
    CHECK(reference.solve().residual <= 1e-12);
    const PgsContact& c = reference.memory.contacts[0];
    const PgsFriction& f = reference.memory.frictions[0];
    const PgsRow* rows = reference.memory.rows.data() + f.firstRow;
    const double limit = f.kinetic * totalNormal(reference);
    const double v1 = reference.velocity(f.firstRow), v2 = reference.velocity(f.firstRow + 1),
                 spin = reference.velocity(f.firstRow + 2);
    CHECK(std::hypot(v1, v2) > 1.0);
    CHECK(std::fabs(spin) > 1.0);
    // Coulomb's law over the square: the reference cuts it into nine tiles.
    const int n = 300;
    const double half = std::fabs(c.x[0]);
    double f1 = 0, f2 = 0, twist = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double x = ((2 * i + 1.0) / n - 1) * half, y = ((2 * j + 1.0) / n - 1) * half;
            const double u1 = v1 - spin * y, u2 = v2 + spin * x, speed = std::hypot(u1, u2);
            f1 -= u1 / speed / (n * n);
            f2 -= u2 / speed / (n * n);
            twist -= (x * u2 - y * u1) / speed / (n * n);
        }
    CHECK(std::fabs(rows[0].impulse / limit - f1) < 0.03);
    CHECK(std::fabs(rows[1].impulse / limit - f2) < 0.03);
    CHECK(std::fabs(rows[2].impulse / limit - twist) < 0.03 * half);
}

TEST_CASE("a locked axis takes no impulse and none is asked of it") {
    SolverScene s;
    oneSubstep(s);
    const uint32_t box = s.addBox(2.0f, glm::vec3(0.5f), {});
    s.velocities[box].linearLocks = 2.0f;  // y
    s.setLinear(box, {1.0f, 0.0f, 0.0f});
    s.motions[box].acceleration = {};
    for (float& i : s.inertias[box].inverse)
        i = 0.0f;
    s.add(SolverScene::upwardPatch({0, 0, 0}, 0.5f, -0.01f, {0, -0.5f, 0}), 0, box);
    OpenReference reference(s);
    CHECK(reference.solve().residual == 0.0);
    CHECK(reference.linear(box) == reference.freeLinear(box));
}

TEST_CASE("what is solved is a solution: stacks, a pyramid, loads, a crowd, under either friction model") {
    for (const FrictionModel friction : {FrictionModel::Patch, FrictionModel::PerPoint}) {
        CAPTURE(int(friction));
        const auto check = [&](SolverScene& s, const char* name) {
            CAPTURE(name);
            oneSubstep(s, friction);
            OpenReference reference(s);
            const ReferenceReport report = reference.solve(1e-10);
            MESSAGE(std::string(name) << ": " << report.iterations << " passes, " << report.residual << " m/s");
            CHECK(report.residual <= 1e-10);
            checkSolution(reference, 2e-10);
        };
        {
            SolverScene s;
            test::addStack(s, 10);
            check(s, "stack of ten");
        }
        {
            SolverScene s;
            test::addStack(s, 2, 1000.0f);
            check(s, "1000 : 1");
        }
        {
            SolverScene s;
            test::addPyramid(s, 8);
            check(s, "pyramid of eight rows");
        }
        for (const uint32_t seed : {1u, 2u, 3u}) {
            SolverScene s;
            test::addCrowd(s, seed);
            check(s, "crowd");
        }
    }
}

TEST_CASE("a pass limit ends it with impulses within bounds and says what is left") {
    SolverScene s;
    oneSubstep(s);
    test::addStack(s, 10);
    s.settings.referenceIterations = 3;
    ContactSolver solver(s.memory, SimdLevel::Scalar);
    s.solve(solver);
    CHECK(solver.reference().iterations == 3);
    CHECK(solver.reference().residual > 1e-3);
    for (const Manifold& m : s.manifolds)
        for (const float l : m.normalImpulse)
            CHECK(l >= 0.0f);
    s.settings.solver = SolverKind::SoftStep;
    s.solve(solver);
    CHECK(solver.reference().iterations == 0);
    CHECK(solver.reference().residual == 0.0);
}
