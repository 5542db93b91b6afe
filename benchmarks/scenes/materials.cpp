// Restitution and friction.
#include "scenes/build.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

class RestitutionRow : public Scene {
public:
    void build(World& world) override {
        addFloor(world, {.friction = 0.5f, .restitution = 0});
        for (int i = 0; i < kBalls; ++i) {
            const Material material{
                .friction = 0.5f, .restitution = coefficient(i), .restitutionRule = CombineRule::Maximum};
            m_balls[i] = addSphere(world, {1.2f * (float(i) - 5.0f), kRadius + m_parameters[0].value, 0}, kRadius, 1000,
                                   material);
            m_apex[i] = 0;
            m_bounces[i] = 0;
            m_last[i] = 0;
        }
    }
    void beforeStep(World& world, float, uint64_t) override {
        for (int i = 0; i < kBalls; ++i) {
            const float speed = velocityOf(world, m_balls[i]).y;
            if (speed > 0 && m_last[i] < 0)
                ++m_bounces[i];
            if (m_bounces[i] == 1)
                m_apex[i] = std::max(m_apex[i], positionOf(world, m_balls[i]).y - kRadius);
            m_last[i] = speed;
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World&, DebugDraw& draw) const override {
        for (int i = 0; i < kBalls; ++i) {
            const float x = 1.2f * (float(i) - 5.0f), e = coefficient(i);
            const float y = 2 * kRadius + e * e * m_parameters[0].value;
            draw.line({x - 0.45f, y, 0}, {x + 0.45f, y, 0}, kMarkColor);
        }
    }
    std::string status(const World&) const override {
        std::string line = "first rebound / drop (e squared):";
        for (int i = 1; i < kBalls; i += 3)
            line += text("  %.3f (%.2f)", double(m_apex[i] / m_parameters[0].value),
                         double(coefficient(i) * coefficient(i)));
        return line;
    }

private:
    static constexpr int kBalls = 11;
    static constexpr float kRadius = 0.3f;
    static float coefficient(int i) { return 0.1f * float(i); }
    Parameter m_parameters[1] = {{"drop", "m", "Height of the drop, from the ball's underside.", 4, 0.1f, 20}};
    BodyId m_balls[kBalls];
    float m_apex[kBalls]{}, m_last[kBalls]{};
    int m_bounces[kBalls]{};
};

class FrictionRamp : public Scene {
public:
    void build(World& world) override {
        const float angle = radians(m_parameters[0].value);
        addFloor(world);
        // Both the rule and the value make a box's own coefficient the one that counts.
        const glm::quat tilt = turn(angle, {0, 0, 1});
        const glm::vec3 half{8, 0.5f, 5}, up = tilt * glm::vec3(0, 1, 0), along = tilt * glm::vec3(1, 0, 0);
        const glm::vec3 center{0, half.x * sine(angle) + 0.5f, 0};
        addStaticBox(world, center, half, {.friction = 10, .frictionRule = CombineRule::Minimum}, tilt);
        for (int i = 0; i < kBoxes; ++i) {
            const Material material{.friction = kShares[i] * sine(angle) / cosine(angle),
                                    .frictionRule = CombineRule::Minimum};
            m_start[i] = center + up * (half.y + 0.4f) + along * 6.0f + glm::vec3(0, 0, 1.6f * (float(i) - 2.0f));
            m_boxes[i] = addBox(world, m_start[i], glm::vec3(0.4f), 1000, material, tilt);
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        std::string line = "friction / tan(angle), way slid:";
        for (int i = 0; i < kBoxes; ++i)
            line += text("  %.2f: %.3f m", double(kShares[i]),
                         double(glm::length(positionOf(world, m_boxes[i]) - m_start[i])));
        return line;
    }

private:
    static constexpr int kBoxes = 5;
    static constexpr float kShares[kBoxes] = {0.6f, 0.9f, 0.98f, 1.02f, 1.3f};
    Parameter m_parameters[1] = {
        {"angle", "deg", "Slope of the ramp. Each box's friction is a share of its tangent.", 25, 5, 45}};
    BodyId m_boxes[kBoxes];
    glm::vec3 m_start[kBoxes];
};

class BouncingSmall : public Scene {
public:
    void build(World& world) override {
        addFloor(world, {.restitution = 0});
        const Material material{.restitution = m_parameters[0].value};
        for (int i = 0; i < kBalls; ++i) {
            m_balls[i] =
                addSphere(world, {kSpacing * (float(i) - 2.0f), kRadius + kDrops[i], 0}, kRadius, 1000, material);
            m_apex[i] = 0;
            m_last[i] = 0;
            m_bounces[i] = 0;
        }
    }
    void beforeStep(World& world, float, uint64_t) override {
        for (int i = 0; i < kBalls; ++i) {
            const float speed = velocityOf(world, m_balls[i]).y;
            m_bounces[i] += speed > 0 && m_last[i] < 0;
            if (m_bounces[i] == 1)
                m_apex[i] = std::max(m_apex[i], positionOf(world, m_balls[i]).y - kRadius);
            m_last[i] = speed;
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    void draw(const World&, DebugDraw& draw) const override {
        const float e = m_parameters[0].value;
        for (int i = 0; i < kBalls; ++i) {
            const float x = kSpacing * (float(i) - 2.0f);
            for (const float share : {1.0f, e * e, e * e * e * e}) {
                const float y = 2 * kRadius + share * kDrops[i];
                draw.line({x - 1.2f * kRadius, y, 0}, {x + 1.2f * kRadius, y, 0}, kMarkColor);
            }
        }
    }
    std::string status(const World&) const override {
        const double e = double(m_parameters[0].value);
        std::string line = text("first rebound / drop (e squared is %.3f):", e * e);
        for (int i = 0; i < kBalls; ++i)
            line += text("  %.0f cm: %.3f", 100.0 * double(kDrops[i]), double(m_apex[i] / kDrops[i]));
        return line;
    }

private:
    static constexpr int kBalls = 5;
    static constexpr float kRadius = 0.02f, kSpacing = 0.08f;
    static constexpr float kDrops[kBalls] = {0.01f, 0.02f, 0.03f, 0.05f, 0.1f};
    Parameter m_parameters[1] = {{"restitution", "", "Of the balls.", 0.8f, 0, 1}};
    BodyId m_balls[kBalls];
    float m_apex[kBalls]{}, m_last[kBalls]{};
    int m_bounces[kBalls]{};
};

const Registration
    restitutionRow({.name = "restitution_row",
                    .category = "Materials",
                    .lookFor = "Balls with e = 0, 0.1 .. 1: the tops of the first rebound reach the marks at e squared "
                               "times the drop; the last one never stops.",
                    .view = {{0, 2.3f, 0}, 13, 0, 6},
                    .moment = 120,
                    .make = []() -> std::unique_ptr<Scene> { return std::make_unique<RestitutionRow>(); }});
const Registration frictionRamp(
    {.name = "friction_ramp",
     .category = "Materials",
     .lookFor = "Friction is 0.6 to 1.3 of the slope's tangent: below 1 a box slides, above it holds, however near.",
     .view = {{-0.5f, 3, 0}, 20, -84, 22},
     .moment = 120,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<FrictionRamp>(); }});

const Registration bouncingSmall(
    {.name = "bouncing_small",
     .category = "Materials",
     .lookFor = "Balls of 4 cm, dropped from 1 to 10 cm, rise to the marks at e squared of the drop. A fixed threshold "
                "of 1 m/s would let none of the lower ones bounce.",
     .view = {{0, 0.07f, 0}, 0.5f, 0, 14},
     .moment = 13,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<BouncingSmall>(); }});

}  // namespace

}  // namespace drystone::scenes
