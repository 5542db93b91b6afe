#include "core/message_log.h"

#include <cstdio>

namespace drystone::sandbox {

void MessageLog::add(Severity severity, std::string_view text) {
    if (severity == Severity::Error) {
        ++m_errors;
    }
    if (m_echo) {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
    }
    if (!m_messages.empty() && m_messages.back().text == text) {
        ++m_messages.back().count;
        m_messages.back().time = m_time;
        return;
    }
    m_messages.push_back({std::string(text), severity, m_time, 1});
    if (m_messages.size() > kMaxMessages) {
        m_messages.pop_front();
    }
}

}  // namespace drystone::sandbox
