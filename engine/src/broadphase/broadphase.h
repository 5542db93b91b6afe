// Boxes in, pairs out.
//
// Every proxy has a fat box around its tight one. The broadphase keeps one invariant: after findNewPairs, the pairs that
// it has ever reported and whose fat boxes still overlap are exactly the overlapping pairs of fat boxes (two static
// proxies never pair). The result does not depend on the shape of any tree.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <drystone/math.h>
#include <drystone/settings.h>

#include "core/function_ref.h"
#include "core/memory.h"
#include "task/task_system.h"

namespace drystone {

enum class ProxyKind : uint8_t { Static, Movable };

struct ProxyPair {
    uint32_t a, b;  // a < b
    friend bool operator==(const ProxyPair&, const ProxyPair&) = default;
    friend auto operator<=>(const ProxyPair&, const ProxyPair&) = default;
};

// A proxy's new tight box, and the motion that it is expected to go on with (m a step).
struct ProxyMove {
    uint32_t proxy;
    Aabb tight;
    glm::vec3 motion;
};

class ProxyStore;

class Broadphase {
public:
    virtual ~Broadphase() = default;

    // Proxy indices are small, dense and reused smallest first. A new proxy reports its pairs in the next findNewPairs.
    virtual uint32_t createProxy(const Aabb& tight, ProxyKind kind) = 0;
    virtual void destroyProxy(uint32_t proxy) = 0;
    // As destroy and create under the same index: all its overlaps are reported as new in the next findNewPairs.
    virtual void resetProxy(uint32_t proxy, const Aabb& tight, ProxyKind kind) = 0;

    // Proxies whose tight box has left the fat box get a new fat box. Any order, a proxy at most once a call.
    virtual void moveProxies(std::span<const ProxyMove> moves) = 0;

    // Pairs whose fat boxes overlap now and did not when last asked, sorted, appended to out. Clears the moved set of
    // the step before and makes that of this one.
    virtual void findNewPairs(Array<ProxyPair>& out, TaskSystem& tasks) = 0;
    // Got a new fat box since the findNewPairs before the last one: its old pairs must be checked with fatOverlap.
    virtual bool moved(uint32_t proxy) const = 0;
    virtual bool anyMoved() const = 0;

    virtual const Aabb& tightBox(uint32_t proxy) const = 0;
    virtual const Aabb& fatBox(uint32_t proxy) const = 0;
    bool fatOverlap(uint32_t a, uint32_t b) const;

    // Proxies whose tight box touches the box. visit returns false to stop.
    virtual void query(const Aabb& box, FunctionRef<bool(uint32_t proxy)> visit) const = 0;
    // Proxies whose tight box the segment origin + t translation, t in [0, limit], touches; nearest nodes first as far as
    // the tree knows. visit returns the new limit: 1 goes on, the hit's fraction clips, 0 or less stops. Conservative:
    // never misses a proxy through rounding.
    virtual void rayCast(glm::vec3 origin, glm::vec3 translation, FunctionRef<float(uint32_t proxy)> visit) const = 0;

    // What all else follows from. Whoever has replaced what it holds calls rebuild.
    virtual ProxyStore& store() = 0;
    const ProxyStore& store() const { return const_cast<Broadphase*>(this)->store(); }
    virtual void rebuild() = 0;
};

std::unique_ptr<Broadphase> makeBroadphase(BroadphaseKind kind, Memory& memory);

}  // namespace drystone
