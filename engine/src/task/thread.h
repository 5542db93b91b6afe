// A thread whose creation may fail without ending the program: std::thread throws, and the engine has no exceptions.
#pragma once

#if defined(_WIN32)
#include <thread>
#else
#include <pthread.h>
#endif

namespace drystone {

class Thread {
public:
    // False where the system refuses; then there is nothing to join.
    bool start(void (*entry)(void*), void* argument);
    void join();

private:
#if defined(_WIN32)
    std::thread m_thread;
#else
    struct Call {
        void (*entry)(void*);
        void* argument;
    };
    Call m_call{};  // the thread reads it, so a started Thread must not move
    pthread_t m_thread{};
#endif
};

#if defined(_WIN32)
inline bool Thread::start(void (*entry)(void*), void* argument) {
    m_thread = std::thread(entry, argument);
    return true;
}
inline void Thread::join() {
    m_thread.join();
}
#else
inline bool Thread::start(void (*entry)(void*), void* argument) {
    m_call = {entry, argument};
    const auto trampoline = [](void* call) -> void* {
        static_cast<Call*>(call)->entry(static_cast<Call*>(call)->argument);
        return nullptr;
    };
    return pthread_create(&m_thread, nullptr, trampoline, &m_call) == 0;
}
inline void Thread::join() {
    pthread_join(m_thread, nullptr);
}
#endif

}  // namespace drystone
