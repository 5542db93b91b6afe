// Cubes upon cubes.
#include "scenes/performance.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace drystone::scenes {

namespace {

class Stack : public Scene {
public:
    explicit Stack(float count) : m_parameters{{"boxes", "", "Height of the stack.", count, 1, 200}} {}
    void build(World& world) override {
        addFloor(world);
        m_boxes.clear();
        addStack(world, {0, 0, 0}, int(m_parameters[0].value), 1.0f, &m_boxes);
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        if (m_boxes.empty())
            return {};
        const glm::vec3 top = positionOf(world, m_boxes.back());
        if (top.y < 0.5f * float(m_boxes.size()))
            return "the tower fell";
        return text("top: sunk %.2f mm, drifted %.2f mm;  deepest overlap %.2f mm",
                    1000.0 * double(float(m_boxes.size()) - 0.5f - top.y),
                    1000.0 * double(glm::length(glm::vec2(top.x, top.z))),
                    1000.0 * double(world.measures().maxPenetration));
    }

private:
    Parameter m_parameters[1];
    std::vector<BodyId> m_boxes;
};

class Pyramid : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        addPyramid(world, int(m_parameters[0].value), 0.5f, -0.5f * m_parameters[0].value, 0);
    }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    Parameter m_parameters[1] = {{"rows", "", "Rows of the pyramid, which is as wide as it is high.", 20, 1, 60}};
};

// Each pair stands apart: a box of a tonne or ten on a light one of the same size.
class MassRatio : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        for (int i = 0; i < 4; ++i) {
            const float x = 2.5f * (float(i) - 1.5f);
            addBox(world, {x, 0.5f, 0}, glm::vec3(0.5f), 1);
            m_heavy[i] = addBox(world, {x, 1.5f, 0}, glm::vec3(0.5f), kRatios[i]);
        }
    }
    std::string status(const World& world) const override {
        std::string line = "heavy box sunk:";
        for (int i = 0; i < 4; ++i) {
            const float sunk = 1.5f - positionOf(world, m_heavy[i]).y;
            line += sunk > 0.5f ? text("  %.0f:1 fell", double(kRatios[i]))
                                : text("  %.0f:1 %.1f mm", double(kRatios[i]), 1000.0 * double(sunk));
        }
        return line;
    }

private:
    static constexpr float kRatios[4] = {1, 10, 100, 1000};
    BodyId m_heavy[4];
};

template <int count>
std::unique_ptr<Scene> makeStack() {
    return std::make_unique<Stack>(float(count));
}

const Registration
    stack10({.name = "stack_10",
             .category = "Stacks",
             .lookFor = "Ten cubes stand without leaning, sinking or trembling, and sleep within a second.",
             .view = {{0, 5, 0}, 20, 30, 10},
             .make = makeStack<10>});
const Registration
    stack50({.name = "stack_50",
             .category = "Stacks",
             .lookFor = "Fifty cubes. Under the soft step their load sinks the tower by 0.7 m; kept from sleep it "
                        "topples within 10 s. Under the support step, the default, it stands, "
                        "sunk by 0.1 mm.",
             .view = {{0, 22, 0}, 90, 30, 6},
             .make = makeStack<50>});
const Registration pyramid20({.name = "pyramid_20",
                              .category = "Stacks",
                              .lookFor = "210 cubes share the load: no row slides apart. Throw a ball at it.",
                              .view = {{0, 8, 0}, 38, 25, 10},
                              .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Pyramid>(); }});
const Registration massRatio(
    {.name = "mass_ratio",
     .category = "Stacks",
     .lookFor = "Boxes of 1, 10, 100 and 1000 kg, each on one of 1 kg: how far each sinks in. Under the soft step the "
                "heaviest falls; under the support step, the default, all stand.",
     .view = {{0.4f, 1.2f, 0}, 12, 0, 10},
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<MassRatio>(); }});

}  // namespace

}  // namespace drystone::scenes
