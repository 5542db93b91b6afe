// The bar along the top: the clock, the scenes, the shots.
#include <cmath>
#include <cstdio>

#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

enum class Icon : uint8_t { Play, Pause, Step, Restart, Previous, Next, Sphere, Box };

void triangle(ImDrawList* draw, ImVec2 c, float r, float direction, ImU32 color) {
    draw->AddTriangleFilled(ImVec2(c.x + direction * r, c.y), ImVec2(c.x - direction * r * 0.7f, c.y - r),
                            ImVec2(c.x - direction * r * 0.7f, c.y + r), color);
}

void bar(ImDrawList* draw, ImVec2 c, float x, float r, ImU32 color) {
    draw->AddRectFilled(ImVec2(c.x + x - r * 0.22f, c.y - r), ImVec2(c.x + x + r * 0.22f, c.y + r), color, 1.0f);
}

void drawIcon(ImDrawList* draw, Icon icon, ImVec2 c, float r, ImU32 color) {
    switch (icon) {
    case Icon::Play:
        triangle(draw, c, r, 1.0f, color);
        break;
    case Icon::Pause:
        bar(draw, c, -r * 0.5f, r, color);
        bar(draw, c, r * 0.5f, r, color);
        break;
    case Icon::Step:
        bar(draw, c, -r * 0.85f, r, color);
        triangle(draw, ImVec2(c.x + r * 0.35f, c.y), r, 1.0f, color);
        break;
    case Icon::Restart:
        draw->PathArcTo(c, r * 0.9f, -0.6f, 4.2f, 24);
        draw->PathStroke(color, 0, r * 0.34f);
        triangle(draw, ImVec2(c.x + r * 0.62f, c.y - r * 0.72f), r * 0.55f, 1.0f, color);
        break;
    case Icon::Previous:
        triangle(draw, ImVec2(c.x + r * 0.3f, c.y), r, -1.0f, color);
        bar(draw, c, -r * 0.85f, r, color);
        break;
    case Icon::Next:
        triangle(draw, ImVec2(c.x - r * 0.3f, c.y), r, 1.0f, color);
        bar(draw, c, r * 0.85f, r, color);
        break;
    case Icon::Sphere:
        draw->AddCircleFilled(c, r, color, 24);
        break;
    case Icon::Box:
        draw->AddRectFilled(ImVec2(c.x - r * 0.88f, c.y - r * 0.88f), ImVec2(c.x + r * 0.88f, c.y + r * 0.88f), color,
                            r * 0.25f);
        break;
    }
}

bool iconButton(Ui& ui, const char* name, Icon icon, const char* tip, bool lit = false) {
    const float size = ui.px(28.0f);
    ImGui::PushID(name);
    const bool pressed = ImGui::Button("##icon", ImVec2(size + ui.px(4.0f), size));
    const ImVec2 lower = ImGui::GetItemRectMin();
    const ImVec2 upper = ImGui::GetItemRectMax();
    drawIcon(ImGui::GetWindowDrawList(), icon, ImVec2((lower.x + upper.x) * 0.5f, (lower.y + upper.y) * 0.5f),
             ui.px(6.5f), ImGui::GetColorU32(lit ? colors::kAccent : ImGui::GetStyleColorVec4(ImGuiCol_Text)));
    widgets::finish(ui, name, tip);
    ImGui::PopID();
    ImGui::SameLine(0.0f, ui.px(4.0f));
    return pressed;
}

void gap(const Ui& ui) {
    ImGui::SameLine(0.0f, ui.px(12.0f));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(ImVec2(at.x, at.y + ui.px(3.0f)), ImVec2(at.x, at.y + ui.px(25.0f)),
                                        ImGui::GetColorU32(ImGuiCol_Separator));
    ImGui::SameLine(0.0f, ui.px(12.0f));
    ImGui::Dummy(ImVec2(ui.px(1.0f), 0.0f));
    ImGui::SameLine(0.0f, 0.0f);
}

void clockButtons(Ui& ui) {
    Session& session = ui.session;
    if (iconButton(ui, "restart", Icon::Restart, "Builds the scene anew from its beginning (R).")) {
        session.restart();
    }
    if (iconButton(ui, "pause", session.paused ? Icon::Play : Icon::Pause,
                   session.paused ? "Lets time run (Space)." : "Stops time; the camera and the panels go on (Space).",
                   session.paused)) {
        session.paused = !session.paused;
    }
    if (iconButton(ui, "step", Icon::Step, "Takes one step of 1/Hz seconds and stays paused (full stop).")) {
        session.paused = true;
        session.stepOnce();
    }
    ImGui::SetNextItemWidth(ui.px(112.0f));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(3.0f));
    ImGui::SliderFloat("##speed", &session.speed, 0.05f, 2.0f, "speed %.2f x",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
    widgets::finish(
        ui, "speed",
        "Simulated seconds for one real second. The length of a step stays the same: slow motion does not change what "
        "happens.");
    ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ui.px(3.0f));
}

void sceneButtons(Ui& ui) {
    if (iconButton(ui, "previous_scene", Icon::Previous, "The scene before this one ([ or Page Up).")) {
        ui.session.loadNeighbour(-1);
        ui.state.resetCamera = true;
    }
    if (iconButton(ui, "next_scene", Icon::Next, "The scene after this one (] or Page Down).")) {
        ui.session.loadNeighbour(1);
        ui.state.resetCamera = true;
    }
}

void shotButtons(Ui& ui) {
    if (iconButton(ui, "shoot_sphere", Icon::Sphere, "Shoots a ball from the camera (G: towards the pointer).")) {
        ui.state.launchWanted = true;
        ui.state.launch = Projectile::Sphere;
    }
    if (iconButton(ui, "shoot_box", Icon::Box, "Shoots a box from the camera (B: towards the pointer).")) {
        ui.state.launchWanted = true;
        ui.state.launch = Projectile::Box;
    }
}

}  // namespace

void drawToolbar(Ui& ui, const PanelRect& rect) {
    if (beginPanel("##toolbar", rect)) {
        clockButtons(ui);
        gap(ui);
        sceneButtons(ui);
        gap(ui);
        shotButtons(ui);
        gap(ui);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(3.0f));
        if (widgets::button(ui, "frame", "Frame", "Moves the camera to see the selection, or the whole scene (F).")) {
            ui.state.frame = true;
        }
        ImGui::SameLine(0.0f, ui.px(4.0f));
        if (widgets::button(ui, "split", ui.session.split() ? "One view" : "Split",
                            "A second world beside the first: same scene, same inputs, other settings (V). Both begin "
                            "anew; the World page then changes either side.")) {
            ui.state.split = true;
        }
        ImGui::SameLine(0.0f, ui.px(4.0f));
        if (widgets::button(ui, "help", "Help", "Every key and mouse button (H or F1).")) {
            ui.state.helpOpen = !ui.state.helpOpen;
        }
        ImGui::SameLine(0.0f, ui.px(4.0f));
        if (widgets::button(ui, "graphs", "Graphs", "Shows or hides the graphs below.")) {
            ui.session.view.showGraphs = !ui.session.view.showGraphs;
        }

        const WorldCounters counters = ui.session.simulation.world().counters();
        char text[160];
        std::snprintf(text, sizeof text,
                      "%s%d bodies  \xc2\xb7  %d contacts  \xc2\xb7  %.2f ms/step  \xc2\xb7  %.0f fps",
                      ui.session.split() ? "A: " : "", counters.bodies, counters.touchingContacts,
                      static_cast<double>(ui.session.simulation.stepMilliseconds()),
                      static_cast<double>(ui.info.framesPerSecond));
        const float width = ImGui::CalcTextSize(text).x;
        ImGui::SameLine(0.0f, 0.0f);
        ImGui::SetCursorPosX(
            std::max(ImGui::GetCursorPosX() + ui.px(8.0f), ImGui::GetWindowWidth() - width - ui.px(14.0f)));
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(colors::kDim, "%s", text);
        widgets::finish(
            ui, "statistics",
            "Bodies in the world, touching contacts that are awake, wall time of the last step, and frames a second of "
            "the picture.");
    }
    ImGui::End();
}

}  // namespace drystone::sandbox
