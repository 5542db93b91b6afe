// Compiled for AVX2: nothing inline from elsewhere may be called in here, see simd/wide.h.
#include "solver/support_kernels.h"

namespace drystone {

constinit const SupportKernels kAvx2SupportKernels = kernels::supportKernels<8>();

}  // namespace drystone
