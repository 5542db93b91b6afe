// What a manifold keeps from step to step: the names of its points, and the impulses that go with them.
#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "collision/box_poses.h"

namespace drystone {
using namespace test;

namespace {

std::set<uint32_t> featuresOf(const Collision& c) {
    return {c.manifold.features, c.manifold.features + pointCount(c)};
}

PlacedBody trembling(PlacedBody body, Random& random, double distance) {
    body.world.position += random.vec(-distance, distance);
    const glm::vec3 w = random.vec(-distance, distance);
    body.world.rotation = glm::normalize(glm::quat(1.0f, 0.5f * w.x, 0.5f * w.y, 0.5f * w.z) * body.world.rotation);
    body.centerOfMass = body.world.position;
    return body;
}

// Whether the points keep their names while both boxes tremble.
void checkSteady(const PlacedBody& a, const PlacedBody& b, int points) {
    Random random(11);
    const Collision still = collide(a, b);
    REQUIRE(pointCount(still) == points);
    const std::set<uint32_t> names = featuresOf(still);
    REQUIRE(int(names.size()) == points);
    REQUIRE(names.count(0) == 0);
    int changed = 0;
    for (int i = 0; i < 2000; ++i) {
        const PlacedBody movedA = trembling(a, random, 5e-5), movedB = trembling(b, random, 5e-5);
        changed += featuresOf(collide(movedA, movedB)) != names;
    }
    CHECK(changed == 0);
}

Collision withImpulses(const Collision& from) {
    Collision c = from;
    for (int i = 0; i < pointCount(c); ++i)
        c.manifold.normalImpulse[i] = 1.0f + float(i);
    c.manifold.frictionImpulse[0] = 5.0f;
    c.manifold.frictionImpulse[2] = 6.0f;
    c.manifold.twistImpulse = 7.0f;
    return c;
}

}  // namespace

TEST_CASE("points keep their names while boxes at rest tremble by 0.1 mm") {
    const PlacedBody cube = body(box(glm::vec3(0.5f)), {0, 0, 0});
    const auto on = [](glm::vec3 half, glm::vec3 position, float angle = 0.0f) {
        return body(box(half), position, turn(angle, {0, 1, 0}));
    };
    SUBCASE("an equal cube, flush") {
        checkSteady(cube, on(glm::vec3(0.5f), {0, 0.999f, 0}), 4);
    }
    SUBCASE("an equal cube, flush, below") {
        checkSteady(on(glm::vec3(0.5f), {0, 0.999f, 0}), cube, 4);
    }
    SUBCASE("an equal cube, a quarter turn") {
        checkSteady(cube, on(glm::vec3(0.5f), {0, 0.999f, 0}, 1.57079633f), 4);
    }
    SUBCASE("half a brick on") {
        checkSteady(cube, on(glm::vec3(0.5f), {0.5f, 0.999f, 0}), 4);
    }
    SUBCASE("a quarter of a brick on") {
        checkSteady(cube, on(glm::vec3(0.5f), {0.5f, 0.999f, 0.5f}), 4);
    }
    SUBCASE("a plank across") {
        checkSteady(cube, on({1, 0.1f, 0.2f}, {0, 0.599f, 0}), 4);
    }
    SUBCASE("a plank of the same depth") {
        checkSteady(cube, on({1, 0.3f, 0.5f}, {0, 0.799f, 0}), 4);
    }
    SUBCASE("turned by 45 degrees") {
        checkSteady(cube, on(glm::vec3(0.5f), {0, 0.999f, 0}, 0.78539816f), 4);
    }
    SUBCASE("turned by 10 degrees") {
        checkSteady(cube, on(glm::vec3(0.5f), {0, 0.999f, 0}, 0.1745f), 4);
    }
    SUBCASE("a smaller one turned by 45 degrees") {
        checkSteady(cube, on({0.3f, 0.1f, 0.3f}, {0, 0.599f, 0}, 0.78539816f), 4);
    }
    SUBCASE("on a large floor") {
        checkSteady(body(box({50, 1, 50}), {3, -1.5f, 4}), cube, 4);
    }
    SUBCASE("a large floor as the second") {
        checkSteady(cube, body(box({50, 1, 50}), {3, -1.499f, 4}), 4);
    }
    SUBCASE("an edge on a face") {
        checkSteady(cube, body(box(glm::vec3(0.4f)), {0, 0.5f + 0.4f * 1.41421356f, 0}, turn(0.7853982f, {0, 0, 1})),
                    2);
    }
    SUBCASE("an edge across an edge") {
        checkSteady(body(box(glm::vec3(0.5f)), {0, 0, 0}, turn(0.7853982f, {0, 0, 1})),
                    body(box(glm::vec3(0.5f)), {0, 1.413f, 0}, turn(0.7853982f, {1, 0, 0})), 1);
    }
}

TEST_CASE("a flush contact lies under the corners") {
    const Collision c = collide(body(box(glm::vec3(0.5f)), {0, 0, 0}), body(box(glm::vec3(0.5f)), {0, 0.998f, 0}));
    REQUIRE(pointCount(c) == 4);
    std::set<std::pair<float, float>> corners;
    for (int i = 0; i < 4; ++i) {
        CHECK(c.manifold.points[i].separation == doctest::Approx(-0.002));
        CHECK(anchorOf(c.manifold, i).y == doctest::Approx(0.499));
        corners.emplace(std::round(2 * anchorOf(c.manifold, i).x), std::round(2 * anchorOf(c.manifold, i).z));
    }
    CHECK(corners.size() == 4);
    CHECK(normalOf(c.manifold) == glm::vec3(0, 1, 0));
}

TEST_CASE("edges nearly parallel to a face leave it to the face") {
    Random random(3);
    for (int i = 0; i < 2000; ++i) {
        // A tilt of up to 0.3 degrees, at rest within a millimetre.
        const float angle = random.real(0, 0.005);
        const glm::quat tilt = turn(angle, random.direction());
        const float aside = random.real(-0.3, 0.3), up = random.real(0.999, 1.001), around = random.real(-3, 3);
        const PlacedBody top = body(box(glm::vec3(0.5f)), {aside, up, 0}, tilt * turn(around, {0, 1, 0}));
        const Collision c = collide(body(box(glm::vec3(0.5f)), {0, 0, 0}), top);
        REQUIRE(pointCount(c) == 4);
        REQUIRE(c.manifold.normal[1] > 0.9999f);
    }
}

TEST_CASE("impulses follow their points") {
    const PlacedBody lower = body(box(glm::vec3(0.5f)), {0, 0, 0});
    const PlacedBody upper = body(box({0.4f, 0.4f, 0.4f}), {0, 0.899f, 0});
    const Collision old = withImpulses(collide(lower, upper));
    Collision shuffled = old;
    std::swap(shuffled.manifold.features[0], shuffled.manifold.features[2]);
    std::swap(shuffled.manifold.normalImpulse[0], shuffled.manifold.normalImpulse[2]);

    for (SimdLevel level : {SimdLevel::Scalar, SimdLevel::Sse2, SimdLevel::Avx2}) {
        const Collision next = collide(lower, upper, 0.02f, shuffled, level);
        REQUIRE(pointCount(next) == 4);
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
                if (next.manifold.features[i] == old.manifold.features[j])
                    CHECK(next.manifold.normalImpulse[i] == old.manifold.normalImpulse[j]);
        CHECK(next.manifold.frictionImpulse[0] == 5.0f);
        CHECK(next.manifold.frictionImpulse[2] == 6.0f);
        CHECK(next.manifold.twistImpulse == 7.0f);

        // Tipped, two points are left; the others and their impulses are gone.
        const PlacedBody tipped = body(box({0.4f, 0.4f, 0.4f}), {0, 0.975f, 0}, turn(0.2f, {0, 0, 1}));
        const Collision fewer = collide(lower, tipped, 0.02f, old, level);
        REQUIRE(pointCount(fewer) == 2);
        for (int i = 0; i < 2; ++i)
            CHECK(fewer.manifold.normalImpulse[i] >= 1.0f);
        CHECK(fewer.manifold.normalImpulse[2] == 0.0f);
        CHECK(fewer.manifold.normalImpulse[3] == 0.0f);
        CHECK(fewer.manifold.twistImpulse == 7.0f);
        // and when they come back, they start from nothing.
        const Collision again = collide(lower, upper, 0.02f, fewer, level);
        REQUIRE(pointCount(again) == 4);
        CHECK(std::count(again.manifold.normalImpulse, again.manifold.normalImpulse + 4, 0.0f) == 2);
    }
}

TEST_CASE("a pair that parts is emptied, and one that never touched is left alone") {
    const PlacedBody lower = body(box(glm::vec3(0.5f)), {0, 0, 0});
    const PlacedBody near = body(box(glm::vec3(0.5f)), {0, 1, 0}), far = body(box(glm::vec3(0.5f)), {0, 2, 0});
    Collision c = collide(lower, near);
    REQUIRE(c.touching == 1);
    c = withImpulses(c);
    c.manifold.friction = 0.6f;
    c.manifold.staticFriction = 0.7f;
    c.manifold.restitution = 0.8f;
    c.manifold.rollingLength = 0.9f;
    c = collide(lower, near, 0.02f, c);
    CHECK(c.manifold.friction == 0.6f);
    CHECK(c.manifold.staticFriction == 0.7f);
    CHECK(c.manifold.restitution == 0.8f);
    CHECK(c.manifold.rollingLength == 0.9f);

    c = collide(lower, far, 0.02f, c);
    CHECK(c.touching == 0);
    CHECK(c.manifold.pointCount == 0.0f);
    for (float impulse : c.manifold.normalImpulse)
        CHECK(impulse == 0.0f);
    for (float impulse : c.manifold.frictionImpulse)
        CHECK(impulse == 0.0f);
    CHECK(c.manifold.twistImpulse == 0.0f);
    CHECK(c.manifold.friction == 0.6f);

    Collision untouched;
    untouched.manifold.twistImpulse = 9.0f;
    CHECK(collide(lower, far, 0.02f, untouched).manifold.twistImpulse == 9.0f);

    // Stale names of an emptied manifold hand nothing on.
    c.manifold.normalImpulse[0] = 3.0f;
    const Collision back = collide(lower, near, 0.02f, c);
    for (float impulse : back.manifold.normalImpulse)
        CHECK(impulse == 0.0f);
}

TEST_CASE("swapping A and B mirrors the manifold") {
    Random random(5);
    int compared = 0;
    for (int i = 0; i < 20000; ++i) {
        const BoxPose pose = makeBoxPose(i % kPoseKinds, random);
        const Collision ab = collide(pose.a, pose.b), ba = collide(pose.b, pose.a);
        const double overlap = leastOverlap(oracleBox(pose.a), oracleBox(pose.b)).separation;
        if (overlap < -0.1 || overlap > 0.018)  // deep: many axes are as good; at the margin: either may see it
            continue;
        REQUIRE((ab.touching || ba.touching) == (ab.touching && ba.touching));
        if (!ab.touching)
            continue;
        // Either may take its own face as the reference: the hysteresis and the tilt between them.
        REQUIRE(std::abs(deepestSeparation(ab.manifold) - deepestSeparation(ba.manifold)) < 1.5e-3f);
        ++compared;
    }
    CHECK(compared > 10000);
}

TEST_CASE("far from the origin a contact is what it is near it") {
    const glm::vec3 away(10000, 0, -10000);
    const PlacedBody lower = body(box(glm::vec3(0.5f)), away),
                     upper = body(box(glm::vec3(0.5f)), away + glm::vec3(0, 0.995f, 0));
    const Collision c = collide(lower, upper);
    REQUIRE(pointCount(c) == 4);
    for (int i = 0; i < 4; ++i) {
        CHECK(c.manifold.points[i].separation == doctest::Approx(-0.005).epsilon(1e-3));
        CHECK(std::abs(anchorOf(c.manifold, i).x) == doctest::Approx(0.5));
        CHECK(anchorOf(c.manifold, i).y == doctest::Approx(0.4975));
    }
}

TEST_CASE("any finite input gives a finite manifold") {
    Random random(17);
    for (int i = 0; i < 200000; ++i) {
        const auto wild = [&] {
            const float size = float(std::pow(10.0, random.uniform(-12, 38)));
            return random.below(2) ? size : -size;
        };
        PlacedBody p[2];
        for (PlacedBody& one : p) {
            const glm::vec3 half = random.below(2) ? random.vec(0.1, 1) : glm::abs(glm::vec3{wild(), wild(), wild()});
            const auto shape = random.below(3) ? box(half) : sphere(half.x);
            one = body(shape, glm::vec3(0), random.rotation());
            if (!random.below(3))
                one.world.position = {wild(), wild(), wild()};
            if (!random.below(3))
                one.centerOfMass = {wild(), wild(), wild()};
        }
        if (!random.below(8)) {
            const glm::vec3 normal = random.direction();
            p[0].shape = halfSpace(normal, random.real(-1, 1));
        }
        const Collision c = collide(p[0], p[1]);
        REQUIRE((c.touching != 0) == (c.manifold.pointCount > 0));
        for (int j = 0; j < pointCount(c); ++j) {
            REQUIRE(isFinite(anchorOf(c.manifold, j)));
            REQUIRE(std::isfinite(c.manifold.points[j].separation));
        }
        if (c.touching)
            REQUIRE(std::abs(glm::length(normalOf(c.manifold)) - 1) < 2e-6f);
        for (float offset : c.manifold.centerOffset)
            REQUIRE(std::isfinite(offset));
    }
}

}  // namespace drystone
