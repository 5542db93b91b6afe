// Counts what the program takes from the heap through operator new.
#pragma once

#include <cstdint>

namespace drystone::test {

uint64_t heapAllocations();

}  // namespace drystone::test
