// Reproducible random numbers and boxes.
#pragma once

#include <cstdint>

#include <drystone/math.h>

namespace drystone::test {

class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    // Steele, Lea and Flood 2014, SplitMix64.
    uint64_t bits() {
        m_state += 0x9E3779B97F4A7C15ull;
        uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t end) { return uint32_t((bits() >> 32) * end >> 32); }
    bool chance(float share) { return unit() < share; }
    float unit() { return float(bits() >> 40) * 0x1p-24f; }
    float between(float a, float b) { return a + (b - a) * unit(); }
    glm::vec3 between(glm::vec3 a, glm::vec3 b) {
        const float x = between(a.x, b.x), y = between(a.y, b.y), z = between(a.z, b.z);
        return {x, y, z};
    }

private:
    uint64_t m_state;
};

inline Aabb boxAt(glm::vec3 centre, glm::vec3 half) { return {centre - half, centre + half}; }

}  // namespace drystone::test
