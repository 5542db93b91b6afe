#include "task/pool.h"

#include <thread>

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#include <emmintrin.h>
#endif

namespace drystone {

// Waiting first spins (some 20 us: the gap between two stages of a step), then yields, then sleeps.
static constexpr int kSpins = 1000;
static constexpr int kWorkerYields = 100;
static constexpr int kCallerYields = 1000;

static void relax() {
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
    _mm_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

template <class Predicate>
static bool spinThenYield(int spins, int yields, Predicate done) {
    for (int i = 0; i < spins; ++i) {
        if (done())
            return true;
        relax();
    }
    for (int i = 0; i < yields; ++i) {
        if (done())
            return true;
        std::this_thread::yield();
    }
    return done();
}

TaskSystem::Pool::Pool(int threads) : m_workers(new Worker[size_t(threads - 1)]) {
    // With more threads than processors a spinning thread keeps from its processor the one it waits for.
    m_spins = threads <= int(std::thread::hardware_concurrency()) ? kSpins : 0;
    for (; m_started < threads - 1; ++m_started) {
        Worker& worker = m_workers[size_t(m_started)];
        worker.pool = this;
        worker.id = m_started + 1;
        if (!worker.thread.start(workerMain, &worker))
            break;
    }
}

TaskSystem::Pool::~Pool() {
    m_stop.store(true);
    { const std::lock_guard lock(m_mutex); }
    m_workPublished.notify_all();
    for (int i = 0; i < m_started; ++i)
        m_workers[size_t(i)].thread.join();
}

void TaskSystem::Pool::workerMain(void* argument) {
    const Worker& worker = *static_cast<Worker*>(argument);
    while (worker.pool->waitForWork())
        worker.pool->claimAndRun(worker.id);
}

void TaskSystem::Pool::run(int count, const Task& task) {
    m_task = &task;
    m_count = count;
    m_unfinished.store(count, std::memory_order_relaxed);
    // Publishes the three above. Sequentially consistent against m_sleepers: see waitForWork.
    m_unclaimed.store(count);
    wakeSleepers(count - 1);
    claimAndRun(0);
    waitUntilFinished();
}

// m_unclaimed counts down, and the job is read only by who has taken one from it: until that index is reported finished
// the run cannot return, so the job that it reads is the job that it took from, however old the value was that its
// compare-exchange expected. A count that went 3, 0, 3 in between belongs to the next run, and so does the claim.
void TaskSystem::Pool::claimAndRun(int worker) {
    int finished = 0;
    int unclaimed = m_unclaimed.load(std::memory_order_relaxed);
    while (unclaimed > 0) {
        if (!m_unclaimed.compare_exchange_weak(unclaimed, unclaimed - 1, std::memory_order_acquire,
                                               std::memory_order_relaxed))
            continue;
        (*m_task)(m_count - unclaimed, worker);
        ++finished;
        unclaimed = m_unclaimed.load(std::memory_order_relaxed);
    }
    // Reported in one go: what is unreported keeps the run open, so all of it was of one run.
    if (finished == 0 || m_unfinished.fetch_sub(finished) != finished)
        return;
    if (m_callerSleeps.load()) {
        { const std::lock_guard lock(m_mutex); }
        m_workFinished.notify_one();
    }
}

// False when the pool ends.
bool TaskSystem::Pool::waitForWork() {
    const auto ready = [this] { return m_unclaimed.load() > 0 || m_stop.load(); };
    if (!spinThenYield(m_spins, kWorkerYields, ready)) {
        // Announce, then look again: either this thread sees the work or the publisher, which stores the work before it
        // looks for sleepers, sees this thread, and cannot take the lock before this thread waits.
        std::unique_lock lock(m_mutex);
        m_sleepers.fetch_add(1);
        m_workPublished.wait(lock, ready);
        m_sleepers.fetch_sub(1);
    }
    return !m_stop.load();
}

void TaskSystem::Pool::wakeSleepers(int wanted) {
    const int sleepers = m_sleepers.load();
    if (sleepers == 0)
        return;
    { const std::lock_guard lock(m_mutex); }
    if (wanted >= sleepers) {
        m_workPublished.notify_all();
        return;
    }
    for (int i = 0; i < wanted; ++i)
        m_workPublished.notify_one();
}

// Only for indices that a worker has claimed and is running.
void TaskSystem::Pool::waitUntilFinished() {
    const auto finished = [this] { return m_unfinished.load() == 0; };
    if (spinThenYield(m_spins, kCallerYields, finished))
        return;
    std::unique_lock lock(m_mutex);
    m_callerSleeps.store(true);
    m_workFinished.wait(lock, finished);
    m_callerSleeps.store(false);
}

}  // namespace drystone
