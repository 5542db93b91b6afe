// Overlap that is there from the start has to go; whether its going leaves energy behind is the choice of stabilisation.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

struct Apart {
    double kinetic;  // J, at the end
    float overlap;   // m, at the end
};

WorldSettings sequential(Stabilisation stabilisation) {
    WorldSettings settings = weightless();
    settings.sleeping = false;
    settings.solver = SolverKind::SequentialImpulse;
    settings.stabilisation = stabilisation;
    return settings;
}

Apart separate(Stabilisation stabilisation, bool spheres) {
    Lab lab(sequential(stabilisation));
    if (spheres) {
        lab.sphere({0, 0, 0});
        lab.sphere({0.7f, 0, 0});
    } else {
        lab.box({0, 0, 0});
        lab.box({0.8f, 0.1f, 0});
    }
    lab.run(180);
    return {lab.world.measures().kineticEnergy, lab.world.measures().maxPenetration};
}

}  // namespace

TEST_CASE("SplitImpulse and Ngs leave no kinetic energy after depenetration, Baumgarte does") {
    for (const bool spheres : {true, false}) {
        const Apart baumgarte = separate(Stabilisation::Baumgarte, spheres);
        CHECK(baumgarte.kinetic > 0.01);
        CHECK(baumgarte.overlap < 0.006f);
        for (const Stabilisation stabilisation : {Stabilisation::SplitImpulse, Stabilisation::Ngs}) {
            const Apart apart = separate(stabilisation, spheres);
            MESSAGE(std::string(spheres ? "spheres" : "boxes")
                    << ": " << apart.kinetic << " J, Baumgarte " << baumgarte.kinetic << " J");
            CHECK(apart.kinetic < 1e-9);
            CHECK(apart.overlap < 0.006f);
        }
    }
}

TEST_CASE("SplitImpulse and Ngs do not change the speed of a pair that flies while it separates") {
    for (const Stabilisation stabilisation : {Stabilisation::SplitImpulse, Stabilisation::Ngs}) {
        Lab lab(sequential(stabilisation));
        const BodyId a = lab.sphere({0, 0, 0}), b = lab.sphere({0.7f, 0, 0});
        for (const BodyId id : {a, b})
            lab.world.setLinearVelocity(id, {1, 2, 0});
        lab.run(120);
        CHECK(glm::length(lab.world.linearVelocity(a) - glm::vec3(1, 2, 0)) < 1e-5f);
        CHECK(glm::length(lab.world.linearVelocity(b) - glm::vec3(1, 2, 0)) < 1e-5f);
        CHECK(lab.world.position(b).x - lab.world.position(a).x > 0.99f);
    }
}

TEST_CASE("SoftStep pushes no faster than maxPushSpeed and relaxes what it pushed with") {
    WorldSettings settings = weightless();
    settings.sleeping = false;
    settings.maxPushSpeed = 2;
    Lab lab(settings);
    lab.box({0, 0, 0});
    lab.box({0.5f, 0.1f, 0});
    float fastest = 0;
    for (int i = 0; i < 180; ++i) {
        lab.world.step(kDt);
        fastest = std::max(fastest, lab.world.measures().maxSpeed);
    }
    CHECK(fastest < 2.01f);
    CHECK(lab.world.measures().maxPenetration < 0.006f);
}

TEST_CASE("64 boxes made at one point part to all sides and come to rest") {
    Lab lab;
    lab.world.createShape(lab.world.createBody({.type = BodyType::Static}), {.geometry = HalfSpace{}});
    std::vector<BodyId> boxes;
    for (int i = 0; i < 64; ++i)
        boxes.push_back(lab.box({0, 2, 0}, glm::vec3(0.25f)));
    float fastest = 0.0f;
    for (int i = 0; i < 120; ++i) {
        lab.run(1);
        for (const BodyId id : boxes)
            fastest = std::max(fastest, glm::length(lab.world.linearVelocity(id)));
    }
    // A pair parts at no more than 3 m/s, of four in a line the outer ones at 4.5 along each axis; then they fall.
    CHECK(fastest < 9.0f);
    CHECK(lab.world.measures().maxPenetration < 0.006f);
    int sides[6] = {};
    for (const BodyId id : boxes) {
        const glm::vec3 at = lab.world.position(id);
        CHECK(glm::length(at) < 8.0f);
        ++sides[at.x < 0 ? 0 : 1];
        ++sides[at.z < 0 ? 2 : 3];
    }
    for (int i = 0; i < 4; ++i)
        CHECK(sides[i] > 16);
    lab.run(120);
    for (const BodyId id : boxes)
        CHECK(glm::length(lab.world.linearVelocity(id)) < 0.05f);
}
