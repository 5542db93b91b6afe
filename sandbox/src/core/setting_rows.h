// How each field of WorldSettings is shown to a person: label, unit, range, what it does and where it has no effect.
#pragma once

#include <span>

#include <drystone/settings.h>

namespace drystone::sandbox {

// Null where the field matters under these settings; else why it does not.
using Idle = const char* (*)(const WorldSettings&);

// One line a field. A control follows from the field's type: a list for an enumeration, a box for a flag, a slider for
// a number, three for a vector.
struct SettingRow {
    const char* name;  // as forEachField() has it; the control's id
    const char* label;
    const char* tip;
    Idle idle = nullptr;  // null: always matters
    // Numbers: what is shown is the field times scale.
    float minimum = 0.0f, maximum = 1.0f;
    const char* format = "%.2f";
    float scale = 1.0f;
    bool logarithmic = false;
    bool endless = false;  // the upper end means infinity
};

struct SettingGroup {
    const char* title;
    std::span<const SettingRow> rows;
};

// Every field is in one of them, but for stabilisation, which is chosen together with the solver.
std::span<const SettingGroup> settingGroups();

}  // namespace drystone::sandbox
