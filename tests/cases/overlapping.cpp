#include "support/lab.h"
#include "support/solver_choices.h"

using namespace drystone;
using namespace drystone::lab;

// bulletphysics/bullet3#2579: contacts of a centimetre ball with millimetre boxes were missed.
TEST_CASE("a centimetre ball meets millimetre boxes at the right depth") {
    WorldSettings settings = weightless();
    settings.maxPushSpeed = 1e-6f;  // stays where it is
    Lab lab(settings);
    const glm::vec3 center{0.019576f, -1.03115f, 0.398155f};
    const float zs[] = {0.3925f, 0.3975f, 0.4025f}, depths[] = {3.621e-3f, 4.455e-3f, 4.157e-3f};
    std::vector<BodyId> boxes;
    for (const float z : zs)
        boxes.push_back(lab.body({.type = BodyType::Static, .position = {0.0275f, -1.0275f, z}},
                                 {.geometry = Box{glm::vec3(0.0025f)}}));
    const BodyId ball = lab.sphere(center, 0.01f);
    lab.run(1);
    std::vector<Contact> contacts;
    lab.world.contacts(contacts);
    REQUIRE(contacts.size() == 3);
    for (size_t i = 0; i < 3; ++i)
        for (const Contact& contact : contacts) {
            const BodyId a = lab.world.bodyOf(contact.shapeA), b = lab.world.bodyOf(contact.shapeB);
            if (!(a == boxes[i]) && !(b == boxes[i]))
                continue;
            CHECK(contact.pointCount == 1);
            CHECK(std::fabs(-contact.points[0].separation - depths[i]) < 1e-5f);
            const glm::vec3 middle{0.0275f, -1.0275f, zs[i]};
            const glm::vec3 nearest = middle + glm::clamp(center - middle, glm::vec3(-0.0025f), glm::vec3(0.0025f));
            const glm::vec3 toBall = glm::normalize(center - nearest) * (b == ball ? 1.0f : -1.0f);
            CHECK(glm::length(contact.normal - toBall) < 2e-3f);
        }
}

// DanielChappuis/reactphysics3d#32: two spheres at one point gave NaN.
TEST_CASE("bodies at the same point come apart, slowly, without momentum, the same way every time") {
    for (const bool boxes : {false, true})
        for (const SolverChoice& choice : kSolverChoices) {
            CAPTURE(boxes);
            CAPTURE(std::string(choice.name));
            glm::vec3 first(0);
            for (int round = 0; round < 2; ++round) {
                const WorldSettings settings = choice.in(weightless());
                Lab lab(settings);
                const BodyId a = boxes ? lab.box({0, 1, 0}) : lab.sphere({0, 1, 0});
                const BodyId b = boxes ? lab.box({0, 1, 0}) : lab.sphere({0, 1, 0});
                float fastest = 0;
                for (int i = 0; i < 120; ++i) {
                    lab.world.step(kDt);
                    REQUIRE(finite(lab.world.position(a)));
                    fastest = std::max(fastest, lab.world.measures().maxSpeed);
                    for (const double p : lab.world.measures().linearMomentum)
                        REQUIRE(std::fabs(p) < 1e-5);
                }
                CHECK(fastest < settings.maxPushSpeed * 1.001f);
                CHECK(lab.world.measures().maxPenetration < 0.01f);
                const glm::vec3 apart = lab.world.position(b) - lab.world.position(a);
                CHECK(glm::length(apart) > 0.95f);
                if (round == 0)
                    first = apart;
                CHECK(apart == first);
            }
        }
}

TEST_CASE("a hundred bodies at one point come apart without NaN") {
    for (const bool boxes : {false, true}) {
        Lab lab(weightless());
        for (int i = 0; i < 100; ++i)
            boxes ? lab.box({0, 0, 0}) : lab.sphere({0, 0, 0});
        lab.run(240);
        std::vector<BodyId> all;
        lab.world.bodies(all);
        for (const BodyId id : all)
            REQUIRE(finite(lab.world.position(id)));
        CHECK(lab.world.counters().frozenBodies == 0);
        CHECK(lab.clean());
    }
}

// Nothing that the contact may change moves its point, so its effective mass is rounding divided by rounding.
TEST_CASE("a ball that may turn but not move, pressed into a wall, does not spin up") {
    for (const SolverChoice& choice : kSolverChoices) {
        CAPTURE(std::string(choice.name));
        Lab lab(choice.in({}));
        lab.body({.type = BodyType::Static}, {.geometry = HalfSpace{{0.316f, 0.876f, 0.364f}, 0}});
        const BodyId ball = lab.body({.position = {0.1f, 0.123f, -0.2f}},
                                     {.geometry = Sphere{0.5f}, .position = {0.1f, 0.29f, -0.057f}});
        lab.world.setLocks(ball, AxisLock::LinearX | AxisLock::LinearY | AxisLock::LinearZ);
        float fastest = 0;
        for (int i = 0; i < 120; ++i) {
            lab.world.step(kDt);
            fastest = std::max(fastest, glm::length(lab.world.angularVelocity(ball)));
        }
        CHECK(fastest < 0.1f);
        CHECK(lab.clean());
    }
}

TEST_CASE("many bodies made at one point: every two are a pair, memory follows the pairs, and all part in the end") {
    constexpr int kCount = 60;
    Lab lab(weightless());
    for (int i = 0; i < kCount; ++i)
        lab.box({0, 0, 0});
    const size_t before = lab.world.counters().memoryBytes;
    lab.world.step(kDt);
    const WorldCounters counters = lab.world.counters();
    CHECK(counters.pairs == kCount * (kCount - 1) / 2);
    CHECK(counters.memoryBytes - before < 4000u * size_t(counters.pairs));
    lab.run(300);
    CHECK(lab.world.counters().frozenBodies == 0);
    CHECK(lab.world.counters().pairs < counters.pairs / 4);
    CHECK(lab.world.measures().maxPenetration < 0.1f);
    CHECK(lab.clean());
}
