// The spring between the pointer and the body that it holds.
#pragma once

#include <glm/vec3.hpp>

#include <drystone/drystone.h>

namespace drystone::sandbox {

struct SpringSettings {
    float hertz = 5.0f;        // frequency of the held body on the spring
    float damping = 0.8f;      // ratio; 1: critical
    float maxForce = 400.0f;   // in weights of the held body at 9.81 m/s^2
    float spinDamping = 4.0f;  // 1/s: calms the turning of the held body
};

// A soft constraint solved once ahead of each step, implicitly: the impulse already counts with the velocity that it
// causes, so no stiffness makes it unstable.
class DragSpring {
public:
    void grab(const World& world, BodyId body, glm::vec3 worldPoint);
    // The same hand on the same place of another body: its counterpart in another world.
    DragSpring on(BodyId body) const;
    void release() { m_body = {}; }
    bool active() const { return static_cast<bool>(m_body); }
    BodyId body() const { return m_body; }

    void setTarget(glm::vec3 target) { m_target = target; }
    glm::vec3 target() const { return m_target; }
    // Where the body is held, at a pose of it.
    glm::vec3 anchor(const Transform& pose) const { return pose.position + pose.rotation * m_localPoint; }

    // Ahead of a step of dt. Lets go when the body is gone.
    void apply(World& world, float dt, const SpringSettings& settings);
    float lastImpulse() const { return m_lastImpulse; }  // N s

private:
    BodyId m_body{};
    glm::vec3 m_localPoint{0.0f};
    glm::vec3 m_target{0.0f};
    float m_lastImpulse = 0.0f;
};

}  // namespace drystone::sandbox
