// The list of scenes, what to look for in this one, and its parameters.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

// Whether the last item lies wholly within its window.
bool rowInside() {
    const float top = ImGui::GetWindowPos().y;
    return ImGui::GetItemRectMin().y >= top && ImGui::GetItemRectMax().y <= top + ImGui::GetWindowHeight();
}

void sceneList(Ui& ui) {
    const char* category = "";
    const std::string_view current = ui.session.simulation.entry().name;
    const scenes::SceneEntry* chosen = nullptr;
    for (const scenes::SceneEntry& entry : scenes::allScenes()) {
        if (std::string_view(category) != entry.category) {
            category = entry.category;
            widgets::heading(category);
        }
        const std::string id = std::string("scene.") + entry.name;
        ImGui::PushID(entry.name);
        if (ImGui::Selectable(sceneTitle(entry.name).c_str(), current == entry.name)) {
            chosen = &entry;
        }
        widgets::finish(ui, id.c_str(), (std::string(entry.lookFor) + "\n--scene " + entry.name).c_str());
        if (current == entry.name && ui.state.listedScene != &entry) {
            // A list that was just made does not know yet how far it scrolls: again, until the row is there.
            ui.state.listedScene = rowInside() ? &entry : nullptr;
            ImGui::SetScrollHereY(0.5f);
        }
        ImGui::PopID();
    }
    if (chosen) {
        ui.session.loadScene(*chosen);
        ui.state.resetCamera = true;
    }
}

void parameters(Ui& ui) {
    bool changed = false;
    bool first = true;
    for (scenes::Parameter& parameter : ui.session.simulation.scene().parameters()) {
        if (first) {
            widgets::heading("Parameters");
            first = false;
        }
        const std::string id = std::string("parameter.") + parameter.name;
        const std::string format = std::string("%.4g ") + parameter.unit;
        std::string tip = parameter.tooltip;
        if (*parameter.unit) {
            tip += std::string(" (") + parameter.unit + ")";
        }
        tip += "\nThe scene is built anew with it.";
        changed |= widgets::slider(ui, id.c_str(), sceneTitle(parameter.name).c_str(), parameter.value,
                                   parameter.minimum, parameter.maximum, format.c_str(), tip.c_str());
    }
    if (changed) {
        ui.session.restart();
    }
}

}  // namespace

std::string sceneTitle(const char* name) {
    std::string title(name);
    std::ranges::replace(title, '_', ' ');
    return title;
}

void drawScenePanel(Ui& ui, const PanelRect& rect) {
    if (beginPanel("##scenes", rect)) {
        const scenes::SceneEntry& entry = ui.session.simulation.entry();
        // What lies below the list is measured, so that the list takes the rest.
        const size_t count = ui.session.simulation.scene().parameters().size();
        const float wrapped = ImGui::CalcTextSize(entry.lookFor, nullptr, false, ImGui::GetContentRegionAvail().x).y;
        const float line = ImGui::GetFrameHeightWithSpacing();
        const float below = ImGui::GetTextLineHeightWithSpacing() * 1.4f + wrapped + ui.px(14.0f) +
            (count > 0 ? line * (static_cast<float>(count) + 0.9f) : 0.0f);
        const float most = rect.height * 0.6f;
        ImGui::BeginChild("##list", ImVec2(0.0f, -std::min(below, most)));
        sceneList(ui);
        widgets::fadeIfMore(ui);
        ImGui::EndChild();
        ImGui::BeginChild("##about");
        widgets::heading("Look for");
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(entry.lookFor);
        ImGui::PopTextWrapPos();
        parameters(ui);
        widgets::fadeIfMore(ui);
        ImGui::EndChild();
    }
    ImGui::End();
}

void drawStatus(Ui& ui, const ViewRect& free) {
    const std::string text = ui.session.simulation.scene().status(ui.session.simulation.world());
    char clock[96];
    std::snprintf(clock, sizeof clock, "%s   t = %.2f s   step %llu%s",
                  sceneTitle(ui.session.simulation.entry().name).c_str(), ui.session.simulation.time(),
                  static_cast<unsigned long long>(ui.session.simulation.stepCount()),
                  ui.session.paused ? "   paused" : "");
    ImDrawList* draw = ImGui::GetBackgroundDrawList();
    const ImVec2 at(free.x + ui.px(9.0f), free.y + ui.px(5.0f));
    // Long lines break where the view ends.
    const float width = std::max(free.width - ui.px(18.0f), ui.px(60.0f));
    float y = at.y;
    const auto print = [&](ImU32 color, const char* what) {
        const ImVec2 where(at.x, y);
        const ImVec2 size = ImGui::CalcTextSize(what, nullptr, false, width);
        y += size.y + ui.px(9.0f);
        if (size.x > 0.0f) {
            draw->AddRectFilled(ImVec2(where.x - ui.px(7.0f), where.y - ui.px(3.0f)),
                                ImVec2(where.x + size.x + ui.px(7.0f), where.y + size.y + ui.px(3.0f)),
                                IM_COL32(18, 21, 26, 150), ui.px(5.0f));
            draw->AddText(ImGui::GetFont(), ImGui::GetFontSize(), where, color, what, nullptr, width);
        }
    };
    print(ui.session.paused ? IM_COL32(255, 196, 110, 255) : IM_COL32(255, 255, 255, 235), clock);
    print(IM_COL32(255, 255, 255, 215), text.c_str());
}

}  // namespace drystone::sandbox
