#pragma once

// CMake refuses to configure when these disagree with the project's version.
#define DRYSTONE_VERSION_MAJOR 0
#define DRYSTONE_VERSION_MINOR 1
#define DRYSTONE_VERSION_PATCH 0
#define DRYSTONE_VERSION_STRING "0.1.0"

// Comparable: DRYSTONE_VERSION >= 10000 means 1.0.0 or later.
#define DRYSTONE_VERSION (DRYSTONE_VERSION_MAJOR * 10000 + DRYSTONE_VERSION_MINOR * 100 + DRYSTONE_VERSION_PATCH)

namespace drystone {

inline constexpr int kVersionMajor = DRYSTONE_VERSION_MAJOR;
inline constexpr int kVersionMinor = DRYSTONE_VERSION_MINOR;
inline constexpr int kVersionPatch = DRYSTONE_VERSION_PATCH;
inline constexpr const char* kVersionString = DRYSTONE_VERSION_STRING;

}  // namespace drystone
