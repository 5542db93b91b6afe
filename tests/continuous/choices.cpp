// Who is swept against what, and what the game is told and asked.
#include "support/lab.h"

namespace {

using namespace drystone;
using namespace drystone::lab;

// A ball of 10 cm flies at 300 m/s at a wall of 2 cm.
struct Shot {
    Lab lab;
    BodyId wall, ball;

    explicit Shot(ContinuousMode mode = ContinuousMode::Both, const ShapeDef& wallShape = {.geometry = Box{{0.01f, 5, 5}}},
                  const Filter& filter = {})
        : lab(settings(mode)) {
        wall = lab.body({.type = BodyType::Static}, wallShape);
        ball = lab.body({.position = {-6.3f, 0, 0}, .linearVelocity = {300, 0, 0}},
                        {.geometry = Sphere{0.05f}, .filter = filter});
    }
    static WorldSettings settings(ContinuousMode mode) {
        WorldSettings out = weightless();
        out.continuous = mode;
        return out;
    }
    bool passes() {
        lab.run(4);
        return lab.world.position(ball).x > 0;
    }
};

}  // namespace

TEST_CASE("each mode does what it says") {
    CHECK(Shot(ContinuousMode::None).passes());
    CHECK(Shot(ContinuousMode::Speculative).passes());
    CHECK(!Shot(ContinuousMode::Swept).passes());
    CHECK(!Shot(ContinuousMode::Both).passes());
}

TEST_CASE("sensors, filters and callbacks let pass") {
    CHECK(Shot(ContinuousMode::Both, {.geometry = Box{{0.01f, 5, 5}}, .sensor = true}).passes());
    const ShapeDef grouped{.geometry = Box{{0.01f, 5, 5}}, .filter = {.group = -3}};
    CHECK(Shot(ContinuousMode::Both, grouped, {.group = -3}).passes());
    CHECK(!Shot(ContinuousMode::Both, grouped, {.group = -4}).passes());

    Shot refused;
    int asked = 0;
    refused.lab.world.setFilterCallback({[](void* user, ShapeId, ShapeId) {
                                             ++*static_cast<int*>(user);
                                             return false;
                                         },
                                         &asked});
    CHECK(refused.passes());
    CHECK(asked > 0);

    Shot disabled;
    disabled.lab.world.setContactModifyCallback(
        {[](void*, ContactModify& contact) { contact.enabled = false; }, nullptr});
    CHECK(disabled.passes());

    Shot lively;
    lively.lab.world.setContactModifyCallback({[](void*, ContactModify& contact) { contact.restitution = 1; }, nullptr});
    CHECK(!lively.passes());
    CHECK(lively.lab.world.linearVelocity(lively.ball).x == about(-300, 1e-3));
}

TEST_CASE("an impact within a step tells its hit, its begin and its end") {
    Shot shot(ContinuousMode::Both, {.geometry = Box{{0.01f, 5, 5}}, .material = {.restitution = 1}});
    shot.lab.world.setMaterial(shot.lab.shapeOf(shot.ball), {.restitution = 1});
    int begins = 0, ends = 0, hits = 0, impacts = 0;
    for (int i = 0; i < 5; ++i) {
        shot.lab.world.step(kDt);
        begins += int(shot.lab.world.contactBeginEvents().size());
        ends += int(shot.lab.world.contactEndEvents().size());
        impacts += shot.lab.world.counters().sweptImpacts;
        for (const ContactHitEvent& hit : shot.lab.world.contactHitEvents()) {
            ++hits;
            CHECK(hit.shapeA == shot.lab.shapeOf(shot.wall));
            CHECK(hit.shapeB == shot.lab.shapeOf(shot.ball));
            CHECK(hit.approachSpeed == about(300, 1e-4));
            CHECK(hit.normal.x == about(-1));
            CHECK(hit.point.x == about(-0.01, 0.05));
        }
    }
    CHECK(hits == 1);
    CHECK(impacts == 1);
    CHECK(begins == 1);
    CHECK(ends == 1);
    CHECK(shot.lab.clean());
}

TEST_CASE("slow bodies are not swept, and fast ones are counted") {
    Lab lab(sleepless());
    lab.floor();
    lab.stack(4);
    lab.run(30);
    CHECK(lab.world.counters().sweptBodies == 0);
    const BodyId ball = lab.sphere({0, 60, 5}, 0.1f);
    lab.world.setLinearVelocity(ball, {0, -40, 0});
    lab.run(1);
    CHECK(lab.world.counters().sweptBodies == 1);
    CHECK(lab.world.counters().sweptImpacts == 0);
}

TEST_CASE("a wedge of two walls holds what flies into it") {
    Lab lab(weightless());
    for (const float side : {-1.0f, 1.0f})
        lab.body({.type = BodyType::Static,
                  .position = {0, side, 0},
                  .rotation = turn(-side * radians(12), {0, 0, 1})},
                 {.geometry = Box{{8, 0.02f, 5}}, .material = {.friction = 0, .restitution = 1}});
    const BodyId ball = lab.body({.position = {-3, 0.1f, 0}, .linearVelocity = {900, 50, 0}},
                                 {.geometry = Sphere{0.05f}, .material = {.friction = 0, .restitution = 1}});
    for (int i = 0; i < 30; ++i) {
        lab.world.step(kDt);
        const glm::vec3 p = lab.world.position(ball);
        // Between the planes, whose distance from the axis falls from side to side.
        CHECK((std::fabs(p.y) < 1.0f - 0.2f * p.x || std::fabs(p.x) > 7.5f));
        CHECK(glm::length(lab.world.linearVelocity(ball)) == about(901.4, 1e-2));
    }
    CHECK(lab.clean());
}
