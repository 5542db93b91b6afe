#pragma once

// DRYSTONE_SHARED comes with the CMake target when drystone is a shared library; DRYSTONE_EXPORTS only while drystone
// itself is compiled.
#if !defined(DRYSTONE_SHARED)
#define DRYSTONE_API
#elif defined(_WIN32)
#if defined(DRYSTONE_EXPORTS)
#define DRYSTONE_API __declspec(dllexport)
#else
#define DRYSTONE_API __declspec(dllimport)
#endif
#else
#define DRYSTONE_API __attribute__((visibility("default")))
#endif
