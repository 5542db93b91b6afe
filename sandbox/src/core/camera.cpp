#include "core/camera.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

namespace drystone::sandbox {

namespace {

constexpr float kFov = 0.70f;  // of the free part of the picture, vertical, radians
constexpr float kMinDistance = 0.05f;
constexpr float kMaxDistance = 1500.0f;
constexpr float kMaxPitch = 1.55f;
constexpr float kGlide = 18.0f;  // 1/s

// From the target to the eye.
glm::vec3 back(float yaw, float pitch) {
    return {std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw)};
}

}  // namespace

void Camera::setView(const scenes::View& view) {
    m_wantedTarget = view.target;
    m_wantedDistance = std::clamp(view.distance, kMinDistance, kMaxDistance);
    m_wantedYaw = glm::radians(view.yaw);
    m_wantedPitch = std::clamp(glm::radians(view.pitch), -kMaxPitch, kMaxPitch);
    settle();
}

void Camera::turn(float yaw, float pitch) {
    if (m_mode == CameraMode::Fly) {
        // The head turns: the eye stays and the target goes round it.
        const glm::vec3 fixed = m_wantedTarget + back(m_wantedYaw, m_wantedPitch) * m_wantedDistance;
        m_wantedYaw += yaw;
        m_wantedPitch = std::clamp(m_wantedPitch + pitch, -kMaxPitch, kMaxPitch);
        m_wantedTarget = fixed - back(m_wantedYaw, m_wantedPitch) * m_wantedDistance;
        settle();
        return;
    }
    m_wantedYaw += yaw;
    m_wantedPitch = std::clamp(m_wantedPitch + pitch, -kMaxPitch, kMaxPitch);
}

void Camera::pan(glm::vec2 pixels) {
    const float metres = 2.0f * m_distance * std::tan(kFov * 0.5f) / std::max(m_free.height, 1.0f);
    const glm::mat4 v = view();
    const glm::vec3 right{v[0][0], v[1][0], v[2][0]};
    const glm::vec3 up{v[0][1], v[1][1], v[2][1]};
    m_wantedTarget += (-pixels.x * right + pixels.y * up) * metres;
    m_target = m_wantedTarget;
}

void Camera::zoom(float notches) {
    const float factor = std::pow(0.86f, notches);
    if (m_mode == CameraMode::Fly) {
        fly({0.0f, 0.0f, m_wantedDistance * (1.0f - factor)});
        return;
    }
    m_wantedDistance = std::clamp(m_wantedDistance * factor, kMinDistance, kMaxDistance);
}

void Camera::fly(glm::vec3 motion) {
    const glm::vec3 ahead = -back(m_wantedYaw, m_wantedPitch);
    const glm::vec3 right = glm::normalize(glm::cross(ahead, glm::vec3(0.0f, 1.0f, 0.0f)));
    m_wantedTarget += right * motion.x + glm::vec3(0.0f, motion.y, 0.0f) + ahead * motion.z;
}

void Camera::frame(glm::vec3 center, float radius) {
    m_wantedTarget = center;
    const float aspect = m_free.width / std::max(m_free.height, 1.0f);
    const float half = std::atan(std::tan(kFov * 0.5f) * std::min(1.0f, aspect));
    m_wantedDistance = std::clamp(std::max(radius, 0.1f) * 1.15f / std::sin(half), kMinDistance, kMaxDistance);
}

void Camera::setViewport(const ViewRect& picture, const ViewRect& free) {
    m_corner = {picture.x, picture.y};
    m_size = glm::max(glm::vec2(picture.width, picture.height), glm::vec2(1.0f));
    m_free = {free.x - picture.x, free.y - picture.y, free.width, free.height};
    if (m_free.width < 32.0f || m_free.height < 32.0f) {
        m_free = {0.0f, 0.0f, m_size.x, m_size.y};
    }
}

void Camera::update(float dt) {
    const float share = 1.0f - std::exp(-kGlide * std::max(dt, 0.0f));
    m_target += (m_wantedTarget - m_target) * share;
    m_distance *= std::pow(m_wantedDistance / m_distance, share);
    m_yaw += (m_wantedYaw - m_yaw) * share;
    m_pitch += (m_wantedPitch - m_pitch) * share;
}

void Camera::settle() {
    m_target = m_wantedTarget;
    m_distance = m_wantedDistance;
    m_yaw = m_wantedYaw;
    m_pitch = m_wantedPitch;
}

glm::vec3 Camera::eye() const {
    return m_target + back(m_yaw, m_pitch) * m_distance;
}

glm::vec3 Camera::forward() const {
    return -back(m_yaw, m_pitch);
}

glm::mat4 Camera::view() const {
    return glm::lookAt(eye(), m_target, glm::vec3(0.0f, 1.0f, 0.0f));
}

float Camera::nearPlane() const {
    return std::clamp(m_distance * 0.02f, 0.01f, 0.25f);
}

float Camera::verticalFov() const {
    // The fixed angle belongs to the free part; the whole picture sees more.
    return 2.0f * std::atan(std::tan(kFov * 0.5f) * m_size.y / m_free.height);
}

glm::mat4 Camera::projection() const {
    glm::mat4 p = glm::perspective(verticalFov(), m_size.x / m_size.y, nearPlane(), farPlane());
    // A lens shift moves the axis of view into the middle of the free part.
    const float centerX = (m_free.x + m_free.width * 0.5f) / m_size.x * 2.0f - 1.0f;
    const float centerY = 1.0f - (m_free.y + m_free.height * 0.5f) / m_size.y * 2.0f;
    p[2][0] -= centerX;
    p[2][1] -= centerY;
    return p;
}

Ray Camera::ray(glm::vec2 pixel) const {
    const glm::vec2 inside = pixel - m_corner;
    const glm::vec2 ndc{inside.x / m_size.x * 2.0f - 1.0f, 1.0f - inside.y / m_size.y * 2.0f};
    const glm::mat4 p = projection();
    const glm::vec3 local{(ndc.x + p[2][0]) / p[0][0], (ndc.y + p[2][1]) / p[1][1], -1.0f};
    const glm::mat3 toWorld = glm::transpose(glm::mat3(view()));
    return {eye(), glm::normalize(toWorld * local)};
}

glm::vec3 Camera::project(glm::vec3 point) const {
    const glm::vec4 clip = projection() * view() * glm::vec4(point, 1.0f);
    if (clip.w <= 0.0f) {
        return {0.0f, 0.0f, clip.w};
    }
    return {m_corner.x + (clip.x / clip.w * 0.5f + 0.5f) * m_size.x,
            m_corner.y + (0.5f - clip.y / clip.w * 0.5f) * m_size.y, clip.w};
}

}  // namespace drystone::sandbox
