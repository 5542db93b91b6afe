#include "simd/kernels_impl.h"

const drystone::test::Kernels* drystone::test::sse2Kernels() {
#if DRYSTONE_SIMD_SSE2
    return makeKernels<4>();
#else
    return nullptr;
#endif
}
