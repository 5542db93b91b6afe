#include <algorithm>
#include <cmath>

#include "geometry/placement.h"
#include "geometry/shape.h"

namespace drystone {

// In double throughout: no square of a float overflows or vanishes, and what cancels at 1e7 m keeps nine digits after it.
struct Ray {
    glm::dvec3 origin;
    glm::dvec3 translation;
    double length;  // > 0

    // A hit that rounding puts just before the start or past the end is one at the start or the end.
    bool reaches(double fraction, double slack) const {
        return fraction * length >= -slack && (fraction - 1.0) * length <= slack;
    }
};

static ShapeRayHit hitAt(double fraction, glm::dvec3 normal) {
    return {float(std::clamp(fraction, 0.0, 1.0)), glm::vec3(normal / glm::length(normal))};
}

// The chord about the point of the line that is closest to the centre: the textbook quadratic would lose the radius in the
// square of the distance. Hearn and Baker; Haines et al. 2019, Precision Improvements for Ray/Sphere Intersection.
static std::optional<ShapeRayHit> castSphere(double radius, glm::dvec3 center, const Ray& ray) {
    const glm::dvec3 direction = ray.translation / ray.length;
    const glm::dvec3 fromCenter = ray.origin - center;
    const double along = -glm::dot(fromCenter, direction);
    const glm::dvec3 closest = fromCenter + along * direction;
    const double slack = kSurfaceSlack * radius;
    if (along < 0.0 || glm::dot(closest, closest) > (radius + slack) * (radius + slack))
        return std::nullopt;

    const double halfChord = std::sqrt(std::max(0.0, radius * radius - glm::dot(closest, closest)));
    const double fraction = (along - halfChord) / ray.length;
    if (!ray.reaches(fraction, slack))
        return std::nullopt;
    return hitAt(fraction, closest - halfChord * direction);
}

// The ray enters the box where it has passed the nearer plane of every axis that it moves along: the last of these planes
// is the face, if the point on it lies within the other faces. Which one is last is asked of the box grown by the slack:
// a ray that runs along a face has been within that face's plane all the time, wherever rounding lets them cross.
static std::optional<ShapeRayHit> castBox(glm::dvec3 h, const Placement& world, const Ray& ray) {
    const glm::dvec3 o = toLocalPoint(world, ray.origin);
    const glm::dvec3 d = toLocalVector(world, ray.translation);
    const double slack = kSurfaceSlack * largest(h);

    int face = -1;
    double grownEntry = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        if (d[axis] == 0.0)
            continue;
        const double t = (-std::copysign(h[axis] + slack, d[axis]) - o[axis]) / d[axis];
        if (face < 0 || t > grownEntry) {
            face = axis;
            grownEntry = t;
        }
    }
    if (face < 0)
        return std::nullopt;
    const double entry = (-std::copysign(h[face], d[face]) - o[face]) / d[face];
    if (!ray.reaches(entry, slack))
        return std::nullopt;
    for (int axis = 0; axis < 3; ++axis)
        if (axis != face && std::fabs(o[axis] + entry * d[axis]) > h[axis] + slack)
            return std::nullopt;
    return hitAt(entry, world.axes[face] * -std::copysign(1.0, d[face]));
}

static std::optional<ShapeRayHit> castHalfSpace(const Shape& shape, const Placement& world, const Ray& ray) {
    const glm::dvec3 n = glm::normalize(world.axes * glm::dvec3(shape.normal));
    const double distance = glm::dot(n, ray.origin - world.position) - double(shape.offset);
    const double approach = -glm::dot(n, ray.translation);
    if (approach <= 0.0 || distance > approach)
        return std::nullopt;
    return hitAt(distance / approach, n);
}

// Most rays start outside the ball about a shape: nothing finer need be asked.
static bool startsFarOutside(const Shape& shape, const Transform& world, const Ray& ray) {
    if (shape.kind == ShapeKind::HalfSpace)
        return false;
    const glm::dvec3 arm = ray.origin - glm::dvec3(world.position), h(shape.halfExtents);
    const double squared =
        shape.kind == ShapeKind::Sphere ? double(shape.radius) * double(shape.radius) : glm::dot(h, h);
    return glm::dot(arm, arm) > 1.1 * squared;
}

std::optional<ShapeRayHit> castRay(const Shape& shape, const Transform& world, glm::vec3 origin,
                                   glm::vec3 translation) {
    const Ray ray{glm::dvec3(origin), glm::dvec3(translation), glm::length(glm::dvec3(translation))};
    if (!startsFarOutside(shape, world, ray) && overlapsSphere(shape, world, origin, 0.0f)) {
        const bool isPoint = ray.length == 0.0;
        return ShapeRayHit{0.0f, isPoint ? glm::vec3(0.0f) : glm::vec3(-ray.translation / ray.length)};
    }
    if (ray.length == 0.0)
        return std::nullopt;

    switch (shape.kind) {
    case ShapeKind::HalfSpace:
        return castHalfSpace(shape, makePlacement(world), ray);
    case ShapeKind::Sphere:
        return castSphere(shape.radius, glm::dvec3(world.position), ray);
    case ShapeKind::Box:
        break;
    }
    return castBox(glm::dvec3(shape.halfExtents), makePlacement(world), ray);
}

}  // namespace drystone
