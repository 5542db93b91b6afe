// Counts what the program takes from the heap through operator new.
#pragma once

#include <cstdint>

namespace drystone::test {

// False under a sanitizer, which has an operator new of its own.
bool countsAllocations();
uint64_t heapAllocations();

}  // namespace drystone::test
