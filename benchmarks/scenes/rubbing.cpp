// Friction that turns and friction that rolls, beside what Coulomb's law gives in closed form.
#include "scenes/build.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

constexpr float kGravity = 9.81f;

// A floor that leaves the coefficient to what is on it.
void addRoughFloor(World& world) {
    addFloor(world, {.friction = 10, .frictionRule = CombineRule::Minimum});
}

// Of a rectangle's points from its middle; a and b are its sides.
double meanRadius(double a, double b) {
    const double d = std::sqrt(a * a + b * b);
    return d / 6 + a * a / (12 * b) * std::log((b + d) / a) + b * b / (12 * a) * std::log((a + d) / b);
}

class SpinningPlates : public Scene {
public:
    void build(World& world) override {
        addRoughFloor(world);
        const Material material{.friction = m_parameters[0].value, .frictionRule = CombineRule::Minimum};
        for (int i = 0; i < kPlates; ++i) {
            const Plate& plate = kKinds[i];
            m_bodies[i] = world.createBody({.position = {1.6f * (float(i) - 1.5f), 0, 0}, .allowSleep = false});
            const float foot = plate.footed ? 0.1f : 0.0f;
            const Box slab{{0.5f * plate.x, 0.05f, 0.5f * plate.z}};
            world.createShape(m_bodies[i], {.geometry = slab, .position = {0, foot + 0.05f, 0}, .material = material});
            for (int corner = 0; plate.footed && corner < 4; ++corner) {
                const glm::vec3 at{corner & 1 ? kFoot : -kFoot, 0.5f * foot, corner & 2 ? kFoot : -kFoot};
                world.createShape(m_bodies[i],
                                  {.geometry = Box{{0.04f, 0.5f * foot, 0.04f}}, .position = at, .material = material});
            }
            world.setAngularVelocity(m_bodies[i], {0, m_parameters[1].value, 0});
            m_stopped[i] = 0;
        }
        m_time = 0;
    }
    void beforeStep(World& world, float dt, uint64_t) override {
        for (int i = 0; i < kPlates; ++i)
            if (m_stopped[i] == 0 && m_time > 0 && world.isValid(m_bodies[i]) &&
                glm::length(world.angularVelocity(m_bodies[i])) < 0.01f)
                m_stopped[i] = m_time;
        m_time += dt;
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World& world, DebugDraw& draw) const override {
        for (const BodyId body : m_bodies)
            if (world.isValid(body))
                drawArc(draw, world.position(body) + glm::vec3(0, 0.35f, 0), {0, 1, 0}, 0.3f,
                        std::fmin(0.3f * std::fabs(world.angularVelocity(body).y), 6.0f), kSpinColor);
    }
    std::string status(const World& world) const override {
        std::string line = "stops after, exact:";
        for (int i = 0; i < kPlates; ++i)
            line += text("\n%s: %.2f s, %.2f s", kKinds[i].name, double(m_stopped[i]), exact(world, i));
        return line;
    }

private:
    struct Plate {
        const char* name;
        float x, z;  // sides (m)
        bool footed;
    };
    static constexpr int kPlates = 4;
    static constexpr Plate kKinds[kPlates] = {
        {"square", 1, 1, false}, {"1 : 3", 1.2f, 0.4f, false}, {"bar", 1.3f, 0.1f, false}, {"feet", 1, 1, true}};
    static constexpr float kFoot = 0.45f;  // of a foot's middle from the plate's, along each side

    // The torque mu N times the mean distance of the pressed area stops it evenly.
    double exact(const World& world, int i) const {
        if (!world.isValid(m_bodies[i]))
            return 0;
        const MassProperties mass = world.massProperties(m_bodies[i]);
        const glm::vec3 up = glm::conjugate(mass.principalRotation) * glm::vec3(0, 1, 0);
        const double inertia = double(glm::dot(up * up, mass.principalInertia)) / double(mass.mass);
        const Plate& plate = kKinds[i];
        const double radius =
            plate.footed ? std::sqrt(2.0) * double(kFoot) : meanRadius(double(plate.x), double(plate.z));
        return inertia * double(m_parameters[1].value) / (double(m_parameters[0].value * kGravity) * radius);
    }

    Parameter m_parameters[2] = {{"friction", "", "Coefficient of all plates.", 0.3f, 0.05f, 1},
                                 {"spin", "rad/s", "Turning speed at the start.", 20, 1, 60}};
    BodyId m_bodies[kPlates];
    float m_stopped[kPlates]{};
    float m_time = 0;
};

class RollingRace : public Scene {
public:
    void build(World& world) override {
        addRoughFloor(world);
        const float speed = m_parameters[0].value;
        for (int i = 0; i < kLanes; ++i) {
            // Before: balls that slide at first, with more and more friction. Behind: rolling ones that are resisted.
            m_sliding[i] = addBall(world, i, 1.0f, {.friction = kFriction[i], .frictionRule = CombineRule::Minimum});
            m_rolling[i] =
                addBall(world, i, -1.0f,
                        {.friction = 0.8f, .rollingResistance = kResistance[i], .frictionRule = CombineRule::Minimum});
            world.setLinearVelocity(m_sliding[i], {speed, 0, 0});
            world.setLinearVelocity(m_rolling[i], {speed, 0, 0});
            world.setAngularVelocity(m_rolling[i], {0, 0, -speed / kRadius});
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World& world, DebugDraw& draw) const override {
        const float v = m_parameters[0].value;
        for (int i = 0; i < kLanes; ++i) {
            mark(draw, lane(i, 1.0f), 12 * v * v / (49 * kFriction[i] * kGravity));
            if (kResistance[i] > 0)
                mark(draw, lane(i, -1.0f), 0.7f * v * v / (kResistance[i] * kGravity));
            for (const BodyId ball : {m_sliding[i], m_rolling[i]}) {
                const glm::vec3 from = positionOf(world, ball) + glm::vec3(0, 1.5f * kRadius, 0);
                drawArrow(draw, from, from + 0.3f * velocityOf(world, ball), kVelocityColor);
            }
        }
    }
    std::string status(const World& world) const override {
        const float v = m_parameters[0].value;
        std::string line = "in front speed / start (5/7); behind way, stops at:";
        for (int i = 0; i < kLanes; ++i) {
            const double way = double(positionOf(world, m_rolling[i]).x - kStart);
            line += text("\nmu %.2f: %.3f;  resistance %.1f: %.2f m", double(kFriction[i]),
                         double(velocityOf(world, m_sliding[i]).x / v), double(kResistance[i]), way);
            if (kResistance[i] > 0)
                line += text(", %.2f m", double(0.7f * v * v / (kResistance[i] * kGravity)));
        }
        return line;
    }

private:
    static constexpr int kLanes = 4;
    static constexpr float kRadius = 0.2f, kStart = -6;
    static constexpr float kFriction[kLanes] = {0.05f, 0.1f, 0.3f, 0.8f};
    static constexpr float kResistance[kLanes] = {0, 0.1f, 0.2f, 0.4f};

    static float lane(int i, float side) { return side * (0.6f + 0.6f * float(i)); }
    BodyId addBall(World& world, int i, float side, const Material& material) {
        return addSphere(world, {kStart, kRadius, lane(i, side)}, kRadius, 1000, material);
    }
    // A line across the lane, so far from the start.
    static void mark(DebugDraw& draw, float z, float distance) {
        const float x = kStart + distance;
        draw.line({x, 0.01f, z - 0.25f}, {x, 0.01f, z + 0.25f}, kMarkColor);
    }

    Parameter m_parameters[1] = {{"speed", "m/s", "Of every ball at the start.", 4, 0.5f, 12}};
    BodyId m_sliding[kLanes], m_rolling[kLanes];
};

const Registration spinningPlates(
    {.name = "spinning_plates",
     .category = "Materials",
     .lookFor = "Each plate stops when mu N times the mean distance of what it presses says, whatever its form. With "
                "friction per point they stop too early: that counts the corners alone.",
     .view = {{0, 0.1f, 0}, 8, 10, 35},
     .moment = 60,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<SpinningPlates>(); }});
const Registration rollingRace(
    {.name = "rolling_race",
     .category = "Materials",
     .lookFor = "In front balls slide, and roll from their marks on, all at 5/7 of the speed, whatever the friction. "
                "Behind they roll from the start and stop at their marks; the one without resistance never does.",
     .view = {{0, 0, 0}, 14, 10, 35},
     .moment = 120,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<RollingRace>(); }});

}  // namespace

}  // namespace drystone::scenes
