// One step of a simulation: the order of the stages, and the memory that they work in.
#pragma once

#include <drystone/hooks.h>
#include <drystone/results.h>

#include "collision/seam.h"
#include "dynamics/islands.h"
#include "dynamics/simulation.h"
#include "pipeline/mover.h"
#include "solver/solver.h"
#include "task/task_system.h"

namespace drystone {

// Bodies that a thread takes at once, where each is handled by itself.
inline constexpr int kBodiesPerTask = 256;

// A touching pair that carried no impulse and closes fast: reported as a hit if the solver stops it.
struct HitCandidate {
    uint32_t pair;
    float speed;        // where the step begins
    float impactSpeed;  // where the gap is closed
};

enum class FreezeCause : uint8_t {
    NotFinite,  // forces or the solver gave it a motion that is no number
    TooFar,     // left the limits of coordinates
    TooFast,    // left the limits of speeds
};

struct FrozenBody {
    uint32_t body;
    FreezeCause cause;
};

// Arrays that one stage fills for the next; kept, so that a settled step allocates nothing.
struct StepScratch {
    explicit StepScratch(Memory& memory);

    Array<ProxyPair> newPairs;
    Array<uint32_t> deadPairs;
    Array<uint32_t> sensorPairs;                    // of sleeping bodies, to be tested in this step all the same

    Array<uint32_t> testedPairs;                    // awake pairs in their order, then sensorPairs
    // What the stages ask of each, read from the pair once: pairs, bodies and shapes lie scattered.
    struct TestedPair {
        uint32_t shape[2];
        uint32_t row[2];  // of the bodies, as the solver's; 0: not awake
        float scale;      // by which lengths shrink with small shapes
        float margin;     // m, as CollidePair
        PairKind kind;
        bool sensor, wasTouching;
        bool moves, pulled, flies;  // as FastPair
        bool swept;
    };
    Array<TestedPair> tested;
    Array<uint8_t> touching;                        // result of each
    struct FastPair {
        uint32_t tested;  // index into testedPairs
        float margin;     // m, as CollidePair
        float time;       // s, as LandingResult
        bool moves;       // else B is only pulled against A, which cannot be pushed
        bool flies;       // fast enough to pass what it would touch
    };
    Array<FastPair> fastPairs;                      // whose shapes move against each other
    struct Seam {
        uint8_t surfaceSide;  // of the pair
        SeamVerdict verdict;
    };
    Array<Seam> seams;                              // by fast pair
    Array<uint8_t> covered;                         // by pair slot: its contact is one that a seam makes
    Array<uint32_t> flatNeighbours;                 // boxes and half-spaces that may be met, row by row
    Array<uint32_t> neighbourStart;                 // by row, one more than there are; empty: not listed in this step
    struct KindBatch {
        explicit KindBatch(Memory& memory) : pairs(memory), source(memory), touching(memory) {}
        Array<CollidePair> pairs;
        Array<uint32_t> source;  // index into testedPairs
        Array<uint8_t> touching;
    };
    Array<KindBatch> batches;                       // by PairKind

    Array<VelocityRow> velocities;
    Array<DeltaRow> deltas;
    Array<InertiaRow> inertias;
    Array<BodyMotion> motions;
    Array<glm::vec3> accelerations;
    Array<float> heights;
    Array<FieldBody> fieldBodies;                   // empty without a force field
    Array<ContactRef> contactRefs;
    Array<ContactColor> colors;
    Array<HitCandidate> hits;

    Array<uint32_t> sweptPairs;                     // places in testedPairs of those that sweeps keep apart, one body fast
    Array<uint8_t> outrunning;                      // by awake index: goes further than its contacts look ahead
    Array<Mover> movers;
    Array<uint32_t> moverOf;                        // by awake index; empty: no body is swept
    Array<MoverEvent> moverEvents;                  // a heap, the next on top
    Array<ProxyPair> ignored;                       // shapes that the contact-modify callback lets pass in this step
    Array<uint32_t> nearby;                         // shapes about an impact
    bool moversMeet = false;                        // whether two movers may meet each other
    int sweptImpacts = 0;

    Array<uint32_t> firstMove;                      // by awake index: place of the body's first shape among the moves
    Array<ProxyMove> moves;
    Array<FrozenBody> frozen;                       // bodies contained in this step

    UnionFind islandSets;
    struct IslandState {
        uint32_t size;
        uint8_t mayRest, held, still, forbidden;
    };
    Array<IslandState> islands;                     // by root
    Array<uint32_t> islandBodies;                   // that fell asleep in this step, island by island
    Array<uint32_t> islandStart;
};

struct StageContext {
    Simulation& sim;
    StepScratch& scratch;
    ContactSolver& solver;
    TaskSystem& tasks;
    float dt;
    StepProfile& profile;
};

class Pipeline {
public:
    Pipeline(Memory& memory, SimdLevel level);

    void step(Simulation& sim, TaskSystem& tasks, const ProfilerHooks& profiler, float dt);

    const StepProfile& profile() const { return m_profile; }
    // What the last step visited; the rest of the counters is the world's.
    const WorldCounters& visited() const { return m_counters; }
    SolverHistory& history() { return m_solver.history(); }
    const Array<FrozenBody>& frozenBodies() const { return m_scratch.frozen; }

private:
    void count(const Simulation& sim);

    SimdLevel m_level;
    StepScratch m_scratch;
    ContactSolver m_solver;
    StepProfile m_profile;
    WorldCounters m_counters;
};

// ---- the stages, one file each ----

// Freezes bodies whose velocity or force would not stay finite. Ahead of all else, so that nothing spreads.
void containBodies(StageContext& context);
// moved proxies -> new pairs; pairs whose fat boxes parted end
void updatePairs(StageContext& context);
// awake pairs -> manifolds, touching
void collide(StageContext& context, SimdLevel level);
// Part of it: contacts of fast pairs -> what their motion leads to (docs/collision.md, "Landing test").
void aimContacts(StageContext& context, const CollideKernels& kernels);
// Part of it: contacts of fast pairs that seams between flush shapes make -> corrected (docs/collision.md, "Seams").
void correctSeams(StageContext& context);
// touching -> colours, waking, events
void updateContacts(StageContext& context);
// bodies and coloured contacts -> rows -> velocities, pose changes, impulses
void solve(StageContext& context);
// velocities and pose changes of fast bodies -> the same, ended or thrown back where they meet something
void sweep(StageContext& context, SimdLevel level);
// pose changes -> poses, sleep timers, boxes
void finalize(StageContext& context);
// islands at rest leave the awake set
void sleepIslands(StageContext& context);
// what happened -> arrays
void publishEvents(StageContext& context);

}  // namespace drystone
