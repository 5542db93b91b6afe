#include <cmath>
#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

#include "math/algebra.h"
#include "math/random_input.h"

using namespace drystone;
using drystone::test::Random;

namespace {

float distance(glm::vec3 a, glm::vec3 b) {
    return glm::length(a - b);
}

}  // namespace

TEST_CASE("transforms compose and invert") {
    Random random(1);
    for (int i = 0; i < 10'000; ++i) {
        const Transform a = random.transform(2.0f), b = random.transform(2.0f);
        const glm::vec3 p = random.vector(2.0f);
        REQUIRE(distance(transformPoint(a * b, p), transformPoint(a, transformPoint(b, p))) < 5e-6f);
        REQUIRE(distance(inverseTransformPoint(a, transformPoint(a, p)), p) < 5e-6f);
    }
    // 90 degrees about z, then moved: x goes to y.
    const Transform t{{1, 2, 3}, glm::quat(std::sqrt(0.5f), 0, 0, std::sqrt(0.5f))};
    CHECK(distance(transformPoint(t, {1, 0, 0}), {1, 3, 3}) < 1e-6f);
}

TEST_CASE("tangentBasis is orthonormal and right-handed for every normal") {
    Random random(2);
    const auto check = [](glm::vec3 n) {
        glm::vec3 t1, t2;
        tangentBasis(n, t1, t2);
        REQUIRE(std::fabs(glm::length(t1) - 1.0f) < 1e-6f);
        REQUIRE(std::fabs(glm::length(t2) - 1.0f) < 1e-6f);
        REQUIRE(std::fabs(glm::dot(t1, t2)) < 1e-6f);
        REQUIRE(distance(glm::cross(t1, t2), n) < 1e-6f);
    };
    for (int axis = 0; axis < 3; ++axis)
        for (float sign : {-1.0f, 1.0f}) {
            glm::vec3 n(0.0f);
            n[axis] = sign;
            check(n);
        }
    check({0.0f, 1.0f, -0.0f});
    check(glm::normalize(glm::vec3(1e-4f, -1e-4f, -1.0f)));
    for (int i = 0; i < 100'000; ++i)
        check(random.direction());
}

TEST_CASE("rotatedDiagonal is R diag R^T") {
    Random random(3);
    for (int i = 0; i < 10'000; ++i) {
        const glm::quat q = random.rotation();
        const glm::vec3 d = random.vector(3.0f), v = random.vector(1.0f);
        REQUIRE(distance(rotatedDiagonal(q, d) * v, q * (d * (glm::conjugate(q) * v))) < 1e-5f);
    }
}

TEST_CASE("boxes: touching overlaps, equal contains, merge and expand") {
    const Aabb unit{{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        Aabb beside = unit;
        beside.lower[axis] += 1.0f;
        beside.upper[axis] += 1.0f;
        CHECK(overlaps(unit, beside));
        CHECK(overlaps(beside, unit));
        beside.lower[axis] = std::nextafterf(1.0f, 2.0f);
        CHECK_FALSE(overlaps(unit, beside));
        CHECK_FALSE(overlaps(beside, unit));

        Aabb inner = unit;
        CHECK(contains(unit, inner));
        inner.lower[axis] = -1e-6f;
        CHECK_FALSE(contains(unit, inner));
        inner = unit;
        inner.upper[axis] = 1.000001f;
        CHECK_FALSE(contains(unit, inner));
    }
    const Aabb merged = merge(unit, {{-1, 0.5f, 2}, {0.5f, 3, 4}});
    CHECK(merged.lower == glm::vec3(-1, 0, 0));
    CHECK(merged.upper == glm::vec3(1, 3, 4));
    const Aabb grown = expand(unit, 0.5f);
    CHECK(grown.lower == glm::vec3(-0.5f));
    CHECK(grown.upper == glm::vec3(1.5f));
}

TEST_CASE("isFinite looks at every component") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    CHECK(isFinite(1.0f));
    CHECK_FALSE(isFinite(inf));
    for (const float bad : {nan, inf, -inf}) {
        for (int k = 0; k < 3; ++k) {
            glm::vec3 v(1.0f);
            CHECK(isFinite(v));
            v[k] = bad;
            CHECK_FALSE(isFinite(v));
        }
        for (int k = 0; k < 4; ++k) {
            glm::quat q = kIdentityRotation;
            CHECK(isFinite(q));
            q[k] = bad;
            CHECK_FALSE(isFinite(q));
        }
    }
}
