// Separation and time of impact against closed forms and against small steps.
#include "collision/time_of_impact.h"

#include <algorithm>

#include "support/lab.h"

namespace {

using namespace drystone;
using lab::about;

Shape sphere(float radius) {
    return {.kind = ShapeKind::Sphere, .radius = radius};
}
Shape box(glm::vec3 halfExtents) {
    return {.kind = ShapeKind::Box, .halfExtents = halfExtents};
}
Shape floorPlane() {
    return {.kind = ShapeKind::HalfSpace, .normal = {0, 1, 0}};
}

SweptShape carried(const Shape& shape, const Motion& motion) {
    return {shape, glm::dvec3(0), {1, 0, 0, 0}, &motion};
}

glm::dvec3 vectorOf(lab::Random& random, float size) {
    return glm::dvec3(random.vector(size));
}

Shape randomShape(lab::Random& random) {
    if (random.below(3) == 0)
        return sphere(random.range(0.05f, 0.5f));
    const float x = random.range(0.02f, 0.6f), y = random.range(0.02f, 0.6f), z = random.range(0.02f, 0.6f);
    return box({x, y, z});
}

Motion randomMotion(lab::Random& random) {
    Motion motion;
    motion.center = vectorOf(random, 1.5f);
    motion.velocity = -2.0 * motion.center + vectorOf(random, 1);
    motion.acceleration = vectorOf(random, 2);
    motion.rotation = glm::normalize(glm::dquat(random.rotation()));
    motion.angularVelocity = vectorOf(random, random.below(2) ? 12.0f : 0.0f);
    return motion;
}

glm::dvec3 randomPointIn(const PosedShape& shape, lab::Random& random) {
    if (shape.kind == ShapeKind::Box)
        return shape.placement.position + shape.placement.axes * (shape.extents * vectorOf(random, 1));
    glm::dvec3 p;
    do
        p = vectorOf(random, 1);
    while (glm::length(p) > 1);
    return shape.placement.position + shape.radius * p;
}

}  // namespace

TEST_CASE("the separation is never more than the distance of two points, and its sign tells overlap") {
    lab::Random random(3);
    for (int trial = 0; trial < 2000; ++trial) {
        const Shape a = randomShape(random), b = randomShape(random);
        const Motion ma = randomMotion(random), mb = randomMotion(random);
        const PosedShape pa = poseAt(carried(a, ma), 0.0), pb = poseAt(carried(b, mb), 0.0);
        const Separation s = separate(pa, pb), back = separate(pb, pa);
        REQUIRE(glm::length(s.normal) == about(1));
        REQUIRE(back.distance == about(s.distance, 1e-9));
        for (int i = 0; i < 20; ++i) {
            const glm::dvec3 inA = randomPointIn(pa, random), inB = randomPointIn(pb, random);
            REQUIRE(s.distance <= glm::length(inA - inB) + 1e-9);
        }
        if (std::fabs(s.distance) > 1e-5)
            REQUIRE((s.distance < 0) == overlapsShape(a, {glm::vec3(ma.center), glm::quat(ma.rotation)}, b,
                                                      {glm::vec3(mb.center), glm::quat(mb.rotation)}));
    }
}

TEST_CASE("closed forms: a ball and a plane, two balls, a ball under gravity, the end of a rod") {
    const double allowed = 1e-3;
    const Motion still;
    Motion motion;
    motion.center = {0, 3, 0};
    motion.velocity = {40, -100, 0};
    std::optional<Impact> impact = timeOfImpact(carried(floorPlane(), still), carried(sphere(0.5f), motion), 0, 1, allowed);
    REQUIRE(impact);
    CHECK(impact->time == about(0.025, 1e-4));
    CHECK(impact->crossing > impact->time);
    CHECK(impact->normal.y == about(1));

    // (8 - t)^2 + 0.36 = 1
    motion.center = {8, 0.6, 0};
    motion.velocity = {-1, 0, 0};
    impact = timeOfImpact(carried(sphere(0.5f), still), carried(sphere(0.5f), motion), 0, 20, allowed);
    REQUIRE(impact);
    CHECK(impact->time == about(7.2, 1e-4));

    motion.center = {0, 5.5, 0};
    motion.velocity = {0, 2, 0};
    motion.acceleration = {0, -10, 0};
    impact = timeOfImpact(carried(floorPlane(), still), carried(sphere(0.5f), motion), 0, 20, allowed);
    REQUIRE(impact);
    CHECK(impact->time == about(0.2 + std::sqrt(0.04 + 1), 1e-4));

    // A rod of no thickness to speak of, at height 0.6, points down by 0.6 of its half length.
    Motion turning;
    turning.center = {0, 0.6, 0};
    turning.angularVelocity = {0, 0, 5};
    impact = timeOfImpact(carried(floorPlane(), still), carried(box({1, 1e-5f, 1e-5f}), turning), 0, 1, 1e-5);
    REQUIRE(impact);
    CHECK(impact->time == about(std::asin(0.6) / 5, 1e-4));
}

TEST_CASE("neither earlier nor later than small steps find it") {
    lab::Random random(8);
    const double allowed = 2e-3;
    int met = 0, free = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const Motion ma = randomMotion(random), mb = randomMotion(random);
        const Shape shapeA = randomShape(random), shapeB = randomShape(random);
        const SweptShape a = carried(shapeA, ma), b = carried(shapeB, mb);
        const auto separationAt = [&](double t) { return separate(poseAt(a, t), poseAt(b, t)).distance; };
        if (separationAt(0) <= 0)
            continue;
        const std::optional<Impact> impact = timeOfImpact(a, b, 0, 1, allowed);
        const double until = impact ? impact->crossing : 1;
        CAPTURE(trial);
        for (int i = 0; i < 2000; ++i)
            REQUIRE(separationAt(until * i / 2000) >= -allowed);
        (impact ? met : free) += 1;
        if (!impact)
            continue;
        CHECK(separationAt(impact->crossing) <= -0.89 * allowed);
        CHECK(impact->time <= impact->crossing);
        CHECK(separationAt(impact->time) >= -0.05 * allowed);
    }
    CHECK(met > 80);
    CHECK(free > 80);
}

TEST_CASE("what slides along a surface, or over the joint of two, meets nothing") {
    Motion sliding;
    sliding.center = {-50, 0.499, 0.3};
    sliding.velocity = {6000, 0, 0};
    Motion first, second;
    first.center = {-50, -1, 0};
    second.center = {50, -1, 0};
    const SweptShape moving = carried(box(glm::vec3(0.5f)), sliding);
    for (const Motion* tile : {&first, &second})
        CHECK(!timeOfImpact(carried(box({50, 1, 50}), *tile), moving, 0, 1.0 / 60, 2e-3));
    // A step of a centimetre stops it.
    second.center.y = -0.99;
    CHECK(timeOfImpact(carried(box({50, 1, 50}), second), moving, 0, 1.0 / 60, 2e-3));
}

TEST_CASE("what overlaps already may leave but not sink") {
    Motion motion;
    motion.center = {0, 0.45, 0};
    motion.velocity = {0, 30, 0};
    const Motion still;
    CHECK(!timeOfImpact(carried(floorPlane(), still), carried(sphere(0.5f), motion), 0, 1, 1e-3));
    motion.velocity = {0, -30, 0};
    const std::optional<Impact> impact =
        timeOfImpact(carried(floorPlane(), still), carried(sphere(0.5f), motion), 0, 1, 1e-3);
    REQUIRE(impact);
    CHECK(impact->time < 1e-4);
}
