// All heap memory of a World comes through one Memory: the game's hooks, counted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <drystone/hooks.h>

namespace drystone {

// Blocks start on a cache line, so that arrays of 32-byte records can be read by aligned wide loads.
inline constexpr size_t kMemoryAlignment = 64;

class Memory {
public:
    explicit Memory(const AllocatorHooks& hooks = {}) : m_hooks(hooks) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    void* allocate(size_t bytes);
    void release(void* block, size_t bytes);

    size_t bytesInUse() const { return m_bytes.load(std::memory_order_relaxed); }
    uint64_t allocationCount() const { return m_allocations.load(std::memory_order_relaxed); }

private:
    AllocatorHooks m_hooks;
    std::atomic<size_t> m_bytes{0};
    std::atomic<uint64_t> m_allocations{0};
};

template <class T>
class MemoryAllocator {
public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    MemoryAllocator(Memory& memory) : m_memory(&memory) {}
    template <class U>
    MemoryAllocator(const MemoryAllocator<U>& other) : m_memory(other.memory()) {}

    T* allocate(size_t count) { return static_cast<T*>(m_memory->allocate(count * sizeof(T))); }
    void deallocate(T* block, size_t count) { m_memory->release(block, count * sizeof(T)); }
    Memory* memory() const { return m_memory; }

    friend bool operator==(const MemoryAllocator& a, const MemoryAllocator& b) { return a.m_memory == b.m_memory; }

private:
    Memory* m_memory;
};

// The engine's growing array: std::vector on a Memory, aligned to a cache line.
template <class T>
class Array : public std::vector<T, MemoryAllocator<T>> {
    using Base = std::vector<T, MemoryAllocator<T>>;

public:
    explicit Array(Memory& memory) : Base(MemoryAllocator<T>(memory)) {}
};

// Room for size elements. Grows as push_back does, where reserve and assign would take exactly what is asked and so
// allocate again for each element more.
template <class T>
void reserveGrowing(Array<T>& array, size_t size) {
    if (size > array.capacity())
        array.reserve(size > 2 * array.capacity() ? size : 2 * array.capacity());
}

template <class T>
void assignGrowing(Array<T>& array, size_t size, const T& value) {
    reserveGrowing(array, size);
    array.assign(size, value);
}

}  // namespace drystone
