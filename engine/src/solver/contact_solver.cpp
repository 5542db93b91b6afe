#include <algorithm>

#include "solver/contact_stages.h"
#include "solver/pgs_system.h"
#include "solver/stopwatch.h"

namespace drystone {

static const ContactKernels& kernelsFor(SimdLevel level) {
#if DRYSTONE_SIMD_AVX2
    if (level == SimdLevel::Avx2)
        return kAvx2ContactKernels;
#endif
#if DRYSTONE_SIMD_SSE2
    if (level == SimdLevel::Sse2 || level == SimdLevel::Avx2)
        return kSse2ContactKernels;
#endif
    (void)level;
    return kScalarContactKernels;
}

struct ContactSolver::Rows {
    Rows(Memory& heap, const ContactKernels& k) : kernels(k), memory(heap), pgs(heap) {}
    const ContactKernels& kernels;
    StageMemory memory;
    PgsMemory pgs;
    ReferenceReport reference;
    SolverHistory history;

    void takeOver(const SolveInput& input);
};

static constexpr float kHandoverTime = 0.5f;         // s
static constexpr float kHandoverAllowance = 0.001f;  // m

static float deepest(std::span<const ContactRef> contacts, const Manifold* manifolds) {
    float least = 0.0f;
    for (const ContactRef& ref : contacts)
        for (int k = 0; k < int(manifolds[ref.manifold].pointCount); ++k)
            least = std::min(least, manifolds[ref.manifold].points[k].separation);
    return -least;
}

// Xpbd carries a load by small position errors that it has to build up first, and removes any other overlap in one substep,
// at metres a second. So what other kinds leave it with, impulses that carry and overlap, it lets go of little by little.
void ContactSolver::Rows::takeOver(const SolveInput& input) {
    Handover& handover = history.handover;
    if (history.kind == SolverKind::Xpbd) {
        handover.share = std::max(handover.share - input.dt / kHandoverTime, 0.0f);
        return;
    }
    handover = {1.0f, std::max(kHandoverAllowance, deepest(input.overflow, input.manifolds))};
    for (const ContactColor& color : input.colors)
        handover.overlap = std::max({handover.overlap, deepest(color.dynamicContacts, input.manifolds),
                                     deepest(color.staticContacts, input.manifolds)});
}

ContactSolver::ContactSolver(Memory& memory, SimdLevel level)
    : m_rows(std::make_unique<Rows>(memory, kernelsFor(level))) {}

ContactSolver::~ContactSolver() = default;

const ReferenceReport& ContactSolver::reference() const { return m_rows->reference; }

SolverHistory& ContactSolver::history() { return m_rows->history; }

SolveTimes ContactSolver::solve(const SolveInput& input) {
    const WorldSettings& settings = input.settings;
    SolverHistory& history = m_rows->history;
    // Impulses are those of one substep: they scale with its length.
    const float substepsRatio =
        history.substeps > 0 ? float(history.substeps) / float(settings.substeps) : 1.0f;
    history.substeps = settings.substeps;

    if (settings.solver == SolverKind::Xpbd)
        m_rows->takeOver(input);
    // The reference reads rows of one lane.
    const ContactKernels& kernels = settings.solver == SolverKind::Pgs ? kScalarContactKernels : m_rows->kernels;
    ContactStages stages(input, m_rows->memory, kernels, input.warmStartScale * substepsRatio, history.handover);
    SolveTimes times;
    m_rows->reference = {};
    switch (settings.solver) {
    case SolverKind::SoftStep:
        softStep(stages, times);
        break;
    case SolverKind::SupportStep:
        supportStep(stages, times);
        break;
    case SolverKind::SequentialImpulse:
        sequentialImpulse(stages, times);
        break;
    case SolverKind::Pgs:
        m_rows->reference = pgs(stages, m_rows->pgs, times);
        break;
    case SolverKind::Xpbd:
        xpbd(stages, times);
        break;
    }
    history.kind = settings.solver;

    times.restitution = stages.strikeTime();
    times.solve -= times.restitution;

    Stopwatch watch;
    stages.store();
    stages.keepAccelerations();
    times.store = watch.lap();
    return times;
}

}  // namespace drystone
