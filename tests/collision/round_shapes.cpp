// Spheres against spheres and boxes.
#include <doctest/doctest.h>

#include "collision/box_poses.h"

namespace drystone {
using namespace test;

namespace {

struct SphereContact {
    double separation;
    glm::dvec3 normal;  // from the box to the sphere
    bool clear;         // no other direction is as good
};

SphereContact sphereOracle(const OracleBox& box, glm::dvec3 center, double radius) {
    glm::dvec3 local, nearest;
    for (int i = 0; i < 3; ++i) {
        local[i] = glm::dot(box.axes[i], center - box.center);
        nearest[i] = std::clamp(local[i], -box.half[i], box.half[i]);
    }
    const double distance = glm::length(local - nearest);
    if (distance > 1e-9)
        return {distance - radius, box.axes * ((local - nearest) / distance), distance > 1e-3};
    int face = 0;
    double second = 1e300;
    for (int i = 1; i < 3; ++i)
        if (box.half[i] - std::abs(local[i]) < box.half[face] - std::abs(local[face]))
            face = i;
    for (int i = 0; i < 3; ++i)
        if (i != face)
            second = std::min(second, box.half[i] - std::abs(local[i]));
    const double depth = box.half[face] - std::abs(local[face]);
    return {-depth - radius, box.axes[face] * (local[face] < 0 ? -1.0 : 1.0),
            second - depth > 2e-3 && std::abs(local[face]) > 1e-3};
}

}  // namespace

TEST_CASE("sphere-box agrees with the oracle, whichever comes first") {
    Random random(21);
    int touching = 0, inside = 0;
    for (int i = 0; i < 100000; ++i) {
        const glm::vec3 half = random.vec(0.1, 1);
        const float radius = random.real(0.02, 0.5);
        const glm::vec3 place = random.vec(-5, 5);
        const PlacedBody b = body(box(half), place, random.rotation());
        // Points on faces, edges and corners as often as anywhere.
        glm::vec3 local = random.vec(-1.3, 1.3) * half;
        for (int k = 0; k < 3; ++k)
            if (!random.below(3))
                local[k] = half[k] * (random.below(2) ? 1.0f : -1.0f);
        if (random.below(2)) {
            const glm::vec3 way = random.direction() * radius;
            local += way * random.real(0.9, 1.1);
        }
        PlacedBody s = body(sphere(radius), transformPoint(b.world, local));
        s.centerOfMass += random.vec(-0.1, 0.1);

        const SphereContact expected = sphereOracle(oracleBox(b), glm::dvec3(s.world.position), double(radius));
        const Collision bs = collide(b, s), sb = collide(s, b);
        REQUIRE(bs.touching == sb.touching);
        if (std::abs(expected.separation - 0.02) < 1e-5)
            continue;
        REQUIRE((bs.touching == 1) == (expected.separation < 0.02));
        if (!bs.touching)
            continue;
        ++touching;
        inside += expected.separation < -double(radius);
        const Manifold &m = bs.manifold, &w = sb.manifold;
        REQUIRE(m.pointCount == 1.0f);
        REQUIRE(m.features[0] != 0);
        REQUIRE(normalOf(m) == -normalOf(w));
        REQUIRE(std::abs(glm::length(normalOf(m)) - 1) < 1e-6f);
        REQUIRE(m.points[0].separation == w.points[0].separation);
        REQUIRE(m.round == 2.0f);
        REQUIRE(w.round == 1.0f);
        const double tolerance = expected.clear ? 5e-6 : 2e-3;
        REQUIRE(std::abs(double(m.points[0].separation) - expected.separation) < tolerance);
        if (expected.clear)
            REQUIRE(glm::length(glm::dvec3(normalOf(m)) - expected.normal) < 2e-3);
        // Halfway between the surfaces, seen from either centre of mass.
        const float toMiddle = radius + 0.5f * m.points[0].separation;
        const glm::vec3 point = s.world.position - toMiddle * normalOf(m);
        REQUIRE(glm::length(b.centerOfMass + anchorOf(m, 0) - point) < 5e-6f);
        REQUIRE(glm::length(s.centerOfMass + anchorOf(w, 0) - point) < 5e-6f);
        const glm::vec3 offset(m.centerOffset[0], m.centerOffset[1], m.centerOffset[2]);
        REQUIRE(glm::length(anchorOf(m, 0) + offset - anchorOf(w, 0)) < 5e-6f);
    }
    CHECK(touching > 30000);
    CHECK(inside > 3000);
}

TEST_CASE("a small sphere among three small boxes meets the nearest point of each") {
    const PlacedBody s = body(sphere(0.01f), {0.019576f, -1.03115f, 0.398155f});
    const float z[3] = {0.3925f, 0.3975f, 0.4025f};
    const float penetration[3] = {0.003621f, 0.004455f, 0.004157f};
    for (int i = 0; i < 3; ++i) {
        const PlacedBody b = body(box(glm::vec3(0.0025f)), {0.0275f, -1.0275f, z[i]});
        const Collision c = collide(b, s);
        REQUIRE(c.touching == 1);
        CHECK(std::abs(c.manifold.points[0].separation + penetration[i]) < 1e-5f);
        glm::vec3 nearest;
        for (int k = 0; k < 3; ++k)
            nearest[k] = std::clamp(s.world.position[k], b.world.position[k] - 0.0025f, b.world.position[k] + 0.0025f);
        CHECK(glm::length(normalOf(c.manifold) - glm::normalize(s.world.position - nearest)) < 1e-4f);
    }
}

TEST_CASE("a sphere inside a box keeps its way out") {
    Random random(2);
    for (glm::vec3 place : {glm::vec3(0), glm::vec3(0.2f, 0.2f, 0.2f), glm::vec3(0, 0.1f, 0.1f)}) {
        const PlacedBody b = body(box(glm::vec3(0.5f)), {0, 0, 0});
        const glm::vec3 normal = glm::abs(normalOf(collide(b, body(sphere(0.1f), place)).manifold));
        for (int i = 0; i < 200; ++i) {
            const Collision c = collide(b, body(sphere(0.1f), place + random.vec(-1e-4, 1e-4)));
            REQUIRE(glm::length(glm::abs(normalOf(c.manifold)) - normal) < 1e-6f);
        }
    }
}

TEST_CASE("sphere-sphere agrees with the closed form") {
    Random random(23);
    int touching = 0;
    for (int i = 0; i < 50000; ++i) {
        const float rA = random.real(0.05, 1), rB = random.real(0.05, 1);
        const glm::vec3 place = random.vec(-5, 5);
        PlacedBody a = body(sphere(rA), place, random.rotation());
        const glm::vec3 way = random.direction() * (rA + rB);
        PlacedBody b = body(sphere(rB), a.world.position + way * random.real(0.01, 1.05));
        a.centerOfMass += random.vec(-0.1, 0.1);
        b.centerOfMass += random.vec(-0.1, 0.1);
        const glm::dvec3 between = glm::dvec3(b.world.position) - glm::dvec3(a.world.position);
        const double separation = glm::length(between) - double(rA) - double(rB);
        const Collision c = collide(a, b);
        if (std::abs(separation - 0.02) < 1e-5)
            continue;
        REQUIRE((c.touching == 1) == (separation < 0.02));
        if (!c.touching)
            continue;
        ++touching;
        const Manifold& m = c.manifold;
        const glm::dvec3 n = between / glm::length(between);
        REQUIRE(std::abs(double(m.points[0].separation) - separation) < 2e-6);
        REQUIRE(glm::length(glm::dvec3(normalOf(m)) - n) < 1e-6);
        const glm::dvec3 point = glm::dvec3(a.world.position) + (double(rA) + 0.5 * separation) * n;
        REQUIRE(glm::length(glm::dvec3(a.centerOfMass) + glm::dvec3(anchorOf(m, 0)) - point) < 3e-6);
        REQUIRE(m.round == 3.0f);
    }
    CHECK(touching > 40000);
}

TEST_CASE("concentric spheres part along the axis in which their numbers differ most") {
    const Collision c = collide(body(sphere(1), {2, 3, 4}), body(sphere(0.5f), {2, 3, 4}));
    REQUIRE(c.touching == 1);
    CHECK(normalOf(c.manifold) == glm::vec3(1, 0, 0));
    CHECK(c.manifold.points[0].separation == -1.5f);
    CHECK(isFinite(anchorOf(c.manifold, 0)));
}

}  // namespace drystone
