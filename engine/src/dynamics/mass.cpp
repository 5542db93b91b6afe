#include "dynamics/simulation.h"
#include "math/algebra.h"

namespace drystone {

static float inverseOf(float x) { return x > 0.0f ? 1.0f / x : 0.0f; }

void updateInverseMass(Body& body) {
    if (!body.dynamic()) {
        body.inverseMass = 0.0f;
        body.inversePrincipalInertia = glm::vec3(0.0f);
        return;
    }
    const glm::vec3 inertia = body.mass.principalInertia;
    body.inverseMass = inverseOf(body.mass.mass);
    body.inversePrincipalInertia = {inverseOf(inertia.x), inverseOf(inertia.y), inverseOf(inertia.z)};
}

// Keeps the velocity field of the body: the new centre moves as its point did.
static void setMassKeepingMotion(Body& body, const MassProperties& mass) {
    const glm::vec3 oldCenter = body.center;
    body.mass = mass;
    updateCenterFromOrigin(body);
    if (body.dynamic())
        body.linearVelocity += glm::cross(body.angularVelocity, body.center - oldCenter);
    updateInverseMass(body);
}

void updateMass(Simulation& sim, uint32_t slot) {
    Body& body = sim.bodies[slot];
    if (!body.massIsSet) {
        Array<MassData> parts(sim.memory);
        for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape) {
            const ShapeRecord& shape = sim.shapes[s];
            if (!shape.sensor)
                parts.push_back(computeMass(shape.shape, shape.local, shape.density));
        }
        MassProperties mass;
        if (body.dynamic() && !parts.empty()) {
            const MassData total = combineMass(parts.data(), int(parts.size()));
            const PrincipalAxes axes = principalAxes(total.inertia);
            mass = {total.mass, total.center, axes.diagonal, axes.rotation};
        } else if (body.dynamic()) {
            // Without a shape that weighs anything a body is a point mass of 1 kg that does not turn by torques.
            mass.mass = 1.0f;
        }
        setMassKeepingMotion(body, mass);
    } else {
        setMassKeepingMotion(body, body.mass);
    }
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape)
        placeShapeRecord(sim, s);
}

}  // namespace drystone
