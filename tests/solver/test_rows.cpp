// Row masses and couplings against a dense J M^-1 J^T in double.
#include <glm/mat3x3.hpp>

#include "solver/contact_rows.h"
#include "solver/solver_scene.h"

using namespace drystone;
using test::SolverScene;

namespace {

struct Jacobian {
    glm::dvec3 linear, angularA, angularB;  // velocity: linear.(vB - vA) + angularB.wB - angularA.wA
};

struct DenseContact {
    glm::dmat3 inertiaA, inertiaB;
    glm::dvec3 massA, massB;
    glm::dvec3 n, t1, t2, cA, cB;
    Jacobian normal[kPoints], slide1, slide2, spin;

    double k(const Jacobian& a, const Jacobian& b) const {
        return glm::dot(a.linear, (massA + massB) * b.linear) + glm::dot(a.angularA, inertiaA * b.angularA) +
            glm::dot(a.angularB, inertiaB * b.angularB);
    }
};

glm::dvec3 vec(const float (&p)[3][1]) {
    return {double(p[0][0]), double(p[1][0]), double(p[2][0])};
}
glm::dvec3 axisMass(const SolverScene& s, uint32_t body) {
    const uint32_t locks = uint32_t(s.velocities[body].linearLocks);
    const double m = double(s.velocities[body].inverseMass);
    return {locks & 1 ? 0.0 : m, locks & 2 ? 0.0 : m, locks & 4 ? 0.0 : m};
}
glm::dmat3 inertia(const InertiaRow& row) {
    const float* i = row.inverse;
    return glm::dmat3(double(i[0]), double(i[1]), double(i[2]), double(i[1]), double(i[3]), double(i[4]), double(i[2]),
                      double(i[4]), double(i[5]));
}

// From the manifold; only the basis and the friction centre are taken from the row.
DenseContact dense(const SolverScene& s, const ContactRef& ref, const HotRow<1>& hot, const ColdRow<1>& cold) {
    const Manifold& m = s.manifolds[ref.manifold];
    const glm::dvec3 offset{double(m.centerOffset[0]), double(m.centerOffset[1]), double(m.centerOffset[2])};
    DenseContact d;
    d.inertiaA = inertia(s.inertias[ref.bodyA]);
    d.inertiaB = inertia(s.inertias[ref.bodyB]);
    d.massA = axisMass(s, ref.bodyA);
    d.massB = axisMass(s, ref.bodyB);
    d.n = vec(hot.normal);
    d.t1 = vec(hot.tangent);
    d.t2 = glm::cross(d.n, d.t1);
    d.cA = vec(cold.centerA);
    d.cB = vec(cold.centerB);
    const auto jacobian = [&](glm::dvec3 axis, glm::dvec3 rA) {
        return Jacobian{axis, glm::cross(rA, axis), glm::cross(rA + offset, axis)};
    };
    for (int j = 0; j < kPoints; ++j) {
        const float* r = m.points[j].anchor;
        d.normal[j] = jacobian(d.n, {double(r[0]), double(r[1]), double(r[2])});
    }
    d.slide1 = {d.t1, glm::cross(d.cA, d.t1), glm::cross(d.cB, d.t1)};
    d.slide2 = {d.t2, glm::cross(d.cA, d.t2), glm::cross(d.cB, d.t2)};
    // The two friction centres lie on the two surfaces: apart along n by a gap between none and the widest.
    const glm::dvec3 apart = d.cB - d.cA - offset;
    double widest = 0.0;
    for (int j = 0; j < int(m.pointCount); ++j)
        widest = std::max(widest, double(m.points[j].separation));
    const double tolerance = 1e-5 * (1.0 + glm::length(offset));
    CHECK(glm::length(apart - glm::dot(apart, d.n) * d.n) < tolerance);
    CHECK(glm::dot(apart, d.n) > -tolerance);
    CHECK(glm::dot(apart, d.n) < widest + tolerance);
    d.spin = {glm::dvec3(0.0), d.n, d.n};
    return d;
}

void near(double got, double wanted, double scale) {
    CHECK(std::fabs(got - wanted) < 2e-5 * scale);
}

void compare(const SolverScene& s, const ContactRef& ref, const HotRow<1>& hot, const ColdRow<1>& cold) {
    const DenseContact d = dense(s, ref, hot, cold);
    const int count = int(s.manifolds[ref.manifold].pointCount);
    double scale = d.k(d.slide1, d.slide1) + d.k(d.slide2, d.slide2) + d.k(d.spin, d.spin);
    for (int j = 0; j < count; ++j)
        scale += d.k(d.normal[j], d.normal[j]);
    for (int i = 0; i < count; ++i) {
        const double k = d.k(d.normal[i], d.normal[i]);
        if (k > 1e-4 * scale)
            CHECK(double(hot.mass[i][0]) * k == doctest::Approx(1.0).epsilon(2e-4));
        for (int j = i + 1; j < count; ++j)
            near(double(hot.coupling[pairIndex(i, j)][0]), d.k(d.normal[i], d.normal[j]), scale);
    }
    for (int j = count; j < kPoints; ++j)
        CHECK(hot.mass[j][0] == 0.0f);

    // One normal impulse at point j has F = 1, X = x_j, Y = y_j.
    for (int j = 0; j < count; ++j) {
        const auto through = [&](PatchCoupling f) {
            return double(cold.coupling[f][0]) + double(cold.coupling[f + 1][0]) * double(hot.x[j][0]) +
                double(cold.coupling[f + 2][0]) * double(hot.y[j][0]);
        };
        near(through(kSpinF), d.k(d.spin, d.normal[j]), scale);
        near(through(kSlide1F), d.k(d.slide1, d.normal[j]), scale);
        near(through(kSlide2F), d.k(d.slide2, d.normal[j]), scale);
    }
    near(double(cold.coupling[kSlide1Twist][0]), d.k(d.slide1, d.spin), scale);
    near(double(cold.coupling[kSlide2Twist][0]), d.k(d.slide2, d.spin), scale);
    const double k = d.k(d.spin, d.spin);
    if (k > 0.0)
        CHECK(double(cold.twistMass[0]) * k == doctest::Approx(1.0).epsilon(1e-4));
    const double k11 = d.k(d.slide1, d.slide1), k12 = d.k(d.slide1, d.slide2), k22 = d.k(d.slide2, d.slide2);
    const double m11 = double(cold.tangentMass[0][0]), m12 = double(cold.tangentMass[1][0]),
                 m22 = double(cold.tangentMass[2][0]);
    if (k11 * k22 - k12 * k12 > 1e-3 * (k11 + k22) * (k11 + k22)) {
        CHECK(k11 * m11 + k12 * m12 == doctest::Approx(1.0).epsilon(1e-3));
        CHECK(k12 * m12 + k22 * m22 == doctest::Approx(1.0).epsilon(1e-3));
        CHECK(std::fabs(k11 * m12 + k12 * m22) < 1e-3 * k11 * m22 + 1e-3);
    }
}

}  // namespace

TEST_CASE("row masses and couplings are those of J M^-1 J^T") {
    SolverScene s;
    addRandomContacts(s, 7, 80, 200);
    for (InertiaRow& row : s.inertias)
        if (row.inverse[0] > 0.0f) {
            row.inverse[1] = 0.2f * std::sqrt(row.inverse[0] * row.inverse[3]);
            row.inverse[4] = -0.3f * std::sqrt(row.inverse[3] * row.inverse[5]);
        }
    StepContext step{};
    step.velocities = s.velocities.data();
    step.freeVelocities = s.velocities.data();
    step.deltas = s.deltas.data();
    step.inertias = s.inertias.data();
    step.motions = s.motions.data();
    step.manifolds = s.manifolds.data();
    step.dt = step.h = s.dt;
    step.inverseH = 1.0f / s.dt;
    step.inverseGapScale = 50.0f;
    for (int kind = 0; kind < 2; ++kind)
        for (const auto& contacts : kind ? s.staticContacts : s.dynamicContacts)
            for (const ContactRef& ref : contacts) {
                HotRow<1> hot;
                ColdRow<1> cold;
                ImpactRow<1> impacts;
                kScalarContactKernels.prepare[kind](step, {&hot, &cold, &impacts, nullptr, &ref, 1, 1}, 0, 1);
                compare(s, ref, hot, cold);
            }
}

TEST_CASE("separations follow the poses, for any rotation") {
    SolverScene s;
    const uint32_t a = s.addBox(1.0f, glm::vec3(0.5f), {}), b = s.addBox(1.0f, glm::vec3(0.5f), {});
    const Manifold m = SolverScene::upwardPatch({0.1f, 0.5f, -0.2f}, 0.3f, 0.01f, {0.0f, -1.0f, 0.1f});
    s.add(m, a, b);
    for (const float angle : {1e-6f, 1e-3f, 0.2f}) {
        const glm::quat qa = exponentialMap(angle * glm::vec3(0.3f, -0.5f, 0.4f));
        const glm::quat qb = exponentialMap(angle * glm::vec3(-0.2f, 0.7f, 0.6f));
        s.deltas[a] = {{0.01f, 0.02f, 0.0f}, {qa.x, qa.y, qa.z, qa.w}, 0};
        s.deltas[b] = {{0.0f, 0.05f, -0.01f}, {qb.x, qb.y, qb.z, qb.w}, 0};
        StepContext step{};
        step.velocities = s.velocities.data();
        step.freeVelocities = s.velocities.data();
        step.deltas = s.deltas.data();
        step.inertias = s.inertias.data();
        step.motions = s.motions.data();
        step.manifolds = s.manifolds.data();
        HotRow<1> hot;
        ColdRow<1> cold;
        ImpactRow<1> impacts;
        const ContactRef ref{0, a, b};
        const RowBatch batch{&hot, &cold, &impacts, nullptr, &ref, 1, 1};
        kScalarContactKernels.prepare[0](step, batch, 0, 1);
        kScalarContactKernels.refresh[0](step, batch, 0, 1);
        for (int j = 0; j < kPoints; ++j) {
            // On the two surfaces, half the gap either side of the anchor.
            const glm::dvec3 anchor{double(m.points[j].anchor[0]), double(m.points[j].anchor[1]),
                                    double(m.points[j].anchor[2])};
            const glm::dvec3 half(0.0, 0.5 * double(0.01f), 0.0);
            const glm::dvec3 rA = anchor - half, rB = anchor + half + glm::dvec3(0.0, -1.0, double(0.1f));
            const glm::dquat a64(double(qa.w), double(qa.x), double(qa.y), double(qa.z));
            const glm::dquat b64(double(qb.w), double(qb.x), double(qb.y), double(qb.z));
            const double wanted = double(0.01f) + double(0.03f) + ((b64 * rB - rB) - (a64 * rA - rA)).y;
            CHECK(std::fabs(double(hot.separation[j][0]) - wanted) < 1e-8 + 3e-7 * double(angle));
        }
    }
}
