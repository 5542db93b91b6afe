// SequentialImpulse: accumulated, clamped impulses, swept several times, with the position error fed back into the
// velocities (Baumgarte 1972), into pseudo-velocities that move the bodies and are forgotten (split impulse), or removed
// from the poses themselves (nonlinear Gauss-Seidel).
// E. Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005.
#include "solver/contact_stages.h"
#include "solver/stopwatch.h"

namespace drystone {

static void moveApart(ContactStages& stages) {
    stages.clearPush();
    for (int k = 0; k < stages.settings().iterations; ++k)
        stages.push();
    stages.integratePosesWithPush();
}

void sequentialImpulse(ContactStages& stages, SolveTimes& times) {
    const WorldSettings& settings = stages.settings();
    Stopwatch watch;
    for (int i = 0; i < stages.substeps(); ++i) {
        stages.beginSubstep(i);
        if (i == 0) {
            stages.prepare();
            times.prepare = watch.lap();
        } else if (!settings.warmStarting) {
            stages.keepImpulses();
        }
        stages.strike();
        for (int k = 0; k < settings.iterations; ++k)
            stages.iterate();
        if (settings.stabilisation == Stabilisation::SplitImpulse)
            moveApart(stages);
        else
            stages.integratePoses();
        if (settings.stabilisation == Stabilisation::Ngs)
            for (int k = 0; k < settings.positionIterations; ++k)
                stages.part();
        stages.refresh();
    }
    times.solve = watch.lap();
}

}  // namespace drystone
