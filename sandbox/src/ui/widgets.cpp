#include "ui/widgets.h"

#include <algorithm>

namespace drystone::sandbox {

namespace {

constexpr double kTipDelay = 0.45;  // s

// The label on the left; the control takes what is left of the line.
void beginRow(const char* name, const char* label) {
    ImGui::PushID(name);
    const float width = ImGui::GetContentRegionAvail().x;
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine(left + width * 0.46f);
    ImGui::SetNextItemWidth(width * 0.54f);
}

void endRow() {
    ImGui::PopID();
}

}  // namespace

void ControlRects::add(const char* name, ImVec2 lower, ImVec2 upper) {
    m_rects[name] = {lower.x, lower.y, upper.x - lower.x, upper.y - lower.y};
}

namespace widgets {

void tooltip(const char* text) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26.0f);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void finish(Ui& ui, const char* name, const char* tip) {
    // What scrolled out of its panel cannot be clicked, so it is not listed.
    if (ImGui::IsItemVisible()) {
        ui.rects.add(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    }
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        if (ui.state.hovered == name) {
            ui.state.hovered.clear();
        }
        return;
    }
    if (ui.state.hovered != name) {
        ui.state.hovered = name;
        ui.state.hoveredSince = ImGui::GetTime();
    }
    if (!ImGui::IsItemActive() && ImGui::GetTime() - ui.state.hoveredSince > kTipDelay) {
        tooltip(tip);
    }
}

bool slider(Ui& ui, const char* name, const char* label, float& value, float minimum, float maximum, const char* format,
            const char* tip, ImGuiSliderFlags flags) {
    beginRow(name, label);
    const bool changed =
        ImGui::SliderFloat("##value", &value, minimum, maximum, format, flags | ImGuiSliderFlags_AlwaysClamp);
    finish(ui, name, (std::string(tip) + "\nCtrl + click: type a number.").c_str());
    endRow();
    return changed;
}

bool slider(Ui& ui, const char* name, const char* label, int& value, int minimum, int maximum, const char* tip) {
    beginRow(name, label);
    const bool changed = ImGui::SliderInt("##value", &value, minimum, maximum, "%d", ImGuiSliderFlags_AlwaysClamp);
    finish(ui, name, (std::string(tip) + "\nCtrl + click: type a number.").c_str());
    endRow();
    return changed;
}

bool check(Ui& ui, const char* name, const char* label, bool& value, const char* tip) {
    ImGui::PushID(name);
    const bool changed = ImGui::Checkbox(label, &value);
    finish(ui, name, tip);
    ImGui::PopID();
    return changed;
}

bool button(Ui& ui, const char* name, const char* label, const char* tip, float width) {
    ImGui::PushID(name);
    const bool pressed = ImGui::Button(label, ImVec2(width, 0.0f));
    finish(ui, name, tip);
    ImGui::PopID();
    return pressed;
}

void heading(const char* text) {
    ImGui::Dummy(ImVec2(0.0f, ImGui::GetFontSize() * 0.15f));
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_PlotLines));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float y = (from.y + to.y) * 0.5f + 1.0f;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(to.x + ImGui::GetFontSize() * 0.5f, y), ImVec2(right, y),
                                        ImGui::GetColorU32(ImGuiCol_Separator));
}

void reading(Ui& ui, const char* name, const char* label, const char* value, const char* tip) {
    beginRow(name, label);
    ImGui::TextUnformatted(value);
    finish(ui, name, tip);
    endRow();
}

bool comboBegin(Ui& ui, const char* name, const char* label, const char* preview, const char* tip) {
    beginRow(name, label);
    const bool open = ImGui::BeginCombo("##value", preview, ImGuiComboFlags_HeightLarge);
    if (!open) {
        finish(ui, name, tip);
        endRow();
    }
    return open;
}

void comboEnd() {
    ImGui::EndCombo();
    endRow();
}

bool comboItem(Ui& ui, const char* name, const char* label, bool selected, const char* tip) {
    ImGui::PushID(name);
    const bool chosen = ImGui::Selectable(label, selected);
    finish(ui, name, tip);
    ImGui::PopID();
    return chosen;
}

}  // namespace widgets

}  // namespace drystone::sandbox
