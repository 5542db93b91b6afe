// A shape alone: what it weighs, what it bounds, what a ray or a probe meets. Knows no body and no world.
#pragma once

#include <cstdint>
#include <optional>

#include <glm/mat3x3.hpp>

#include <drystone/shapes.h>

#include "math/algebra.h"

namespace drystone {

// In the order in which kernels want them: a pair is tested with the kinds in this order.
enum class ShapeKind : uint8_t { HalfSpace, Sphere, Box };

// A Geometry in plain form.
struct Shape {
    ShapeKind kind = ShapeKind::Sphere;
    float radius = 0.0f;          // Sphere
    glm::vec3 halfExtents{0.0f};  // Box
    glm::vec3 normal{0.0f};       // HalfSpace, unit
    float offset = 0.0f;          // HalfSpace
};

Shape makeShape(const Geometry& geometry);
Geometry toGeometry(const Shape& shape);

// Mass, centre and the inertia about that centre, all in the frame in which the shape was placed.
struct MassData {
    float mass = 0.0f;
    glm::vec3 center{0.0f};
    glm::mat3 inertia{0.0f};
};

// local: the shape in the body's frame. A half-space has no mass.
MassData computeMass(const Shape& shape, const Transform& local, float density);
// Sums masses; inertia by the parallel axis theorem, in double.
MassData combineMass(const MassData* parts, int count);

// Tight box of the shape placed by world (body's transform times local). A half-space: everything up to its plane when
// the normal lies along an axis, else all of space (+-kHuge).
inline constexpr float kHuge = 1e18f;
Aabb computeBounds(const Shape& shape, const Transform& world);

// Smallest half extent, the radius of a sphere; kHuge for a half-space.
float smallestExtent(const Shape& shape);
// Radius of the ball about the shape's origin that holds it; kHuge for a half-space.
float boundingRadius(const Shape& shape);

struct ShapeRayHit {
    float fraction;    // of translation, [0, 1]
    glm::vec3 normal;  // outward, unit
};

// Surfaces belong to their shapes: a ray along a face or a tangent hits. A ray that starts inside or on the surface hits
// at fraction 0 with normal -translation / |translation|; a zero translation is a point test with a zero normal.
// Finite for every finite input, far from the origin too.
std::optional<ShapeRayHit> castRay(const Shape& shape, const Transform& world, glm::vec3 origin, glm::vec3 translation);

// Exact, touching counts.
bool overlapsSphere(const Shape& shape, const Transform& world, glm::vec3 center, float radius);
bool overlapsBox(const Shape& shape, const Transform& world, const Transform& box, glm::vec3 halfExtents);
bool overlapsShape(const Shape& a, const Transform& worldA, const Shape& b, const Transform& worldB);

}  // namespace drystone
