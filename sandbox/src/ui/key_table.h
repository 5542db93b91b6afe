// Every key and mouse button, as the help overlay lists them.
#pragma once

namespace drystone::sandbox {

struct KeyLine {
    const char* keys;
    const char* what;  // null: a heading
};

inline constexpr KeyLine kKeyLines[] = {
    {"Mouse", nullptr},
    {"Left drag on a body", "pulls it by a spring; a click selects it"},
    {"Left drag beside, right drag", "turns the camera"},
    {"Middle drag, Shift + right drag", "moves the camera sideways"},
    {"Wheel", "nearer, farther; a held body: towards you, away"},
    {"Time", nullptr},
    {"Space", "pause or go on"},
    {".  (full stop)", "one step, then pause"},
    {"R", "restart the scene"},
    {"[  ]  or  Page Up, Page Down", "scene before, scene after"},
    {"Bodies", nullptr},
    {"G", "shoot a ball towards the pointer"},
    {"B", "shoot a box towards the pointer"},
    {"N", "drop a box at the pointer"},
    {"M", "drop a ball at the pointer"},
    {"Delete, Backspace", "remove the selected body"},
    {"Escape", "select nothing; close the help"},
    {"Camera", nullptr},
    {"W A S D", "fly ahead, left, back, right"},
    {"Q E", "fly down, up"},
    {"Shift", "four times as fast"},
    {"C", "orbit or fly: what turning goes round"},
    {"F", "frame the selection, or the whole scene"},
    {"Home", "the scene's own view"},
    {"Window", nullptr},
    {"Tab", "show or hide the panels"},
    {"V", "split view: a second world under other settings"},
    {"/  or  Ctrl + F", "find a scene or a setting by a few letters"},
    {"H, F1", "this help"},
    {"F11", "record a film: a numbered series of pictures"},
    {"F12", "save a picture of the window"},
    {"Ctrl + Q", "leave"},
};

}  // namespace drystone::sandbox
