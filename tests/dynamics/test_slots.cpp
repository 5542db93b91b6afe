#include <algorithm>
#include <type_traits>

#include <doctest/doctest.h>

#include "dynamics/slots.h"

using namespace drystone;

namespace {

// What a forged snapshot may hold: each list of slots names its first one all the time.
struct RepeatSlots {
    template <class T>
    void operator()(T& value) const {
        if constexpr (std::is_same_v<T, Array<uint32_t>>)
            std::fill(value.begin(), value.end(), value.front());
    }
};

}  // namespace

TEST_CASE("a handle dies with its object and does not come back with its slot") {
    Memory memory;
    SlotTable<BodyId> slots(memory, 5);
    const BodyId first = slots.id(slots.allocate());
    CHECK(slots.isLive(first));
    slots.release(first.slot - 1);
    CHECK_FALSE(slots.isLive(first));
    const BodyId second = slots.id(slots.allocate());
    CHECK(second.slot == first.slot);
    CHECK(second != first);
    CHECK(slots.isLive(second));
    CHECK_FALSE(slots.isLive(first));
    CHECK_FALSE(slots.isLive(BodyId{}));
    CHECK_FALSE(slots.isLive(BodyId{second.slot, second.generation, 6}));
    CHECK_FALSE(slots.isLive(BodyId{second.slot + 1, second.generation, 5}));
}

TEST_CASE("a slot that has used up its generations is retired") {
    Memory memory;
    SlotTable<ShapeId> slots(memory, 1);
    const ShapeId first = slots.id(slots.allocate());
    slots.release(0);
    for (int i = 0; i < 0xFFFF; ++i)
        slots.release(slots.allocate());
    CHECK(slots.allocate() == 1);
    CHECK_FALSE(slots.isLive(first));
    CHECK(slots.count() == 1);
}

TEST_CASE("a loaded table that would hand out one slot twice is found out") {
    Memory memory;
    Array<uint8_t> seen(memory);
    SlotTable<BodyId> slots(memory, 1);
    for (int i = 0; i < 4; ++i)
        slots.allocate();
    slots.release(1);
    slots.release(2);
    CHECK(slots.consistent(seen));
    const RepeatSlots forge;
    SlotTable<BodyId>::transfer(forge, slots);
    CHECK_FALSE(slots.consistent(seen));
}
