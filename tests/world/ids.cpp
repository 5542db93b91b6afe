// Handles and their generations.
#include "support/lab.h"

#include <set>
#include <thread>

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("a handle goes stale with its body, and so do the handles of its shapes") {
    Lab lab;
    const BodyId a = lab.box({0, 0, 0});
    const ShapeId shape = lab.shapeOf(a), second = lab.world.createShape(a, {});
    CHECK(lab.world.isValid(a));
    CHECK(lab.world.isValid(shape));
    CHECK(lab.world.destroyBody(a));
    CHECK(!lab.world.isValid(a));
    CHECK(!lab.world.isValid(shape));
    CHECK(!lab.world.isValid(second));
    CHECK(lab.world.bodyCount() == 0);
    CHECK(lab.world.shapeCount() == 0);
    CHECK(lab.clean());
    CHECK(!lab.world.destroyBody(a));
    CHECK(lab.world.errorCount() == 1);
}

TEST_CASE("a reused slot gives a new handle; the old one stays stale") {
    Lab lab;
    std::set<std::pair<uint32_t, uint16_t>> seen;
    BodyId old;
    for (int i = 0; i < 1000; ++i) {
        const BodyId id = lab.box({0, 0, 0});
        REQUIRE(id);
        CHECK(!(id == old));
        CHECK(!lab.world.isValid(old));
        CHECK(seen.insert({id.slot, id.generation}).second);
        REQUIRE(lab.world.destroyBody(id));
        old = id;
    }
    CHECK(lab.clean());
}

TEST_CASE("a generation never repeats, even when a slot is used more often than it can count") {
    Lab lab;
    const BodyId first = lab.world.createBody({});
    lab.world.destroyBody(first);
    for (int i = 0; i < 70000; ++i) {
        const BodyId id = lab.world.createBody({});
        if (id == first)
            FAIL("a stale handle came back to life");
        lab.world.destroyBody(id);
    }
    CHECK(!lab.world.isValid(first));
}

TEST_CASE("null and foreign handles are not valid, and asking is no misuse") {
    Lab lab, other;
    const BodyId foreign = other.box({0, 0, 0}), own = lab.box({0, 0, 0});
    CHECK(foreign.slot == own.slot);
    CHECK(!lab.world.isValid(BodyId{}));
    CHECK(!lab.world.isValid(ShapeId{}));
    CHECK(!lab.world.isValid(foreign));
    CHECK(!lab.world.isValid(other.shapeOf(foreign)));
    CHECK(!lab.world.isValid(BodyId{.slot = 4000000000u, .generation = own.generation, .world = own.world}));
    CHECK(lab.clean());
}

TEST_CASE("bodies and shapes come in the order of their slots") {
    Lab lab;
    std::vector<BodyId> made, got;
    for (int i = 0; i < 20; ++i)
        made.push_back(lab.box({float(i) * 3, 0, 0}));
    lab.world.bodies(got);
    CHECK(got == made);
    std::vector<ShapeId> shapes;
    lab.world.shapes(shapes);
    REQUIRE(shapes.size() == 20);
    for (size_t i = 0; i < 20; ++i)
        CHECK(lab.world.bodyOf(shapes[i]) == made[i]);
    lab.world.destroyBody(made[5]);
    lab.world.bodies(got);
    CHECK(got.size() == 19);
    const BodyId reborn = lab.box({0, 50, 0});
    lab.world.bodies(got);
    CHECK(got[5] == reborn);
}

TEST_CASE("a moved world keeps its handles") {
    Errors errors;
    World first(definition(errors));
    const BodyId body = first.createBody({.position = {0, 7, 0}});
    World second(std::move(first));
    CHECK(second.isValid(body));
    CHECK(second.position(body).y == 7);
    World third(definition(errors));
    third = std::move(second);
    CHECK(third.isValid(body));
    CHECK(third.step(kDt));
    CHECK(errors.lines.empty());
}

TEST_CASE("a refused handle is told apart: null, destroyed, or another world's") {
    Lab lab, other;
    const BodyId body = lab.box({0, 0, 0}), foreign = other.box({0, 0, 0});
    lab.world.mass(foreign);
    CHECK(lab.errors.lines.back() ==
          "drystone: mass: body {slot 1, generation 0} belongs to world " + std::to_string(foreign.world) +
              ", this is world " + std::to_string(body.world));
    lab.world.destroyBody(body);
    lab.world.mass(body);
    CHECK(lab.errors.lines.back() ==
          "drystone: mass: body {slot 1, generation 0, world " + std::to_string(body.world) +
              "} is not alive: it was destroyed");
    lab.world.mass({});
    CHECK(lab.errors.lines.back() == "drystone: mass: body handle is null");
}

TEST_CASE("a world that was moved from is an empty one, and can be used again") {
    Errors errors;
    World first(definition(errors));
    const BodyId body = first.createBody({.position = {0, 7, 0}});
    first.step(kDt);
    World second(std::move(first));
    CHECK(first.bodyCount() == 0);
    CHECK(first.errorCount() == 1);
    CHECK(first.stepCount() == 0);
    CHECK(first.settings() == WorldSettings{});
    CHECK(!first.isValid(body));
    CHECK(first.contactBeginEvents().empty());
    CHECK(first.bodyMoveEvents().empty());
    CHECK(first.counters().bodies == 0);
    CHECK(first.measures().kineticEnergy == 0);
    CHECK(first.threads() == 1);
    CHECK(!first.castRayClosest({0, 9, 0}, {0, -9, 0}));
    CHECK(first.profile().step == 0);
    first.setFilterCallback({});
    first.setContactModifyCallback({});
    CHECK(first.setSettings({}));
    const BodyId reborn = first.createBody({});
    CHECK(first.step(kDt));
    CHECK(first.position(reborn).y < 0);
    // Itself, an emptied one and a full one may take over from an emptied one.
    World& alias = second;
    second = std::move(alias);
    CHECK(second.isValid(body));
    World third(std::move(second)), fourth(std::move(second));
    CHECK(fourth.bodyCount() == 0);
    third = std::move(fourth);
    CHECK(third.bodyCount() == 0);
    CHECK(errors.lines.empty());
}

TEST_CASE("const calls may run together on a world that was moved from") {
    World first;
    const World second(std::move(first));
    int bodies[4] = {1, 1, 1, 1};
    std::vector<std::thread> threads;
    for (int& count : bodies)
        threads.emplace_back([&first, &count] { count = first.bodyCount(); });
    for (std::thread& thread : threads)
        thread.join();
    for (const int count : bodies)
        CHECK(count == 0);
    CHECK(first.errorCount() == 1);
}

TEST_CASE("when world numbers come round, handles of dead worlds stay refused and living worlds keep their own") {
    BodyId dead;
    {
        World world;
        dead = world.createBody({});
    }
    World living;
    const BodyId kept = living.createBody({});
    int met = 0;
    for (int i = 0; i < 66000; ++i) {
        World world;
        const BodyId id = world.createBody({});
        met += id.world == dead.world;
        if (id.world == kept.world || world.isValid(kept))
            FAIL("a new world took the number of a living one");
        if (world.isValid(dead))
            FAIL("a stale handle came back to life");
    }
    CHECK(met == 1);
    CHECK(living.isValid(kept));
}
