#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// jrouwe/JoltPhysics#1286: with e = 1 each bounce was higher than the last.
TEST_CASE("an elastic ball keeps its height for a minute") {
    Lab lab(sleepless());
    const Material material{.friction = 0, .restitution = 1};
    lab.floor(material);
    const BodyId ball = lab.sphere({0, 2.5f, 0}, 0.5f, material);
    const double start = lab.world.measures().potentialEnergy;
    std::vector<double> apexes;
    double best = 0, most = 0;
    float last = 0;
    for (int i = 0; i < 3600; ++i) {
        lab.world.step(kDt);
        const float v = lab.world.linearVelocity(ball).y;
        const double gap = double(lab.world.position(ball).y) - 0.5;
        if (v > 0 && last <= 0)
            best = 0;
        if (v <= 0 && last > 0)
            apexes.push_back(std::max(best, gap));
        best = std::max(best, gap);
        last = v;
        const WorldMeasures m = lab.world.measures();
        most = std::max(most, m.kineticEnergy + m.potentialEnergy);
    }
    REQUIRE(apexes.size() > 20);
    double least = 9, highest = 0;
    for (size_t i = 0; i < 20; ++i) {
        CHECK(std::fabs(apexes[i] - 2) < 0.04);
        least = std::min(least, apexes[i]);
        highest = std::max(highest, apexes[i]);
    }
    MESSAGE("bounces 1 to 20 reach " << least << " to " << highest << " m; bounce " << apexes.size() << " reaches "
                                     << apexes.back());
    CHECK(std::fabs(apexes[19] - apexes[0]) / 19 < 0.001 * 2);
    CHECK(most < 1.01 * start);
}

// dimforge/rapier#974: about one part in a hundred of the drop came back, whatever the restitution.
TEST_CASE("the rebound law holds at every step length") {
    for (const float e : {0.3f, 0.5f, 0.8f, 0.95f}) {
        double lowest = 2, highest = 0;
        for (const float dt : {1.0f / 30, 1.0f / 60, 1.0f / 240}) {
            Lab lab;
            lab.floor();
            const BodyId ball = lab.sphere({0, 2.5f, 0}, 0.5f, {.restitution = e});
            double apex = 0;
            bool bounced = false;
            for (int i = 0; i < int(2.5f / dt); ++i) {
                lab.world.step(dt);
                const float v = lab.world.linearVelocity(ball).y;
                bounced |= v > 0;
                if (bounced && v > 0)
                    apex = std::max(apex, double(lab.world.position(ball).y) - 0.5);
                if (bounced && v <= 0)
                    break;
            }
            CAPTURE(e);
            CAPTURE(dt);
            CHECK(std::fabs(apex / 2 - double(e * e)) < 0.03);
            lowest = std::min(lowest, apex / 2);
            highest = std::max(highest, apex / 2);
        }
        CHECK(highest - lowest < 0.04);
    }
}

// bulletphysics/bullet3#4341: a cube bounced at the usual step and stayed down at short ones.
TEST_CASE("a cube that lands flat bounces alike at the usual step and at very short ones") {
    for (const float dt : {1.0f / 60, 0.002f, 0.0002f}) {
        CAPTURE(dt);
        Lab lab(sleepless());
        lab.floor({.restitution = 0.8f});
        const BodyId cube = lab.box({0, 1.1f, 0}, glm::vec3(0.1f), {.restitution = 0.8f});
        float apex = 0;
        for (int i = 0; i < int(1.2f / dt); ++i) {
            lab.world.step(dt);
            if (float(i) * dt > 0.55f)
                apex = std::max(apex, lab.world.position(cube).y - 0.1f);
        }
        MESSAGE("steps of " << dt << " s: " << apex);
        CHECK(std::fabs(apex - 0.64f) < 0.05f);
    }
}
