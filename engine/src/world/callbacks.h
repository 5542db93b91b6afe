// Knows whether a callback of a world is running: while one does, the world is read only.
#pragma once

#include <atomic>

namespace drystone {

class CallbackCount {
public:
    void enter() { m_running.fetch_add(1, std::memory_order_relaxed); }
    void leave() { m_running.fetch_sub(1, std::memory_order_relaxed); }
    bool any() const { return m_running.load(std::memory_order_relaxed) != 0; }

private:
    std::atomic<int> m_running{0};
};

// Around whatever may call the game: a step with its hooks, the error handler, debug draw.
class CallbackScope {
public:
    explicit CallbackScope(CallbackCount& count) : m_count(count) { m_count.enter(); }
    ~CallbackScope() { m_count.leave(); }
    CallbackScope(const CallbackScope&) = delete;
    CallbackScope& operator=(const CallbackScope&) = delete;

private:
    CallbackCount& m_count;
};

}  // namespace drystone
