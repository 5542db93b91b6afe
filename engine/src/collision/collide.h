// Two shapes in, a manifold out; many pairs at a time.
#pragma once

#include <cstdint>

#include <drystone/settings.h>

#include "collision/manifold.h"
#include "geometry/shape.h"

namespace drystone {

// A shape where it is now: what the kernels gather (two 32-byte records).
struct alignas(64) PlacedShape {
    float position[3];  // of the shape's origin, world space; half-space: a point of its plane
    float radius;       // Sphere; else 0
    float rotation[4];  // x y z w, world
    float extents[3];   // Box: half extents; HalfSpace: world normal
    float reserved;
    float centerOfMass[3];  // of its body, world space
    float smallestExtent;
};
static_assert(sizeof(PlacedShape) == 64);

PlacedShape placeShape(const Shape& shape, const Transform& world, glm::vec3 bodyCenterOfMass);

// A pair to test. shapeA and shapeB index the placed shapes. margin: gap (m) up to which points are made.
struct CollidePair {
    uint32_t shapeA;
    uint32_t shapeB;
    uint32_t manifold;  // index of the pair's manifold
    float margin;
};

// What one call works on. touching[i] is set to 1 when pair i has at least one point, else 0 and the manifold is emptied
// (pointCount 0, impulses 0). Points of the old manifold hand their normal impulse on to those with the same feature, else
// to those in the same place; friction and twist impulses stay while any point is left. What the materials give is left
// as it is.
struct CollideBatch {
    const PlacedShape* shapes;
    const CollidePair* pairs;
    int count;
    Manifold* manifolds;
    uint8_t* touching;
};

// Which function tests a pair; the kinds in the name are those of shape A, then shape B. Half-spaces are always A.
enum class PairKind : uint8_t { HalfSpaceSphere, HalfSpaceBox, SphereSphere, SphereBox, BoxSphere, BoxBox, Count };

PairKind pairKind(ShapeKind a, ShapeKind b);  // (HalfSpace, HalfSpace) does not occur

// Kernels of one SIMD width. Every width gives the same bits.
struct CollideKernels {
    void (*collide[int(PairKind::Count)])(const CollideBatch& batch);
};
// level: as simd::resolveLevel gave it.
const CollideKernels& collideKernels(SimdLevel level);

}  // namespace drystone
