// Where the scene is seen from: an eye that orbits a target or flies freely.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <scenes/scene.h>

namespace drystone::sandbox {

struct Ray {
    glm::vec3 origin{0.0f};
    glm::vec3 direction{0.0f, 0.0f, -1.0f};  // unit length
};

enum class CameraMode : uint8_t { Orbit, Fly };

// A part of the window, in pixels from its upper left corner. The view is centred in the part that no panel covers.
struct ViewRect {
    float x = 0.0f, y = 0.0f, width = 1.0f, height = 1.0f;
};

class Camera {
public:
    void setView(const scenes::View& view);

    // Angles in radians, in either mode: round the target, or of the head.
    void turn(float yaw, float pitch);
    // Moves with the plane of the picture by pixels, so that what was under the pointer stays under it.
    void pan(glm::vec2 pixels);
    // > 0 nearer; one notch of a wheel is 1.
    void zoom(float notches);
    // right, up, forward in metres.
    void fly(glm::vec3 motion);
    void frame(glm::vec3 center, float radius);

    void setMode(CameraMode mode) { m_mode = mode; }
    CameraMode mode() const { return m_mode; }

    // The picture, which may be a part of the window, and the free part of it (both in pixels of the window).
    void setViewport(const ViewRect& picture, const ViewRect& free);

    // Glides towards what was set; dt in seconds. A gliding camera is soft to the eye.
    void update(float dt);
    // Arrives at once.
    void settle();

    glm::vec3 eye() const;
    glm::vec3 target() const { return m_target; }
    float distance() const { return m_distance; }
    float yaw() const { return m_yaw; }      // radians
    float pitch() const { return m_pitch; }  // radians
    glm::vec3 forward() const;
    glm::mat4 view() const;
    glm::mat4 projection() const;
    float nearPlane() const;
    float farPlane() const { return 4000.0f; }
    float verticalFov() const;

    // Through a point of the window (pixels from its upper left corner).
    Ray ray(glm::vec2 pixel) const;
    // Pixels of the window; z is the depth before the eye in metres (<= 0: behind).
    glm::vec3 project(glm::vec3 point) const;

private:
    glm::vec3 m_target{0.0f, 1.0f, 0.0f}, m_wantedTarget{0.0f, 1.0f, 0.0f};
    float m_distance = 20.0f, m_wantedDistance = 20.0f;
    float m_yaw = 0.5f, m_wantedYaw = 0.5f;
    float m_pitch = 0.35f, m_wantedPitch = 0.35f;
    CameraMode m_mode = CameraMode::Orbit;
    glm::vec2 m_corner{0.0f};  // of the picture
    glm::vec2 m_size{1280.0f, 720.0f};
    ViewRect m_free{0.0f, 0.0f, 1280.0f, 720.0f};  // from the picture's corner
};

}  // namespace drystone::sandbox
