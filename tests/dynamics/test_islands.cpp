#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "dynamics/islands.h"

using namespace drystone;

TEST_CASE("union-find agrees with flooding, and the root is the smallest member") {
    Memory memory;
    UnionFind sets(memory);
    std::mt19937 generator(11);
    const auto random = [&] { return uint32_t(generator()); };
    for (int round = 0; round < 20; ++round) {
        const uint32_t count = 200;
        std::vector<std::vector<uint32_t>> neighbours(count);
        sets.reset(count);
        for (int edge = 0; edge < 150; ++edge) {
            const uint32_t a = random() % count, b = random() % count;
            sets.join(a, b);
            neighbours[a].push_back(b);
            neighbours[b].push_back(a);
        }
        std::vector<uint32_t> label(count, kNone);
        for (uint32_t seed = 0; seed < count; ++seed) {
            if (label[seed] != kNone)
                continue;
            std::vector<uint32_t> open{seed};
            label[seed] = seed;
            while (!open.empty()) {
                const uint32_t x = open.back();
                open.pop_back();
                for (uint32_t y : neighbours[x])
                    if (label[y] == kNone) {
                        label[y] = seed;
                        open.push_back(y);
                    }
            }
        }
        for (uint32_t i = 0; i < count; ++i)
            REQUIRE(sets.find(i) == label[i]);
    }
}
