#include "pipeline/step.h"

#include "math/algebra.h"

namespace drystone {

// sqrt(2 E / m) at these velocities below the threshold. A body that turns about a point far away is judged by its whole
// motion.
static bool isSlow(const Body& body, glm::vec3 linear, glm::vec3 angular, float speed) {
    const glm::vec3 w = glm::conjugate(worldPrincipalRotation(body)) * angular;
    return lengthSquared(linear) + glm::dot(body.mass.principalInertia * w, w) * body.inverseMass < speed * speed;
}

// By its velocity, and by the way that it went: a body that is being pushed out of another may have no velocity left.
static bool isSlow(const Body& body, const DeltaRow& delta, float speed, float dt) {
    const glm::vec3 way(delta.position[0], delta.position[1], delta.position[2]);
    const glm::vec3 turn(delta.rotation[0], delta.rotation[1], delta.rotation[2]);
    return isSlow(body, body.linearVelocity, body.angularVelocity, speed) &&
        isSlow(body, way / dt, (2.0f / dt) * turn, speed);
}

static void updateSleepTimer(const WorldSettings& settings, Body& body, const DeltaRow& delta, float dt) {
    if (!settings.sleeping || !body.allowSleep) {
        body.sleepTimer = 0.0f;
        body.wakeReason = WakeReason::SleepForbidden;
    } else if (isSlow(body, delta, settings.sleepSpeed, dt)) {
        body.sleepTimer += dt;
    } else {
        body.sleepTimer = 0.0f;
        body.wakeReason = WakeReason::Moving;
    }
}

// A move towards a target ends with its step: there to the bit, so that the same target once more is no motion. A step of
// another length than the move was meant for goes its share of the way.
static void endKinematicMove(Body& body, float dt) {
    if (body.targetTime == dt && body.locks == AxisLock::None) {
        body.origin = body.target;
        updateCenterFromOrigin(body);
    }
    body.linearVelocity = body.angularVelocity = glm::vec3(0.0f);
    body.targetTime = 0.0f;
}

// False: the new state is not finite, and the body keeps the pose that it had.
static bool advance(StageContext& context, uint32_t row, Body& body) {
    const VelocityRow& velocity = context.scratch.velocities[row];
    const DeltaRow& delta = context.scratch.deltas[row];
    const glm::vec3 v{velocity.linear[0], velocity.linear[1], velocity.linear[2]};
    const glm::vec3 w{velocity.angular[0], velocity.angular[1], velocity.angular[2]};
    const glm::vec3 center = body.center + glm::vec3(delta.position[0], delta.position[1], delta.position[2]);
    const glm::quat turn(delta.rotation[3], delta.rotation[0], delta.rotation[1], delta.rotation[2]);
    const glm::quat rotation = glm::normalize(turn * body.origin.rotation);
    body.previousOrigin = body.origin;
    body.movedStep = context.sim.stepCount;
    body.force = body.torque = glm::vec3(0.0f);
    if (!isFinite(v) || !isFinite(w) || !isFinite(center) || !isFinite(rotation))
        return false;
    body.linearVelocity = v;
    body.angularVelocity = w;
    body.acceleration = context.scratch.accelerations[row];
    body.center = center;
    updateOriginFromCenter(body, rotation);
    if (body.dynamic())
        updateSleepTimer(context.sim.settings, body, delta, context.dt);
    else
        body.sleepTimer = v == glm::vec3(0.0f) && w == glm::vec3(0.0f) ? body.sleepTimer + context.dt : 0.0f;
    if (body.targetTime > 0.0f)
        endKinematicMove(body, context.dt);
    return true;
}

void finalize(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const size_t count = sim.awakeBodies.size();
    scratch.firstMove.resize(count);
    uint32_t moves = 0;
    for (size_t i = 0; i < count; ++i) {
        scratch.firstMove[i] = moves;
        moves += sim.bodies[sim.awakeBodies[i]].shapeCount;
    }
    scratch.moves.resize(moves);
    // Each body notes its own failure by a timer that no finite body has.
    context.tasks.parallelFor(int(count), kBodiesPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            Body& body = sim.bodies[sim.awakeBodies[size_t(i)]];
            if (!advance(context, uint32_t(i) + 1, body))
                body.sleepTimer = -1.0f;
            uint32_t move = scratch.firstMove[size_t(i)];
            for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape)
                scratch.moves[move++] = placeAndMove(sim, s, context.dt);
        }
    });
    sim.broadphase->moveProxies(scratch.moves);

    const size_t contained = scratch.frozen.size();
    for (uint32_t slot : sim.awakeBodies)
        if (sim.bodies[slot].sleepTimer < 0.0f)
            scratch.frozen.push_back({slot, FreezeCause::NotFinite});
    for (size_t i = contained; i < scratch.frozen.size(); ++i) {
        sim.bodies[scratch.frozen[i].body].sleepTimer = 0.0f;
        freeze(sim, scratch.frozen[i].body);
    }
}

}  // namespace drystone
