// What is to be drawn, gathered from a World: instances of two meshes, and planes.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "core/heat_map.h"
#include "core/simulation.h"

namespace drystone::sandbox {

// As the vertex shader reads it.
struct Instance {
    glm::vec3 position;
    glm::quat rotation;
    glm::vec3 scale;  // half extents (m)
    uint32_t color;   // red in the lowest byte, linear light
    uint32_t flags;
};
static_assert(sizeof(Instance) == 48);

namespace instance_flags {
inline constexpr uint32_t kSphere = 1;
inline constexpr uint32_t kGround = 2;  // large and static: its top carries the grid
inline constexpr uint32_t kAsleep = 4;
inline constexpr uint32_t kStatic = 8;
inline constexpr uint32_t kKinematic = 16;
}  // namespace instance_flags

struct Plane {
    glm::vec3 normal{0.0f, 1.0f, 0.0f};
    glm::vec3 point{0.0f};
};

struct DrawList {
    std::vector<Instance> boxes, spheres;
    std::vector<Instance> selectedBoxes, selectedSpheres;
    std::vector<Plane> planes;
    std::vector<Instance> seenThrough;  // walls between the eye and what moves: outlines only
    glm::vec3 center{0.0f};             // a ball round what moves and what is not too large
    float radius = 10.0f;

    // Poses are alpha of a step beyond the last one.
    void gather(const Simulation& simulation, float alpha, BodyId selected, glm::vec3 eye, const HeatMap& heat);

private:
    void add(const World& world, ShapeId shape, const Transform& pose, uint32_t color, uint32_t flags, bool selected);
    void findExtent();
    void openBin(glm::vec3 eye);

    std::vector<ShapeId> m_shapes;
    std::vector<bool> m_open;       // by walls in their order: seen through in the last picture
    std::vector<glm::vec3> m_seen;  // where bodies are that walls may hide
};

}  // namespace drystone::sandbox
