#include <doctest/doctest.h>

#include "dynamics/shape_record.h"

using namespace drystone;

TEST_CASE("materials combine by the later of their rules") {
    Material a, b;
    a.friction = 0.2f;
    b.friction = 0.8f;
    a.restitution = 0.5f;
    b.restitution = 0.4f;
    const auto friction = [&](CombineRule ruleA, CombineRule ruleB) {
        a.frictionRule = ruleA;
        b.frictionRule = ruleB;
        const float forward = combineMaterials(a, b).friction;
        CHECK(forward == combineMaterials(b, a).friction);
        return forward;
    };
    CHECK(friction(CombineRule::Average, CombineRule::Average) == doctest::Approx(0.5));
    CHECK(friction(CombineRule::Average, CombineRule::Minimum) == doctest::Approx(0.2));
    CHECK(friction(CombineRule::Multiply, CombineRule::Minimum) == doctest::Approx(0.16));
    CHECK(friction(CombineRule::Multiply, CombineRule::Maximum) == doctest::Approx(0.8));
    CHECK(combineMaterials(a, b).restitution == doctest::Approx(0.5));
}

TEST_CASE("static friction follows friction unless it is given, and never holds less than sliding") {
    Material a, b;
    a.friction = b.friction = 0.5f;
    CHECK(combineMaterials(a, b).staticFriction == doctest::Approx(0.5));
    a.staticFriction = b.staticFriction = 0.9f;
    CHECK(combineMaterials(a, b).staticFriction == doctest::Approx(0.9));
    a.staticFriction = b.staticFriction = 0.1f;
    CHECK(combineMaterials(a, b).staticFriction == doctest::Approx(0.5));
}

TEST_CASE("filters: each mask must hold the other's category, groups overrule") {
    Filter a{.category = 1, .mask = 2}, b{.category = 2, .mask = 1};
    CHECK(filtersAllow(a, b));
    b.mask = 4;
    CHECK_FALSE(filtersAllow(a, b));
    a.group = b.group = 3;
    CHECK(filtersAllow(a, b));
    a.group = b.group = -3;
    CHECK_FALSE(filtersAllow(a, b));
    b.group = -4;
    CHECK_FALSE(filtersAllow(a, b));
    b.mask = 1;
    CHECK(filtersAllow(a, b));
}
