#include "solver/pgs_area.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "solver/contact_friction.h"

namespace drystone {

PgsArea::PgsArea(double meanRadius, double xx, double xy, double yy) : radius(meanRadius), trace(xx + yy) {
    const double product = std::sqrt(std::max(xx * yy - xy * xy, 0.0)), scale = 1.0 / std::sqrt(trace + 2.0 * product);
    root[0] = scale * (xx + product);
    root[1] = scale * xy;
    root[2] = scale * (yy + product);
}

namespace {

using Vector = double[3];

// H(d) = mean |q|, q = (u, e w) = A d a tile, the power of friction over its limit; its gradient mean A^T q/|q|, and its
// Hessian mean A^T (1 - qq^T/|q|^2) A / |q|.
struct Dissipation {
    double value = 0.0;
    Vector gradient = {0.0, 0.0, 0.0};
    PgsMatrix hessian = {};

    Dissipation(const PgsArea& area, const Vector& d) {
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
        value /= n * n;
        for (double& g : gradient)
            g /= n * n;
        for (double& h : hessian)
            h /= n * n;
    }

private:
    void add(const double (&a)[3][3], const Vector& d) {
        Vector q;
        for (int k = 0; k < 3; ++k)
            q[k] = dot3(a[k], d);
        const double length = std::sqrt(dot3(q, q));
        if (!(length > 0.0))
            return;
        Vector pulled;  // A^T q / |q|
        value += length;
        for (int i = 0; i < 3; ++i) {
            pulled[i] = ((a[0][i] * q[0] + a[1][i] * q[1]) + a[2][i] * q[2]) / length;
            gradient[i] += pulled[i];
        }
        for (int i = 0, k = 0; i < 3; ++i)
            for (int j = 0; j <= i; ++j, ++k)
                hessian[k] +=
                    (((a[0][i] * a[0][j] + a[1][i] * a[1][j]) + a[2][i] * a[2][j]) - pulled[i] * pulled[j]) / length;
    }
};

// Minimises a convex function by Newton's method with halved steps. Function: evaluate(x), with value, gradient and the
// positive definite Hessian. A step is taken that lowers the value as it should or, where rounding hides that, shortens the
// gradient. Ends where nothing does.
template <class Function>
void minimise(const Function& function, Vector& x) {
    static constexpr int kMostSteps = 40, kMostHalvings = 12;
    static constexpr double kFall = 1e-4;  // of what the slope promises
    auto now = function.evaluate(x);
    for (int i = 0; i < kMostSteps; ++i) {
        Vector step;
        solveShifted(now.hessian, 0.0, now.gradient, step);
        const double slope = dot3(now.gradient, step), steep = dot3(now.gradient, now.gradient);
        bool better = false;
        double share = 1.0;
        for (int k = 0; k < kMostHalvings && !better; ++k, share *= 0.5) {
            Vector next;
            for (int axis = 0; axis < 3; ++axis)
                next[axis] = x[axis] - share * step[axis];
            const auto there = function.evaluate(next);
            const double fall = now.value - there.value, rounding = 1e-12 * std::fabs(now.value);
            better = (fall > rounding && fall >= kFall * share * slope) ||
                (fall >= -rounding && dot3(there.gradient, there.gradient) < 0.81 * steep);
            if (better) {
                now = there;
                std::copy(next, next + 3, x);
            }
        }
        if (!better)
            return;
    }
}

struct Convex {
    double value;
    Vector gradient;
    PgsMatrix hessian;
};

// L of m = L L^T, a column of zeros where nothing gives.
struct Factor {
    double l11, l21, l22, l31, l32, l33;

    explicit Factor(const PgsMatrix& m) {
        const double least = 1e-12 * ((m[0] + m[2]) + m[5]);
        const auto root = [least](double pivot) { return pivot > least ? std::sqrt(pivot) : 0.0; };
        const auto over = [](double x, double pivot) { return pivot > 0.0 ? x / pivot : 0.0; };
        l11 = root(m[0]);
        l21 = over(m[1], l11);
        l31 = over(m[3], l11);
        l22 = root(m[2] - l21 * l21);
        l32 = over(m[4] - l21 * l31, l22);
        l33 = root((m[5] - l31 * l31) - l32 * l32);
    }
    void apply(const Vector& y, Vector& out) const {
        out[0] = l11 * y[0];
        out[1] = l21 * y[0] + l22 * y[1];
        out[2] = (l31 * y[0] + l32 * y[1]) + l33 * y[2];
    }
    void applyTransposed(const Vector& x, Vector& out) const {
        out[0] = (l11 * x[0] + l21 * x[1]) + l31 * x[2];
        out[1] = l22 * x[1] + l32 * x[2];
        out[2] = l33 * x[2];
    }
    // y with L y = x as far as it gives.
    void solve(const Vector& x, Vector& y) const {
        const auto over = [](double value, double pivot) { return pivot > 0.0 ? value / pivot : 0.0; };
        y[0] = over(x[0], l11);
        y[1] = over(x[1] - l21 * y[0], l22);
        y[2] = over((x[2] - l31 * y[0]) - l32 * y[1], l33);
    }
    // L^T h L
    void conjugate(const PgsMatrix& h, PgsMatrix& out) const {
        const double columns[3][3] = {{l11, l21, l31}, {0.0, l22, l32}, {0.0, 0.0, l33}};
        Vector moved[3];
        for (int k = 0; k < 3; ++k)
            multiply(h, columns[k], moved[k]);
        for (int i = 0, k = 0; i < 3; ++i)
            for (int j = 0; j <= i; ++j, ++k)
                out[k] = dot3(columns[i], moved[j]);
    }
};

// With m = L L^T, c = L y0 + r, where r is what nothing stops, and d = L e - r: (y0 + e)^2 / 2 + limit H(d). At its least
// y0 + e is -L^T z with z = limit grad H(d), so that d is -(m z + c). Its curvature is at least 1, whatever m is, and d is
// exact however little is left of c.
struct Balance {
    const PgsArea& area;
    Factor factor;
    double limit;
    Vector start, rest;

    Balance(const PgsArea& pressed, const PgsMatrix& m, const Vector& c, double most)
        : area(pressed), factor(m), limit(most) {
        factor.solve(c, start);
        factor.apply(start, rest);
        for (int i = 0; i < 3; ++i)
            rest[i] = c[i] - rest[i];
        stoppable = !(dot3(rest, rest) > 1e-24 * dot3(c, c));
        for (double& component : rest)
            component = stoppable ? 0.0 : component;
    }
    void motion(const Vector& e, Vector& d) const {
        factor.apply(e, d);
        for (int i = 0; i < 3; ++i)
            d[i] -= rest[i];
    }
    Convex evaluate(const Vector& e) const {
        Vector d, y;
        motion(e, d);
        const Dissipation h(area, d);
        Convex out;
        factor.applyTransposed(h.gradient, out.gradient);
        for (int i = 0; i < 3; ++i) {
            y[i] = start[i] + e[i];
            out.gradient[i] = y[i] + limit * out.gradient[i];
        }
        out.value = 0.5 * dot3(y, y) + limit * h.value;
        factor.conjugate(h.hessian, out.hessian);
        for (double& entry : out.hessian)
            entry *= limit;
        for (const int diagonal : {0, 2, 5})
            out.hessian[diagonal] += 1.0;
        return out;
    }

    bool stoppable;
};

// H on the plane  z . p = 1,  p = z / z^2 + x u + y v.
struct Gauge {
    const PgsArea& area;
    Vector foot, u, v;

    Gauge(const PgsArea& pressed, const Vector& z) : area(pressed) {
        const double inverse = 1.0 / dot3(z, z), length = std::sqrt(inverse);
        const glm::dvec3 n = length * glm::dvec3(z[0], z[1], z[2]);
        const glm::dvec3 other = std::fabs(n.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
        const glm::dvec3 first = glm::normalize(glm::cross(n, other)), second = glm::cross(n, first);
        for (int i = 0; i < 3; ++i) {
            foot[i] = inverse * z[i];
            u[i] = length * first[i];
            v[i] = length * second[i];
        }
    }
    void direction(const Vector& x, Vector& p) const {
        for (int i = 0; i < 3; ++i)
            p[i] = (foot[i] + x[0] * u[i]) + x[1] * v[i];
    }
    Convex evaluate(const Vector& x) const {
        Vector p, hu, hv;
        direction(x, p);
        const Dissipation h(area, p);
        multiply(h.hessian, u, hu);
        multiply(h.hessian, v, hv);
        return {h.value,
                {dot3(u, h.gradient), dot3(v, h.gradient), 0.0},
                {dot3(u, hu), dot3(u, hv), dot3(v, hv), 0.0, 0.0, 0.0}};
    }
};

}  // namespace

bool slideOnArea(const PgsArea& area, const PgsMatrix& m, const double (&c)[3], double limit, double (&z)[3]) {
    const Balance balance(area, m, c, limit);
    Vector e = {0.0, 0.0, 0.0}, d, wanted;
    if (balance.stoppable) {
        // What stops all motion is within the limit if there is no p with  wanted . p > limit H(p).
        solveShifted(m, 0.0, c, wanted);
        if (!(dot3(wanted, wanted) > 0.0))
            return false;
        for (double& component : wanted)
            component = -component;
        const Gauge gauge(area, wanted);
        Vector x = {0.0, 0.0, 0.0}, p;
        minimise(gauge, x);
        gauge.direction(x, p);
        const double slope = 1.0 - limit * Dissipation(area, p).value;
        if (!(slope > 1e-15))
            return false;
        // On along p to the least of the balance: below that of no motion, where H has a kink.
        balance.factor.solve(p, e);
        const double share = slope / dot3(e, e);
        for (double& component : e)
            component *= share;
    }
    minimise(balance, e);
    balance.motion(e, d);
    const Dissipation h(area, d);
    for (int i = 0; i < 3; ++i)
        z[i] = limit * h.gradient[i];
    return true;
}

}  // namespace drystone
