// The split view's own marks: the line between the panes, what each side runs with, how far apart the two have come.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <glm/trigonometric.hpp>

#include "core/world_fields.h"
#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

// A line of a label; an empty one takes no room. Returns where the next one goes.
ImVec2 print(const Ui& ui, ImVec2 at, float width, ImU32 color, const std::string& text) {
    if (text.empty()) {
        return at;
    }
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
    ImDrawList* draw = ImGui::GetBackgroundDrawList();
    draw->AddRectFilled(ImVec2(at.x - ui.px(7.0f), at.y - ui.px(3.0f)),
                        ImVec2(at.x + size.x + ui.px(7.0f), at.y + size.y + ui.px(3.0f)), IM_COL32(18, 21, 26, 165),
                        ui.px(5.0f));
    draw->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, color, text.c_str(), nullptr, width);
    return {at.x, at.y + size.y + ui.px(7.0f)};
}

std::string solverLine(const Ui& ui, Side side) {
    const Simulation& simulation = ui.session.at(side);
    const SolverMode mode = solverMode(simulation.settings());
    const int index = indexOf(solverChoices(), mode);
    char cost[48];
    std::snprintf(cost, sizeof cost, "  \xc2\xb7  %.3f ms/step",
                  static_cast<double>(ui.session.historyOf(side).usualCost()));
    return std::string(side == Side::A ? "A   " : "B   ") +
        (index < 0 ? "?" : solverChoices()[static_cast<size_t>(index)].label) + cost;
}

std::string partsLine(const WorldSettings& settings) {
    std::string text = std::to_string(settings.substeps) + (settings.substeps == 1 ? " substep" : " substeps");
    if (solverMode(settings).kind == SolverKind::SequentialImpulse) {
        text += " of " + std::to_string(settings.iterations) + " iterations";
    }
    const auto add = [&](const std::string& word) { text += "  \xc2\xb7  " + word; };
    add(nameOf(integratorChoices(), settings.integrator));
    add(std::string("gyroscopic ") + nameOf(gyroscopicChoices(), settings.gyroscopic));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

// "B differs in: ...", or that it does not.
std::string differenceLine(const WorldSettings& a, const WorldSettings& b) {
    std::string names;
    forEachField(a, b, [&](const char* name, const auto& own, const auto& other) {
        if (!(own == other)) {
            names += names.empty() ? "" : ", ";
            names += name;
        }
    });
    std::replace(names.begin(), names.end(), '_', ' ');
    return names.empty() ? "the same settings as A" : "other than in A: " + names;
}

void label(Ui& ui, const Pane& pane) {
    const Simulation& simulation = ui.session.at(pane.side);
    const float width = std::max(pane.free.width - ui.px(30.0f), 60.0f);
    ImVec2 at(pane.free.x + ui.px(15.0f), pane.free.y + ui.px(7.0f));
    at = print(ui, at, width, packedColor(kSideColors[static_cast<int>(pane.side)]), solverLine(ui, pane.side));
    at = print(ui, at, width, IM_COL32(255, 255, 255, 235), partsLine(simulation.settings()));
    if (pane.side == Side::B) {
        at = print(ui, at, width, IM_COL32(255, 255, 255, 205),
                   differenceLine(ui.session.simulation.settings(), simulation.settings()));
    }
    print(ui, at, width, IM_COL32(255, 255, 255, 205), simulation.scene().status(simulation.world()));
}

void line(Ui& ui, const Pane& right) {
    ImDrawList* draw = ImGui::GetBackgroundDrawList();
    const float x = right.picture.x;
    const float top = std::max(right.free.y - ui.px(8.0f), 0.0f);
    const float bottom = right.free.y + right.free.height;
    const auto band = [&](float from, float to, ImU32 color) {
        draw->AddRectFilled(ImVec2(x + ui.px(from), top), ImVec2(x + ui.px(to), bottom), color);
    };
    band(-4.0f, 4.0f, IM_COL32(18, 21, 26, 255));
    band(-3.0f, -1.0f, packedColor(kSideColors[0]));
    band(1.0f, 3.0f, packedColor(kSideColors[1]));
}

void clock(Ui& ui, const ViewRect& free) {
    const Session& session = ui.session;
    const Divergence apart = divergence(session.simulation, session.at(Side::B));
    char text[160];
    std::snprintf(text, sizeof text, "t = %.2f s   step %llu%s   A and B at most %.4g m and %.3g\xc2\xb0 apart",
                  session.simulation.time(), static_cast<unsigned long long>(session.simulation.stepCount()),
                  session.paused ? "   paused" : "", static_cast<double>(apart.distance),
                  static_cast<double>(glm::degrees(apart.angle)));
    const float most = std::max(free.width - ui.px(30.0f), ui.px(60.0f));
    const ImVec2 size = ImGui::CalcTextSize(text, nullptr, false, most);
    const ImVec2 at(std::round(free.x + (free.width - size.x) * 0.5f), free.y + free.height - size.y - ui.px(10.0f));
    print(ui, at, size.x + 1.0f, session.paused ? IM_COL32(255, 196, 110, 255) : IM_COL32(255, 255, 255, 235), text);
}

}  // namespace

void drawSplit(Ui& ui, const Panes& panes, const ViewRect& free) {
    line(ui, panes.of(Side::B));
    for (const Pane& pane : panes.all()) {
        label(ui, pane);
    }
    clock(ui, free);
}

Side sideSelector(Ui& ui) {
    using namespace widgets;
    Session& session = ui.session;
    if (!session.split()) {
        return Side::A;
    }
    heading("Side");
    const float gap = ui.px(6.0f);
    const float half = (ImGui::GetContentRegionAvail().x - gap) * 0.5f;
    const auto choose = [&](Side side, const char* name, const char* text, const char* tip) {
        const bool chosen = ui.state.edited == side;
        ImGui::PushStyleColor(ImGuiCol_Button,
                              packedColor(kSideColors[static_cast<int>(side)], chosen ? 0.55f : 0.12f));
        if (button(ui, name, text, tip, half)) {
            ui.state.edited = side;
        }
        ImGui::PopStyleColor();
    };
    choose(Side::A, "side.a", "A  (left)", "This page shows and changes the left world's settings.");
    ImGui::SameLine(0.0f, gap);
    choose(Side::B, "side.b", "B  (right)", "This page shows and changes the right world's settings.");
    const float third = (ImGui::GetContentRegionAvail().x - gap * 2.0f) / 3.0f;
    if (button(ui, "split.copy", "Copy A to B", "Gives B every setting of A.", third)) {
        session.copySettingsToTwin();
    }
    ImGui::SameLine(0.0f, gap);
    if (button(ui, "split.swap", "Swap", "A and B exchange their settings; the bodies stay where they are.", third)) {
        session.swapSettings();
    }
    ImGui::SameLine(0.0f, gap);
    if (button(ui, "split.close", "Close", "A goes on alone (V).", third)) {
        ui.state.split = true;
    }
    return ui.state.edited;
}

}  // namespace drystone::sandbox
