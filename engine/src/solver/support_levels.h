// What stands on what: the contacts along gravity, in levels from the ground up.
#pragma once

#include "core/memory.h"
#include "dynamics/islands.h"
#include "solver/support_rows.h"

namespace drystone {

// Rows of the bodies of one level.
struct SupportLevel {
    int begin, end;
};

// A contact as the solver laid it out.
struct LaidContact {
    ContactRef ref;
    float* hot;   // its lane of HotRow::separation
    float* cold;  // its lane of ColdRow::friction
    uint32_t stride;
};

// Which islands the pass serves. Low ones of like bodies stand without it.
inline constexpr uint32_t kSupportLevels = 3;
inline constexpr float kSupportMassRatio = 4.0f;

class SupportLevels {
public:
    explicit SupportLevels(Memory& memory);

    // Sorts out the contacts that hold a body in an island worth it. heights: by body, along -gravity.
    void build(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up,
               const SupportKernels& kernels);

    std::span<const SupportRef> refs() const { return m_refs; }
    std::span<const SupportLevel> levels() const { return m_levels; }
    std::byte* bodyRows() { return m_bodyRows.data(); }
    std::byte* contactRows() { return m_contactRows.data(); }
    int rowCount() const { return m_rowCount; }
    uint32_t contactRowCount() const { return m_contactRowCount; }
    const uint32_t* above() const { return m_above.data(); }
    // Bodies of the islands served, in order, and the island of each body; kNoIsland elsewhere.
    std::span<const uint32_t> bodies() const { return m_bodies; }
    static constexpr uint32_t kNoIsland = ~0u;
    uint32_t islandOf(uint32_t body) const { return m_island[body]; }
    uint32_t islandCount() const { return m_islandCount; }

private:
    // The contacts that a body stands on, or those that stand on it: entries [begin, end) of a list.
    struct Lists {
        explicit Lists(Memory& memory) : first(memory), entries(memory) {}
        Array<uint32_t> first, entries;
        std::span<const uint32_t> of(uint32_t body) const {
            return std::span(entries).subspan(first[body], first[body + 1] - first[body]);
        }
        void build(std::span<const SupportRef> refs, size_t bodies, uint32_t SupportRef::*key);
    };

    void findSupports(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up);
    void findLevels(const SolveInput& input);
    void chooseIslands(const SolveInput& input);
    void sortByLevel();
    void layOutRows(const SupportKernels& kernels);
    void layOutRow(const SupportKernels& kernels, uint32_t row, std::span<const uint64_t> keys);
    void layOutAbove(const SupportKernels& kernels, uint32_t firstAbove, std::span<const uint64_t> keys);

    UnionFind m_sets;
    Array<SupportRef> m_refs;
    Lists m_below, m_onTop;   // by body
    Array<uint32_t> m_level;  // by body
    Array<uint64_t> m_keys, m_keyScratch;
    struct Island {
        uint32_t levels;
        float lightest, heaviest;  // inverse mass: largest, smallest
        uint32_t number;
    };
    Array<Island> m_islands;  // by root
    Array<uint32_t> m_island;
    Array<uint32_t> m_bodies;
    Array<uint32_t> m_wrenchOf;             // by ref: place of what it does to its lower body
    Array<uint32_t> m_above, m_firstAbove;  // the latter by row
    Array<std::byte> m_bodyRows, m_contactRows;
    Array<SupportLevel> m_levels;
    int m_rowCount = 0;
    uint32_t m_contactRowCount = 0, m_islandCount = 0;
};

}  // namespace drystone
