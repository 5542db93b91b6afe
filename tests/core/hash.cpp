#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

#include "core/hash.h"

using drystone::Hash64;

namespace {

uint64_t hashOf(std::initializer_list<uint64_t> words) {
    Hash64 hash;
    for (const uint64_t word : words)
        hash.add(word);
    return hash.value();
}

}  // namespace

// Recordings and golden files hold these values: they must not change.
TEST_CASE("Hash64 has its fixed values") {
    CHECK(hashOf({}) == 0x7ACDBB98B1344213ull);
    CHECK(hashOf({0}) == 0x80D91D25F9EA8CF5ull);
    CHECK(hashOf({1, 2, 3}) == 0x3783839DEE4D1B06ull);
}

TEST_CASE("Hash64 tells order, count and the sign of zero") {
    CHECK(hashOf({1, 2}) != hashOf({2, 1}));
    CHECK(hashOf({0}) != hashOf({0, 0}));
    Hash64 plus, minus, word;
    plus.add(0.0f);
    minus.add(-0.0f);
    word.add(uint64_t{0x80000000u});
    CHECK(plus.value() != minus.value());
    CHECK(minus.value() == word.value());
}

TEST_CASE("Hash64: each bit of each word turns about half of the result") {
    for (int position = 0; position < 3; ++position)
        for (int bit = 0; bit < 64; ++bit) {
            int turned = 0;
            for (uint64_t i = 0; i < 64; ++i) {
                uint64_t words[3] = {i, i * 77, ~i};
                const uint64_t before = hashOf({words[0], words[1], words[2]});
                words[position] ^= uint64_t{1} << bit;
                turned += std::popcount(before ^ hashOf({words[0], words[1], words[2]}));
            }
            // 64 * 32 expected, standard deviation 32
            CHECK(std::abs(turned - 64 * 32) < 6 * 32);
        }
}

TEST_CASE("Hash64 of a million small numbers does not collide") {
    std::vector<uint64_t> values;
    for (uint64_t i = 0; i < 1000; ++i)
        for (uint64_t j = 0; j < 1000; ++j)
            values.push_back(hashOf({i, j}));
    std::sort(values.begin(), values.end());
    CHECK(std::adjacent_find(values.begin(), values.end()) == values.end());
}
