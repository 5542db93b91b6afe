#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

#include "geometry/oracle.h"

using namespace drystone;
using namespace drystone::test;

namespace {

using Polygon = std::vector<glm::dvec3>;

// Sutherland and Hodgman 1974: what of the polygon lies in coordinate * sign <= limit.
Polygon clip(const Polygon& in, int axis, double sign, double limit) {
    Polygon out;
    for (size_t i = 0; i < in.size(); ++i) {
        const glm::dvec3 p = in[i], q = in[(i + 1) % in.size()];
        const double dp = sign * p[axis] - limit, dq = sign * q[axis] - limit;
        if (dp <= 0.0)
            out.push_back(p);
        if ((dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0))
            out.push_back(p + (q - p) * (dp / (dp - dq)));
    }
    return out;
}

bool faceMeetsBox(Polygon face, glm::dvec3 h) {
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0})
            face = clip(face, axis, sign, h[axis]);
    return !face.empty();
}

// Two boxes meet where a face of B reaches into A, or where A lies wholly in B. No separating axis is involved.
bool boxesMeet(const Frame& a, glm::dvec3 ha, const Frame& b, glm::dvec3 hb) {
    if (glm::all(glm::lessThanEqual(glm::abs(b.toLocal(a.origin)), hb)))
        return true;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            Polygon face;
            for (const glm::dvec2 c : {glm::dvec2(-1, -1), glm::dvec2(1, -1), glm::dvec2(1, 1), glm::dvec2(-1, 1)}) {
                glm::dvec3 p;
                p[axis] = sign * hb[axis];
                p[u] = c.x * hb[u];
                p[v] = c.y * hb[v];
                face.push_back(a.toLocal(b.toWorld(p)));
            }
            if (faceMeetsBox(face, ha))
                return true;
        }
    return false;
}

// Distance of a point from a box as the least over its faces, each a rectangle.
double distanceToBox(glm::dvec3 p, glm::dvec3 h) {
    if (glm::all(glm::lessThanEqual(glm::abs(p), h)))
        return 0.0;
    double least = 1e300;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            glm::dvec3 closest = glm::clamp(p, -h, h);
            closest[axis] = sign * h[axis];
            least = std::min(least, glm::length(p - closest));
        }
    return least;
}

constexpr double kBand = 1e-6;

}  // namespace

TEST_CASE("box against box, by clipping faces") {
    Random random(1);
    int skipped = 0, meeting = 0;
    for (int i = 0; i < 100'000; ++i) {
        const glm::vec3 ha = randomExtents(random), hb = randomExtents(random);
        const Transform a = random.transform(i % 4 == 0 ? 100.0f : 1.0f);
        Transform b{a.position + random.vector(1.6f), random.rotation()};
        // Parallel, and parallel but for a hair, are where crossed edges vanish.
        if (i % 5 == 0)
            b.rotation = a.rotation;
        if (i % 5 == 1) {
            const glm::vec3 way = random.vector(1.0f);
            b.rotation = glm::normalize(a.rotation * glm::quat(1.0f, way * random.anyScale(-24, -4)));
        }
        const Frame fa(a), fb(b);
        const bool surely = boxesMeet(fa, glm::dvec3(ha) - kBand, fb, glm::dvec3(hb) - kBand);
        const bool possibly = boxesMeet(fa, glm::dvec3(ha) + kBand, fb, glm::dvec3(hb) + kBand);
        if (surely != possibly) {
            ++skipped;
            continue;
        }
        meeting += surely;
        REQUIRE(overlapsBox(boxShape(ha), a, b, hb) == surely);
        REQUIRE(overlapsShape(boxShape(hb), b, boxShape(ha), a) == surely);
    }
    CHECK(skipped < 50);
    CHECK(meeting > 20'000);
    CHECK(meeting < 80'000);
}

TEST_CASE("boxes that only their crossed edges separate") {
    const glm::quat aboutX(std::cos(0.39269908f), std::sin(0.39269908f), 0, 0);
    const glm::quat aboutZ(std::cos(0.39269908f), 0, 0, std::sin(0.39269908f));
    const Shape box = boxShape(glm::vec3(0.5f));
    // Edge along x below, edge along z above: they meet at a distance of 2 sqrt(1/2).
    const float touching = 1.41421356f;
    CHECK(overlapsShape(box, {{0, 0, 0}, aboutX}, box, {{0, touching - 1e-5f, 0}, aboutZ}));
    CHECK_FALSE(overlapsShape(box, {{0, 0, 0}, aboutX}, box, {{0, touching + 1e-5f, 0}, aboutZ}));
}

TEST_CASE("edges that cross under a small angle still separate") {
    // Two cubes stand on edge, one on the other, the upper turned about the vertical. At this gap the faces, which lean by
    // 45 degrees, reach past each other by more than the gap.
    const glm::quat onEdge = exponentialMap({0.78539816f, 0, 0});
    const Shape box = boxShape(glm::vec3(0.5f));
    const double edgeHeight = std::sqrt(2.0);
    for (const float angle : {0.3f, 0.05f, 0.01f, 1e-3f}) {
        const glm::quat turned = exponentialMap({0, angle, 0}) * onEdge;
        const float gap = 0.1f * angle;
        CHECK_FALSE(overlapsShape(box, {{0, 0, 0}, onEdge}, box, {{0, float(edgeHeight) + gap, 0}, turned}));
        CHECK(overlapsShape(box, {{0, 0, 0}, onEdge}, box, {{0, float(edgeHeight) - gap, 0}, turned}));
    }
}

TEST_CASE("touching counts, a gap of a tenth of a millimetre does not") {
    const Shape box = boxShape(glm::vec3(0.5f)), ball = sphereShape(0.5f), ground = halfSpaceShape({0, 1, 0}, -0.5f);
    const Shape* const solids[] = {&box, &ball};
    Random random(2);
    for (const Shape* a : solids) {
        CHECK(overlapsShape(*a, {}, ground, {}));
        CHECK_FALSE(overlapsShape(*a, {{0, 1e-4f, 0}, kIdentityRotation}, ground, {}));
        for (const Shape* b : solids)
            for (int axis = 0; axis < 3; ++axis)
                for (const float sign : {-1.0f, 1.0f}) {
                    glm::vec3 at(0.0f);
                    at[axis] = sign;
                    CHECK(overlapsShape(*a, {}, *b, {at, kIdentityRotation}));
                    CHECK_FALSE(overlapsShape(*a, {}, *b, {at * 1.0001f, kIdentityRotation}));
                }
    }
    // Quarter turns, whose quaternions are rounded.
    const float s = std::sqrt(0.5f);
    for (const glm::quat turn : {glm::quat(s, s, 0, 0), glm::quat(s, 0, s, 0), glm::quat(s, 0, 0, s)}) {
        CHECK(overlapsShape(box, {{0, 0, 0}, turn}, box, {{0, 1, 0}, kIdentityRotation}));
        CHECK_FALSE(overlapsShape(box, {{0, 0, 0}, turn}, box, {{0, 1.0001f, 0}, kIdentityRotation}));
    }
    // Corner to corner.
    CHECK(overlapsBox(box, {}, {{1, 1, 1}, kIdentityRotation}, glm::vec3(0.5f)));
    CHECK_FALSE(overlapsBox(box, {}, {{1, 1, 1.0001f}, kIdentityRotation}, glm::vec3(0.5f)));
}

TEST_CASE("ball against ball, box and half-space, by distance") {
    Random random(3);
    int skipped = 0, meeting = 0, checks = 0;
    const auto check = [&](const Shape& shape, const Transform& world, glm::vec3 center, float radius,
                           double distance) {
        ++checks;
        if (std::fabs(distance - radius) < kBand) {
            ++skipped;
            return;
        }
        meeting += distance < radius;
        REQUIRE(overlapsSphere(shape, world, center, radius) == (distance < radius));
        REQUIRE(overlapsShape(sphereShape(radius), {center, kIdentityRotation}, shape, world) == (distance < radius));
    };
    for (int i = 0; i < 100'000; ++i) {
        const Transform world = random.transform(i % 4 == 0 ? 100.0f : 1.0f);
        const Frame frame(world);
        const glm::vec3 h = randomExtents(random), center = world.position + random.vector(1.2f);
        const float radius = random.uniform(0.01f, 0.8f);
        check(boxShape(h), world, center, radius, distanceToBox(frame.toLocal(center), glm::dvec3(h)));
        check(sphereShape(h.x), world, center, radius, glm::length(glm::dvec3(center) - frame.origin) - double(h.x));
        const glm::vec3 normal = random.direction();
        const Shape plane = halfSpaceShape(normal, random.uniform(-0.5f, 0.5f));
        const glm::dvec3 n = glm::normalize(glm::dvec3(plane.normal));
        check(plane, world, center, radius, glm::dot(n, frame.toLocal(center)) - double(plane.offset));
    }
    CHECK(skipped < 50);
    CHECK(meeting > checks / 5);
    CHECK(meeting < checks * 4 / 5);
}

TEST_CASE("box against half-space, by the deepest corner") {
    Random random(4);
    int skipped = 0, meeting = 0;
    for (int i = 0; i < 100'000; ++i) {
        const Transform world = random.transform(1.0f), box = random.transform(1.0f);
        const glm::vec3 h = randomExtents(random);
        const glm::vec3 normal = random.direction();
        const Shape plane = halfSpaceShape(normal, random.uniform(-0.5f, 0.5f));
        const Frame planeFrame(world), boxFrame(box);
        double deepest = 1e300;
        for (int k = 0; k < 8; ++k)
            deepest = std::min(
                deepest,
                glm::dot(glm::normalize(glm::dvec3(plane.normal)), planeFrame.toLocal(boxFrame.toWorld(corner(h, k)))) -
                    double(plane.offset));
        if (std::fabs(deepest) < kBand) {
            ++skipped;
            continue;
        }
        meeting += deepest < 0.0;
        REQUIRE(overlapsBox(plane, world, box, h) == (deepest < 0.0));
        REQUIRE(overlapsShape(boxShape(h), box, plane, world) == (deepest < 0.0));
    }
    CHECK(skipped < 20);
    CHECK(meeting > 20'000);
    CHECK(meeting < 80'000);
}

TEST_CASE("half-spaces miss each other only back to back") {
    const Shape below = halfSpaceShape({0, 1, 0}, 0.0f), above = halfSpaceShape({0, -1, 0}, 0.0f);
    const auto at = [](float y) { return Transform{{5, y, -3}, kIdentityRotation}; };
    CHECK(overlapsShape(below, at(0), above, at(0)));
    CHECK(overlapsShape(below, at(1), above, at(0)));
    CHECK_FALSE(overlapsShape(below, at(0), above, at(1)));
    CHECK(overlapsShape(below, at(0), below, at(100)));
    CHECK(overlapsShape(below, at(0), halfSpaceShape({0.01f, -1, 0}, 0.0f), at(1)));
}

TEST_CASE("one thing wholly inside another overlaps it") {
    CHECK(overlapsSphere(boxShape(glm::vec3(5)), {}, {1, 1, 1}, 0.1f));
    CHECK(overlapsSphere(sphereShape(0.1f), {{1, 1, 1}, kIdentityRotation}, glm::vec3(0), 5.0f));
    CHECK(overlapsBox(boxShape(glm::vec3(5)), {}, {{1, 1, 1}, kIdentityRotation}, glm::vec3(0.1f)));
    CHECK(overlapsBox(boxShape(glm::vec3(0.1f)), {{1, 1, 1}, kIdentityRotation}, {}, glm::vec3(5)));
    CHECK(overlapsBox(sphereShape(5), {}, {{1, 1, 1}, kIdentityRotation}, glm::vec3(0.1f)));
}
