// Values that came from outside as bytes, before anything trusts them.
#pragma once

#include <span>

#include "core/memory.h"

namespace drystone {

// Any other byte in a bool is undefined where it is read as one.
inline bool isBool(const bool& value) {
    return *reinterpret_cast<const unsigned char*>(&value) <= 1;
}

// Whether a list of indices below count names none twice. seen: scratch.
inline bool areDistinct(std::span<const uint32_t> list, size_t count, Array<uint8_t>& seen) {
    assignGrowing(seen, count, uint8_t{0});
    for (uint32_t index : list)
        if (index >= count || seen[index]++ != 0)
            return false;
    return true;
}

}  // namespace drystone
