#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// godotengine/godot#50173: a body that spun about its middle axis never flipped.
TEST_CASE("a body that spins about its middle axis flips when Euler's equations say, and keeps what it has") {
    struct Trial {
        float off;              // rad/s
        double first, between;  // s
    };
    for (const Trial& trial : {Trial{0.01f, 2.37, 4.735}, Trial{0.05f, 1.84, 3.69}}) {
        CAPTURE(trial.off);
        Lab lab(weightless());
        const BodyId box = lab.box({0, 0, 0}, {0.1f, 0.3f, 0.5f});
        lab.world.setAngularVelocity(box, {trial.off, 5, 0});
        const double energy = lab.world.measures().kineticEnergy;
        const float momentum = glm::length(angularMomentum(lab.world, box));
        std::vector<double> flips;
        float last = 5;
        for (int i = 1; i <= 1200; ++i) {
            lab.world.step(kDt);
            const float now = (glm::conjugate(lab.world.rotation(box)) * lab.world.angularVelocity(box)).y;
            if ((now < 0) != (last < 0))
                flips.push_back(i * double(kDt));
            last = now;
            REQUIRE(glm::length(angularMomentum(lab.world, box)) == about(momentum, 0.03));
            REQUIRE(lab.world.measures().kineticEnergy == about(energy, 0.05));
        }
        REQUIRE(flips.size() >= 4);
        CHECK(flips[0] == about(trial.first, 0.15));
        for (size_t i = 1; i < flips.size(); ++i)
            CHECK(flips[i] - flips[i - 1] == about(trial.between, 0.15));
    }
}
