// Which width runs: the widest that was compiled, that the CPU has and that the caller allows.
#pragma once

#include <drystone/settings.h>

namespace drystone::simd {

// Never Auto. Asking for more than there is gives what there is.
SimdLevel resolveLevel(SimdLevel wanted);

}  // namespace drystone::simd
