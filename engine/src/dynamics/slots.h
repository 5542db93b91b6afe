// Slots for what handles name: reused, but never under a generation that was there before.
#pragma once

#include <cstdint>

#include <drystone/ids.h>

#include "core/loaded.h"
#include "core/memory.h"

namespace drystone {

inline constexpr uint32_t kNone = ~uint32_t{0};

// Which slots are taken, and the generation of each. Freed slots are reused last in, first out; a slot that has used
// up its generations is retired.
template <class IdType>
class SlotTable {
public:
    // Generations go round from firstGeneration to the one before it.
    SlotTable(Memory& memory, uint16_t world, uint16_t firstGeneration = 0)
        : m_generation(memory), m_live(memory), m_free(memory), m_world(world), m_firstGeneration(firstGeneration) {}

    uint32_t allocate() {
        ++m_count;
        if (!m_free.empty()) {
            const uint32_t slot = m_free.back();
            m_free.pop_back();
            m_live[slot] = 1;
            return slot;
        }
        m_generation.push_back(m_firstGeneration);
        m_live.push_back(1);
        return uint32_t(m_live.size()) - 1;
    }
    void release(uint32_t slot) {
        --m_count;
        m_live[slot] = 0;
        if (const auto next = uint16_t(m_generation[slot] + 1); next != m_firstGeneration) {
            m_generation[slot] = next;
            m_free.push_back(slot);
        }
    }

    uint16_t world() const { return m_world; }
    IdType id(uint32_t slot) const { return {slot + 1, m_generation[slot], m_world}; }
    bool isLive(uint32_t slot) const { return m_live[slot] != 0; }
    bool isLive(IdType id) const {
        return id.slot != 0 && id.world == m_world && id.slot <= m_live.size() && m_live[id.slot - 1] &&
            m_generation[id.slot - 1] == id.generation;
    }
    // Slots that were ever used: loops run over [0, size()).
    uint32_t size() const { return uint32_t(m_live.size()); }
    int count() const { return m_count; }

    template <class Archive, class Self>
    static void transfer(Archive& archive, Self& self) {
        archive(self.m_generation);
        archive(self.m_live);
        archive(self.m_free);
        archive(self.m_firstGeneration);
        archive(self.m_count);
    }
    // Whether it could have come about by the calls above: for what was loaded. seen: scratch.
    bool consistent(Array<uint8_t>& seen) const {
        if (m_generation.size() != m_live.size() || m_free.size() > m_live.size())
            return false;
        int live = 0;
        for (uint8_t one : m_live)
            live += one;
        for (uint32_t slot : m_free)
            if (slot >= m_live.size() || m_live[slot] != 0)
                return false;
        return live == m_count && areDistinct(m_free, m_live.size(), seen);
    }

private:
    Array<uint16_t> m_generation;
    Array<uint8_t> m_live;
    Array<uint32_t> m_free;
    uint16_t m_world;
    uint16_t m_firstGeneration;
    int m_count = 0;
};

}  // namespace drystone
