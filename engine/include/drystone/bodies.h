// Bodies: what moves, or does not.
#pragma once

#include <cstdint>

#include <drystone/ids.h>
#include <drystone/math.h>

namespace drystone {

enum class BodyType : uint8_t {
    Static,     // never moves
    Kinematic,  // moves by its velocity alone; contacts and forces do not change it
    Dynamic,    // moves by forces and contacts
};

// Axes along or about which a body does not move, in world space. Values combine by |.
enum class AxisLock : uint8_t {
    None = 0,
    LinearX = 1, LinearY = 2, LinearZ = 4,
    AngularX = 8, AngularY = 16, AngularZ = 32,
    Rotation = 56,
    PlaneXY = 4 | 8 | 16,  // moves in the xy plane and turns about z only
};
constexpr AxisLock operator|(AxisLock a, AxisLock b) { return AxisLock(uint8_t(a) | uint8_t(b)); }
constexpr AxisLock operator&(AxisLock a, AxisLock b) { return AxisLock(uint8_t(a) & uint8_t(b)); }

struct BodyDef {
    BodyType type = BodyType::Dynamic;
    glm::vec3 position{0.0f};                // of the body's origin, world space (m)
    glm::quat rotation = kIdentityRotation;  // normalised when created; zero is refused
    glm::vec3 linearVelocity{0.0f};          // of the centre of mass (m/s); ignored for static and sleeping bodies
    glm::vec3 angularVelocity{0.0f};         // world space (rad/s); ignored likewise
    float linearDamping = 0.0f;              // 1/s, >= 0: v falls by exp(-damping t) to first order
    float angularDamping = 0.0f;             // 1/s, >= 0
    float gravityScale = 1.0f;
    AxisLock locks = AxisLock::None;
    bool awake = true;                       // false: a dynamic body sleeps, without a velocity until it is given one
    bool allowSleep = true;
    bool continuous = false;                 // swept against moving bodies too, not only against what cannot be pushed
    uint64_t userData = 0;
};

// The mass of a body. Shapes give it by their densities unless it is set. What would go beyond these limits, by a shape,
// a density, a mass or a type, is refused. A dynamic body without a shape that weighs anything has a mass of 1 kg and
// does not turn by torques.
struct MassProperties {
    float mass = 0.0f;                       // kg, at most 1e25, when set at least 1e-9; 0: static or kinematic
    glm::vec3 centerOfMass{0.0f};            // in the body's frame (m)
    // About the centre of mass, along the principal axes (kg m^2), 1e-31 to 1e35; none larger than the two others
    // together. 0: torques do not turn the body about that axis.
    glm::vec3 principalInertia{0.0f};
    glm::quat principalRotation = kIdentityRotation;  // from the principal axes to the body's frame
};

// Everything that moves about a body, in one read.
struct BodyState {
    glm::vec3 position{0.0f};
    glm::quat rotation = kIdentityRotation;
    glm::vec3 linearVelocity{0.0f};
    glm::vec3 angularVelocity{0.0f};
    bool awake = false;
};

// Why a body is awake: the last cause that woke it or kept its sleep timer from running.
enum class WakeReason : uint8_t {
    None,            // asleep, or static
    Created,
    UserCall,        // a velocity, force, impulse, pose or wakeBody() call
    PropertyChange,  // gravity, mass, shape, filter or type changed
    Contact,         // touched by an awake body
    SupportLost,     // something that it touched moved away, went or was destroyed
    Moving,          // faster than the sleep threshold
    NotHeld,         // slow, but nothing holds it
    SleepForbidden,  // allowSleep is false, here or in a body of its island, or sleeping is off
};

}  // namespace drystone
