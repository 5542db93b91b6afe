// The boxes of all proxies, and who got a new fat box when: the part of a broadphase that does not depend on how pairs
// are searched. Every decision about fat boxes is made here, so that all broadphases have the same ones.
#pragma once

#include <limits>
#include <span>

#include "broadphase/broadphase.h"
#include "math/algebra.h"

namespace drystone {

// Overlaps nothing, not even itself.
inline constexpr Aabb kNoBox{glm::vec3(std::numeric_limits<float>::infinity()),
                             glm::vec3(-std::numeric_limits<float>::infinity())};

// One cache line: a move reads and writes nothing else unless the tight box has left the fat one.
struct alignas(64) ProxyRecord {
    Aabb tight;
    Aabb fat;
    uint64_t fatRound = 0;  // round in which the fat box was last replaced
    uint8_t lookahead = 0;  // steps of motion that the fat box is stretched by
    ProxyKind kind = ProxyKind::Static;
    bool live = false;
};
static_assert(sizeof(ProxyRecord) == 64);

// A round lasts from one findNewPairs to the next.
class ProxyStore {
public:
    explicit ProxyStore(Memory& memory);

    uint32_t create(const Aabb& tight, ProxyKind kind);
    void destroy(uint32_t proxy);
    void reset(uint32_t proxy, const Aabb& tight, ProxyKind kind);

    // Returns the proxies that got a new fat box; valid until the next call.
    std::span<const uint32_t> move(std::span<const ProxyMove> moves);

    const ProxyRecord& operator[](uint32_t proxy) const { return m_records[proxy]; }
    uint32_t indexEnd() const { return uint32_t(m_records.size()); }

    // Proxies with a new fat box in this round, each once, in order of the first; destroyed ones are among them.
    std::span<const uint32_t> pending() const { return m_pending; }
    bool isPending(uint32_t proxy) const { return m_records[proxy].fatRound == m_round; }
    // Of a pending proxy: the fat box at the end of the last round, kNoBox if it is new.
    const Aabb& oldFat(uint32_t proxy) const { return m_oldFat[proxy]; }

    // Of a pending proxy, once a round: how many fat boxes of proxies that it can pair with overlap its own.
    void adaptLookahead(uint32_t proxy, uint32_t neighbours);
    void endRound();

    bool moved(uint32_t proxy) const { return m_records[proxy].fatRound + 1 >= m_round; }
    bool anyMoved() const { return m_movedInLastRound || !m_pending.empty(); }

    template <class Archive, class Self>
    static void transfer(Archive& archive, Self& self) {
        archive(self.m_records);
        archive(self.m_oldFat);
        archive(self.m_free);
        archive(self.m_pending);
        archive(self.m_round);
        archive(self.m_movedInLastRound);
    }
    // Whether it could have come about by the calls above: for what was loaded. seen: scratch.
    bool consistent(Array<uint8_t>& seen) const;

private:
    void start(uint32_t proxy, const Aabb& tight, ProxyKind kind);
    void replaceFat(uint32_t proxy, const Aabb& fat);

    Array<ProxyRecord> m_records;
    Array<Aabb> m_oldFat;
    Array<uint32_t> m_free;  // min-heap
    Array<uint32_t> m_pending;
    Array<uint32_t> m_escaped;
    uint64_t m_round = 1;
    bool m_movedInLastRound = false;
};

}  // namespace drystone
