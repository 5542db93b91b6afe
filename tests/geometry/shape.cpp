#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

#include "geometry/oracle.h"

using namespace drystone;
using namespace drystone::test;

TEST_CASE("shapes carry their geometry there and back") {
    const Shape sphere = makeShape(Sphere{0.3f});
    CHECK(sphere.kind == ShapeKind::Sphere);
    CHECK(std::get<Sphere>(toGeometry(sphere)).radius == 0.3f);

    const Shape box = makeShape(Box{{1, 2, 3}});
    CHECK(box.kind == ShapeKind::Box);
    CHECK(std::get<Box>(toGeometry(box)).halfExtents == glm::vec3(1, 2, 3));

    const Shape plane = makeShape(HalfSpace{{0, 1, 0}, -2.5f});
    CHECK(plane.kind == ShapeKind::HalfSpace);
    CHECK(std::get<HalfSpace>(toGeometry(plane)).normal == glm::vec3(0, 1, 0));
    CHECK(std::get<HalfSpace>(toGeometry(plane)).offset == -2.5f);
}

TEST_CASE("a half-space's normal is normalised once, its offset is metres") {
    const Shape plane = makeShape(HalfSpace{{0, 3, 4}, 2.0f});
    CHECK(plane.normal.y == doctest::Approx(0.6));
    CHECK(plane.normal.z == doctest::Approx(0.8));
    CHECK(plane.offset == 2.0f);

    Random random(1);
    for (int i = 0; i < 10'000; ++i) {
        const glm::vec3 way = random.vector(1.0f);
        const Shape once = halfSpaceShape(way * random.anyScale(-60, 60), 1.0f);
        REQUIRE(std::fabs(glm::length(glm::dvec3(once.normal)) - 1.0) < 1.2e-7);
        REQUIRE(makeShape(toGeometry(once)).normal == once.normal);
    }
}

TEST_CASE("extents and radii") {
    CHECK(smallestExtent(sphereShape(0.4f)) == 0.4f);
    CHECK(smallestExtent(boxShape({3, 1, 2})) == 1.0f);
    CHECK(smallestExtent(boxShape({1, 3, 2})) == 1.0f);
    CHECK(smallestExtent(boxShape({3, 2, 1})) == 1.0f);
    CHECK(smallestExtent(halfSpaceShape({0, 1, 0}, 0)) == kHuge);
    CHECK(boundingRadius(sphereShape(0.4f)) == 0.4f);
    CHECK(boundingRadius(boxShape({2, 3, 6})) == 7.0f);
    CHECK(boundingRadius(boxShape(glm::vec3(1e25f))) == doctest::Approx(1e25 * std::sqrt(3.0)));
    CHECK(boundingRadius(halfSpaceShape({0, 1, 0}, 0)) == kHuge);
}
