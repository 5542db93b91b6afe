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
