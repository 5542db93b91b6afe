// A symmetric positive matrix of six rows, of a body's six velocities.
#pragma once

#include "simd/wide_math.h"
#include "solver/contact_kernels.h"

namespace drystone::kernels {

template <int W>
DRYSTONE_INLINE Sym3W<W> inverted(const Sym3W<W>& m) {
    const Wide<W> xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz, xz = m.xy * m.yz - m.xz * m.yy;
    const Wide<W> determinant = (m.xx * xx + m.xy * xy) + m.xz * xz;
    const Wide<W> s = splat<W>(1.0f) / determinant;
    return {s * xx,
            s * xy,
            s * xz,
            s * (m.xx * m.zz - m.xz * m.xz),
            s * (m.xy * m.xz - m.xx * m.yz),
            s * (m.xx * m.yy - m.xy * m.xy)};
}

template <int W>
class Factor6 {
public:
    // diag(mass, inertia)
    DRYSTONE_INLINE Factor6(Vec3W<W> mass, const Sym3W<W>& inertia) {
        for (Wide<W>& x : m_a)
            x = splat<W>(0.0f);
        at(0, 0) = mass.x;
        at(1, 1) = mass.y;
        at(2, 2) = mass.z;
        at(3, 3) = inertia.xx;
        at(4, 3) = inertia.xy;
        at(4, 4) = inertia.yy;
        at(5, 3) = inertia.xz;
        at(5, 4) = inertia.yz;
        at(5, 5) = inertia.zz;
    }

    // + k j j^T
    DRYSTONE_INLINE void add(Wide<W> k, Vec3W<W> linear, Vec3W<W> angular) {
        const Wide<W> j[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
        for (int r = 0; r < 6; ++r) {
            const Wide<W> kj = k * j[r];
            for (int c = 0; c <= r; ++c)
                at(r, c) = at(r, c) + kj * j[c];
        }
    }

    // L D L^T; x = A^-1 x
    DRYSTONE_INLINE void solve(Vec3W<W>& linear, Vec3W<W>& angular) {
        Wide<W> inverse[6], scaled[6];
        for (int j = 0; j < 6; ++j) {
            Wide<W> d = at(j, j);
            for (int k = 0; k < j; ++k) {
                scaled[k] = at(j, k) * at(k, k);
                d = d - scaled[k] * at(j, k);
            }
            at(j, j) = d;
            inverse[j] = splat<W>(1.0f) / d;
            for (int i = j + 1; i < 6; ++i) {
                Wide<W> l = at(i, j);
                for (int k = 0; k < j; ++k)
                    l = l - at(i, k) * scaled[k];
                at(i, j) = l * inverse[j];
            }
        }
        Wide<W> x[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
        for (int i = 1; i < 6; ++i)
            for (int k = 0; k < i; ++k)
                x[i] = x[i] - at(i, k) * x[k];
        for (int i = 0; i < 6; ++i)
            x[i] = x[i] * inverse[i];
        for (int i = 4; i >= 0; --i)
            for (int k = i + 1; k < 6; ++k)
                x[i] = x[i] - at(k, i) * x[k];
        linear = {x[0], x[1], x[2]};
        angular = {x[3], x[4], x[5]};
    }

private:
    DRYSTONE_INLINE Wide<W>& at(int r, int c) { return m_a[r * (r + 1) / 2 + c]; }

    Wide<W> m_a[21];  // lower triangle, row by row
};

}  // namespace drystone::kernels
