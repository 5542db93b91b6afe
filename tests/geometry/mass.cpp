#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

#include "geometry/oracle.h"

using namespace drystone;
using namespace drystone::test;

namespace {

struct Point {
    double mass;
    glm::dvec3 position;
};

constexpr double kPi = 3.14159265358979323846;

// Points with the mass, centre and second moments of the solid: Gauss's two points an axis integrate squares exactly over
// a box; six points at r sqrt(3/5) do so over a ball.
void addPoints(const Shape& shape, const Transform& local, double density, std::vector<Point>& out) {
    const Frame frame(local);
    if (shape.kind == ShapeKind::Box) {
        const glm::dvec3 h(shape.halfExtents);
        for (int i = 0; i < 8; ++i)
            out.push_back({density * h.x * h.y * h.z, frame.toWorld(corner(h / std::sqrt(3.0), i))});
        return;
    }
    const double r = shape.radius;
    for (int i = 0; i < 6; ++i) {
        glm::dvec3 p(0.0);
        p[i / 2] = (i % 2 ? r : -r) * std::sqrt(0.6);
        out.push_back({density * 4.0 / 3.0 * kPi * r * r * r / 6.0, frame.toWorld(p)});
    }
}

struct ExactMass {
    double mass = 0.0;
    glm::dvec3 center{0.0};
    glm::dmat3 inertia{0.0};
};

ExactMass sum(const std::vector<Point>& points) {
    ExactMass total;
    for (const Point& p : points) {
        total.mass += p.mass;
        total.center += p.mass * p.position;
    }
    total.center /= total.mass;
    for (const Point& p : points) {
        const glm::dvec3 d = p.position - total.center;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                total.inertia[i][j] += p.mass * ((i == j ? glm::dot(d, d) : 0.0) - d[i] * d[j]);
    }
    return total;
}

double inertiaError(const glm::mat3& found, const glm::dmat3& expected) {
    double worst = 0.0, scale = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            worst = std::max(worst, std::fabs(found[i][j] - expected[i][j]));
            scale = std::max(scale, std::fabs(expected[i][j]));
        }
    return worst / scale;
}

Shape randomSolid(Random& random) {
    if (random.next() & 1)
        return sphereShape(random.uniform(0.05f, 1.0f));
    return boxShape(randomExtents(random));
}

}  // namespace

TEST_CASE("mass of the unit box and the unit ball") {
    const MassData box = computeMass(boxShape(glm::vec3(0.5f)), {}, 1000.0f);
    CHECK(box.mass == 1000.0f);
    CHECK(box.inertia == glm::mat3(float(1000.0 / 6.0)));
    const MassData ball = computeMass(sphereShape(1.0f), {{1, 2, 3}, kIdentityRotation}, 3.0f);
    CHECK(ball.mass == float(4.0 * kPi));
    CHECK(ball.center == glm::vec3(1, 2, 3));
    CHECK(ball.inertia == glm::mat3(float(1.6 * kPi)));
    const MassData ground = computeMass(halfSpaceShape({0, 1, 0}, 0), {}, 1000.0f);
    CHECK(ground.mass == 0.0f);
    CHECK(ground.inertia == glm::mat3(0.0f));
}

TEST_CASE("mass of one placed shape is the integral over it") {
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const Shape shape = randomSolid(random);
        const Transform local = random.transform(5.0f);
        const float density = random.uniform(0.1f, 10'000.0f);
        std::vector<Point> points;
        addPoints(shape, local, density, points);
        const ExactMass expected = sum(points);
        const MassData found = computeMass(shape, local, density);
        REQUIRE(std::fabs(found.mass / expected.mass - 1.0) < 1e-7);
        REQUIRE(found.center == local.position);
        REQUIRE(inertiaError(found.inertia, expected.inertia) < 2e-7);
        REQUIRE(found.inertia == glm::transpose(found.inertia));
    }
}

TEST_CASE("combined mass of several shapes is the integral over all") {
    Random random(2);
    for (int round = 0; round < 5'000; ++round) {
        const int count = 1 + random.below(6);
        std::vector<Point> points;
        std::vector<MassData> parts;
        for (int i = 0; i < count; ++i) {
            const Shape shape = randomSolid(random);
            const Transform local = random.transform(3.0f);
            const float density = random.uniform(100.0f, 10'000.0f);
            addPoints(shape, local, density, points);
            parts.push_back(computeMass(shape, local, density));
        }
        const ExactMass expected = sum(points);
        const MassData found = combineMass(parts.data(), count);
        REQUIRE(std::fabs(found.mass / expected.mass - 1.0) < 2e-7);
        REQUIRE(glm::length(glm::dvec3(found.center) - expected.center) < 1e-6);
        REQUIRE(inertiaError(found.inertia, expected.inertia) < 1e-6);
    }
}

TEST_CASE("eight small boxes are one large box") {
    MassData parts[8];
    for (int i = 0; i < 8; ++i)
        parts[i] =
            computeMass(boxShape({0.5f, 1.0f, 1.5f}),
                        {glm::vec3(corner({0.5, 1.0, 1.5}, i)) + glm::vec3(100, 0, -50), kIdentityRotation}, 10.0f);
    const MassData whole = computeMass(boxShape({1, 2, 3}), {{100, 0, -50}, kIdentityRotation}, 10.0f);
    const MassData sumOfParts = combineMass(parts, 8);
    CHECK(sumOfParts.mass == doctest::Approx(whole.mass));
    CHECK(glm::length(sumOfParts.center - whole.center) < 1e-5f);
    CHECK(inertiaError(sumOfParts.inertia, glm::dmat3(whole.inertia)) < 1e-6);
}

TEST_CASE("what has no mass adds none") {
    const MassData ball = computeMass(sphereShape(1.0f), {{1, 2, 3}, kIdentityRotation}, 3.0f);
    const MassData parts[] = {ball, computeMass(halfSpaceShape({0, 1, 0}, 0), {{9, 9, 9}, kIdentityRotation}, 1000.0f)};
    const MassData both = combineMass(parts, 2);
    CHECK(both.mass == ball.mass);
    CHECK(both.center == ball.center);
    CHECK(both.inertia == ball.inertia);
    CHECK(combineMass(parts + 1, 1).mass == 0.0f);
    CHECK(combineMass(nullptr, 0).mass == 0.0f);
    CHECK(isFinite(combineMass(nullptr, 0).center));
}
