// Random input that is the same on every platform, which the distributions of the C++ library are not.
#pragma once

#include <cmath>
#include <cstdint>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include <drystone/math.h>

namespace drystone::test {

class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    // SplitMix64, Steele, Lea and Flood 2014.
    uint64_t next() {
        uint64_t z = m_state += 0x9E3779B97F4A7C15ull;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }

    int below(int count) { return int(next() % uint64_t(count)); }
    float uniform(float low, float high) { return low + (high - low) * float(next() >> 40) * 0x1p-24f; }
    // Every magnitude equally often, either sign: 2^low to 2^high.
    float anyScale(int low, int high) {
        const float mantissa = uniform(1.0f, 2.0f);
        const float magnitude = std::ldexp(mantissa, low + below(high - low));
        return next() & 1 ? magnitude : -magnitude;
    }
    glm::vec3 vector(float extent) {
        const float x = uniform(-extent, extent), y = uniform(-extent, extent), z = uniform(-extent, extent);
        return {x, y, z};
    }
    glm::vec3 direction() {
        for (;;) {
            const glm::vec3 v = vector(1.0f);
            const float squared = glm::dot(v, v);
            if (squared > 0.01f && squared <= 1.0f)
                return v / std::sqrt(squared);
        }
    }
    glm::quat rotation() {
        for (;;) {
            const float w = uniform(-1.0f, 1.0f);
            const glm::quat q(w, vector(1.0f));
            const float squared = glm::dot(q, q);
            if (squared > 0.01f && squared <= 1.0f)
                return q * (1.0f / std::sqrt(squared));
        }
    }
    Transform transform(float extent) {
        const glm::vec3 position = vector(extent);
        return {position, rotation()};
    }

private:
    uint64_t m_state;
};

}  // namespace drystone::test
