#include <optional>

#include "core/prefetch.h"
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
    glm::vec3 angular = body.angularVelocity;
    if (body.torque != glm::vec3(0.0f))
        angular += dt * (worldInverseInertia(body) * body.torque);
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
    static constexpr size_t kAhead = 8;  // bodies; none is in the cache yet
    const Array<uint32_t>& awake = sim.awakeBodies;
    for (size_t i = 0; i < awake.size(); ++i) {
        if (i + kAhead < awake.size()) {
            prefetch(&sim.bodies[awake[i + kAhead]]);
            prefetch(&sim.bodies[awake[i + kAhead]].inverseMass);
        }
        if (const std::optional<FreezeCause> cause = mustFreeze(sim, sim.bodies[awake[i]], context.dt))
            context.scratch.frozen.push_back({awake[i], *cause});
    }
    for (const FrozenBody& frozen : context.scratch.frozen)
        freeze(sim, frozen.body);
}

}  // namespace drystone
