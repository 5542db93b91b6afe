#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

#include "core/hash.h"
#include "math/algebra.h"
#include "math/random_input.h"

using namespace drystone;
using drystone::test::Random;

namespace {

glm::dmat3 compose(glm::dquat rotation, glm::dvec3 diagonal) {
    const glm::dmat3 r = glm::mat3_cast(glm::normalize(rotation));
    return r * glm::dmat3(diagonal.x, 0, 0, 0, diagonal.y, 0, 0, 0, diagonal.z) * glm::transpose(r);
}

double largestEntry(const glm::dmat3& m) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            largest = std::max(largest, std::fabs(m[i][j]));
    return largest;
}

double reconstructionError(const glm::mat3& m) {
    const PrincipalAxes axes = principalAxes(m);
    const glm::dmat3 back = compose(glm::dquat(axes.rotation), glm::dvec3(axes.diagonal));
    return largestEntry(back - glm::dmat3(m)) / largestEntry(glm::dmat3(m));
}

bool sameDiagonal(glm::vec3 found, glm::vec3 expected, float tolerance) {
    std::sort(&found.x, &found.x + 3);
    std::sort(&expected.x, &expected.x + 3);
    const float scale = std::max(std::fabs(expected.x), std::fabs(expected.z));
    for (int i = 0; i < 3; ++i)
        if (!(std::fabs(found[i] - expected[i]) <= tolerance * scale))
            return false;
    return true;
}

}  // namespace

TEST_CASE("principalAxes gives back the matrix and its eigenvalues") {
    Random random(1);
    double worst = 0.0;
    for (int i = 0; i < 100'000; ++i) {
        const glm::vec3 shape = glm::abs(random.vector(1.0f)), d = shape * random.anyScale(-20, 20);
        const glm::mat3 m(compose(glm::dquat(random.rotation()), glm::dvec3(d)));
        REQUIRE(sameDiagonal(principalAxes(m).diagonal, d, 1e-6f));
        worst = std::max(worst, reconstructionError(m));
    }
    CHECK(worst < 1e-6);
    MESSAGE("worst relative error " << worst);
}

TEST_CASE("principalAxes leaves a diagonal matrix as it is") {
    for (const glm::vec3 d : {glm::vec3(1, 2, 3), glm::vec3(3, 2, 1), glm::vec3(2, 2, 1), glm::vec3(1, 2, 2),
                              glm::vec3(5, 5, 5), glm::vec3(1e-20f, 1e20f, 1), glm::vec3(0, 0, 0)}) {
        const PrincipalAxes axes = principalAxes(glm::mat3(d.x, 0, 0, 0, d.y, 0, 0, 0, d.z));
        CHECK(axes.diagonal == d);
        CHECK(axes.rotation == kIdentityRotation);
    }
}

TEST_CASE("rounding off the diagonal of a cube's inertia does not turn its axes") {
    const float e = 1.5e-8f;
    const PrincipalAxes axes = principalAxes(glm::mat3(1, e, -e, e, 1, e, -e, e, 1));
    CHECK(axes.rotation == kIdentityRotation);
}

TEST_CASE("principalAxes finds twofold eigenvalues in any position") {
    Random random(2);
    for (int i = 0; i < 10'000; ++i) {
        glm::vec3 d(1.0f);
        d[random.below(3)] = random.uniform(0.01f, 2.0f);
        const glm::mat3 m(compose(glm::dquat(random.rotation()), glm::dvec3(d)));
        REQUIRE(sameDiagonal(principalAxes(m).diagonal, d, 1e-6f));
        REQUIRE(reconstructionError(m) < 1e-6);
    }
}

TEST_CASE("principalAxes returns a unit quaternion") {
    Random random(3);
    for (int i = 0; i < 10'000; ++i) {
        const glm::vec3 a = random.vector(1.0f), b = random.vector(1.0f);
        const glm::quat q = principalAxes(glm::mat3(a.x, b.x, b.y, b.x, a.y, b.z, b.y, b.z, a.z)).rotation;
        REQUIRE(std::fabs(glm::dot(glm::dquat(q), glm::dquat(q)) - 1.0) < 2.5e-7);
    }
}

// det = 1 by hand: a permutation of axes must come with a sign.
TEST_CASE("principalAxes of a matrix coupled by its off-diagonal alone") {
    const PrincipalAxes axes = principalAxes(glm::mat3(0, 1, 0, 1, 0, 0, 0, 0, 5));
    CHECK(sameDiagonal(axes.diagonal, glm::vec3(-1, 1, 5), 1e-7f));
    CHECK(reconstructionError(glm::mat3(0, 1, 0, 1, 0, 0, 0, 0, 5)) < 1e-6);
}

TEST_CASE("principalAxes has one result everywhere") {
    Random random(4);
    Hash64 hash;
    for (int i = 0; i < 20'000; ++i) {
        const glm::vec3 a = random.vector(1.0f), b = random.vector(1.0f);
        const PrincipalAxes axes = principalAxes(glm::mat3(a.x, b.x, b.y, b.x, a.y, b.z, b.y, b.z, a.z));
        for (int k = 0; k < 3; ++k)
            hash.add(axes.diagonal[k]);
        for (int k = 0; k < 4; ++k)
            hash.add(axes.rotation[k]);
    }
    CHECK(hash.value() == 0xD2B1ADF6C362BDBCull);
}
