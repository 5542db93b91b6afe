// Misuse: one line to the error handler, rate-limited by kind.
#pragma once

#include <cstdint>
#include <mutex>

#include <drystone/hooks.h>

#include "core/memory.h"
#include "world/callbacks.h"

namespace drystone {

// What makes two mistakes alike: the text of the call, of the wording, and of the argument where the wording serves
// several.
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
    ErrorReporter(Memory& memory, const ErrorHandler& handler, CallbackCount& callbacks, uint64_t alreadyCounted = 0)
        : m_handler(handler), m_callbacks(callbacks), m_records(memory), m_count(alreadyCounted) {}
    ErrorReporter(const ErrorReporter&) = delete;
    ErrorReporter& operator=(const ErrorReporter&) = delete;

    // message: without a newline.
    void report(const ErrorKind& kind, const char* message);
    // Tells what was held back and not told yet. The handler may still read the world.
    void finish();
    uint64_t count() const;

private:
    static constexpr uint64_t kReportedInFull = 8;
    struct Record {
        uint64_t kind;  // hash of its text
        uint64_t seen, lastReported;
        char lastHeldBack[256];
    };
    using Line = char[512];
    Record& recordOf(const ErrorKind& kind);
    // False: the line is held back.
    bool compose(Line& line, const ErrorKind& kind, const char* message);
    void deliver(const char* line);

    ErrorHandler m_handler;
    CallbackCount& m_callbacks;
    // Const calls of a world may run together, and so may their mistakes. Never held while the handler runs, so that it
    // may read the world; the handler's own lock is recursive, so that mistakes which it makes are told too.
    mutable std::mutex m_mutex;
    std::recursive_mutex m_delivery;
    Array<Record> m_records;
    uint64_t m_count;
};

// The handler's line, or stderr's.
void sendError(const ErrorHandler& handler, const char* message);

}  // namespace drystone
