#include "ui/panels.h"

#include <algorithm>

namespace drystone::sandbox {

namespace {

constexpr float kMargin = 8.0f;
constexpr float kToolbarHeight = 44.0f;
constexpr float kScenesWidth = 256.0f;
constexpr float kTabsWidth = 316.0f;
constexpr float kGraphsHeight = 194.0f;
constexpr float kSplitGraphsHeight = 212.0f;  // two rows

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

struct TabEntry {
    Tab tab;
    const char* name;
    const char* label;
    const char* tip;
    void (*draw)(Ui&);
};
constexpr TabEntry kTabs[] = {
    {Tab::World, "tab.world", "World", "How the world steps: rate, solver, contacts, sleep.", worldTab},
    {Tab::Material, "tab.material", "Material", "Surface and density of the selection or of all bodies.", materialTab},
    {Tab::Draw, "tab.draw", "Draw", "What the engine shows of its insides.", drawTab},
    {Tab::Inspect, "tab.inspect", "Inspect", "The selected body or contact: every quantity, live, and why it is awake.",
     inspectTab},
    {Tab::View, "tab.view", "View", "Picture, camera, pointer spring and shots.", viewTab},
};

}  // namespace

void drawPages(Ui& ui) {
    for (const TabEntry& entry : kTabs) {
        ui.page = static_cast<int>(entry.tab);
        entry.draw(ui);
    }
}

const char* pageName(int tab) {
    const auto* found = std::ranges::find(kTabs, static_cast<Tab>(tab), &TabEntry::tab);
    return found == std::end(kTabs) ? "" : found->label;
}

Layout layoutPanels(const Session& session, float width, float height, float scale) {
    const ViewSettings& view = session.view;
    const float margin = kMargin * scale;
    if (!view.showPanels) {
        return {.free = {0.0f, 0.0f, width, height}};
    }
    const float top = margin * 2.0f + kToolbarHeight * scale;
    // In a small window the panels shrink before the view vanishes.
    const float scenes = std::min(kScenesWidth * scale, width * 0.24f);
    const float tabs = std::min(kTabsWidth * scale, width * 0.30f);
    const float graphsHeight = session.split() ? kSplitGraphsHeight : kGraphsHeight;
    const float graphs = view.showGraphs ? std::min(graphsHeight * scale, height * 0.30f) : 0.0f;
    const float side = height - top - margin;
    const float middle = width - scenes - tabs - margin * 4.0f;
    Layout layout{};
    layout.toolbar = {margin, margin, width - margin * 2.0f, kToolbarHeight * scale};
    layout.scenes = {margin, top, scenes, side};
    layout.tabs = {width - margin - tabs, top, tabs, side};
    layout.graphs = {margin * 2.0f + scenes, height - margin - graphs, middle, graphs};
    const float bottom = view.showGraphs ? layout.graphs.y - margin : height;
    layout.free = {scenes + margin * 2.0f, top, middle, bottom - top};
    return layout;
}

bool beginPanel(const char* name, const PanelRect& rect) {
    ImGui::SetNextWindowPos(ImVec2(rect.x, rect.y));
    ImGui::SetNextWindowSize(ImVec2(rect.width, rect.height));
    return ImGui::Begin(name, nullptr, kFixed);
}

void drawTabs(Ui& ui, const PanelRect& rect) {
    if (beginPanel("##tabs", rect) && ImGui::BeginTabBar("##bar")) {
        for (const TabEntry& entry : kTabs) {
            const bool wanted = ui.state.wantedTab == static_cast<int>(entry.tab);
            const bool open = ImGui::BeginTabItem(entry.label, nullptr,
                                                  wanted ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None);
            widgets::finish(ui, entry.name, entry.tip);
            if (!open) {
                continue;
            }
            ui.state.tab = entry.tab;
            ImGui::BeginChild("##content");
            ImGui::Dummy(ImVec2(0.0f, ui.px(1.0f)));
            ui.page = static_cast<int>(entry.tab);
            entry.draw(ui);
            widgets::fadeIfMore(ui);
            ImGui::EndChild();
            ImGui::EndTabItem();
        }
        ui.state.wantedTab = -1;
        ImGui::EndTabBar();
    }
    ImGui::End();
}

void drawPanels(Ui& ui) {
    ui.rects.beginFrame();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const Layout layout = layoutPanels(ui.session, size.x, size.y, ui.scale);
    if (ui.session.view.showPanels) {
        drawToolbar(ui, layout.toolbar);
        drawScenePanel(ui, layout.scenes);
        drawTabs(ui, layout.tabs);
        if (ui.session.view.showGraphs) {
            drawGraphsPanel(ui, layout.graphs);
        }
    }
    ViewRect messages = layout.free;
    if (ui.session.split()) {
        drawSplit(ui, Panes(true, size.x, size.y, layout.free), layout.free);
        messages.height -= ui.px(kSplitClockHeight);
    } else if (ui.session.view.showPanels) {
        drawStatus(ui, layout.free);
    }
    drawHeatScale(ui, messages);
    drawMessages(ui, messages);
    if (ui.state.helpOpen) {
        drawHelp(ui);
    }
    drawFinder(ui, layout.free);
}

}  // namespace drystone::sandbox
