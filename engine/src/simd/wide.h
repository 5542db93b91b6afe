// A float of W lanes. One kernel written on Wide<W> gives the same bits in every lane for every W: only
// operations that IEEE 754 rounds exactly, no fused multiply-add, no estimates.
//
// Everything here is forced inline: code compiled for a wide instruction set must not leave behind a shared copy
// of an inline function, which the linker might give to code that runs on an older CPU. For the same reason a
// translation unit that is compiled for AVX2 calls nothing inline from elsewhere, GLM and the C++ library included.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if DRYSTONE_SIMD_SSE2 || defined(__SSE2__)
#include <emmintrin.h>
#endif
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(_MSC_VER)
#define DRYSTONE_INLINE __forceinline
#else
#define DRYSTONE_INLINE inline __attribute__((always_inline))
#endif

namespace drystone::simd {

template <int W>
struct Wide;
template <int W>
struct Mask;

// ---- one lane ----

template <>
struct Wide<1> {
    float v;
    static DRYSTONE_INLINE Wide load(const float* p) { return {*p}; }
    static DRYSTONE_INLINE Wide splat(float x) { return {x}; }
    DRYSTONE_INLINE void store(float* p) const { *p = v; }
};
template <>
struct Mask<1> {
    bool m;
};

DRYSTONE_INLINE Wide<1> operator+(Wide<1> a, Wide<1> b) { return {a.v + b.v}; }
DRYSTONE_INLINE Wide<1> operator-(Wide<1> a, Wide<1> b) { return {a.v - b.v}; }
DRYSTONE_INLINE Wide<1> operator*(Wide<1> a, Wide<1> b) { return {a.v * b.v}; }
DRYSTONE_INLINE Wide<1> operator/(Wide<1> a, Wide<1> b) { return {a.v / b.v}; }
DRYSTONE_INLINE Wide<1> operator-(Wide<1> a) { return {-a.v}; }
// As minps and maxps: the second operand where the two are equal or unordered.
DRYSTONE_INLINE Wide<1> min(Wide<1> a, Wide<1> b) { return {a.v < b.v ? a.v : b.v}; }
DRYSTONE_INLINE Wide<1> max(Wide<1> a, Wide<1> b) { return {a.v > b.v ? a.v : b.v}; }
DRYSTONE_INLINE Wide<1> abs(Wide<1> a) { return {__builtin_fabsf(a.v)}; }
DRYSTONE_INLINE Wide<1> sqrt(Wide<1> a) { return {__builtin_sqrtf(a.v)}; }
// 1 with the sign of a
DRYSTONE_INLINE Wide<1> signOf(Wide<1> a) { return {__builtin_copysignf(1.0f, a.v)}; }
DRYSTONE_INLINE Mask<1> operator<(Wide<1> a, Wide<1> b) { return {a.v < b.v}; }
DRYSTONE_INLINE Mask<1> operator<=(Wide<1> a, Wide<1> b) { return {a.v <= b.v}; }
DRYSTONE_INLINE Mask<1> operator>(Wide<1> a, Wide<1> b) { return {a.v > b.v}; }
DRYSTONE_INLINE Mask<1> operator>=(Wide<1> a, Wide<1> b) { return {a.v >= b.v}; }
DRYSTONE_INLINE Mask<1> operator==(Wide<1> a, Wide<1> b) { return {a.v == b.v}; }
DRYSTONE_INLINE Mask<1> operator&(Mask<1> a, Mask<1> b) { return {a.m && b.m}; }
DRYSTONE_INLINE Mask<1> operator|(Mask<1> a, Mask<1> b) { return {a.m || b.m}; }
DRYSTONE_INLINE Mask<1> operator~(Mask<1> a) { return {!a.m}; }
DRYSTONE_INLINE Wide<1> select(Mask<1> m, Wide<1> a, Wide<1> b) { return m.m ? a : b; }
// Bit k is lane k.
DRYSTONE_INLINE uint32_t bits(Mask<1> a) { return a.m ? 1u : 0u; }

// ---- four lanes: SSE2 ----

#if DRYSTONE_SIMD_SSE2
template <>
struct Wide<4> {
    __m128 v;
    static DRYSTONE_INLINE Wide load(const float* p) { return {_mm_load_ps(p)}; }
    static DRYSTONE_INLINE Wide splat(float x) { return {_mm_set1_ps(x)}; }
    DRYSTONE_INLINE void store(float* p) const { _mm_store_ps(p, v); }
};
template <>
struct Mask<4> {
    __m128 m;
};

DRYSTONE_INLINE Wide<4> operator+(Wide<4> a, Wide<4> b) { return {_mm_add_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<4> operator-(Wide<4> a, Wide<4> b) { return {_mm_sub_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<4> operator*(Wide<4> a, Wide<4> b) { return {_mm_mul_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<4> operator/(Wide<4> a, Wide<4> b) { return {_mm_div_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<4> operator-(Wide<4> a) { return {_mm_xor_ps(a.v, _mm_set1_ps(-0.0f))}; }
DRYSTONE_INLINE Wide<4> min(Wide<4> a, Wide<4> b) { return {_mm_min_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<4> max(Wide<4> a, Wide<4> b) { return {_mm_max_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<4> abs(Wide<4> a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }
DRYSTONE_INLINE Wide<4> sqrt(Wide<4> a) { return {_mm_sqrt_ps(a.v)}; }
DRYSTONE_INLINE Wide<4> signOf(Wide<4> a) {
    return {_mm_or_ps(_mm_and_ps(a.v, _mm_set1_ps(-0.0f)), _mm_set1_ps(1.0f))};
}
DRYSTONE_INLINE Mask<4> operator<(Wide<4> a, Wide<4> b) { return {_mm_cmplt_ps(a.v, b.v)}; }
DRYSTONE_INLINE Mask<4> operator<=(Wide<4> a, Wide<4> b) { return {_mm_cmple_ps(a.v, b.v)}; }
DRYSTONE_INLINE Mask<4> operator>(Wide<4> a, Wide<4> b) { return {_mm_cmpgt_ps(a.v, b.v)}; }
DRYSTONE_INLINE Mask<4> operator>=(Wide<4> a, Wide<4> b) { return {_mm_cmpge_ps(a.v, b.v)}; }
DRYSTONE_INLINE Mask<4> operator==(Wide<4> a, Wide<4> b) { return {_mm_cmpeq_ps(a.v, b.v)}; }
DRYSTONE_INLINE Mask<4> operator&(Mask<4> a, Mask<4> b) { return {_mm_and_ps(a.m, b.m)}; }
DRYSTONE_INLINE Mask<4> operator|(Mask<4> a, Mask<4> b) { return {_mm_or_ps(a.m, b.m)}; }
DRYSTONE_INLINE Mask<4> operator~(Mask<4> a) { return {_mm_xor_ps(a.m, _mm_castsi128_ps(_mm_set1_epi32(-1)))}; }
DRYSTONE_INLINE Wide<4> select(Mask<4> m, Wide<4> a, Wide<4> b) {
    return {_mm_or_ps(_mm_and_ps(m.m, a.v), _mm_andnot_ps(m.m, b.v))};
}
DRYSTONE_INLINE uint32_t bits(Mask<4> a) { return uint32_t(_mm_movemask_ps(a.m)); }
#endif

// ---- eight lanes: AVX2 ----

#if defined(__AVX2__)
template <>
struct Wide<8> {
    __m256 v;
    static DRYSTONE_INLINE Wide load(const float* p) { return {_mm256_load_ps(p)}; }
    static DRYSTONE_INLINE Wide splat(float x) { return {_mm256_set1_ps(x)}; }
    DRYSTONE_INLINE void store(float* p) const { _mm256_store_ps(p, v); }
};
template <>
struct Mask<8> {
    __m256 m;
};

DRYSTONE_INLINE Wide<8> operator+(Wide<8> a, Wide<8> b) { return {_mm256_add_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<8> operator-(Wide<8> a, Wide<8> b) { return {_mm256_sub_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<8> operator*(Wide<8> a, Wide<8> b) { return {_mm256_mul_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<8> operator/(Wide<8> a, Wide<8> b) { return {_mm256_div_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<8> operator-(Wide<8> a) { return {_mm256_xor_ps(a.v, _mm256_set1_ps(-0.0f))}; }
DRYSTONE_INLINE Wide<8> min(Wide<8> a, Wide<8> b) { return {_mm256_min_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<8> max(Wide<8> a, Wide<8> b) { return {_mm256_max_ps(a.v, b.v)}; }
DRYSTONE_INLINE Wide<8> abs(Wide<8> a) { return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)}; }
DRYSTONE_INLINE Wide<8> sqrt(Wide<8> a) { return {_mm256_sqrt_ps(a.v)}; }
DRYSTONE_INLINE Wide<8> signOf(Wide<8> a) {
    return {_mm256_or_ps(_mm256_and_ps(a.v, _mm256_set1_ps(-0.0f)), _mm256_set1_ps(1.0f))};
}
DRYSTONE_INLINE Mask<8> operator<(Wide<8> a, Wide<8> b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
DRYSTONE_INLINE Mask<8> operator<=(Wide<8> a, Wide<8> b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)}; }
DRYSTONE_INLINE Mask<8> operator>(Wide<8> a, Wide<8> b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_GT_OQ)}; }
DRYSTONE_INLINE Mask<8> operator>=(Wide<8> a, Wide<8> b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_GE_OQ)}; }
DRYSTONE_INLINE Mask<8> operator==(Wide<8> a, Wide<8> b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_EQ_OQ)}; }
DRYSTONE_INLINE Mask<8> operator&(Mask<8> a, Mask<8> b) { return {_mm256_and_ps(a.m, b.m)}; }
DRYSTONE_INLINE Mask<8> operator|(Mask<8> a, Mask<8> b) { return {_mm256_or_ps(a.m, b.m)}; }
DRYSTONE_INLINE Mask<8> operator~(Mask<8> a) {
    return {_mm256_xor_ps(a.m, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))};
}
DRYSTONE_INLINE Wide<8> select(Mask<8> m, Wide<8> a, Wide<8> b) { return {_mm256_blendv_ps(b.v, a.v, m.m)}; }
DRYSTONE_INLINE uint32_t bits(Mask<8> a) { return uint32_t(_mm256_movemask_ps(a.m)); }
#endif

// ---- whole records: W records of eight floats become eight wide floats, and back ----

inline constexpr int kRecordFloats = 8;

// record[k] points to the 32-byte aligned record of lane k.
template <int W>
DRYSTONE_INLINE void gatherRecords(const float* const (&record)[W], Wide<W> (&out)[kRecordFloats]);
// Lane k is written where bit k of lanes is set.
template <int W>
DRYSTONE_INLINE void scatterRecords(float* const (&record)[W], const Wide<W> (&in)[kRecordFloats], uint32_t lanes);

template <>
DRYSTONE_INLINE void gatherRecords<1>(const float* const (&record)[1], Wide<1> (&out)[kRecordFloats]) {
    for (int i = 0; i < kRecordFloats; ++i)
        out[i].v = record[0][i];
}
template <>
DRYSTONE_INLINE void scatterRecords<1>(float* const (&record)[1], const Wide<1> (&in)[kRecordFloats], uint32_t lanes) {
    if (lanes)
        for (int i = 0; i < kRecordFloats; ++i)
            record[0][i] = in[i].v;
}

#if DRYSTONE_SIMD_SSE2
DRYSTONE_INLINE void transpose4(__m128 a, __m128 b, __m128 c, __m128 d, __m128* out) {
    const __m128 ab0 = _mm_unpacklo_ps(a, b), cd0 = _mm_unpacklo_ps(c, d);
    const __m128 ab1 = _mm_unpackhi_ps(a, b), cd1 = _mm_unpackhi_ps(c, d);
    out[0] = _mm_movelh_ps(ab0, cd0);
    out[1] = _mm_movehl_ps(cd0, ab0);
    out[2] = _mm_movelh_ps(ab1, cd1);
    out[3] = _mm_movehl_ps(cd1, ab1);
}

template <>
DRYSTONE_INLINE void gatherRecords<4>(const float* const (&record)[4], Wide<4> (&out)[kRecordFloats]) {
    for (int half = 0; half < 2; ++half) {
        const int o = 4 * half;
        __m128 t[4];
        transpose4(_mm_load_ps(record[0] + o), _mm_load_ps(record[1] + o), _mm_load_ps(record[2] + o),
                   _mm_load_ps(record[3] + o), t);
        for (int i = 0; i < 4; ++i)
            out[o + i].v = t[i];
    }
}
template <>
DRYSTONE_INLINE void scatterRecords<4>(float* const (&record)[4], const Wide<4> (&in)[kRecordFloats], uint32_t lanes) {
    for (int half = 0; half < 2; ++half) {
        const int o = 4 * half;
        __m128 t[4];
        transpose4(in[o].v, in[o + 1].v, in[o + 2].v, in[o + 3].v, t);
        for (int k = 0; k < 4; ++k)
            if (lanes >> k & 1)
                _mm_store_ps(record[k] + o, t[k]);
    }
}
#endif

#if defined(__AVX2__)
// Two 4x4 transposes at a time, one in each half of the registers.
DRYSTONE_INLINE void transpose4(__m256 a, __m256 b, __m256 c, __m256 d, __m256* out) {
    const __m256d ab0 = _mm256_castps_pd(_mm256_unpacklo_ps(a, b)), cd0 = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
    const __m256d ab1 = _mm256_castps_pd(_mm256_unpackhi_ps(a, b)), cd1 = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
    out[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab0, cd0));
    out[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab0, cd0));
    out[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(ab1, cd1));
    out[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(ab1, cd1));
}
DRYSTONE_INLINE __m256 loadHalves(const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(low)), _mm_load_ps(high), 1);
}

template <>
DRYSTONE_INLINE void gatherRecords<8>(const float* const (&record)[8], Wide<8> (&out)[kRecordFloats]) {
    for (int half = 0; half < 2; ++half) {
        const int o = 4 * half;
        __m256 t[4];
        transpose4(loadHalves(record[0] + o, record[4] + o), loadHalves(record[1] + o, record[5] + o),
                   loadHalves(record[2] + o, record[6] + o), loadHalves(record[3] + o, record[7] + o), t);
        for (int i = 0; i < 4; ++i)
            out[o + i].v = t[i];
    }
}
template <>
DRYSTONE_INLINE void scatterRecords<8>(float* const (&record)[8], const Wide<8> (&in)[kRecordFloats], uint32_t lanes) {
    for (int half = 0; half < 2; ++half) {
        const int o = 4 * half;
        __m256 t[4];
        transpose4(in[o].v, in[o + 1].v, in[o + 2].v, in[o + 3].v, t);
        for (int k = 0; k < 4; ++k) {
            if (lanes >> k & 1)
                _mm_store_ps(record[k] + o, _mm256_castps256_ps128(t[k]));
            if (lanes >> (k + 4) & 1)
                _mm_store_ps(record[k + 4] + o, _mm256_extractf128_ps(t[k], 1));
        }
    }
}
#endif

}  // namespace drystone::simd
