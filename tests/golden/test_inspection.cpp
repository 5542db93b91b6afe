// What the inspector, the heat maps and the finder tell, against what is known of a world.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "core/finder.h"
#include "core/heat_map.h"
#include "core/inspection.h"
#include "core/session.h"
#include "renderer/draw_list.h"

namespace {

using namespace drystone;
using namespace drystone::sandbox;

struct Bench {
    MessageLog log{false};
    Session session;

    explicit Bench(const char* scene, int steps) : session(*scenes::findScene(scene), {}, log) {
        for (int i = 0; i < steps; ++i) {
            REQUIRE(session.stepOnce());
        }
    }
    const World& world() { return session.simulation.world(); }
    const std::vector<BodyId>& bodies() { return session.simulation.bodies(); }
    std::vector<Contact> contacts() {
        std::vector<Contact> list;
        world().contacts(list);
        return list;
    }
};

// Of the dynamic ones, from the bottom up.
std::vector<BodyId> stackOf(Bench& bench) {
    std::vector<BodyId> cubes;
    for (const BodyId body : bench.bodies()) {
        if (bench.world().type(body) == BodyType::Dynamic) {
            cubes.push_back(body);
        }
    }
    return cubes;
}

size_t indexOf(const std::vector<FinderItem>& items, const std::vector<size_t>& found, const std::string& id) {
    for (size_t i = 0; i < found.size(); ++i) {
        if (items[found[i]].id == id) {
            return i;
        }
    }
    return found.size();
}

}  // namespace

TEST_CASE("A resting cube carries what stands on it, and its energies are those of the formulas") {
    Bench bench("stack_10", 40);
    const std::vector<BodyId> cubes = stackOf(bench);
    REQUIRE(cubes.size() == 10);
    const std::vector<Contact> contacts = bench.contacts();
    const float h = 1.0f / (bench.session.hertz() * static_cast<float>(bench.world().settings().substeps));
    const BodyFacts lowest = inspectBody(bench.world(), cubes[0], bench.bodies(), contacts);
    // The floor holds ten cubes of a ton, the cube above presses with nine.
    CHECK(lowest.normalImpulse / h == doctest::Approx(19.0 * 1000.0 * 9.81).epsilon(0.02));
    CHECK(lowest.contacts == 2);
    CHECK(lowest.points == 8);
    CHECK(lowest.groupSize == 10);
    CHECK(lowest.potentialEnergy == doctest::Approx(1000.0 * 9.81 * 0.5).epsilon(0.01));
    CHECK(lowest.depth < 0.005f);
    CHECK(lowest.speed < 0.01f);
}

TEST_CASE("A thrown and spinning box has the momenta and the energy of the formulas") {
    Bench bench("single_box", 0);
    World& world = bench.session.simulation.world();
    const BodyId box = stackOf(bench).front();
    REQUIRE(world.setLinearVelocity(box, {3.0f, 0.0f, -4.0f}));
    REQUIRE(world.setAngularVelocity(box, {0.0f, 2.0f, 0.0f}));
    const BodyFacts facts = inspectBody(world, box, bench.bodies(), {});
    const double inertia = 1000.0 / 6.0;  // of a cube of a metre and a ton about any axis
    CHECK(facts.speed == doctest::Approx(5.0));
    CHECK(glm::length(facts.momentum) == doctest::Approx(5000.0));
    CHECK(facts.angularMomentum.y == doctest::Approx(2.0 * inertia));
    CHECK(facts.kineticEnergy == doctest::Approx(0.5 * 1000.0 * 25.0 + 0.5 * inertia * 4.0));
    CHECK(restSpeed(world, box) == doctest::Approx(std::sqrt(2.0 * facts.kineticEnergy / 1000.0)));
}

TEST_CASE("The inspector names what keeps a body awake") {
    Bench bench("stack_10", 20);
    World& world = bench.session.simulation.world();
    const std::vector<BodyId> cubes = stackOf(bench);
    const auto why = [&](BodyId body) { return whyAwake(world, body, bench.bodies(), bench.contacts()); };

    REQUIRE(world.setLinearVelocity(cubes[9], {0.0f, 0.5f, 0.0f}));
    const Wakefulness told = why(cubes[0]);
    CHECK(told.other == cubes[9]);
    CHECK(told.detail.find("Body 10 of its island moves at 0.5 m/s") != std::string::npos);
    CHECK(why(cubes[9]).cause == "a call");
    for (int i = 0; i < 600 && world.isAwake(cubes[0]); ++i) {
        bench.session.stepOnce();
    }
    REQUIRE(!world.isAwake(cubes[0]));
    CHECK(why(cubes[0]).cause == "asleep");
    REQUIRE(world.setAllowSleep(cubes[3], false));
    REQUIRE(world.wakeBody(cubes[3]));
    for (int i = 0; i < 90; ++i) {
        bench.session.stepOnce();
    }
    CHECK(why(cubes[3]).cause == "sleep forbidden");
    CHECK(why(cubes[3]).detail == "This body is not allowed to sleep.");
    CHECK(why(cubes[5]).cause == "sleep forbidden");
    CHECK(why(bench.bodies().front()).cause == "static");
}

TEST_CASE("A contact tells its load, its slip and its two surfaces") {
    Bench bench("stack_10", 40);
    const std::vector<Contact> contacts = bench.contacts();
    const std::vector<BodyId> cubes = stackOf(bench);
    REQUIRE(contacts.size() == 10);
    const float h = 1.0f / (60.0f * static_cast<float>(bench.world().settings().substeps));
    float most = 0.0f;
    for (const Contact& contact : contacts) {
        const ContactFacts facts = inspectContact(bench.world(), contact);
        most = std::max(most, facts.normalImpulse / h);
        CHECK(facts.slidingSpeed < 0.01f);
        CHECK(facts.frictionShare < 1.0f);
    }
    CHECK(most == doctest::Approx(10.0 * 1000.0 * 9.81).epsilon(0.02));

    CHECK(pairSurface({.friction = 0.2f}, {.friction = 0.6f}).friction == doctest::Approx(0.4));
    CHECK(pairSurface({.friction = 0.2f, .frictionRule = CombineRule::Minimum}, {.friction = 0.6f}).friction ==
          doctest::Approx(0.2));
    CHECK(pairSurface({.restitution = 0.1f}, {.restitution = 0.7f}).restitution == doctest::Approx(0.7));
}

TEST_CASE("A click takes the contact that is drawn under it, and only near one") {
    Bench bench("stack_10", 40);
    Camera camera;
    camera.setViewport({0, 0, 1280, 720}, {0, 0, 1280, 720});
    camera.setView(bench.session.simulation.entry().view);
    const std::vector<Contact> contacts = bench.contacts();
    const glm::vec3 at = camera.project(contacts[4].points[0].position);
    const Contact* found = nearestContact(contacts, camera, glm::vec2(at) + 3.0f, 8.0f);
    REQUIRE(found);
    bench.session.selectContact(found->shapeA, found->shapeB);
    CHECK(bench.session.selectedContact(contacts) == found);
    CHECK(!bench.session.selected());
    CHECK(!nearestContact(contacts, camera, {5.0f, 5.0f}, 8.0f));
    bench.session.select(stackOf(bench)[0]);
    CHECK(!bench.session.contactSelected());
}

TEST_CASE("Heat maps measure what they say") {
    Bench bench("stack_10", 40);
    const std::vector<BodyId> cubes = stackOf(bench);
    HeatMap heat;
    heat.measure(bench.session.simulation, HeatBy::Impulse);
    for (size_t i = 1; i < cubes.size(); ++i) {
        CHECK(heat.value(cubes[i]) < heat.value(cubes[i - 1]));
    }
    CHECK(heat.top() >= heat.value(cubes[0]));
    heat.measure(bench.session.simulation, HeatBy::Contacts);
    CHECK(heat.value(cubes[9]) == 1.0f);
    CHECK(heat.value(cubes[5]) == 2.0f);
    heat.measure(bench.session.simulation, HeatBy::Island);
    CHECK(heat.color(cubes[0]) == heat.color(cubes[9]));
    heat.measure(bench.session.simulation, HeatBy::Color);
    CHECK(heat.value(cubes[3]) == -1.0f);  // asleep: it is in no colour of the graph
    Bench fresh("stack_10", 10);
    heat.measure(fresh.session.simulation, HeatBy::Color);
    CHECK(heat.value(stackOf(fresh)[3]) >= 0.0f);

    REQUIRE(bench.session.simulation.world().setLinearVelocity(cubes[9], {0.0f, 3.0f, 0.0f}));
    heat.measure(bench.session.simulation, HeatBy::Speed);
    CHECK(heat.value(cubes[9]) == 3.0f);
    CHECK(heat.top() == 5.0f);
    CHECK(heat.color(cubes[9]) != heat.color(cubes[0]));

    for (int i = 0; i < 400; ++i) {
        bench.session.stepOnce();
    }
    REQUIRE(!bench.world().isAwake(cubes[0]));
    heat.measure(bench.session.simulation, HeatBy::SleepTime);
    CHECK(heat.value(cubes[0]) > 1.0f);
    CHECK(heat.value(cubes[0]) < 7.5f);
    heat.measure(bench.session.simulation, HeatBy::None);
    CHECK(!heat.on());
}

TEST_CASE("Every scene can be coloured by every quantity") {
    for (const char* scene : {"deep_overlap", "tumbler", "sensor_gate", "near_miss"}) {
        Bench bench(scene, 30);
        for (const Choice<HeatBy>& choice : heatChoices()) {
            HeatMap heat;
            heat.measure(bench.session.simulation, choice.value);
            CHECK(std::isfinite(heat.top()));
            CHECK(heat.top() > 0.0f);
            CHECK(std::string(choice.explanation).size() > 10);
        }
    }
}

TEST_CASE("A wall is seen through when it hides what moves, and only then") {
    Bench bench("squeeze", 60);
    Camera camera;
    camera.setViewport({0, 0, 1280, 720}, {0, 0, 1280, 720});
    camera.setView(bench.session.simulation.entry().view);
    DrawList list;
    list.gather(bench.session.simulation, 1.0f, {}, camera.eye(), HeatMap{});
    // The wall in front. The jaws hide nothing, however the eye stands to their planes.
    REQUIRE(list.seenThrough.size() == 1);
    CHECK((list.seenThrough[0].flags & instance_flags::kStatic) != 0);
    CHECK(list.seenThrough[0].position.z > 0.0f);
    list.gather(bench.session.simulation, 1.0f, {}, {0.0f, 30.0f, 0.1f}, HeatMap{});
    CHECK(list.seenThrough.empty());
}

TEST_CASE("The finder puts first what is meant") {
    const std::vector<FinderItem> items = {
        {FinderItem::Kind::Scene, "stack_50", "stack 50", "Fifty cubes."},
        {FinderItem::Kind::Scene, "stack_10", "stack 10", "Ten cubes stand."},
        {FinderItem::Kind::Scene, "deep_overlap", "deep overlap", "27 boxes start inside each other."},
        {FinderItem::Kind::Control, "substeps", "Substeps", "Parts that each step is cut into (count).", 0},
        {FinderItem::Kind::Control, "draw.contact_points", "Points", "A dot at each contact point.", 2},
        {FinderItem::Kind::Control, "friction_model", "Friction", "How friction is laid on the points.", 0},
    };
    const auto first = [&](const char* query) {
        const std::vector<size_t> found = findItems(query, items, 10);
        return found.empty() ? std::string() : items[found[0]].id;
    };
    CHECK(first("st10") == "stack_10");
    CHECK(first("s50") == "stack_50");
    CHECK(first("subs") == "substeps");
    CHECK(first("FRIC") == "friction_model");
    CHECK(first("dovl") == "deep_overlap");
    CHECK(first("dot at each") == "draw.contact_points");
    CHECK(first("qqq").empty());
    const std::vector<size_t> points = findItems("points", items, 10);
    CHECK(indexOf(items, points, "draw.contact_points") == 0);
    CHECK(indexOf(items, points, "friction_model") < points.size());
    CHECK(findItems("", items, 3).size() == 3);
    CHECK(fuzzyScore("stack", "stack 10") > fuzzyScore("stack", "some tall back"));
    CHECK(fuzzyScore("xyz", "stack") < 0);
}
