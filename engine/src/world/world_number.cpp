#include "world/world_number.h"

#include <atomic>

namespace drystone {

static constexpr uint64_t kNumbers = 0x10000;

// One bit a number: its world lives.
static std::atomic<uint64_t>& livingWord(uint64_t number) {
    static std::atomic<uint64_t> living[kNumbers / 64];
    return living[number / 64];
}

static uint64_t bitOf(uint64_t number) {
    return uint64_t{1} << (number % 64);
}

// Van der Corput's sequence in base 2: 0, 1/2, 1/4, 3/4, 1/8 ... of the range.
static uint16_t reversedBits(uint64_t x) {
    uint16_t reversed = 0;
    for (int bit = 0; bit < 16; ++bit)
        reversed = uint16_t(reversed | ((x >> bit & 1) << (15 - bit)));
    return reversed;
}

WorldNumber takeWorldNumber() {
    static std::atomic<uint64_t> counter{1};
    // With every number taken, the last one tried is shared: 65,536 worlds at once are no game.
    for (uint64_t tries = 1;; ++tries) {
        const uint64_t count = counter.fetch_add(1, std::memory_order_relaxed);
        const uint64_t number = count % kNumbers;
        const uint64_t before = livingWord(number).fetch_or(bitOf(number), std::memory_order_relaxed);
        if (!(before & bitOf(number)) || tries == kNumbers)
            return {uint16_t(number), reversedBits(count / kNumbers)};
    }
}

void returnWorldNumber(WorldNumber number) {
    livingWord(number.number).fetch_and(~bitOf(number.number), std::memory_order_relaxed);
}

}  // namespace drystone
