// Misuse: one line to the error handler, rate-limited by kind.
#pragma once

#include <cstdint>
#include <mutex>

#include <drystone/hooks.h>

#include "core/memory.h"

namespace drystone {

// Of each kind the first lines are reported in full; after that those whose number is a power of two, each with the
// count of what was held back since the last one.
class ErrorReporter {
public:
    ErrorReporter(Memory& memory, const ErrorHandler& handler) : m_handler(handler), m_kinds(memory) {}

    // kind: a string literal, told apart by its text. message: without a newline.
    void report(const char* kind, const char* message);
    uint64_t count() const;

private:
    static constexpr uint64_t kReportedInFull = 8;
    struct Kind {
        const char* name;
        uint64_t seen, lastReported;
    };

    ErrorHandler m_handler;
    mutable std::mutex m_mutex;  // const calls of a world may run together, and so may their mistakes
    Array<Kind> m_kinds;
    uint64_t m_count = 0;
};

// The handler's line, or stderr's.
void sendError(const ErrorHandler& handler, const char* message);

}  // namespace drystone
