// Included by one translation unit a width. Nothing here may call the C++ library: see simd/wide.h.
#pragma once

#include "simd/kernels.h"
#include "simd/wide.h"
#include "simd/wide_math.h"

namespace drystone::test {

template <int W>
DRYSTONE_INLINE void storeMask(simd::Mask<W> m, float* out) {
    const uint32_t lanes = simd::bits(m);
    for (int k = 0; k < W; ++k)
        out[k] = float(lanes >> k & 1);
}

// Internal linkage: each width keeps its own copy.
template <int W>
static void runOperations(const float* pa, const float* pb, const float* pc, int count, float* out) {
    using F = simd::Wide<W>;
    for (int i = 0; i < count; i += W) {
        const F a = F::load(pa + i), b = F::load(pb + i), c = F::load(pc + i);
        float* row = out + i;
        const auto put = [&row, count](F x) {
            x.store(row);
            row += count;
        };
        const auto putMask = [&row, count](simd::Mask<W> m) {
            storeMask<W>(m, row);
            row += count;
        };
        put(a + b);
        put(a - b);
        put(a * b);
        put(a / b);
        put(-a);
        put(min(a, b));
        put(max(a, b));
        put(abs(a));
        put(sqrt(a));
        put(signOf(a));
        // Where a fused multiply-add would show.
        put(a * b + c);
        put(c - a * b);
        put(a * b - c * c);
        put(sqrt(a * a + b * b));
        put(a / (b * c + F::splat(1.0f)));
        putMask(a < b);
        putMask(a <= b);
        putMask(a > b);
        putMask(a >= b);
        putMask(a == b);
        putMask(~(a < b));
        putMask((a < b) & (b < c));
        putMask((a < b) | (b < c));
        putMask(~((a < b) & ~(b < c)));
        put(select(a < b, a, c));
        put(select(a == b, c, b));
        put(select(~(a > F::splat(0.0f)), -a, a));
        put(max(min(a, F::splat(1.0f)), F::splat(-1.0f)));
    }
}

template <int W>
static void runGather(const float* const* records, float* out) {
    const float* lanes[W];
    for (int k = 0; k < W; ++k)
        lanes[k] = records[k];
    simd::Wide<W> wide[simd::kRecordFloats];
    simd::gatherRecords<W>(lanes, wide);
    for (int i = 0; i < simd::kRecordFloats; ++i)
        wide[i].store(out + i * W);
}

template <int W>
static void runScatter(float* const* records, const float* in, uint32_t mask) {
    float* lanes[W];
    for (int k = 0; k < W; ++k)
        lanes[k] = records[k];
    simd::Wide<W> wide[simd::kRecordFloats];
    for (int i = 0; i < simd::kRecordFloats; ++i)
        wide[i] = simd::Wide<W>::load(in + i * W);
    simd::scatterRecords<W>(lanes, wide, mask);
}

template <int W>
static void runVectors(const float* in, float* out) {
    const auto* rows = reinterpret_cast<const float(*)[W]>(in);
    auto* results = reinterpret_cast<float(*)[W]>(out);
    const simd::Vec3W<W> a = simd::loadVec3<W>(rows), b = simd::loadVec3<W>(rows + 3);
    const simd::Sym3W<W> m = simd::loadSym3<W>(rows + 6);
    simd::storeVec3<W>(results, a + simd::Wide<W>::splat(2.5f) * b);
    simd::storeVec3<W>(results + 3, cross(a, -b));
    simd::storeVec3<W>(results + 6, m * a);
    simd::storeVec3<W>(results + 9, select(a.x < b.x, a - b, b));
    dot(a, b).store(results[12]);
    simd::storeSym3<W>(results + 13, m + m);
}

template <int W>
static const Kernels* makeKernels() {
    static constexpr Kernels kernels{W, runOperations<W>, runGather<W>, runScatter<W>, runVectors<W>};
    return &kernels;
}

}  // namespace drystone::test
