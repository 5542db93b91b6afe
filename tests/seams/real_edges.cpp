// What seams must not be taken for: steps, slabs that a seam has to carry, corners of a room.
#include <doctest/doctest.h>

#include "seams/floor.h"

using namespace drystone;
using namespace drystone::seams;

namespace {

BodyId addBox(World& world, glm::vec3 center, glm::vec3 half, BodyType type = BodyType::Static, float friction = 0.3f) {
    const BodyId id = world.createBody({.type = type, .position = center});
    ShapeDef shape;
    shape.geometry = Box{half};
    shape.material = {.friction = friction, .restitution = 0};
    world.createShape(id, shape);
    return id;
}

void run(World& world, double seconds) {
    for (int i = 0; i < int(seconds / kStep + 0.5); ++i)
        world.step(float(kStep));
}

}  // namespace

TEST_CASE("seams: a step of 2 cm between neighbours stops a box and a small ball") {
    for (const double speed : {1.0, 3.0, 10.0}) {
        WorldSettings settings;
        // Small as the ball is, its contacts must see 10 m/s coming.
        settings.speculativeReach = 20;
        World world({.settings = settings});
        addBox(world, {0, -0.5f, 0}, {2, 0.5f, 1});
        addBox(world, {4, -0.48f, 0}, {2, 0.5f, 1});
        const BodyId box = addBox(world, {-1, 0.2f, 0}, glm::vec3(0.2f), BodyType::Dynamic, 0);
        const BodyId ball = world.createBody({.position = {-1, 0.02f, 0.5f}});
        ShapeDef sphere;
        sphere.geometry = Sphere{0.02f};
        sphere.material = {.friction = 0, .restitution = 0};
        world.createShape(ball, sphere);
        for (const BodyId id : {box, ball})
            world.setLinearVelocity(id, {float(speed), 0, 0});
        run(world, 4 / speed);
        CAPTURE(speed);
        // Fast, the box trips over the step and is thrown onto it: it has lost its speed all the same.
        CHECK(world.linearVelocity(box).x < 0.6 * speed);
        CHECK(world.position(ball).x < 2);
        CHECK(world.position(ball).y > 0);
    }
}

TEST_CASE("seams: what bridges a seam does not sink into it") {
    // Slabs of several sizes on the seam of two boxes and on the meeting of four, pressed by ten times their weight.
    for (const float thickness : {0.01f, 0.05f, 0.2f})
        for (const float half : {0.02f, 0.1f, 0.4f}) {
            World world;
            for (const float x : {-1.0f, 1.0f})
                for (const float z : {-1.0f, 1.0f})
                    addBox(world, {x, -0.5f, z}, {1, 0.5f, 1});
            const BodyId slabs[] = {
                addBox(world, {0, 0.5f * thickness, 0}, {half, 0.5f * thickness, half}, BodyType::Dynamic),
                addBox(world, {0.3f * half, 0.5f * thickness, 1}, {half, 0.5f * thickness, half}, BodyType::Dynamic)};
            for (int i = 0; i < 120; ++i) {
                for (const BodyId id : slabs)
                    world.applyForce(id, glm::vec3(0, -90 * world.mass(id), 0));
                world.step(float(kStep));
            }
            CAPTURE(thickness);
            CAPTURE(half);
            for (const BodyId id : slabs)
                CHECK(world.position(id).y > 0.5f * thickness - 0.006f);
        }
}

TEST_CASE("seams: slabs that slide or fall over seams are held") {
    Random random(5);
    World world;
    for (int x = 0; x < 20; ++x)
        for (int z = 0; z < 4; ++z)
            addBox(world, {0.5f * float(x), -0.1f, 0.5f * float(z)}, {0.25f, 0.1f, 0.25f});
    std::vector<BodyId> slabs;
    for (int i = 0; i < 40; ++i) {
        const double a = random.range(0.03, 0.2), b = random.range(0.03, 0.2), t = random.range(0.005, 0.02);
        const double x = random.range(0, 4), z = random.range(0.2, 1.3), angle = random.range(0, 3);
        const BodyId id = world.createBody({.position = {float(x), 0.2f + 0.06f * float(i), float(z)},
                                            .rotation = glm::angleAxis(float(angle), glm::vec3(0, 1, 0)),
                                            .linearVelocity = {float(random.range(0, 8)), 0, 0}});
        ShapeDef shape;
        shape.geometry = Box{glm::vec3(float(a), float(t), float(b))};
        world.createShape(id, shape);
        slabs.push_back(id);
    }
    run(world, 4);
    for (const BodyId id : slabs)
        if (world.position(id).x > 0 && world.position(id).x < 9.5f && std::fabs(world.position(id).z - 0.75f) < 0.8f)
            CHECK(world.position(id).y > 0);
}

TEST_CASE("seams: in the corner between floor and wall both hold") {
    for (const bool ball : {false, true}) {
        World world;
        addBox(world, {0, -0.5f, 0}, {2, 0.5f, 2});
        // The wall stands on the floor, flush with its rim, and reaches below it.
        addBox(world, {2.5f, 0.5f, 0}, {0.5f, 2, 2});
        const BodyId id = world.createBody({.position = {1.0f, 0.25f, 0}});
        ShapeDef shape;
        shape.geometry = ball ? Geometry(Sphere{0.25f}) : Geometry(Box{glm::vec3(0.25f)});
        shape.material = {.friction = 0, .restitution = 0};
        world.createShape(id, shape);
        world.setLinearVelocity(id, {4, 0, 0});
        for (int i = 0; i < 180; ++i) {
            world.applyForce(id, {20 * world.mass(id), 0, 0});
            world.step(float(kStep));
            CHECK(world.position(id).x < 1.75f + 0.006f);
            CHECK(world.position(id).y > 0.25f - 0.006f);
        }
        CAPTURE(ball);
        CHECK(world.position(id).x > 1.7f);
        CHECK(glm::length(world.linearVelocity(id)) < 0.01f);
    }
}

TEST_CASE("seams: walls laid of boxes are felt as one, too") {
    // A box is pressed against a wall of boxes and slides along it without gravity.
    WorldSettings settings;
    settings.gravity = {0, 0, -9.81f};
    World world({.settings = settings});
    for (int x = 0; x < 20; ++x)
        for (int y = 0; y < 4; ++y)
            addBox(world, {float(x), float(y), -0.5f}, glm::vec3(0.5f), BodyType::Static, 0);
    const BodyId id = addBox(world, {0, 1.4f, 0.25f}, glm::vec3(0.25f), BodyType::Dynamic, 0);
    world.setLinearVelocity(id, {5, 0.3f, 0});
    run(world, 3);
    CHECK(glm::length(world.linearVelocity(id) - glm::vec3(5, 0.3f, 0)) < 0.02f);
}

TEST_CASE("seams: crates that could be pushed away are crossed all the same, fast and slowly") {
    for (const bool joined : {false, true})
        for (const double speed : {0.2, 0.5, 1.0, 5.0, 15.0}) {
            World world;
            world.createShape(world.createBody({.type = BodyType::Static}), {.geometry = HalfSpace{}});
            for (int i = 0; i < 4; ++i) {
                BodyId crate{};
                for (int k = 0; k < 3; ++k) {
                    if (k == 0 || !joined)
                        crate = world.createBody({.position = {float(3 * i + k), 0.5f, 0}});
                    world.createShape(crate,
                                      {.geometry = Box{glm::vec3(0.5f)},
                                       .position = {joined ? float(k) : 0.0f, 0, 0},
                                       .material = {.friction = 0.5f, .restitution = 0}});
                }
            }
            run(world, 1);
            const BodyId id = world.createBody({.position = {0, 1.2f, 0}, .linearVelocity = {float(speed), 0, 0}});
            world.createShape(id,
                              {.geometry = Box{{0.3f, 0.2f, 0.3f}},
                               .density = 300,
                               .material = {.friction = 0, .restitution = 0, .frictionRule = CombineRule::Multiply}});
            run(world, 10 / speed);
            CAPTURE(joined);
            CAPTURE(speed);
            CHECK(world.linearVelocity(id).x > 0.99 * speed);
            CHECK(glm::length(world.linearVelocity(id)) < 1.01 * speed);
        }
}

TEST_CASE("seams: from rest, wherever it stands on a seam, a box slides off") {
    const glm::quat slope = glm::angleAxis(-0.2f, glm::vec3(0, 0, 1));
    for (int i = 0; i <= 40; ++i) {
        World world;
        for (int x = 0; x < 8; ++x) {
            const BodyId tile = world.createBody(
                {.type = BodyType::Static, .position = slope * glm::vec3(float(x), -0.5f, 0), .rotation = slope});
            world.createShape(tile, {.geometry = Box{glm::vec3(0.5f)}, .material = {.friction = 0, .restitution = 0}});
        }
        // Its front edge from 2 mm before the seam at 1.5 m to 2 mm beyond, pressed in by up to 1 mm.
        const float front = 1.498f + 1e-4f * float(i), depth = 1e-3f * float(i % 5) / 4;
        const BodyId id =
            world.createBody({.position = slope * glm::vec3(front - 0.2f, 0.2f - depth, 0), .rotation = slope});
        world.createShape(id, {.geometry = Box{glm::vec3(0.2f)}, .material = {.friction = 0, .restitution = 0}});
        run(world, 1);
        CAPTURE(i);
        CHECK(glm::length(world.linearVelocity(id)) > 0.98 * 9.81 * std::sin(0.2));
    }
}

TEST_CASE("seams: without the correction a box trips") {
    WorldSettings settings;
    settings.seamCorrection = false;
    World world({.settings = settings});
    for (int x = 0; x < 20; ++x)
        addBox(world, {float(x), -0.5f, 0}, glm::vec3(0.5f), BodyType::Static, 0);
    const BodyId id = addBox(world, {0, 0.2f, 0}, glm::vec3(0.2f), BodyType::Dynamic, 0);
    world.setLinearVelocity(id, {5, 0, 0});
    run(world, 3);
    CHECK(world.linearVelocity(id).x < 4);
}
