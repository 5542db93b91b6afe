// Free flight through a force field.
#pragma once

#include "solver/contact_rows.h"
#include "solver/integrate.h"

namespace drystone {

// One substep of velocity, as integrateVelocity, under a field, and the displacement that goes with it if no contact
// pushes the body. time: at the start of the substep. first: of the step.
void integrateVelocityInField(const ForceField& field, FieldBody& body, double time, VelocityRow& velocity,
                              const DeltaRow& delta, const BodyMotion& motion, const IntegrationRules& rules,
                              bool first, FlightRow& flight);

}  // namespace drystone
