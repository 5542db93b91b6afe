#pragma once

#include <chrono>

namespace drystone {

class Stopwatch {
public:
    // Milliseconds since the last lap or the start.
    float lap() {
        const auto now = std::chrono::steady_clock::now();
        const float ms = std::chrono::duration<float, std::milli>(now - m_last).count();
        m_last = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

}  // namespace drystone
