#include "task/task_system.h"

#include <algorithm>

#include "task/pool.h"

namespace drystone {

TaskSystem::TaskSystem(int threads, const TaskHooks& hooks) : m_hooks(hooks) {
    if (!hooks.run && threads > 1)
        m_pool = std::make_unique<Pool>(threads);
}

TaskSystem::~TaskSystem() = default;

int TaskSystem::workerCount() const {
    if (m_hooks.run)
        return std::max(m_hooks.workerCount, 1);
    return m_pool ? m_pool->workerCount() : 1;
}

void TaskSystem::run(int count, FunctionRef<void(int index, int worker)> task) {
    if (count > 1 && m_hooks.run) {
        m_hooks.run(
            m_hooks.user, count,
            [](void* context, int index, int worker) {
                (*static_cast<FunctionRef<void(int, int)>*>(context))(index, worker);
            },
            &task);
        return;
    }
    if (count > 1 && m_pool) {
        m_pool->run(count, task);
        return;
    }
    for (int index = 0; index < count; ++index)
        task(index, 0);
}

void TaskSystem::parallelFor(int count, int grain, FunctionRef<void(int begin, int end, int worker)> body) {
    // The same blocks for every number of workers: what a block computes as a whole must not depend on it.
    grain = std::max(grain, 1);
    const int blocks = count / grain + (count % grain > 0 ? 1 : 0);
    run(blocks, [&](int index, int worker) {
        const int begin = index * grain;
        body(begin, begin + std::min(grain, count - begin), worker);
    });
}

}  // namespace drystone
