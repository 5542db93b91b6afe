// Handles and their generations.
#include "support/lab.h"

#include <set>

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
