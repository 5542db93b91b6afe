// Runs the kernels from tests: shapes are described, placed and collided, alone or many at a time.
#pragma once

#include <random>
#include <vector>

#include "collision/collide.h"
#include "simd/dispatch.h"

namespace drystone::test {

struct PlacedBody {
    Shape shape;
    Transform world;
    glm::vec3 centerOfMass{0.0f};
};

inline Shape box(glm::vec3 halfExtents) {
    return {.kind = ShapeKind::Box, .halfExtents = halfExtents};
}
inline Shape sphere(float radius) {
    return {.kind = ShapeKind::Sphere, .radius = radius};
}
inline Shape halfSpace(glm::vec3 normal, float offset) {
    return {.kind = ShapeKind::HalfSpace, .normal = normal, .offset = offset};
}

// A body whose centre of mass is its shape's origin.
inline PlacedBody body(const Shape& shape, glm::vec3 position, glm::quat rotation = kIdentityRotation) {
    return {shape, {position, rotation}, position};
}

struct Collision {
    Manifold manifold{};
    uint8_t touching = 0;
};

// One pair; `before` is what the step before left.
inline Collision collide(const PlacedBody& a, const PlacedBody& b, float margin = 0.02f, const Collision& before = {},
                         SimdLevel level = SimdLevel::Scalar) {
    const PlacedShape shapes[2] = {placeShape(a.shape, a.world, a.centerOfMass),
                                   placeShape(b.shape, b.world, b.centerOfMass)};
    const CollidePair pair{0, 1, 0, margin};
    Collision result = before;
    const PairKind kind = pairKind(a.shape.kind, b.shape.kind);
    collideKernels(simd::resolveLevel(level))
        .collide[int(kind)]({shapes, &pair, 1, &result.manifold, &result.touching});
    return result;
}

inline int pointCount(const Collision& c) {
    return int(c.manifold.pointCount);
}
inline glm::vec3 normalOf(const Manifold& m) {
    return {m.normal[0], m.normal[1], m.normal[2]};
}
inline glm::vec3 anchorOf(const Manifold& m, int i) {
    return {m.points[i].anchor[0], m.points[i].anchor[1], m.points[i].anchor[2]};
}

inline float deepestSeparation(const Manifold& m) {
    float least = 1e30f;
    for (int i = 0; i < int(m.pointCount); ++i)
        least = m.points[i].separation < least ? m.points[i].separation : least;
    return least;
}

// The same numbers with every standard library.
class Random {
public:
    explicit Random(uint32_t seed) : m_engine(seed) {}
    double uniform(double low, double high) { return low + (high - low) * (double(m_engine()) / 4294967296.0); }
    float real(double low, double high) { return float(uniform(low, high)); }
    int below(int n) { return int(m_engine() % uint32_t(n)); }
    glm::vec3 vec(double low, double high) {
        const float x = real(low, high), y = real(low, high), z = real(low, high);
        return {x, y, z};
    }
    glm::vec3 direction() {
        for (;;) {
            const glm::vec3 v = vec(-1, 1);
            const float squared = glm::dot(v, v);
            if (squared > 0.01f && squared < 1.0f)
                return v / std::sqrt(squared);
        }
    }
    glm::quat rotation() {
        for (;;) {
            const float x = real(-1, 1), y = real(-1, 1), z = real(-1, 1), w = real(-1, 1);
            const float squared = x * x + y * y + z * z + w * w;
            if (squared > 0.01f && squared < 1.0f)
                return glm::normalize(glm::quat(w, x, y, z));
        }
    }

private:
    std::mt19937 m_engine;
};

inline glm::quat turn(float angle, glm::vec3 axis) {
    return glm::angleAxis(angle, glm::normalize(axis));
}

}  // namespace drystone::test
