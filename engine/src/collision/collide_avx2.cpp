#include "collision/collide_kernels.h"

namespace drystone::collision {

constinit const CollideKernels kAvx2Kernels = kKernelsOfWidth<8>;

}  // namespace drystone::collision
