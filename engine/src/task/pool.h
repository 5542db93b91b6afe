// The engine's own threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "task/task_system.h"
#include "task/thread.h"

namespace drystone {

struct TaskSystem::Pool {
public:
    using Task = FunctionRef<void(int index, int worker)>;

    // The calling thread is worker 0.
    explicit Pool(int threads);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int workerCount() const { return m_started + 1; }
    void run(int count, const Task& task);

private:
    struct Worker {
        Pool* pool = nullptr;
        int id = 0;
        Thread thread;
    };

    static void workerMain(void* worker);
    void claimAndRun(int worker);
    bool waitForWork();
    void wakeSleepers(int wanted);
    void waitUntilFinished();

    // Atomics that different threads write lie on cache lines of their own.
    alignas(64) std::atomic<int> m_unclaimed{0};
    alignas(64) std::atomic<int> m_unfinished{0};
    // Written between runs, read by who has claimed an index.
    alignas(64) const Task* m_task = nullptr;
    int m_count = 0;

    alignas(64) std::atomic<int> m_sleepers{0};
    std::atomic<bool> m_callerSleeps{false};
    std::atomic<bool> m_stop{false};
    std::mutex m_mutex;
    std::condition_variable m_workPublished;
    std::condition_variable m_workFinished;

    int m_started = 0;
    int m_spins = 0;
    std::unique_ptr<Worker[]> m_workers;
};

}  // namespace drystone
