// Numbers of worlds: what tells the handles of one from those of another.
#pragma once

#include <cstdint>

namespace drystone {

// A handle holds 16 bits of it, so numbers come back after 65,536 worlds, but never while their world lives; and with
// each return the slots begin at another generation, as far as can be from those before.
struct WorldNumber {
    uint16_t number = 0;
    uint16_t firstGeneration = 0;
};

WorldNumber takeWorldNumber();
void returnWorldNumber(WorldNumber number);

}  // namespace drystone
