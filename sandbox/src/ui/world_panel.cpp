// How the world steps: every field of WorldSettings, the rate and the making of the World.
#include <cmath>
#include <limits>
#include <string_view>

#include "core/setting_rows.h"
#include "core/world_fields.h"
#include "ui/panels.h"

namespace drystone::sandbox {

namespace {

using namespace widgets;

// True where the person changed what is shown.
bool numberSlider(Ui& ui, const SettingRow& row, const char* name, const char* label, float& shown, const char* tip) {
    const bool endless = row.endless && !(shown < row.maximum);
    float value = endless ? row.maximum : shown;
    const ImGuiSliderFlags flags = row.logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
    if (!slider(ui, name, label, value, row.minimum, row.maximum, endless ? "none" : row.format, tip, flags)) {
        return false;
    }
    shown = row.endless && !(value < row.maximum) ? std::numeric_limits<float>::infinity() : value;
    return true;
}

template <class T>
void numberRow(Ui& ui, const SettingRow& row, T& value, const char* tip) {
    float shown = static_cast<float>(value) * row.scale;
    if (numberSlider(ui, row, row.name, row.label, shown, tip)) {
        value = static_cast<T>(shown / row.scale);
    }
}

void vectorRow(Ui& ui, const SettingRow& row, glm::vec3& value, const char* tip) {
    constexpr const char* kAxes[] = {"x", "y", "z"};
    for (const int axis : {1, 0, 2}) {  // the upright one first
        const std::string name = axis == 1 ? row.name : std::string(row.name) + "_" + kAxes[axis];
        const std::string label = std::string(row.label) + " " + kAxes[axis];
        numberSlider(ui, row, name.c_str(), label.c_str(), value[axis], tip);
    }
}

template <class T>
void control(Ui& ui, const SettingRow& row, WorldSettings& settings, T& value, const char* tip) {
    if constexpr (std::is_same_v<T, SolverKind>) {
        SolverMode mode = solverMode(settings);
        if (choose(ui, row.name, row.label, solverChoices(), mode, tip)) {
            setSolverMode(settings, mode);
        }
    } else if constexpr (std::is_enum_v<T>) {
        choose(ui, row.name, row.label, choicesOf<T>(), value, tip);
    } else if constexpr (std::is_same_v<T, bool>) {
        check(ui, row.name, row.label, value, tip);
    } else if constexpr (std::is_same_v<T, int>) {
        slider(ui, row.name, row.label, value, static_cast<int>(row.minimum), static_cast<int>(row.maximum), tip);
    } else if constexpr (std::is_same_v<T, glm::vec3>) {
        vectorRow(ui, row, value, tip);
    } else {
        numberRow(ui, row, value, tip);
    }
}

void settingRow(Ui& ui, const SettingRow& row, WorldSettings& settings) {
    const char* reason = row.idle ? row.idle(settings) : nullptr;
    const std::string tip = reason ? std::string(row.tip) + "\nNo effect now. " + reason : row.tip;
    ImGui::BeginDisabled(reason != nullptr);
    forEachField(settings, settings, [&](const char* name, auto& value, auto&) {
        if (std::string_view(name) == row.name) {
            control(ui, row, settings, value, tip.c_str());
        }
    });
    ImGui::EndDisabled();
}

void clockGroup(Ui& ui) {
    heading("Clock");
    float hertz = ui.session.hertz();
    if (slider(ui, "hz", "Rate", hertz, 10.0f, 480.0f, "%.0f Hz",
               "Steps a second (Hz). More steps: smaller errors, more work.", ImGuiSliderFlags_Logarithmic)) {
        ui.session.setHertz(hertz);
    }
}

void machineGroup(Ui& ui) {
    heading("Machine");
    WorldMaking making = ui.session.simulation.making();
    const WorldMaking before = making;
    slider(ui, "threads", "Threads", making.threads, 1, 16,
           "Threads that the engine uses (count). The result is the same bits for any number.");
    choose(ui, "simd", "SIMD", simdChoices(), making.simd,
           "Widest vector instructions of solver and narrowphase. All give the same bits. Restarts the scene.");
    choose(ui, "broadphase", "Broadphase", broadphaseChoices(), making.broadphase,
           "How pairs that may touch are found. Restarts the scene.");
    if (making.threads != before.threads || making.simd != before.simd || making.broadphase != before.broadphase) {
        ui.session.setMaking(making);
    }
    reading(ui, "simd_used", "SIMD in use", nameOf(simdChoices(), ui.session.simulation.world().simdLevel()),
            "What this world really uses.");
}

}  // namespace

void worldTab(Ui& ui) {
    Simulation& simulation = ui.session.at(sideSelector(ui));
    clockGroup(ui);
    WorldSettings settings = simulation.settings();
    const WorldSettings before = settings;
    for (const SettingGroup& group : settingGroups()) {
        heading(group.title);
        for (const SettingRow& row : group.rows) {
            settingRow(ui, row, settings);
        }
    }
    if (!(settings == before)) {
        simulation.setSettings(settings);
    }
    machineGroup(ui);
    heading("All");
    if (button(ui, "scene_settings", "Back to the scene's settings",
               "Undoes every change on this page that belongs to the world.", ImGui::GetContentRegionAvail().x)) {
        simulation.setSettings(simulation.entry().settings);
    }
}

}  // namespace drystone::sandbox
