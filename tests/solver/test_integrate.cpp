#include "solver/integrate.h"

#include "solver/free_rotation.h"
#include "solver/solver_scene.h"

using namespace drystone;
using test::SolverScene;

namespace {

IntegrationRules rulesOf(GyroscopicMode mode, float h) {
    WorldSettings settings;
    settings.gyroscopic = mode;
    return integrationRules(settings, h);
}

struct Tumble {
    double momentumDrift = 0.0, energyDrift = 0.0;
};

// A free box of half extents .5 .25 .1 about its axis of largest inertia, slightly off, for ten seconds.
Tumble tumble(GyroscopicMode mode, OrientationUpdate update) {
    const glm::vec3 half{0.5f, 0.25f, 0.1f}, square = half * half;
    BodyMotion motion{};
    motion.principalRotation = kIdentityRotation;
    motion.principalInertia = glm::vec3(square.y + square.z, square.z + square.x, square.x + square.y) / 3.0f;
    VelocityRow v{};
    DeltaRow delta = SolverScene::identity();
    setVelocity(v, {}, {0.2f, 0.0f, 6.0f});
    const auto measure = [&](double& momentum, double& energy) {
        const glm::quat q(delta.rotation[3], delta.rotation[0], delta.rotation[1], delta.rotation[2]);
        const glm::vec3 local = glm::conjugate(q) * angularVelocity(v);
        momentum = double(glm::length(motion.principalInertia * local));
        energy = double(glm::dot(local, motion.principalInertia * local));
    };
    const IntegrationRules rules = rulesOf(mode, 1.0f / 60.0f);
    double momentum0, energy0;
    measure(momentum0, energy0);
    Tumble result;
    for (int i = 0; i < 600; ++i) {
        integrateVelocity(v, delta, motion, {}, rules);
        if (turnsFreely(motion, rules)) {
            FreeRotation rotation(rules.h);
            VelocityRow free = v;
            rotation.add(delta, v, free, motion);
            rotation.flush();
            CHECK(angularVelocity(free) == angularVelocity(v));
        } else {
            integrateOrientation(delta, angularVelocity(v), update, rules.h);
        }
        double momentum, energy;
        measure(momentum, energy);
        result.momentumDrift = std::max(result.momentumDrift, std::fabs(momentum / momentum0 - 1.0));
        result.energyDrift = std::max(result.energyDrift, std::fabs(energy / energy0 - 1.0));
    }
    return result;
}

}  // namespace

TEST_CASE("a free body keeps its angular momentum and energy with the implicit gyroscopic term") {
    const Tumble t = tumble(GyroscopicMode::Implicit, OrientationUpdate::Exponential);
    MESSAGE("|L| within " << t.momentumDrift << ", energy within " << t.energyDrift);
    CHECK(t.momentumDrift < 0.004);
    CHECK(t.energyDrift < 0.002);
}

TEST_CASE("the symplectic splitting keeps the angular momentum to rounding and the energy to second order") {
    const Tumble t = tumble(GyroscopicMode::Symplectic, OrientationUpdate::Exponential);
    MESSAGE("|L| within " << t.momentumDrift << ", energy within " << t.energyDrift);
    CHECK(t.momentumDrift < 5e-6);
    CHECK(t.energyDrift < 1e-4);
}

TEST_CASE("free rotation of a body gives the same bits whatever turns beside it") {
    std::mt19937 random(7);
    const auto uniform = [&](float a, float b) { return a + (b - a) * float(uint32_t(random()) >> 8) / 16777216.0f; };
    constexpr int kBodies = 21;
    std::vector<BodyMotion> motions(kBodies);
    std::vector<VelocityRow> together(kBodies), alone, freeTogether, freeAlone;
    std::vector<DeltaRow> turned(kBodies, SolverScene::identity()), turnedAlone = turned;
    for (int i = 0; i < kBodies; ++i) {
        motions[size_t(i)].principalRotation = exponentialMap({uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)});
        motions[size_t(i)].principalInertia = {uniform(0.1f, 1), uniform(0.1f, 1), uniform(0.1f, 1)};
        const float speed = i % 5 == 0 ? 500.0f : 8.0f;  // some need their substep cut into parts
        setVelocity(together[size_t(i)], {}, {uniform(-speed, speed), uniform(-speed, speed), uniform(-speed, speed)});
    }
    freeTogether = freeAlone = alone = together;
    FreeRotation rotation(1.0f / 120.0f);
    for (size_t i = 0; i < kBodies; ++i)
        rotation.add(turned[i], together[i], freeTogether[i], motions[i]);
    rotation.flush();
    for (size_t i = 0; i < kBodies; ++i) {
        FreeRotation one(1.0f / 120.0f);
        one.add(turnedAlone[i], alone[i], freeAlone[i], motions[i]);
        one.flush();
        CHECK(angularVelocity(alone[i]) == angularVelocity(together[i]));
        CHECK(rotationOf(turnedAlone[i]) == rotationOf(turned[i]));
        CHECK(angularVelocity(freeAlone[i]) == angularVelocity(freeTogether[i]));
    }
}

TEST_CASE("ordering the principal axes keeps the inertia tensor") {
    const float values[] = {1.0f, 2.0f, 5.0f};
    const glm::quat turn = exponentialMap({0.3f, -0.8f, 1.1f});
    for (const auto& order : {glm::ivec3(0, 1, 2), glm::ivec3(0, 2, 1), glm::ivec3(1, 0, 2), glm::ivec3(1, 2, 0),
                              glm::ivec3(2, 0, 1), glm::ivec3(2, 1, 0)}) {
        BodyMotion motion{};
        motion.principalRotation = turn;
        motion.principalInertia = {values[order.x], values[order.y], values[order.z]};
        const glm::mat3 before = rotatedDiagonal(turn, motion.principalInertia);
        orderPrincipalAxes(motion);
        CHECK(motion.principalInertia == glm::vec3(1, 2, 5));
        const glm::mat3 after = rotatedDiagonal(motion.principalRotation, motion.principalInertia);
        for (int k = 0; k < 3; ++k)
            CHECK(glm::length(after[k] - before[k]) < 1e-5f);
    }
}

TEST_CASE("without the gyroscopic term the angular velocity is constant") {
    BodyMotion motion{};
    motion.principalRotation = kIdentityRotation;
    motion.principalInertia = {1.0f, 2.0f, 3.0f};
    VelocityRow v{};
    setVelocity(v, {}, {1.0f, 2.0f, 3.0f});
    integrateVelocity(v, SolverScene::identity(), motion, {}, rulesOf(GyroscopicMode::None, 0.01f));
    CHECK(angularVelocity(v) == glm::vec3(1.0f, 2.0f, 3.0f));
}

TEST_CASE("the exponential map turns by exactly the angle, the first order by atan") {
    for (const OrientationUpdate update : {OrientationUpdate::Exponential, OrientationUpdate::FirstOrder}) {
        DeltaRow delta = SolverScene::identity();
        const float h = 1.0f / 60.0f, w = 20.0f;
        for (int i = 0; i < 6; ++i)
            integrateOrientation(delta, {0.0f, w, 0.0f}, update, h);
        const double angle = 2.0 * std::atan2(double(delta.rotation[1]), double(delta.rotation[3]));
        const double once =
            update == OrientationUpdate::Exponential ? double(h * w) : 2.0 * std::atan(0.5 * double(h * w));
        CHECK(angle == doctest::Approx(6.0 * once).epsilon(1e-6));
    }
}

TEST_CASE("damping, accelerations and locks") {
    BodyMotion motion{};
    motion.principalRotation = kIdentityRotation;
    motion.acceleration = {1.0f, -9.81f, 2.0f};
    motion.angularAcceleration = {0.5f, 0.0f, 0.0f};
    motion.linearDamping = 2.0f;
    motion.angularDamping = 4.0f;
    motion.angularLocks = 2u;
    VelocityRow v{};
    v.linearLocks = 5.0f;
    setVelocity(v, {0.0f, 1.0f, 0.0f}, {1.0f, 0.0f, 3.0f});
    integrateVelocity(v, SolverScene::identity(), motion, motion.acceleration,
                      rulesOf(GyroscopicMode::Implicit, 0.1f));
    CHECK(linearVelocity(v).x == 0.0f);
    CHECK(linearVelocity(v).y == doctest::Approx((1.0f - 0.981f) / 1.2f).epsilon(1e-5));
    CHECK(linearVelocity(v).z == 0.0f);
    CHECK(angularVelocity(v).x == doctest::Approx(1.05f / 1.4f));
    CHECK(angularVelocity(v).y == 0.0f);
    CHECK(angularVelocity(v).z == doctest::Approx(3.0f / 1.4f));
}
