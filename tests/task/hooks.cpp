#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "task/task_system.h"

using drystone::TaskHooks;
using drystone::TaskSystem;

namespace {

// A game's job system that starts from the end and spreads over threads of its own.
struct GameJobs {
    static constexpr int kWorkers = 3;
    std::vector<int> counts;

    static void run(void* user, int count, void (*task)(void*, int, int), void* context) {
        static_cast<GameJobs*>(user)->counts.push_back(count);
        std::atomic<int> left{count};
        const auto work = [&](int worker) {
            for (int i = --left; i >= 0; i = --left)
                task(context, i, worker);
        };
        std::thread helpers[kWorkers - 1];
        for (int i = 1; i < kWorkers; ++i)
            helpers[i - 1] = std::thread(work, i);
        work(0);
        for (std::thread& helper : helpers)
            helper.join();
    }

    TaskHooks hooks() { return {.run = run, .workerCount = kWorkers, .user = this}; }
};

}  // namespace

TEST_CASE("with hooks the work goes to the game's threads") {
    GameJobs game;
    TaskSystem tasks(8, game.hooks());
    CHECK(tasks.workerCount() == 3);

    std::vector<int> runs(100, 0);
    std::atomic<int> strangers{0};
    tasks.run(100, [&](int index, int worker) {
        ++runs[size_t(index)];
        if (worker < 0 || worker >= 3)
            ++strangers;
    });
    for (const int n : runs)
        REQUIRE(n == 1);
    CHECK(strangers == 0);

    tasks.parallelFor(100, 30, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i)
            ++runs[size_t(i)];
    });
    for (const int n : runs)
        REQUIRE(n == 2);
    CHECK(game.counts == std::vector<int>{100, 4});
}

TEST_CASE("with hooks a single block does not leave the calling thread") {
    GameJobs game;
    TaskSystem tasks(8, game.hooks());
    tasks.parallelFor(10, 10, [caller = std::this_thread::get_id()](int begin, int end, int worker) {
        CHECK(std::this_thread::get_id() == caller);
        CHECK(begin == 0);
        CHECK(end == 10);
        CHECK(worker == 0);
    });
    tasks.run(0, [](int, int) { FAIL("nothing to run"); });
    CHECK(game.counts.empty());
}

TEST_CASE("a game that states no workers has its calling thread") {
    GameJobs game;
    TaskHooks hooks = game.hooks();
    hooks.workerCount = 0;
    CHECK(TaskSystem(8, hooks).workerCount() == 1);
    CHECK(TaskSystem(0, {}).workerCount() == 1);
    CHECK(TaskSystem(-3, {}).workerCount() == 1);
}
