// A world to try things in, and what the scenarios build and measure with.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <drystone/drystone.h>
#include <glm/geometric.hpp>

#include "truth/scenario.h"

namespace drystone::truth {

inline constexpr double kGravity = double(9.81f);
inline constexpr double kPi = 3.14159265358979323846;

inline double radians(double degrees) {
    return degrees * (kPi / 180);
}
inline glm::vec3 vec(double x, double y, double z) {
    return {float(x), float(y), float(z)};
}
inline glm::quat turn(double angle, glm::vec3 axis) {
    const glm::dvec3 v = glm::normalize(glm::dvec3(axis)) * std::sin(0.5 * angle);
    return {float(std::cos(0.5 * angle)), float(v.x), float(v.y), float(v.z)};
}

// One material on both sides of every contact, so that its numbers are the pair's.
constexpr Material surface(float friction, float restitution = 0) {
    return {.friction = friction, .restitution = restitution};
}

// A plain linear congruential generator: the same numbers everywhere.
class Random {
public:
    explicit Random(uint32_t seed) : m_state(seed) {}
    double unit() {
        m_state = m_state * 1664525u + 1013904223u;
        return double(m_state >> 8) / 16777216.0;
    }
    double range(double low, double high) { return low + (high - low) * unit(); }
    glm::vec3 direction() {
        for (;;) {
            const double x = range(-1, 1), y = range(-1, 1), z = range(-1, 1), r = x * x + y * y + z * z;
            if (r > 0.01 && r < 1)
                return glm::normalize(vec(x, y, z));
        }
    }
    glm::quat rotation() {
        const double angle = range(0, 2 * kPi);
        return turn(angle, direction());
    }

private:
    uint32_t m_state;
};

inline WorldSettings weightless(WorldSettings settings) {
    settings.gravity = glm::vec3(0);
    return settings;
}
inline WorldSettings sleepless(WorldSettings settings) {
    settings.sleeping = false;
    return settings;
}

struct BodyShape {
    Geometry geometry;
    Material material{};
    float mass = 0;  // kg; 0: that of water
};

// A world whose every misuse is counted by the world itself.
struct Place {
    World world;
    double dt;

    Place(const Setup& setup, const WorldSettings& settings, int threads = 1, SimdLevel simd = SimdLevel::Auto)
        : world(WorldDef{.settings = settings, .threads = threads, .simd = simd}), dt(1 / setup.hertz) {}
    explicit Place(const Setup& setup) : Place(setup, sleepless(setup.settings)) {}

    BodyId add(const BodyDef& def, const BodyShape& shape) {
        const BodyId id = world.createBody(def);
        world.createShape(id, {.geometry = shape.geometry, .material = shape.material});
        if (shape.mass > 0 && def.type == BodyType::Dynamic)
            world.setMass(id, shape.mass);
        return id;
    }
    BodyId fixed(glm::vec3 position, glm::vec3 halfExtents, const Material& material = {},
                 glm::quat rotation = kIdentityRotation) {
        return add({.type = BodyType::Static, .position = position, .rotation = rotation},
                   {Box{halfExtents}, material});
    }
    // A slab with its top at y = 0.
    BodyId floor(const Material& material = {}, float halfSide = 100) {
        return fixed({0, -1, 0}, {halfSide, 1, halfSide}, material);
    }
    BodyId box(glm::vec3 position, glm::vec3 halfExtents, const Material& material = {}, float mass = 0,
               glm::quat rotation = kIdentityRotation) {
        return add({.position = position, .rotation = rotation}, {Box{halfExtents}, material, mass});
    }
    BodyId sphere(glm::vec3 position, float radius, const Material& material = {}, float mass = 0) {
        return add({.position = position}, {Sphere{radius}, material, mass});
    }
    BodyId kinematic(glm::vec3 position, glm::vec3 halfExtents, const Material& material = {}) {
        return add({.type = BodyType::Kinematic, .position = position}, {Box{halfExtents}, material});
    }

    void step() { world.step(float(dt)); }
    int stepsIn(double seconds) const { return int(std::lround(seconds / dt)); }
    void run(double seconds) {
        for (int i = 0, n = stepsIn(seconds); i < n; ++i)
            step();
    }

    glm::dvec3 position(BodyId id) const { return world.position(id); }
    glm::dvec3 velocity(BodyId id) const { return world.linearVelocity(id); }
    glm::dvec3 spin(BodyId id) const { return world.angularVelocity(id); }
    double speed(BodyId id) const { return glm::length(velocity(id)); }
    double energy() const {
        const WorldMeasures m = world.measures();
        return m.kineticEnergy + m.potentialEnergy;
    }
};

// Least angle between two rotations (rad), accurate near zero.
inline double angleBetween(glm::dquat a, glm::dquat b) {
    const glm::dquat d = glm::conjugate(glm::normalize(a)) * glm::normalize(b);
    return 2 * std::atan2(glm::length(glm::dvec3(d.x, d.y, d.z)), std::fabs(d.w));
}
// Angle by which a body's own up leaves the world's (rad).
inline double tiltOf(const World& world, BodyId id) {
    const glm::dvec3 up = glm::dquat(world.rotation(id)) * glm::dvec3(0, 1, 0);
    return std::atan2(std::hypot(up.x, up.z), up.y);
}
inline double across(glm::dvec3 v) {
    return std::hypot(v.x, v.z);
}

// I w about the centre of mass, world axes.
inline glm::dvec3 angularMomentum(const World& world, BodyId id) {
    const MassProperties mass = world.massProperties(id);
    const glm::dquat principal = glm::dquat(world.rotation(id)) * glm::dquat(mass.principalRotation);
    return principal *
        (glm::dvec3(mass.principalInertia) * (glm::conjugate(principal) * glm::dvec3(world.angularVelocity(id))));
}

}  // namespace drystone::truth
