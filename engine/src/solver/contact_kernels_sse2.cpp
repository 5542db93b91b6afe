#include "solver/contact_finish.h"

#if DRYSTONE_SIMD_SSE2
namespace drystone {

constinit const ContactKernels kSse2ContactKernels = kernels::contactKernels<4>();

}  // namespace drystone
#endif
