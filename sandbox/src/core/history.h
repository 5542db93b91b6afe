// The last seconds of what a world measures, for the graphs.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <drystone/drystone.h>

namespace drystone::sandbox {

// The newest N values, oldest first when read.
template <class T, size_t N>
class Ring {
public:
    void push(const T& value) {
        m_values[m_next] = value;
        m_next = (m_next + 1) % N;
        m_size = m_size < N ? m_size + 1 : N;
    }
    void clear() { m_size = m_next = 0; }
    size_t size() const { return m_size; }
    const T& operator[](size_t i) const { return m_values[(m_next + N - m_size + i) % N]; }
    const T& back() const { return (*this)[m_size - 1]; }

private:
    std::array<T, N> m_values{};
    size_t m_next = 0, m_size = 0;
};

// One stage of the step, as the profile graph stacks it.
struct Stage {
    const char* name;
    const char* explanation;
    float StepProfile::*time;
    unsigned color;  // 0xRRGGBB
};
std::span<const Stage> stages();

struct Sample {
    float kinetic = 0.0f, potential = 0.0f;  // J
    float linearMomentum = 0.0f;             // kg m/s, length
    float angularMomentum = 0.0f;            // kg m^2/s, length
    float penetration = 0.0f;                // m
    float cost = 0.0f;                       // wall time of the step (ms)
    int contacts = 0, awake = 0;
};

struct History {
    static constexpr size_t kLength = 300;
    Ring<Sample, kLength> samples;
    Ring<StepProfile, kLength> profiles;

    void record(const World& world);
    // Median over the last second or so (ms): one slow step does not show.
    float usualCost() const;
    void clear();
};

}  // namespace drystone::sandbox
