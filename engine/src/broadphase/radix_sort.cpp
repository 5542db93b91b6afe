#include "broadphase/radix_sort.h"

#include <algorithm>

namespace drystone {

namespace {

constexpr int kDigitBits = 11;  // the histogram stays in the first-level cache
constexpr uint32_t kDigits = 1u << kDigitBits;
constexpr size_t kFew = 64;

// False when all keys have the same digit, and are sorted by it as they are.
bool sortByDigit(const Array<uint64_t>& from, Array<uint64_t>& to, int shift, uint64_t mask) {
    uint32_t starts[kDigits] = {};
    for (uint64_t key : from)
        ++starts[(key >> shift) & mask];
    if (starts[(from[0] >> shift) & mask] == from.size())
        return false;
    uint32_t sum = 0;
    for (uint32_t& start : starts) {
        const uint32_t count = start;
        start = sum;
        sum += count;
    }
    for (uint64_t key : from)
        to[starts[(key >> shift) & mask]++] = key;
    return true;
}

void insertionSort(Array<uint64_t>& keys, int shift, uint64_t mask) {
    for (size_t i = 1; i < keys.size(); ++i) {
        const uint64_t key = keys[i];
        size_t at = i;
        for (; at > 0 && ((keys[at - 1] >> shift) & mask) > ((key >> shift) & mask); --at)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

}  // namespace

void radixSort(Array<uint64_t>& keys, Array<uint64_t>& scratch, int firstBit, int bitCount) {
    if (keys.size() <= kFew) {
        insertionSort(keys, firstBit, (uint64_t{1} << bitCount) - 1);
        return;
    }
    scratch.resize(keys.size());
    for (int bit = 0; bit < bitCount; bit += kDigitBits) {
        const uint64_t mask = (uint64_t{1} << std::min(kDigitBits, bitCount - bit)) - 1;
        if (sortByDigit(keys, scratch, firstBit + bit, mask))
            keys.swap(scratch);
    }
}

}  // namespace drystone
