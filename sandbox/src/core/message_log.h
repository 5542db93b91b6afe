// The lines that the engine and the sandbox have to say, kept for the log panel and the toasts.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace drystone::sandbox {

enum class Severity : uint8_t { Note, Error };

struct Message {
    std::string text;
    Severity severity = Severity::Note;
    double time = 0.0;  // when it was last said, in seconds of the log's clock
    int count = 1;      // how often in a row
};

class MessageLog {
public:
    static constexpr size_t kMaxMessages = 200;

    // echo: every line goes to stderr too.
    explicit MessageLog(bool echo) : m_echo(echo) {}

    void add(Severity severity, std::string_view text);
    void note(std::string_view text) { add(Severity::Note, text); }
    void error(std::string_view text) { add(Severity::Error, text); }

    // The clock of the messages, so that a headless picture shows no toast of its own making.
    void setTime(double seconds) { m_time = seconds; }
    double time() const { return m_time; }

    const std::deque<Message>& messages() const { return m_messages; }
    uint64_t errorCount() const { return m_errors; }
    void clear() { m_messages.clear(); }

private:
    std::deque<Message> m_messages;
    double m_time = 0.0;
    uint64_t m_errors = 0;
    bool m_echo;
};

}  // namespace drystone::sandbox
