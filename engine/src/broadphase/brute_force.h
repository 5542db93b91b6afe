// Every box against every box that moved: the oracle.
#pragma once

#include "broadphase/proxy_store.h"

namespace drystone {

class BruteForce final : public Broadphase {
public:
    explicit BruteForce(Memory& memory) : m_store(memory) {}

    uint32_t createProxy(const Aabb& tight, ProxyKind kind) override { return m_store.create(tight, kind); }
    void destroyProxy(uint32_t proxy) override { m_store.destroy(proxy); }
    void resetProxy(uint32_t proxy, const Aabb& tight, ProxyKind kind) override { m_store.reset(proxy, tight, kind); }
    void moveProxies(std::span<const ProxyMove> moves) override { m_store.move(moves); }
    void findNewPairs(Array<ProxyPair>& out, TaskSystem& tasks) override;

    bool moved(uint32_t proxy) const override { return m_store.moved(proxy); }
    bool anyMoved() const override { return m_store.anyMoved(); }
    const Aabb& tightBox(uint32_t proxy) const override { return m_store[proxy].tight; }
    const Aabb& fatBox(uint32_t proxy) const override { return m_store[proxy].fat; }

    void query(const Aabb& box, FunctionRef<bool(uint32_t proxy)> visit) const override;
    void rayCast(glm::vec3 origin, glm::vec3 translation, FunctionRef<float(uint32_t proxy)> visit) const override;

    ProxyStore& store() override { return m_store; }
    void rebuild() override {}

private:
    bool overlappedBefore(uint32_t a, uint32_t b) const;

    ProxyStore m_store;
};

}  // namespace drystone
