#include "solver/support_levels.h"

#include <bit>

#include <glm/geometric.hpp>

#include "broadphase/radix_sort.h"

namespace drystone {

// Colours within a level; what finds none gets a row of its own.
static constexpr uint32_t kColors = 63;

SupportLevels::SupportLevels(Memory& memory)
    : m_sets(memory), m_found(memory), m_refs(memory), m_firstOf(memory), m_bySupported(memory), m_level(memory),
      m_keys(memory), m_keyScratch(memory), m_usedColors(memory), m_colorStamp(memory), m_islands(memory),
      m_island(memory), m_bodies(memory), m_rows(memory), m_levels(memory) {}

static bool pushable(const SolveInput& input, uint32_t body) { return input.inertias[body].inverseMass > 0.0f; }

// Nothing below 0.2, all above 0.4: a contact that turns does not jump in or out.
static float supportWeight(float cosine) {
    const float x = glm::clamp((glm::abs(cosine) - 0.2f) / 0.2f, 0.0f, 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

void SupportLevels::findSupports(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up) {
    m_sets.reset(uint32_t(input.velocities.size()));
    m_found.clear();
    reserveGrowing(m_found, contacts.size());
    for (const LaidContact& contact : contacts) {
        const uint32_t a = contact.ref.bodyA, b = contact.ref.bodyB;
        if (pushable(input, a) && pushable(input, b))
            m_sets.join(a, b);
        const float (&n)[3] = input.manifolds[contact.ref.manifold].normal;
        const float cosine = glm::dot(glm::vec3(n[0], n[1], n[2]), up), weight = supportWeight(cosine);
        const uint32_t upper = cosine > 0.0f ? b : a, lower = cosine > 0.0f ? a : b;
        if (weight > 0.0f && pushable(input, upper))
            m_found.push_back({contact.ref.manifold, a, b, upper, lower, 0, weight, contact.stride, contact.hot});
    }
}

// From the lowest body up, so that a ring of bodies has an end: a body stands one level above the highest of what it
// stands on.
void SupportLevels::findLevels(const SolveInput& input) {
    const size_t bodies = input.velocities.size();
    assignGrowing(m_firstOf, bodies + 1, 0u);
    for (const SupportRef& ref : m_found)
        ++m_firstOf[ref.upper + 1];
    m_keys.clear();
    reserveGrowing(m_keys, bodies);
    for (size_t i = 0; i < bodies; ++i) {
        if (m_firstOf[i + 1] > 0) {
            // Floats in the order of unsigned integers.
            const uint32_t bits = std::bit_cast<uint32_t>(input.heights[i]);
            const uint32_t key = bits >> 31 ? ~bits : bits | 0x80000000u;
            m_keys.push_back(uint64_t(key) << 32 | i);
        }
        m_firstOf[i + 1] += m_firstOf[i];
    }
    assignGrowing(m_bySupported, m_found.size(), 0u);
    for (size_t i = m_found.size(); i-- > 0;)
        m_bySupported[--m_firstOf[m_found[i].upper + 1]] = uint32_t(i);
    // m_firstOf[i + 1] is now where the supports of body i begin.
    radixSort(m_keys, m_keyScratch, 32, 32);
    assignGrowing(m_level, bodies, 0u);
    for (const uint64_t key : m_keys) {
        const uint32_t body = uint32_t(key);
        const uint32_t end = body + 2 < m_firstOf.size() ? m_firstOf[body + 2] : uint32_t(m_found.size());
        uint32_t level = 0;
        for (uint32_t i = m_firstOf[body + 1]; i < end; ++i)
            level = glm::max(level, m_level[m_found[m_bySupported[i]].lower]);
        m_level[body] = level + 1;
    }
}

void SupportLevels::chooseIslands(const SolveInput& input) {
    const uint32_t bodies = uint32_t(input.velocities.size());
    assignGrowing(m_islands, bodies, {0, 0.0f, 0.0f, kNoIsland});
    assignGrowing(m_island, bodies, kNoIsland);
    for (uint32_t i = 1; i < bodies; ++i) {
        if (!pushable(input, i))
            continue;
        Island& island = m_islands[m_sets.find(i)];
        const float inverseMass = input.inertias[i].inverseMass;
        island.levels = glm::max(island.levels, m_level[i]);
        island.lightest = glm::max(island.lightest, inverseMass);
        island.heaviest = island.heaviest > 0.0f ? glm::min(island.heaviest, inverseMass) : inverseMass;
    }
    m_islandCount = 0;
    m_bodies.clear();
    for (uint32_t i = 1; i < bodies; ++i) {
        if (!pushable(input, i))
            continue;
        Island& island = m_islands[m_sets.find(i)];
        if (island.levels <= kSupportLevels &&
            (island.levels < 2 || island.lightest <= kSupportMassRatio * island.heaviest))
            continue;
        if (island.number == kNoIsland)
            island.number = m_islandCount++;
        m_island[i] = island.number;
        m_bodies.push_back(i);
    }
}

void SupportLevels::sortByLevelAndColor() {
    const size_t bodies = m_level.size();
    m_keys.clear();
    for (size_t i = 0; i < m_found.size(); ++i) {
        SupportRef& ref = m_found[i];
        ref.island = m_island[ref.upper];
        if (ref.island != kNoIsland)
            m_keys.push_back(uint64_t(m_level[ref.upper]) << 32 | i);
    }
    radixSort(m_keys, m_keyScratch, 32, 32);
    assignGrowing(m_usedColors, bodies, uint64_t(0));
    assignGrowing(m_colorStamp, bodies, 0u);
    const auto used = [&](uint32_t body, uint32_t level) -> uint64_t& {
        if (m_colorStamp[body] != level) {
            m_colorStamp[body] = level;
            m_usedColors[body] = 0;
        }
        return m_usedColors[body];
    };
    for (uint64_t& key : m_keys) {
        const SupportRef& ref = m_found[uint32_t(key)];
        const uint32_t level = uint32_t(key >> 32);
        const bool both = m_island[ref.lower] != kNoIsland;
        uint64_t taken = used(ref.upper, level);
        if (both)
            taken |= used(ref.lower, level);
        const uint32_t color = glm::min(uint32_t(std::countr_one(taken)), kColors);
        used(ref.upper, level) |= uint64_t(1) << color;
        if (both)
            used(ref.lower, level) |= uint64_t(1) << color;
        key = uint64_t(level) << 38 | uint64_t(color) << 32 | uint32_t(key);
    }
    radixSort(m_keys, m_keyScratch, 32, 32);
}

void SupportLevels::layOutRows(const SupportKernels& kernels) {
    m_refs.clear();
    reserveGrowing(m_refs, m_keys.size());
    m_levels.clear();
    const auto rowsEnd = [&](size_t begin) {
        size_t end = begin + 1;
        const bool alone = (m_keys[begin] >> 32 & 63u) == kColors;
        while (!alone && end < m_keys.size() && end - begin < size_t(kernels.width) &&
               m_keys[end] >> 32 == m_keys[begin] >> 32)
            ++end;
        return end;
    };
    m_rowCount = 0;
    for (size_t begin = 0; begin < m_keys.size(); begin = rowsEnd(begin))
        ++m_rowCount;
    if (m_rows.size() < size_t(m_rowCount) * kernels.rowBytes)
        m_rows.resize(2 * size_t(m_rowCount) * kernels.rowBytes);
    int row = 0;
    for (size_t begin = 0, end; begin < m_keys.size(); begin = end, ++row) {
        end = rowsEnd(begin);
        if (begin == 0 || m_keys[begin] >> 38 != m_keys[begin - 1] >> 38)
            m_levels.push_back({row, row});
        m_levels.back().end = row + 1;
        kernels.setLanes(m_rows.data() + size_t(row) * kernels.rowBytes, uint32_t(begin), uint32_t(end - begin));
        for (size_t i = begin; i < end; ++i)
            m_refs.push_back(m_found[uint32_t(m_keys[i])]);
    }
}

void SupportLevels::build(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up,
                          const SupportKernels& kernels) {
    findSupports(input, contacts, up);
    findLevels(input);
    chooseIslands(input);
    sortByLevelAndColor();
    layOutRows(kernels);
}

}  // namespace drystone
