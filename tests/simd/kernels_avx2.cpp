#include "simd/kernels_impl.h"

const drystone::test::Kernels* drystone::test::avx2Kernels() {
#if DRYSTONE_SIMD_AVX2 && defined(__AVX2__)
    return makeKernels<8>();
#else
    return nullptr;
#endif
}
