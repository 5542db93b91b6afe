// A 16-ary tree of boxes without pointers: the children of node i of a level are the nodes 16 i .. 16 i + 15 of the
// level below. Proxies lie in the leaves' lanes in Morton order, as of the last sort; what came later is appended.
#pragma once

#include <array>
#include <span>

#include "broadphase/node.h"
#include "broadphase/proxy_store.h"

namespace drystone {

// Holds fat boxes of a store's proxies. At all times a node's lane contains the box of its child, so that a search sees
// every change at once; lanes shrink in maintain only.
class PackedTree {
public:
    PackedTree(const ProxyStore& store, Memory& memory);

    void insert(uint32_t proxy);
    void remove(uint32_t proxy);
    void update(uint32_t proxy);  // its fat box was replaced

    // Sorts anew when as much has changed as there is; else refits what is dirty.
    void maintain();
    // From all proxies of this kind, whatever it held before.
    void rebuild(ProxyKind kind);

    uint32_t size() const { return m_size; }
    uint32_t leafCount() const { return (m_slotEnd + kNodeWidth - 1) / kNodeWidth; }
    const Node& leaf(uint32_t index) const { return m_nodes[index]; }
    uint32_t slot(uint32_t proxy) const { return m_slots[proxy]; }
    // Of a slot with a box in it.
    uint32_t proxyAt(uint32_t slot) const { return m_proxies[slot]; }

    int topLevel() const { return m_levelCount - 1; }
    const Node& node(int level, uint32_t index) const { return m_nodes[m_levels[size_t(level)].firstNode + index]; }

    // Calls visit(leaf, lanes) for leaves with lanes that overlap the box until it returns false.
    template <class Visit>
    bool search(const Aabb& box, Visit&& visit) const;

    static constexpr int kMaxLevels = 8;  // 16^8 slots

private:
    struct Level {
        uint32_t firstNode;
        uint32_t firstDirtyWord;
    };

    void sort();
    void gatherKeys();
    void sortKeys();
    void layOut(uint32_t capacity);
    void build();
    void refit();
    void append(uint32_t proxy);
    void write(uint32_t slot, const Aabb& box);
    void markDirty(int level, uint32_t node);
    Node& nodeAt(int level, uint32_t index) { return m_nodes[m_levels[size_t(level)].firstNode + index]; }

    const ProxyStore& m_store;
    Array<Node> m_nodes;        // level by level, leaves first
    Array<uint64_t> m_dirty;    // a bit per node, level by level
    Array<uint32_t> m_proxies;  // by slot; kNoProxy in empty lanes
    Array<uint32_t> m_slots;    // by proxy
    Array<uint64_t> m_keys, m_keysScratch;
    std::array<Level, kMaxLevels> m_levels{};
    int m_levelCount = 0;
    uint32_t m_capacity = 0;  // slots
    uint32_t m_slotEnd = 0;   // slots in use, empty lanes among them
    uint32_t m_size = 0;
    uint32_t m_changes = 0;   // since the last sort
};

template <class Visit>
bool PackedTree::search(const Aabb& box, Visit&& visit) const {
    if (m_size == 0)
        return true;
    struct Entry {
        uint32_t level, index;
    };
    Entry stack[kMaxLevels * kNodeWidth];
    int count = 0;
    stack[count++] = {uint32_t(topLevel()), 0};
    while (count > 0) {
        const Entry entry = stack[--count];
        uint32_t lanes = overlappingLanes(node(int(entry.level), entry.index), box);
        if (lanes == 0)
            continue;
        if (entry.level == 0) {
            if (!visit(entry.index, lanes))
                return false;
            continue;
        }
        while (lanes)
            stack[count++] = {entry.level - 1, entry.index * kNodeWidth + takeLane(lanes)};
    }
    return true;
}

}  // namespace drystone
