// A placed shape that moves with its body at constant velocity.
#pragma once

#include <glm/mat3x3.hpp>

#include "collision/collide.h"
#include "math/algebra.h"

namespace drystone {

struct ShapeMotion {
    glm::vec3 linear{0.0f};   // m/s, of the body's centre of mass
    glm::vec3 angular{0.0f};  // rad/s
};

inline glm::vec3 toVec3(const float (&v)[3]) {
    return {v[0], v[1], v[2]};
}
inline void store(float (&to)[3], glm::vec3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}
inline glm::quat rotationOf(const PlacedShape& shape) {
    return {shape.rotation[3], shape.rotation[0], shape.rotation[1], shape.rotation[2]};
}

// The shape after `time` seconds.
PlacedShape moved(const PlacedShape& shape, const ShapeMotion& motion, float time);

// A box as its centre, its axes (columns) and its half extents.
struct PlacedBox {
    glm::vec3 center;
    glm::mat3 axes;
    glm::vec3 half;
};
inline PlacedBox placedBox(const PlacedShape& shape) {
    return {toVec3(shape.position), glm::mat3_cast(rotationOf(shape)), toVec3(shape.extents)};
}
// How far the box reaches from its centre along the unit vector n.
inline float reachAlong(const PlacedBox& box, glm::vec3 n) {
    const glm::vec3 c = n * box.axes;
    return (box.half.x * std::fabs(c.x) + box.half.y * std::fabs(c.y)) + box.half.z * std::fabs(c.z);
}

}  // namespace drystone
