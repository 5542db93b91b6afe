// Islands: bodies that touching contacts join. Built when asked, by union-find over what is awake.
#pragma once

#include "dynamics/simulation.h"

namespace drystone {

// Disjoint sets with path halving and union by lower index: the root of a set is its smallest member, so the result
// does not depend on the order of unions.
class UnionFind {
public:
    explicit UnionFind(Memory& memory) : m_parent(memory) {}
    void reset(uint32_t count);
    uint32_t find(uint32_t x);
    void join(uint32_t a, uint32_t b);

private:
    Array<uint32_t> m_parent;
};

// Joins the awake dynamic bodies (by awake index) that touch.
void joinAwakeIslands(const Simulation& sim, UnionFind& sets);

}  // namespace drystone
