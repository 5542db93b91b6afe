// A run without a window: steps, measures, one JSON object. Touches no graphics; a picture is somebody else's work.
#pragma once

#include <functional>
#include <string>

#include "core/options.h"
#include "core/session.h"

namespace drystone::sandbox {

// Draws a picture into a file. False: failed, with the reason in error unless it has been told.
using Artist = std::function<bool(Session&, const std::string& file, std::string& error)>;

// Returns the exit code: 0 done, 1 the run or a file failed, 2 the options were wrong.
int runHeadless(const Options& options, const Artist& artist);

}  // namespace drystone::sandbox
