// What stands behind a World.
#pragma once

#include <memory>

#include <drystone/world.h>

#include "dynamics/simulation.h"
#include "pipeline/step.h"
#include "task/task_system.h"
#include "world/check.h"
#include "world/report.h"

namespace drystone {

// Whether this density gives a shape of a dynamic body a mass and inertia that floats can work with.
bool isMass(const Check& check, const Shape& shape, const Transform& local, float density);

struct World::Impl {
    // mistakes: how many the definition held, all reported.
    Impl(const WorldDef& definition, const WorldSettings& checkedSettings, int checkedThreads, uint16_t number,
         uint64_t mistakes);

    // Null, and reported, when the handle is stale, null or of another world.
    Body* find(const Check& check, BodyId id) const;
    ShapeRecord* find(const Check& check, ShapeId id) const;
    // The same for a body that forces move: dynamic and not frozen.
    Body* findDynamic(const Check& check, BodyId id) const;

    Check check(const char* call) const { return Check(reporter, call); }
    static uint32_t slot(BodyId id) { return id.slot - 1; }
    static uint32_t slot(ShapeId id) { return id.slot - 1; }

    mutable Memory memory;  // first: everything below lives in it
    mutable ErrorReporter reporter;
    LogHandler log;
    ProfilerHooks profiler;
    TaskHooks taskHooks;
    SimdLevel simdLevel;
    int threads;
    mutable Simulation sim;
    std::unique_ptr<TaskSystem> tasks;
    Pipeline pipeline;
};

}  // namespace drystone
