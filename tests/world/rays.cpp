// Rays: hits, misses, ties, and the rule for rays that start inside or on a surface.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

struct Target {
    const char* name;
    Geometry geometry;
    glm::vec3 onSurface;  // a point of the surface, exact in floats
    glm::vec3 inside;
};

const Target kTargets[] = {
    {"sphere", Sphere{0.5f}, {0.5f, 0, 0}, {0.1f, 0.2f, 0}},
    {"box", Box{{0.5f, 0.25f, 1}}, {0.5f, 0.125f, 0.5f}, {0.1f, 0.2f, 0}},
    {"half-space", HalfSpace{{1, 0, 0}, 0.5f}, {0.5f, 3, 4}, {-100, 0, 0}},
};

}  // namespace

TEST_CASE("a ray from outside hits the near side, at the right fraction, with the outward normal") {
    for (const Target& target : kTargets) {
        CAPTURE(std::string(target.name));
        Lab lab;
        const BodyId body = lab.body({.type = BodyType::Static}, {.geometry = target.geometry});
        const RayHit hit = lab.world.castRayClosest({4.5f, 0, 0}, {-8, 0, 0});
        REQUIRE(hit);
        CHECK(hit.body == body);
        CHECK(hit.shape == lab.shapeOf(body));
        CHECK(hit.fraction == about(0.5, 1e-6));
        CHECK(glm::length(hit.point - glm::vec3(0.5f, 0, 0)) < 1e-5f);
        CHECK(glm::length(hit.normal - glm::vec3(1, 0, 0)) < 1e-5f);
        CHECK(lab.world.castRayAny({4.5f, 0, 0}, {-8, 0, 0}));
        CHECK(!lab.world.castRayAny({4.5f, 0, 0}, {-3.9f, 0, 0}));
        CHECK(lab.world.castRayAny({4.5f, 0, 0}, {-4, 0, 0}));  // ends on the surface
        CHECK(!lab.world.castRayAny({4.5f, 0, 0}, {8, 0, 0}));
    }
}

TEST_CASE("a ray that starts inside or on a surface hits at fraction 0, against its own direction") {
    const glm::vec3 ways[] = {{1, 0, 0}, {-1, 0, 0}, {0, 3, 0}, {-1, 2, -2}};
    for (const Target& target : kTargets)
        for (const glm::vec3 from : {target.inside, target.onSurface})
            for (const glm::vec3 way : ways) {
                CAPTURE(std::string(target.name));
                CAPTURE(way.x);
                CAPTURE(way.y);
                Lab lab;
                lab.body({.type = BodyType::Static}, {.geometry = target.geometry});
                const RayHit hit = lab.world.castRayClosest(from, way);
                REQUIRE(hit);
                CHECK(hit.fraction == 0);
                CHECK(hit.point == from);
                CHECK(glm::length(hit.normal + glm::normalize(way)) < 1e-6f);
                CHECK(lab.world.castRayAny(from, way));
                // No length at all is a point test.
                const RayHit point = lab.world.castRayClosest(from, {0, 0, 0});
                REQUIRE(point);
                CHECK(point.fraction == 0);
                CHECK(point.normal == glm::vec3(0));
            }
}

TEST_CASE("a point test outside finds nothing") {
    for (const Target& target : kTargets) {
        Lab lab;
        lab.body({.type = BodyType::Static}, {.geometry = target.geometry});
        CHECK(!lab.world.castRayClosest({0.75f, 0, 0}, {0, 0, 0}));
        CHECK(!lab.world.castRayAny({0.75f, 0, 0}, {0, 0, 0}));
        CHECK(lab.clean());
    }
}

// bepu/bepuphysics1#6: 0 x infinity gave NaN for rays within a face plane.
TEST_CASE("a ray along a face or an edge hits; one beside it misses") {
    Lab lab;
    lab.body({.type = BodyType::Static}, {.geometry = Box{}});
    const glm::vec3 down{0, -3, 0};
    const glm::vec3 starts[] = {{-0.5f, 2, 0}, {0.5f, 2, 0},    {0, 2, -0.5f},
                                {0, 2, 0.5f},  {0.5f, 2, 0.5f}, {-0.5f, 2, 0.5f}};
    for (const glm::vec3 start : starts) {
        CAPTURE(start.x);
        CAPTURE(start.z);
        const RayHit hit = lab.world.castRayClosest(start, down);
        REQUIRE(hit);
        CHECK(hit.fraction == about(0.5, 1e-6));
        CHECK(hit.normal == glm::vec3(0, 1, 0));
    }
    for (const float x : {-0.5001f, 0.5001f})
        CHECK(!lab.world.castRayAny({x, 2, 0}, down));
    for (const float x : {-0.4999f, 0.4999f})
        CHECK(lab.world.castRayAny({x, 2, 0}, down));
    // Along an edge of the top, and grazing a corner.
    CHECK(lab.world.castRayAny({-2, 0.5f, 0.5f}, {4, 0, 0}));
    CHECK(lab.world.castRayAny({0.5f, 2, 0.5f}, {0, -1.5f, 0}));
    CHECK(!lab.world.castRayAny({0.5f, 2, 0.5f}, {0, -1.49f, 0}));
}

TEST_CASE("a tangent touches a sphere") {
    Lab lab;
    lab.body({.type = BodyType::Static}, {.geometry = Sphere{0.5f}});
    CHECK(lab.world.castRayAny({-2, 0.5f, 0}, {4, 0, 0}));
    CHECK(lab.world.castRayClosest({-2, 0.5f, 0}, {4, 0, 0}).fraction == about(0.5, 1e-4));
    CHECK(!lab.world.castRayAny({-2, 0.5001f, 0}, {4, 0, 0}));
    CHECK(lab.world.castRayAny({-2, 0.4999f, 0}, {4, 0, 0}));
}

// defold/defold#10312: a ray that rounding had shortened to nothing was asserted against.
TEST_CASE("rays that round to nothing, and rays far out, are answered without fuss") {
    Lab lab;
    lab.floor();
    for (const glm::vec3 from : {glm::vec3(0, -1.32e7f, 0), glm::vec3(0, 16777216.0f, 0), glm::vec3(1e8f, 1e8f, -1e8f)})
        for (const glm::vec3 way :
             {glm::vec3(0, -0.01f, 0), glm::vec3(0, -0.5f, 0), glm::vec3(0), glm::vec3(1e-30f, 0, 0)}) {
            const RayHit hit = lab.world.castRayClosest(from, way);
            CHECK(!hit);
            CHECK(std::isfinite(hit.fraction));
        }
    const RayHit tiny = lab.world.castRayClosest({0, -0.5f, 0}, {0, -1e-30f, 0});
    REQUIRE(tiny);
    CHECK(tiny.fraction == 0);
    CHECK(tiny.normal.y == about(1));
    const RayHit far = lab.world.castRayClosest({0, 1e6f, 0}, {0, -2e6f, 0});
    REQUIRE(far);
    CHECK(std::fabs(far.point.y) < 0.2f);
    CHECK(lab.clean());
}

// pmndrs/cannon-es#198: static, sleeping or just-made bodies were missed.
TEST_CASE("rays see bodies as they are at the call") {
    auto cast = [](const World& world, float y) { return world.castRayClosest({-10, y, 0}, {20, 0, 0}); };
    for (const bool dynamic : {false, true}) {
        CAPTURE(dynamic);
        Lab lab(weightless());
        const BodyId cube = lab.body({.type = dynamic ? BodyType::Dynamic : BodyType::Static, .position = {0, 5, 0}},
                                     {.geometry = Box{}});
        CHECK(cast(lab.world, 5).fraction == about(0.475, 1e-5));
        lab.run(1);
        CHECK(cast(lab.world, 5).fraction == about(0.475, 1e-5));
        if (dynamic) {
            lab.run(90);
            REQUIRE(!lab.world.isAwake(cube));
            CHECK(cast(lab.world, 5).fraction == about(0.475, 1e-5));
        }
        lab.world.setTransform(cube, {0, 8, 0}, kIdentityRotation);
        CHECK(!cast(lab.world, 5));
        CHECK(cast(lab.world, 8).fraction == about(0.475, 1e-5));
        lab.world.destroyBody(cube);
        CHECK(!cast(lab.world, 8));
    }
}

TEST_CASE("castRayAll gives every shape once, by fraction, then by slot") {
    Lab lab(weightless());
    std::vector<ShapeId> expected;
    const BodyId wall = lab.body({.type = BodyType::Static}, {.geometry = HalfSpace{{-1, 0, 0}, -8}});
    for (const float x : {5.0f, 1.0f, 3.0f})
        lab.sphere({x, 0, 0}, 0.25f);
    const BodyId twin1 = lab.box({6.5f, 0, 0}), twin2 = lab.box({6.5f, 0, 0});
    std::vector<RayHit> hits;
    lab.world.castRayAll({0, 0, 0}, {10, 0, 0}, hits);
    REQUIRE(hits.size() == 6);
    const float xs[] = {0.75f, 2.75f, 4.75f, 6, 6, 8};
    for (size_t i = 0; i < hits.size(); ++i) {
        CHECK(hits[i].point.x == about(xs[i], 1e-5));
        CHECK(hits[i].fraction == about(xs[i] / 10, 1e-5));
    }
    CHECK(hits[3].body == twin1);
    CHECK(hits[4].body == twin2);
    CHECK(hits[5].body == wall);
    CHECK(lab.world.castRayClosest({0, 0, 0}, {10, 0, 0}).shape == hits[0].shape);
}

TEST_CASE("rays agree with a plain search over a hundred balls") {
    Lab lab(weightless());
    Random random(5);
    struct Ball {
        glm::vec3 center;
        float radius;
    };
    std::vector<Ball> balls;
    for (int i = 0; i < 100; ++i) {
        const Ball ball{random.vector(10), random.range(0.2f, 1)};
        balls.push_back(ball);
        lab.sphere(ball.center, ball.radius);
    }
    int hits = 0;
    for (int i = 0; i < 1000; ++i) {
        const glm::vec3 from = random.vector(15), way = random.vector(20);
        double best = 2;
        for (const Ball& ball : balls) {
            const glm::dvec3 o = glm::dvec3(from) - glm::dvec3(ball.center), d(way);
            const double a = glm::dot(d, d), b = glm::dot(o, d),
                         c = glm::dot(o, o) - double(ball.radius) * double(ball.radius);
            if (c <= 0)
                best = 0;
            else if (b * b - a * c >= 0) {
                const double t = (-b - std::sqrt(b * b - a * c)) / a;
                if (t >= 0 && t <= 1)
                    best = std::min(best, t);
            }
        }
        const RayHit hit = lab.world.castRayClosest(from, way);
        // A graze within rounding may fall either way.
        if (best <= 1 && hit)
            CHECK(double(hit.fraction) == about(best, 1e-4));
        else if (bool(hit) != (best <= 1))
            CHECK_MESSAGE(false, "ray " << i << " disagrees: " << best << " against " << hit.fraction);
        CHECK(lab.world.castRayAny(from, way) == bool(hit));
        hits += bool(hit);
    }
    CHECK(hits > 50);
}
