#include "solver/support_kernels.h"

#if DRYSTONE_SIMD_SSE2
namespace drystone {

constinit const SupportKernels kSse2SupportKernels = kernels::supportKernels<4>();

}  // namespace drystone
#endif
