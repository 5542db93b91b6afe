#include "math/algebra.h"
#include "pipeline/step.h"

namespace drystone {

// Far beyond any game, near enough that squares and products of the step stay finite in float.
static constexpr float kLargestSpeed = 1e8f;
static constexpr float kLargestCoordinate = 1e9f;

static bool bounded(glm::vec3 v, float limit) {
    // False for NaN as well.
    return glm::abs(v.x) <= limit && glm::abs(v.y) <= limit && glm::abs(v.z) <= limit;
}

static bool staysFinite(const Simulation& sim, const Body& body, float dt) {
    const glm::vec3 acceleration = body.gravityScale * sim.settings.gravity + body.inverseMass * body.force;
    const glm::vec3 spin = worldInverseInertia(body) * body.torque;
    return bounded(body.linearVelocity + dt * acceleration, kLargestSpeed) &&
        bounded(body.angularVelocity + dt * spin, kLargestSpeed) && bounded(body.center, kLargestCoordinate);
}

void containBodies(StageContext& context) {
    Simulation& sim = context.sim;
    context.scratch.frozen.clear();
    for (uint32_t slot : sim.awakeBodies)
        if (!staysFinite(sim, sim.bodies[slot], context.dt))
            context.scratch.frozen.push_back(slot);
    for (uint32_t slot : context.scratch.frozen)
        freeze(sim, slot);
}

}  // namespace drystone
