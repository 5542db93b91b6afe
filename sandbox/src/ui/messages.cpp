// What the engine and the sandbox have to say: toasts for the last seconds.
#include <algorithm>
#include <string>

#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

constexpr double kErrorSeconds = 8.0;
constexpr double kNoteSeconds = 3.5;
constexpr size_t kMostToasts = 4;

}  // namespace

void drawMessages(Ui& ui, const ViewRect& free) {
    const auto& all = ui.log.messages();
    float y = free.y + free.height - ui.px(8.0f);
    size_t shown = 0;
    for (auto message = all.rbegin(); message != all.rend() && shown < kMostToasts; ++message) {
        const double age = ui.log.time() - message->time;
        const double life = message->severity == Severity::Error ? kErrorSeconds : kNoteSeconds;
        if (age > life) {
            continue;
        }
        const std::string text =
            message->count > 1 ? message->text + "  (x" + std::to_string(message->count) + ")" : message->text;
        const float width = std::max(free.width * 0.8f, ui.px(160.0f));
        const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
        const ImVec2 pad(ui.px(10.0f), ui.px(6.0f));
        const float alpha = static_cast<float>(std::clamp((life - age) * 2.0, 0.0, 1.0));
        const ImVec2 lower(free.x + (free.width - size.x) * 0.5f - pad.x, y - size.y - pad.y * 2.0f);
        const ImVec2 upper(lower.x + size.x + pad.x * 2.0f, y);
        ImDrawList* draw = ImGui::GetForegroundDrawList();
        draw->AddRectFilled(lower, upper, packedColor(0x15181d, 0.93f * alpha), ui.px(6.0f));
        const bool error = message->severity == Severity::Error;
        draw->AddRect(lower, upper, packedColor(error ? 0xfa7366 : 0x5b8def, 0.8f * alpha), ui.px(6.0f));
        draw->AddText(ImGui::GetFont(), ImGui::GetFontSize(), ImVec2(lower.x + pad.x, lower.y + pad.y),
                      packedColor(error ? 0xfdb0a8 : 0xdfe6ee, alpha), text.c_str(), nullptr, width);
        y = lower.y - ui.px(6.0f);
        ++shown;
    }
}

}  // namespace drystone::sandbox
