// A world to try things in, and the words that tests are written with.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <drystone/drystone.h>
#include <glm/geometric.hpp>

namespace drystone::lab {

inline constexpr float kDt = 1.0f / 60.0f;
inline constexpr float kGravity = 9.81f;
inline constexpr float kPi = 3.14159265358979f;
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr float radians(float degrees) {
    return degrees * (kPi / 180.0f);
}

inline glm::quat turn(float angle, glm::vec3 axis) {
    const glm::vec3 v = glm::normalize(axis) * std::sin(0.5f * angle);
    return {std::cos(0.5f * angle), v.x, v.y, v.z};
}

inline WorldSettings weightless() {
    WorldSettings settings;
    settings.gravity = glm::vec3(0);
    return settings;
}

inline WorldSettings sleepless() {
    WorldSettings settings;
    settings.sleeping = false;
    return settings;
}

// A plain linear congruential generator: the same numbers everywhere.
class Random {
public:
    explicit Random(uint32_t seed = 1) : m_state(seed) {}
    uint32_t bits() {
        m_state = m_state * 1664525u + 1013904223u;
        return m_state >> 8;
    }
    float unit() { return float(bits()) / 16777216.0f; }
    float range(float low, float high) { return low + (high - low) * unit(); }
    int below(int count) { return int(bits() % uint32_t(count)); }
    glm::vec3 vector(float size) {
        const float x = range(-size, size), y = range(-size, size), z = range(-size, size);
        return {x, y, z};
    }
    glm::quat rotation() {
        const float angle = range(0, 2 * kPi);
        return turn(angle, vector(1) + glm::vec3(0, 0, 1e-3f));
    }

private:
    uint32_t m_state;
};

// Collects what the world reports. Must outlive the world.
struct Errors {
    std::vector<std::string> lines;

    ErrorHandler handler() {
        return {[](void* user, const char* message) { static_cast<Errors*>(user)->lines.emplace_back(message); }, this};
    }
    // Whether a line names each of these.
    bool mentions(const char* what) const {
        for (const std::string& line : lines)
            if (line.find(what) != std::string::npos)
                return true;
        return false;
    }
};

inline WorldDef definition(Errors& errors, const WorldSettings& settings = {}) {
    WorldDef def;
    def.settings = settings;
    def.errors = errors.handler();
    return def;
}

// A world whose misuses are collected; a test that does not expect any ends with CHECK(lab.clean()).
struct Lab {
    Errors errors;
    World world;

    explicit Lab(const WorldSettings& settings = {}) : world(definition(errors, settings)) {}
    explicit Lab(WorldDef def) : world((def.errors = errors.handler(), def)) {}
    Lab(const Lab&) = delete;
    Lab& operator=(const Lab&) = delete;

    BodyId body(const BodyDef& def, const ShapeDef& shape) {
        const BodyId id = world.createBody(def);
        world.createShape(id, shape);
        return id;
    }
    // The slab that most trials stand on: its top at y = 0.
    BodyId floor(const Material& material = {}, glm::vec3 halfExtents = {50, 0.5f, 50}) {
        return body({.type = BodyType::Static, .position = {0, -halfExtents.y, 0}},
                    {.geometry = Box{halfExtents}, .material = material});
    }
    BodyId box(glm::vec3 position, glm::vec3 halfExtents = glm::vec3(0.5f), const Material& material = {},
               glm::quat rotation = kIdentityRotation) {
        return body({.position = position, .rotation = rotation},
                    {.geometry = Box{halfExtents}, .density = 1.0f / volume(halfExtents), .material = material});
    }
    BodyId sphere(glm::vec3 position, float radius = 0.5f, const Material& material = {}) {
        const float density = 3.0f / (4.0f * kPi * radius * radius * radius);
        return body({.position = position}, {.geometry = Sphere{radius}, .density = density, .material = material});
    }
    std::vector<BodyId> stack(int count, glm::vec3 base = glm::vec3(0), const Material& material = {}) {
        std::vector<BodyId> out;
        for (int i = 0; i < count; ++i)
            out.push_back(box(base + glm::vec3(0, 0.5f + float(i), 0), glm::vec3(0.5f), material));
        return out;
    }

    void run(int steps, float dt = kDt) {
        for (int i = 0; i < steps; ++i)
            world.step(dt);
    }
    ShapeId shapeOf(BodyId id, int index = 0) const {
        std::vector<ShapeId> shapes;
        world.shapesOf(id, shapes);
        return index < int(shapes.size()) ? shapes[size_t(index)] : ShapeId{};
    }
    bool clean() const {
        for (const std::string& line : errors.lines)
            MESSAGE(line);
        return errors.lines.empty() && world.errorCount() == 0;
    }

    static float volume(glm::vec3 h) { return 8 * h.x * h.y * h.z; }
};

// Equal to within a share of itself. doctest's own Approx adds 1 to what its epsilon is a share of, so that small
// numbers always agree; a thousandth is left, so that zero can equal zero.
inline doctest::Approx about(double value, double share = 1e-5) {
    return doctest::Approx(value).epsilon(share).scale(1e-3);
}

inline bool finite(glm::vec3 v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool finite(glm::quat q) {
    return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

// Least angle between two rotations (rad), accurate near zero.
inline float angleBetween(glm::quat a, glm::quat b) {
    const glm::quat d = glm::conjugate(a) * b;
    return 2 * std::atan2(glm::length(glm::vec3(d.x, d.y, d.z)), std::fabs(d.w));
}

// I w about the centre of mass, world space.
inline glm::vec3 angularMomentum(const World& world, BodyId body) {
    const MassProperties mass = world.massProperties(body);
    const glm::quat principal = world.rotation(body) * mass.principalRotation;
    return principal * (mass.principalInertia * (glm::conjugate(principal) * world.angularVelocity(body)));
}

// s: an integrator keeps E + lag/2 g.p in free fall, and falls g lag t / 2 beyond the parabola.
inline double energyLag(const WorldSettings& settings, float dt) {
    const double h = double(dt) / settings.substeps;
    switch (settings.integrator) {
    case PositionIntegrator::SemiImplicitEuler:
        return h;
    case PositionIntegrator::ExplicitEuler:
        return -h;
    case PositionIntegrator::VelocityVerlet:
    case PositionIntegrator::RungeKutta4:
        break;
    }
    return 0;
}

inline constexpr PositionIntegrator kIntegrators[] = {
    PositionIntegrator::VelocityVerlet, PositionIntegrator::SemiImplicitEuler, PositionIntegrator::ExplicitEuler,
    PositionIntegrator::RungeKutta4};

// What the integrator keeps instead of the energy itself: in free flight it does not change.
inline double steadyEnergy(const World& world, float dt) {
    const WorldMeasures m = world.measures();
    const glm::vec3 g = world.settings().gravity;
    const double lag = energyLag(world.settings(), dt);
    const double gp =
        double(g.x) * m.linearMomentum[0] + double(g.y) * m.linearMomentum[1] + double(g.z) * m.linearMomentum[2];
    return m.kineticEnergy + m.potentialEnergy + 0.5 * lag * gp;
}

}  // namespace drystone::lab
