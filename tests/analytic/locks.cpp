// Bodies that may turn about some world axes only: the torques of the locks hold the others, and change what is left.
#include <glm/mat2x2.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "support/crowd.h"
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

constexpr AxisLock kTurns[] = {AxisLock::AngularX, AxisLock::AngularY, AxisLock::AngularZ};
const glm::vec3 kHalf{0.2f, 0.5f, 1.0f};
const glm::quat kTilt = turn(0.7f, {1, 2, -1});

// R diag R^T of a box of 1 kg.
glm::dmat3 inertiaOf(glm::vec3 half, glm::quat rotation) {
    const glm::dvec3 h(half);
    const glm::dmat3 r = glm::mat3_cast(glm::normalize(glm::dquat(rotation)));
    glm::dmat3 diagonal(0.0);
    for (int i = 0; i < 3; ++i)
        diagonal[i][i] = (glm::dot(h, h) - h[i] * h[i]) / 3.0;
    return r * diagonal * glm::transpose(r);
}

// (I_ff)^-1 L_f over the axes that are free.
glm::dvec3 spinFrom(const glm::dmat3& inertia, uint32_t locked, glm::dvec3 momentum) {
    // A locked axis of an identity has no part in the others.
    glm::dmat3 block = inertia;
    for (int i = 0; i < 3; ++i)
        if (locked >> i & 1u) {
            for (int k = 0; k < 3; ++k)
                block[i][k] = block[k][i] = 0.0;
            block[i][i] = 1.0;
            momentum[i] = 0.0;
        }
    return glm::inverse(block) * momentum;
}

AxisLock locksOf(uint32_t bits) {
    AxisLock locks = AxisLock::None;
    for (int i = 0; i < 3; ++i)
        if (bits >> i & 1u)
            locks = locks | kTurns[i];
    return locks;
}

}  // namespace

TEST_CASE("an impulse on a tilted body with locked axes turns it by the inverse of what is left of its inertia") {
    for (uint32_t bits = 1; bits < 8; ++bits) {
        CAPTURE(bits);
        Lab lab(weightless());
        const BodyId body = lab.box({4, 5, 6}, kHalf, {}, kTilt);
        lab.world.setLocks(body, locksOf(bits));
        const glm::vec3 momentum{0.3f, -0.2f, 0.5f};
        REQUIRE(lab.world.applyAngularImpulse(body, momentum));
        const glm::dvec3 expected = spinFrom(inertiaOf(kHalf, kTilt), bits, glm::dvec3(momentum));
        const glm::dvec3 spin(lab.world.angularVelocity(body));
        CHECK(glm::length(spin - expected) < 1e-5 * (1e-3 + glm::length(expected)));
        for (int i = 0; i < 3; ++i)
            if (bits >> i & 1u)
                CHECK(spin[i] == 0.0);
    }
}

TEST_CASE("a torque on a tilted body with locked axes") {
    for (const uint32_t bits : {1u, 4u, 3u, 6u}) {
        CAPTURE(bits);
        Lab lab(weightless());
        const BodyId body = lab.box({4, 5, 6}, kHalf, {}, kTilt);
        lab.world.setLocks(body, locksOf(bits));
        const glm::vec3 torque{0.03f, -0.02f, 0.05f};
        REQUIRE(lab.world.applyTorque(body, torque));
        lab.run(1);
        const glm::dvec3 expected = spinFrom(inertiaOf(kHalf, kTilt), bits, glm::dvec3(torque) / 60.0);
        CHECK(glm::length(glm::dvec3(lab.world.angularVelocity(body)) - expected) < 1e-4 * glm::length(expected));
    }
}

// The locks' torques have no component along the free axes, whose angular momentum stays, and do no work.
TEST_CASE("a body with a locked axis tumbles about the others with its momentum and energy") {
    for (int locked = 0; locked < 3; ++locked) {
        CAPTURE(locked);
        Lab lab(weightless());
        const BodyId body = lab.box({0, 0, 0}, kHalf, {}, kTilt);
        lab.world.setLocks(body, kTurns[locked]);
        glm::vec3 spin{3, -2, 4};
        spin[locked] = 0;
        lab.world.setAngularVelocity(body, spin);
        const auto momentum = [&] {
            glm::dvec3 l = inertiaOf(kHalf, lab.world.rotation(body)) * glm::dvec3(lab.world.angularVelocity(body));
            l[locked] = 0;
            return l;
        };
        const glm::dvec3 start = momentum();
        const double energy = lab.world.measures().kineticEnergy;
        double worstMomentum = 0, worstEnergy = 0;
        for (int i = 0; i < 600; ++i) {
            lab.run(1);
            worstMomentum = std::max(worstMomentum, glm::length(momentum() - start) / glm::length(start));
            worstEnergy = std::max(worstEnergy, std::fabs(lab.world.measures().kineticEnergy / energy - 1));
            REQUIRE(lab.world.angularVelocity(body)[locked] == 0);
        }
        CHECK(worstMomentum < 1e-5);
        CHECK(worstEnergy < 1e-4);
    }
}

TEST_CASE("an elastic crowd with a locked axis keeps its energy") {
    for (const uint32_t bits : {1u, 2u, 4u, 3u}) {
        CAPTURE(bits);
        Lab lab(weightless());
        for (const BodyId id : elasticCrowd(lab, 5, {1, 0.4f, 0.7f}))
            lab.world.setLocks(id, locksOf(bits));
        CHECK(energyError(lab, 600) < 0.001);
    }
}
