#include "twin.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "math/algebra.h"

namespace drystone::test {

namespace {

bool sameBox(const Aabb& a, const Aabb& b) { return a.lower == b.lower && a.upper == b.upper; }

std::vector<uint32_t> foundByQuery(const Broadphase& broadphase, const Aabb& box) {
    std::vector<uint32_t> found;
    broadphase.query(box, [&](uint32_t proxy) {
        found.push_back(proxy);
        return true;
    });
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<uint32_t> foundByRay(const Broadphase& broadphase, glm::vec3 origin, glm::vec3 translation) {
    std::vector<uint32_t> found;
    broadphase.rayCast(origin, translation, [&](uint32_t proxy) {
        found.push_back(proxy);
        return 1.0f;
    });
    std::sort(found.begin(), found.end());
    return found;
}

// In double, from the definition.
bool segmentTouches(const Aabb& box, glm::dvec3 origin, glm::dvec3 translation) {
    double entry = 0.0, exit = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double lower = box.lower[axis], upper = box.upper[axis];
        const double end = origin[axis] + translation[axis];
        if (std::max(origin[axis], end) < lower || std::min(origin[axis], end) > upper)
            return false;
        if (translation[axis] == 0.0)
            continue;
        const double a = (lower - origin[axis]) / translation[axis], b = (upper - origin[axis]) / translation[axis];
        entry = std::max(entry, std::min(a, b));
        exit = std::min(exit, std::max(a, b));
    }
    return entry <= exit;
}

}  // namespace

Twin::Twin(int threads)
    : m_tasks(threads, {}), m_oneThread(1, {}), m_tree(makeBroadphase(BroadphaseKind::Tree, m_memory)),
      m_brute(makeBroadphase(BroadphaseKind::BruteForce, m_memory)) {}

uint32_t Twin::create(const Aabb& tight, ProxyKind kind) {
    const uint32_t proxy = m_tree->createProxy(tight, kind);
    REQUIRE(m_brute->createProxy(tight, kind) == proxy);
    if (proxy >= m_kinds.size()) {
        m_kinds.resize(proxy + 1);
        m_hasMove.resize(proxy + 1);
    }
    m_kinds[proxy] = kind;
    m_live.insert(std::lower_bound(m_live.begin(), m_live.end(), proxy), proxy);
    return proxy;
}

void Twin::destroy(uint32_t proxy) {
    flush();
    m_tree->destroyProxy(proxy);
    m_brute->destroyProxy(proxy);
    m_live.erase(std::lower_bound(m_live.begin(), m_live.end(), proxy));
    forget(proxy);
}

void Twin::reset(uint32_t proxy, const Aabb& tight, ProxyKind kind) {
    flush();
    m_tree->resetProxy(proxy, tight, kind);
    m_brute->resetProxy(proxy, tight, kind);
    m_kinds[proxy] = kind;
    forget(proxy);
}

void Twin::forget(uint32_t proxy) {
    std::erase_if(m_pairs, [&](const ProxyPair& pair) { return pair.a == proxy || pair.b == proxy; });
}

void Twin::move(const ProxyMove& move) {
    if (m_hasMove[move.proxy])
        flush();
    m_hasMove[move.proxy] = true;
    m_moves.push_back(move);
}

void Twin::flush() {
    m_tree->moveProxies(m_moves);
    m_brute->moveProxies(m_moves);
    for (const ProxyMove& move : m_moves)
        m_hasMove[move.proxy] = false;
    m_moves.clear();
}

void Twin::step() {
    flush();
    Array<ProxyPair> ofTree(m_memory), ofBrute(m_memory);
    m_tree->findNewPairs(ofTree, m_tasks);
    m_brute->findNewPairs(ofBrute, m_oneThread);
    const std::vector<ProxyPair> found(ofTree.begin(), ofTree.end());
    REQUIRE((found == std::vector<ProxyPair>(ofBrute.begin(), ofBrute.end())));
    addNewPairs(found);
    dropPairsThatAreOver();

    REQUIRE(m_tree->anyMoved() == m_brute->anyMoved());
    size_t differing = 0, outside = 0;
    for (uint32_t proxy : m_live) {
        const bool same = m_tree->moved(proxy) == m_brute->moved(proxy) &&
            sameBox(m_tree->fatBox(proxy), m_brute->fatBox(proxy)) &&
            sameBox(m_tree->tightBox(proxy), m_brute->tightBox(proxy));
        differing += same ? 0 : 1;
        outside += contains(m_tree->fatBox(proxy), m_tree->tightBox(proxy)) ? 0 : 1;
    }
    REQUIRE(differing == 0);
    REQUIRE(outside == 0);
}

void Twin::addNewPairs(const std::vector<ProxyPair>& found) {
    REQUIRE(std::is_sorted(found.begin(), found.end()));
    const auto middle = std::ptrdiff_t(m_pairs.size());
    m_pairs.insert(m_pairs.end(), found.begin(), found.end());
    std::inplace_merge(m_pairs.begin(), m_pairs.begin() + middle, m_pairs.end());
    REQUIRE(std::adjacent_find(m_pairs.begin(), m_pairs.end()) == m_pairs.end());
}

void Twin::dropPairsThatAreOver() {
    std::erase_if(m_pairs, [&](const ProxyPair& pair) {
        const bool asked = m_tree->moved(pair.a) || m_tree->moved(pair.b);
        return asked && !m_tree->fatOverlap(pair.a, pair.b);
    });
}

void Twin::checkAgainstAllPairs() const {
    std::vector<ProxyPair> expected;
    size_t missedTight = 0;
    for (size_t i = 0; i < m_live.size(); ++i) {
        for (size_t j = i + 1; j < m_live.size(); ++j) {
            const uint32_t a = m_live[i], b = m_live[j];
            if (m_kinds[a] == ProxyKind::Static && m_kinds[b] == ProxyKind::Static)
                continue;
            if (m_tree->fatOverlap(a, b))
                expected.push_back({a, b});
            else
                missedTight += overlaps(m_tree->tightBox(a), m_tree->tightBox(b)) ? 1 : 0;
        }
    }
    REQUIRE(missedTight == 0);
    REQUIRE((m_pairs == expected));
}

void Twin::checkQuery(const Aabb& box) const {
    const std::vector<uint32_t> found = foundByQuery(*m_tree, box);
    REQUIRE(found == foundByQuery(*m_brute, box));
    std::vector<uint32_t> expected;
    for (uint32_t proxy : m_live)
        if (overlaps(m_tree->tightBox(proxy), box))
            expected.push_back(proxy);
    REQUIRE(found == expected);
}

void Twin::checkRay(glm::vec3 origin, glm::vec3 translation) const {
    const std::vector<uint32_t> found = foundByRay(*m_tree, origin, translation);
    REQUIRE(found == foundByRay(*m_brute, origin, translation));
    for (uint32_t proxy : m_live) {
        if (!segmentTouches(m_tree->tightBox(proxy), origin, translation))
            continue;
        CAPTURE(proxy);
        REQUIRE(std::binary_search(found.begin(), found.end(), proxy));
    }
}

}  // namespace drystone::test
