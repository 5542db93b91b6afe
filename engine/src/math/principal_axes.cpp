#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "math/algebra.h"

namespace drystone {

// One Jacobi rotation in the plane (p, q) that makes a[p][q] zero: of the two angles the one within 45 degrees, so that
// axes keep their order. Golub and Van Loan, Matrix Computations, 8.5.2.
static void jacobiRotate(glm::dmat3& a, glm::dmat3& v, int p, int q) {
    if (a[p][q] == 0.0)
        return;
    const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    const double t = std::copysign(1.0, theta) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
    const double c = 1.0 / std::sqrt(t * t + 1.0);
    const double s = t * c;

    const double apq = a[p][q];
    a[p][p] -= t * apq;
    a[q][q] += t * apq;
    a[p][q] = a[q][p] = 0.0;

    const int r = 3 - p - q;
    const double arp = a[r][p], arq = a[r][q];
    a[r][p] = a[p][r] = c * arp - s * arq;
    a[r][q] = a[q][r] = s * arp + c * arq;

    const glm::dvec3 vp = v[p], vq = v[q];
    v[p] = c * vp - s * vq;
    v[q] = s * vp + c * vq;
}

// What the rounding of a float matrix leaves off the diagonal carries no direction: without this, a cube's inertia could
// turn its axes by 45 degrees.
static double withoutRounding(double offDiagonal, double d0, double d1) {
    const bool noise = std::fabs(offDiagonal) <= 0x1p-23 * std::fmax(std::fabs(d0), std::fabs(d1));
    return noise ? 0.0 : offDiagonal;
}

PrincipalAxes principalAxes(const glm::mat3& symmetric) {
    glm::dmat3 a(symmetric);
    for (int p = 0; p < 3; ++p)
        for (int q = p + 1; q < 3; ++q)
            a[p][q] = a[q][p] = withoutRounding(0.5 * (a[p][q] + a[q][p]), a[p][p], a[q][q]);

    // Converges quadratically: five sweeps reach zero from any matrix, the rest is margin.
    glm::dmat3 v(1.0);
    for (int sweep = 0; sweep < 12; ++sweep) {
        jacobiRotate(a, v, 0, 1);
        jacobiRotate(a, v, 0, 2);
        jacobiRotate(a, v, 1, 2);
    }

    return {glm::vec3(a[0][0], a[1][1], a[2][2]), glm::quat(glm::normalize(glm::quat_cast(v)))};
}

}  // namespace drystone
