// What stands behind a World.
#pragma once

#include <memory>

#include <drystone/world.h>

#include "dynamics/simulation.h"
#include "pipeline/step.h"
#include "task/task_system.h"
#include "world/callbacks.h"
#include "world/check.h"
#include "world/report.h"
#include "world/world_number.h"

namespace drystone {

struct World::Impl {
    // mistakes: how many the definition held, all reported.
    Impl(const WorldDef& definition, const WorldSettings& checkedSettings, int checkedThreads, uint64_t mistakes);
    ~Impl();

    // Null, and reported, when the handle is stale, null or of another world.
    Body* find(const Check& check, BodyId id) const;
    ShapeRecord* find(const Check& check, ShapeId id) const;
    // For calls that change the world: null, and reported, from inside a callback too.
    template <class IdType>
    auto findToChange(const Check& check, IdType id) const {
        return mayChange(check) ? find(check, id) : nullptr;
    }
    // The same for a body that forces move: dynamic and not frozen.
    Body* findDynamic(const Check& check, BodyId id) const;
    // False, and reported, while a step or a callback of this world runs.
    bool mayChange(const Check& check) const;

    void noteReference();
    Check check(const char* call) const { return Check(reporter, call); }
    static uint32_t slot(BodyId id) { return id.slot - 1; }
    static uint32_t slot(ShapeId id) { return id.slot - 1; }

    WorldNumber number;
    mutable Memory memory;  // everything below lives in it
    mutable CallbackCount callbacks;
    mutable ErrorReporter reporter;
    LogHandler log;
    ProfilerHooks profiler;
    TaskHooks taskHooks;
    SimdLevel simdLevel;
    BroadphaseKind broadphaseKind;
    int threads;
    mutable Simulation sim;
    std::unique_ptr<TaskSystem> tasks;
    Pipeline pipeline;
    std::unique_ptr<Simulation> loading;  // a snapshot is read into it, and checked, before it takes the place of sim
    Array<uint8_t> seen{memory};          // scratch of that check
    bool referenceFellShort = false;  // of its tolerance, in the last step
};

}  // namespace drystone
