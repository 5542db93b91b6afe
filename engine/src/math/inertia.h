// Inertia of bodies that may turn about some world axes only.
#pragma once

#include <cstdint>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace drystone {

// Sum of d_k a_k a_k^T over the columns a_k of `axes`: an inertia or its inverse from the principal axes; symmetric to the
// bit.
glm::dmat3 composeInertia(const glm::dmat3& axes, glm::dvec3 d);

// The inverse inertia that is left where some axes (bits 1 2 4) are locked, from that of the free body, G: the torque that
// keeps axis l still leaves  G - g g^T / g_l,  g the column l of G. It is the inverse of the block of I that belongs to the
// other axes. Rows and columns of locked axes come out zero.
glm::dmat3 lockedInverse(glm::dmat3 inverse, uint32_t locks);

}  // namespace drystone
