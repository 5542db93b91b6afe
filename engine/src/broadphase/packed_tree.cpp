#include "broadphase/packed_tree.h"

#include <algorithm>

#include "broadphase/morton.h"
#include "broadphase/radix_sort.h"

namespace drystone {

namespace {

constexpr uint32_t kNoProxy = ~0u;

// Sorts cost a little even when there is next to nothing to sort.
constexpr uint32_t kMinChanges = 64;

uint32_t nodesAbove(uint32_t count) { return (count + kNodeWidth - 1) / kNodeWidth; }

Node emptyNode() {
    Node node;
    for (uint32_t lane = 0; lane < kNodeWidth; ++lane)
        setLane(node, lane, kNoBox);
    return node;
}

}  // namespace

PackedTree::PackedTree(const ProxyStore& store, Memory& memory)
    : m_store(store), m_nodes(memory), m_dirty(memory), m_proxies(memory), m_slots(memory), m_keys(memory),
      m_keysScratch(memory) {}

void PackedTree::insert(uint32_t proxy) {
    if (m_slots.size() <= proxy)
        m_slots.resize(proxy + 1, kNoProxy);
    if (m_slotEnd == m_capacity)
        sort();
    append(proxy);
    write(m_slots[proxy], m_store[proxy].fat);
    ++m_size;
    ++m_changes;
}

void PackedTree::remove(uint32_t proxy) {
    const uint32_t slot = m_slots[proxy];
    m_slots[proxy] = kNoProxy;
    m_proxies[slot] = kNoProxy;
    write(slot, kNoBox);
    --m_size;
    ++m_changes;
}

void PackedTree::update(uint32_t proxy) {
    write(m_slots[proxy], m_store[proxy].fat);
    ++m_changes;
}

void PackedTree::maintain() {
    if (m_changes >= m_size + kMinChanges)
        sort();
    else
        refit();
}

void PackedTree::append(uint32_t proxy) {
    const uint32_t slot = m_slotEnd++;
    // The first slot of a node that holds nothing yet, and of nodes above it.
    uint32_t index = slot;
    for (int level = 0; level < m_levelCount && index % kNodeWidth == 0; ++level) {
        index /= kNodeWidth;
        nodeAt(level, index) = emptyNode();
    }
    m_proxies[slot] = proxy;
    m_slots[proxy] = slot;
}

void PackedTree::write(uint32_t slot, const Aabb& box) {
    uint32_t index = slot / kNodeWidth;
    setLane(nodeAt(0, index), slot % kNodeWidth, box);
    markDirty(0, index);
    for (int level = 1; level < m_levelCount; ++level) {
        Node& parent = nodeAt(level, index / kNodeWidth);
        const uint32_t lane = index % kNodeWidth;
        const Aabb around = laneBox(parent, lane);
        if (contains(around, box))
            return;
        setLane(parent, lane, merge(around, box));
        index /= kNodeWidth;
    }
}

void PackedTree::markDirty(int level, uint32_t node) {
    m_dirty[m_levels[size_t(level)].firstDirtyWord + node / 64] |= uint64_t{1} << (node % 64);
}

void PackedTree::refit() {
    for (int level = 0; level < m_levelCount; ++level) {
        const uint32_t firstWord = m_levels[size_t(level)].firstDirtyWord;
        const uint32_t endWord =
            level + 1 < m_levelCount ? m_levels[size_t(level) + 1].firstDirtyWord : uint32_t(m_dirty.size());
        for (uint32_t word = firstWord; word < endWord; ++word) {
            uint64_t nodes = m_dirty[word];
            m_dirty[word] = 0;
            for (; nodes && level < topLevel(); nodes &= nodes - 1) {
                const uint32_t index = (word - firstWord) * 64 + uint32_t(std::countr_zero(nodes));
                setLane(nodeAt(level + 1, index / kNodeWidth), index % kNodeWidth, bounds(nodeAt(level, index)));
                markDirty(level + 1, index / kNodeWidth);
            }
        }
    }
}

void PackedTree::sort() {
    gatherKeys();
    sortKeys();
}

void PackedTree::rebuild(ProxyKind kind) {
    m_keys.clear();
    for (uint32_t proxy = 0; proxy < m_store.indexEnd(); ++proxy)
        if (m_store[proxy].live && m_store[proxy].kind == kind)
            m_keys.push_back(proxy);
    m_slots.assign(m_store.indexEnd(), kNoProxy);
    m_size = uint32_t(m_keys.size());
    sortKeys();
}

void PackedTree::sortKeys() {
    const MortonGrid grid(m_store, m_keys);
    for (uint64_t& key : m_keys)
        key |= uint64_t{grid.code(m_store[uint32_t(key)].fat)} << 32;
    radixSort(m_keys, m_keysScratch, 32, MortonGrid::kBits);
    layOut(2 * (m_size + kMinChanges));
    build();
    m_changes = 0;
}

void PackedTree::gatherKeys() {
    m_keys.clear();
    for (uint32_t slot = 0; slot < m_slotEnd; ++slot)
        if (m_proxies[slot] != kNoProxy)
            m_keys.push_back(m_proxies[slot]);
}

// Room for as many slots as can be appended before the next sort is due. Keeps what it has when that is enough.
void PackedTree::layOut(uint32_t capacity) {
    m_slotEnd = 0;
    if (capacity > m_capacity) {
        m_capacity = nodesAbove(capacity) * kNodeWidth;
        uint32_t nodes = 0, words = 0, count = m_capacity;
        m_levelCount = 0;
        do {
            count = nodesAbove(count);
            m_levels[size_t(m_levelCount++)] = {nodes, words};
            nodes += count;
            words += (count + 63) / 64;
        } while (count > 1);
        m_nodes.resize(nodes);
        m_dirty.resize(words);
        m_proxies.resize(m_capacity);
    }
    std::fill(m_dirty.begin(), m_dirty.end(), uint64_t{0});
}

void PackedTree::build() {
    for (uint64_t key : m_keys)
        append(uint32_t(key));
    for (uint32_t slot = 0; slot < m_slotEnd; ++slot)
        setLane(m_nodes[slot / kNodeWidth], slot % kNodeWidth, m_store[m_proxies[slot]].fat);
    uint32_t count = m_slotEnd;
    for (int level = 0; level < topLevel(); ++level) {
        count = nodesAbove(count);
        for (uint32_t index = 0; index < count; ++index)
            setLane(nodeAt(level + 1, index / kNodeWidth), index % kNodeWidth, bounds(nodeAt(level, index)));
    }
}

}  // namespace drystone
