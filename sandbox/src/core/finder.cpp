#include "core/finder.h"

#include <algorithm>
#include <cctype>

namespace drystone::sandbox {

namespace {

constexpr int kLetter = 1, kRun = 4, kWordStart = 6, kFirst = 8;
constexpr int kDetail = 1;  // what is found only in an explanation comes after all that is found in a name

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool startsWord(std::string_view text, size_t i) {
    return i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
}

bool containsWords(std::string_view query, std::string_view text) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    const auto at = std::search(text.begin(), text.end(), query.begin(), query.end(), same);
    return query.size() >= 3 && at != text.end();
}

int scoreOf(std::string_view query, const FinderItem& item) {
    const int name = std::max(fuzzyScore(query, item.label), fuzzyScore(query, item.id));
    if (name > 0) {
        return name + kDetail;
    }
    return containsWords(query, item.detail) ? kDetail : -1;
}

}  // namespace

int fuzzyScore(std::string_view query, std::string_view text) {
    // Best scores of all ways to place the query's letters.
    constexpr int kNone = -1000000;
    std::vector<int> best(text.size() + 1, 0);       // of the letters so far, within the text's first i letters
    std::vector<int> ended(text.size() + 1, kNone);  // of those whose last letter is the i-th
    for (const char wanted : query) {
        if (wanted == ' ' || wanted == '_') {
            continue;
        }
        std::vector<int> nextBest(text.size() + 1, kNone), nextEnded(text.size() + 1, kNone);
        for (size_t i = 0; i < text.size(); ++i) {
            if (lower(text[i]) == lower(wanted)) {
                const int own = kLetter + (startsWord(text, i) ? kWordStart : 0) + (i == 0 ? kFirst : 0);
                nextEnded[i + 1] = std::max(best[i] + own, ended[i] + kLetter + kRun);
            }
            nextBest[i + 1] = std::max(nextBest[i], nextEnded[i + 1]);
        }
        best = std::move(nextBest);
        ended = std::move(nextEnded);
    }
    // Of two that fit alike the shorter text is meant.
    return best.back() < 0 ? -1 : best.back() * 100 - static_cast<int>(std::min<size_t>(text.size(), 99));
}

std::vector<size_t> findItems(std::string_view query, std::span<const FinderItem> items, size_t most) {
    std::vector<std::pair<int, size_t>> found;
    for (size_t i = 0; i < items.size(); ++i) {
        if (const int score = query.empty() ? 1 : scoreOf(query, items[i]); score > 0) {
            found.emplace_back(score, i);
        }
    }
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<size_t> indices;
    for (size_t i = 0; i < std::min(most, found.size()); ++i) {
        indices.push_back(found[i].second);
    }
    return indices;
}

}  // namespace drystone::sandbox
