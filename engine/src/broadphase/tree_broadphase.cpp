#include "broadphase/tree_broadphase.h"

#include <algorithm>

#include "broadphase/ray_slabs.h"

namespace drystone {

TreeBroadphase::TreeBroadphase(Memory& memory)
    : m_store(memory), m_movables(m_store, memory), m_statics(m_store, memory), m_search(m_store, memory) {}

uint32_t TreeBroadphase::createProxy(const Aabb& tight, ProxyKind kind) {
    const uint32_t proxy = m_store.create(tight, kind);
    treeOf(proxy).insert(proxy);
    return proxy;
}

void TreeBroadphase::destroyProxy(uint32_t proxy) {
    treeOf(proxy).remove(proxy);
    m_store.destroy(proxy);
}

void TreeBroadphase::resetProxy(uint32_t proxy, const Aabb& tight, ProxyKind kind) {
    const bool sameTree = m_store[proxy].kind == kind;
    if (!sameTree)
        treeOf(proxy).remove(proxy);
    m_store.reset(proxy, tight, kind);
    if (sameTree)
        treeOf(proxy).update(proxy);
    else
        treeOf(proxy).insert(proxy);
}

void TreeBroadphase::moveProxies(std::span<const ProxyMove> moves) {
    for (uint32_t proxy : m_store.move(moves))
        treeOf(proxy).update(proxy);
}

void TreeBroadphase::findNewPairs(Array<ProxyPair>& out, TaskSystem& tasks) {
    if (!m_store.pending().empty()) {
        m_movables.maintain();
        m_statics.maintain();
        m_search.run(m_movables, m_statics, out, tasks);
    }
    m_store.endRound();
}

void TreeBroadphase::rebuild() {
    m_movables.rebuild(ProxyKind::Movable);
    m_statics.rebuild(ProxyKind::Static);
}

void TreeBroadphase::query(const Aabb& box, FunctionRef<bool(uint32_t proxy)> visit) const {
    for (const PackedTree* tree : {&m_movables, &m_statics}) {
        const bool goOn = tree->search(box, [&](uint32_t leaf, uint32_t lanes) {
            while (lanes) {
                const uint32_t proxy = tree->proxyAt(leaf * kNodeWidth + takeLane(lanes));
                if (overlaps(m_store[proxy].tight, box) && !visit(proxy))
                    return false;
            }
            return true;
        });
        if (!goOn)
            return;
    }
}

namespace {

struct RayEntry {
    const PackedTree* tree;
    int level;  // -1: a proxy's lane, index its slot
    uint32_t index;
    float entry;
};

// Both trees on one stack, the nearest child on top.
struct RayStack {
    RayEntry entries[2 * PackedTree::kMaxLevels * kNodeWidth];
    int count = 0;

    void pushChildren(const RayEntry& parent, const RaySlabs& ray, float limit) {
        alignas(64) float fractions[kNodeWidth];
        uint32_t lanes = ray.touchedLanes(parent.tree->node(parent.level, parent.index), limit, fractions);
        const int first = count;
        while (lanes) {
            const uint32_t lane = takeLane(lanes);
            const float entry = fractions[lane];
            int at = count++;
            for (; at > first && entries[at - 1].entry < entry; --at)
                entries[at] = entries[at - 1];
            entries[at] = {parent.tree, parent.level - 1, parent.index * kNodeWidth + lane, entry};
        }
    }
};

}  // namespace

void TreeBroadphase::rayCast(glm::vec3 origin, glm::vec3 translation, FunctionRef<float(uint32_t proxy)> visit) const {
    const RaySlabs ray(origin, translation);
    float limit = 1.0f;
    RayStack stack;
    for (const PackedTree* tree : {&m_statics, &m_movables})
        if (tree->size() > 0)
            stack.entries[stack.count++] = {tree, tree->topLevel(), 0, 0.0f};

    while (stack.count > 0) {
        const RayEntry top = stack.entries[--stack.count];
        if (!RaySlabs::within(top.entry, limit))
            continue;
        if (top.level >= 0) {
            stack.pushChildren(top, ray, limit);
            continue;
        }
        const uint32_t proxy = top.tree->proxyAt(top.index);
        if (!ray.touches(m_store[proxy].tight, limit))
            continue;
        limit = std::min(limit, visit(proxy));
        if (limit <= 0.0f)
            return;
    }
}

}  // namespace drystone
