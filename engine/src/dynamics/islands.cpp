#include "dynamics/islands.h"

namespace drystone {

void UnionFind::reset(uint32_t count) {
    m_parent.resize(count);
    for (uint32_t i = 0; i < count; ++i)
        m_parent[i] = i;
}

uint32_t UnionFind::find(uint32_t x) {
    while (m_parent[x] != x) {
        m_parent[x] = m_parent[m_parent[x]];
        x = m_parent[x];
    }
    return x;
}

void UnionFind::join(uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    if (a < b)
        m_parent[b] = a;
    else
        m_parent[a] = b;
}

void joinAwakeIslands(const Simulation& sim, UnionFind& sets) {
    sets.reset(uint32_t(sim.awakeBodies.size()));
    for (uint32_t slot : sim.awakePairs) {
        const Pair& pair = sim.pairs[slot];
        if (!pair.touching || pair.sensor || pair.staticSide)
            continue;
        const Body &a = sim.bodies[pair.body[0]], &b = sim.bodies[pair.body[1]];
        if (a.awake() && b.awake())
            sets.join(a.awakeIndex, b.awakeIndex);
    }
}

}  // namespace drystone
