// Vectors, symmetric matrices and quaternions of wide floats.
#pragma once

#include "simd/wide.h"

namespace drystone::simd {

template <int W>
struct Vec3W {
    Wide<W> x, y, z;
};

// A symmetric 3 x 3 matrix.
template <int W>
struct Sym3W {
    Wide<W> xx, xy, xz, yy, yz, zz;
};

template <int W>
DRYSTONE_INLINE Vec3W<W> operator+(Vec3W<W> a, Vec3W<W> b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <int W>
DRYSTONE_INLINE Vec3W<W> operator-(Vec3W<W> a, Vec3W<W> b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <int W>
DRYSTONE_INLINE Vec3W<W> operator-(Vec3W<W> a) { return {-a.x, -a.y, -a.z}; }
template <int W>
DRYSTONE_INLINE Vec3W<W> operator*(Wide<W> s, Vec3W<W> a) { return {s * a.x, s * a.y, s * a.z}; }
template <int W>
DRYSTONE_INLINE Wide<W> dot(Vec3W<W> a, Vec3W<W> b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
template <int W>
DRYSTONE_INLINE Vec3W<W> cross(Vec3W<W> a, Vec3W<W> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <int W>
DRYSTONE_INLINE Vec3W<W> select(Mask<W> m, Vec3W<W> a, Vec3W<W> b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
template <int W>
DRYSTONE_INLINE Sym3W<W> operator+(const Sym3W<W>& a, const Sym3W<W>& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
template <int W>
DRYSTONE_INLINE Vec3W<W> operator*(const Sym3W<W>& m, Vec3W<W> a) {
    return {(m.xx * a.x + m.xy * a.y) + m.xz * a.z, (m.xy * a.x + m.yy * a.y) + m.yz * a.z,
            (m.xz * a.x + m.yz * a.y) + m.zz * a.z};
}

// AoSoA storage: component i of lane k at p[i * W + k].
template <int W>
DRYSTONE_INLINE Vec3W<W> loadVec3(const float (*p)[W]) {
    return {Wide<W>::load(p[0]), Wide<W>::load(p[1]), Wide<W>::load(p[2])};
}
template <int W>
DRYSTONE_INLINE void storeVec3(float (*p)[W], Vec3W<W> a) {
    a.x.store(p[0]);
    a.y.store(p[1]);
    a.z.store(p[2]);
}
template <int W>
DRYSTONE_INLINE Sym3W<W> loadSym3(const float (*p)[W]) {
    return {Wide<W>::load(p[0]), Wide<W>::load(p[1]), Wide<W>::load(p[2]),
            Wide<W>::load(p[3]), Wide<W>::load(p[4]), Wide<W>::load(p[5])};
}
template <int W>
DRYSTONE_INLINE void storeSym3(float (*p)[W], const Sym3W<W>& m) {
    m.xx.store(p[0]);
    m.xy.store(p[1]);
    m.xz.store(p[2]);
    m.yy.store(p[3]);
    m.yz.store(p[4]);
    m.zz.store(p[5]);
}

}  // namespace drystone::simd
