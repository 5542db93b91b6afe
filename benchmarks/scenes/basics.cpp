// A box by itself.
#include "scenes/build.h"

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

class SingleBox : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        const glm::quat tilt = turn(radians(m_parameters[1].value), glm::normalize(glm::vec3(1, 0, 0.6f)));
        m_box = addBox(world, {0, 0.9f + m_parameters[0].value, 0}, glm::vec3(0.5f), 1000, {}, tilt);
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        if (!world.isValid(m_box))
            return {};
        const BodyState state = world.state(m_box);
        return text("speed %.3f m/s, spin %.3f rad/s, %s", double(glm::length(state.linearVelocity)),
                    double(glm::length(state.angularVelocity)), state.awake ? "awake" : "asleep");
    }

private:
    Parameter m_parameters[2] = {{"height", "m", "Free height that the box falls.", 3, 0, 20},
                                 {"tilt", "deg", "How far the box is turned when let go.", 30, 0, 90}};
    BodyId m_box;
};

// The box hangs in space, so that nothing but the blow acts on it, until it meets the wall.
class OffCentreStrike : public Scene {
public:
    void build(World& world) override {
        addStaticBox(world, {6, 2, 0}, {0.25f, 2, 3});
        m_box = addBox(world, kStart, glm::vec3(kHalf), 100);
        m_step = 0;
        m_struck = false;
    }
    void beforeStep(World& world, float, uint64_t step) override {
        m_step = step;
        if (step != kStrikeStep)
            return;
        if (!world.isValid(m_box))
            return;
        m_struck = world.applyImpulseAt(m_box, impulse(), point());
    }
    std::span<Parameter> parameters() override { return m_parameters; }

    void draw(const World& world, DebugDraw& draw) const override {
        const uint64_t shownAfter = 45;
        if (!m_struck || m_step < kStrikeStep + shownAfter) {
            const glm::vec3 along = impulse() * kMetresPerImpulse;
            drawArrow(draw, point() - along, point(), kImpulseColor);
            draw.point(point(), 8, kImpulseColor);
        }
        if (!world.isValid(m_box))
            return;
        const glm::vec3 center = world.centerOfMass(m_box);
        drawArrow(draw, center, center + 0.5f * velocityOf(world, m_box), kVelocityColor);
        const glm::vec3 spin = world.angularVelocity(m_box);
        drawArc(draw, center, spin, 0.9f, glm::min(0.5f * glm::length(spin), 6.0f), kSpinColor);

        std::vector<Contact> contacts;
        world.contacts(contacts);
        for (const Contact& contact : contacts)
            for (int i = 0; i < contact.pointCount; ++i) {
                const ContactPoint& p = contact.points[i];
                drawArrow(draw, p.position, p.position + contact.normal * (p.normalImpulse * kMetresPerImpulse),
                          kImpulseColor);
            }
    }

    std::string status(const World& world) const override {
        if (!world.isValid(m_box))
            return {};
        const glm::vec3 v = velocityOf(world, m_box), w = world.angularVelocity(m_box);
        const float mass = world.mass(m_box), inertia = world.massProperties(m_box).principalInertia.x;
        const float j = m_parameters[2].value;
        return text(
            "v = (%.2f, %.2f, %.2f) m/s, J/m = %.2f;  w = (%.2f, %.2f, %.2f) rad/s, r x J / I = (0, %.2f, %.2f)",
            double(v.x), double(v.y), double(v.z), double(j / mass), double(w.x), double(w.y), double(w.z),
            double(m_parameters[1].value * j / inertia), double(-m_parameters[0].value * j / inertia));
    }

private:
    static constexpr glm::vec3 kStart{-3, 2, 0};
    static constexpr float kHalf = 0.5f;
    static constexpr uint64_t kStrikeStep = 45;
    static constexpr float kMetresPerImpulse = 0.003f;

    glm::vec3 impulse() const { return {m_parameters[2].value, 0, 0}; }
    glm::vec3 point() const { return kStart + glm::vec3(-kHalf, m_parameters[0].value, m_parameters[1].value); }

    Parameter m_parameters[3] = {
        {"height", "m", "How far above the centre of mass the box is struck. At 0 it does not turn about z.", 0.25f,
         -0.5f, 0.5f},
        {"side", "m", "How far beside the centre of mass, along z. At 0 it does not turn about y.", 0, -0.5f, 0.5f},
        {"impulse", "N s", "How hard: the box has 100 kg, so 300 N s give it 3 m/s.", 300, 0, 1000}};
    BodyId m_box;
    uint64_t m_step = 0;
    bool m_struck = false;
};

const Registration singleBox({.name = "single_box",
                              .category = "Basics",
                              .lookFor = "A tilted box lands on an edge, rocks to rest and falls asleep.",
                              .view = {{0, 1.5f, 0}, 8, 30, 15},
                              .moment = 54,
                              .make = []() -> std::unique_ptr<Scene> { return std::make_unique<SingleBox>(); }});
const Registration
    offCentreStrike({.name = "off_centre_strike",
                     .category = "Basics",
                     .lookFor = "Orange: the blow and contact impulses. Blue: velocity, the same wherever it is "
                                "struck. Pink arc: spin; at offset 0 there is none.",
                     .view = {{1.6f, 2, 0}, 12, 10, 12},
                     .moment = 100,
                     .settings = weightless(),
                     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<OffCentreStrike>(); }});

}  // namespace

}  // namespace drystone::scenes
