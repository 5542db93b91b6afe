#include "solver/support_levels.h"

#include <bit>

#include <glm/geometric.hpp>

#include "broadphase/radix_sort.h"

namespace drystone {

SupportLevels::SupportLevels(Memory& memory)
    : m_sets(memory),
      m_refs(memory),
      m_below(memory),
      m_onTop(memory),
      m_level(memory),
      m_keys(memory),
      m_keyScratch(memory),
      m_islands(memory),
      m_island(memory),
      m_bodies(memory),
      m_wrenchOf(memory),
      m_above(memory),
      m_firstAbove(memory),
      m_bodyRows(memory),
      m_contactRows(memory),
      m_levels(memory) {}

static void growTo(Array<std::byte>& array, size_t size) {
    if (array.size() < size)
        array.resize(2 * size);
}

static bool pushable(const SolveInput& input, uint32_t body) {
    return input.inertias[body].inverseMass > 0.0f;
}

// Nothing below 0.2, all above 0.4: a contact that turns does not jump in or out.
static float supportWeight(float cosine) {
    const float x = glm::clamp((glm::abs(cosine) - 0.2f) / 0.2f, 0.0f, 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

// What stands on a body that is higher than itself is held by it from the side, and is left to the sweeps.
void SupportLevels::findSupports(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up) {
    m_sets.reset(uint32_t(input.velocities.size()));
    m_refs.clear();
    reserveGrowing(m_refs, contacts.size());
    for (const LaidContact& contact : contacts) {
        const uint32_t a = contact.ref.bodyA, b = contact.ref.bodyB;
        const bool both = pushable(input, a) && pushable(input, b);
        if (both)
            m_sets.join(a, b);
        const float(&n)[3] = input.manifolds[contact.ref.manifold].normal;
        const float cosine = glm::dot(glm::vec3(n[0], n[1], n[2]), up), weight = supportWeight(cosine);
        const uint32_t upper = cosine > 0.0f ? b : a, lower = cosine > 0.0f ? a : b;
        if (weight > 0.0f && pushable(input, upper) && !(both && input.heights[lower] >= input.heights[upper]))
            m_refs.push_back(
                {contact.ref.manifold, a, b, upper, lower, weight, contact.stride, contact.hot, contact.cold});
    }
}

void SupportLevels::Lists::build(std::span<const SupportRef> refs, size_t bodies, uint32_t SupportRef::*key) {
    assignGrowing(first, bodies + 1, 0u);
    assignGrowing(entries, refs.size(), 0u);
    for (const SupportRef& ref : refs)
        ++first[ref.*key];
    uint32_t sum = 0;
    for (uint32_t& f : first)
        f = sum += f;
    for (size_t i = refs.size(); i-- > 0;)
        entries[--first[refs[i].*key]] = uint32_t(i);
}

// From the lowest body up: a body stands one level above the highest of what it stands on.
void SupportLevels::findLevels(const SolveInput& input) {
    const size_t bodies = input.velocities.size();
    m_below.build(m_refs, bodies, &SupportRef::upper);
    m_onTop.build(m_refs, bodies, &SupportRef::lower);
    m_keys.clear();
    reserveGrowing(m_keys, bodies);
    for (uint32_t i = 0; i < bodies; ++i) {
        if (m_below.of(i).empty())
            continue;
        // Floats in the order of unsigned integers.
        const uint32_t bits = std::bit_cast<uint32_t>(input.heights[i]);
        const uint32_t key = bits >> 31 ? ~bits : bits | 0x80000000u;
        m_keys.push_back(uint64_t(key) << 32 | i);
    }
    radixSort(m_keys, m_keyScratch, 32, 32);
    assignGrowing(m_level, bodies, 0u);
    for (const uint64_t key : m_keys) {
        const uint32_t body = uint32_t(key);
        uint32_t level = 0;
        for (const uint32_t ref : m_below.of(body))
            level = glm::max(level, m_level[m_refs[ref].lower]);
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

// Within a level by the number of contacts, so that the lanes of a row have as many. What stands on nothing is still pushed
// by what stands on it.
void SupportLevels::sortByLevel() {
    static constexpr size_t kMost = 255;
    m_keys.clear();
    for (const uint32_t body : m_bodies) {
        const size_t below = glm::min(m_below.of(body).size(), kMost), above = glm::min(m_onTop.of(body).size(), kMost);
        if (below + above > 0)
            m_keys.push_back(uint64_t(m_level[body]) << 48 | uint64_t(below) << 40 | uint64_t(above) << 32 | body);
    }
    radixSort(m_keys, m_keyScratch, 32, 32);
}

void SupportLevels::layOutRow(const SupportKernels& kernels, uint32_t row, std::span<const uint64_t> keys) {
    uint32_t contacts = 0, aboves = 0;
    for (uint32_t lane = 0; lane < keys.size(); ++lane) {
        const uint32_t body = uint32_t(keys[lane]);
        contacts = glm::max(contacts, uint32_t(m_below.of(body).size()));
        aboves = glm::max(aboves, uint32_t(m_onTop.of(body).size()));
        kernels.setBody(m_bodyRows.data(), row, lane, body, m_island[body]);
    }
    const uint32_t width = uint32_t(kernels.width), first = m_contactRowCount;
    kernels.setRanges(m_bodyRows.data(), row, uint32_t(keys.size()),
                      {first, contacts, uint32_t(m_above.size()) / width, aboves});
    m_contactRowCount += contacts;
    growTo(m_contactRows, size_t(m_contactRowCount) * kernels.contactBytes);
    for (uint32_t i = 0; i < contacts; ++i)
        for (uint32_t lane = 0; lane < width; ++lane) {
            const std::span<const uint32_t> below =
                lane < keys.size() ? m_below.of(uint32_t(keys[lane])) : std::span<const uint32_t>();
            const uint32_t ref = i < below.size() ? below[i] : kNoSupport;
            kernels.setContact(m_contactRows.data(), first + i, lane, ref, ref == kNoSupport ? 0 : m_refs[ref].lower);
            if (ref != kNoSupport)
                m_wrenchOf[ref] = 1 + (first + i) * width + lane;
        }
    m_above.resize(m_above.size() + size_t(aboves) * width, 0u);
}

// Known once the rows of all levels are laid out.
void SupportLevels::layOutAbove(const SupportKernels& kernels, uint32_t firstAbove, std::span<const uint64_t> keys) {
    const uint32_t width = uint32_t(kernels.width);
    for (uint32_t lane = 0; lane < keys.size(); ++lane) {
        const std::span<const uint32_t> above = m_onTop.of(uint32_t(keys[lane]));
        for (uint32_t i = 0; i < above.size(); ++i)
            m_above[(firstAbove + i) * width + lane] = m_wrenchOf[above[i]];
    }
}

void SupportLevels::layOutRows(const SupportKernels& kernels) {
    m_levels.clear();
    m_above.clear();
    m_contactRowCount = 0;
    reserveGrowing(m_above, m_refs.size() * size_t(kernels.width));
    assignGrowing(m_wrenchOf, m_refs.size(), 0u);
    const std::span<const uint64_t> keys = m_keys;
    const auto rowAt = [&](size_t begin) {
        size_t end = begin + 1;
        while (end < keys.size() && end - begin < size_t(kernels.width) && keys[end] >> 48 == keys[begin] >> 48)
            ++end;
        return keys.subspan(begin, end - begin);
    };
    m_rowCount = 0;
    for (size_t i = 0; i < keys.size(); i += rowAt(i).size())
        ++m_rowCount;
    growTo(m_bodyRows, size_t(m_rowCount) * kernels.bodyBytes);
    m_firstAbove.clear();
    reserveGrowing(m_firstAbove, size_t(m_rowCount));
    int row = 0;
    for (size_t i = 0; i < keys.size(); i += rowAt(i).size(), ++row) {
        if (i == 0 || keys[i] >> 48 != keys[i - 1] >> 48)
            m_levels.push_back({row, row});
        m_levels.back().end = row + 1;
        m_firstAbove.push_back(uint32_t(m_above.size()) / uint32_t(kernels.width));
        layOutRow(kernels, uint32_t(row), rowAt(i));
    }
    row = 0;
    for (size_t i = 0; i < keys.size(); i += rowAt(i).size(), ++row)
        layOutAbove(kernels, m_firstAbove[size_t(row)], rowAt(i));
}

void SupportLevels::build(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up,
                          const SupportKernels& kernels) {
    findSupports(input, contacts, up);
    findLevels(input);
    chooseIslands(input);
    sortByLevel();
    layOutRows(kernels);
}

}  // namespace drystone
