#include "collision/collide_kernels.h"

namespace drystone::collision {

constinit const CollideKernels kScalarKernels = kKernelsOfWidth<1>;

}  // namespace drystone::collision
