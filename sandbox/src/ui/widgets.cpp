#include "ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/style.h"

namespace drystone::sandbox {

namespace {

constexpr double kTipDelay = 0.45;  // s
constexpr double kMarkSeconds = 2.5;

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

// Places a tip beside the panel of the item, so that it covers none of its neighbours.
void placeTip() {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float gap = ImGui::GetFontSize();
    if (at.y + size.y < screen.y * 0.2f) {
        return;  // the toolbar: below the pointer, where ImGui puts it
    }
    if (at.y > screen.y * 0.6f && size.x < screen.x * 0.8f && at.x > screen.x * 0.2f && upper.x < screen.x * 0.8f) {
        ImGui::SetNextWindowPos(ImVec2(lower.x, at.y - gap), ImGuiCond_Always, ImVec2(0.0f, 1.0f));
        return;
    }
    const bool right = at.x + size.x * 0.5f > screen.x * 0.5f;
    const bool low = lower.y > screen.y * 0.5f;
    ImGui::SetNextWindowPos(ImVec2(right ? at.x - gap : at.x + size.x + gap, low ? upper.y : lower.y), ImGuiCond_Always,
                            ImVec2(right ? 1.0f : 0.0f, low ? 1.0f : 0.0f));
}

// Marks the place of the last item's value along its lower edge, where it does not cover the number. grab: width of
// ImGui's own, which is not drawn.
void markPlace(float value, float minimum, float maximum, float grab, bool logarithmic) {
    const float range = logarithmic ? std::log(maximum / minimum) : maximum - minimum;
    const float passed = logarithmic ? std::log(std::max(value, minimum) / minimum) : value - minimum;
    const float share = range > 0.0f ? std::clamp(passed / range, 0.0f, 1.0f) : 0.0f;
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    const float padding = 2.0f;  // ImGui's, inside the frame
    const float room = upper.x - lower.x - grab - 2.0f * padding;
    const float x = lower.x + padding + 0.5f * grab + share * std::max(room, 0.0f);
    const float thick = std::max(std::round(ImGui::GetFontSize() * 0.15f), 2.0f);
    const float half = ImGui::GetStyle().GrabMinSize * 0.5f;
    const ImU32 color = ImGui::GetColorU32(ImGui::IsItemActive() ? ImGuiCol_SliderGrabActive : ImGuiCol_SliderGrab);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(ImVec2(lower.x + padding, upper.y - thick), ImVec2(x, upper.y),
                        ImGui::GetColorU32(ImGuiCol_SliderGrab, 0.45f), thick * 0.5f);
    draw->AddRectFilled(ImVec2(x - half, upper.y - 1.6f * thick), ImVec2(x + half, upper.y), color, thick * 0.5f);
}

// Scrolls to the control that the finder named, and frames it for a moment.
void markFound(Ui& ui, const char* name) {
    UiState& state = ui.state;
    if (state.wantedControl == name) {
        ImGui::SetScrollHereY(0.5f);
        state.markedControl = std::exchange(state.wantedControl, {});
        state.markedUntil = ImGui::GetTime() + kMarkSeconds;
    }
    if (state.markedControl == name && ImGui::GetTime() < state.markedUntil) {
        const float room = ImGui::GetFontSize() * 0.2f;
        const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddRect(ImVec2(lower.x - room, lower.y - room),
                                            ImVec2(upper.x + room, upper.y + room), ImGui::GetColorU32(colors::kAccent),
                                            room, 0, room * 0.7f);
    }
}

}  // namespace

void ControlRects::add(const char* name, ImVec2 lower, ImVec2 upper) {
    m_rects[name] = {lower.x, lower.y, upper.x - lower.x, upper.y - lower.y};
}

namespace widgets {

void tooltip(const char* text) {
    placeTip();
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26.0f);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void finish(Ui& ui, const char* name, const char* tip, const char* label) {
    if (ui.collected) {
        if (label) {
            ui.collected->push_back({FinderItem::Kind::Control, name, label, tip, ui.page});
        }
        return;
    }
    markFound(ui, name);
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

bool bareSlider(float& value, float minimum, float maximum, const char* format, ImGuiSliderFlags flags) {
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, 0);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, 0);
    const bool changed =
        ImGui::SliderFloat("##value", &value, minimum, maximum, format, flags | ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopStyleColor(2);
    const bool logarithmic = (flags & ImGuiSliderFlags_Logarithmic) && minimum > 0.0f;
    markPlace(value, minimum, maximum, ImGui::GetStyle().GrabMinSize, logarithmic);
    return changed;
}

bool slider(Ui& ui, const char* name, const char* label, float& value, float minimum, float maximum, const char* format,
            const char* tip, ImGuiSliderFlags flags) {
    beginRow(name, label);
    const bool changed = bareSlider(value, minimum, maximum, format, flags);
    finish(ui, name, (std::string(tip) + "\nCtrl + click: type a number.").c_str(), label);
    endRow();
    return changed;
}

bool slider(Ui& ui, const char* name, const char* label, int& value, int minimum, int maximum, const char* tip) {
    beginRow(name, label);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, 0);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, 0);
    const bool changed = ImGui::SliderInt("##value", &value, minimum, maximum, "%d", ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopStyleColor(2);
    const float steps = static_cast<float>(maximum - minimum) + 1.0f;
    const float grab = std::max((ImGui::GetItemRectSize().x - 4.0f) / steps, ImGui::GetStyle().GrabMinSize);
    markPlace(static_cast<float>(value), static_cast<float>(minimum), static_cast<float>(maximum), grab, false);
    finish(ui, name, (std::string(tip) + "\nCtrl + click: type a number.").c_str(), label);
    endRow();
    return changed;
}

bool drag(Ui& ui, const char* name, const char* label, float& value, float speed, float minimum, float maximum,
          const char* format, const char* tip) {
    beginRow(name, label);
    const bool changed =
        ImGui::DragFloat("##value", &value, speed, minimum, maximum, format, ImGuiSliderFlags_AlwaysClamp);
    finish(ui, name, tip, label);
    endRow();
    return changed;
}

bool drag3(Ui& ui, const char* name, const char* label, glm::vec3& value, float speed, const char* format,
           const char* tip) {
    beginRow(name, label);
    const bool changed =
        ImGui::DragFloat3("##value", &value.x, speed, -1e4f, 1e4f, format, ImGuiSliderFlags_AlwaysClamp);
    finish(ui, name, tip, label);
    endRow();
    return changed;
}

bool check(Ui& ui, const char* name, const char* label, bool& value, const char* tip) {
    ImGui::PushID(name);
    const bool changed = ImGui::Checkbox(label, &value);
    finish(ui, name, tip, label);
    ImGui::PopID();
    return changed;
}

bool button(Ui& ui, const char* name, const char* label, const char* tip, float width) {
    ImGui::PushID(name);
    const bool pressed = ImGui::Button(label, ImVec2(width, 0.0f));
    finish(ui, name, tip, label);
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

void fadeIfMore(Ui& ui) {
    const float left = ImGui::GetScrollMaxY() - ImGui::GetScrollY();
    if (left < 1.0f) {
        return;
    }
    const float height = std::min(left, ui.px(30.0f));
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float right = at.x + size.x - ImGui::GetStyle().ScrollbarSize;
    // The child has no ground of its own: what shows behind it is the panel's.
    const ImU32 solid = ImGui::GetColorU32(ImGuiCol_WindowBg) | IM_COL32_A_MASK;
    const ImU32 clear = solid & ~IM_COL32_A_MASK;
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor(ImVec2(at.x, at.y + size.y - height),
                                                        ImVec2(right, at.y + size.y), clear, clear, solid, solid);
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
        finish(ui, name, tip, label);
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
