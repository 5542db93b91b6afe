// The state of the application as JSON, for scripts that operate it.
#pragma once

#include <string>

#include "core/panes.h"
#include "core/session.h"
#include "ui/widgets.h"
#include "window.h"

namespace drystone::sandbox {

struct DumpSource {
    const Session& session;
    const Camera& camera;
    Panes panes;
    const ControlRects& rects;
    const UiState& state;
    const MessageLog& log;
    WindowSize size;
    uint64_t frame;
    int filmed;  // pictures of the film that is recorded; negative: none is
};

// Replaces the file at once, so that a reader never sees half of it.
bool writeStateDump(const std::string& path, const DumpSource& source);

}  // namespace drystone::sandbox
