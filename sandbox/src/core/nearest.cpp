#include "core/nearest.h"

#include <algorithm>
#include <vector>

namespace drystone::sandbox {

size_t editDistance(std::string_view a, std::string_view b) {
    // Three rows of the table of distances between the beginnings of both words.
    std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

std::string suggestion(std::string_view word, std::span<const std::string> names, std::string_view hint) {
    const std::string* best = nullptr;
    size_t least = std::max<size_t>(2, word.size() / 3) + 1;  // further away it is another word
    for (const std::string& name : names) {
        // A part of a name is as good as two wrong letters.
        const bool part = word.size() >= 3 && name.find(word) != std::string::npos;
        const size_t distance = std::min(editDistance(word, name), part ? size_t{2} : least);
        if (distance < least) {
            least = distance;
            best = &name;
        }
    }
    return (best ? "did you mean '" + *best + "'? " : std::string()) + std::string(hint);
}

}  // namespace drystone::sandbox
