#include "renderer/overlay.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace drystone::sandbox {

namespace {

uint32_t swapped(uint32_t rgb) {
    return ((rgb >> 16) & 0xff) | (rgb & 0xff00) | ((rgb & 0xff) << 16) | 0xff000000u;
}

glm::vec3 anyPerpendicular(glm::vec3 v) {
    const glm::vec3 axis = std::abs(v.x) < 0.7f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    return glm::normalize(glm::cross(v, axis));
}

}  // namespace

void Overlay::line(glm::vec3 from, glm::vec3 to, uint32_t color) {
    m_lines.push_back({from, to, swapped(color), m_width});
}

void Overlay::point(glm::vec3 position, float size, uint32_t color) {
    m_lines.push_back({position, position, swapped(color), size});
}

void Overlay::coil(glm::vec3 from, glm::vec3 to, int turns, float radius, uint32_t color) {
    const float length = glm::distance(from, to);
    if (length < 1e-3f) {
        return;
    }
    const glm::vec3 along = (to - from) / length;
    const glm::vec3 side = anyPerpendicular(along);
    const glm::vec3 other = glm::cross(along, side);
    const int pieces = turns * 12;
    glm::vec3 last = from;
    for (int i = 1; i <= pieces; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(pieces);
        const float angle = share * static_cast<float>(turns) * glm::two_pi<float>();
        // The coil tapers into its ends.
        const float r = radius * std::min(1.0f, 8.0f * std::min(share, 1.0f - share));
        const glm::vec3 next = from + along * (length * share) + (side * std::cos(angle) + other * std::sin(angle)) * r;
        line(last, next, color);
        last = next;
    }
}

void Overlay::wireBox(glm::vec3 center, glm::quat rotation, glm::vec3 halfExtents, uint32_t color) {
    const auto corner = [&](int bits) {
        const glm::vec3 sign{bits & 1 ? 1.0f : -1.0f, bits & 2 ? 1.0f : -1.0f, bits & 4 ? 1.0f : -1.0f};
        return center + rotation * (sign * halfExtents);
    };
    for (int bits = 0; bits < 8; ++bits) {
        for (int axis = 1; axis < 8; axis <<= 1) {
            if (!(bits & axis)) {
                line(corner(bits), corner(bits | axis), color);
            }
        }
    }
}

void Overlay::ring(glm::vec3 center, glm::quat rotation, float radius, uint32_t color) {
    constexpr int kPieces = 40;
    const auto at = [&](int i) {
        const float angle = glm::two_pi<float>() * static_cast<float>(i) / kPieces;
        return center + rotation * glm::vec3(std::cos(angle) * radius, 0.0f, std::sin(angle) * radius);
    };
    for (int i = 0; i < kPieces; ++i) {
        line(at(i), at(i + 1), color);
    }
}

}  // namespace drystone::sandbox
