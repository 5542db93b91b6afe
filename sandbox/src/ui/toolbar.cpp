// The bar along the top: the clock, the scenes, the shots.
#include <cmath>
#include <cstdio>
#include <string>

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

std::string counted(int count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
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
    // A computer that cannot keep up says so: what it reaches, of what is asked for.
    const bool late = !session.paused && ui.info.pace < 0.93f * session.speed;
    char format[48] = "speed %.2f x";
    if (late) {
        std::snprintf(format, sizeof format, "%.2f of %%.2f x", static_cast<double>(ui.info.pace));
        ImGui::PushStyleColor(ImGuiCol_Text, colors::kAccent);
    }
    ImGui::PushID("speed");
    widgets::bareSlider(session.speed, 0.05f, 2.0f, format, ImGuiSliderFlags_Logarithmic);
    ImGui::PopID();
    if (late) {
        ImGui::PopStyleColor();
    }
    widgets::finish(ui, "speed",
                    "Simulated seconds for one real second; \"0.40 of 1.00 x\": the computer reaches 0.40. The length "
                    "of a step stays the same: slow motion does not change what "
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

// Awake or not; counted once a step.
int contactCount(Ui& ui) {
    const Simulation& simulation = ui.session.simulation;
    CountedContacts& counted = ui.state.contacts;
    if (counted.step != simulation.stepCount() || counted.generation != simulation.generation()) {
        counted.step = simulation.stepCount();
        counted.generation = simulation.generation();
        simulation.world().contacts(counted.list);
    }
    return static_cast<int>(counted.list.size());
}

// What the bar has room for, the most useful last to go.
void statistics(Ui& ui) {
    const World& world = ui.session.simulation.world();
    const WorldCounters counters = world.counters();
    // A pair is awake or asleep as a whole, so those that the awake count leaves out sleep.
    const int asleep = counters.sleepingBodies > 0 ? contactCount(ui) - counters.touchingContacts : 0;
    const char* dot = "  \xc2\xb7  ";
    const std::string side = ui.session.split() ? "A: " : "";
    const std::string bodies = counted(counters.bodies, "body", "bodies") + dot;
    const std::string contacts = counted(counters.touchingContacts + asleep, "contact", "contacts") +
        (asleep > 0 ? " (" + std::to_string(asleep) + " asleep)" : "") + dot;
    char cost[48], rate[32];
    std::snprintf(cost, sizeof cost, "%.2f ms/step%s", static_cast<double>(ui.session.simulation.stepMilliseconds()),
                  dot);
    std::snprintf(rate, sizeof rate, "%.0f fps", static_cast<double>(ui.info.framesPerSecond));
    ImGui::SameLine(0.0f, 0.0f);
    const float left = ImGui::GetCursorPosX() + ui.px(8.0f);
    const float right = ImGui::GetWindowWidth() - ui.px(14.0f);
    std::string text;
    for (const std::string& each : {side + bodies + contacts + cost + rate, side + contacts + cost + rate,
                                    side + contacts + rate, std::string(rate)}) {
        text = each;
        if (left + ImGui::CalcTextSize(text.c_str()).x <= right) {
            break;
        }
    }
    ImGui::SetCursorPosX(std::max(left, right - ImGui::CalcTextSize(text.c_str()).x));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colors::kDim, "%s", text.c_str());
    widgets::finish(ui, "statistics",
                    "Bodies in the world, touching contacts and how many of them sleep, wall time of the last step, "
                    "and frames a second of the picture.");
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
        if (widgets::button(ui, "find", "Find", "Finds a scene or a setting by a few letters of its name (/).")) {
            ui.state.finder = {.open = true};
        }
        ImGui::SameLine(0.0f, ui.px(4.0f));
        if (widgets::button(ui, "help", "Help", "Every key and mouse button (H or F1).")) {
            ui.state.helpOpen = !ui.state.helpOpen;
        }
        ImGui::SameLine(0.0f, ui.px(4.0f));
        if (widgets::button(ui, "graphs", "Graphs", "Shows or hides the graphs below.")) {
            ui.session.view.showGraphs = !ui.session.view.showGraphs;
        }

        statistics(ui);
    }
    ImGui::End();
}

}  // namespace drystone::sandbox
