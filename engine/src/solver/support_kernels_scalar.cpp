#include "solver/support_kernels.h"

namespace drystone {

constinit const SupportKernels kScalarSupportKernels = kernels::supportKernels<1>();

}  // namespace drystone
