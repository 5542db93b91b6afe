// What a body is made of: geometry, surface and collision filter.
#pragma once

#include <cstdint>
#include <variant>

#include <drystone/math.h>

namespace drystone {

// A ball about the shape's origin.
struct Sphere {
    float radius = 0.5f;  // m, > 0
};

// A box about the shape's origin, along its axes.
struct Box {
    glm::vec3 halfExtents{0.5f};  // m, each > 0
};

// All points p with dot(normal, p) <= offset, in the frame of the shape. It has no mass and no end,
// so only static bodies may carry it.
struct HalfSpace {
    glm::vec3 normal{0.0f, 1.0f, 0.0f};  // unit length (normalised when created; zero is refused)
    float offset = 0.0f;                 // m
};

using Geometry = std::variant<Sphere, Box, HalfSpace>;

// How the two values of a touching pair become one. Where the two shapes ask for different rules,
// the rule that stands later in this list wins.
enum class CombineRule : uint8_t { Average, Minimum, Multiply, Maximum };

// The surface of a shape. Combined coefficients of friction and of rolling resistance are at most 1e6.
struct Material {
    float friction = 0.6f;          // Coulomb coefficient while sliding, >= 0
    float staticFriction = -1.0f;   // coefficient up to which a resting contact holds; negative: equal to friction
    float restitution = 0.0f;       // 0: no bounce, 1: elastic; in [0, 1]
    // Spheres: a torque of this times radius times normal force opposes rolling; >= 0. Combined by the larger value.
    float rollingResistance = 0.0f;
    CombineRule frictionRule = CombineRule::Average;
    CombineRule restitutionRule = CombineRule::Maximum;
};

// Two shapes collide when each one's mask holds a bit of the other's category, unless both have the
// same group other than 0: then a positive group always collides and a negative one never.
struct Filter {
    uint64_t category = 1;
    uint64_t mask = ~uint64_t{0};
    int32_t group = 0;
};

// A shape to be added to a body.
struct ShapeDef {
    Geometry geometry = Sphere{};
    glm::vec3 position{0.0f};                 // of the shape in the body's frame (m)
    glm::quat rotation = kIdentityRotation;   // of the shape in the body's frame; normalised when created
    float density = 1000.0f;                  // kg/m^3, 1e-6 to 1e12; less where it weighs nothing: sensors, bodies not dynamic
    Material material{};
    Filter filter{};
    bool sensor = false;  // reports overlaps with solid shapes of dynamic and kinematic bodies; never pushes, has no mass
    uint64_t userData = 0;
};

}  // namespace drystone
