// Xpbd: positions are predicted, corrected once a substep, and velocities follow from what moved.
// M. Macklin, M. Mueller, N. Chentanez, "XPBD: Position-Based Simulation of Compliant Constrained Dynamics", 2016;
// M. Macklin et al., "Small Steps in Physics Simulation", 2019; M. Mueller et al., "Detailed Rigid Body Simulation with
// Extended Position Based Dynamics", 2020.
#include "solver/contact_stages.h"
#include "solver/stopwatch.h"

namespace drystone {

void xpbd(ContactStages& stages, SolveTimes& times) {
    Stopwatch watch;
    for (int i = 0; i < stages.substeps(); ++i) {
        stages.beginSubstep(i);
        if (i == 0) {
            stages.prepare();
            times.prepare = watch.lap();
        } else {
            stages.keepImpulses();
        }
        stages.strike();
        stages.predictPoses();
        stages.project();
        stages.settle();
        stages.correctFlights();
    }
    times.solve = watch.lap();
}

}  // namespace drystone
