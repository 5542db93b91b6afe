// Threads behind one small interface: the engine's own pool, or the game's through TaskHooks.
#pragma once

#include <memory>

#include <drystone/hooks.h>

#include "core/function_ref.h"
#include "core/memory.h"

namespace drystone {

// The caller takes part in all work and never waits for a thread that has not started: with every worker
// busy or descheduled it does everything itself.
class TaskSystem {
public:
    TaskSystem(int threads, const TaskHooks& hooks);
    ~TaskSystem();
    TaskSystem(const TaskSystem&) = delete;
    TaskSystem& operator=(const TaskSystem&) = delete;

    int workerCount() const;

    // Calls task(index, worker) once for each index in [0, count), worker in [0, workerCount()) used by one
    // thread at a time; returns when all are done. What ran before the call is visible to the tasks, what they
    // wrote is visible after it. Not reentrant.
    void run(int count, FunctionRef<void(int index, int worker)> task);

    // Splits [0, count) into blocks of grain, the same for every number of workers: calls body(begin, end, worker). A
    // single block runs on the calling thread.
    void parallelFor(int count, int grain, FunctionRef<void(int begin, int end, int worker)> body);

private:
    struct Pool;
    std::unique_ptr<Pool> m_pool;  // null with one thread or with hooks
    TaskHooks m_hooks;
};

}  // namespace drystone
