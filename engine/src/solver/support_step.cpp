// SupportStep: small steps with rigid contacts. A soft contact is a spring and sags under its load; a rigid one does not,
// but needs its impulse exactly. The support pass finds the impulses of whole stacks, the sweeps do the rest.
#include "solver/contact_stages.h"
#include "solver/stopwatch.h"

namespace drystone {

void supportStep(ContactStages& stages, SolveTimes& times) {
    Stopwatch watch;
    stages.fly();
    for (int i = 0; i < stages.substeps(); ++i) {
        stages.beginSubstep(i);
        if (i == 0) {
            stages.prepare();
            stages.prepareSupports();
            times.prepare = watch.lap();
        } else if (!stages.settings().warmStarting) {
            stages.keepImpulses();
        }
        stages.strike();
        stages.support();
        stages.solveRigid();
        stages.integratePoses();
        stages.relax();
    }
    times.solve = watch.lap();
}

}  // namespace drystone
