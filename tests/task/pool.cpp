#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <new>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "task/allocation_count.h"
#include "task/task_system.h"

using drystone::TaskSystem;

namespace {

constexpr int kThreadCounts[] = {1, 2, 4, 8};

// Fails if a worker id is used by two threads at a time.
struct Exclusive {
    std::vector<std::atomic<int>> inUse;
    std::atomic<int> violations{0};

    explicit Exclusive(int workers) : inUse(size_t(workers)) {}
    template <class Work>
    void run(int worker, Work work) {
        if (worker < 0 || worker >= int(inUse.size())) {
            ++violations;
            return;
        }
        if (inUse[size_t(worker)].exchange(1) != 0)
            ++violations;
        work();
        inUse[size_t(worker)].store(0);
    }
};

}  // namespace

TEST_CASE("every index runs exactly once, each worker on one thread at a time") {
    for (const int threads : kThreadCounts) {
        TaskSystem tasks(threads, {});
        CHECK(tasks.workerCount() == threads);
        Exclusive exclusive(tasks.workerCount());
        for (const int count : {0, 1, 2, 3, 7, 64, 1000}) {
            std::vector<int> runs(size_t(count), 0);
            std::vector<int> perWorker(size_t(threads), 0);
            tasks.run(count, [&](int index, int worker) {
                exclusive.run(worker, [&] {
                    ++runs[size_t(index)];
                    ++perWorker[size_t(worker)];
                });
            });
            int total = 0;
            for (const int n : perWorker)
                total += n;
            CHECK(total == count);
            for (const int n : runs)
                REQUIRE(n == 1);
        }
        CHECK(exclusive.violations == 0);
    }
}

// Each run reads what other threads wrote in the run before: one missed write or one late worker changes the sum.
TEST_CASE("many small runs, each on the results of the last") {
    constexpr int kCells = 24, kRuns = 20'000;
    const auto next = [](const uint32_t* in, int i) {
        return in[i] * 1664525u + in[(i + 1) % kCells] + in[(i + 7) % kCells] * 22695477u + 1u;
    };
    uint32_t expected[2][kCells] = {};
    for (int r = 0; r < kRuns; ++r)
        for (int i = 0; i < kCells; ++i)
            expected[(r + 1) & 1][i] = next(expected[r & 1], i);

    for (const int threads : kThreadCounts) {
        TaskSystem tasks(threads, {});
        uint32_t cells[2][kCells] = {};
        for (int r = 0; r < kRuns; ++r) {
            // A count that changes from run to run, and repeats, is what a late worker could mistake.
            const int grain = 1 + r % 5;
            tasks.parallelFor(kCells, grain, [&](int begin, int end, int) {
                for (int i = begin; i < end; ++i)
                    cells[(r + 1) & 1][i] = next(cells[r & 1], i);
            });
        }
        for (int i = 0; i < kCells; ++i)
            CHECK(cells[kRuns & 1][i] == expected[kRuns & 1][i]);
    }
}

TEST_CASE("a job on the caller's stack is never touched after its run") {
    for (const int threads : kThreadCounts) {
        TaskSystem tasks(threads, {});
        std::atomic<int> strays{0};
        for (int r = 0; r < 20'000; ++r) {
            std::atomic<bool> open{true};
            std::atomic<int> done{0};
            tasks.run(2 + r % 3, [&](int, int) {
                if (!open.load())
                    ++strays;
                ++done;
            });
            open.store(false);
            if (done.load() != 2 + r % 3)
                ++strays;
        }
        CHECK(strays == 0);
    }
}

TEST_CASE("sleeping workers wake, and the caller waits for what they took") {
    for (const int threads : {2, 8}) {
        TaskSystem tasks(threads, {});
        std::atomic<int> total{0};
        for (int r = 0; r < 20; ++r) {
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
            tasks.run(threads, [&](int, int) { ++total; });
        }
        CHECK(total == 20 * threads);

        // Every index blocks until another thread has come, so that the workers must have been woken.
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::atomic<int> arrived{0};
        tasks.run(2, [&](int, int) {
            ++arrived;
            while (arrived.load() < 2)
                std::this_thread::yield();
        });
        CHECK(arrived == 2);

        // Long enough for the caller to fall asleep itself.
        std::atomic<int> slept{0};
        tasks.run(2, [&](int, int worker) {
            if (++arrived < 4)
                while (arrived.load() < 4)
                    std::this_thread::yield();
            if (worker != 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(40));
            ++slept;
        });
        CHECK(slept == 2);
    }
}

TEST_CASE("one index runs on the calling thread") {
    TaskSystem tasks(8, {});
    for (int r = 0; r < 100; ++r)
        tasks.run(1, [caller = std::this_thread::get_id()](int, int worker) {
            CHECK(std::this_thread::get_id() == caller);
            CHECK(worker == 0);
        });
}

TEST_CASE("pools come and go, used or not") {
    for (int r = 0; r < 200; ++r) {
        TaskSystem tasks(1 + r % 8, {});
        std::atomic<int> total{0};
        if (r % 3)
            tasks.run(10, [&](int, int) { ++total; });
        CHECK(total == (r % 3 ? 10 : 0));
    }
}

TEST_CASE("a run allocates nothing") {
    for (const int threads : kThreadCounts) {
        TaskSystem tasks(threads, {});
        std::atomic<int> total{0};
        const auto body = [&](int begin, int end, int) { total += end - begin; };
        tasks.parallelFor(1000, 10, body);
        const uint64_t before = drystone::test::heapAllocations();
        for (int r = 0; r < 1000; ++r)
            tasks.parallelFor(1000, 10, body);
        CHECK(drystone::test::heapAllocations() == before);
        CHECK(total == 1001 * 1000);
    }
    const uint64_t before = drystone::test::heapAllocations();
    // A direct call: compilers may leave out the pair that a new-expression makes.
    ::operator delete(::operator new(16));
    CHECK((drystone::test::heapAllocations() > before) == drystone::test::countsAllocations());
}

TEST_CASE("parallelFor makes the same blocks for every number of threads") {
    for (const int threads : kThreadCounts) {
        TaskSystem tasks(threads, {});
        for (const int count : {1, 9, 10, 11, 999, 1000})
            for (const int grain : {1, 10, 64, 5000}) {
                std::vector<int> ends(size_t(count), 0);
                tasks.parallelFor(count, grain, [&](int begin, int end, int) { ends[size_t(begin)] = end; });
                for (int i = 0; i < count; ++i) {
                    const int expected = i % grain ? 0 : (i + grain < count ? i + grain : count);
                    REQUIRE(ends[size_t(i)] == expected);
                }
            }
    }
}

TEST_CASE("parallelFor at the ends of its range") {
    TaskSystem tasks(2, {});
    std::atomic<int> calls{0};
    const auto count = [&](int, int, int) { ++calls; };
    tasks.parallelFor(0, 8, count);
    tasks.parallelFor(-5, 8, count);
    CHECK(calls == 0);
    tasks.parallelFor(3, 0, count);
    CHECK(calls == 3);

    std::atomic<int64_t> covered{0};
    std::atomic<int> blocks{0};
    tasks.parallelFor(INT_MAX, 1 << 30, [&](int begin, int end, int) {
        covered += int64_t{end} - begin;
        ++blocks;
    });
    CHECK(covered == INT_MAX);
    CHECK(blocks == 2);
}
