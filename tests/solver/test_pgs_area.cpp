#include <algorithm>
#include <cmath>
#include <cstdint>

#include <doctest/doctest.h>

#include "solver/pgs_area.h"

using namespace drystone;

TEST_CASE("an area rubs as the mean of its tiles, and dissipates the most") {
    // Of a rectangle that lies across the axes.
    const double a = 0.5, b = 0.2, c = std::cos(0.4), s = std::sin(0.4);
    const PgsArea area(0.29, a * a * c * c + b * b * s * s, (a * a - b * b) * c * s, a * a * s * s + b * b * c * c);
    const PgsMatrix m = {2.0, 0.3, 2.5, 0.1, 0.2, 1.0};
    uint32_t seed = 1;
    const auto draw = [&] {
        seed = seed * 1664525u + 1013904223u;
        return double(seed >> 8) / double(1 << 23) - 1.0;
    };
    // Of all that the limit allows, what was found does most against the motion that it leaves.
    for (int trial = 0; trial < 200; ++trial) {
        double motion[3], z[3], left[3];
        for (double& x : motion)
            x = 3.0 * draw();
        REQUIRE(slideOnArea(area, m, motion, 0.1, z));
        multiply(m, z, left);
        double power = 0.0;
        for (int i = 0; i < 3; ++i) {
            left[i] += motion[i];
            power += z[i] * left[i];
        }
        CHECK(power < 0.0);
        for (int other = 0; other < 20; ++other) {
            static constexpr PgsMatrix kStiff = {1e-9, 0.0, 1e-9, 0.0, 0.0, 1e-9};
            double way[3], x[3];
            for (double& component : way)
                component = draw();
            REQUIRE(slideOnArea(area, kStiff, way, 0.1, x));
            CHECK(x[0] * left[0] + x[1] * left[1] + x[2] * left[2] >= power - 1e-12);
        }
    }
}

// Between holding and sliding hardly any motion is left, whose direction is all that friction depends on.
TEST_CASE("what is about to slide on an area is solved as well as what slides") {
    const PgsArea area(0.29, 0.21, 0.04, 0.05);
    uint32_t seed = 7;
    const auto draw = [&] {
        seed = seed * 1664525u + 1013904223u;
        return double(seed >> 8) / double(1 << 23) - 1.0;
    };
    double worst = 0.0;  // power that is missing, share
    for (int trial = 0; trial < 200; ++trial) {
        // Stiff in one direction, to give in the others: a body in a wedge.
        double along[3], motion[3], z[3], stopping[3];
        PgsMatrix m = {1.0, 0.0, 1.0, 0.0, 0.0, 1.0};
        const double stiff = std::pow(10.0, 2.0 + 2.0 * draw());
        for (double& x : along)
            x = draw();
        for (int i = 0, k = 0; i < 3; ++i)
            for (int j = 0; j <= i; ++j, ++k)
                m[k] += stiff * along[i] * along[j];
        for (double& x : motion)
            x = 3.0 * draw();
        solveShifted(m, 0.0, motion, stopping);
        // The least limit that holds.
        const double length = std::sqrt(dot3(stopping, stopping));
        double slides = 0.5 * length, holds = 2.0 * length;
        for (int i = 0; i < 40; ++i) {
            const double limit = 0.5 * (slides + holds);
            (slideOnArea(area, m, motion, limit, z) ? slides : holds) = limit;
        }
        for (const double share : {1e-1, 1e-3, 1e-5, 1e-7}) {
            CHECK(!slideOnArea(area, m, motion, slides * (1.0 + share) + 1e-12 * length, z));
            const double limit = slides * (1.0 - share);
            REQUIRE(slideOnArea(area, m, motion, limit, z));
            // The farthest that the limit lets an impulse go against the motion that is left is where it is.
            static constexpr PgsMatrix kStiff = {1e-9, 0.0, 1e-9, 0.0, 0.0, 1e-9};
            double left[3], most[3];
            multiply(m, z, left);
            for (int i = 0; i < 3; ++i)
                left[i] += motion[i];
            const double speed = std::sqrt(dot3(left, left));
            for (double& x : left)
                x /= speed;
            REQUIRE(slideOnArea(area, kStiff, left, limit, most));
            worst = std::max(worst, (dot3(z, left) - dot3(most, left)) / limit);
        }
    }
    CHECK(worst < 1e-9);
}
