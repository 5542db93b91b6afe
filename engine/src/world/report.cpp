#include "world/report.h"

#include <bit>
#include <cstdio>
#include <cstring>

#include "core/hash.h"

namespace drystone {

void sendError(const ErrorHandler& handler, const char* message) {
    if (handler.report)
        handler.report(handler.user, message);
    else
        std::fprintf(stderr, "%s\n", message);
}

static uint64_t hashOf(const ErrorKind& kind) {
    Hash64 hash;
    for (const char* text : {kind.call, kind.wording, kind.argument}) {
        while (*text)
            hash.add(uint64_t(uint8_t(*text++)));
        hash.add(uint64_t{256});
    }
    return hash.value();
}

static bool sameText(const ErrorKind& a, const ErrorKind& b) {
    return std::strcmp(a.call, b.call) == 0 && std::strcmp(a.wording, b.wording) == 0 &&
        std::strcmp(a.argument, b.argument) == 0;
}

// heldBack: alike ones since the last line that was sent.
static void sendWithCount(const ErrorHandler& handler, const char* message, uint64_t heldBack) {
    if (heldBack == 0) {
        sendError(handler, message);
        return;
    }
    char line[512];
    std::snprintf(line, sizeof line, "%s (%llu more of this kind were held back)", message,
                  static_cast<unsigned long long>(heldBack));
    sendError(handler, line);
}

ErrorReporter::~ErrorReporter() {
    for (const Record& record : m_records)
        if (record.seen > record.lastReported)
            sendWithCount(m_handler, record.lastHeldBack, record.seen - record.lastReported - 1);
}

uint64_t ErrorReporter::count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
}

ErrorReporter::Record& ErrorReporter::recordOf(const ErrorKind& kind) {
    const uint64_t hash = hashOf(kind);
    for (Record& known : m_records)
        if (known.hash == hash && sameText(known.kind, kind))
            return known;
    return m_records.emplace_back(Record{kind, hash, 0, 0, {}});
}

void ErrorReporter::report(const ErrorKind& kind, const char* message) {
    const std::lock_guard lock(m_mutex);
    ++m_count;
    Record& record = recordOf(kind);
    ++record.seen;
    if (record.seen > kReportedInFull && !std::has_single_bit(record.seen)) {
        std::snprintf(record.lastHeldBack, sizeof record.lastHeldBack, "%s", message);
        return;
    }
    sendWithCount(m_handler, message, record.seen - record.lastReported - 1);
    record.lastReported = record.seen;
}

}  // namespace drystone
