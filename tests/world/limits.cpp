// The ends of the allowed ranges: what is taken there works, what is beyond is refused.
#include "world/snapshot.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

using M = Menagerie;
using W = World;

// A body of one solid shape; null where the shape is refused.
BodyId made(Lab& lab, const ShapeDef& shape, glm::vec3 position) {
    const BodyId body = lab.world.createBody({.position = position});
    return lab.world.createShape(body, shape) ? body : BodyId{};
}

}  // namespace

TEST_CASE("mass and inertia beyond float's reach are refused wherever they would come from") {
    const Geometry huge = Box{{1e6f, 1e6f, 2e5f}};
    checkRefused({
        {"createShape", "mass", "1.6e+30",
         [=](M& m, W& w) { return !w.createShape(m.box, {.geometry = huge, .density = 1e12f}); }},
        {"createShape", "inertia", "",
         [](M& m, W& w) {
             return !w.createShape(m.box,
                                   {.geometry = Box{glm::vec3(1e6f)}, .position = {-1e9f, 0, 0}, .density = 1e6f});
         }},
        {"setDensity", "mass", "",
         [](M&, W& w) {
             const BodyId big = w.createBody({});
             const ShapeId shape = w.createShape(big, {.geometry = Box{glm::vec3(1e6f)}});
             const bool refused = !w.setDensity(shape, 1e12f) && w.density(shape) == 1000;
             w.destroyBody(big);
             return refused;
         }},
        {"setType", "mass", "1.6e+30",
         [=](M&, W& w) {
             const BodyId big = w.createBody({.type = BodyType::Static});
             w.createShape(big, {.geometry = huge, .density = 1e12f});
             const bool refused = !w.setType(big, BodyType::Dynamic) && w.type(big) == BodyType::Static;
             w.destroyBody(big);
             return refused;
         }},
        {"setType", "density", "e-41",
         [](M&, W& w) {
             const BodyId light = w.createBody({.type = BodyType::Kinematic});
             w.createShape(light, {.geometry = Box{}, .density = 1e-40f});
             const bool refused = !w.setType(light, BodyType::Dynamic) && w.type(light) == BodyType::Kinematic;
             w.destroyBody(light);
             return refused;
         }},
        {"setMass", "mass", "1e+26", [](M& m, W& w) { return !w.setMass(m.box, 1e26f); }},
        {"setMass", "principalInertia", "",
         [](M& m, W& w) {
             w.setMassProperties(m.box, {.mass = 1e-9f, .principalInertia = {1e20f, 2e20f, 2e20f}});
             const bool refused = !w.setMass(m.box, 1e20f) && w.mass(m.box) == 1e-9f;
             w.resetMass(m.box);
             return refused;
         }},
        {"setMassProperties", "principalInertia.x", "",
         [](M& m, W& w) {
             return !w.setMassProperties(m.box, {.mass = 1, .principalInertia = {1e-44f, 1, 1}});
         }},
        {"setMassProperties", "principalInertia.z", "1e+36",
         [](M& m, W& w) {
             return !w.setMassProperties(m.box, {.mass = 1, .principalInertia = {1e35f, 1e35f, 1e36f}});
         }},
    });
}

TEST_CASE("from the lightest speck to the heaviest planet a body slides and comes to rest on the ground") {
    struct Case {
        float extent, density;
    };
    for (const Case c : {Case{1e-5f, 1e-6f},
                         {1e-5f, 1e12f},
                         {1e-3f, 1000},
                         {1, 1e-6f},
                         {1, 1e12f},
                         {10, 1e12f},
                         {1e4f, 1e9f},
                         {1e6f, 1e-6f},
                         {1e6f, 1000},
                         {1e6f, 1e4f}})
        for (const bool sphere : {false, true}) {
            CAPTURE(c.extent);
            CAPTURE(c.density);
            CAPTURE(sphere);
            Lab lab;
            lab.body({.type = BodyType::Static}, {.geometry = HalfSpace{}});
            const glm::vec3 flat{c.extent, c.extent, std::max(1e-5f, 0.5f * c.extent)};
            const BodyId body =
                made(lab, {.geometry = sphere ? Geometry(Sphere{c.extent}) : Geometry(Box{flat}), .density = c.density},
                     {0, c.extent, 0});
            REQUIRE(body);
            const float speed = std::min(0.1f, 10 * c.extent);
            lab.world.setLinearVelocity(body, {speed, 0, 0});
            lab.world.setAngularVelocity(body, {0, speed / c.extent, 0});
            lab.run(120);
            CHECK(lab.world.position(body).y == doctest::Approx(c.extent).epsilon(0.02));
            CHECK(lab.world.counters().frozenBodies == 0);
            if (!sphere)
                CHECK(glm::length(lab.world.linearVelocity(body)) < 0.1f * speed);
            const WorldMeasures measures = lab.world.measures();
            CHECK(std::isfinite(measures.kineticEnergy));
            CHECK(std::isfinite(measures.angularMomentum[1]));
            CHECK(lab.clean());
        }
}

// The gyroscopic step takes products of three moments of inertia.
TEST_CASE("a tumbling plate turns alike at any size and density") {
    const auto tumble = [](float extent, float density) {
        Lab lab(weightless());
        const BodyId body =
            made(lab, {.geometry = Box{glm::vec3(1, 0.5f, 0.25f) * extent}, .density = density}, {0, 0, 0});
        REQUIRE(body);
        lab.world.setAngularVelocity(body, {0.1f, 5, 0.1f});
        lab.run(120);
        CHECK(lab.clean());
        return lab.world.rotation(body);
    };
    const glm::quat plain = tumble(1, 1000);
    for (const float extent : {1e-4f, 1e-2f, 100.0f, 1e6f})
        for (const float density : {1e-6f, 1e5f}) {
            CAPTURE(extent);
            CAPTURE(density);
            CHECK(angleBetween(tumble(extent, density), plain) < 0.05f);
        }
}

TEST_CASE("friction of any size, combined by any rule, holds like glue and breaks nothing") {
    for (const CombineRule rule :
         {CombineRule::Average, CombineRule::Minimum, CombineRule::Multiply, CombineRule::Maximum})
        for (const float friction : {1e20f, 3e38f}) {
            CAPTURE(int(rule));
            CAPTURE(friction);
            const Material material{
                .friction = friction, .staticFriction = friction, .rollingResistance = friction, .frictionRule = rule};
            Lab lab;
            lab.floor(material);
            const BodyId box = lab.box({0, 0.5f, 0}, glm::vec3(0.5f), material),
                         ball = lab.sphere({5, 0.5f, 0}, 0.5f, material);
            lab.run(10);
            lab.world.setLinearVelocity(box, {0.5f, 0, 0});
            lab.world.setLinearVelocity(ball, {0.5f, 0, 0});
            lab.run(60);
            CHECK(lab.world.position(box).x == doctest::Approx(0).epsilon(0.05));
            CHECK(lab.world.position(ball).x == doctest::Approx(5).epsilon(0.05));
            CHECK(lab.world.counters().frozenBodies == 0);
            CHECK(lab.clean());
        }
}
