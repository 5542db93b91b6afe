#include "scenes/scene.h"

#include <algorithm>

namespace drystone::scenes {

namespace {

// A function's static: registrations run before main() in no fixed order among files.
std::vector<SceneEntry>& entries() {
    static std::vector<SceneEntry> list;
    return list;
}

bool before(const SceneEntry& a, const SceneEntry& b) {
    const int byCategory = std::string_view(a.category).compare(b.category);
    return byCategory != 0 ? byCategory < 0 : std::string_view(a.name) < std::string_view(b.name);
}

}  // namespace

std::span<const SceneEntry> allScenes() {
    return entries();
}

const SceneEntry* findScene(std::string_view name) {
    for (const SceneEntry& entry : entries())
        if (name == entry.name)
            return &entry;
    return nullptr;
}

Registration::Registration(const SceneEntry& entry) {
    std::vector<SceneEntry>& list = entries();
    list.insert(std::upper_bound(list.begin(), list.end(), entry, before), entry);
}

}  // namespace drystone::scenes
