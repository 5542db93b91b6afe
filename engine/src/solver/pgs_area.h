// Friction of the reference solver where an evenly pressed area slides and turns at once: Rubbing of contact_friction.h in
// double, and the motion that it leads to.
#pragma once

#include "solver/pgs_matrix.h"

namespace drystone {

// The pressed rectangle, from the second moments of the loads (m^2).
struct PgsArea {
    double radius = 0.0;                // m, mean distance from the centre; 0: a point
    double trace = 0.0;                 // of the second moments
    double root[3] = {0.0, 0.0, 0.0};  // of their matrix: 11, 12, 22, m

    PgsArea() = default;
    PgsArea(double meanRadius, double xx, double xy, double yy);
};

// The impulse z = limit grad H(d) for which the motion m z + c is -d, up to a positive factor: friction on the limit surface
// that dissipates the most. z and c in the coordinates of FrictionBall. False: no motion is left, what holds is within the
// limit.
bool slideOnArea(const PgsArea& area, const PgsMatrix& m, const double (&c)[3], double limit, double (&z)[3]);

}  // namespace drystone
