// Writing that cannot fail in silence.
#pragma once

#include <cstddef>
#include <string>

namespace drystone::sandbox {

// The whole of a file, or standard output for "-". False, with one line on stderr, where a byte is lost.
bool writeOutput(const std::string& path, const void* bytes, size_t count);
// What was printed so far has arrived; else one line on stderr.
bool flushOutput();

}  // namespace drystone::sandbox
