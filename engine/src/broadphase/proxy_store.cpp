#include "broadphase/proxy_store.h"

#include <algorithm>
#include <functional>

#include "core/loaded.h"

namespace drystone {

namespace {

constexpr float kLargest = std::numeric_limits<float>::max();

// Margin of a body at rest (m), and its limit as a share of the bounding radius.
constexpr float kBaseMargin = 0.05f;
constexpr float kBaseMarginShare = 1.0f / 8.0f;

// A fat box is stretched by so many steps of motion: few where that would meet many neighbours, many where the only
// cost is to come back too often. Crowds that even the usual minimum meets go below it.
constexpr uint32_t kFewNeighbours = 3, kManyNeighbours = 8, kCrowd = 32;
constexpr int kFirstLookahead = 8, kUsualMinLookahead = 8, kMinLookahead = 1, kMaxLookahead = 64;

// A fast small thing must not sweep the world: the stretch stays under so many times the tight box.
constexpr float kMaxStretch = 4.0f;

// Written so that a NaN gives the bound.
float atLeast(float bound, float x) {
    return bound < x ? x : bound;
}
float atMost(float bound, float x) {
    return x < bound ? x : bound;
}

// Spreads the expiry of margins that began together over half a lookahead. Knuth's multiplicative hash.
int staggered(int lookahead, uint32_t proxy) {
    const uint32_t hash = (proxy * 2654435761u) >> 8;
    return lookahead - int(hash % (uint32_t(lookahead) / 2 + 1));
}

Aabb fatten(const Aabb& tight, glm::vec3 motion, int steps) {
    const glm::vec3 size = tight.upper - tight.lower;
    const float radius = 0.5f * std::sqrt(size.x * size.x + size.y * size.y + size.z * size.z);
    const float margin = atMost(kBaseMargin, kBaseMarginShare * radius);
    const float maxStretch = kMaxStretch * std::max(size.x, std::max(size.y, size.z));

    Aabb fat;
    for (int axis = 0; axis < 3; ++axis) {
        const float stretch = atLeast(-maxStretch, atMost(maxStretch, motion[axis] * float(steps)));
        fat.lower[axis] = atLeast(-kLargest, tight.lower[axis] - margin + std::min(0.0f, stretch));
        fat.upper[axis] = atMost(kLargest, tight.upper[axis] + margin + std::max(0.0f, stretch));
    }
    return fat;
}

}  // namespace

ProxyStore::ProxyStore(Memory& memory)
    : m_records(memory), m_oldFat(memory), m_free(memory), m_pending(memory), m_escaped(memory) {}

uint32_t ProxyStore::create(const Aabb& tight, ProxyKind kind) {
    uint32_t proxy = indexEnd();
    if (m_free.empty()) {
        m_records.emplace_back();
        m_oldFat.push_back(kNoBox);
    } else {
        std::pop_heap(m_free.begin(), m_free.end(), std::greater<>());
        proxy = m_free.back();
        m_free.pop_back();
    }
    start(proxy, tight, kind);
    return proxy;
}

void ProxyStore::destroy(uint32_t proxy) {
    m_records[proxy].live = false;
    m_free.push_back(proxy);
    std::push_heap(m_free.begin(), m_free.end(), std::greater<>());
}

void ProxyStore::reset(uint32_t proxy, const Aabb& tight, ProxyKind kind) {
    start(proxy, tight, kind);
}

void ProxyStore::start(uint32_t proxy, const Aabb& tight, ProxyKind kind) {
    ProxyRecord& record = m_records[proxy];
    record.tight = tight;
    record.kind = kind;
    record.lookahead = kFirstLookahead;
    record.live = true;
    replaceFat(proxy, fatten(tight, glm::vec3(0.0f), 0));
    m_oldFat[proxy] = kNoBox;
}

void ProxyStore::replaceFat(uint32_t proxy, const Aabb& fat) {
    ProxyRecord& record = m_records[proxy];
    if (record.fatRound != m_round) {
        record.fatRound = m_round;
        m_oldFat[proxy] = record.fat;
        m_pending.push_back(proxy);
    }
    record.fat = fat;
}

std::span<const uint32_t> ProxyStore::move(std::span<const ProxyMove> moves) {
    m_escaped.clear();
    for (const ProxyMove& move : moves) {
        ProxyRecord& record = m_records[move.proxy];
        record.tight = move.tight;
        if (contains(record.fat, move.tight))
            continue;
        replaceFat(move.proxy, fatten(move.tight, move.motion, staggered(record.lookahead, move.proxy)));
        m_escaped.push_back(move.proxy);
    }
    return m_escaped;
}

void ProxyStore::adaptLookahead(uint32_t proxy, uint32_t neighbours) {
    int lookahead = m_records[proxy].lookahead;
    if (neighbours <= kFewNeighbours)
        lookahead = std::min(2 * lookahead, kMaxLookahead);
    else if (neighbours > kCrowd)
        lookahead = std::max(lookahead / 2, kMinLookahead);
    else if (neighbours > kManyNeighbours && lookahead > kUsualMinLookahead)
        lookahead = lookahead / 2;
    m_records[proxy].lookahead = uint8_t(lookahead);
}

static bool isBox(const Aabb& box) {
    return isFinite(box.lower) && isFinite(box.upper) && box.lower.x <= box.upper.x && box.lower.y <= box.upper.y &&
        box.lower.z <= box.upper.z;
}

bool ProxyStore::consistent(Array<uint8_t>& seen) const {
    if (m_oldFat.size() != m_records.size() || !isBool(m_movedInLastRound) || m_pending.size() > m_records.size() ||
        m_free.size() > m_records.size() || !std::is_heap(m_free.begin(), m_free.end(), std::greater<>()))
        return false;
    size_t dead = 0;
    for (const ProxyRecord& record : m_records) {
        if (!isBool(record.live) || record.kind > ProxyKind::Movable || record.fatRound > m_round)
            return false;
        dead += !record.live;
        if (record.live &&
            (!isBox(record.tight) || !isBox(record.fat) || !contains(record.fat, record.tight) ||
             record.lookahead < kMinLookahead || record.lookahead > kMaxLookahead))
            return false;
    }
    if (dead != m_free.size())
        return false;
    for (uint32_t proxy : m_free)
        if (proxy >= m_records.size() || m_records[proxy].live)
            return false;
    for (uint32_t proxy : m_pending)
        if (proxy >= m_records.size() || !isPending(proxy) ||
            (m_oldFat[proxy].lower.x <= m_oldFat[proxy].upper.x && !isBox(m_oldFat[proxy])))
            return false;
    return areDistinct(m_free, m_records.size(), seen) && areDistinct(m_pending, m_records.size(), seen);
}

void ProxyStore::endRound() {
    m_movedInLastRound = !m_pending.empty();
    m_pending.clear();
    ++m_round;
}

}  // namespace drystone
