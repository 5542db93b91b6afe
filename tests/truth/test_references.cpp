// The suite's own expectations, held against each other.
#include <cmath>

#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "truth/reference_free_body.h"
#include "truth/reference_plate.h"
#include "truth/scenario.h"

using namespace drystone::truth;

namespace {

// Moments at which the spin about the y axis changes sign, by integration.
std::vector<double> integratedFlips(FreeBody body, double seconds) {
    std::vector<double> out;
    const double h = 0.002;
    double last = body.spin.y;
    for (double t = h; t < seconds; t += h) {
        body = advanced(body, h);
        const double now = (glm::conjugate(body.rotation) * body.spin).y;
        if (now * last < 0)
            out.push_back(t - h * now / (now - last));
        last = now;
    }
    return out;
}

bool near(double a, double b, double share) {
    return std::fabs(a - b) <= share * std::fabs(b);
}

}  // namespace

TEST_CASE("elliptic functions and integration give the same flips, off towards either axis") {
    const glm::dvec3 inertia = boxInertia({0.5, 0.25, 0.1}, 1);
    for (const int off : {0, 2}) {
        glm::dvec3 spin(0, 6, 0);
        spin[off] = 0.1;
        const std::vector<double> exact = flipTimes({inertia.y, inertia[off], inertia[2 - off]}, 6, 0.1, 3);
        const std::vector<double> found = integratedFlips({inertia, {1, 0, 0, 0}, spin}, exact.back() + 0.05);
        REQUIRE(found.size() == 3);
        for (size_t i = 0; i < 3; ++i)
            CHECK(near(found[i], exact[i], 1e-4));
    }
}

TEST_CASE("the free body keeps energy, and turns a sphere by w t") {
    const FreeBody start{boxInertia({0.1, 0.3, 0.5}, 2), {1, 0, 0, 0}, {1, 5, 2}};
    const FreeBody end = advanced(start, 2);
    const auto energy = [](const FreeBody& b) {
        const glm::dvec3 w = glm::conjugate(b.rotation) * b.spin;
        return glm::dot(w * w, b.inertia);
    };
    CHECK(near(energy(end), energy(start), 1e-9));
    const FreeBody ball = advanced({glm::dvec3(1), {1, 0, 0, 0}, {0, 0, 1}}, 2);
    CHECK(near(2 * std::atan2(ball.rotation.z, ball.rotation.w), 2, 1e-9));
}

TEST_CASE("a plate that only slides or only spins stops as the closed forms say") {
    const PlateStop slides = plateStop(0.5, 0.3, 4, 3, 0);
    CHECK(near(slides.distance, 9.0 / 8, 2e-3));
    CHECK(near(slides.time, 0.75, 2e-3));
    for (const double halfZ : {0.5, 0.2, 0.05}) {
        const PlateStop spins = plateStop(0.5, halfZ, 4, 0, 5);
        const double time = spinStopTime(0.5, halfZ, 4, 5);
        CHECK(near(spins.time, time, 5e-3));
        CHECK(near(spins.angle, 2.5 * time, 5e-3));
    }
}

TEST_CASE("the mean radius of a square is 0.3826 of its side, that of a line a quarter of its length") {
    CHECK(near(meanRadius(0.5, 0.5), 0.38260, 1e-4));
    CHECK(near(meanRadius(0.5, 1e-5), 0.25, 1e-4));
    CHECK(near(meanRadius(0.2, 0.7), meanRadius(0.7, 0.2), 1e-12));
}

TEST_CASE("a score falls with the logarithm of the error, and what is no number scores nothing") {
    const Limits limits{0.01, 1};
    CHECK(scoreOf(0, limits) == 1);
    CHECK(scoreOf(0.01, limits) == 1);
    CHECK(near(scoreOf(0.1, limits), 0.5, 1e-12));
    CHECK(scoreOf(1, limits) == 0);
    CHECK(scoreOf(5, limits) == 0);
    CHECK(scoreOf(std::nan(""), limits) == 0);
    Worst worst;
    worst.error(2);
    worst.error(std::nan(""));
    worst.error(3);
    CHECK(std::isnan(worst.value()));
}
