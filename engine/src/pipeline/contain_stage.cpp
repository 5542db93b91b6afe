#include <optional>

#include "math/algebra.h"
#include "pipeline/step.h"

namespace drystone {

// Far beyond any game, near enough that squares and products of the step stay finite in float.
static constexpr float kLargestSpeed = 1e8f;
static constexpr float kLargestCoordinate = 1e9f;

static bool bounded(glm::vec3 v, float limit) {
    return glm::abs(v.x) <= limit && glm::abs(v.y) <= limit && glm::abs(v.z) <= limit;
}

static std::optional<FreezeCause> mustFreeze(const Simulation& sim, const Body& body, float dt) {
    const glm::vec3 acceleration = body.gravityScale * sim.settings.gravity + body.inverseMass * body.force;
    const glm::vec3 linear = body.linearVelocity + dt * acceleration;
    const glm::vec3 angular = body.angularVelocity + dt * (worldInverseInertia(body) * body.torque);
    if (!isFinite(linear) || !isFinite(angular))
        return FreezeCause::NotFinite;
    if (!bounded(linear, kLargestSpeed) || !bounded(angular, kLargestSpeed))
        return FreezeCause::TooFast;
    if (!bounded(body.center, kLargestCoordinate))
        return FreezeCause::TooFar;
    return std::nullopt;
}

void containBodies(StageContext& context) {
    Simulation& sim = context.sim;
    context.scratch.frozen.clear();
    for (uint32_t slot : sim.awakeBodies)
        if (const std::optional<FreezeCause> cause = mustFreeze(sim, sim.bodies[slot], context.dt))
            context.scratch.frozen.push_back({slot, *cause});
    for (const FrozenBody& frozen : context.scratch.frozen)
        freeze(sim, frozen.body);
}

}  // namespace drystone
