// Walls, cards and towers: what stands by contact and friction alone.
#include "scenes/build.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

class WallAndBall : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        const int rows = int(m_parameters[1].value);
        const glm::vec3 half{0.2f, 0.25f, 0.5f};
        for (int row = 0; row < rows; ++row) {
            // Running bond: every other course is offset by half a brick.
            const float offset = row % 2 ? 0.5f : 0.0f;
            for (int i = 0; i < 10; ++i)
                addBox(world, {0, half.y * float(2 * row + 1), -4.75f + float(i) + offset}, half, 600);
        }
        const BodyId ball = addSphere(world, {-14, 2, 0}, 0.6f, 600, {.rollingResistance = kRollingResistance});
        world.setLinearVelocity(ball, {m_parameters[0].value, 3, 0});
    }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    Parameter m_parameters[2] = {{"ball speed", "m/s", "How fast the ball is thrown at the wall.", 25, 1, 60},
                                 {"courses", "", "Courses of ten bricks.", 10, 1, 24}};
};

// No two stones alike, none held by anything but its weight.
class DryStoneWall : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        Random random(7);
        const int courses = int(m_parameters[0].value);
        const float length = 6, gap = 0.004f;
        float y = 0;
        for (int course = 0; course < courses; ++course) {
            const float halfHeight = random.range(0.09f, 0.16f);
            // The wall narrows upwards, as real ones do.
            const float halfDepth = 0.4f - 0.2f * float(course) / float(courses);
            float x = -0.5f * length;
            while (x < 0.5f * length - 0.3f) {
                float width = random.range(0.3f, 0.8f);
                if (x + width > 0.5f * length - 0.3f)
                    width = 0.5f * length - x;
                const float depth = halfDepth * random.range(0.9f, 1.0f);
                addBox(world, {x + 0.5f * width, y + halfHeight, random.range(-0.02f, 0.02f)},
                       {0.5f * width - gap, halfHeight, depth}, 2600, kStone);
                x += width;
            }
            y += 2 * halfHeight;
        }
        // Copes: slabs on edge along the top.
        const glm::vec3 cope{0.07f, 0.16f, 0.24f};
        for (float x = -0.5f * length + cope.x; x < 0.5f * length - cope.x; x += 2 * (cope.x + gap))
            addBox(world, {x, y + cope.y, 0}, cope, 2600, kStone);
    }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    static constexpr Material kStone{.friction = 0.7f};
    Parameter m_parameters[1] = {{"courses", "", "Courses of stones under the copes.", 8, 1, 20}};
};

class CardHouse : public Scene {
public:
    void build(World& world) override {
        addFloor(world, kCard);
        m_levels = int(m_parameters[0].value);
        m_top = {};
        // A leaning pair covers one card's length of the ground, so that the flat cards above reach from the top of
        // one pair to that of the next.
        const float lean = leanAngle();
        const float s = sine(lean), c = cosine(lean);
        const float height = kThick * s + kLength * c, offset = 0.5f * (kThick * c + kLength * s);
        const glm::vec3 half{0.5f * kThick, 0.5f * kLength, 0.5f * kWide};
        float y = 0;
        for (int level = 0; level < m_levels; ++level) {
            const int pairs = m_levels - level;
            for (int i = 0; i < pairs; ++i) {
                const float x = kLength * (float(i) - 0.5f * float(pairs - 1));
                addBox(world, {x - offset, y + 0.5f * height, 0}, half, 600, kCard, turn(-lean, {0, 0, 1}));
                m_top = addBox(world, {x + offset, y + 0.5f * height, 0}, half, 600, kCard, turn(lean, {0, 0, 1}));
            }
            y += height;
            for (int i = 0; i + 1 < pairs; ++i)
                addBox(world, {kLength * (float(i) - 0.5f * float(pairs - 2)), y + 0.5f * kThick, 0},
                       {0.5f * (kLength - kGap), 0.5f * kThick, 0.5f * kWide}, 600, kCard);
            y += kThick;
        }
        m_topStart = positionOf(world, m_top);
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        const float moved = glm::length(positionOf(world, m_top) - m_topStart);
        return text("a top card has moved %.1f mm: the house %s", 1000.0 * double(moved),
                    moved < 0.1f ? "stands" : "fell");
    }

private:
    // The lean at which a pair is as wide as a card is long: t cos a + l sin a = (l - gap) / 2.
    static float leanAngle() {
        float low = 0, high = 0.7f;
        for (int i = 0; i < 30; ++i) {
            const float a = 0.5f * (low + high);
            (kThick * cosine(a) + kLength * sine(a) < 0.5f * (kLength - kGap) ? low : high) = a;
        }
        return low;
    }

    static constexpr float kLength = 1.0f, kThick = 0.03f, kWide = 0.7f, kGap = 0.004f;
    static constexpr Material kCard{.friction = 0.8f};
    Parameter m_parameters[1] = {{"levels", "", "Levels of leaning pairs.", 3, 1, 7}};
    int m_levels = 0;
    BodyId m_top;
    glm::vec3 m_topStart{0};
};

class Jenga : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        m_count = 0;
        // Ten times the size of the toy: 3 blocks a level, turned by a right angle from level to level.
        const glm::vec3 half{0.375f, 0.075f, 0.124f};
        const int pulled = int(m_parameters[0].value);
        for (int level = 0; level < kLevels; ++level)
            for (int i = -1; i <= 1; ++i) {
                // Middle blocks go from every second level, from the bottom up; a level stands on its outer two.
                if (i == 0 && level % 2 == 1 && level / 2 < pulled)
                    continue;
                const float y = half.y * float(2 * level + 1), side = 0.25f * float(i);
                const bool along = level % 2 == 0;
                const glm::vec3 position = along ? glm::vec3(0, y, side) : glm::vec3(side, y, 0);
                m_top =
                    addBox(world, position, along ? half : glm::vec3(half.z, half.y, half.x), 600, {.friction = 0.5f});
                ++m_count;
            }
        m_topHeight = positionOf(world, m_top).y;
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        return text("%d blocks; the top has sunk %.2f mm", m_count,
                    1000.0 * double(m_topHeight - positionOf(world, m_top).y));
    }

private:
    static constexpr int kLevels = 18;
    Parameter m_parameters[1] = {{"pulled", "", "Middle blocks taken out before the start.", 0, 0, 9}};
    BodyId m_top;
    float m_topHeight = 0;
    int m_count = 0;
};

const Registration
    wallAndBall({.name = "wall_and_ball",
                 .category = "Stacks",
                 .lookFor = "The ball breaks the wall where it strikes; the rest stays up and falls asleep. At 40 m/s "
                            "little is left of it.",
                 .view = {{-1, 2, 0}, 18, -55, 14},
                 .moment = 75,
                 .make = []() -> std::unique_ptr<Scene> { return std::make_unique<WallAndBall>(); }});
const Registration dryStoneWall(
    {.name = "dry_stone_wall",
     .category = "Stacks",
     .lookFor = "Stones of all sizes and no mortar: friction and weight hold the wall. Pull one out, or shoot at it.",
     .view = {{0, 1.2f, 0}, 8.5f, 25, 12},
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<DryStoneWall>(); }});
const Registration cardHouse(
    {.name = "card_house",
     .category = "Stacks",
     .lookFor = "Leaning cards hold each other up by friction alone. Lower the friction and the house slides flat.",
     .view = {{0, 1.4f, 0}, 7, 12, 6},
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<CardHouse>(); }});
const Registration
    jenga({.name = "jenga",
           .category = "Stacks",
           .lookFor = "54 blocks in 18 levels stand still. Pull a block with the mouse, or start with some pulled.",
           .view = {{0, 1.4f, 0}, 6, 35, 10},
           .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Jenga>(); }});

}  // namespace

}  // namespace drystone::scenes
