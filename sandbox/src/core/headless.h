// A run without a window: steps, measures, one JSON object. Touches no graphics; a picture is somebody else's work.
#pragma once

#include <functional>
#include <string>

#include "core/options.h"
#include "core/session.h"

namespace drystone::sandbox {

// Watches and draws a headless run where a picture was asked for.
struct Artist {
    std::function<void(Session&)> afterStep;                 // may be empty
    std::function<bool(Session&, std::string& error)> draw;  // false: failed, with the reason in error
};

// Returns the exit code: 0 done, 1 the run or a file failed, 2 the options were wrong.
int runHeadless(const Options& options, const Artist& artist);

}  // namespace drystone::sandbox
