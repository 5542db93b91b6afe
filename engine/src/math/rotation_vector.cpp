#include "math/algebra.h"

namespace drystone {

// atan(x) / x for x in [0, tan(pi/8)], by the alternating series to x^16: the remainder is below 2e-8.
static double arctangentRatio(double x) {
    const double y = x * x;
    double sum = 1.0 / 17.0;
    for (int k = 15; k >= 1; k -= 2)
        sum = 1.0 / k - y * sum;
    return sum;
}

glm::vec3 rotationVector(glm::quat q) {
    if (q.w < 0.0f)
        q = -q;
    const glm::vec3 axis(q.x, q.y, q.z);
    // The half angle is atan(s / w), and atan(t) = 2 atan(t / (1 + sqrt(1 + t^2))): two halvings bring t = tan(pi/2) to
    // tan(pi/8). With s^2 + w^2 = 1 both stay finite.
    const double s = std::sqrt(double(q.x) * q.x + double(q.y) * q.y + double(q.z) * q.z), w = q.w;
    const double length = std::sqrt(s * s + w * w);
    if (length == 0.0)
        return glm::vec3(0.0f);
    const double half = s / (length + w);
    const double quarter = half / (1.0 + std::sqrt(1.0 + half * half));
    // quarter / s without the division by a sine that may be zero.
    const double quarterOverSine = 1.0 / ((length + w) * (1.0 + std::sqrt(1.0 + half * half)));
    return float(8.0 * quarterOverSine * arctangentRatio(quarter)) * axis;
}

}  // namespace drystone
