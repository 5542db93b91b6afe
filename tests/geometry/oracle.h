// Placement in double, by GLM's quaternions, for oracles that share no code with the engine.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "geometry/shape.h"
#include "math/random_input.h"

namespace drystone::test {

struct Frame {
    glm::dvec3 origin;
    glm::dquat rotation;

    explicit Frame(const Transform& t)
        : origin(t.position),
          rotation(glm::normalize(glm::dquat(t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z))) {}
    glm::dvec3 toWorld(glm::dvec3 p) const { return origin + rotation * p; }
    glm::dvec3 toLocal(glm::dvec3 p) const { return glm::conjugate(rotation) * (p - origin); }
};

inline glm::dvec3 corner(glm::dvec3 h, int i) {
    return {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
}

inline Shape sphereShape(float radius) {
    return makeShape(Sphere{radius});
}
inline Shape boxShape(glm::vec3 halfExtents) {
    return makeShape(Box{halfExtents});
}
inline Shape halfSpaceShape(glm::vec3 normal, float offset) {
    return makeShape(HalfSpace{normal, offset});
}

inline glm::vec3 randomExtents(Random& random) {
    const float x = random.uniform(0.05f, 1.0f), y = random.uniform(0.05f, 1.0f), z = random.uniform(0.05f, 1.0f);
    return {x, y, z};
}

}  // namespace drystone::test
