// Finds scenes and settings by a few letters of their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drystone::sandbox {

struct FinderItem {
    enum class Kind : uint8_t { Scene, Control } kind = Kind::Scene;
    std::string id;      // the scene's name, or the control's
    std::string label;   // what is searched first
    std::string detail;  // what it does: searched too, as whole words
    int tab = -1;        // of a control
};

// How well the letters of a query, in their order, are found in a text, whatever their case: beginnings of words and
// runs of letters count more. Negative: not all are there. An empty query fits all.
int fuzzyScore(std::string_view query, std::string_view text);

// The indices of the items that fit, best first; equals in their order.
std::vector<size_t> findItems(std::string_view query, std::span<const FinderItem> items, size_t most);

}  // namespace drystone::sandbox
