// After warm-up a step takes nothing from the heap: neither through the world's hook nor past it.
#include "scenes/performance.h"
#include "support/lab.h"

#include <atomic>
#include <cstdlib>
#include <new>

using namespace drystone;
using namespace drystone::lab;

namespace {

std::atomic<long> heapCalls{0};

void* take(size_t size, size_t alignment) {
    heapCalls.fetch_add(1, std::memory_order_relaxed);
    void* memory = nullptr;
    if (alignment < sizeof(void*))
        alignment = sizeof(void*);
    if (posix_memalign(&memory, alignment, size ? size : 1) != 0)
        std::abort();
    return memory;
}

}  // namespace

void* operator new(size_t size) {
    return take(size, alignof(std::max_align_t));
}
void* operator new[](size_t size) {
    return take(size, alignof(std::max_align_t));
}
void* operator new(size_t size, std::align_val_t alignment) {
    return take(size, size_t(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
    return take(size, size_t(alignment));
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
    return take(size, alignof(std::max_align_t));
}
void* operator new[](size_t size, const std::nothrow_t&) noexcept {
    return take(size, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace {

struct Hooked {
    std::atomic<long> taken{0}, released{0};
    AllocatorHooks hooks() {
        return {[](void* user, size_t size, size_t alignment) {
                    ++static_cast<Hooked*>(user)->taken;
                    void* memory = nullptr;
                    if (posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) != 0)
                        std::abort();
                    return memory;
                },
                [](void* user, void* memory, size_t, size_t) {
                    ++static_cast<Hooked*>(user)->released;
                    std::free(memory);
                },
                this};
    }
};

// Heap calls of each kind.
struct Calls {
    long heap = 0, hook = 0;
    uint64_t counted = 0;
};

// Runs a world and counts the calls that its steps make from a given step on; act is called ahead of each step.
template <class Build, class Act>
Calls callsInSteps(WorldDef def, int warmUp, int steps, Build build, Act act) {
    Hooked hooked;
    Calls calls;
    {
        def.allocator = hooked.hooks();
        World world(def);
        build(world);
        for (int i = 0; i < warmUp + steps; ++i) {
            act(world, i);
            const long heap = heapCalls, hook = hooked.taken + hooked.released;
            const uint64_t counted = world.counters().allocations;
            world.step(kDt);
            if (i < warmUp)
                continue;
            calls.heap += heapCalls - heap;
            calls.hook += hooked.taken + hooked.released - hook;
            calls.counted += world.counters().allocations - counted;
        }
    }
    CHECK(hooked.taken > 0);
    CHECK(hooked.taken == hooked.released);
    return calls;
}

void checkNone(const Calls& calls) {
    CHECK(calls.heap == 0);
    CHECK(calls.hook == 0);
    CHECK(calls.counted == 0);
}

void nothing(World&, int) {}

}  // namespace

TEST_CASE("the counters of this test count") {
    // Through a volatile pointer: a compiler may leave out memory that it sees given back at once.
    int* volatile memory = nullptr;
    const long before = heapCalls;
    memory = new int(3);
    delete memory;
    CHECK(heapCalls == before + 1);
}

// Buffers grow by shares of themselves, so a warm-up has to have seen about as many contacts as will come.
TEST_CASE("a pile that moves and settles, under every solver, on one thread and on two") {
    struct Trial {
        int threads;
        SolverKind solver;
    };
    for (const Trial& trial : {Trial{1, SolverKind::SupportStep}, Trial{2, SolverKind::SupportStep}, Trial{2, SolverKind::SoftStep},
                               Trial{2, SolverKind::SequentialImpulse}, Trial{1, SolverKind::Xpbd}}) {
        CAPTURE(trial.threads);
        CAPTURE(int(trial.solver));
        WorldDef def;
        def.threads = trial.threads;
        def.settings.solver = trial.solver;
        def.settings.sleeping = false;
        checkNone(callsInSteps(
            def, 1200, 200, [](World& world) { scenes::buildPile(world, 150, 150, 1.5f); }, nothing));
    }
}

TEST_CASE("a stack under the reference solver") {
    WorldDef def;
    def.settings.solver = SolverKind::Pgs;
    def.settings.sleeping = false;
    checkNone(callsInSteps(
        def, 30, 60,
        [](World& world) {
            scenes::addFloor(world);
            scenes::addStack(world, {0, 0, 0}, 5);
        },
        nothing));
}

TEST_CASE("a pyramid at rest") {
    WorldDef def;
    def.settings.sleeping = false;
    checkNone(callsInSteps(
        def, 30, 120, [](World& world) { scenes::buildLargePyramid(world, 15); }, nothing));
}

TEST_CASE("stacks that fall asleep and wake, once they have done both before") {
    std::vector<BodyId> bodies;
    checkNone(callsInSteps(
        {}, 400, 400,
        [&](World& world) {
            scenes::addFloor(world);
            for (int i = 0; i < 8; ++i)
                scenes::addStack(world, {3.0f * float(i), 0, 0}, 5, 1, &bodies);
        },
        [&](World& world, int step) {
            if (step % 100 == 0)
                for (const BodyId id : bodies)
                    world.applyImpulse(id, {0, 0.1f, 0});
        }));
}

TEST_CASE("bodies that tumble without rest") {
    checkNone(callsInSteps(
        {}, 4000, 200,
        [](World& world) {
            scenes::addBin(world);
            for (int i = 0; i < 60; ++i)
                scenes::addBox(world, {float(i % 5) * 2 - 4, 1.0f + float(i / 5), 0}, glm::vec3(0.4f));
            const BodyId stirrer =
                world.createBody({.type = BodyType::Kinematic, .position = {0, 0.8f, 0}, .angularVelocity = {0, 2, 0}});
            world.createShape(stirrer, {.geometry = Box{{8, 0.6f, 0.3f}}});
        },
        nothing));
}

TEST_CASE("the same buffers serve when queries reuse their vectors") {
    World world;
    scenes::buildPile(world, 100, 100, 1.5f);
    for (int i = 0; i < 60; ++i)
        world.step(kDt);
    std::vector<ShapeId> shapes;
    std::vector<RayHit> hits;
    std::vector<Contact> contacts;
    auto ask = [&] {
        world.castRayClosest({0, 50, 0}, {0, -60, 0});
        world.castRayAll({0, 50, 0}, {0, -60, 0}, hits);
        world.overlapSphere({0, 1, 0}, 3, shapes);
        world.overlapBox({0, 1, 0}, glm::vec3(3), kIdentityRotation, shapes);
        world.overlapBounds({{-3, 0, -3}, {3, 3, 3}}, shapes);
        world.contacts(contacts);
    };
    for (int i = 0; i < 3; ++i)
        ask();
    const long before = heapCalls;
    for (int i = 0; i < 50; ++i)
        ask();
    CHECK(heapCalls == before);
}
