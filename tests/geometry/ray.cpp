#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>

#include <doctest/doctest.h>

#include "geometry/oracle.h"

using namespace drystone;
using namespace drystone::test;

namespace {

using Real = long double;
using Vec = glm::tvec3<long double>;

// The interval of the line's parameter inside the shape, [0, 1] being the ray; nothing where the line misses.
struct Interval {
    Real enter = -1e300L, exit = 1e300L;
    Vec normal{0.0L};
    // Smallest distance by which the verdict "the line meets the shape" holds, m.
    Real margin = 1e300L;
};

// Cyrus and Beck: clips the line by a plane of the shape, n p <= offset.
void clip(Interval& interval, Vec n, Real offset, Vec o, Vec d) {
    const Real distance = glm::dot(n, o) - offset, speed = glm::dot(n, d);
    if (std::fabs(speed) < 1e-12L) {
        if (distance > 0.0L)
            interval.enter = 1e301L;
        return;
    }
    const Real t = -distance / speed;
    if (speed < 0.0L && t > interval.enter) {
        interval.enter = t;
        interval.normal = n;
    } else if (speed > 0.0L) {
        interval.exit = std::min(interval.exit, t);
    }
}

Interval exactBox(glm::vec3 h, const Transform& world, Vec o, Vec d) {
    const Frame frame(world);
    Interval interval;
    for (int axis = 0; axis < 3; ++axis)
        for (int sign = -1; sign <= 1; sign += 2) {
            glm::dvec3 unit(0.0);
            unit[axis] = sign;
            const Vec n(frame.rotation * unit);
            clip(interval, n, glm::dot(n, Vec(frame.origin)) + Real(h[axis]), o, d);
        }
    interval.margin = std::fabs(interval.exit - interval.enter) * glm::length(d);
    return interval;
}

Interval exactSphere(Real radius, const Transform& world, Vec o, Vec d) {
    const Vec m = o - Vec(world.position);
    const Real a = glm::dot(d, d), b = glm::dot(m, d), c = glm::dot(m, m) - radius * radius;
    const Real discriminant = b * b - a * c;
    Interval interval;
    interval.margin = std::fabs(discriminant) / a;
    if (discriminant < 0.0L) {
        interval.enter = 1e301L;
        return interval;
    }
    interval.enter = (-b - std::sqrt(discriminant)) / a;
    interval.exit = (-b + std::sqrt(discriminant)) / a;
    interval.normal = (m + interval.enter * d) / radius;
    return interval;
}

// False where the exact verdict is closer than rounding: the caller counts these.
bool checkAgainst(const Interval& exact, const std::optional<ShapeRayHit>& hit, Vec translation, Real tolerance) {
    const Real length = glm::length(translation);
    const bool meets = exact.enter <= exact.exit && exact.exit >= 0.0L && exact.enter <= 1.0L;
    const Real nearest = std::min({exact.margin, std::fabs(exact.exit) * length, std::fabs(exact.enter) * length,
                                   std::fabs(exact.enter - 1.0L) * length});
    if (nearest < tolerance)
        return false;
    REQUIRE(hit.has_value() == meets);
    if (!meets)
        return true;
    REQUIRE(hit->fraction >= 0.0f);
    REQUIRE(hit->fraction <= 1.0f);
    REQUIRE(std::fabs(glm::length(glm::dvec3(hit->normal)) - 1.0) < 2e-7);
    if (exact.enter < 0.0L) {
        REQUIRE(hit->fraction == 0.0f);
        REQUIRE(glm::length(Vec(hit->normal) + translation / length) < 2e-7L);
        return true;
    }
    // The fraction is a float.
    REQUIRE(std::fabs(hit->fraction - exact.enter) < 6e-8L + 1e-9L);
    return true;
}

}  // namespace

TEST_CASE("a ray straight down onto the edge of a unit box") {
    const Shape box = boxShape(glm::vec3(0.5f));
    const auto down = [&box](float x, float z) { return castRay(box, {}, {x, 2, z}, {0, -3, 0}); };
    for (const float at : {0.5f, -0.5f, 0.4999f, -0.4999f, 0.0f}) {
        for (const auto& hit : {down(at, 0), down(0, at), down(at, at), down(at, -at), down(at, 0.5f)}) {
            REQUIRE(hit.has_value());
            CHECK(hit->fraction * 3.0f == 1.5f);
            CHECK(hit->normal == glm::vec3(0, 1, 0));
        }
    }
    for (const float at : {0.5001f, -0.5001f, std::nextafterf(0.5f, 1.0f), -std::nextafterf(0.5f, 1.0f)}) {
        CHECK_FALSE(down(at, 0));
        CHECK_FALSE(down(0, at));
        CHECK_FALSE(down(at, at));
    }
}

TEST_CASE("every face of a box, from outside and away") {
    const glm::vec3 h(0.5f, 1.0f, 1.5f);
    for (int axis = 0; axis < 3; ++axis)
        for (float sign : {-1.0f, 1.0f}) {
            glm::vec3 n(0.0f);
            n[axis] = sign;
            const auto hit = castRay(boxShape(h), {}, n * 4.0f, n * -8.0f);
            REQUIRE(hit.has_value());
            CHECK(hit->normal == n);
            CHECK(hit->fraction * 8.0f == 4.0f - h[axis]);
            CHECK_FALSE(castRay(boxShape(h), {}, n * 4.0f, n * 8.0f));
            // It ends on the face, and just short of it.
            const auto touch = castRay(boxShape(h), {}, n * 4.0f, n * (h[axis] - 4.0f));
            REQUIRE(touch.has_value());
            CHECK(touch->fraction == 1.0f);
            CHECK_FALSE(castRay(boxShape(h), {}, n * 4.0f, n * (h[axis] - 3.999f)));
        }
}

TEST_CASE("rays in the plane of a face, along an edge and tangent to a ball hit") {
    const Shape box = boxShape(glm::vec3(0.5f));
    const auto inFace = castRay(box, {}, {-2, 0.5f, 0.1f}, {4, 0, 0});
    REQUIRE(inFace.has_value());
    CHECK(inFace->fraction * 4.0f == 1.5f);
    CHECK(inFace->normal == glm::vec3(-1, 0, 0));
    CHECK(castRay(box, {}, {-2, 0.5f, 0.5f}, {4, 0, 0}).has_value());
    CHECK_FALSE(castRay(box, {}, {-2, 0.5001f, 0.5f}, {4, 0, 0}));

    const auto tangent = castRay(sphereShape(0.5f), {}, {-2, 0.5f, 0}, {4, 0, 0});
    REQUIRE(tangent.has_value());
    CHECK(tangent->fraction == doctest::Approx(0.5));
    CHECK(tangent->normal.y == doctest::Approx(1.0));
    CHECK_FALSE(castRay(sphereShape(0.5f), {}, {-2, 0.5001f, 0}, {4, 0, 0}));

    const auto skim = castRay(halfSpaceShape({0, 1, 0}, 1), {}, {0, 1, 0}, {4, 0, 0});
    REQUIRE(skim.has_value());
    CHECK(skim->fraction == 0.0f);
    CHECK(skim->normal == glm::vec3(-1, 0, 0));
    CHECK_FALSE(castRay(halfSpaceShape({0, 1, 0}, 1), {}, {0, 1.0001f, 0}, {4, 0, 0}));
}

TEST_CASE("a rounded quarter turn loses no ray on a box's edges") {
    for (int axis = 0; axis < 3; ++axis)
        for (int turns = 1; turns < 4; ++turns) {
            glm::vec3 w(0.0f);
            w[axis] = float(turns) * 1.57079633f;
            const Transform world{{0, 0, 0}, exponentialMap(w)};
            for (const float x : {-0.5f, 0.5f})
                for (const float z : {-0.5f, 0.5f}) {
                    const auto hit = castRay(boxShape(glm::vec3(0.5f)), world, {x, 2, z}, {0, -3, 0});
                    REQUIRE(hit.has_value());
                    CHECK(hit->fraction == doctest::Approx(0.5).epsilon(1e-6));
                    CHECK(hit->normal.y == doctest::Approx(1.0));
                    CHECK_FALSE(castRay(boxShape(glm::vec3(0.5f)), world, {x * 1.0002f, 2, z}, {0, -3, 0}));
                }
        }
}

TEST_CASE("one rule for a ray that starts inside or on a surface, for every shape") {
    const Shape shapes[] = {sphereShape(0.5f), boxShape(glm::vec3(0.5f)), halfSpaceShape({0, 1, 0}, 0.5f)};
    for (const Shape& shape : shapes)
        for (const float y : {0.0f, 0.5f, 0.25f})
            for (const glm::vec3 d : {glm::vec3(0, 3, 0), glm::vec3(0, -3, 0), glm::vec3(3, 0, 0)}) {
                const auto hit = castRay(shape, {}, {0, y, 0}, d);
                REQUIRE(hit.has_value());
                CHECK(hit->fraction == 0.0f);
                CHECK(hit->normal == -d / 3.0f);
            }
    // No length: a point test.
    for (const Shape& shape : shapes) {
        const auto hit = castRay(shape, {}, {0, 0.5f, 0}, glm::vec3(0));
        REQUIRE(hit.has_value());
        CHECK(hit->fraction == 0.0f);
        CHECK(hit->normal == glm::vec3(0));
        CHECK_FALSE(castRay(shape, {}, {0, 0.5001f, 0}, glm::vec3(0)));
    }
}

TEST_CASE("rays on boxes anywhere, against planes clipped in extended precision") {
    Random random(1);
    int skipped = 0, hits = 0;
    for (int i = 0; i < 200'000; ++i) {
        const float spread = i % 3 == 0 ? 1e5f : 3.0f;
        const glm::vec3 h = randomExtents(random);
        Transform world = random.transform(spread);
        if (i % 5 == 0)
            world.rotation = kIdentityRotation;
        const glm::vec3 origin = world.position + random.vector(2.0f);
        glm::vec3 translation = random.vector(4.0f);
        if (i % 7 == 0)
            translation[random.below(3)] = 0.0f;
        const auto hit = castRay(boxShape(h), world, origin, translation);
        hits += hit.has_value();
        skipped += !checkAgainst(exactBox(h, world, Vec(origin), Vec(translation)), hit, Vec(translation), 1e-6L);
    }
    CHECK(skipped < 200);
    CHECK(hits > 10'000);
}

TEST_CASE("rays on balls anywhere, against the quadratic in extended precision") {
    Random random(2);
    int skipped = 0, hits = 0;
    for (int i = 0; i < 200'000; ++i) {
        const float radius = random.uniform(0.05f, 1.0f);
        const Transform world = random.transform(i % 3 == 0 ? 1e5f : 3.0f);
        // From far away too: the textbook quadratic in float would lose the ball.
        const glm::vec3 offset = random.vector(2.0f) * (i % 2 ? 1.0f : 1000.0f);
        const glm::vec3 origin = world.position + offset;
        const glm::vec3 target = world.position + random.vector(1.0f);
        const glm::vec3 translation = (target - origin) * random.uniform(0.5f, 2.0f);
        const auto hit = castRay(sphereShape(radius), world, origin, translation);
        hits += hit.has_value();
        skipped +=
            !checkAgainst(exactSphere(radius, world, Vec(origin), Vec(translation)), hit, Vec(translation), 1e-6L);
    }
    CHECK(skipped < 400);
    CHECK(hits > 10'000);
}

TEST_CASE("rays on half-spaces anywhere") {
    Random random(3);
    int skipped = 0;
    for (int i = 0; i < 100'000; ++i) {
        const glm::vec3 normal = random.direction();
        const Shape shape = halfSpaceShape(normal, random.uniform(-1.0f, 1.0f));
        const Transform world = random.transform(i % 3 == 0 ? 1e4f : 3.0f);
        const glm::vec3 origin = world.position + random.vector(3.0f), translation = random.vector(4.0f);
        const Frame frame(world);
        const Vec n(glm::normalize(frame.rotation * glm::dvec3(shape.normal)));
        Interval exact;
        clip(exact, n, glm::dot(n, Vec(frame.origin)) + Real(shape.offset), Vec(origin), Vec(translation));
        const auto hit = castRay(shape, world, origin, translation);
        skipped += !checkAgainst(exact, hit, Vec(translation), 1e-6L);
        if (hit && hit->fraction > 0.0f)
            REQUIRE(glm::length(Vec(hit->normal) - n) < 2e-7L);
    }
    CHECK(skipped < 100);
}

TEST_CASE("the point hit lies on the surface and the normal is that of the surface there") {
    Random random(4);
    for (int i = 0; i < 50'000; ++i) {
        const Transform world = random.transform(2.0f);
        const glm::vec3 h = randomExtents(random), origin = random.vector(5.0f), translation = random.vector(10.0f);
        const Frame frame(world);
        if (const auto hit = castRay(boxShape(h), world, origin, translation); hit && hit->fraction > 0.0f) {
            const glm::dvec3 p = frame.toLocal(glm::dvec3(origin) + double(hit->fraction) * glm::dvec3(translation));
            const glm::dvec3 n = glm::conjugate(frame.rotation) * glm::dvec3(hit->normal);
            // n p = h on the face that n names
            REQUIRE(std::fabs(glm::dot(n, p) - glm::dot(glm::abs(n), glm::dvec3(h))) < 3e-6);
            REQUIRE(glm::dot(hit->normal, translation) < 0.0f);
        }
        if (const auto hit = castRay(sphereShape(h.x), world, origin, translation); hit && hit->fraction > 0.0f) {
            const glm::dvec3 p = glm::dvec3(origin) + double(hit->fraction) * glm::dvec3(translation) - frame.origin;
            REQUIRE(std::fabs(glm::length(p) - h.x) < 3e-6);
            REQUIRE(glm::length(p / glm::length(p) - glm::dvec3(hit->normal)) < 1e-4);
        }
    }
}

TEST_CASE("no ray is too long, too short or too far for a finite answer") {
    const float huge = std::numeric_limits<float>::max(), tiny = std::numeric_limits<float>::denorm_min();
    const float scales[] = {0.0f, tiny, 1e-30f, 1e-3f, 1.0f, 1e7f, 1e20f, huge};
    const Shape shapes[] = {sphereShape(0.5f), boxShape({0.5f, 1e-3f, 1e3f}), halfSpaceShape({1, 2, 3}, 0.5f),
                            sphereShape(1e18f), boxShape(glm::vec3(1e18f))};
    Random random(5);
    for (int i = 0; i < 200'000; ++i) {
        glm::vec3 origin = random.vector(1.0f), translation = random.vector(1.0f), position = random.vector(1.0f);
        for (int k = 0; k < 3; ++k) {
            origin[k] *= scales[random.below(8)];
            translation[k] *= scales[random.below(8)];
            position[k] *= scales[random.below(8)];
        }
        if (random.below(3) == 0)
            translation = -origin;
        const Shape& shape = shapes[random.below(5)];
        const auto hit = castRay(shape, {position, random.rotation()}, origin, translation);
        if (!hit)
            continue;
        REQUIRE(hit->fraction >= 0.0f);
        REQUIRE(hit->fraction <= 1.0f);
        const double length = glm::length(glm::dvec3(hit->normal));
        REQUIRE((length == 0.0 || std::fabs(length - 1.0) < 1e-6));
        if (length == 0.0)
            REQUIRE(translation == glm::vec3(0));
    }
    const auto far = castRay(sphereShape(0.5f), {}, {1e7f, 0.25f, 0}, {-2e7f, 0, 0});
    REQUIRE(far.has_value());
    CHECK(far->normal.y == doctest::Approx(0.5).epsilon(1e-6));
    CHECK(castRay(boxShape(glm::vec3(0.5f)), {{1e7f, 0, 0}, kIdentityRotation}, {1e7f, 2, 0}, {0, -3, 0})->fraction ==
          0.5f);
}
