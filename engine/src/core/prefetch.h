// Memory that a loop will read some rounds from now: its misses then run side by side instead of one after the other.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace drystone {

// Always inlined: kernels of several instruction sets use it, and must not share a copy of theirs.
#if defined(_MSC_VER) && !defined(__clang__)
__forceinline void prefetch(const void* place) {
#if defined(_M_X64) || defined(_M_IX86)
    _mm_prefetch(static_cast<const char*>(place), _MM_HINT_T0);
#else
    (void)place;
#endif
}
#else
[[gnu::always_inline]] inline void prefetch(const void* place) {
    __builtin_prefetch(place);
}
#endif

}  // namespace drystone
