// The stages that the solvers' loops are made of. Each runs over all bodies or all contacts, on all threads, and gives
// the same bits for any number of them.
#pragma once

#include <cstddef>

#include "solver/contact_rows.h"
#include "solver/impact.h"
#include "solver/integrate.h"
#include "solver/support_pass.h"

namespace drystone {

// Memory of the rows, kept from step to step.
struct RowMemory {
    explicit RowMemory(Memory& memory) : hot(memory), cold(memory), impacts(memory), points(memory) {}
    Array<std::byte> hot, cold, impacts;
    Array<std::byte> points;  // under FrictionModel::PerPoint
    FrictionModel friction = FrictionModel::Patch;

    void reserve(const ContactKernels& kernels, int rows);
    // Rows from firstRow on, for contacts that all are of one kind.
    RowBatch batch(const ContactKernels& kernels, int firstRow, std::span<const ContactRef> contacts);
};

// Rows of one colour, [0] of contacts that push both bodies, [1] of those that push B alone.
struct ColorRows {
    RowBatch batch[2];
};

// A run of overflow contacts of one kind, in rows of one lane.
struct OverflowRun {
    RowBatch batch;
    bool isStatic;
};

struct PgsMemory;  // solver/pgs_system.h

struct StageMemory {
    explicit StageMemory(Memory& memory)
        : rows(memory),
          overflowRows(memory),
          colors(memory),
          overflow(memory),
          start(memory),
          free(memory),
          before(memory),
          kick(memory),
          sliding(memory),
          push(memory),
          flights(memory),
          support(memory),
          laid(memory),
          untouched(memory) {}
    RowMemory rows, overflowRows;
    Array<ColorRows> colors;
    Array<OverflowRun> overflow;
    Array<VelocityRow> start;  // velocities as the step found them
    Array<VelocityRow> free;   // velocities just after gravity, before contacts, in this substep
    Array<glm::vec3> before;   // linear velocities as the substep found them
    Array<glm::vec3> kick;     // rad/s: of the substep's torque, the part that comes after its turn
    Array<uint8_t> sliding;    // bodies on which something slides: 1 since they last moved, 2 before that
    Array<VelocityRow> push;   // split impulse: pseudo-velocities
    Array<FlightRow> flights;  // empty without a force field
    SupportPass support;
    Array<LaidContact> laid;   // for the support pass
    Array<uint8_t> untouched;  // by block of bodies: none is in any contact
    Impacts impacts;
};

class ContactStages {
public:
    // impulseScale: of the impulses in the manifolds to those of this step's substeps.
    ContactStages(const SolveInput& input, StageMemory& memory, const ContactKernels& kernels, float impulseScale,
                  const Handover& handover = {});

    int substeps() const { return m_input.settings.substeps; }
    const WorldSettings& settings() const { return m_input.settings; }

    // For solvers that are not made of kernels.
    const StepContext& context() const { return m_step; }
    size_t bodyCount() const { return m_input.velocities.size(); }
    // Velocities just after gravity, before contacts, in this substep.
    const VelocityRow* freeVelocities() const { return m_memory.free.data(); }
    // visit(HotRow<1>&, ColdRow<1>&, ImpactRow<1>&, PointFrictionRow<1>*) for each contact in the order in which the
    // kernels solve them. The kernels must be the scalar ones.
    template <class Visit>
    void forEachScalarRow(Visit&& visit) const;

    // Takes what no contact touches, block by block, through all its substeps at once, while it is in the cache. The
    // calls below then leave it out. For solvers that end each substep with integratePoses.
    void fly();

    // Forces into velocities, and contact impulses of the last substep once more (warm start).
    void beginSubstep(int substep);
    void beginSubstep(bool) = delete;
    // A body whose velocity the contacts left as it was just after the forces, but for rounding, flies as the integrator
    // says; what they push moves by x += h v.
    void integratePoses() { movePoses(Moves::Flight); }
    void clearPush();  // pseudo-velocities to zero
    void integratePosesWithPush() { movePoses(Moves::FlightAndPush); }
    // For solvers that move the bodies on from a prediction: all by x += h v; later, when it is known whom contacts
    // pushed, the others to where their flight leads.
    void predictPoses() { movePoses(Moves::Prediction); }
    void correctFlights();

    void prepare();
    // Contacts with restitution that hit within this substep strike, one after the other, until none does: what is thrown
    // at a row of balls comes out at its other end. Before the substep's solve, which sees where they go.
    void strike();
    float strikeTime() const { return m_strikeTime; }  // ms, since it was made
    void solve() { run(&ContactKernels::solve); }
    void prepareSupports();
    void support() { m_memory.support.run(m_input, m_step); }
    void solveRigid() { run(&ContactKernels::solveRigid); }
    void relax() { run(&ContactKernels::relax); }
    void iterate() { run(&ContactKernels::iterate); }
    void push() { run(&ContactKernels::push); }
    void part() { run(&ContactKernels::part); }
    void project() { run(&ContactKernels::project); }
    void settle() { run(&ContactKernels::settle); }
    void refresh() { run(&ContactKernels::refresh); }
    void keepImpulses() { run(&ContactKernels::keep); }  // the share of them that a substep starts from
    void store() { run(&ContactKernels::store); }
    // Accelerations are kept for the next step where something slides.
    void keepAccelerations();

private:
    using KernelPair = ContactKernel* [2];
    enum class Moves : uint8_t { Flight, FlightAndPush, Prediction };
    void findUntouched();
    // visit(begin, end), in parallel, for each block of bodies but those that fly() took.
    template <class Visit>
    void forEachBlock(const Visit& visit);
    void beginBodies(int substep, int begin, int end);
    void moveBodies(Moves moves, int begin, int end);
    void movePoses(Moves moves);
    bool flies(size_t body) const;
    glm::vec3 flight(size_t body) const;  // displacement of a body that flies
    glm::vec3 displacement(size_t body, Moves moves) const;
    glm::vec3 steadyAcceleration(size_t body) const;
    glm::vec3 spinGain(size_t body) const;
    void run(KernelPair ContactKernels::*pass);
    // after(batch, kernels, beginRow, endRow): in the task that ran the rows.
    template <class After>
    void runOver(KernelPair ContactKernels::*pass, After&& after);
    void layOutColors();
    void layOutOverflow();

    const SolveInput& m_input;
    StageMemory& m_memory;
    const ContactKernels& m_kernels;
    StepContext m_step;
    IntegrationRules m_rules;
    float m_strikeTime = 0.0f;
    bool m_untouchedFlew = false;
};

template <class Visit>
void ContactStages::forEachScalarRow(Visit&& visit) const {
    const auto visitBatch = [&](const RowBatch& batch) {
        for (int r = 0; r < batch.rowCount; ++r)
            visit(static_cast<HotRow<1>*>(batch.hot)[r], static_cast<ColdRow<1>*>(batch.cold)[r],
                  static_cast<ImpactRow<1>*>(batch.impacts)[r],
                  batch.points ? static_cast<PointFrictionRow<1>*>(batch.points) + r : nullptr);
    };
    for (const ColorRows& color : m_memory.colors)
        for (const RowBatch& batch : color.batch)
            visitBatch(batch);
    for (const OverflowRun& run : m_memory.overflow)
        visitBatch(run.batch);
}

// The loops over the substeps. prepare to the end of the last substep; restitution and store follow.
void softStep(ContactStages& stages, SolveTimes& times);
void sequentialImpulse(ContactStages& stages, SolveTimes& times);
void supportStep(ContactStages& stages, SolveTimes& times);
ReferenceReport pgs(ContactStages& stages, PgsMemory& memory, SolveTimes& times);
void xpbd(ContactStages& stages, SolveTimes& times);

}  // namespace drystone
