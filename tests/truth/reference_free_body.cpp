#include "truth/reference_free_body.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::truth {

namespace {

// dq/dt = w q / 2 with w = q I^-1 q* L.
glm::dquat rate(const glm::dquat& q, glm::dvec3 inertia, glm::dvec3 momentum) {
    const glm::dvec3 w = q * ((glm::conjugate(q) * momentum) / inertia);
    return 0.5 * (glm::dquat(0, w.x, w.y, w.z) * q);
}

double completeEllipticK(double k2) {
    double a = 1, b = std::sqrt(1 - k2);
    while (std::fabs(a - b) > 1e-15 * a) {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return 0.5 * 3.14159265358979323846 / a;
}

}  // namespace

FreeBody advanced(const FreeBody& body, double seconds) {
    glm::dquat q = glm::normalize(body.rotation);
    const glm::dvec3 momentum = q * (body.inertia * (glm::conjugate(q) * body.spin));
    const int steps = int(std::ceil(seconds / 1e-4));
    const double h = seconds / steps;
    for (int i = 0; i < steps; ++i) {
        const glm::dquat k1 = rate(q, body.inertia, momentum);
        const glm::dquat k2 = rate(glm::normalize(q + (0.5 * h) * k1), body.inertia, momentum);
        const glm::dquat k3 = rate(glm::normalize(q + (0.5 * h) * k2), body.inertia, momentum);
        const glm::dquat k4 = rate(glm::normalize(q + h * k3), body.inertia, momentum);
        q = glm::normalize(q + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4));
    }
    return {body.inertia, q, q * ((glm::conjugate(q) * momentum) / body.inertia)};
}

std::vector<double> flipTimes(glm::dvec3 inertia, double main, double off, int count) {
    const double i2 = inertia.x, i3 = inertia.y, i1 = inertia.z;  // the formulas hold for either order of i1 and i3
    const double twiceEnergy = i2 * main * main + i3 * off * off;
    const double momentum2 = i2 * i2 * main * main + i3 * i3 * off * off;
    const double a = (i3 - i2) * (momentum2 - twiceEnergy * i1);
    const double lambda = std::sqrt(a / (i1 * i2 * i3));
    const double k2 = (i2 - i1) * (twiceEnergy * i3 - momentum2) / a;
    const double quarter = completeEllipticK(k2) / lambda;
    std::vector<double> out;
    for (int i = 0; i < count; ++i)
        out.push_back((2 * i + 1) * quarter);
    return out;
}

glm::dvec3 boxInertia(glm::dvec3 h, double mass) {
    const glm::dvec3 s = h * h;
    return mass / 3 * glm::dvec3(s.y + s.z, s.z + s.x, s.x + s.y);
}

}  // namespace drystone::truth
