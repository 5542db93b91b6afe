// What a game may plug into a World: memory, log, errors, profiler, tasks, collision callbacks.
#pragma once

#include <cstddef>
#include <cstdint>

#include <drystone/ids.h>
#include <drystone/math.h>

namespace drystone {

// While a step runs, or one of these callbacks, the World that called may only be read: a call that would change it is
// refused and reported, and changes nothing. Which callbacks may call its const functions stands with each. None may move
// or destroy it, and none of another World is restricted.

// Receives one line for each misuse (no newline at its end). Null: stderr.
// Called on the thread that made the bad call, one line at a time. May call const functions; mistakes made in them are
// told by a call within the call.
struct ErrorHandler {
    void (*report)(void* user, const char* message) = nullptr;
    void* user = nullptr;
};

// Receives one line for what is worth knowing and no error. Null: nothing is logged. May call const functions.
struct LogHandler {
    void (*log)(void* user, const char* message) = nullptr;
    void* user = nullptr;
};

// Both or neither. allocate returns memory aligned to alignment (a power of two, at most 64) and must
// not fail; release gets the same size and alignment. Null: the C++ library's aligned operator new. Called on any thread
// that uses the World; must not call it.
struct AllocatorHooks {
    void* (*allocate)(void* user, size_t size, size_t alignment) = nullptr;
    void (*release)(void* user, void* memory, size_t size, size_t alignment) = nullptr;
    void* user = nullptr;
};

// Called as a stage of the step begins and ends, on the stepping thread. name is a string literal. May call const
// functions, which then see a step half done.
struct ProfilerHooks {
    void (*begin)(void* user, const char* name) = nullptr;
    void (*end)(void* user, const char* name) = nullptr;
    void* user = nullptr;
};

// A game's own threads in place of the engine's pool. run must call task(context, i, worker) once for each
// i in [0, count), on any threads, with worker in [0, workerCount) never used by two threads at once, and
// return when all calls are done. The calling thread may do them all itself. Must not call the World.
struct TaskHooks {
    void (*run)(void* user, int count, void (*task)(void* context, int index, int worker), void* context) = nullptr;
    int workerCount = 1;
    void* user = nullptr;
};

// Decides whether two shapes whose filters allow it may collide. Asked once when their bounds begin to
// overlap, or when a fast body comes by whose bounds did not yet, on the stepping thread. May call const functions, which see the bodies as they were before the step.
struct FilterCallback {
    bool (*collide)(void* user, ShapeId a, ShapeId b) = nullptr;
    void* user = nullptr;
};

// What the contact-modify callback sees of a touching pair, and may change for this step.
struct ContactModify {
    ShapeId shapeA, shapeB;
    glm::vec3 normal{0.0f};    // from A to B, world space
    glm::vec3 point{0.0f};     // deepest contact point, world space (m)
    float separation = 0.0f;   // of that point (m); negative: overlap
    float friction = 0.0f;     // may be changed, >= 0
    float restitution = 0.0f;  // may be changed, [0, 1]
    bool enabled = true;       // false: the pair does not push in this step
};

// Called for each touching pair with an awake body in each step, on worker threads, in no fixed order.
// Its result must depend on its arguments, and on what does not change in a step, alone, or determinism is lost. May
// call const functions on bodies, shapes and queries, which see the bodies as they were before the step.
struct ContactModifyCallback {
    void (*modify)(void* user, ContactModify& contact) = nullptr;
    void* user = nullptr;
};

// A body at the place, velocity and time for which a force field is asked.
struct ForceFieldPoint {
    BodyId body;
    glm::vec3 position{0.0f};  // of the centre of mass, world space (m)
    glm::vec3 velocity{0.0f};  // of the centre of mass (m/s)
    float mass = 0.0f;         // kg
    double time = 0.0;         // s, as World::time
};

// An acceleration (m/s^2) added to gravity for each awake dynamic body: drag, wind, planets. Asked up to four times a
// substep, as the integrator needs it, on worker threads and in no fixed order. Its result must depend on its
// arguments, and on what does not change in a step, alone, or determinism is lost. May call const functions on bodies,
// shapes and queries, which see the bodies as they were before the step. A body for which the result is not finite, or
// changes the velocity by more than 1e8 m/s in a substep, is frozen; its neighbours do not notice.
struct ForceField {
    glm::vec3 (*acceleration)(void* user, const ForceFieldPoint& point) = nullptr;
    void* user = nullptr;
};

}  // namespace drystone
