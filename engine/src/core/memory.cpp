#include "core/memory.h"

#include <new>

namespace drystone {

void* Memory::allocate(size_t bytes) {
    m_bytes.fetch_add(bytes, std::memory_order_relaxed);
    m_allocations.fetch_add(1, std::memory_order_relaxed);
    if (m_hooks.allocate)
        return m_hooks.allocate(m_hooks.user, bytes, kMemoryAlignment);
    return ::operator new(bytes, std::align_val_t{kMemoryAlignment});
}

void Memory::release(void* block, size_t bytes) {
    m_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    if (m_hooks.release)
        m_hooks.release(m_hooks.user, block, bytes, kMemoryAlignment);
    else
        ::operator delete(block, std::align_val_t{kMemoryAlignment});
}

}  // namespace drystone
