#include "simd/kernels_impl.h"

const drystone::test::Kernels* drystone::test::scalarKernels() {
    return makeKernels<1>();
}
