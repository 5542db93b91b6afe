// Two hundred flush boxes in a row: who slides or rolls over them must not notice.
#include <string>

#include <doctest/doctest.h>

#include "seams/floor.h"

using namespace drystone;
using namespace drystone::seams;

namespace {

struct Ride {
    const char* name;
    int rows;
    double shortest, longest, mismatch, degrees;
    Laying laying;
};

const Ride kRides[] = {
    {"a row", 1, 0.4, 0.4, 0, 0, Laying::Bodies},
    {"a grid", 3, 0.4, 0.4, 0, 0, Laying::Bodies},
    {"a grid turned by 30 degrees", 3, 0.4, 0.4, 0, 30, Laying::Bodies},
    {"random sizes", 3, 0.15, 1, 0, 30, Laying::Bodies},
    {"mismatches of 0.1 mm", 3, 0.15, 1, 1e-4, 30, Laying::Bodies},
    {"one body", 3, 0.15, 1, 0, 30, Laying::OneBody},
    {"a moving body", 3, 0.15, 1, 0, 0, Laying::MovingBody},
};

struct Mover {
    bool box;
    double size;  // radius, or half height
    double friction;
    bool rolls;
};

struct Crossing {
    double lost;  // share of the speed, beyond what friction takes
    double bump;  // m
    double spin;  // surface speed that friction does not explain, over the speed
};

Crossing cross(const Ride& ride, const Mover& mover, double speed, uint32_t seed) {
    WorldSettings settings;
    settings.sleeping = false;
    World world({.settings = settings});
    Random random(seed);
    const std::vector<Tile> tiles = layTiles(random, 200, ride.rows, ride.shortest, ride.longest, ride.mismatch);
    const glm::quat turn = glm::angleAxis(float(ride.degrees * 3.14159265358979 / 180), glm::vec3(0, 1, 0));
    build(world, tiles, ride.laying, turn, float(mover.friction));

    const glm::dvec3 drift(0, 0, ride.laying == Laying::MovingBody ? 1.5 : 0);
    const glm::dvec3 along = glm::dquat(turn) * glm::dvec3(1, 0, 0);
    const BodyId id = world.createBody({.position = turn * glm::vec3(0, float(mover.size), 0.13f), .rotation = turn});
    ShapeDef shape;
    shape.geometry =
        mover.box ? Geometry(Box{float(mover.size) * glm::vec3(2, 1, 1.6f)}) : Geometry(Sphere{float(mover.size)});
    shape.material = {.friction = float(mover.friction), .restitution = 0};
    world.createShape(id, shape);
    world.setLinearVelocity(id, glm::vec3(speed * along + drift));
    const glm::dvec3 roll = mover.rolls ? speed / mover.size * glm::cross(glm::dvec3(0, 1, 0), along) : glm::dvec3(0);
    world.setAngularVelocity(id, glm::vec3(roll));

    // A sliding box loses mu g t; a rolling ball nothing.
    const double braking = mover.box ? mover.friction * 9.81 : 0;
    const double way = endOf(tiles, ride.rows) - 1;
    double longest = way / speed;
    if (braking > 0)
        longest = std::min(longest, 0.5 * speed / braking);
    Crossing crossing{};
    int steps = 0;
    for (; steps * kStep < longest; ++steps) {
        world.step(float(kStep));
        crossing.bump = std::max(crossing.bump, double(world.position(id).y) - mover.size);
    }
    const double wanted = speed - braking * steps * kStep;
    const glm::dvec3 v = glm::dvec3(world.linearVelocity(id)) - drift;
    crossing.lost = glm::length(v - wanted * along) / speed;
    crossing.spin = glm::length(glm::dvec3(world.angularVelocity(id)) - roll) * mover.size / speed;
    return crossing;
}

void rideAll(const Mover& mover) {
    for (const Ride& ride : kRides) {
        // Friction on a floor that moves to the side is another matter.
        if (ride.laying == Laying::MovingBody && mover.friction > 0)
            continue;
        for (const double speed : {1.0, 3.0, 10.0, 30.0}) {
            const Crossing crossing = cross(ride, mover, speed, 3);
            CAPTURE(std::string(ride.name));
            CAPTURE(speed);
            CAPTURE(mover.size);
            CHECK(crossing.lost < 0.01);
            CHECK(crossing.bump < 1e-3);
            CHECK(crossing.spin < 0.01);
        }
    }
}

}  // namespace

TEST_CASE("seams: a smooth ball slides on") {
    for (const double size : {0.1, 0.3})
        rideAll({.box = false, .size = size, .friction = 0, .rolls = false});
}
TEST_CASE("seams: a rolling ball rolls on") {
    for (const double size : {0.1, 0.3})
        rideAll({.box = false, .size = size, .friction = 0.5, .rolls = true});
}
TEST_CASE("seams: a smooth box slides on") {
    for (const double size : {0.05, 0.2})
        rideAll({.box = true, .size = size, .friction = 0, .rolls = false});
}
TEST_CASE("seams: a rough box is braked by friction alone") {
    for (const double size : {0.05, 0.2})
        rideAll({.box = true, .size = size, .friction = 0.3, .rolls = false});
}
