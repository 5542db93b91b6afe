// Colours of the touching contacts: no two contacts of a colour share a body that can be pushed, so a colour can be
// solved in any order, in lanes and on threads, with the same result.
#pragma once

#include <cstdint>

#include "core/memory.h"
#include "dynamics/pair.h"

namespace drystone {

inline constexpr int kGraphColors = 24;
// Contacts between two bodies that can be pushed take colours from below, those against fixed bodies from above:
// solved last, they win.
inline constexpr int kDynamicColors = 20;
inline constexpr int kOverflowColor = kGraphColors;

class ConstraintGraph {
public:
    explicit ConstraintGraph(Memory& memory);

    void reserveBodies(size_t count);
    // Takes the first colour that is free of the pair's pushable bodies; none free: overflow.
    void add(Array<Pair>& pairs, uint32_t pair);
    void remove(Array<Pair>& pairs, uint32_t pair);

    // Pair slots of a colour (kOverflowColor too), dynamic or static side.
    const Array<uint32_t>& list(int color, bool staticSide) const { return m_colors[size_t(color)].pairs[staticSide]; }
    int usedColors() const;

    template <class Archive, class Self>
    static void transfer(Archive& archive, Self& self) {
        archive(self.m_colors);
    }
    // Whether the colours are what adding these pairs makes of them: for what was loaded. Every pair must have bodies.
    bool consistent(const Array<Pair>& pairs) const;

private:
    struct Color {
        explicit Color(Memory& memory) : bodies(memory), pairs{Array<uint32_t>(memory), Array<uint32_t>(memory)} {}
        Array<uint64_t> bodies;  // bit by body slot: pushed by a contact of this colour
        Array<uint32_t> pairs[2];

        template <class Archive, class Self>
        static void transfer(Archive& archive, Self& self) {
            archive(self.bodies);
            archive(self.pairs[0]);
            archive(self.pairs[1]);
        }
    };
    bool isFree(const Color& color, const Pair& pair) const;
    void mark(Color& color, const Pair& pair, bool taken);

    Array<Color> m_colors;
};

}  // namespace drystone
