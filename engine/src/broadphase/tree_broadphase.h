// Packed trees over fat boxes, one for what may move and one for what stays.
#pragma once

#include "broadphase/packed_tree.h"
#include "broadphase/pair_search.h"
#include "broadphase/proxy_store.h"

namespace drystone {

class TreeBroadphase final : public Broadphase {
public:
    explicit TreeBroadphase(Memory& memory);

    uint32_t createProxy(const Aabb& tight, ProxyKind kind) override;
    void destroyProxy(uint32_t proxy) override;
    void resetProxy(uint32_t proxy, const Aabb& tight, ProxyKind kind) override;
    void moveProxies(std::span<const ProxyMove> moves) override;
    void findNewPairs(Array<ProxyPair>& out, TaskSystem& tasks) override;

    bool moved(uint32_t proxy) const override { return m_store.moved(proxy); }
    bool anyMoved() const override { return m_store.anyMoved(); }
    const Aabb& tightBox(uint32_t proxy) const override { return m_store[proxy].tight; }
    const Aabb& fatBox(uint32_t proxy) const override { return m_store[proxy].fat; }

    void query(const Aabb& box, FunctionRef<bool(uint32_t proxy)> visit) const override;
    void rayCast(glm::vec3 origin, glm::vec3 translation, FunctionRef<float(uint32_t proxy)> visit) const override;

    ProxyStore& store() override { return m_store; }
    void rebuild() override;

private:
    PackedTree& treeOf(uint32_t proxy) { return m_store[proxy].kind == ProxyKind::Static ? m_statics : m_movables; }

    ProxyStore m_store;
    PackedTree m_movables;
    PackedTree m_statics;
    PairSearch m_search;
};

}  // namespace drystone
