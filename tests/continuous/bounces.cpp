// What becomes of the rest of the step after an impact.
#include "support/lab.h"

namespace {

using namespace drystone;
using namespace drystone::lab;

WorldSettings still() {
    WorldSettings settings = weightless();
    settings.sleeping = false;
    return settings;
}

BodyDef flying(glm::vec3 position, glm::vec3 velocity, bool continuous = false) {
    return {.position = position, .linearVelocity = velocity, .continuous = continuous};
}

BodyId wall(Lab& lab, float x, float halfThickness, const Material& material = {}) {
    return lab.body({.type = BodyType::Static, .position = {x, 0, 0}},
                    {.geometry = Box{{halfThickness, 5, 5}}, .material = material});
}

}  // namespace

TEST_CASE("a ball of 60 m/s between parallel walls makes the hits that its way over the gap gives") {
    const float radius = 0.2f;
    for (const float gap : {2.2f, 3.3f, 5.1f, 9.7f}) {
        CAPTURE(gap);
        Lab lab(still());
        const Material elastic{.friction = 0, .restitution = 1};
        wall(lab, -0.5f * gap - 0.3f, 0.3f, elastic);
        wall(lab, 0.5f * gap + 0.3f, 0.3f, elastic);
        const BodyId ball =
            lab.body(flying({0, 0, 0}, {60, 0, 0}), {.geometry = Sphere{radius}, .material = elastic});
        int hits = 0;
        for (int i = 0; i < 300; ++i) {
            lab.world.step(kDt);
            hits += int(lab.world.contactHitEvents().size());
        }
        const double free = double(gap) - 2 * double(radius);
        CHECK(hits == int((300.0 - 0.5 * free) / free) + 1);
        CHECK(std::fabs(lab.world.linearVelocity(ball).x) == about(60, 5e-4));
        CHECK(lab.clean());
    }
}

TEST_CASE("with e = 0.5 a bullet leaves at half its speed, from where it struck") {
    for (const float speed : {50.0f, 400.0f, 1900.0f}) {
        CAPTURE(speed);
        Lab lab(still());
        wall(lab, 0, 0.01f, {.restitution = 0.5f});
        const BodyId bullet =
            lab.body(flying({-2, 0, 0}, {speed, 0, 0}), {.geometry = Sphere{0.02f}, .material = {.restitution = 0.5f}});
        lab.run(6);
        CHECK(lab.world.linearVelocity(bullet).x == about(-0.5 * double(speed), 1e-4));
        const double out = 1.97, seconds = 6 * double(kDt) - out / double(speed);
        if (seconds > 0)
            CHECK(lab.world.position(bullet).x == about(-0.03 - 0.5 * double(speed) * seconds, 1e-3));
        CHECK(lab.clean());
    }
}

TEST_CASE("a fast bounce under gravity keeps its energy") {
    Lab lab(sleepless());
    lab.floor({.restitution = 1});
    const BodyId ball = lab.sphere({0, 80.1f, 0}, 0.1f, {.restitution = 1});
    float highest = 0;
    for (int i = 0; i < 600; ++i) {
        lab.world.step(kDt);
        if (i > 300)
            highest = std::max(highest, lab.world.position(ball).y);
    }
    CHECK(highest == about(80.1, 1e-3));
    CHECK(lab.clean());
}

TEST_CASE("a box that lands flat leaves flat, on one slab or across the joint of two") {
    for (const bool joint : {false, true}) {
        CAPTURE(joint);
        Lab lab(still());
        if (joint) {
            for (const float side : {-1.0f, 1.0f})
                lab.body({.type = BodyType::Static, .position = {side, -0.5f, 0}}, {.geometry = Box{{1, 0.5f, 3}}});
        } else {
            lab.floor();
        }
        const Material lively{.restitution = 0.6f};
        const BodyId box = lab.box({0.3f, 7, 0}, {0.5f, 0.2f, 0.4f}, lively);
        lab.world.setMaterial(lab.shapeOf(box), lively);
        lab.world.setLinearVelocity(box, {0, -90, 0});
        lab.run(6);
        CHECK(glm::length(lab.world.angularVelocity(box)) < 1e-3f);
        CHECK(lab.world.linearVelocity(box).y == about(54, 1e-3));
        CHECK(lab.clean());
    }
}

TEST_CASE("what slides fast over a floor is stopped by a slab, not by the floor") {
    for (const bool ball : {false, true})
        for (const bool barred : {false, true}) {
            CAPTURE(ball);
            CAPTURE(barred);
            Lab lab(sleepless());
            const Material smooth{.friction = 0};
            lab.floor(smooth, {500, 0.5f, 50});
            if (barred)
                lab.body({.type = BodyType::Static, .position = {100, 1, 0}},
                         {.geometry = Box{{0.01f, 1, 5}}, .material = smooth});
            const BodyId id =
                ball ? lab.sphere({0, 0.2f, 0}, 0.2f, smooth) : lab.box({0, 0.2f, 0}, glm::vec3(0.2f), smooth);
            lab.run(20);
            lab.world.setLinearVelocity(id, {200, 0, 0});
            lab.run(60);
            CHECK(lab.world.linearVelocity(id).x == about(barred ? 0 : 200, 1e-3));
            CHECK(lab.world.position(id).x == about(barred ? 99.79 : 200, 1e-3));
            CHECK(lab.world.position(id).y == about(0.2, 0.03));
            CHECK(lab.clean());
        }
}

TEST_CASE("marked bodies that fly at each other bounce off each other; unmarked ones pass") {
    for (const bool marked : {false, true}) {
        CAPTURE(marked);
        Lab lab(still());
        const ShapeDef elastic{.geometry = Sphere{0.05f}, .material = {.friction = 0, .restitution = 1}};
        const BodyId a = lab.body(flying({-6.1f, 0, 0}, {300, 0, 0}, marked), elastic);
        const BodyId b = lab.body(flying({7, 0, 0}, {-500, 0, 0}), elastic);
        lab.run(4);
        CHECK(lab.world.linearVelocity(a).x == about(marked ? -500 : 300, 1e-4));
        CHECK(lab.world.linearVelocity(b).x == about(marked ? 300 : -500, 1e-4));
        CHECK(lab.clean());
    }
}

TEST_CASE("a bullet that strikes sleepers wakes them and shares its momentum") {
    Lab lab;
    lab.floor();
    const std::vector<BodyId> stack = lab.stack(3);
    lab.run(90);
    REQUIRE(!lab.world.isAwake(stack[1]));
    const BodyId bullet = lab.body(flying({-20, 1.5f, 0}, {900, 0, 0}, true), {.geometry = Sphere{0.05f}, .density = 8000});
    const float mass = lab.world.mass(bullet);
    for (int i = 0; i < 3 && !lab.world.isAwake(stack[1]); ++i)
        lab.world.step(kDt);
    CHECK(lab.world.isAwake(stack[0]));
    CHECK(lab.world.isAwake(stack[1]));
    CHECK(lab.world.position(bullet).x < lab.world.position(stack[1]).x);
    const double momentum = double(mass * lab.world.linearVelocity(bullet).x) +
        double(lab.world.mass(stack[1]) * lab.world.linearVelocity(stack[1]).x);
    CHECK(momentum == about(900 * double(mass), 1e-3));
    lab.run(60);
    CHECK(lab.clean());
}

TEST_CASE("a fast paddle strikes what is slow") {
    Lab lab(still());
    const Material elastic{.friction = 0, .restitution = 1};
    const BodyId paddle =
        lab.body({.type = BodyType::Kinematic, .position = {-8, 0, 0}, .linearVelocity = {400, 0, 0}},
                 {.geometry = Box{{0.01f, 1, 1}}, .material = elastic});
    const BodyId ball = lab.body(flying({0, 0, 0}, {0, 0, 0}), {.geometry = Sphere{0.1f}, .material = elastic});
    lab.run(4);
    CHECK(lab.world.linearVelocity(ball).x == about(800, 1e-4));
    CHECK(lab.world.linearVelocity(paddle).x == 400);
    CHECK(lab.clean());
}

// The ball stays on the face that it struck, which turns under it: within a step their ways bend towards each other.
TEST_CASE("a bullet that stays where it struck is not struck again and again") {
    Lab lab(still());
    const Material rough{.friction = 0.6f};
    const BodyId cube = lab.body({}, {.geometry = Box{glm::vec3(0.25f)}, .density = 1000, .material = rough});
    const BodyId ball = lab.body(flying({-3, 0.05f, 0}, {300, 0, 0}, true),
                                 {.geometry = Sphere{0.05f}, .density = 7800, .material = rough});
    int impacts = 0;
    double energy = lab.world.measures().kineticEnergy;
    for (int i = 0; i < 30; ++i) {
        lab.world.step(kDt);
        const int struck = lab.world.counters().sweptImpacts;
        impacts += struck;
        CHECK(struck <= 2);
        // It rolls to the edge of the face and off.
        const glm::vec3 seen =
            glm::conjugate(lab.world.rotation(cube)) * (lab.world.position(ball) - lab.world.position(cube));
        CHECK((std::fabs(seen.y) > 0.25f || std::fabs(seen.x) > 0.275f));
        CHECK(lab.world.measures().kineticEnergy < 1.0001 * energy);
        energy = lab.world.measures().kineticEnergy;
    }
    CHECK(impacts >= 1);
    CHECK(impacts <= 3);
    const glm::vec3 seen =
        glm::conjugate(lab.world.rotation(cube)) * (lab.world.position(ball) - lab.world.position(cube));
    CHECK(std::fabs(seen.y) > 0.3f);
    CHECK(lab.clean());
}
