// The picture of --png: the scene, with the panels where asked for, drawn with no display.
#pragma once

#include "core/headless.h"

namespace drystone::sandbox {

int runHeadlessWithPicture(const Options& options);

}  // namespace drystone::sandbox
