// One field that finds scenes and settings by a few letters.
#include <algorithm>
#include <string>

#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

constexpr size_t kMostShown = 10;

// Every scene, and every control of the pages with its tooltip: the pages are run once out of sight for it.
void collect(Ui& ui) {
    std::vector<FinderItem>& items = ui.state.finder.items;
    items.clear();
    for (const scenes::SceneEntry& entry : scenes::allScenes()) {
        items.push_back({FinderItem::Kind::Scene, entry.name, sceneTitle(entry.name), entry.lookFor});
    }
    ControlRects ignored;
    UiState state = ui.state;
    Ui hidden{ui.session, ui.log, ignored, state, ui.camera, ui.info, ui.scale};
    hidden.collected = &items;
    ImGui::SetNextWindowPos(ImVec2(-4000.0f, -4000.0f));
    ImGui::SetNextWindowSize(ImVec2(400.0f, 400.0f));
    ImGui::Begin("##collect", nullptr,
                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoDecoration);
    drawPages(hidden);
    ImGui::End();
}

void choose(Ui& ui, const FinderItem& item) {
    ui.state.finder.open = false;
    if (item.kind == FinderItem::Kind::Scene) {
        if (const scenes::SceneEntry* entry = scenes::findScene(item.id)) {
            ui.session.loadScene(*entry);
            ui.state.resetCamera = true;
        }
        return;
    }
    ui.session.view.showPanels = true;
    ui.state.wantedTab = item.tab;
    ui.state.wantedControl = item.id;
}

void queryField(Ui& ui, FinderState& finder) {
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::InputTextWithHint("##query", "a scene or a setting", finder.query, sizeof finder.query);
    if (ImGui::IsItemEdited()) {
        finder.chosen = 0;
    }
    widgets::finish(ui, "finder.query", "A few letters of a name, in order, or a word of what it does.");
}

// Two lines: the name and where it is, and what it does. True: it was clicked.
bool itemRow(Ui& ui, const FinderItem& item, int index, bool chosen) {
    const float line = ImGui::GetTextLineHeight();
    ImGui::PushID(index);
    const bool clicked = ImGui::Selectable("##item", chosen, ImGuiSelectableFlags_None, ImVec2(0.0f, 2.0f * line));
    widgets::finish(ui, ("finder." + std::to_string(index)).c_str(), item.detail.c_str());
    ImGui::PopID();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetItemRectMin();
    const ImVec2 end = ImGui::GetItemRectMax();
    draw->PushClipRect(at, end, true);
    draw->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), item.label.c_str());
    const std::string kind = item.kind == FinderItem::Kind::Scene ? "scene" : pageName(item.tab);
    draw->AddText(ImVec2(end.x - ImGui::CalcTextSize(kind.c_str()).x - ui.px(4.0f), at.y),
                  ImGui::GetColorU32(colors::kAccent), kind.c_str());
    const std::string what = item.detail.substr(0, item.detail.find('\n'));
    draw->AddText(ImVec2(at.x + ui.px(12.0f), at.y + line), ImGui::GetColorU32(colors::kDim), what.c_str());
    draw->PopClipRect();
    return clicked;
}

}  // namespace

void drawFinder(Ui& ui, const ViewRect& free) {
    FinderState& finder = ui.state.finder;
    if (!finder.open) {
        return;
    }
    if (finder.items.empty()) {
        collect(ui);
    }
    const float width = std::min(ui.px(520.0f), ImGui::GetIO().DisplaySize.x * 0.9f);
    ImGui::SetNextWindowPos(ImVec2(free.x + free.width * 0.5f, free.y + ui.px(40.0f)), ImGuiCond_Always,
                            ImVec2(0.5f, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(width, 0.0f));
    ImGui::SetNextWindowBgAlpha(1.0f);
    ImGui::SetNextWindowFocus();
    ImGui::Begin("##finder", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    queryField(ui, finder);
    const std::vector<size_t> found = findItems(finder.query, finder.items, kMostShown);
    const int count = static_cast<int>(found.size());
    finder.shown.clear();
    for (const size_t index : found) {
        finder.shown.push_back(finder.items[index].id);
    }
    finder.chosen = count > 0 ? (finder.chosen % count + count) % count : 0;
    const FinderItem* taken = nullptr;
    for (int i = 0; i < count; ++i) {
        const FinderItem& item = finder.items[found[static_cast<size_t>(i)]];
        if (itemRow(ui, item, i, i == finder.chosen)) {
            taken = &item;
        }
    }
    if (count == 0) {
        ImGui::TextColored(colors::kDim, "Nothing has these letters.");
    } else if (finder.entered) {
        taken = &finder.items[found[static_cast<size_t>(finder.chosen)]];
    }
    const bool elsewhere = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowAppearing() &&
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGui::End();
    if (taken) {
        const FinderItem item = *taken;
        choose(ui, item);
    }
    finder.open = finder.open && !elsewhere && !finder.left;
    finder.entered = false;
    if (!finder.open) {
        finder = {};
    }
}

}  // namespace drystone::sandbox
