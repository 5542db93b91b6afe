// Misuse: one line to the error handler, rate-limited by kind.
#pragma once

#include <cstdint>
#include <mutex>

#include <drystone/hooks.h>

#include "core/memory.h"

namespace drystone {

// What makes two mistakes alike: the call, the wording, and the argument where the wording serves several. Literals,
// told apart by their text.
struct ErrorKind {
    const char* call;
    const char* wording;
    const char* argument;  // empty where the wording says it
};

// Of each kind the first lines are reported in full; after that those whose number is a power of two, each with the
// count of what was held back since the last one; and at the end what has not been told by then.
class ErrorReporter {
public:
    // alreadyCounted: mistakes that were reported before there was a world to count them.
    ErrorReporter(Memory& memory, const ErrorHandler& handler, uint64_t alreadyCounted = 0)
        : m_handler(handler), m_records(memory), m_count(alreadyCounted) {}
    ~ErrorReporter();
    ErrorReporter(const ErrorReporter&) = delete;
    ErrorReporter& operator=(const ErrorReporter&) = delete;

    // message: without a newline.
    void report(const ErrorKind& kind, const char* message);
    uint64_t count() const;

private:
    static constexpr uint64_t kReportedInFull = 8;
    struct Record {
        ErrorKind kind;
        uint64_t hash, seen, lastReported;
        char lastHeldBack[256];
    };
    Record& recordOf(const ErrorKind& kind);

    ErrorHandler m_handler;
    mutable std::mutex m_mutex;  // const calls of a world may run together, and so may their mistakes
    Array<Record> m_records;
    uint64_t m_count;
};

// The handler's line, or stderr's.
void sendError(const ErrorHandler& handler, const char* message);

}  // namespace drystone
