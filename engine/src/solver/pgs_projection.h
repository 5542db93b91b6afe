// A friction limit of the reference solver as a ball, and the projections on it.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/pgs_system.h"

namespace drystone {

inline double velocityOf(const PgsRow& row, const PgsVelocity& a, const PgsVelocity& b) {
    double sum = 0.0;
    for (int i = 0; i < 6; ++i)
        sum += row.jacobianA[i] * a.v[i] + row.jacobianB[i] * b.v[i];
    return sum;
}

inline void applyImpulse(const PgsRow& row, double change, PgsVelocity& a, PgsVelocity& b) {
    for (int i = 0; i < 6; ++i) {
        a.v[i] += row.responseA[i] * change;
        b.v[i] += row.responseB[i] * change;
    }
}

inline double dot3(const double (&a)[3], const double (&b)[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

// ---- symmetric 3 x 3: 11 12 22 13 23 33 ----

using PgsMatrix = double[6];

inline void multiply(const PgsMatrix& m, const double (&x)[3], double (&y)[3]) {
    y[0] = (m[0] * x[0] + m[1] * x[1]) + m[3] * x[2];
    y[1] = (m[1] * x[0] + m[2] * x[1]) + m[4] * x[2];
    y[2] = (m[3] * x[0] + m[4] * x[1]) + m[5] * x[2];
}

// x = (m + shift)^-1 y by Cholesky's factors without roots. A direction in which nothing gives is left alone.
inline void solveShifted(const PgsMatrix& m, double shift, const double (&y)[3], double (&x)[3]) {
    const double least = 1e-12 * ((m[0] + m[2]) + m[5]);
    const auto inverse = [least](double pivot) { return pivot > least ? 1.0 / pivot : 0.0; };
    const double i1 = inverse(m[0] + shift);
    const double l21 = m[1] * i1, l31 = m[3] * i1;
    const double i2 = inverse((m[2] + shift) - l21 * m[1]);
    const double c32 = m[4] - l21 * m[3];
    const double l32 = c32 * i2;
    const double i3 = inverse(((m[5] + shift) - l31 * m[3]) - l32 * c32);
    const double z2 = y[1] - l21 * y[0];
    const double z3 = (y[2] - l31 * y[0]) - l32 * z2;
    x[2] = z3 * i3;
    x[1] = z2 * i2 - l32 * x[2];
    x[0] = (y[0] * i1 - l21 * x[1]) - l31 * x[2];
}

// The point z of the ball |z| <= limit to which the motion m z + c is opposite: there friction dissipates the most.
// z = -(m + s)^-1 c with the s > 0 that brings |z| to the limit, by Newton's method on 1 / |z|, which comes from one side
// (J. J. More, D. C. Sorensen, 1983).
inline void slideOnBall(const PgsMatrix& m, const double (&c)[3], double limit, double (&z)[3]) {
    static constexpr int kMostSteps = 40;
    const double minusC[3] = {-c[0], -c[1], -c[2]};
    double shift = 0.0, length = 0.0;
    for (int i = 0; i < kMostSteps; ++i) {
        solveShifted(m, shift, minusC, z);
        length = std::sqrt(dot3(z, z));
        double y[3];
        solveShifted(m, shift, z, y);
        const double slope = dot3(z, y);
        if (!(length > limit * (1.0 + 1e-15)) || !(slope > 0.0))
            break;
        shift += (length / limit - 1.0) * ((length * length) / slope);
    }
    if (length > limit)
        for (double& component : z)
            component *= limit / length;
}

// ---- one limit ----

// The rows of a limit in coordinates z, impulses over lengths, in which the limit is a ball: (f1, f2, t / R) of a patch,
// (t1, t2) of a point, torques over their length of rolling. u: the velocities (m/s) that do work with z; m = du/dz.
class FrictionBall {
public:
    FrictionBall(const PgsContact& contact, const PgsFriction& friction, const PgsRow* rows, const PgsVelocity& a,
                 const PgsVelocity& b);

    // Impulses of the rows that solve this limit for fixed normal impulses and all else. Returns the change as a velocity.
    double solve(PgsRow* friction, PgsVelocity& a, PgsVelocity& b) const;
    // What is left of  z = P(z - u / trace m),  P the projection on the ball, as a velocity: the natural map.
    double residual() const;

private:
    // As frictionLimit in contact_friction.h. wanted: the impulse that would stop the motion.
    double limit(double (&wanted)[3]) const;

    int m_size;
    double m_length[3];  // impulse over z
    double m_z[3], m_u[3];
    PgsMatrix m_m;
    double m_trace, m_kinetic, m_hold;
};

}  // namespace drystone
