#include "truth/reference_plate.h"

#include <cmath>

namespace drystone::truth {

namespace {

struct Rates {
    double x, z, spin;
};

// Mean over the plate, turned by angle, of the unit vectors against which friction acts, and of their moment.
Rates drag(double halfX, double halfZ, double angle, double vx, double vz, double w) {
    constexpr int kCells = 40;
    const double c = std::cos(angle), s = std::sin(angle);
    Rates sum{0, 0, 0};
    for (int i = 0; i < kCells; ++i)
        for (int j = 0; j < kCells; ++j) {
            const double bx = halfX * ((2 * i + 1.0) / kCells - 1), bz = halfZ * ((2 * j + 1.0) / kCells - 1);
            const double x = c * bx + s * bz, z = -s * bx + c * bz;
            const double ux = vx + w * z, uz = vz - w * x;  // spin about y, right-handed
            const double scale = 1 / std::sqrt(ux * ux + uz * uz + 1e-18);
            sum.x += ux * scale;
            sum.z += uz * scale;
            sum.spin += (z * ux - x * uz) * scale;
        }
    constexpr double kMean = 1.0 / (kCells * kCells);
    return {sum.x * kMean, sum.z * kMean, sum.spin * kMean};
}

}  // namespace

PlateStop plateStop(double halfX, double halfZ, double muG, double speed, double spin) {
    const double inertia = (halfX * halfX + halfZ * halfZ) / 3;  // about the vertical, a unit of mass
    const double span = speed / muG + std::fabs(spin) * inertia / (muG * meanRadius(halfX, halfZ));
    const double h = span / 3000;
    double x = 0, z = 0, angle = 0, vx = speed, vz = 0, w = spin, time = 0;
    const double enough = 1e-6 * (speed * speed + inertia * spin * spin);
    while (vx * vx + vz * vz + inertia * w * w > enough && time < 2 * span) {
        const Rates a = drag(halfX, halfZ, angle, vx, vz, w);
        const double mx = vx - 0.5 * h * muG * a.x, mz = vz - 0.5 * h * muG * a.z;
        const double mw = w - 0.5 * h * muG * a.spin / inertia;
        const Rates b = drag(halfX, halfZ, angle + 0.5 * h * w, mx, mz, mw);
        x += h * mx;
        z += h * mz;
        angle += h * mw;
        vx -= h * muG * b.x;
        vz -= h * muG * b.z;
        w -= h * muG * b.spin / inertia;
        time += h;
    }
    return {std::sqrt(x * x + z * z), angle, time};
}

double meanRadius(double halfX, double halfZ) {
    const double a = 2 * halfX, b = 2 * halfZ, d = std::hypot(a, b);
    return (2 * d + a * a / b * std::log((b + d) / a) + b * b / a * std::log((a + d) / b)) / 12;
}

double spinStopTime(double halfX, double halfZ, double muG, double spin) {
    const double inertia = (halfX * halfX + halfZ * halfZ) / 3;
    return spin * inertia / (muG * meanRadius(halfX, halfZ));
}

}  // namespace drystone::truth
