#include "dynamics/constraint_graph.h"

#include <bit>

namespace drystone {

ConstraintGraph::ConstraintGraph(Memory& memory) : m_colors(memory) {
    m_colors.reserve(kGraphColors + 1);
    for (int i = 0; i <= kGraphColors; ++i)
        m_colors.emplace_back(memory);
    // A colour that a pile first needs late must not be what allocates then.
    for (Color& color : m_colors)
        for (Array<uint32_t>& pairs : color.pairs)
            pairs.reserve(32);
}

void ConstraintGraph::reserveBodies(size_t count) {
    for (Color& color : m_colors)
        if (color.bodies.size() * 64 < count)
            color.bodies.resize(2 * color.bodies.size() + 1, 0);
}

static bool testBit(const Array<uint64_t>& bits, uint32_t i) {
    return i / 64 < bits.size() && (bits[i / 64] >> (i % 64) & 1);
}

bool ConstraintGraph::isFree(const Color& color, const Pair& pair) const {
    return !testBit(color.bodies, pair.body[1]) && (pair.staticSide || !testBit(color.bodies, pair.body[0]));
}

void ConstraintGraph::mark(Color& color, const Pair& pair, bool taken) {
    for (int side = pair.staticSide ? 1 : 0; side < 2; ++side) {
        const uint32_t body = pair.body[side];
        if (body / 64 >= color.bodies.size())
            color.bodies.resize(body / 64 + 1, 0);
        const uint64_t bit = uint64_t{1} << (body % 64);
        color.bodies[body / 64] = taken ? color.bodies[body / 64] | bit : color.bodies[body / 64] & ~bit;
    }
}

void ConstraintGraph::add(Array<Pair>& pairs, uint32_t slot) {
    Pair& pair = pairs[slot];
    int color = kOverflowColor;
    if (pair.staticSide) {
        for (int c = kGraphColors - 1; c >= 0 && color == kOverflowColor; --c)
            if (isFree(m_colors[size_t(c)], pair))
                color = c;
    } else {
        for (int c = 0; c < kDynamicColors && color == kOverflowColor; ++c)
            if (isFree(m_colors[size_t(c)], pair))
                color = c;
    }
    if (color != kOverflowColor)
        mark(m_colors[size_t(color)], pair, true);
    Array<uint32_t>& list = m_colors[size_t(color)].pairs[pair.staticSide];
    pair.color = int16_t(color);
    pair.colorIndex = uint32_t(list.size());
    list.push_back(slot);
}

void ConstraintGraph::remove(Array<Pair>& pairs, uint32_t slot) {
    Pair& pair = pairs[slot];
    Color& color = m_colors[size_t(pair.color)];
    if (pair.color != kOverflowColor)
        mark(color, pair, false);
    Array<uint32_t>& list = color.pairs[pair.staticSide];
    const uint32_t last = list.back();
    list[pair.colorIndex] = last;
    pairs[last].colorIndex = pair.colorIndex;
    list.pop_back();
    pair.color = -1;
    pair.colorIndex = kNone;
}

bool ConstraintGraph::consistent(const Array<Pair>& pairs) const {
    for (int c = 0; c <= kGraphColors; ++c) {
        const Color& color = m_colors[size_t(c)];
        size_t marks = 0, taken = 0;
        for (uint64_t word : color.bodies)
            taken += size_t(std::popcount(word));
        for (int staticSide = 0; staticSide < 2; ++staticSide)
            for (size_t i = 0; i < color.pairs[staticSide].size(); ++i) {
                const uint32_t slot = color.pairs[staticSide][i];
                if (slot >= pairs.size())
                    return false;
                const Pair& pair = pairs[slot];
                if (pair.color != c || pair.colorIndex != i || pair.staticSide != bool(staticSide))
                    return false;
                if (c == kOverflowColor)
                    continue;
                if (!testBit(color.bodies, pair.body[1]) || (!staticSide && !testBit(color.bodies, pair.body[0])))
                    return false;
                marks += staticSide ? 1 : 2;
            }
        // As many bodies as were marked: none twice.
        if (marks != taken)
            return false;
    }
    return true;
}

int ConstraintGraph::usedColors() const {
    int used = 0;
    for (int c = 0; c < kGraphColors; ++c)
        used += !m_colors[size_t(c)].pairs[0].empty() || !m_colors[size_t(c)].pairs[1].empty();
    return used;
}

}  // namespace drystone
