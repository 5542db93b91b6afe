// The vector types of the public API: GLM's, in the layout that the engine was compiled with.
#pragma once

#include <cstddef>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace drystone {

// A game may define GLM_FORCE_* macros that change GLM's layout. The library passes these types by
// value and by reference, so a mismatch must fail to compile and never reach the linker.
static_assert(sizeof(glm::vec3) == 12 && alignof(glm::vec3) == 4,
              "drystone needs GLM's packed vec3: do not define GLM_FORCE_DEFAULT_ALIGNED_GENTYPES");
static_assert(sizeof(glm::quat) == 16 && alignof(glm::quat) == 4,
              "drystone needs GLM's packed quat: do not define GLM_FORCE_DEFAULT_ALIGNED_GENTYPES");
static_assert(offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12,
              "drystone needs quaternions stored as x, y, z, w: do not define GLM_FORCE_QUAT_DATA_WXYZ");

inline constexpr glm::quat kIdentityRotation{1.0f, 0.0f, 0.0f, 0.0f};

// An axis-aligned box. Lower corner, upper corner (m).
struct Aabb {
    glm::vec3 lower{0.0f};
    glm::vec3 upper{0.0f};
};

// A rigid placement: a point p of the local frame lies at position + rotation * p.
struct Transform {
    glm::vec3 position{0.0f};
    glm::quat rotation = kIdentityRotation;
};

}  // namespace drystone
