#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

#include "geometry/oracle.h"

using namespace drystone;
using namespace drystone::test;

TEST_CASE("a rotated box's bounds touch its outermost corners") {
    Random random(1);
    for (int round = 0; round < 50'000; ++round) {
        const glm::vec3 shape = randomExtents(random), h = shape * random.anyScale(-6, 6);
        const Shape box = boxShape(glm::abs(h));
        const Transform world = random.transform(10.0f);
        const Aabb bounds = computeBounds(box, world);

        const Frame frame(world);
        glm::dvec3 lower(1e30), upper(-1e30);
        for (int i = 0; i < 8; ++i) {
            lower = glm::min(lower, frame.toWorld(corner(box.halfExtents, i)));
            upper = glm::max(upper, frame.toWorld(corner(box.halfExtents, i)));
        }
        const double tolerance = 1e-6 * (10.0 + double(boundingRadius(box)));
        for (int axis = 0; axis < 3; ++axis) {
            REQUIRE(std::fabs(bounds.lower[axis] - lower[axis]) < tolerance);
            REQUIRE(std::fabs(bounds.upper[axis] - upper[axis]) < tolerance);
        }
    }
}

TEST_CASE("bounds without rotation are exact") {
    const Aabb box = computeBounds(boxShape({1, 2, 3}), {{10, 20, 30}, kIdentityRotation});
    CHECK(box.lower == glm::vec3(9, 18, 27));
    CHECK(box.upper == glm::vec3(11, 22, 33));
    Random random(2);
    const Aabb ball = computeBounds(sphereShape(0.5f), {{1, 2, 3}, random.rotation()});
    CHECK(ball.lower == glm::vec3(0.5f, 1.5f, 2.5f));
    CHECK(ball.upper == glm::vec3(1.5f, 2.5f, 3.5f));
}

TEST_CASE("a half-space along an axis ends at its plane, others fill all space") {
    for (int axis = 0; axis < 3; ++axis)
        for (float sign : {-1.0f, 1.0f}) {
            glm::vec3 n(0.0f);
            n[axis] = sign;
            const Aabb bounds = computeBounds(halfSpaceShape(n, 2.0f), {{10, 20, 30}, kIdentityRotation});
            glm::vec3 lower(-kHuge), upper(kHuge);
            if (sign > 0)
                upper[axis] = 10.0f * float(axis + 1) + 2.0f;
            else
                lower[axis] = 10.0f * float(axis + 1) - 2.0f;
            CHECK(bounds.lower == lower);
            CHECK(bounds.upper == upper);
        }

    const Aabb tilted = computeBounds(halfSpaceShape({1e-6f, 1, 0}, 2.0f), {});
    CHECK(tilted.lower == glm::vec3(-kHuge));
    CHECK(tilted.upper == glm::vec3(kHuge));

    // Half a turn about x: the ground becomes a ceiling.
    const Aabb turned = computeBounds(halfSpaceShape({0, 1, 0}, 2.0f), {{0, 5, 0}, glm::quat(0, 1, 0, 0)});
    CHECK(turned.lower == glm::vec3(-kHuge, 3.0f, -kHuge));
    CHECK(turned.upper == glm::vec3(kHuge));
}
