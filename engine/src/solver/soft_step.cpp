// SoftStep: small steps, soft contacts, and a relax pass that takes out of the velocities what the springs put in.
// M. Macklin et al., "Small Steps in Physics Simulation", 2019; E. Catto, "Solver2D", 2024.
#include "solver/contact_stages.h"
#include "solver/stopwatch.h"

namespace drystone {

void softStep(ContactStages& stages, SolveTimes& times) {
    Stopwatch watch;
    stages.fly();
    for (int i = 0; i < stages.substeps(); ++i) {
        stages.beginSubstep(i);
        if (i == 0) {
            stages.prepare();
            times.prepare = watch.lap();
        } else if (!stages.settings().warmStarting) {
            stages.keepImpulses();
        }
        stages.strike();
        stages.solve();
        stages.integratePoses();
        stages.relax();
    }
    times.solve = watch.lap();
}

}  // namespace drystone
