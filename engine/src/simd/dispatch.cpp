#include "simd/dispatch.h"

namespace drystone::simd {

static bool cpuHasAvx2() {
#if DRYSTONE_SIMD_AVX2 && (defined(__GNUC__) || defined(__clang__))
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

SimdLevel resolveLevel(SimdLevel wanted) {
#if DRYSTONE_SIMD_AVX2
    if ((wanted == SimdLevel::Auto || wanted == SimdLevel::Avx2) && cpuHasAvx2())
        return SimdLevel::Avx2;
#else
    (void)cpuHasAvx2;
#endif
#if DRYSTONE_SIMD_SSE2
    if (wanted != SimdLevel::Scalar)
        return SimdLevel::Sse2;
#endif
    (void)wanted;
    return SimdLevel::Scalar;
}

}  // namespace drystone::simd
