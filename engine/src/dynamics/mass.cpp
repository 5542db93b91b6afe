#include <algorithm>

#include "dynamics/simulation.h"
#include "math/algebra.h"

namespace drystone {

static float inverseOf(float x) {
    return x > 0.0f ? 1.0f / x : 0.0f;
}

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

MassData massOfShapes(Simulation& sim, const Body& body, const ShapeRecord* added) {
    Array<MassData> parts(sim.memory);
    const auto add = [&](const ShapeRecord& shape) {
        if (!shape.sensor)
            parts.push_back(computeMass(shape.shape, shape.local, shape.density));
    };
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape)
        add(sim.shapes[s]);
    if (added)
        add(*added);
    return combineMass(parts.data(), int(parts.size()));
}

static void updateReach(const Simulation& sim, Body& body) {
    float smallest = kHuge, reach = 0.0f;
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape) {
        const ShapeRecord& record = sim.shapes[s];
        if (record.sensor)
            continue;
        smallest = std::min(smallest, smallestExtent(record.shape));
        const float corner = record.shape.kind == ShapeKind::Box ? boundingRadius(record.shape) : 0.0f;
        reach = std::max(reach, glm::length(record.local.position - body.mass.centerOfMass) + corner);
    }
    body.smallestExtent = smallest < kHuge ? smallest : 0.0f;
    body.turningReach = reach;
}

void updateMass(Simulation& sim, uint32_t slot) {
    Body& body = sim.bodies[slot];
    if (!body.massIsSet) {
        MassProperties mass;
        const MassData total = massOfShapes(sim, body);
        if (body.dynamic() && total.mass > 0.0f) {
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
    updateReach(sim, body);
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape)
        placeShapeRecord(sim, s);
}

}  // namespace drystone
