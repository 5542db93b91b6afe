// Sorts 64-bit keys by some of their bits, stable, without allocating once the scratch is large enough.
#pragma once

#include <cstdint>

#include "core/memory.h"

namespace drystone {

// By bits firstBit .. firstBit + bitCount - 1.
void radixSort(Array<uint64_t>& keys, Array<uint64_t>& scratch, int firstBit, int bitCount);

}  // namespace drystone
