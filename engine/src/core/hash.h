// A 64-bit hash of words, the same on every platform.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

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

// Of a run of bytes, at the speed of memory: four hashes side by side, since each waits for its last product.
inline uint64_t hashBytes(const void* data, size_t bytes) {
    const auto* from = static_cast<const unsigned char*>(data);
    const auto word = [](const unsigned char* at, size_t count) {
        uint64_t value = 0;
        std::memcpy(&value, at, count);
        return value;
    };
    Hash64 lanes[4], all;
    size_t done = 0;
    for (; done + 32 <= bytes; done += 32)
        for (size_t lane = 0; lane < 4; ++lane)
            lanes[lane].add(word(from + done + 8 * lane, 8));
    for (; done < bytes; done += 8)
        all.add(word(from + done, bytes - done < 8 ? bytes - done : 8));
    for (const Hash64& lane : lanes)
        all.add(lane.value());
    all.add(uint64_t{bytes});
    return all.value();
}

}  // namespace drystone
