// Finds the pairs of fat boxes that began to overlap in this round: each leaf with moved lanes descends the trees once.
#pragma once

#include "broadphase/packed_tree.h"
#include "broadphase/proxy_store.h"

namespace drystone {

class PairSearch {
public:
    PairSearch(ProxyStore& store, Memory& memory);

    // Appends the new pairs, sorted, and adapts the lookahead of all pending proxies.
    void run(const PackedTree& movables, const PackedTree& statics, Array<ProxyPair>& out, TaskSystem& tasks);

private:
    // The lanes of a tree's leaves whose fat box was replaced in this round.
    struct MovedLanes {
        explicit MovedLanes(Memory& memory) : byLeaf(memory), leaves(memory) {}
        Array<uint16_t> byLeaf;
        Array<uint32_t> leaves;  // that have any, ascending
    };
    struct alignas(64) Worker {
        explicit Worker(Memory& memory) : pairs(memory) {}
        Array<uint64_t> pairs;  // a in the high half, b in the low
    };
    // Which pairs a leaf reports: a pair whose two boxes were replaced is met from either side.
    enum class Duty { LaterOnly, All, UnmovedOnly };
    struct Leaf;

    void markMoved(const PackedTree& movables, const PackedTree& statics);
    void searchLeaf(const PackedTree& own, const MovedLanes& ownMoved, uint32_t index, bool isStatic,
                    const PackedTree& movables, const PackedTree& statics, Array<uint64_t>& pairs);
    void searchTree(Leaf& leaf, const PackedTree& tree, const MovedLanes& moved, Duty duty,
                    Array<uint64_t>& pairs) const;
    void report(const Leaf& leaf, uint32_t lane, const PackedTree& tree, uint32_t otherLeaf, uint32_t lanes,
                uint32_t moved, Array<uint64_t>& pairs) const;
    void collect(Array<ProxyPair>& out);

    ProxyStore& m_store;
    Memory& m_memory;
    MovedLanes m_movedMovables;
    MovedLanes m_movedStatics;
    Array<Worker> m_workers;
    Array<uint64_t> m_pairs, m_pairsScratch;
};

}  // namespace drystone
