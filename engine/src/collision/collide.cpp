#include "collision/collide.h"

#include "collision/collide_kernels.h"
#include "collision/motion.h"

namespace drystone {

PlacedShape placeShape(const Shape& shape, const Transform& world, glm::vec3 bodyCenterOfMass) {
    PlacedShape placed{};
    store(placed.position, world.position);
    placed.rotation[0] = world.rotation.x;
    placed.rotation[1] = world.rotation.y;
    placed.rotation[2] = world.rotation.z;
    placed.rotation[3] = world.rotation.w;
    store(placed.centerOfMass, bodyCenterOfMass);
    placed.smallestExtent = smallestExtent(shape);
    switch (shape.kind) {
    case ShapeKind::Sphere:
        placed.radius = shape.radius;
        break;
    case ShapeKind::Box:
        store(placed.extents, shape.halfExtents);
        break;
    case ShapeKind::HalfSpace: {
        const glm::vec3 normal = glm::normalize(world.rotation * shape.normal);
        store(placed.position, transformPoint(world, shape.offset * shape.normal));
        store(placed.extents, normal);
        break;
    }
    }
    return placed;
}

PairKind pairKind(ShapeKind a, ShapeKind b) {
    if (a == ShapeKind::HalfSpace)
        return b == ShapeKind::Sphere ? PairKind::HalfSpaceSphere : PairKind::HalfSpaceBox;
    if (a == ShapeKind::Sphere)
        return b == ShapeKind::Sphere ? PairKind::SphereSphere : PairKind::SphereBox;
    return b == ShapeKind::Sphere ? PairKind::BoxSphere : PairKind::BoxBox;
}

const CollideKernels& collideKernels(SimdLevel level) {
#if DRYSTONE_SIMD_AVX2
    if (level == SimdLevel::Avx2)
        return collision::kAvx2Kernels;
#endif
#if DRYSTONE_SIMD_SSE2
    if (level != SimdLevel::Scalar)
        return collision::kSse2Kernels;
#endif
    (void)level;
    return collision::kScalarKernels;
}

}  // namespace drystone
