#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include <doctest/doctest.h>

#include "core/memory.h"

using drystone::AllocatorHooks;
using drystone::Array;
using drystone::kMemoryAlignment;
using drystone::Memory;

namespace {

bool isAligned(const void* block) {
    return reinterpret_cast<uintptr_t>(block) % kMemoryAlignment == 0;
}

// A game's allocator that checks what it is given.
struct Heap {
    std::map<void*, size_t> blocks;
    int mismatches = 0;

    AllocatorHooks hooks() {
        return {.allocate =
                    [](void* user, size_t size, size_t alignment) {
                        Heap& heap = *static_cast<Heap*>(user);
                        const size_t whole = (size + alignment - 1) / alignment * alignment;
                        void* block = std::aligned_alloc(alignment, whole);
                        heap.mismatches += alignment != kMemoryAlignment;
                        heap.blocks[block] = size;
                        return block;
                    },
                .release =
                    [](void* user, void* block, size_t size, size_t alignment) {
                        Heap& heap = *static_cast<Heap*>(user);
                        const auto found = heap.blocks.find(block);
                        const bool known = found != heap.blocks.end();
                        heap.mismatches += !known || found->second != size || alignment != kMemoryAlignment;
                        if (known)
                            heap.blocks.erase(found);
                        std::free(block);
                    },
                .user = this};
    }
};

}  // namespace

TEST_CASE("Memory gives cache-line aligned blocks and counts them") {
    Memory memory;
    void* blocks[20];
    size_t total = 0;
    for (size_t i = 0; i < 20; ++i) {
        const size_t bytes = 1 + i * 37;
        blocks[i] = memory.allocate(bytes);
        CHECK(isAligned(blocks[i]));
        std::memset(blocks[i], int(i), bytes);
        total += bytes;
        CHECK(memory.bytesInUse() == total);
        CHECK(memory.allocationCount() == i + 1);
    }
    for (size_t i = 0; i < 20; ++i) {
        CHECK(*static_cast<unsigned char*>(blocks[i]) == i);
        memory.release(blocks[i], 1 + i * 37);
    }
    CHECK(memory.bytesInUse() == 0);
    CHECK(memory.allocationCount() == 20);
}

TEST_CASE("Memory asks the game's hooks, with the same size again on release") {
    Heap heap;
    {
        Memory memory(heap.hooks());
        Array<int> numbers(memory);
        for (int i = 0; i < 10'000; ++i) {
            numbers.push_back(i);
            REQUIRE(isAligned(numbers.data()));
        }
        CHECK(heap.blocks.size() == 1);
        CHECK(heap.blocks.begin()->second == memory.bytesInUse());
        CHECK(memory.bytesInUse() == numbers.capacity() * sizeof(int));
        for (int i = 0; i < 10'000; ++i)
            REQUIRE(numbers[size_t(i)] == i);
    }
    CHECK(heap.blocks.empty());
    CHECK(heap.mismatches == 0);
}

TEST_CASE("an Array that has room allocates nothing more") {
    Memory memory;
    Array<float> array(memory);
    array.resize(1000);
    const uint64_t before = memory.allocationCount();
    for (int round = 0; round < 10; ++round) {
        array.clear();
        array.resize(1000, float(round));
    }
    CHECK(memory.allocationCount() == before);
}

TEST_CASE("an Array takes its memory along when moved or swapped") {
    Heap first, second;
    {
        Memory a(first.hooks()), b(second.hooks());
        Array<int> x(a), y(b);
        x.assign(100, 1);
        y.assign(50, 2);
        const int* data = x.data();
        std::swap(x, y);
        CHECK(y.data() == data);
        CHECK(y.size() == 100);
        CHECK(x.size() == 50);
        Array<int> moved = std::move(y);
        CHECK(moved.data() == data);
        x = std::move(moved);
        CHECK(x.data() == data);
        x.resize(1000);
        CHECK(a.bytesInUse() >= 1000 * sizeof(int));
        CHECK(b.bytesInUse() == 0);
    }
    CHECK(first.blocks.empty());
    CHECK(second.blocks.empty());
    CHECK(first.mismatches + second.mismatches == 0);
}
