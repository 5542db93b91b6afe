// What lies close by: flush neighbours, edges that are passed, jaws that close.
#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "scenes/build.h"

namespace drystone::scenes {

namespace {

class TiledFloor : public Scene {
public:
    void build(World& world) override {
        const float mismatch = 0.001f * m_parameters[1].value;
        Random random;
        for (int lane = 0; lane < kLanes; ++lane)
            for (float x = 0; x < kLength;) {
                const float length = random.range(0.3f, 1.2f), top = mismatch * random.range(-0.5f, 0.5f);
                addStaticBox(world, {x + 0.5f * length, top - 0.25f, z(lane)}, {0.5f * length, 0.25f, 0.5f * kWidth},
                             smooth(lane));
                x += length;
            }
        for (int lane = 0; lane < kLanes; ++lane) {
            const glm::vec3 start{0.6f, kHeights[lane], z(lane)};
            m_movers[lane] = lane < 2 ? addSphere(world, start, kHeights[lane], 1000, smooth(lane))
                                      : addBox(world, start, {0.35f, kHeights[lane], 0.3f}, 1000, smooth(lane));
            set(world, lane);
        }
        m_bump = 0;
        std::fill(m_lost, m_lost + kLanes, 0.0f);
    }
    // Who arrives at the end starts again.
    void beforeStep(World& world, float, uint64_t) override {
        for (int lane = 0; lane < kLanes; ++lane) {
            const BodyId id = m_movers[lane];
            if (!world.isValid(id))
                continue;
            const glm::vec3 at = world.position(id);
            m_bump = std::max(m_bump, at.y - kHeights[lane]);
            m_lost[lane] = std::max(m_lost[lane], 1 - world.linearVelocity(id).x / m_parameters[0].value);
            if (at.x > kLength - 1) {
                world.setTransform(id, {0.6f, kHeights[lane], z(lane)}, kIdentityRotation);
                set(world, lane);
            }
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World&) const override {
        return text(
            "speed lost: sliding ball %.1f %%, rolling ball %.1f %%, flat box %.1f %%, tall box %.1f %%; highest bump "
            "%.2f mm",
            100 * double(m_lost[0]), 100 * double(m_lost[1]), 100 * double(m_lost[2]), 100 * double(m_lost[3]),
            1000 * double(m_bump));
    }

private:
    static constexpr int kLanes = 4;
    static constexpr float kLength = 16, kWidth = 1.2f;
    static constexpr float kHeights[kLanes] = {0.25f, 0.35f, 0.12f, 0.35f};
    static float z(int lane) { return kWidth * (float(lane) - 1.5f); }
    static Material smooth(int lane) { return {.friction = lane == 1 ? 0.5f : 0.0f}; }
    void set(World& world, int lane) {
        const float speed = m_parameters[0].value;
        world.setLinearVelocity(m_movers[lane], {speed, 0, 0});
        world.setAngularVelocity(m_movers[lane], {0, 0, lane == 1 ? -speed / kHeights[1] : 0});
    }
    Parameter m_parameters[2] = {{"speed", "m/s", "Of what crosses the floor.", 6, 0.5f, 30},
                                 {"mismatch", "mm", "Heights of the tiles differ by up to this.", 0.1f, 0, 30}};
    BodyId m_movers[kLanes];
    float m_bump = 0, m_lost[kLanes] = {};
};

// Bodies in straight flight past the upper edge of a beam, each at the same gap.
class NearMiss : public Scene {
public:
    void build(World& world) override {
        addStaticBox(world, {-1, -1, 0}, {1, 1, 6.5f});
        for (int i = 0; i < kCount; ++i)
            start(world, i, true);
        m_turned = 0;
        m_worst = 0;
        m_passed = 0;
    }
    void beforeStep(World& world, float, uint64_t) override {
        for (int i = 0; i < kCount; ++i) {
            if (!world.isValid(m_flyers[i]))
                continue;
            const float change = glm::length(world.linearVelocity(m_flyers[i]) - velocity(i)) / speed(i);
            m_worst = std::max(m_worst, change);
            if (glm::dot(world.position(m_flyers[i]), along(i)) > 4 || glm::length(world.position(m_flyers[i])) > 14) {
                ++m_passed;
                m_turned += change > 1e-3f;
                start(world, i, false);
            }
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World&) const override {
        return text("turned %d of %d that passed; worst change of velocity %.2f %%", m_turned, m_passed,
                    100 * double(m_worst));
    }

private:
    static constexpr int kCount = 16;
    static constexpr float kSize = 0.25f;
    static bool isBox(int i) { return i % 2 == 1; }
    static float angle(int i) { return radians(85.0f * float(i) / float(kCount - 1)); }
    static glm::vec3 along(int i) { return {cosine(angle(i)), -sine(angle(i)), 0}; }
    static float speed(int i) { return 3.0f * float(1 << (i % 4)); }
    static glm::vec3 velocity(int i) { return speed(i) * along(i); }
    void start(World& world, int i, bool create) {
        const glm::vec3 out{sine(angle(i)), cosine(angle(i)), 0};
        const glm::vec3 from = (kSize + 0.001f * m_parameters[0].value) * out - 4.0f * along(i) +
            glm::vec3(0, 0, 0.75f * (float(i) - 0.5f * float(kCount - 1)));
        const glm::quat rotation = turn(-angle(i), {0, 0, 1});
        if (create)
            m_flyers[i] = isBox(i) ? addBox(world, from, glm::vec3(kSize)) : addSphere(world, from, kSize);
        world.setTransform(m_flyers[i], from, rotation);
        world.setLinearVelocity(m_flyers[i], velocity(i));
        world.setAngularVelocity(m_flyers[i], {0, 0, 0});
    }
    Parameter m_parameters[1] = {{"gap", "mm", "Between the edge and what passes it.", 10, 1, 50}};
    BodyId m_flyers[kCount];
    int m_turned = 0, m_passed = 0;
    float m_worst = 0;
};

class Squeeze : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        for (const float z : {-1.0f, 1.0f})
            addStaticBox(world, {0, 1, 1.35f * z}, {4, 1, 0.2f});
        for (int side = 0; side < 2; ++side) {
            m_jaws[side] = world.createBody({.type = BodyType::Kinematic, .position = jaw(side, kOpen)});
            world.createShape(m_jaws[side], {.geometry = Box{{0.3f, 1, 1}}});
        }
        Random random;
        for (int i = 0; i < int(m_parameters[0].value); ++i) {
            const glm::vec3 at{0.75f * float(i % 4 - 1) - 0.3f, 0.4f + 0.8f * float(i / 12),
                               0.7f * float(i / 4 % 3 - 1)};
            const float size = random.range(0.22f, 0.32f);
            if (i % 3 == 2)
                m_bodies[i] = addSphere(world, at, size);
            else
                m_bodies[i] = addBox(world, at, size * glm::vec3(1, 0.8f, 0.9f));
        }
        m_fastest = 0;
    }
    void beforeStep(World& world, float dt, uint64_t) override {
        // Waits until the bodies lie, closes to the least gap, opens again.
        const float share = 0.5f - 0.5f * cosine(0.8f * std::max(float(world.time()) + dt - 2.0f, 0.0f));
        const float half = kOpen + share * (0.5f * m_parameters[1].value - kOpen);
        for (int side = 0; side < 2; ++side)
            if (world.isValid(m_jaws[side]))
                world.moveKinematic(m_jaws[side], jaw(side, half), kIdentityRotation, dt);
        for (int i = 0; i < int(m_parameters[0].value); ++i)
            m_fastest = std::max(m_fastest, glm::length(velocityOf(world, m_bodies[i])));
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World&) const override { return text("fastest body so far: %.1f m/s", double(m_fastest)); }

private:
    static constexpr float kOpen = 1.9f;
    static glm::vec3 jaw(int side, float half) { return {(side == 0 ? -1.0f : 1.0f) * (half + 0.3f), 1, 0}; }
    Parameter m_parameters[2] = {{"bodies", "", "How many are squeezed.", 24, 1, 48},
                                 {"least gap", "m", "Between the jaws when they are closed.", 0.8f, 0.3f, 3}};
    BodyId m_jaws[2], m_bodies[48];
    float m_fastest = 0;
};

WorldSettings weightless() {
    WorldSettings settings;
    settings.gravity = glm::vec3(0);
    return settings;
}

const Registration tiledFloor(
    {.name = "tiled_floor",
     .category = "Contacts",
     .lookFor = "Balls and boxes cross flush tiles as if the floor were one. Switch the seam correction off and they "
                "trip; raise the mismatch beyond the slop and the steps are real.",
     .view = {{8, 0, 0}, 19, 0, 35},
     .moment = 120,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<TiledFloor>(); }});
const Registration nearMiss(
    {.name = "near_miss",
     .category = "Contacts",
     .lookFor = "Balls and boxes fly past an edge at a centimetre and are not turned. Switch the landing test off and "
                "contact planes in the air turn them.",
     .view = {{0, 0, 0}, 16, 30, 20},
     .moment = 100,
     .settings = weightless(),
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<NearMiss>(); }});
const Registration squeeze(
    {.name = "squeeze",
     .category = "Contacts",
     .lookFor =
         "Jaws that nothing stops press a heap together: what finds no room overlaps and is shot out. The status "
         "line tells the fastest body; compare the solvers: the soft step is calmest, Baumgarte the wildest.",
     .view = {{0, 1, 0}, 9, 20, 25},
     .moment = 320,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Squeeze>(); }});

}  // namespace

}  // namespace drystone::scenes
