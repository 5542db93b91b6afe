// Spheres and boxes on planes.
#include <bit>
#include <set>

#include <doctest/doctest.h>

#include "collision/box_poses.h"

namespace drystone {
using namespace test;

TEST_CASE("a box on a half-space gives the corners near the plane, each by its name") {
    Random random(31);
    int most[5] = {};
    for (int i = 0; i < 50000; ++i) {
        const glm::vec3 normal = random.direction(), half = random.vec(0.1, 1);
        const float offset = random.real(-2, 2);
        const glm::vec3 place = random.vec(-1, 1);
        PlacedBody plane = body(halfSpace(normal, offset), place, random.rotation());
        plane.centerOfMass = random.vec(-1, 1);
        const glm::vec3 up = plane.world.rotation * normal;
        const glm::vec3 on = transformPoint(plane.world, normal * plane.shape.offset);
        glm::quat rotation = random.rotation();
        if (random.below(2)) {  // lying on a face
            const float cosine = up.y;
            const glm::vec3 axis = cosine > -0.999f ? glm::cross(glm::vec3(0, 1, 0), up) : glm::vec3(1, 0, 0);
            rotation =
                glm::normalize(glm::quat(1 + cosine, axis.x, axis.y, axis.z)) * turn(random.real(-3, 3), {0, 1, 0});
        }
        PlacedBody b = body(box(half), {0, 0, 0}, glm::normalize(rotation));
        b.world.position = on + up * float(oracleBox(b).reach(glm::dvec3(up)) + random.uniform(-0.05, 0.04));
        b.centerOfMass = b.world.position + random.vec(-0.1, 0.1);

        const Collision c = collide(plane, b);
        const OracleBox o = oracleBox(b);
        std::vector<glm::dvec3> corners;
        double deepest = 1e300;
        int within = 0;
        for (int k = 0; k < 8; ++k) {
            corners.push_back(o.center +
                              o.axes * (o.half * glm::dvec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
            const double height = glm::dot(glm::dvec3(up), corners.back() - glm::dvec3(on));
            deepest = std::min(deepest, height);
            within += height <= 0.02 - 1e-5;
        }
        if (std::abs(deepest - 0.02) < 1e-5)
            continue;
        REQUIRE((c.touching == 1) == (deepest < 0.02));
        ++most[pointCount(c)];
        if (!c.touching)
            continue;
        if (within <= 2)
            REQUIRE(pointCount(c) >= within);
        REQUIRE(std::abs(double(deepestSeparation(c.manifold)) - deepest) < 5e-6);
        REQUIRE(glm::length(normalOf(c.manifold) - up) < 2e-6f);
        std::set<uint32_t> names;
        for (int k = 0; k < pointCount(c); ++k) {
            const double s = double(c.manifold.points[k].separation);
            REQUIRE(s <= 0.02);
            const glm::dvec3 corner =
                glm::dvec3(plane.centerOfMass) + glm::dvec3(anchorOf(c.manifold, k)) + 0.5 * s * glm::dvec3(up);
            int nearest = 0;
            for (int j = 1; j < 8; ++j)
                if (glm::length(corners[size_t(j)] - corner) < glm::length(corners[size_t(nearest)] - corner))
                    nearest = j;
            REQUIRE(glm::length(corners[size_t(nearest)] - corner) < 1e-5);
            REQUIRE(std::bit_cast<float>(c.manifold.features[k]) == 1.0f + float(nearest));
            names.insert(c.manifold.features[k]);
        }
        REQUIRE(int(names.size()) == pointCount(c));
    }
    CHECK(most[4] > 5000);
    CHECK(most[1] > 1000);
}

TEST_CASE("a cube that tips over an edge keeps the names of that edge") {
    const PlacedBody ground = body(halfSpace({0, 1, 0}, 0), {0, 0, 0});
    std::set<uint32_t> left, right;
    for (float angle : {0.7f, 0.87f}) {
        const float height = 0.5f * (std::sin(angle) + std::cos(angle));
        const Collision c = collide(ground, body(box(glm::vec3(0.5f)), {0, height, 0}, turn(angle, {0, 0, 1})));
        REQUIRE(pointCount(c) == 2);
        (angle < 0.78f ? left : right) = {c.manifold.features, c.manifold.features + 2};
    }
    CHECK(left == right);
}

TEST_CASE("a sphere on a half-space") {
    Random random(33);
    for (int i = 0; i < 20000; ++i) {
        const glm::vec3 normal = random.direction();
        const float offset = random.real(-2, 2);
        PlacedBody plane = body(halfSpace(normal, offset), random.vec(-1, 1));
        const float radius = random.real(0.05, 1);
        PlacedBody s = body(sphere(radius), random.vec(-1, 1));
        s.centerOfMass += random.vec(-0.1, 0.1);
        const double separation = glm::dot(glm::dvec3(normal), glm::dvec3(s.world.position - plane.world.position)) -
            double(plane.shape.offset) - double(radius);
        const Collision c = collide(plane, s);
        if (std::abs(separation - 0.02) < 1e-5)
            continue;
        REQUIRE((c.touching == 1) == (separation < 0.02));
        if (!c.touching)
            continue;
        REQUIRE(std::abs(double(c.manifold.points[0].separation) - separation) < 3e-6);
        REQUIRE(glm::length(normalOf(c.manifold) - normal) < 1e-6f);
        REQUIRE(c.manifold.round == 2.0f);
        const glm::vec3 point = s.world.position - normal * (radius + 0.5f * float(separation));
        REQUIRE(glm::length(plane.centerOfMass + anchorOf(c.manifold, 0) - point) < 5e-6f);
    }
}

}  // namespace drystone
