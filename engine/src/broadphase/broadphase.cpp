#include "broadphase/broadphase.h"

#include "broadphase/brute_force.h"
#include "broadphase/tree_broadphase.h"
#include "math/algebra.h"

namespace drystone {

bool Broadphase::fatOverlap(uint32_t a, uint32_t b) const { return overlaps(fatBox(a), fatBox(b)); }

std::unique_ptr<Broadphase> makeBroadphase(BroadphaseKind kind, Memory& memory) {
    if (kind == BroadphaseKind::BruteForce)
        return std::make_unique<BruteForce>(memory);
    return std::make_unique<TreeBroadphase>(memory);
}

}  // namespace drystone
