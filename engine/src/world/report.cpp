#include "world/report.h"

#include <bit>
#include <cstdio>
#include <cstring>

namespace drystone {

void sendError(const ErrorHandler& handler, const char* message) {
    if (handler.report)
        handler.report(handler.user, message);
    else
        std::fprintf(stderr, "%s\n", message);
}

uint64_t ErrorReporter::count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
}

void ErrorReporter::report(const char* name, const char* message) {
    const std::lock_guard lock(m_mutex);
    ++m_count;
    Kind* kind = nullptr;
    for (Kind& known : m_kinds)
        if (std::strcmp(known.name, name) == 0)
            kind = &known;
    if (!kind)
        kind = &m_kinds.emplace_back(Kind{name, 0, 0});
    ++kind->seen;
    if (kind->seen > kReportedInFull && !std::has_single_bit(kind->seen))
        return;
    const uint64_t heldBack = kind->seen - kind->lastReported - 1;
    kind->lastReported = kind->seen;
    if (heldBack == 0) {
        sendError(m_handler, message);
        return;
    }
    char line[512];
    std::snprintf(line, sizeof line, "%s (%llu more of this kind were held back)", message,
                  static_cast<unsigned long long>(heldBack));
    sendError(m_handler, line);
}

}  // namespace drystone
