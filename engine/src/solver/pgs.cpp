// Pgs: the contact problem in matrix form, solved in double by projected Gauss-Seidel until it is solved: the reference
// that the other solvers are held against. docs/solvers/pgs.md
// K. Erleben, "Velocity-based shock propagation for multibody dynamics animation", ACM Trans. Graph. 26, 2007.
#include <algorithm>

#include "solver/pgs_system.h"
#include "solver/stopwatch.h"

namespace drystone {

static void addWorse(ReferenceReport& report, const ReferenceReport& other) {
    report.iterations = std::max(report.iterations, other.iterations);
    report.residual = std::max(report.residual, other.residual);
}

static ReferenceReport moveApart(ContactStages& stages, PgsMemory& memory) {
    const WorldSettings& settings = stages.settings();
    stages.clearPush();
    loadPushSystem(stages, memory);
    const ReferenceReport report = solvePgs(memory, false, settings.referenceTolerance, settings.referenceIterations);
    storeVelocities(memory, stages.context().pushVelocities);
    stages.integratePosesWithPush();
    return report;
}

ReferenceReport pgs(ContactStages& stages, PgsMemory& memory, SolveTimes& times) {
    const WorldSettings& settings = stages.settings();
    Stopwatch watch;
    ReferenceReport report;
    for (int i = 0; i < stages.substeps(); ++i) {
        stages.beginSubstep(i);
        if (i == 0) {
            stages.prepare();
            assemblePgs(stages, memory);
            times.prepare = watch.lap();
        } else if (!settings.warmStarting) {
            stages.keepImpulses();
        }
        stages.strike();
        loadTrueSystem(stages, memory);
        addWorse(report, solvePgs(memory, true, settings.referenceTolerance, settings.referenceIterations));
        storeImpulses(memory);
        storeVelocities(memory, stages.context().velocities);
        if (settings.stabilisation == Stabilisation::SplitImpulse)
            addWorse(report, moveApart(stages, memory));
        else
            stages.integratePoses();
        if (settings.stabilisation == Stabilisation::Ngs)
            for (int k = 0; k < settings.positionIterations; ++k)
                stages.part();
        stages.refresh();
    }
    times.solve = watch.lap();
    return report;
}

}  // namespace drystone
