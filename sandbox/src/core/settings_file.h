// What the sandbox remembers from one start to the next.
#pragma once

#include <filesystem>
#include <string>

#include "core/session.h"

namespace drystone::sandbox {

// $XDG_CONFIG_HOME/drystone/sandbox.json, or the same below ~/.config. Empty when there is no home.
std::filesystem::path settingsPath();

struct RememberedWindow {
    int width = 1280, height = 720;
};

// What has to be known before there is a session.
struct Remembered {
    std::string scene;
    RememberedWindow window;
    std::string text;  // the whole file, for restoreSession
};

// Defaults when there is no file; when it is damaged, or a value does not fit, too, with one line in the log for each.
Remembered readSettings(const std::filesystem::path& path, MessageLog& log);
void restoreSession(const Remembered& remembered, Session& session, MessageLog& log);
// False when the file could not be written.
bool writeSettings(const std::filesystem::path& path, const Session& session, const RememberedWindow& window);

}  // namespace drystone::sandbox
