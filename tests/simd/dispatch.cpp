#include <initializer_list>

#include <doctest/doctest.h>

#include "simd/dispatch.h"
#include "simd/kernels.h"

using drystone::SimdLevel;
using drystone::simd::resolveLevel;

TEST_CASE("resolveLevel gives what was asked for or the widest below it, never Auto") {
    CHECK(resolveLevel(SimdLevel::Scalar) == SimdLevel::Scalar);
    const SimdLevel widest = resolveLevel(SimdLevel::Auto);
    CHECK(widest != SimdLevel::Auto);
    for (const SimdLevel wanted : {SimdLevel::Scalar, SimdLevel::Sse2, SimdLevel::Avx2}) {
        CHECK(resolveLevel(wanted) <= wanted);
        CHECK(resolveLevel(wanted) <= widest);
        if (wanted <= widest)
            CHECK(resolveLevel(wanted) == wanted);
    }
}

TEST_CASE("resolveLevel reaches what this build has compiled") {
    if (drystone::test::sse2Kernels())
        CHECK(resolveLevel(SimdLevel::Auto) >= SimdLevel::Sse2);
    else
        CHECK(resolveLevel(SimdLevel::Auto) == SimdLevel::Scalar);
    if (!drystone::test::avx2Kernels())
        CHECK(resolveLevel(SimdLevel::Avx2) < SimdLevel::Avx2);
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    else
        CHECK((resolveLevel(SimdLevel::Auto) == SimdLevel::Avx2) == bool(__builtin_cpu_supports("avx2")));
#endif
}
