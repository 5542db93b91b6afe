// Scalar algebra over GLM's types that GLM does not have, in one fixed order of operations.
#pragma once

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include <drystone/math.h>

namespace drystone {

inline bool isFinite(float x) { return std::isfinite(x); }
inline bool isFinite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
inline bool isFinite(glm::quat q) {
    return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

// Of the plain arrays that rows and manifolds are made of.
inline glm::vec3 vec3(const float (&v)[3]) { return {v[0], v[1], v[2]}; }

// a then b's frame: a point of b's local frame, expressed in a's parent.
inline Transform operator*(const Transform& a, const Transform& b) {
    return {a.position + a.rotation * b.position, a.rotation * b.rotation};
}
inline glm::vec3 transformPoint(const Transform& t, glm::vec3 p) { return t.position + t.rotation * p; }
inline glm::vec3 inverseTransformPoint(const Transform& t, glm::vec3 p) {
    return glm::conjugate(t.rotation) * (p - t.position);
}

inline float lengthSquared(glm::vec3 v) { return glm::dot(v, v); }

// Two unit vectors perpendicular to the unit vector n and to each other, n = t1 x t2.
// Duff et al. 2017, Building an Orthonormal Basis, Revisited.
inline void tangentBasis(glm::vec3 n, glm::vec3& t1, glm::vec3& t2) {
    const float sign = std::copysign(1.0f, n.z);
    const float a = -1.0f / (sign + n.z);
    const float b = n.x * n.y * a;
    t1 = {1.0f + sign * n.x * n.x * a, sign * b, -sign * n.x};
    t2 = {b, sign + n.y * n.y * a, -n.y};
}

inline bool overlaps(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y &&
        a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}
inline bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && outer.lower.z <= inner.lower.z &&
        inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y && inner.upper.z <= outer.upper.z;
}
inline Aabb merge(const Aabb& a, const Aabb& b) { return {glm::min(a.lower, b.lower), glm::max(a.upper, b.upper)}; }
inline Aabb expand(const Aabb& a, float margin) { return {a.lower - margin, a.upper + margin}; }

// R diag(d) R^T, the same below the diagonal as above it: a product of three matrices would round differently.
inline glm::mat3 rotatedDiagonal(glm::quat rotation, glm::vec3 d) {
    const glm::mat3 r = glm::mat3_cast(rotation);
    glm::mat3 out;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column <= row; ++column)
            out[column][row] = out[row][column] =
                (r[0][row] * d.x) * r[0][column] + (r[1][row] * d.y) * r[1][column] + (r[2][row] * d.z) * r[2][column];
    return out;
}

// The quaternion of a rotation by the vector w (axis times angle, rad). Exponential map, deterministic sine.
glm::quat largeExponentialMap(glm::vec3 w);
inline glm::quat exponentialMap(glm::vec3 w) {
    // h = |w| / 2. Below the threshold the next terms are under 2^-24 of the result, and no root is needed.
    const float h2 = 0.25f * lengthSquared(w);
    if (!(h2 < 1.0e-2f))
        return largeExponentialMap(w);
    const float sinHOverH = 1.0f - h2 * (1.0f / 6.0f - h2 * (1.0f / 120.0f - h2 * (1.0f / 5040.0f)));
    const float cosH = 1.0f - h2 * (0.5f - h2 * (1.0f / 24.0f - h2 * (1.0f / 720.0f)));
    return {cosH, 0.5f * sinHOverH * w};
}
// In double, to rounding, for any angle.
glm::dquat preciseExponentialMap(glm::dvec3 w);

// Its inverse: axis times angle of a unit quaternion, angle in [0, pi]. Deterministic, error below 1e-6 rad.
glm::vec3 rotationVector(glm::quat q);

// Sine and cosine with the same bits everywhere: only + - * and exact rounding. Error below 2e-7 for |x| < 1e4.
struct SinCos {
    float sin, cos;
};
SinCos sinCos(float x);

// Eigenvalues (d) and eigenvectors (rotation, its columns) of a symmetric matrix, m = R diag(d) R^T: Jacobi rotations in
// double. Degenerate input keeps the axes it has: a diagonal matrix gives the identity.
struct PrincipalAxes {
    glm::vec3 diagonal;
    glm::quat rotation;
};
PrincipalAxes principalAxes(const glm::mat3& symmetric);

}  // namespace drystone
