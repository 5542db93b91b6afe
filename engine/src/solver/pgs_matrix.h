// Symmetric 3 x 3 matrices of the reference solver: 11 12 22 13 23 33.
#pragma once

namespace drystone {

using PgsMatrix = double[6];

inline double dot3(const double (&a)[3], const double (&b)[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

inline void multiply(const PgsMatrix& m, const double (&x)[3], double (&y)[3]) {
    y[0] = (m[0] * x[0] + m[1] * x[1]) + m[3] * x[2];
    y[1] = (m[1] * x[0] + m[2] * x[1]) + m[4] * x[2];
    y[2] = (m[3] * x[0] + m[4] * x[1]) + m[5] * x[2];
}

// x = (m + shift)^-1 y by Cholesky's factors without roots. A direction in which nothing gives is left alone.
inline void solveShifted(const PgsMatrix& m, double shift, const double (&y)[3], double (&x)[3]) {
    const double least = 1e-12 * ((m[0] + m[2]) + m[5]);
    const auto inverse = [least](double pivot) { return pivot > least ? 1.0 / pivot : 0.0; };
    const double i1 = inverse(m[0] + shift);
    const double l21 = m[1] * i1, l31 = m[3] * i1;
    const double i2 = inverse((m[2] + shift) - l21 * m[1]);
    const double c32 = m[4] - l21 * m[3];
    const double l32 = c32 * i2;
    const double i3 = inverse(((m[5] + shift) - l31 * m[3]) - l32 * c32);
    const double z2 = y[1] - l21 * y[0];
    const double z3 = (y[2] - l31 * y[0]) - l32 * z2;
    x[2] = z3 * i3;
    x[1] = z2 * i2 - l32 * x[2];
    x[0] = (y[0] * i1 - l21 * x[1]) - l31 * x[2];
}

}  // namespace drystone
