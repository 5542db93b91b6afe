#include <glm/gtc/quaternion.hpp>

#include "geometry/placement.h"
#include "geometry/shape.h"

namespace drystone {

static constexpr double kPi = 3.14159265358979323846;

// Inertia of a solid body about its centre, along its own axes, in double.
struct PrincipalMass {
    double mass;
    glm::dvec3 inertia;
};

static PrincipalMass principalMass(const Shape& shape, double density) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace:
        return {0.0, glm::dvec3(0.0)};
    case ShapeKind::Sphere: {
        // m = 4/3 pi r^3 rho, I = 2/5 m r^2
        const double r = shape.radius;
        const double mass = density * (4.0 / 3.0) * kPi * r * r * r;
        return {mass, glm::dvec3(0.4 * mass * r * r)};
    }
    case ShapeKind::Box:
        break;
    }
    // m = 8 hx hy hz rho, Ixx = m / 3 (hy^2 + hz^2)
    const glm::dvec3 h(shape.halfExtents);
    const glm::dvec3 h2 = h * h;
    const double mass = density * 8.0 * h.x * h.y * h.z;
    return {mass, (mass / 3.0) * glm::dvec3(h2.y + h2.z, h2.x + h2.z, h2.x + h2.y)};
}

MassData computeMass(const Shape& shape, const Transform& local, float density) {
    const PrincipalMass own = principalMass(shape, density);
    if (own.mass == 0.0)
        return {};
    if (shape.kind == ShapeKind::Sphere)
        return {float(own.mass), local.position, glm::mat3(float(own.inertia.x))};

    const glm::dmat3 r = makePlacement(local).axes;
    glm::dmat3 inertia(0.0);
    for (int i = 0; i < 3; ++i)
        inertia += own.inertia[i] * glm::outerProduct(r[i], r[i]);
    return {float(own.mass), local.position, glm::mat3(inertia)};
}

MassData combineMass(const MassData* parts, int count) {
    double mass = 0.0;
    glm::dvec3 moment(0.0);
    for (int i = 0; i < count; ++i) {
        mass += parts[i].mass;
        moment += double(parts[i].mass) * glm::dvec3(parts[i].center);
    }
    if (!(mass > 0.0))
        return {};
    const glm::dvec3 center = moment / mass;

    // Parallel axis: I = sum of I_i + m_i (|d|^2 1 - d d^T)
    glm::dmat3 inertia(0.0);
    for (int i = 0; i < count; ++i) {
        const glm::dvec3 d = glm::dvec3(parts[i].center) - center;
        inertia += glm::dmat3(parts[i].inertia) +
            double(parts[i].mass) * (glm::dmat3(glm::dot(d, d)) - glm::outerProduct(d, d));
    }
    return {float(mass), glm::vec3(center), glm::mat3(inertia)};
}

}  // namespace drystone
