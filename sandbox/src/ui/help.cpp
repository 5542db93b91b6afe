#include <algorithm>

#include "ui/key_table.h"
#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

void drawHelp(Ui& ui) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x * 0.5f, size.y * 0.5f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f), ImVec2(size.x * 0.95f, size.y * 0.95f));
    ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(1.0f);
    if (ImGui::Begin("Keys and mouse", &ui.state.helpOpen,
                     ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove)) {
        for (const KeyLine& line : kKeyLines) {
            if (!line.what) {
                widgets::heading(line.keys);
                continue;
            }
            ImGui::TextColored(colors::kAccent, "%s", line.keys);
            ImGui::SameLine(ui.px(225.0f));
            ImGui::TextUnformatted(line.what);
            ImGui::SameLine(ui.px(520.0f));
            ImGui::NewLine();
        }
    }
    ImGui::End();
}

}  // namespace drystone::sandbox
