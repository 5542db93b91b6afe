#include "solver/contact_finish.h"
#include "solver/support_kernels.h"

namespace drystone {

constinit const ContactKernels kScalarContactKernels = kernels::contactKernels<1>();
constinit const SupportKernels kScalarSupportKernels = kernels::supportKernels<1>();

}  // namespace drystone
