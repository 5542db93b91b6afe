// Compiled for AVX2: nothing inline from elsewhere may be called in here, see simd/wide.h.
#include "solver/contact_finish.h"
#include "solver/support_kernels.h"

namespace drystone {

constinit const ContactKernels kAvx2ContactKernels = kernels::contactKernels<8>();
constinit const SupportKernels kAvx2SupportKernels = kernels::supportKernels<8>();

}  // namespace drystone
