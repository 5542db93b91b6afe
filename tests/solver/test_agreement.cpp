// Sequential impulses, iterated long enough, come to the reference: velocities, what each contact exchanges, and the
// residual of the contact problem. Impulses of redundant points are not unique and are not compared.
#include <algorithm>

#include "solver/reference_scenes.h"

using namespace drystone;
using test::OpenReference;
using test::SolverScene;
using test::Wrench;

namespace {

struct Outcome {
    std::vector<VelocityRow> velocities;
    std::vector<DeltaRow> deltas;
    std::vector<Manifold> manifolds;
};

struct Errors {
    double velocity = 0.0;  // m/s or rad/s
    double wrench = 0.0;    // of the largest in the scene
    double pose = 0.0;      // m or rad
    double residual = 0.0;  // m/s
};

// One step of one substep from the scene's state, which is left as it was.
Outcome solved(SolverScene& s, SolverKind kind, int iterations) {
    const auto velocities = s.velocities;
    const auto manifolds = s.manifolds;
    s.settings.solver = kind;
    s.settings.iterations = iterations;
    s.settings.substeps = 1;
    ContactSolver solver(s.memory, simd::resolveLevel(SimdLevel::Auto));
    s.solve(solver);
    if (kind == SolverKind::Pgs)
        CHECK(solver.reference().residual <= s.settings.referenceTolerance);
    Outcome outcome{s.velocities, s.deltas, s.manifolds};
    s.velocities = velocities;
    s.manifolds = manifolds;
    for (DeltaRow& d : s.deltas)
        d = SolverScene::identity();
    return outcome;
}

Errors compare(SolverScene& s, const Outcome& outcome, const Outcome& reference) {
    Errors e;
    for (size_t i = 0; i < outcome.velocities.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            const VelocityRow &a = outcome.velocities[i], &b = reference.velocities[i];
            const DeltaRow &p = outcome.deltas[i], &q = reference.deltas[i];
            e.velocity = std::max({e.velocity, std::fabs(double(a.linear[k] - b.linear[k])),
                                   std::fabs(double(a.angular[k] - b.angular[k]))});
            e.pose = std::max({e.pose, std::fabs(double(p.position[k] - q.position[k])),
                               2.0 * std::fabs(double(p.rotation[k] - q.rotation[k]))});
        }
    double force = 1e-30, moment = 1e-30, dForce = 0.0, dMoment = 0.0;
    for (size_t i = 0; i < outcome.manifolds.size(); ++i) {
        const Wrench a = test::wrenchOf(outcome.manifolds[i]), b = test::wrenchOf(reference.manifolds[i]);
        force = std::max(force, glm::length(b.force));
        moment = std::max(moment, glm::length(b.moment));
        dForce = std::max(dForce, glm::length(a.force - b.force));
        dMoment = std::max(dMoment, glm::length(a.moment - b.moment));
    }
    e.wrench = std::max(dForce / force, dMoment / std::max(moment, 0.5 * force));
    // The residual of its impulses: what the reference finds before its first pass. Manifolds do not tell how points share
    // their friction.
    if (s.settings.frictionModel == FrictionModel::PerPoint)
        return e;
    const auto manifolds = s.manifolds;
    const auto velocities = s.velocities;
    s.manifolds = outcome.manifolds;
    e.residual = OpenReference(s).solve(0.0, 0).residual;
    s.manifolds = manifolds;
    s.velocities = velocities;
    return e;
}

// Bounds after so many iterations, and the share of the error of a tenth of them that may be left where it is above them.
void checkAgreement(SolverScene& s, const char* name, int iterations, const Errors& bounds) {
    CAPTURE(name);
    const Outcome reference = solved(s, SolverKind::Pgs, 1);
    Errors before, errors;
    for (const int count : {iterations / 100, iterations / 10, iterations}) {
        before = errors;
        errors = compare(s, solved(s, SolverKind::SequentialImpulse, count), reference);
        MESSAGE(std::string(name) << ", " << count << " iterations: velocity " << errors.velocity << " wrench "
                                  << errors.wrench << " pose " << errors.pose << " residual " << errors.residual);
        if (count < iterations / 10)
            continue;
        CHECK(errors.velocity <= std::max(0.7 * before.velocity, bounds.velocity));
        CHECK(errors.residual <= std::max(0.7 * before.residual, bounds.residual));
    }
    CHECK(errors.velocity <= bounds.velocity);
    CHECK(errors.wrench <= bounds.wrench);
    CHECK(errors.pose <= bounds.pose);
    CHECK(errors.residual <= bounds.residual);
}

template <class Build>
void checkAll(const char* name, int iterations, const Errors& bounds, Build build) {
    for (const FrictionModel friction : {FrictionModel::Patch, FrictionModel::PerPoint})
        for (const Stabilisation stabilisation : {Stabilisation::SplitImpulse, Stabilisation::Baumgarte}) {
            CAPTURE(int(friction));
            CAPTURE(int(stabilisation));
            SolverScene s;
            s.settings.frictionModel = friction;
            s.settings.stabilisation = stabilisation;
            build(s);
            checkAgreement(s, name, iterations, bounds);
        }
}

}  // namespace

// From nothing: ten boxes find what they carry. Velocities are in rad/s too; single precision stalls where the ten lean
// together, for a residual of 1e-5 m/s changes what it adds to by less than rounding.
TEST_CASE("a stack of ten comes to the reference, from no impulses") {
    checkAll("stack", 10000, {2e-3, 3e-2, 2e-5, 5e-5}, [](SolverScene& s) {
        test::addStack(s, 10);
        for (Manifold& m : s.manifolds)
            for (ManifoldPoint& p : m.points)
                p.separation = -0.008f;
    });
}

// The thrust within it is not unique, as in any pile with more supports than it needs: velocities are.
TEST_CASE("a pyramid comes to the reference") {
    checkAll("pyramid", 10000, {1e-5, 2e-2, 1e-7, 1e-6}, [](SolverScene& s) { test::addPyramid(s, 8); });
}

TEST_CASE("a heavy box on a light one comes to the reference") {
    checkAll("20 : 1", 10000, {1e-5, 5e-5, 1e-7, 1e-6}, [](SolverScene& s) { test::addStack(s, 2, 20.0f); });
}

TEST_CASE("a box that slides and spins comes to the reference") {
    checkAll("sliding box", 1000, {2e-6, 1e-6, 1e-7, 1e-6}, [](SolverScene& s) { test::addSlidingBox(s); });
}

TEST_CASE("crowds come to the reference") {
    for (const uint32_t seed : {1u, 2u, 3u})
        checkAll("crowd", 1000, {1e-4, 5e-5, 2e-6, 1e-4}, [&](SolverScene& s) { test::addCrowd(s, seed); });
    // A wedge that nearly locks: what its impulses leave is as small, and moves it twenty times further.
    checkAll("wedged crowd", 1000, {2e-3, 3e-4, 3e-5, 1e-4}, [&](SolverScene& s) { test::addCrowd(s, 4); });
}
