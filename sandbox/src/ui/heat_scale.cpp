// What the colours of a heat map mean.
#include <cstdio>

#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

void drawHeatScale(Ui& ui, const ViewRect& free) {
    const HeatMap* heat = ui.info.heat;
    if (!heat || !heat->on()) {
        return;
    }
    const Choice<HeatBy>& choice = heatChoices()[static_cast<size_t>(indexOf(heatChoices(), heat->by()))];
    char top[48];
    std::snprintf(top, sizeof top, "%g %s", static_cast<double>(heat->top()), HeatMap::unit(heat->by()));
    const bool ranked = HeatMap::ranked(heat->by());
    const float line = ImGui::GetTextLineHeight();
    const float bar = ranked ? ui.px(170.0f) : 0.0f;
    const float label = ImGui::CalcTextSize(choice.label).x + ui.px(10.0f);
    const float zero = ranked ? ImGui::CalcTextSize("0").x + ui.px(6.0f) : 0.0f;
    const float end = ranked ? ImGui::CalcTextSize(top).x + ui.px(6.0f) : 0.0f;
    const ImVec2 at(free.x + ui.px(12.0f), free.y + free.height - line - ui.px(12.0f));
    ImDrawList* draw = ImGui::GetBackgroundDrawList();
    draw->AddRectFilled(ImVec2(at.x - ui.px(7.0f), at.y - ui.px(4.0f)),
                        ImVec2(at.x + label + zero + bar + end + ui.px(7.0f), at.y + line + ui.px(4.0f)),
                        IM_COL32(18, 21, 26, 190), ui.px(5.0f));
    draw->AddText(at, IM_COL32(255, 255, 255, 235), choice.label);
    if (!ranked) {
        return;
    }
    const ImVec2 lower(at.x + label + zero, at.y + line * 0.15f);
    draw->AddText(ImVec2(at.x + label, at.y), IM_COL32(255, 255, 255, 215), "0");
    constexpr int kPieces = 40;
    for (int i = 0; i < kPieces; ++i) {
        const float from = bar * static_cast<float>(i) / kPieces, to = bar * static_cast<float>(i + 1) / kPieces;
        const float share = (static_cast<float>(i) + 0.5f) / kPieces;
        draw->AddRectFilled(ImVec2(lower.x + from, lower.y), ImVec2(lower.x + to, lower.y + line * 0.7f),
                            packedColor(HeatMap::scaleColor(share)));
    }
    draw->AddText(ImVec2(lower.x + bar + ui.px(6.0f), at.y), IM_COL32(255, 255, 255, 215), top);
}

}  // namespace drystone::sandbox
