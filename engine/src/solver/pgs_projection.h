// A friction limit of the reference solver as a ball, and the projections on it.
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/pgs_area.h"
#include "solver/pgs_system.h"

namespace drystone {

inline double velocityOf(const PgsRow& row, const PgsVelocity& a, const PgsVelocity& b) {
    double sum = row.carry;
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
// (t1, t2) of a point, torques over their length of rolling. A patch that slides and turns has the limit of PgsArea in its
// place. u: the velocities (m/s) that do work with z; m = du/dz.
class FrictionBall {
public:
    FrictionBall(const PgsContact& contact, const PgsFriction& friction, const PgsRow* rows, const PgsVelocity& a,
                 const PgsVelocity& b);

    // Impulses of the rows that solve this limit for fixed normal impulses and all else. Returns the change as a velocity.
    double solve(PgsRow* friction, PgsVelocity& a, PgsVelocity& b) const;
    // What is left of  z = P(z - u / trace m),  P the projection on the ball, as a velocity: the natural map.
    double residual() const;

private:
    // z, which would stop the motion m z + c, to what the limit leaves of it.
    void limitTo(double most, const PgsMatrix& m, const double (&c)[3], double (&z)[3]) const;
    // As frictionLimit in contact_friction.h. wanted: the impulse that would stop the motion.
    double limit(double (&wanted)[3]) const;

    int m_size;
    double m_length[3];  // impulse over z
    double m_z[3], m_u[3];
    PgsMatrix m_m;
    double m_trace, m_kinetic, m_hold;
    PgsArea m_area;  // of a patch
};

}  // namespace drystone
