// How far apart two convex shapes are, in double.
//
// The signed distance of two convex sets is the largest, over all unit axes, of the gap between their projections on the
// axis: the distance when they are apart, minus the depth of the overlap when they are not. The gap on any axis is thus a
// lower bound of it, which is all that conservative advancement asks for (time_of_impact.h).
#pragma once

#include "geometry/placement.h"
#include "geometry/shape.h"

namespace drystone {

struct PosedShape {
    ShapeKind kind;
    double radius;       // Sphere
    glm::dvec3 extents;  // Box: half extents
    glm::dvec3 normal;   // HalfSpace: of its plane, in its own frame
    Placement placement;  // half-space: position is a point of its plane
};

// position: of the shape's origin; axes: its own in world space.
PosedShape poseShape(const Shape& shape, const Placement& world);

struct Separation {
    double distance;    // m, negative: overlap
    glm::dvec3 normal;  // unit, from A to B: the axis of the distance
};

// Exact but for two boxes whose nearest features are not a face with a corner or two crossing edges: the gap along the
// best of the 15 axes of Gottschalk, Lin and Manocha is then less than the distance. Its sign is always right.
// At most one is a half-space.
Separation separate(const PosedShape& a, const PosedShape& b);

}  // namespace drystone
