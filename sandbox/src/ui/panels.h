// The panels of the sandbox, laid out round the view so that none covers another.
#pragma once

#include <string>

#include "core/panes.h"
#include "ui/widgets.h"

namespace drystone::sandbox {

struct PanelRect {
    float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
};

// Where each panel is in a window of this size, and what they leave free (points).
struct Layout {
    PanelRect toolbar, scenes, tabs, graphs;
    ViewRect free;
};
Layout layoutPanels(const Session& session, float width, float height, float scale);

// All panels, overlays and messages of one frame.
void drawPanels(Ui& ui);

// One window each; drawPanels calls them.
void drawToolbar(Ui& ui, const PanelRect& rect);
void drawScenePanel(Ui& ui, const PanelRect& rect);
void drawTabs(Ui& ui, const PanelRect& rect);
void drawGraphsPanel(Ui& ui, const PanelRect& rect);
void drawHelp(Ui& ui);
void drawMessages(Ui& ui, const ViewRect& free);
void drawStatus(Ui& ui, const ViewRect& free);
// The scale of the heat map, at the foot of the view.
void drawHeatScale(Ui& ui, const ViewRect& free);
// In place of the status where there are two views.
void drawSplit(Ui& ui, const Panes& panes, const ViewRect& free);
inline constexpr float kSplitClockHeight = 36.0f;  // at the foot of the views, kept free of messages

// Two buttons to choose whose settings are shown, and what both sides can do together; nothing without a split.
Side sideSelector(Ui& ui);

void drawFinder(Ui& ui, const ViewRect& free);
// The contents of every tab, one after the other; its number is in ui.page.
void drawPages(Ui& ui);
const char* pageName(int tab);
// "stack 10"
std::string sceneTitle(const char* name);

// The contents of the tabs.
void worldTab(Ui& ui);
void materialTab(Ui& ui);
void drawTab(Ui& ui);
void viewTab(Ui& ui);
void inspectTab(Ui& ui);

// A fixed window; true: draw its contents, then ImGui::End() in either case.
bool beginPanel(const char* name, const PanelRect& rect);

}  // namespace drystone::sandbox
