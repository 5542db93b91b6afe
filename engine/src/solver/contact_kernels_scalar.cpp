#include "solver/contact_finish.h"

namespace drystone {

constinit const ContactKernels kScalarContactKernels = kernels::contactKernels<1>();

}  // namespace drystone
