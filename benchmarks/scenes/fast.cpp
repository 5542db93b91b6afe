// Bodies that move far in a step.
#include "scenes/build.h"

namespace drystone::scenes {

namespace {

class BulletVsStack : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        m_stack.clear();
        addStack(world, {0, 0, 0}, kHeight, 0.5f, &m_stack);
        const float speed = m_parameters[0].value, radius = 0.0005f * m_parameters[1].value;
        for (int i = 0; i < kBullets; ++i) {
            // Each at another cube, and each in another part of a step.
            const float away = 4.0f + speed * (0.5f + float(i) / float(60 * kBullets));
            m_bullets[i] = world.createBody({.position = {-away, 0.75f + 1.0f * float(i), 0.05f},
                                             .linearVelocity = {speed, 0, 0},
                                             .gravityScale = 0,
                                             .continuous = m_parameters[2].value >= 0.5f});
            world.createShape(m_bullets[i], {.geometry = Sphere{radius}, .density = 7800});
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        int passed = 0;
        for (const BodyId id : m_bullets)
            passed += positionOf(world, id).x > 0.5f && velocityOf(world, id).x > 0.9f * m_parameters[0].value;
        int hit = 0;
        for (const BodyId id : m_stack)
            hit += positionOf(world, id).x > 0.02f;
        return text("%d of %d bullets passed, %d of %d cubes moved", passed, kBullets, hit, kHeight);
    }

private:
    static constexpr int kHeight = 8, kBullets = 4;
    Parameter m_parameters[3] = {{"speed", "m/s", "Of the bullets.", 300, 10, 2000},
                                 {"bullet", "mm", "Diameter of a bullet.", 100, 10, 300},
                                 {"marked", "", "1: the bullets are marked continuous. 0: they are not.", 1, 0, 1}};
    std::vector<BodyId> m_stack;
    BodyId m_bullets[kBullets];
};

class SpinningRod : public Scene {
public:
    void build(World& world) override {
        const float half = 0.0005f * m_parameters[1].value;
        for (int i = 0; i < kRods; ++i) {
            const float z = 0.6f * (float(i) - 0.5f * float(kRods - 1));
            addStaticBox(world, {0, 2.2f, z}, {half, 2.2f, 0.25f}, {.restitution = 1});
            // On an axle parallel to the wall, nearer to it than its end reaches.
            m_rods[i] = world.createBody({.position = {-0.7f, 2.2f, z},
                                          .angularVelocity = {0, 0, -m_parameters[0].value * float(i + 1)},
                                          .locks = AxisLock::LinearX | AxisLock::LinearY | AxisLock::PlaneXY,
                                          .allowSleep = false});
            world.createShape(m_rods[i], {.geometry = Box{{0.03f, 1, 0.03f}}, .material = {.restitution = 1}});
            m_through[i] = false;
        }
        m_half = half;
    }
    void beforeStep(World& world, float, uint64_t) override {
        for (int i = 0; i < kRods; ++i)
            for (const float end : {-1.0f, 1.0f})
                if (world.isValid(m_rods[i])) {
                    const glm::vec3 tip = world.position(m_rods[i]) + world.rotation(m_rods[i]) * glm::vec3(0, end, 0);
                    m_through[i] = m_through[i] || tip.x > m_half + 0.03f;
                }
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World&) const override {
        std::string line = "through the wall:";
        for (int i = 0; i < kRods; ++i)
            line += text("  %.0f rad/s %s", double(m_parameters[0].value * float(i + 1)), m_through[i] ? "yes" : "no");
        return line;
    }

private:
    static constexpr int kRods = 6;
    Parameter m_parameters[2] = {
        {"spin", "rad/s", "Of the first rod; each of the others is faster by as much.", 20, 1, 100},
        {"wall", "mm", "Thickness of the walls.", 20, 1, 200}};
    BodyId m_rods[kRods];
    bool m_through[kRods] = {};
    float m_half = 0;
};

WorldSettings weightless() {
    WorldSettings settings;
    settings.gravity = glm::vec3(0);
    return settings;
}

const Registration bulletVsStack(
    {.name = "bullet_vs_stack",
     .category = "Motion",
     .lookFor = "Bullets of 300 m/s knock the cubes that they are aimed at out of the stack. With marked at 0 most "
                "fly through: no step ends while they are in a cube.",
     .view = {{0.7f, 1.9f, 0}, 9, 20, 12},
     .moment = 38,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<BulletVsStack>(); }});
const Registration spinningRod(
    {.name = "spinning_rod",
     .category = "Motion",
     .lookFor = "Rods on axles strike the wall beside them and swing back, however fast they turn. Set fast bodies to "
                "none or to speculative contacts, and their ends go through it.",
     .view = {{-0.3f, 2.2f, 0}, 8, -40, 15},
     .moment = 120,
     .settings = weightless(),
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<SpinningRod>(); }});

}  // namespace

}  // namespace drystone::scenes
