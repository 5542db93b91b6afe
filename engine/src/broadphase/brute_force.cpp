#include "broadphase/brute_force.h"

#include <algorithm>

#include "broadphase/ray_slabs.h"

namespace drystone {

bool BruteForce::overlappedBefore(uint32_t a, uint32_t b) const {
    const Aabb& boxA = m_store.isPending(a) ? m_store.oldFat(a) : m_store[a].fat;
    const Aabb& boxB = m_store.isPending(b) ? m_store.oldFat(b) : m_store[b].fat;
    return overlaps(boxA, boxB);
}

void BruteForce::findNewPairs(Array<ProxyPair>& out, TaskSystem&) {
    const auto first = std::ptrdiff_t(out.size());
    for (uint32_t a : m_store.pending()) {
        if (!m_store[a].live)
            continue;
        uint32_t neighbours = 0;
        for (uint32_t b = 0; b < m_store.indexEnd(); ++b) {
            const bool bothStatic = m_store[a].kind == ProxyKind::Static && m_store[b].kind == ProxyKind::Static;
            if (b == a || !m_store[b].live || bothStatic || !overlaps(m_store[a].fat, m_store[b].fat))
                continue;
            ++neighbours;
            const bool foundFromBoth = m_store.isPending(b);
            if ((!foundFromBoth || a < b) && !overlappedBefore(a, b))
                out.push_back({std::min(a, b), std::max(a, b)});
        }
        m_store.adaptLookahead(a, neighbours);
    }
    std::sort(out.begin() + first, out.end());
    m_store.endRound();
}

void BruteForce::query(const Aabb& box, FunctionRef<bool(uint32_t proxy)> visit) const {
    for (uint32_t proxy = 0; proxy < m_store.indexEnd(); ++proxy)
        if (m_store[proxy].live && overlaps(m_store[proxy].tight, box) && !visit(proxy))
            return;
}

void BruteForce::rayCast(glm::vec3 origin, glm::vec3 translation, FunctionRef<float(uint32_t proxy)> visit) const {
    const RaySlabs ray(origin, translation);
    float limit = 1.0f;
    for (uint32_t proxy = 0; proxy < m_store.indexEnd(); ++proxy) {
        if (!m_store[proxy].live || !ray.touches(m_store[proxy].tight, limit))
            continue;
        limit = std::min(limit, visit(proxy));
        if (limit <= 0.0f)
            return;
    }
}

}  // namespace drystone
