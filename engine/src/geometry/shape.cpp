#include "geometry/shape.h"

#include <algorithm>
#include <cmath>

namespace drystone {

// A normal that is a unit already keeps its bits, so that a shape survives toGeometry and makeShape unchanged.
static glm::vec3 normalised(glm::vec3 n) {
    const glm::dvec3 d(n);
    const double squared = glm::dot(d, d);
    if (squared == 0.0 || std::fabs(squared - 1.0) < 3e-7)
        return n;
    return glm::vec3(d / std::sqrt(squared));
}

Shape makeShape(const Geometry& geometry) {
    Shape shape;
    if (const Sphere* sphere = std::get_if<Sphere>(&geometry)) {
        shape.kind = ShapeKind::Sphere;
        shape.radius = sphere->radius;
    } else if (const Box* box = std::get_if<Box>(&geometry)) {
        shape.kind = ShapeKind::Box;
        shape.halfExtents = box->halfExtents;
    } else if (const HalfSpace* halfSpace = std::get_if<HalfSpace>(&geometry)) {
        shape.kind = ShapeKind::HalfSpace;
        shape.normal = normalised(halfSpace->normal);
        shape.offset = halfSpace->offset;
    }
    return shape;
}

Geometry toGeometry(const Shape& shape) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace:
        return HalfSpace{shape.normal, shape.offset};
    case ShapeKind::Sphere:
        return Sphere{shape.radius};
    case ShapeKind::Box:
        break;
    }
    return Box{shape.halfExtents};
}

static Aabb halfSpaceBounds(const Shape& shape, const Transform& world) {
    Aabb bounds{glm::vec3(-kHuge), glm::vec3(kHuge)};
    const glm::vec3 n = world.rotation * shape.normal;
    for (int axis = 0; axis < 3; ++axis) {
        // Exactly along the axis: under the slightest tilt the plane leaves every finite box.
        if (n[(axis + 1) % 3] != 0.0f || n[(axis + 2) % 3] != 0.0f)
            continue;
        if (n[axis] > 0.0f)
            bounds.upper[axis] = world.position[axis] + shape.offset;
        else if (n[axis] < 0.0f)
            bounds.lower[axis] = world.position[axis] - shape.offset;
    }
    return bounds;
}

Aabb computeBounds(const Shape& shape, const Transform& world) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace:
        return halfSpaceBounds(shape, world);
    case ShapeKind::Sphere:
        return {world.position - shape.radius, world.position + shape.radius};
    case ShapeKind::Box:
        break;
    }
    const glm::mat3 r = glm::mat3_cast(world.rotation);
    const glm::vec3 h = shape.halfExtents;
    const glm::vec3 extent = glm::abs(r[0]) * h.x + glm::abs(r[1]) * h.y + glm::abs(r[2]) * h.z;
    return {world.position - extent, world.position + extent};
}

float smallestExtent(const Shape& shape) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace:
        return kHuge;
    case ShapeKind::Sphere:
        return shape.radius;
    case ShapeKind::Box:
        break;
    }
    return std::min({shape.halfExtents.x, shape.halfExtents.y, shape.halfExtents.z});
}

float boundingRadius(const Shape& shape) {
    switch (shape.kind) {
    case ShapeKind::HalfSpace:
        return kHuge;
    case ShapeKind::Sphere:
        return shape.radius;
    case ShapeKind::Box:
        break;
    }
    return float(glm::length(glm::dvec3(shape.halfExtents)));
}

}  // namespace drystone
