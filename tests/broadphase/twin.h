// A tree and a brute force that are told the same, and a set of pairs kept as a user of the broadphase keeps it.
#pragma once

#include <memory>
#include <vector>

#include "broadphase/broadphase.h"

namespace drystone::test {

class Twin {
public:
    explicit Twin(int threads = 1);

    uint32_t create(const Aabb& tight, ProxyKind kind);
    void destroy(uint32_t proxy);
    void reset(uint32_t proxy, const Aabb& tight, ProxyKind kind);
    void move(const ProxyMove& move);  // takes effect with all others at the next step or flush
    void flush();

    // Asks both for new pairs and compares; then drops the pairs of moved proxies that are over.
    void step();
    // Every pair of live proxies against the kept set.
    void checkAgainstAllPairs() const;
    void checkQuery(const Aabb& box) const;
    void checkRay(glm::vec3 origin, glm::vec3 translation) const;

    const Broadphase& tree() const { return *m_tree; }
    const std::vector<uint32_t>& live() const { return m_live; }
    ProxyKind kind(uint32_t proxy) const { return m_kinds[proxy]; }
    const std::vector<ProxyPair>& pairs() const { return m_pairs; }

private:
    void forget(uint32_t proxy);
    void addNewPairs(const std::vector<ProxyPair>& found);
    void dropPairsThatAreOver();

    Memory m_memory;
    TaskSystem m_tasks;
    TaskSystem m_oneThread;
    std::unique_ptr<Broadphase> m_tree;
    std::unique_ptr<Broadphase> m_brute;
    std::vector<uint32_t> m_live;
    std::vector<ProxyKind> m_kinds;
    std::vector<ProxyMove> m_moves;
    std::vector<bool> m_hasMove;
    std::vector<ProxyPair> m_pairs;  // sorted
};

}  // namespace drystone::test
