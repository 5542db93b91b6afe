#include "collision/collide_kernels.h"

#if DRYSTONE_SIMD_SSE2
namespace drystone::collision {

constinit const CollideKernels kSse2Kernels = kKernelsOfWidth<4>;

}  // namespace drystone::collision
#endif
