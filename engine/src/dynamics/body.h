// A body as the engine keeps it, by slot.
#pragma once

#include <cstdint>

#include <drystone/bodies.h>

#include "dynamics/slots.h"

namespace drystone {

// In the order in which a step wants it: what every stage reads lies in the first two cache lines.
struct alignas(64) Body {
    // Pose. origin is what the game set; the solver moves the centre of mass.
    glm::vec3 center{0.0f};
    Transform origin;
    glm::vec3 linearVelocity{0.0f};
    glm::vec3 angularVelocity{0.0f};

    glm::vec3 force{0.0f};
    glm::vec3 torque{0.0f};
    float inverseMass = 0.0f;  // zero unless the body is dynamic, as inversePrincipalInertia
    float gravityScale = 1.0f;
    // Of its solid shapes; 0 without any. A centred sphere turns without reaching anywhere.
    float smallestExtent = 0.0f;  // m, half extent or radius
    float turningReach = 0.0f;    // m, from the centre of mass to the farthest corner or sphere's centre
    uint32_t awakeIndex = kNone;  // in the awake list; kNone: static, asleep or frozen
    uint32_t firstShape = kNone;
    uint32_t firstPair = kNone;  // edge key: 2 * pair + side

    BodyType type = BodyType::Dynamic;
    AxisLock locks = AxisLock::None;
    WakeReason wakeReason = WakeReason::None;
    bool allowSleep = true;
    bool continuous = false;  // swept against moving bodies too
    bool boxDue = false;      // on Simulation::boxDueBodies
    bool replaced = false;    // on Simulation::replacedBodies
    bool frozen = false;      // contained: its state was not finite; collides with nothing, does not move
    float sleepTimer = 0.0f;  // s below the threshold; of a kinematic body: without velocity

    MassProperties mass;
    glm::vec3 inversePrincipalInertia{0.0f};
    float linearDamping = 0.0f;
    float angularDamping = 0.0f;
    glm::vec3 acceleration{0.0f};  // of the last substep, contacts included, if something slid on it; m/s^2
    float targetTime = 0.0f;       // s, the step that target was given for; 0: no target
    Transform previousOrigin;      // before the step numbered movedStep
    uint64_t movedStep = ~uint64_t{0};
    uint64_t userData = 0;

    Transform target;          // of moveKinematic, at which the next step arrives
    uint64_t createdStep = 0;  // steps taken before it was made
    uint32_t shapeCount = 0;
    uint32_t sleepSet = kNone;     // sleeping island that it belongs to
    uint32_t nextSleeper = kNone;  // in that island
    uint32_t sleepEvent = kNone;   // its place among the pending sleep events
    bool massIsSet = false;        // by the game, not by the shapes

    bool awake() const { return awakeIndex != kNone; }
    bool dynamic() const { return type == BodyType::Dynamic; }
    // Asleep: dynamic and in a sleeping set.
    bool asleep() const { return sleepSet != kNone; }
};

inline uint32_t linearLockBits(AxisLock locks) { return uint32_t(locks) & 7u; }
inline uint32_t angularLockBits(AxisLock locks) { return uint32_t(locks) >> 3 & 7u; }

// v without its components along the locked axes (bits 1 2 4 for x y z).
inline glm::vec3 withoutLocked(glm::vec3 v, uint32_t bits) {
    return {bits & 1 ? 0.0f : v.x, bits & 2 ? 0.0f : v.y, bits & 4 ? 0.0f : v.z};
}

// World inverse inertia; with locked axes that of the turns which they leave (math/inertia.h).
glm::mat3 worldInverseInertia(const Body& body);
glm::quat worldPrincipalRotation(const Body& body);
double kineticEnergy(const Body& body);
// The origin that belongs to the body's centre and rotation.
void updateOriginFromCenter(Body& body, glm::quat rotation);
void updateCenterFromOrigin(Body& body);
// Forgets a target that no step has come to yet, and the velocity towards it.
void cancelTarget(Body& body);

}  // namespace drystone
