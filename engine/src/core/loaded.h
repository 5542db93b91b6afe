// Values that came from outside as bytes, before anything trusts them.
#pragma once

namespace drystone {

// Any other byte in a bool is undefined where it is read as one.
inline bool isBool(const bool& value) {
    return *reinterpret_cast<const unsigned char*>(&value) <= 1;
}

}  // namespace drystone
