// The controls of the panels: a label, a value, and always a word on what it does.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <imgui.h>

#include "core/choices.h"
#include "core/finder.h"
#include "core/session.h"

namespace drystone::sandbox {

// Where each control is on the screen (points), by its name: scripts find their targets here.
class ControlRects {
public:
    struct Rect {
        float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
    };
    void beginFrame() { m_rects.clear(); }
    void add(const char* name, ImVec2 lower, ImVec2 upper);
    const std::map<std::string, Rect>& all() const { return m_rects; }

private:
    std::map<std::string, Rect> m_rects;
};

enum class Tab : uint8_t { World, Material, Draw, View, Inspect };

// The touching contacts of a world after a step.
struct CountedContacts {
    std::vector<Contact> list;
    uint64_t step = 0, generation = 0;
};

// The field that finds scenes and settings.
struct FinderState {
    bool open = false;
    char query[64] = "";
    int chosen = 0;                      // of those shown
    bool entered = false, left = false;  // Enter or Escape came since the last frame
    std::vector<FinderItem> items;       // all there are, from when it was opened
    std::vector<std::string> shown;      // ids of those that fit
};

// What the panels remember between frames.
struct UiState {
    FinderState finder;
    std::string wantedControl;  // to be scrolled to and marked, once its page is open
    std::string markedControl;
    double markedUntil = 0.0;
    bool helpOpen = false;
    int wantedTab = -1;  // a Tab to be opened; -1: leave
    Tab tab = Tab::World;
    std::string hovered;  // the control under the pointer, and since when
    double hoveredSince = 0.0;
    const void* listedScene = nullptr;  // the one that the list has scrolled to
    bool quit = false;
    bool screenshot = false;
    bool record = false;  // a film is to be begun or ended
    bool frame = false;   // the camera is to frame the selection or the scene
    bool resetCamera = false;
    bool split = false;     // the split view is to be opened or closed
    Side edited = Side::A;  // whose settings the World page shows
    Projectile launch = Projectile::Sphere;
    bool launchWanted = false;
    CountedContacts contacts;
    std::vector<Contact> inspected;  // those of this frame, for the inspector
};

// What the application knows of the frame.
struct FrameInfo {
    float framesPerSecond = 0.0f;
    float frameMilliseconds = 0.0f;
    float pace = 1.0f;  // simulated seconds for a real one, as of late
    int drawCalls = 0;
    int filmed = -1;                // pictures of the film that is recorded; negative: none is
    const HeatMap* heat = nullptr;  // what colours the bodies; null: nothing yet
};

// Everything that a panel needs.
struct Ui {
    Session& session;
    MessageLog& log;
    ControlRects& rects;
    UiState& state;
    Camera& camera;
    FrameInfo info{};
    float scale = 1.0f;  // pixels of text against an ordinary screen
    std::vector<FinderItem>* collected =
        nullptr;    // where controls enter themselves instead of being used; null: nowhere
    int page = -1;  // the one that is drawn

    float px(float value) const { return value * scale; }
};

namespace widgets {

// The slider alone, without a label, for a row of its own; its value is always readable.
bool bareSlider(float& value, float minimum, float maximum, const char* format, ImGuiSliderFlags flags);
// name: the control's id, unique, also for scripts. tip: what it does, with its unit.
bool slider(Ui& ui, const char* name, const char* label, float& value, float minimum, float maximum, const char* format,
            const char* tip, ImGuiSliderFlags flags = 0);
bool slider(Ui& ui, const char* name, const char* label, int& value, int minimum, int maximum, const char* tip);
// A number of any size, or three of them: dragged, or typed after a double click. speed: change a pixel.
bool drag(Ui& ui, const char* name, const char* label, float& value, float speed, float minimum, float maximum,
          const char* format, const char* tip);
bool drag3(Ui& ui, const char* name, const char* label, glm::vec3& value, float speed, const char* format,
           const char* tip);
bool check(Ui& ui, const char* name, const char* label, bool& value, const char* tip);
bool button(Ui& ui, const char* name, const char* label, const char* tip, float width = 0.0f);
void heading(const char* text);
// A value to read, not to change.
void reading(Ui& ui, const char* name, const char* label, const char* value, const char* tip);

// Ahead of the end of a child that scrolls: its lower edge fades out where more follows, so that nothing looks cut off.
void fadeIfMore(Ui& ui);

// The last item: records its place and shows the tip while the pointer rests on it.
// label: for the finder; null: it is not to be found.
void finish(Ui& ui, const char* name, const char* tip, const char* label = nullptr);
void tooltip(const char* text);
bool comboBegin(Ui& ui, const char* name, const char* label, const char* preview, const char* tip);
// Only after comboBegin() was true.
void comboEnd();
bool comboItem(Ui& ui, const char* name, const char* label, bool selected, const char* tip);

// A choice from a table; each item explains itself.
template <class T>
bool choose(Ui& ui, const char* name, const char* label, std::span<const Choice<T>> table, T& value, const char* tip) {
    const int current = indexOf(table, value);
    bool changed = false;
    const std::string full = std::string(tip) + "\n\n" +
        (current < 0 ? ""
                     : std::string(table[static_cast<size_t>(current)].label) + ": " +
                 table[static_cast<size_t>(current)].explanation);
    if (comboBegin(ui, name, label, current < 0 ? "?" : table[static_cast<size_t>(current)].label, full.c_str())) {
        for (const Choice<T>& choice : table) {
            const std::string item = std::string(name) + "." + choice.name;
            if (comboItem(ui, item.c_str(), choice.label, choice.value == value, choice.explanation)) {
                value = choice.value;
                changed = true;
            }
        }
        comboEnd();
    }
    return changed;
}

}  // namespace widgets

}  // namespace drystone::sandbox
