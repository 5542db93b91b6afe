// All kernels of one width, for the translation unit that is compiled for it.
#pragma once

#include "collision/box_box.h"
#include "collision/half_space_box.h"
#include "collision/half_space_sphere.h"
#include "collision/sphere_box.h"
#include "collision/sphere_sphere.h"

namespace drystone::collision {

// In the order of PairKind.
template <int W>
inline constexpr CollideKernels kKernelsOfWidth{{collideHalfSpaceSphere<W>, collideHalfSpaceBox<W>,
                                                 collideSphereSphere<W>, collideSphereBox<W, true>,
                                                 collideSphereBox<W, false>, collideBoxBox<W>}};

extern const CollideKernels kScalarKernels;
extern const CollideKernels kSse2Kernels;
extern const CollideKernels kAvx2Kernels;

}  // namespace drystone::collision
