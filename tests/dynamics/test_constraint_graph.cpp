#include <doctest/doctest.h>

#include <random>
#include <set>

#include "dynamics/constraint_graph.h"

using namespace drystone;

namespace {

Pair makePair(uint32_t a, uint32_t b, bool staticSide) {
    Pair pair;
    pair.body[0] = a;
    pair.body[1] = b;
    pair.staticSide = staticSide;
    return pair;
}

// Every pair stands once in the list of its colour, and no body that can be pushed stands twice in a colour.
void checkGraph(const ConstraintGraph& graph, const Array<Pair>& pairs, const std::set<uint32_t>& members) {
    size_t found = 0;
    for (int color = 0; color <= kGraphColors; ++color) {
        std::set<uint32_t> pushed;
        for (bool staticSide : {false, true}) {
            const Array<uint32_t>& list = graph.list(color, staticSide);
            for (uint32_t i = 0; i < list.size(); ++i) {
                const Pair& pair = pairs[list[i]];
                ++found;
                REQUIRE(members.count(list[i]) == 1);
                REQUIRE(pair.color == color);
                REQUIRE(pair.colorIndex == i);
                REQUIRE(pair.staticSide == staticSide);
                if (color == kOverflowColor)
                    continue;
                REQUIRE(pushed.insert(pair.body[1]).second);
                if (!staticSide)
                    REQUIRE(pushed.insert(pair.body[0]).second);
            }
        }
    }
    REQUIRE(found == members.size());
}

}  // namespace

TEST_CASE("colours stay proper under random additions and removals") {
    Memory memory;
    ConstraintGraph graph(memory);
    Array<Pair> pairs(memory);
    std::mt19937 generator(7);
    const auto random = [&] { return uint32_t(generator()); };
    for (int i = 0; i < 600; ++i) {
        const uint32_t a = random() % 60, b = random() % 60;
        pairs.push_back(makePair(a, b == a ? (a + 1) % 60 : b, random() % 3 == 0));
    }
    std::set<uint32_t> members;
    for (int round = 0; round < 4000; ++round) {
        const uint32_t slot = random() % 600;
        if (members.erase(slot))
            graph.remove(pairs, slot);
        else {
            graph.add(pairs, slot);
            members.insert(slot);
        }
        if (round % 50 == 0)
            checkGraph(graph, pairs, members);
    }
    checkGraph(graph, pairs, members);
}

TEST_CASE("contacts beyond the colours overflow and are counted, none is lost") {
    Memory memory;
    ConstraintGraph graph(memory);
    Array<Pair> pairs(memory);
    for (uint32_t i = 0; i < 30; ++i) {
        pairs.push_back(makePair(0, i + 1, false));
        graph.add(pairs, i);
    }
    CHECK(graph.list(kOverflowColor, false).size() == 30 - kDynamicColors);
    CHECK(graph.usedColors() == kDynamicColors);
    graph.remove(pairs, 3);
    CHECK(pairs[3].color == -1);
    // The freed colour is the first one that the body finds again.
    graph.add(pairs, 3);
    CHECK(pairs[3].color == 3);
}

TEST_CASE("contacts with what cannot be pushed take colours from above, and do not exclude each other by it") {
    Memory memory;
    ConstraintGraph graph(memory);
    Array<Pair> pairs(memory);
    for (uint32_t i = 0; i < 3; ++i) {
        pairs.push_back(makePair(0, i + 1, true));
        graph.add(pairs, i);
        CHECK(pairs[i].color == kGraphColors - 1);
    }
}
