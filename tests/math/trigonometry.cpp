#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/hash.h"
#include "math/algebra.h"
#include "math/random_input.h"

using namespace drystone;
using drystone::test::Random;

namespace {

double sinCosError(float x) {
    const SinCos sc = sinCos(x);
    return std::max(std::fabs(sc.sin - std::sin(double(x))), std::fabs(sc.cos - std::cos(double(x))));
}

double exponentialMapError(glm::vec3 w) {
    const glm::dvec3 d(w);
    const double angle = glm::length(d);
    const glm::dvec3 v = angle > 0.0 ? d * (std::sin(0.5 * angle) / angle) : glm::dvec3(0.0);
    const glm::quat q = exponentialMap(w);
    return std::max(
        {std::fabs(q.w - std::cos(0.5 * angle)), std::fabs(q.x - v.x), std::fabs(q.y - v.y), std::fabs(q.z - v.z)});
}

}  // namespace

TEST_CASE("sinCos is within 2e-7 up to 1e4") {
    Random random(1);
    double worst = 0.0;
    for (int i = 0; i < 2'000'000; ++i) {
        worst = std::max(worst, sinCosError(random.uniform(-1e4f, 1e4f)));
        worst = std::max(worst, sinCosError(random.uniform(-8.0f, 8.0f)));
        worst = std::max(worst, sinCosError(random.anyScale(-40, 13)));
    }
    CHECK(worst < 2e-7);
    MESSAGE("worst error " << worst);
}

// Where the reduced argument is smallest its absolute error shows most.
TEST_CASE("sinCos is within 2e-7 beside every multiple of pi/4 up to 1e4") {
    double worst = 0.0;
    for (int k = -12732; k <= 12732; ++k) {
        const float x = float(k * 0.78539816339744831);
        worst = std::max(worst, sinCosError(x));
        worst = std::max(worst, sinCosError(std::nextafterf(x, 1e9f)));
        worst = std::max(worst, sinCosError(std::nextafterf(x, -1e9f)));
    }
    CHECK(worst < 2e-7);
}

TEST_CASE("sinCos keeps the relative accuracy of small angles") {
    for (int exponent = -126; exponent < -1; ++exponent) {
        const float x = std::ldexp(1.37f, exponent);
        CHECK(std::fabs(sinCos(x).sin / std::sin(double(x)) - 1.0) < 1.5e-7);
    }
}

TEST_CASE("sinCos has the values that it must have exactly") {
    CHECK(sinCos(0.0f).sin == 0.0f);
    CHECK(sinCos(0.0f).cos == 1.0f);
    Random random(2);
    for (int i = 0; i < 100'000; ++i) {
        const float x = random.anyScale(-30, 20);
        CHECK(sinCos(-x).sin == -sinCos(x).sin);
        CHECK(sinCos(-x).cos == sinCos(x).cos);
    }
}

TEST_CASE("sinCos of any finite number is finite, of others NaN") {
    Random random(3);
    for (int i = 0; i < 1'000'000; ++i) {
        const float x = std::bit_cast<float>(uint32_t(random.next()));
        const SinCos sc = sinCos(x);
        if (std::isfinite(x)) {
            REQUIRE(std::fabs(sc.sin) <= 1.0f);
            REQUIRE(std::fabs(sc.cos) <= 1.0f);
        } else {
            REQUIRE(std::isnan(sc.sin));
            REQUIRE(std::isnan(sc.cos));
        }
    }
    CHECK(std::isfinite(sinCos(std::numeric_limits<float>::max()).sin));
    CHECK(std::isfinite(sinCos(-std::numeric_limits<float>::max()).cos));
}

TEST_CASE("sinCos stays true beyond 1e4, until a float no longer tells one turn from the next") {
    Random random(4);
    double worst = 0.0;
    for (int i = 0; i < 200'000; ++i)
        worst = std::max(worst, sinCosError(random.anyScale(13, 28)));
    CHECK(worst < 5e-7);
}

TEST_CASE("exponentialMap is the quaternion of the rotation vector") {
    Random random(5);
    double worst = 0.0;
    for (int i = 0; i < 1'000'000; ++i) {
        const glm::vec3 axis = random.direction();
        worst = std::max(worst, exponentialMapError(axis * random.anyScale(-30, 3)));
        const glm::vec3 other = random.direction();
        worst = std::max(worst, exponentialMapError(other * random.uniform(0.19f, 0.21f)));
    }
    CHECK(worst < 3e-7);
    MESSAGE("worst error " << worst);
}

TEST_CASE("exponentialMap turns by the right hand") {
    const glm::quat q = exponentialMap({0.0f, 0.0f, 1.5707964f});
    const glm::vec3 v = q * glm::vec3(1.0f, 0.0f, 0.0f);
    CHECK(std::fabs(v.x) < 2e-7f);
    CHECK(std::fabs(v.y - 1.0f) < 2e-7f);
}

TEST_CASE("exponentialMap of tiny and of huge vectors") {
    CHECK(exponentialMap(glm::vec3(0.0f)) == kIdentityRotation);
    const float tiny = std::numeric_limits<float>::denorm_min();
    CHECK(isFinite(exponentialMap({tiny, -tiny, tiny})));
    // 0.5 w survives where its square underflows.
    CHECK(exponentialMap({2e-30f, 0.0f, 0.0f}).x == 1e-30f);
    const float huge = std::numeric_limits<float>::max();
    const glm::quat q = exponentialMap({huge, -huge, huge});
    CHECK(isFinite(q));
    CHECK(std::fabs(glm::dot(q, q) - 1.0f) < 1e-6f);
}

// The bits themselves: another compiler, optimisation level or platform must give the same.
TEST_CASE("sinCos and exponentialMap have one result everywhere") {
    Random random(6);
    Hash64 hash;
    for (int i = 0; i < 200'000; ++i) {
        const SinCos sc = sinCos(random.anyScale(-20, 30));
        hash.add(sc.sin);
        hash.add(sc.cos);
        const glm::vec3 w = random.vector(1.0f);
        const glm::quat q = exponentialMap(w * random.anyScale(-10, 4));
        hash.add(q.x);
        hash.add(q.y);
        hash.add(q.z);
        hash.add(q.w);
    }
    CHECK(hash.value() == 0x6FCD8D80570FD5AAull);
}
