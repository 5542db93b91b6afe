// What stands on what: the contacts along gravity, in levels from the ground up.
#pragma once

#include "core/memory.h"
#include "dynamics/islands.h"
#include "solver/support_rows.h"

namespace drystone {

// Rows of one level of the support pass: its contacts hold bodies of that level.
struct SupportLevel {
    int begin, end;
};

// A contact as the solver laid it out.
struct LaidContact {
    ContactRef ref;
    float* hot;
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
    std::byte* rows() { return m_rows.data(); }
    int rowCount() const { return m_rowCount; }
    // Bodies of the islands served, in order, and the island of each body; kNoIsland elsewhere.
    std::span<const uint32_t> bodies() const { return m_bodies; }
    static constexpr uint32_t kNoIsland = ~0u;
    uint32_t islandOf(uint32_t body) const { return m_island[body]; }
    uint32_t islandCount() const { return m_islandCount; }

private:
    void findSupports(const SolveInput& input, std::span<const LaidContact> contacts, glm::vec3 up);
    void findLevels(const SolveInput& input);
    void chooseIslands(const SolveInput& input);
    void sortByLevelAndColor();
    void layOutRows(const SupportKernels& kernels);

    UnionFind m_sets;
    Array<SupportRef> m_found, m_refs;
    Array<uint32_t> m_firstOf;     // by upper body: its supports in m_bySupported
    Array<uint32_t> m_bySupported;
    Array<uint32_t> m_level;       // by body
    Array<uint64_t> m_keys, m_keyScratch;
    Array<uint64_t> m_usedColors;  // by body
    Array<uint32_t> m_colorStamp;  // by body: the level that m_usedColors speaks of
    struct Island {
        uint32_t levels;
        float lightest, heaviest;  // inverse mass: largest, smallest
        uint32_t number;
    };
    Array<Island> m_islands;       // by root
    Array<uint32_t> m_island;
    Array<uint32_t> m_bodies;
    Array<std::byte> m_rows;
    Array<SupportLevel> m_levels;
    int m_rowCount = 0;
    uint32_t m_islandCount = 0;
};

}  // namespace drystone
