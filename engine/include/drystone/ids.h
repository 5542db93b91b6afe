// Handles to what lives in a World.
#pragma once

#include <cstdint>

namespace drystone {

// A handle is a value: a slot, the slot's generation and the world that it belongs to. All zero is
// null. A handle whose object was destroyed, or that comes from another world, is refused by every
// call that takes it, never followed: a slot's generation never repeats, and no two living worlds have
// one number. The numbers of dead worlds come back after 65,536 worlds, each time with generations that
// begin elsewhere: only a handle kept for so long, and a slot used thousands of times, can then agree.
template <class Tag>
struct Id {
    uint32_t slot = 0;  // 1 + index of the slot; 0 is null
    uint16_t generation = 0;
    uint16_t world = 0;

    constexpr explicit operator bool() const { return slot != 0; }
    friend constexpr bool operator==(const Id&, const Id&) = default;
};

using BodyId = Id<struct BodyTag>;
using ShapeId = Id<struct ShapeTag>;

static_assert(sizeof(BodyId) == 8);

}  // namespace drystone
