// Who collides with whom; callbacks.
#include "support/lab.h"

#include <atomic>

using namespace drystone;
using namespace drystone::lab;

namespace {

// Whether a box of one filter stands on a floor of the other.
bool collides(const Filter& floor, const Filter& box) {
    Lab lab;
    const BodyId ground = lab.floor(), body = lab.box({0, 0.6f, 0});
    lab.world.setFilter(lab.shapeOf(ground), floor);
    lab.world.setFilter(lab.shapeOf(body), box);
    lab.run(60);
    CHECK(lab.clean());
    return lab.world.position(body).y > 0.4f;
}

}  // namespace

TEST_CASE("categories and masks must agree both ways") {
    CHECK(collides({}, {}));
    CHECK(collides({.category = 2, .mask = 4}, {.category = 4, .mask = 2}));
    CHECK(!collides({.category = 2, .mask = 4}, {.category = 4, .mask = 1}));
    CHECK(!collides({.category = 2, .mask = 1}, {.category = 4, .mask = 2}));
    CHECK(!collides({}, {.mask = 0}));
    CHECK(!collides({.category = 0}, {}));
    CHECK(collides({.category = uint64_t{1} << 63}, {.mask = uint64_t{1} << 63}));
}

TEST_CASE("an equal group decides before masks do") {
    CHECK(!collides({.group = -3}, {.group = -3}));
    CHECK(collides({.group = -3}, {.group = -4}));
    CHECK(collides({.mask = 0, .group = 5}, {.mask = 0, .group = 5}));
    CHECK(!collides({.mask = 0, .group = 5}, {.mask = 0, .group = 6}));
    CHECK(!collides({.mask = 0, .group = 0}, {.mask = 0, .group = 0}));
}

TEST_CASE("a filter changed while touching lets go, and takes hold again") {
    Lab lab;
    lab.floor();
    const BodyId body = lab.box({0, 0.5f, 0});
    lab.run(30);
    lab.world.setFilter(lab.shapeOf(body), {.mask = 0});
    lab.run(5);
    CHECK(lab.world.position(body).y < 0.49f);
    lab.world.setFilter(lab.shapeOf(body), {});
    lab.run(120);
    CHECK(lab.world.position(body).y > 0.4f);
}

TEST_CASE("shapes of one body never collide, nor two bodies that do not move") {
    Lab lab;
    const BodyId body = lab.box({0, 5, 0});
    lab.world.createShape(body, {.geometry = Box{}});
    lab.body({.type = BodyType::Static, .position = {20, 0, 0}}, {.geometry = Box{}});
    lab.body({.type = BodyType::Kinematic, .position = {20, 0.5f, 0}}, {.geometry = Box{}});
    lab.run(5);
    std::vector<Contact> contacts;
    lab.world.contacts(contacts);
    CHECK(contacts.empty());
}

TEST_CASE("the filter callback is asked once a pair and decides") {
    struct Asked {
        int times = 0;
        ShapeId never;
    } asked;
    Lab lab;
    const BodyId ground = lab.floor(), stands = lab.box({0, 0.6f, 0}), falls = lab.box({5, 0.6f, 0});
    asked.never = lab.shapeOf(falls);
    lab.world.setFilterCallback({[](void* user, ShapeId a, ShapeId b) {
                                     Asked& seen = *static_cast<Asked*>(user);
                                     ++seen.times;
                                     return !(a == seen.never) && !(b == seen.never);
                                 },
                                 &asked});
    lab.run(40);
    CHECK(lab.world.position(stands).y > 0.4f);
    CHECK(lab.world.position(falls).y < 0.0f);
    CHECK(asked.times == 2);
    CHECK(lab.world.isValid(ground));
    // Pairs that the filters forbid are not put to it.
    lab.world.setFilter(lab.shapeOf(stands), {.mask = 0});
    lab.run(5);
    CHECK(asked.times == 2);
}

TEST_CASE("the contact-modify callback sees the pair and may switch it off, smooth it or make it bounce") {
    struct Plan {
        std::atomic<int> calls{0};
        bool off = false;
        float friction = -1, restitution = -1;
        std::atomic<bool> sane{true};
    };
    auto modify = [](void* user, ContactModify& c) {
        Plan& plan = *static_cast<Plan*>(user);
        ++plan.calls;
        if (!(std::fabs(std::fabs(c.normal.y) - 1) < 0.01f) || std::fabs(c.point.y) > 0.6f || !c.enabled ||
            c.separation > 1)
            plan.sane = false;
        if (plan.off)
            c.enabled = false;
        if (plan.friction >= 0)
            c.friction = plan.friction;
        if (plan.restitution >= 0)
            c.restitution = plan.restitution;
    };

    SUBCASE("off") {
        Plan plan;
        plan.off = true;
        Lab lab;
        lab.floor();
        const BodyId body = lab.box({0, 0.5f, 0});
        lab.world.setContactModifyCallback({modify, &plan});
        lab.run(20);
        CHECK(plan.calls > 0);
        CHECK(lab.world.position(body).y < 0.2f);
        // Taken away, it no longer counts.
        lab.world.setContactModifyCallback({});
        const float y = lab.world.position(body).y;
        lab.run(60);
        CHECK(lab.world.position(body).y >= y - 0.3f);
    }
    SUBCASE("smooth") {
        Plan plan;
        plan.friction = 0;
        Lab lab;
        lab.floor();
        const BodyId body = lab.box({0, 0.5f, 0});
        lab.world.setContactModifyCallback({modify, &plan});
        lab.world.setLinearVelocity(body, {2, 0, 0});
        lab.run(60);
        CHECK(plan.sane);
        CHECK(lab.world.linearVelocity(body).x == about(2, 1e-3));
    }
    SUBCASE("bouncy") {
        Plan plan;
        plan.restitution = 1;
        Lab lab;
        lab.floor();
        const BodyId body = lab.sphere({0, 2.5f, 0});
        lab.world.setContactModifyCallback({modify, &plan});
        float up = 0;
        for (int i = 0; i < 60; ++i) {
            lab.world.step(kDt);
            up = std::max(up, lab.world.linearVelocity(body).y);
        }
        CHECK(up > 5.5f);
    }
    SUBCASE("a nonsense result is not let in") {
        Lab lab;
        lab.floor();
        const BodyId body = lab.box({0, 0.5f, 0});
        lab.world.setContactModifyCallback({[](void*, ContactModify& c) {
                                                c.friction = kNan;
                                                c.restitution = kInfinity;
                                            },
                                            nullptr});
        lab.run(60);
        CHECK(finite(lab.world.position(body)));
        CHECK(lab.world.counters().frozenBodies == 0);
    }
}

TEST_CASE("a query sees what its filter would collide with") {
    Lab lab;
    const BodyId a = lab.box({0, 0, 0}), b = lab.box({3, 0, 0});
    lab.world.setFilter(lab.shapeOf(a), {.category = 2});
    lab.world.setFilter(lab.shapeOf(b), {.category = 4, .mask = 8});
    CHECK(lab.world.castRayClosest({-5, 0, 0}, {20, 0, 0}).body == a);
    CHECK(lab.world.castRayClosest({-5, 0, 0}, {20, 0, 0}, {.mask = 4}).body == b);
    CHECK(!lab.world.castRayAny({-5, 0, 0}, {20, 0, 0}, {.category = 16, .mask = 4}));
    CHECK(lab.world.castRayAny({-5, 0, 0}, {20, 0, 0}, {.category = 8, .mask = 4}));
    CHECK(!lab.world.castRayAny({-5, 0, 0}, {20, 0, 0}, {.mask = 1}));
    const ShapeId sensor =
        lab.shapeOf(lab.body({.type = BodyType::Static, .position = {-3, 0, 0}}, {.geometry = Box{}, .sensor = true}));
    CHECK(lab.world.castRayClosest({-5, 0, 0}, {20, 0, 0}).body == a);
    CHECK(lab.world.castRayClosest({-5, 0, 0}, {20, 0, 0}, {.sensors = true}).shape == sensor);
}
