#include "task/allocation_count.h"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static constexpr bool kCounts = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
static constexpr bool kCounts = false;
#else
#define DRYSTONE_COUNT_ALLOCATIONS
static constexpr bool kCounts = true;
#endif
#else
#define DRYSTONE_COUNT_ALLOCATIONS
static constexpr bool kCounts = true;
#endif

static std::atomic<uint64_t> allocations{0};

bool drystone::test::countsAllocations() {
    return kCounts;
}

uint64_t drystone::test::heapAllocations() {
    return allocations.load();
}

#if defined(DRYSTONE_COUNT_ALLOCATIONS)
void* operator new(size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* block = std::malloc(size ? size : 1))
        return block;
    std::abort();
}
void* operator new(size_t size, std::align_val_t alignment) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    const size_t a = size_t(alignment);
    if (void* block = std::aligned_alloc(a, (size + a - 1) / a * a))
        return block;
    std::abort();
}
void operator delete(void* block) noexcept {
    std::free(block);
}
void operator delete(void* block, size_t) noexcept {
    std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
    std::free(block);
}
void operator delete(void* block, size_t, std::align_val_t) noexcept {
    std::free(block);
}
#endif
