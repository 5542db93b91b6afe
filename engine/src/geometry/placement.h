// A transform in double: queries take the floats that they are given as exact, wherever in the world they lie.
#pragma once

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include <drystone/math.h>

namespace drystone {

// How far outside a surface still counts as on it, relative to the size of the shape: less than one step of a float on
// the surface, more than what the rounding of a rotation moves it.
inline constexpr double kSurfaceSlack = 1e-7;

struct Placement {
    glm::dvec3 position;
    glm::dmat3 axes;  // columns: the local axes in world space
};

// A quaternion of floats is a unit only to 1e-7: dividing by its square makes the matrix orthogonal to 1e-16.
inline Placement makePlacement(const Transform& t) {
    const double x = t.rotation.x, y = t.rotation.y, z = t.rotation.z, w = t.rotation.w;
    const double s = 2.0 / (x * x + y * y + z * z + w * w);
    return {glm::dvec3(t.position),
            glm::dmat3(1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y),  //
                       s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x),  //
                       s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y))};
}

inline glm::dvec3 toLocalVector(const Placement& p, glm::dvec3 v) {
    return {glm::dot(p.axes[0], v), glm::dot(p.axes[1], v), glm::dot(p.axes[2], v)};
}
inline glm::dvec3 toLocalPoint(const Placement& p, glm::dvec3 v) {
    return toLocalVector(p, v - p.position);
}

inline double largest(glm::dvec3 v) {
    return std::fmax(v.x, std::fmax(v.y, v.z));
}

}  // namespace drystone
