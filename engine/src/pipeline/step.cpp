#include "pipeline/step.h"

#include <algorithm>
#include <chrono>

namespace drystone {

StepScratch::StepScratch(Memory& memory)
    : newPairs(memory), deadPairs(memory), sensorPairs(memory), testedPairs(memory), tested(memory), touching(memory),
      fastPairs(memory), seams(memory), covered(memory),
      flatNeighbours(memory), neighbourStart(memory), batches(memory), velocities(memory), deltas(memory),
      inertias(memory), motions(memory), accelerations(memory), heights(memory), fieldBodies(memory), contactRefs(memory), colors(memory),
      hits(memory), sweptPairs(memory), outrunning(memory), movers(memory), moverOf(memory), moverEvents(memory),
      ignored(memory), nearby(memory),
      firstMove(memory), moves(memory), frozen(memory), islandSets(memory), islands(memory), islandBodies(memory),
      islandStart(memory) {
    for (int kind = 0; kind < int(PairKind::Count); ++kind)
        batches.emplace_back(memory);
}

namespace {

using Clock = std::chrono::steady_clock;

float millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<float, std::milli>(Clock::now() - start).count();
}

// Times one stage and tells the profiler.
template <class Run>
void stage(const ProfilerHooks& profiler, const char* name, float& milliseconds, Run&& run) {
    if (profiler.begin)
        profiler.begin(profiler.user, name);
    const Clock::time_point start = Clock::now();
    run();
    milliseconds = millisecondsSince(start);
    if (profiler.end)
        profiler.end(profiler.user, name);
}

}  // namespace

Pipeline::Pipeline(Memory& memory, SimdLevel level) : m_level(level), m_scratch(memory), m_solver(memory, level) {}

void Pipeline::step(Simulation& sim, TaskSystem& tasks, const ProfilerHooks& profiler, float dt) {
    m_profile = {};
    StageContext context{sim, m_scratch, m_solver, tasks, dt, m_profile};
    const Clock::time_point start = Clock::now();
    float solveTotal = 0.0f;

    sim.impulseSpan = std::max(dt, sim.impulseSpan - dt);
    containBodies(context);
    stage(profiler, "pairs", m_profile.pairs, [&] { updatePairs(context); });
    stage(profiler, "collide", m_profile.collide, [&] { collide(context, m_level); });
    stage(profiler, "contacts", m_profile.contacts, [&] { updateContacts(context); });
    stage(profiler, "solve", solveTotal, [&] { solve(context); });
    stage(profiler, "continuous", m_profile.continuous, [&] { sweep(context, m_level); });
    stage(profiler, "finalize", m_profile.finalize, [&] { finalize(context); });
    count(sim);
    stage(profiler, "sleep", m_profile.sleep, [&] { sleepIslands(context); });
    stage(profiler, "events", m_profile.events, [&] { publishEvents(context); });

    ++sim.stepCount;
    sim.lastDt = dt;
    sim.time += double(dt);
    m_profile.step = millisecondsSince(start);
}

void Pipeline::count(const Simulation& sim) {
    m_counters.visitedBodies = int(sim.awakeBodies.size());
    m_counters.visitedPairs = int(m_scratch.testedPairs.size());
    m_counters.visitedContacts = int(m_scratch.contactRefs.size());
    m_counters.overflowContacts =
        int(sim.graph.list(kOverflowColor, false).size() + sim.graph.list(kOverflowColor, true).size());
    m_counters.sweptBodies = int(m_scratch.movers.size());
    m_counters.sweptImpacts = m_scratch.sweptImpacts;
    m_counters.referenceIterationsUsed = m_solver.reference().iterations;
    m_counters.referenceResidual = m_solver.reference().residual;
    m_counters.colors = sim.graph.usedColors();
}

}  // namespace drystone
