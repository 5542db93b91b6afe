#include "solver/contact_finish.h"
#include "solver/support_kernels.h"

#if DRYSTONE_SIMD_SSE2
namespace drystone {

constinit const ContactKernels kSse2ContactKernels = kernels::contactKernels<4>();
constinit const SupportKernels kSse2SupportKernels = kernels::supportKernels<4>();

}  // namespace drystone
#endif
