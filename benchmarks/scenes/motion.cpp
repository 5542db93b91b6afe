// Bodies in motion: spin, collisions in a row, speed.
#include "scenes/build.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

class Dzhanibekov : public Scene {
public:
    void build(World& world) override {
        m_body = world.createBody({.position = {0, 2, 0}});
        world.createShape(m_body, {.geometry = Box{{0.5f, 0.08f, 0.08f}}});
        world.createShape(m_body, {.geometry = Box{{0.06f, 0.25f, 0.06f}}, .position = {0, 0.33f, 0}});
        // The stem is the middle axis of inertia; a thousandth of the spin beside it starts the flips.
        const float spin = m_parameters[0].value;
        world.setAngularVelocity(m_body, {0.001f * spin, spin, 0.001f * spin});
        m_flips = 0;
        m_upright = true;
        const WorldMeasures measures = world.measures();
        m_energy = measures.kineticEnergy;
        m_momentum = angularMomentum(world);
    }
    void beforeStep(World& world, float, uint64_t) override {
        // Half a turn of the stem, with room, so that wobbling about the middle counts once.
        if (!world.isValid(m_body))
            return;
        const float along = (world.rotation(m_body) * glm::vec3(0, 1, 0)).y;
        if (along * (m_upright ? 1.0f : -1.0f) < -0.7f) {
            m_upright = !m_upright;
            ++m_flips;
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World& world, DebugDraw& draw) const override {
        if (!world.isValid(m_body))
            return;
        const glm::vec3 center = world.centerOfMass(m_body), spin = world.angularVelocity(m_body);
        drawArrow(draw, center, center + 0.2f * spin, kSpinColor);
        drawArc(draw, center, spin, 0.8f, 4, kSpinColor);
    }
    std::string status(const World& world) const override {
        return text("%d flips;  kinetic energy %.2f %%, |L| %.3f %% of the start", m_flips,
                    100.0 * world.measures().kineticEnergy / m_energy,
                    100.0 * double(angularMomentum(world) / m_momentum));
    }

private:
    // |I w| about the centre of mass.
    float angularMomentum(const World& world) const {
        if (!world.isValid(m_body))
            return 0.0f;
        const MassProperties mass = world.massProperties(m_body);
        const glm::quat principal = world.rotation(m_body) * mass.principalRotation;
        return glm::length(mass.principalInertia * (glm::conjugate(principal) * world.angularVelocity(m_body)));
    }

    Parameter m_parameters[1] = {{"spin", "rad/s", "Turning speed about the stem.", 8, 1, 20}};
    BodyId m_body;
    int m_flips = 0;
    bool m_upright = true;
    double m_energy = 1;
    float m_momentum = 1;
};

class NewtonsCradle : public Scene {
public:
    void build(World& world) override {
        const Material smooth{.friction = 0, .restitution = 1, .frictionRule = CombineRule::Multiply};
        addFloor(world, {.friction = 0, .restitution = 0, .frictionRule = CombineRule::Multiply});
        addStaticBox(world, {-8, 0.5f, 0}, {0.25f, 0.5f, 1}, smooth);
        addStaticBox(world, {8, 0.5f, 0}, {0.25f, 0.5f, 1}, smooth);
        const float pitch = 2 * kRadius + 0.001f * m_parameters[1].value;
        const int thrown = int(m_parameters[0].value);
        for (int i = 0; i < kBalls; ++i) {
            // What is thrown starts two metres away, its balls as far apart as those at rest.
            const float x = pitch * (float(i) - 2.0f) - (i < thrown ? 2.0f : 0.0f);
            m_balls[i] = world.createBody({.position = {x, kRadius, 0},
                                           .linearVelocity = {i < thrown ? 3.0f : 0.0f, 0, 0},
                                           .locks = AxisLock::LinearY | AxisLock::LinearZ | AxisLock::Rotation});
            world.createShape(m_balls[i], {.geometry = Sphere{kRadius}, .material = smooth});
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World& world, DebugDraw& draw) const override {
        for (const BodyId ball : m_balls) {
            const glm::vec3 from = positionOf(world, ball) + glm::vec3(0, 1.5f * kRadius, 0);
            drawArrow(draw, from, from + 0.5f * velocityOf(world, ball), kVelocityColor);
        }
    }
    std::string status(const World& world) const override {
        std::string line = "speeds (m/s):";
        for (const BodyId ball : m_balls)
            line += text(" %.3f", double(velocityOf(world, ball).x));
        return line;
    }

private:
    static constexpr int kBalls = 5;
    static constexpr float kRadius = 0.4f;
    Parameter m_parameters[2] = {{"thrown", "", "How many balls are thrown at the others.", 1, 1, 4},
                                 {"gap", "mm", "Gap between the balls at rest.", 80, 0, 200}};
    BodyId m_balls[kBalls];
};

class BulletsThinWall : public Scene {
public:
    void build(World& world) override {
        m_half = 0.0005f * m_parameters[0].value;
        const float radius = 0.0005f * m_parameters[1].value;
        addStaticBox(world, {0, 2, 0}, {m_half, 2, 4.5f}, {.restitution = 0.2f});
        Random random;
        for (int lane = 0; lane < kLanes; ++lane)
            for (int i = 0; i < kShots; ++i) {
                const float speed = kSpeeds[lane], step = speed / 60.0f;
                // Spread over a step's way, so that each shot meets the wall at another moment of a step.
                const float start =
                    m_half + radius + std::max(1.0f, 1.2f * step) + step * (float(i) + random.unit()) / float(kShots);
                const BodyId id = world.createBody({.position = {-start, 0.4f + 0.32f * float(i), float(lane) - 3.5f},
                                                    .linearVelocity = {speed, 0, 0},
                                                    .allowSleep = false});
                world.createShape(id,
                                  {.geometry = Sphere{radius},
                                   .density = 7800,
                                   .material = {.restitution = 0.2f},
                                   .filter = {.group = -1}});
                m_bullets[lane][i] = id;
            }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        std::string line = "passed of " + std::to_string(kShots) + ":";
        for (int lane = 0; lane < kLanes; ++lane) {
            int passed = 0;
            for (const BodyId id : m_bullets[lane])
                passed += positionOf(world, id).x > m_half;
            line += text("  %.0f m/s %d", double(kSpeeds[lane]), passed);
        }
        return line;
    }

private:
    static constexpr int kLanes = 8, kShots = 12;
    static constexpr float kSpeeds[kLanes] = {2, 5, 10, 20, 50, 100, 300, 1000};
    Parameter m_parameters[2] = {{"wall", "mm", "Thickness of the wall.", 50, 5, 500},
                                 {"bullet", "mm", "Diameter of a bullet.", 100, 10, 500}};
    BodyId m_bullets[kLanes][kShots];
    float m_half = 0;
};

class Dominoes : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        const int count = int(m_parameters[0].value);
        m_dominoes.clear();
        glm::vec3 position{0, kHalf.y, 0};
        for (int i = 0; i < count; ++i) {
            // A path of curves: each turns by less than what a falling domino still strikes squarely.
            const float heading = 1.3f * sine(0.09f * float(i));
            m_dominoes.push_back(addBox(world, position, kHalf, 700, {.friction = 0.5f}, turn(-heading, {0, 1, 0})));
            position += m_parameters[1].value * glm::vec3(cosine(heading), 0, sine(heading));
        }
        m_middle = 0.5f * position;
    }
    void beforeStep(World& world, float, uint64_t step) override {
        if (step != 30 || m_dominoes.empty())
            return;
        const BodyId first = m_dominoes.front();
        world.applyImpulseAt(first, {0.9f * world.mass(first), 0, 0},
                             positionOf(world, first) + glm::vec3(0, kHalf.y, 0));
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        int fallen = 0;
        for (const BodyId id : m_dominoes)
            fallen += world.isValid(id) && (world.rotation(id) * glm::vec3(0, 1, 0)).y < 0.8f;
        return text("%d of %d have fallen", fallen, int(m_dominoes.size()));
    }

private:
    static constexpr glm::vec3 kHalf{0.075f, 0.5f, 0.25f};
    Parameter m_parameters[2] = {
        {"dominoes", "", "How many stand in the row.", 90, 2, 400},
        {"spacing", "m", "From one to the next; each is 1 m high and 0.15 m thick.", 0.45f, 0.25f, 0.9f}};
    std::vector<BodyId> m_dominoes;
    glm::vec3 m_middle{0};
};

const Registration dzhanibekov({.name = "dzhanibekov",
                                .category = "Motion",
                                .lookFor = "A handle spinning about its middle axis flips over and over. Set the "
                                           "gyroscopic mode to none and it never does.",
                                .view = {{0, 2.1f, 0}, 5, 30, 15},
                                .moment = 120,
                                .settings = weightless(),
                                .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Dzhanibekov>(); }});
const Registration newtonsCradle(
    {.name = "newtons_cradle",
     .category = "Motion",
     .lookFor = "As many balls leave as arrive. There are no joints to hang them by yet: they slide on a smooth "
                "floor between two walls. Touching or apart, a blow passes through them within a step.",
     .view = {{0, 0.8f, 0}, 17, 0, 14},
     .moment = 120,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<NewtonsCradle>(); }});
const Registration bulletsThinWall(
    {.name = "bullets_thin_wall",
     .category = "Motion",
     .lookFor = "None passes, however fast and however thin the wall. Set fast bodies to speculative contacts, and "
                "those pass of which no step ends near the wall. The status line counts them.",
     .view = {{0, 2, 0}, 14, -40, 18},
     .moment = 120,
     .settings = weightless(),
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<BulletsThinWall>(); }});
const Registration dominoes({.name = "dominoes",
                             .category = "Motion",
                             .lookFor = "Each knocks over the next, round every curve to the end.",
                             .view = {{13, 0, 6.2f}, 25, 0, 38},
                             .moment = 400,
                             .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Dominoes>(); }});

}  // namespace

}  // namespace drystone::scenes
