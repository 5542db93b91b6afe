#include "solver/pgs_area.h"

#include <algorithm>
#include <cmath>

#include "solver/contact_friction.h"

namespace drystone {

PgsArea::PgsArea(double meanRadius, double xx, double xy, double yy) : radius(meanRadius), trace(xx + yy) {
    const double product = std::sqrt(std::max(xx * yy - xy * xy, 0.0)), scale = 1.0 / std::sqrt(trace + 2.0 * product);
    root[0] = scale * (xx + product);
    root[1] = scale * xy;
    root[2] = scale * (yy + product);
}

namespace {

// Gradient and Hessian of H(d) = mean |q|, q = (u, e w) = A d a tile: mean A^T q/|q| and mean A^T (1 - qq^T/|q|^2) A / |q|.
struct Dissipation {
    double gradient[3] = {0.0, 0.0, 0.0};
    double hessian[3][3] = {};

    Dissipation(const PgsArea& area, const double (&d)[3]) {
        constexpr int n = kernels::kTiles;
        const double smoothing = std::sqrt(double(kernels::kTileSmoothing) * area.trace) / n, inverse = 1.0 / area.radius;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const double px = double(2 * i + 1 - n) / n, py = double(2 * j + 1 - n) / n;
                const double x = area.root[0] * px + area.root[1] * py, y = area.root[1] * px + area.root[2] * py;
                const double a[3][3] = {
                    {1.0, 0.0, -y * inverse}, {0.0, 1.0, x * inverse}, {0.0, 0.0, smoothing * inverse}};
                add(a, d);
            }
        for (int i = 0; i < 3; ++i) {
            gradient[i] /= n * n;
            for (double& h : hessian[i])
                h /= n * n;
        }
    }

private:
    void add(const double (&a)[3][3], const double (&d)[3]) {
        double q[3];
        for (int k = 0; k < 3; ++k)
            q[k] = dot3(a[k], d);
        const double length = std::sqrt(dot3(q, q));
        if (!(length > 0.0))
            return;
        double pulled[3];  // A^T q / |q|
        for (int i = 0; i < 3; ++i) {
            pulled[i] = ((a[0][i] * q[0] + a[1][i] * q[1]) + a[2][i] * q[2]) / length;
            gradient[i] += pulled[i];
        }
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                hessian[i][j] += (((a[0][i] * a[0][j] + a[1][i] * a[1][j]) + a[2][i] * a[2][j]) - pulled[i] * pulled[j]) / length;
    }
};

double determinant(const double (&a)[3], const double (&b)[3], const double (&c)[3]) {
    return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

// G(d) = d + c + limit m grad H(d): monotone in the metric of m, with one root but where what holds is within the limit.
struct Balance {
    double value[3];
    double jacobianColumns[3][3];

    Balance(const PgsArea& area, const PgsMatrix& m, const double (&c)[3], double limit, const double (&d)[3]) {
        const Dissipation h(area, d);
        double moved[3];
        multiply(m, h.gradient, moved);
        for (int i = 0; i < 3; ++i) {
            value[i] = (d[i] + c[i]) + limit * moved[i];
            double column[3];
            multiply(m, h.hessian[i], column);
            for (int k = 0; k < 3; ++k)
                jacobianColumns[i][k] = limit * column[k] + (i == k ? 1.0 : 0.0);
        }
    }
    double error() const { return std::sqrt(dot3(value, value)); }
    // Newton's step, by Cramer's rule.
    void step(double (&out)[3]) const {
        const double (&j)[3][3] = jacobianColumns;
        const double whole = determinant(j[0], j[1], j[2]);
        const double minus[3] = {-value[0], -value[1], -value[2]};
        out[0] = determinant(minus, j[1], j[2]) / whole;
        out[1] = determinant(j[0], minus, j[2]) / whole;
        out[2] = determinant(j[0], j[1], minus) / whole;
    }
};

// The iteration of the kernels, d = |limit d - r v|: it gets near from anywhere. Leaves the motion that is left, reversed.
void approach(const PgsArea& area, const PgsMatrix& m, const double (&c)[3], double limit, int steps,
              double (&direction)[3], double (&d)[3]) {
    const double r = 1.0 / ((m[0] + m[2]) + m[5]);
    for (int i = 0; i <= steps; ++i) {
        const Dissipation h(area, direction);
        double moved[3];
        multiply(m, h.gradient, moved);
        for (int k = 0; k < 3; ++k)
            d[k] = -(limit * moved[k] + c[k]);
        if (i == steps)
            return;
        double next[3];
        for (int k = 0; k < 3; ++k)
            next[k] = limit * direction[k] + r * d[k];
        const double length = std::sqrt(dot3(next, next));
        for (int k = 0; k < 3; ++k)
            direction[k] = length > 0.0 ? next[k] / length : direction[k];
    }
}

// Newton's method with halved steps. Returns what is left of the balance.
double refine(const PgsArea& area, const PgsMatrix& m, const double (&c)[3], double limit, double least, double (&d)[3]) {
    static constexpr int kMostSteps = 40, kMostHalvings = 20;
    double error = Balance(area, m, c, limit, d).error();
    for (int i = 0; i < kMostSteps && error > least; ++i) {
        double step[3];
        Balance(area, m, c, limit, d).step(step);
        double share = 1.0, next[3], nextError = error;
        for (int k = 0; k < kMostHalvings; ++k, share *= 0.5) {
            for (int axis = 0; axis < 3; ++axis)
                next[axis] = d[axis] + share * step[axis];
            nextError = Balance(area, m, c, limit, next).error();
            if (nextError < error)
                break;
        }
        if (!(nextError < error))
            break;
        std::copy(next, next + 3, d);
        error = nextError;
    }
    return error;
}

}  // namespace

bool slideOnArea(const PgsArea& area, const PgsMatrix& m, const double (&c)[3], double limit, double (&z)[3]) {
    static constexpr int kRounds = 12, kSteps = 8;
    const double scale = std::sqrt(dot3(c, c));
    if (!(scale > 0.0))
        return false;
    double direction[3] = {-c[0] / scale, -c[1] / scale, -c[2] / scale}, d[3];
    for (int round = 0; round < kRounds; ++round) {
        approach(area, m, c, limit, kSteps << round, direction, d);
        if (refine(area, m, c, limit, 1e-16 * scale, d) > 1e-13 * scale)
            continue;
        if (!(dot3(d, d) > 1e-24 * scale * scale))
            return false;
        const Dissipation h(area, d);
        for (int i = 0; i < 3; ++i)
            z[i] = limit * h.gradient[i];
        return true;
    }
    return false;
}

}  // namespace drystone
