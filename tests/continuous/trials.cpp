// Fires spheres, boxes and rods at walls, and asks whether any of them is ever on the far side of the wall that it was
// fired at. Usage: continuous_trials [COUNT [FIRST]]
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <drystone/drystone.h>
#include <glm/geometric.hpp>

using namespace drystone;

namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr double kPi = 3.14159265358979323846;
constexpr float kWallHalfWidth = 6.0f;

// No expression draws twice but through a short-circuit or a conditional: compilers differ in the order of operands.
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}
    // SplitMix64 (Steele, Lea, Flood 2014): neighbouring seeds have nothing in common.
    double unit() {
        uint64_t z = m_state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return double((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
    }
    double range(double low, double high) { return low + (high - low) * unit(); }
    // Every power of ten as likely as every other.
    double scale(double low, double high) { return low * std::exp(unit() * std::log(high / low)); }
    int below(int n) { return int(unit() * n); }
    glm::vec3 direction() {
        const double z = range(-1, 1), angle = range(0, 2 * kPi), r = std::sqrt(1 - z * z);
        return {float(r * std::cos(angle)), float(r * std::sin(angle)), float(z)};
    }
    // The caller's draw of the length precedes the draws of the direction, as an argument precedes the body of a call.
    glm::vec3 vector(double length) { return float(length) * direction(); }
    glm::quat rotation() {
        const double angle = range(0, kPi);
        const glm::vec3 axis = float(std::sin(angle)) * direction();
        return {float(std::cos(angle)), axis.x, axis.y, axis.z};
    }

private:
    uint64_t m_state;
};

enum WallKind { kStatic, kKinematic, kHeavy, kWallKinds };
enum BodyKind { kSphere, kBox, kRod, kBodyKinds };
constexpr const char* kWallNames[] = {"static", "kinematic", "dynamic"};
constexpr const char* kBodyNames[] = {"sphere", "box", "rod"};

struct Trial {
    BodyKind body;
    WallKind wall;
    bool round;         // the wall is a sphere
    double thickness;   // of a flat wall, m
    double size;        // of the body, m
    double speed, spin;
    double grazing;     // degrees from the surface

    const char* failure = nullptr;
};

Geometry bodyOf(Trial& trial, Random& random, float& reach) {
    if (trial.body == kSphere) {
        reach = float(0.5 * trial.size);
        return Sphere{reach};
    }
    const float half = float(0.5 * trial.size);
    const float a = trial.body == kRod ? float(random.range(0.02, 0.1)) : float(random.range(0.4, 1));
    const float b = trial.body == kRod ? a : float(random.range(0.4, 1));
    const glm::vec3 extents = half * glm::vec3(1, a, b);
    reach = glm::length(extents);
    return Box{extents};
}

// Place of a point in the frame of a body.
glm::dvec3 seenFrom(const World& world, BodyId frame, glm::dvec3 point) {
    return glm::conjugate(glm::dquat(world.rotation(frame))) * (point - glm::dvec3(world.position(frame)));
}

class Shot {
public:
    explicit Shot(uint64_t seed) : m_random(seed), m_world(definition()) { build(); }

    const Trial& run() {
        glm::dvec3 before = seen();
        double energy = m_world.measures().kineticEnergy;
        const int steps = 24 + int(2 * m_gap / (m_trial.speed * std::sin(m_trial.grazing * kPi / 180) * double(kDt)));
        for (int i = 0; i < steps && i < 600 && !m_trial.failure; ++i) {
            m_world.step(kDt);
            const glm::dvec3 now = seen();
            if (passed(before, now))
                m_trial.failure = "passed through";
            else if (m_world.counters().frozenBodies > 0)
                m_trial.failure = "was frozen";
            else if (m_trial.wall == kStatic && onlySwept() && turnsSlowly() &&
                     m_world.measures().kineticEnergy > 1.005 * energy)
                m_trial.failure = "gained energy";
            energy = m_world.measures().kineticEnergy;
            before = now;
        }
        return m_trial;
    }

private:
    static WorldDef definition() {
        WorldDef def;
        def.settings.gravity = glm::vec3(0);
        def.settings.sleeping = false;
        return def;
    }

    void build() {
        Random& r = m_random;
        m_trial.body = BodyKind(r.below(kBodyKinds));
        m_trial.wall = WallKind(r.below(kWallKinds));
        m_trial.round = r.below(4) == 0;
        m_trial.thickness = r.scale(0.001, 0.5);
        m_trial.size = r.scale(0.01, 2);
        m_trial.speed = r.scale(5, 2000);
        m_trial.spin = r.range(0, 200);
        m_trial.spin *= double(r.below(4) != 0);
        m_trial.grazing = r.below(2) ? 90 : r.scale(1, 89);
        m_radius = float(r.range(0.5, 5));

        Material material;
        material.friction = float(r.range(0, 1));
        material.restitution = float(r.range(0, 1));
        material.restitution *= float(r.below(2));
        const glm::vec3 origin = r.vector(r.range(0, 50));
        const glm::quat frame = r.rotation();
        const glm::vec3 wallVelocity = m_trial.wall == kStatic ? glm::vec3(0) : r.vector(r.scale(0.1, 200));

        // The wall's outward normal is -x in its frame, and the body comes from there.
        float reach = 0;
        const Geometry geometry = bodyOf(m_trial, r, reach);
        m_gap = r.scale(0.01, 3);
        const float surface = m_trial.round ? m_radius : float(0.5 * m_trial.thickness);
        const float sideways = float(r.range(-1, 1));
        const float upwards = float(r.range(-1, 1));
        const glm::vec3 start{-(surface + reach + float(m_gap)), sideways, upwards};
        const double angle = m_trial.grazing * kPi / 180, around = r.range(0, 2 * kPi);
        glm::vec3 heading{float(std::sin(angle)), float(std::cos(angle) * std::cos(around)),
                          float(std::cos(angle) * std::sin(around))};
        // At a sphere it is aimed: at grazing incidence the line through its centre touches nine tenths of the radius.
        const glm::vec3 from = m_trial.round ? glm::vec3(start.x, 0, 0) : start;
        if (m_trial.round) {
            const float miss = 0.9f * m_radius * float(std::cos(angle)) / -from.x;
            heading = {std::sqrt(1 - miss * miss), miss * float(std::cos(around)), miss * float(std::sin(around))};
        }

        static constexpr BodyType kTypes[] = {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic};
        m_wall = m_world.createBody({.type = kTypes[m_trial.wall],
                                     .position = origin,
                                     .rotation = frame,
                                     .linearVelocity = wallVelocity,
                                     .continuous = m_trial.wall != kStatic});
        if (m_trial.round)
            m_world.createShape(m_wall, {.geometry = Sphere{m_radius}, .material = material});
        else
            m_world.createShape(
                m_wall, {.geometry = Box{{float(0.5 * m_trial.thickness), kWallHalfWidth, kWallHalfWidth}},
                         .material = material});
        const glm::quat rotation = r.rotation();
        const glm::vec3 spin = r.vector(m_trial.spin);
        const bool continuous = m_trial.wall != kStatic && r.below(2) == 0;
        m_body = m_world.createBody({.position = origin + frame * from,
                                     .rotation = rotation,
                                     .linearVelocity = wallVelocity + frame * (float(m_trial.speed) * heading),
                                     .angularVelocity = spin,
                                     .continuous = continuous});
        m_world.createShape(m_body, {.geometry = geometry, .material = material});
        // Light enough that the wall does not turn over within a step.
        if (m_trial.wall == kHeavy)
            m_world.setMass(m_wall, 3000 * m_world.mass(m_body));
    }

    // Whether all that happened in the step was an impact of a sweep.
    bool onlySwept() const {
        const WorldCounters counters = m_world.counters();
        return counters.sweptImpacts > 0 && counters.touchingContacts == 0;
    }
    // A body that turns over and over within a step is only as good as the integration of its free rotation.
    bool turnsSlowly() const { return glm::length(m_world.angularVelocity(m_body)) * kDt < 10; }

    glm::dvec3 seen() const { return seenFrom(m_world, m_wall, glm::dvec3(m_world.position(m_body))); }

    bool passed(glm::dvec3 before, glm::dvec3 now) const {
        if (m_trial.round) {
            // The nearest point of the way to the middle of the sphere.
            const glm::dvec3 way = now - before;
            const double squared = glm::dot(way, way);
            const double t = squared > 0 ? glm::clamp(-glm::dot(before, way) / squared, 0.0, 1.0) : 0.0;
            return glm::length(before + t * way) < 0.95 * double(m_radius);
        }
        if (!(before.x < 0 && now.x >= 0))
            return false;
        const glm::dvec3 at = before + (before.x / (before.x - now.x)) * (now - before);
        const double edge = double(kWallHalfWidth);
        return std::fabs(at.y) < edge && std::fabs(at.z) < edge;
    }

    Random m_random;
    Trial m_trial{};
    World m_world;
    BodyId m_wall, m_body;
    float m_radius = 0;
    double m_gap = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const long count = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 2000;
    const long first = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 0;
    long failures = 0;
    for (long i = first; i < first + count; ++i) {
        Shot shot{uint64_t(i)};
        const Trial& t = shot.run();
        if (!t.failure)
            continue;
        if (++failures <= 20)
            std::printf("trial %ld: a %s of %.3g m at %.3g m/s and %.3g rad/s, %.3g degrees from a %s %s wall "
                        "(%.3g m): %s\n",
                        i, kBodyNames[t.body], t.size, t.speed, t.spin, t.grazing, kWallNames[t.wall],
                        t.round ? "round" : "flat", t.thickness, t.failure);
    }
    std::printf("%ld trials, %ld failures\n", count, failures);
    return failures == 0 && count > 0 ? 0 : 1;
}
