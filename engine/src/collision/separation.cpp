#include "collision/separation.h"

#include <utility>

namespace drystone {

PosedShape poseShape(const Shape& shape, const Placement& world) {
    PosedShape posed{shape.kind, double(shape.radius), glm::dvec3(shape.halfExtents), glm::dvec3(shape.normal), world};
    if (shape.kind == ShapeKind::HalfSpace)
        posed.placement.position += world.axes * (double(shape.offset) * posed.normal);
    return posed;
}

static Separation flipped(Separation s) {
    return {s.distance, -s.normal};
}

static double boxReach(const PosedShape& box, glm::dvec3 axis) {
    return glm::dot(box.extents, glm::abs(toLocalVector(box.placement, axis)));
}

static Separation halfSpaceAny(const PosedShape& plane, const PosedShape& b) {
    const glm::dvec3 n = glm::normalize(plane.placement.axes * plane.normal);
    const double reach = b.kind == ShapeKind::Sphere ? b.radius : boxReach(b, n);
    return {glm::dot(n, b.placement.position - plane.placement.position) - reach, n};
}

static Separation sphereSphere(const PosedShape& a, const PosedShape& b) {
    const glm::dvec3 between = b.placement.position - a.placement.position;
    const double length = glm::length(between);
    // One centre in the other: every direction is as good.
    const glm::dvec3 normal = length > 0.0 ? between / length : glm::dvec3(0.0, 1.0, 0.0);
    return {length - a.radius - b.radius, normal};
}

// A centre outside the box: the nearest point of the box. Inside: out through the nearest face.
static Separation boxSphere(const PosedShape& box, const PosedShape& sphere) {
    const glm::dvec3 center = toLocalPoint(box.placement, sphere.placement.position), h = box.extents;
    const glm::dvec3 outside = center - glm::clamp(center, -h, h);
    const double distance = glm::length(outside);
    if (distance > 0.0)
        return {distance - sphere.radius, box.placement.axes * (outside / distance)};
    int axis = 0;
    for (int i = 1; i < 3; ++i)
        if (h[i] - std::fabs(center[i]) < h[axis] - std::fabs(center[axis]))
            axis = i;
    const double side = center[axis] < 0.0 ? -1.0 : 1.0;
    return {std::fabs(center[axis]) - h[axis] - sphere.radius, side * box.placement.axes[axis]};
}

// Squared sine below which two edges count as parallel: the faces then decide, to within size * sine.
static constexpr double kParallel = 1e-12;

static Separation boxBox(const PosedShape& a, const PosedShape& b) {
    const glm::dvec3 between = b.placement.position - a.placement.position;
    Separation best{-INFINITY, {}};
    const auto consider = [&](glm::dvec3 axis) {
        const double along = glm::dot(axis, between);
        const double gap = std::fabs(along) - boxReach(a, axis) - boxReach(b, axis);
        if (gap > best.distance)
            best = {gap, along < 0.0 ? -axis : axis};
    };
    for (int i = 0; i < 3; ++i)
        consider(a.placement.axes[i]);
    for (int j = 0; j < 3; ++j)
        consider(b.placement.axes[j]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const glm::dvec3 cross = glm::cross(a.placement.axes[i], b.placement.axes[j]);
            const double squared = glm::dot(cross, cross);
            if (squared > kParallel)
                consider(cross / std::sqrt(squared));
        }
    return best;
}

Separation separate(const PosedShape& a, const PosedShape& b) {
    if (a.kind > b.kind)
        return flipped(separate(b, a));
    if (a.kind == ShapeKind::HalfSpace)
        return halfSpaceAny(a, b);
    if (b.kind == ShapeKind::Sphere)
        return sphereSphere(a, b);
    return a.kind == ShapeKind::Sphere ? flipped(boxSphere(b, a)) : boxBox(a, b);
}

}  // namespace drystone
