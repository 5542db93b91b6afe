#include "core/twin.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace drystone::sandbox {

namespace {

float orInfinite(float value) {
    return std::isfinite(value) ? value : std::numeric_limits<float>::infinity();
}

// Precise for small angles, where the cosine says nothing.
float angleBetween(glm::quat a, glm::quat b) {
    const glm::quat turn = glm::conjugate(a) * b;
    return 2.0f * std::atan2(glm::length(glm::vec3(turn.x, turn.y, turn.z)), std::abs(turn.w));
}

}  // namespace

Divergence divergence(const Simulation& a, const Simulation& b) {
    Divergence worst{};
    for (const BodyId body : a.bodies()) {
        const BodyId other = b.counterpart(body);
        if (a.world().type(body) == BodyType::Static || !b.world().isValid(other)) {
            continue;
        }
        const float distance = glm::distance(a.world().centerOfMass(body), b.world().centerOfMass(other));
        const float angle = angleBetween(a.world().rotation(body), b.world().rotation(other));
        worst.distance = std::max(worst.distance, orInfinite(distance));
        worst.angle = std::max(worst.angle, orInfinite(angle));
    }
    return worst;
}

}  // namespace drystone::sandbox
