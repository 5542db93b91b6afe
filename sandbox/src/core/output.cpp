#include "core/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace drystone::sandbox {

static bool cannotWrite(const char* what) {
    std::fprintf(stderr, "drystone_sandbox: cannot write %s: %s\n", what, std::strerror(errno));
    return false;
}

bool flushOutput() {
    errno = 0;
    return (std::fflush(stdout) == 0 && !std::ferror(stdout)) || cannotWrite("to standard output");
}

bool writeOutput(const std::string& path, const void* bytes, size_t count) {
    errno = 0;
    if (path == "-") {
        return std::fwrite(bytes, 1, count, stdout) == count ? flushOutput() : cannotWrite("to standard output");
    }
    std::FILE* file = std::fopen(path.c_str(), "wb");
    const bool written = file && std::fwrite(bytes, 1, count, file) == count;
    const int error = errno;
    const bool closed = file && std::fclose(file) == 0;
    errno = written ? errno : error;
    return (written && closed) || cannotWrite(("'" + path + "'").c_str());
}

}  // namespace drystone::sandbox
