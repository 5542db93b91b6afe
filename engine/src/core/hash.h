// A 64-bit hash of words, the same on every platform.
#pragma once

#include <bit>
#include <cstdint>

namespace drystone {

// Multiply-rotate over 64-bit words, finished by the avalanche of MurmurHash3 (public domain constants).
class Hash64 {
public:
    void add(uint64_t word) {
        word *= 0x9E3779B97F4A7C15ull;
        m_state = std::rotl(m_state ^ std::rotl(word, 31) * 0xBF58476D1CE4E5B9ull, 27) * 5 + 0x52DCE729;
    }
    void add(float value) { add(uint64_t{std::bit_cast<uint32_t>(value)}); }

    uint64_t value() const {
        uint64_t h = m_state;
        h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCDull;
        h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53ull;
        return h ^ (h >> 33);
    }

private:
    uint64_t m_state = 0x243F6A8885A308D3ull;
};

}  // namespace drystone
