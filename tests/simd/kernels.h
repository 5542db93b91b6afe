// The same operations at every width, behind plain pointers: what each translation unit compiles for its own instructions.
#pragma once

#include <cstdint>

namespace drystone::test {

// a, b, c: count floats, 64-byte aligned, count a multiple of 8. out: kOperations rows of count floats.
inline constexpr int kOperations = 28;

struct Kernels {
    int width;
    void (*operations)(const float* a, const float* b, const float* c, int count, float* out);
    // Gathers width records, stores component i of lane k at out[i * width + k].
    void (*gather)(const float* const* records, float* out);
    // The reverse, for the lanes whose bit is set.
    void (*scatter)(float* const* records, const float* in, uint32_t lanes);
    // Vector and matrix algebra on kVectorInputs rows of width floats, into kVectorOutputs rows.
    void (*vectors)(const float* in, float* out);
};

inline constexpr int kVectorInputs = 12;
inline constexpr int kVectorOutputs = 19;

const Kernels* scalarKernels();
// Null where this build has none; the caller asks resolveLevel whether the CPU can run them.
const Kernels* sse2Kernels();
const Kernels* avx2Kernels();

}  // namespace drystone::test
