// Force fields: where the position integrators differ. Bodies that only fall are exact in most of them.
#include "scenes/build.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

// Planets that do not see each other round a centre that attracts by the inverse square.
class Orbit : public Scene {
public:
    void build(World& world) override {
        world.setForceField({pull, this});
        const float speedup = 2 * 3.14159265f / m_parameters[0].value;
        m_attraction = kSize * kSize * kSize * speedup * speedup;
        addStaticBox(world, kCenter, glm::vec3(0.12f), {});
        for (int i = 0; i < kPlanets; ++i) {
            // From the far end of the ellipse, across.
            const float e = kEccentricity[i];
            const float speed = std::sqrt(m_attraction / kSize * (1 - e) / (1 + e));
            m_planets[i] = world.createBody({.position = kCenter + glm::vec3(kSize * (1 + e), 0, 0),
                                             .linearVelocity = {0, 0, speed},
                                             .allowSleep = false});
            m_worst[i] = 0;
            world.createShape(m_planets[i], {.geometry = Sphere{0.1f}, .filter = {.mask = 0}});
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World& world, DebugDraw& draw) const override {
        for (int i = 0; i < kPlanets; ++i) {
            glm::vec3 last = place(i, 0);
            for (int step = 1; step <= kSegments; ++step) {
                const glm::vec3 next = place(i, 2 * kPi * double(step) / kSegments);
                draw.line(last, next, kMarkColor);
                last = next;
            }
            draw.point(exact(world, i), 7, kVelocityColor);
        }
    }
    void beforeStep(World& world, float, uint64_t) override {
        for (int i = 0; i < kPlanets; ++i)
            if (world.isValid(m_planets[i]) && std::fabs(energyError(world, i)) > std::fabs(m_worst[i]))
                m_worst[i] = energyError(world, i);
    }
    std::string status(const World& world) const override {
        std::string line = "eccentricity: worst energy, off the exact place";
        for (int i = 0; i < kPlanets; ++i)
            line += text("\n%.1f: %+.3f %%, %.3f m", double(kEccentricity[i]), 100 * m_worst[i],
                         double(glm::distance(positionOf(world, m_planets[i]), exact(world, i))));
        return line;
    }

private:
    static constexpr int kPlanets = 3, kSegments = 72;
    static constexpr double kPi = 3.14159265358979323846;
    static constexpr float kSize = 2;  // half the long axis of every orbit (m): so all have one period
    static constexpr float kEccentricity[kPlanets] = {0, 0.4f, 0.7f};
    static constexpr glm::vec3 kCenter{0, 0, 0};

    static glm::vec3 pull(void* user, const ForceFieldPoint& point) {
        const glm::vec3 r = point.position - kCenter;
        const float square = glm::dot(r, r);
        return r * (-static_cast<const Orbit*>(user)->m_attraction / (square * std::sqrt(square)));
    }
    // Share of the energy that the planet has too much.
    double energyError(const World& world, int i) const {
        const glm::vec3 v = world.linearVelocity(m_planets[i]);
        const float distance = glm::distance(world.position(m_planets[i]), kCenter);
        const double start = -0.5 * double(m_attraction / kSize);
        return (0.5 * double(glm::dot(v, v)) - double(m_attraction / distance) - start) / std::fabs(start);
    }
    // At an eccentric anomaly, counted from the far end.
    static glm::vec3 place(int i, double anomaly) {
        const double e = double(kEccentricity[i]);
        return kCenter +
            kSize * glm::vec3(float(std::cos(anomaly) + e), 0, float(std::sqrt(1 - e * e) * std::sin(anomaly)));
    }
    // Kepler's equation, by Newton. Counted from the far end its sign is plus.
    glm::vec3 exact(const World& world, int i) const {
        const double e = double(kEccentricity[i]);
        const double mean = 2 * kPi * std::fmod(world.time() / double(m_parameters[0].value), 1.0);
        double anomaly = mean;
        for (int pass = 0; pass < 20; ++pass)
            anomaly -= (anomaly + e * std::sin(anomaly) - mean) / (1 + e * std::cos(anomaly));
        return place(i, anomaly);
    }

    Parameter m_parameters[1] = {{"period", "s", "Of one round, the same for all three.", 3, 0.5f, 10}};
    BodyId m_planets[kPlanets];
    double m_worst[kPlanets]{};
    float m_attraction = 0;  // m^3/s^2
};

// Balls that the air brakes by the square of their speed.
class DragFall : public Scene {
public:
    void build(World& world) override {
        world.setForceField({brake, nullptr});
        addFloor(world);
        for (int i = 0; i < kBalls; ++i) {
            m_balls[i] = addSphere(world, {lane(i), kHeight, 0}, kRadius);
            m_error[i] = 0;
        }
    }
    void beforeStep(World& world, float, uint64_t) override {
        for (int i = 0; i < kBalls; ++i)
            if (positionOf(world, m_balls[i]).y > 1 + kRadius)
                m_error[i] = double(kHeight - positionOf(world, m_balls[i]).y) - exact(world, i);
    }
    void draw(const World& world, DebugDraw& draw) const override {
        for (int i = 0; i < kBalls; ++i) {
            const glm::vec3 at = positionOf(world, m_balls[i]);
            drawArrow(draw, at, at + 0.2f * velocityOf(world, m_balls[i]), kVelocityColor);
            const float y = kHeight - float(exact(world, i));
            if (y > kRadius)
                draw.line({lane(i) - 0.5f, y, 0}, {lane(i) + 0.5f, y, 0}, kMarkColor);
        }
    }
    std::string status(const World& world) const override {
        std::string line = "final speed: speed now, too far by";
        for (int i = 0; i < kBalls; ++i)
            line += text("\n%g m/s: %.2f m/s, %+.2f mm", double(kFinal[i]), double(-velocityOf(world, m_balls[i]).y),
                         1000 * m_error[i]);
        return line;
    }

private:
    static constexpr int kBalls = 4;
    static constexpr float kHeight = 12, kRadius = 0.25f, kGravity = 9.81f;
    static constexpr float kFinal[kBalls] = {0.5f, 2, 5, 20};

    static constexpr float lane(int i) { return 1.5f * (float(i) - 1.5f); }
    static glm::vec3 brake(void*, const ForceFieldPoint& point) {
        const float where = point.position.x / 1.5f + 1.5f;
        const int i = int(glm::clamp(where + 0.5f, 0.0f, float(kBalls - 1)));
        return point.velocity * (-kGravity * glm::length(point.velocity) / (kFinal[i] * kFinal[i]));
    }
    // What a ball has fallen by now.
    static double exact(const World& world, int i) {
        const double final = double(kFinal[i]), g = double(kGravity);
        const double x = g * world.time() / final;
        const double logCosh = x + std::log1p(std::exp(-2 * x)) - std::log(2.0);
        return final * final / g * logCosh;
    }

    BodyId m_balls[kBalls];
    double m_error[kBalls]{};
};

const Registration
    orbit({.name = "orbit",
           .category = "Motion",
           .lookFor = "Planets keep to their ellipses under Verlet and RK4; explicit Euler throws them out. "
                      "With one substep each integrator shows its own way of going wrong.",
           .view = {{0.6f, 0, 0}, 9.5f, 10, 60},
           .moment = 120,
           .settings = weightless(),
           .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Orbit>(); }});
const Registration dragFall(
    {.name = "drag_fall",
     .category = "Motion",
     .lookFor = "Balls fall to the speed at which the air holds them. Verlet and RK4 keep to the lines of the exact "
                "solution; both Euler methods are off by millimetres to centimetres.",
     .view = {{0, 7, 0}, 24, 0, 5},
     .moment = 100,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<DragFall>(); }});

}  // namespace

}  // namespace drystone::scenes
