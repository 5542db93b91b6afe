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

// heldBack: alike ones since the last line that was sent.
template <size_t N>
static void writeLine(char (&line)[N], const char* message, uint64_t heldBack) {
    if (heldBack == 0)
        std::snprintf(line, N, "%s", message);
    else
        std::snprintf(line, N, "%s (%llu more of this kind were held back)", message,
                      static_cast<unsigned long long>(heldBack));
}

uint64_t ErrorReporter::count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
}

ErrorReporter::Record& ErrorReporter::recordOf(const ErrorKind& kind) {
    const uint64_t hash = hashOf(kind);
    for (Record& known : m_records)
        if (known.kind == hash)
            return known;
    return m_records.emplace_back(Record{hash, 0, 0, {}});
}

bool ErrorReporter::compose(Line& line, const ErrorKind& kind, const char* message) {
    const std::lock_guard lock(m_mutex);
    ++m_count;
    Record& record = recordOf(kind);
    ++record.seen;
    if (record.seen > kReportedInFull && !std::has_single_bit(record.seen)) {
        std::snprintf(record.lastHeldBack, sizeof record.lastHeldBack, "%s", message);
        return false;
    }
    writeLine(line, message, record.seen - record.lastReported - 1);
    record.lastReported = record.seen;
    return true;
}

void ErrorReporter::deliver(const char* line) {
    const std::lock_guard lock(m_delivery);
    const CallbackScope scope(m_callbacks);
    sendError(m_handler, line);
}

void ErrorReporter::report(const ErrorKind& kind, const char* message) {
    Line line;
    if (compose(line, kind, message))
        deliver(line);
}

void ErrorReporter::finish() {
    // By index: the handler may make mistakes of a new kind meanwhile.
    for (size_t i = 0; i < m_records.size(); ++i) {
        Record& record = m_records[i];
        if (record.seen == record.lastReported)
            continue;
        Line line;
        writeLine(line, record.lastHeldBack, record.seen - record.lastReported - 1);
        record.lastReported = record.seen;
        deliver(line);
    }
}

}  // namespace drystone
