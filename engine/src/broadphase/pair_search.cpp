#include "broadphase/pair_search.h"

#include <algorithm>
#include <bit>

#include "broadphase/radix_sort.h"

namespace drystone {

namespace {

constexpr int kLeavesATask = 16;
constexpr size_t kFewPairs = 512;  // below it a comparison sort is faster

}  // namespace

// A leaf's moved lanes, and what they found.
struct PairSearch::Leaf {
    uint32_t index;
    uint32_t moved;  // mask
    Aabb around;     // the moved lanes' boxes
    Aabb now[kNodeWidth];
    Aabb old[kNodeWidth];
    uint32_t proxies[kNodeWidth];
    uint32_t neighbours[kNodeWidth] = {};
};

PairSearch::PairSearch(ProxyStore& store, Memory& memory)
    : m_store(store), m_memory(memory), m_movedMovables(memory), m_movedStatics(memory), m_workers(memory),
      m_pairs(memory), m_pairsScratch(memory) {}

void PairSearch::run(const PackedTree& movables, const PackedTree& statics, Array<ProxyPair>& out, TaskSystem& tasks) {
    markMoved(movables, statics);
    while (m_workers.size() < size_t(std::max(1, tasks.workerCount())))
        m_workers.emplace_back(m_memory);
    const int movableLeaves = int(m_movedMovables.leaves.size());
    const int count = movableLeaves + int(m_movedStatics.leaves.size());
    tasks.parallelFor(count, kLeavesATask, [&](int begin, int end, int worker) {
        Array<uint64_t>& pairs = m_workers[size_t(worker)].pairs;
        for (int i = begin; i < end; ++i) {
            if (i < movableLeaves)
                searchLeaf(movables, m_movedMovables, m_movedMovables.leaves[size_t(i)], false, movables, statics,
                           pairs);
            else
                searchLeaf(statics, m_movedStatics, m_movedStatics.leaves[size_t(i - movableLeaves)], true, movables,
                           statics, pairs);
        }
    });
    collect(out);
}

void PairSearch::markMoved(const PackedTree& movables, const PackedTree& statics) {
    m_movedMovables.byLeaf.assign(movables.leafCount(), 0);
    m_movedStatics.byLeaf.assign(statics.leafCount(), 0);
    for (uint32_t proxy : m_store.pending()) {
        const ProxyRecord& record = m_store[proxy];
        if (!record.live)
            continue;
        const bool isStatic = record.kind == ProxyKind::Static;
        const uint32_t slot = (isStatic ? statics : movables).slot(proxy);
        uint16_t& lanes = (isStatic ? m_movedStatics : m_movedMovables).byLeaf[slot / kNodeWidth];
        lanes = uint16_t(lanes | 1u << (slot % kNodeWidth));
    }
    for (MovedLanes* moved : {&m_movedMovables, &m_movedStatics}) {
        moved->leaves.clear();
        for (uint32_t leaf = 0; leaf < moved->byLeaf.size(); ++leaf)
            if (moved->byLeaf[leaf])
                moved->leaves.push_back(leaf);
    }
}

void PairSearch::searchLeaf(const PackedTree& own, const MovedLanes& ownMoved, uint32_t index, bool isStatic,
                            const PackedTree& movables, const PackedTree& statics, Array<uint64_t>& pairs) {
    Leaf leaf;
    leaf.index = index;
    leaf.moved = ownMoved.byLeaf[index];
    leaf.around = kNoBox;
    for (uint32_t lanes = leaf.moved; lanes;) {
        const uint32_t lane = takeLane(lanes);
        leaf.proxies[lane] = own.proxyAt(index * kNodeWidth + lane);
        leaf.now[lane] = laneBox(own.leaf(index), lane);
        leaf.old[lane] = m_store.oldFat(leaf.proxies[lane]);
        leaf.around = merge(leaf.around, leaf.now[lane]);
    }
    searchTree(leaf, movables, m_movedMovables, isStatic ? Duty::UnmovedOnly : Duty::LaterOnly, pairs);
    if (!isStatic)
        searchTree(leaf, statics, m_movedStatics, Duty::All, pairs);
    for (uint32_t lanes = leaf.moved; lanes;) {
        const uint32_t lane = takeLane(lanes);
        m_store.adaptLookahead(leaf.proxies[lane], leaf.neighbours[lane]);
    }
}

void PairSearch::searchTree(Leaf& leaf, const PackedTree& tree, const MovedLanes& moved, Duty duty,
                            Array<uint64_t>& pairs) const {
    const bool oneMoved = std::has_single_bit(leaf.moved);
    tree.search(leaf.around, [&](uint32_t other, uint32_t lanesAround) {
        const Node& node = tree.leaf(other);
        const uint32_t movedThere = moved.byLeaf[other];
        const bool sameLeaf = duty == Duty::LaterOnly && other == leaf.index;
        const bool earlier = duty == Duty::LaterOnly && other < leaf.index;
        const uint32_t theyReport = duty == Duty::UnmovedOnly || earlier ? movedThere : 0;

        for (uint32_t lanes = leaf.moved; lanes;) {
            const uint32_t lane = takeLane(lanes);
            uint32_t hits = oneMoved ? lanesAround : overlappingLanes(node, leaf.now[lane]);
            if (sameLeaf)
                hits &= ~(1u << lane);
            if (hits == 0)
                continue;
            leaf.neighbours[lane] += uint32_t(std::popcount(hits));
            hits &= ~theyReport;
            if (sameLeaf)
                hits &= ~(movedThere & ((1u << lane) - 1));
            if (hits)
                hits &= ~(overlappingLanes(node, leaf.old[lane]) & ~movedThere);
            if (hits)
                report(leaf, lane, tree, other, hits, movedThere, pairs);
        }
        return true;
    });
}

// Of the lanes that moved, only those whose old box did not overlap.
void PairSearch::report(const Leaf& leaf, uint32_t lane, const PackedTree& tree, uint32_t otherLeaf, uint32_t lanes,
                        uint32_t moved, Array<uint64_t>& pairs) const {
    const uint32_t a = leaf.proxies[lane];
    while (lanes) {
        const uint32_t otherLane = takeLane(lanes);
        const uint32_t b = tree.proxyAt(otherLeaf * kNodeWidth + otherLane);
        if ((moved >> otherLane & 1) && overlaps(leaf.old[lane], m_store.oldFat(b)))
            continue;
        pairs.push_back(uint64_t{std::min(a, b)} << 32 | std::max(a, b));
    }
}

void PairSearch::collect(Array<ProxyPair>& out) {
    m_pairs.clear();
    for (Worker& worker : m_workers)
        m_pairs.insert(m_pairs.end(), worker.pairs.begin(), worker.pairs.end());
    // Which worker finds how many is chance: room for all in each, or a later step would allocate.
    for (Worker& worker : m_workers) {
        worker.pairs.clear();
        worker.pairs.reserve(std::bit_ceil(m_pairs.size()));
    }
    if (m_pairs.size() < kFewPairs) {
        std::sort(m_pairs.begin(), m_pairs.end());
    } else {
        const auto indexBits = int(std::bit_width(m_store.indexEnd()));
        radixSort(m_pairs, m_pairsScratch, 0, indexBits);
        radixSort(m_pairs, m_pairsScratch, 32, indexBits);
    }
    for (uint64_t pair : m_pairs)
        out.push_back({uint32_t(pair >> 32), uint32_t(pair)});
}

}  // namespace drystone
