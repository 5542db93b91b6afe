// The name that a person may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drystone::sandbox {

// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other (Damerau and
// Levenshtein, each letter edited at most once).
size_t editDistance(std::string_view a, std::string_view b);

// "did you mean 'stack_10'? --list prints all" where one name is near or holds the word, else the hint alone.
std::string suggestion(std::string_view word, std::span<const std::string> names, std::string_view hint);

}  // namespace drystone::sandbox
