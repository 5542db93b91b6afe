// What the engine offers beside boxes on boxes.
#include "scenes/build.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

class CompoundShapes : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        const int rounds = int(m_parameters[0].value);
        Random random;
        for (int i = 0; i < rounds; ++i)
            for (int kind = 0; kind < 4; ++kind) {
                const float angle = 1.5707963f * float(kind) + 0.4f * float(i);
                const glm::vec3 position{2.2f * cosine(angle), 2.0f + 1.8f * float(i), 2.2f * sine(angle)};
                // In braces: draws among the arguments of a call have no order, and each compiler would build its own scene.
                const glm::vec3 way{random.range(-1, 1), random.range(0.1f, 1), random.range(-1, 1)};
                const glm::vec3 axis = glm::normalize(way);
                const BodyId body =
                    world.createBody({.position = position, .rotation = turn(random.range(0, 3), axis)});
                addParts(world, body, kind);
            }
    }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    static void part(World& world, BodyId body, const Geometry& geometry, glm::vec3 position) {
        world.createShape(body,
                          {.geometry = geometry,
                           .position = position,
                           .density = 500,
                           .material = {.rollingResistance = kRollingResistance}});
    }
    static void addParts(World& world, BodyId body, int kind) {
        if (kind == 0) {  // table
            part(world, body, Box{{0.7f, 0.06f, 0.5f}}, {0, 0.5f, 0});
            for (const float x : {-0.6f, 0.6f})
                for (const float z : {-0.4f, 0.4f})
                    part(world, body, Box{{0.06f, 0.24f, 0.06f}}, {x, 0.2f, z});
        } else if (kind == 1) {  // dumb-bell
            part(world, body, Box{{0.5f, 0.08f, 0.08f}}, {0, 0, 0});
            part(world, body, Sphere{0.35f}, {-0.7f, 0, 0});
            part(world, body, Sphere{0.35f}, {0.7f, 0, 0});
        } else if (kind == 2) {  // jack
            part(world, body, Box{{0.7f, 0.1f, 0.1f}}, {0, 0, 0});
            part(world, body, Box{{0.1f, 0.7f, 0.1f}}, {0, 0, 0});
            part(world, body, Box{{0.1f, 0.1f, 0.7f}}, {0, 0, 0});
        } else {  // bracket
            part(world, body, Box{{0.6f, 0.12f, 0.3f}}, {0.4f, 0, 0});
            part(world, body, Box{{0.12f, 0.6f, 0.3f}}, {-0.08f, 0.4f, 0});
        }
    }
    Parameter m_parameters[1] = {
        {"rounds", "", "Rounds of a table, a dumb-bell, a jack and a bracket each.", 8, 1, 60}};
};

class KinematicPlatform : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        for (int i = 0; i < 2; ++i)
            m_platforms[i] = addPlatform(world, start(i));
        m_table = addPlatform(world, kTable);
        for (int i = 0; i < 2; ++i)
            m_boxes[i] = addBox(world, start(i) + glm::vec3(0, 0.65f, 0), glm::vec3(0.5f));
        for (const float x : {-1.0f, 0.0f, 1.0f})
            addBox(world, kTable + glm::vec3(x, 0.45f, 0.3f), glm::vec3(0.3f));
    }
    void beforeStep(World& world, float dt, uint64_t) override {
        const float time = float(world.time()) + dt;
        const glm::vec3 offset{3.0f * sine(0.8f * time), 0, 0};
        if (world.isValid(m_platforms[0]))
            world.moveKinematic(m_platforms[0], start(0) + offset, kIdentityRotation, dt);
        if (world.isValid(m_platforms[1]))
            world.setTransform(m_platforms[1], start(1) + offset, kIdentityRotation);
        if (world.isValid(m_table))
            world.moveKinematic(m_table, kTable, turn(0.7f * time, {0, 1, 0}), dt);
    }
    std::string status(const World& world) const override {
        const float moved = positionOf(world, m_boxes[0]).x - positionOf(world, m_platforms[0]).x;
        const float teleported = positionOf(world, m_boxes[1]).x - positionOf(world, m_platforms[1]).x;
        return text("box against its platform: moveKinematic %.3f m, setTransform %.3f m", double(moved),
                    double(teleported));
    }

private:
    static glm::vec3 start(int i) { return {0, 1, -2.0f + 3.0f * float(i)}; }
    static BodyId addPlatform(World& world, glm::vec3 position) {
        const BodyId id = world.createBody({.type = BodyType::Kinematic, .position = position});
        world.createShape(id, {.geometry = Box{{1.5f, 0.15f, 1.0f}}});
        return id;
    }
    static constexpr glm::vec3 kTable{0, 1, 5};
    BodyId m_platforms[2], m_boxes[2], m_table;
};

class SensorGate : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        const BodyId gate = world.createBody({.type = BodyType::Static, .position = {0, 1.2f, 0}});
        m_gate = world.createShape(gate, {.geometry = Box{{0.3f, 1.2f, 3}}, .sensor = true});
        addStaticBox(world, {0, 1.3f, -3.2f}, {0.3f, 1.3f, 0.2f});
        addStaticBox(world, {0, 1.3f, 3.2f}, {0.3f, 1.3f, 0.2f});
        addStaticBox(world, {-6.0f, 1.2f, 0}, {3.5f, 0.15f, 3}, {}, turn(radians(-18), {0, 0, 1}));
        m_entered = m_left = 0;
    }
    void beforeStep(World& world, float, uint64_t step) override {
        m_entered += int(world.sensorBeginEvents().size());
        m_left += int(world.sensorEndEvents().size());
        const int thrown = int(step / 40);
        if (step % 40 != 0 || thrown >= 40)
            return;
        const float z = 2.2f * sine(2.4f * float(thrown));
        if (thrown % 3 == 2)
            addBox(world, {-8.5f, 3.2f, z}, glm::vec3(0.3f), 500,
                   {.friction = 0.1f, .frictionRule = CombineRule::Minimum});
        else
            addSphere(world, {-8.5f, 3.2f, z}, 0.3f, 500);
    }
    void draw(const World& world, DebugDraw& draw) const override {
        const uint32_t color = inside(world) > 0 ? 0x40ff60 : 0xff4040;
        if (!world.isValid(m_gate))
            return;
        const Aabb box = world.bounds(m_gate);
        for (const float x : {box.lower.x, box.upper.x}) {
            draw.line({x, box.lower.y, box.lower.z}, {x, box.upper.y, box.lower.z}, color);
            draw.line({x, box.upper.y, box.lower.z}, {x, box.upper.y, box.upper.z}, color);
            draw.line({x, box.upper.y, box.upper.z}, {x, box.lower.y, box.upper.z}, color);
            draw.line({x, box.lower.y, box.upper.z}, {x, box.lower.y, box.lower.z}, color);
        }
    }
    std::string status(const World& world) const override {
        return text("entered %d, left %d, inside %d", m_entered, m_left, inside(world));
    }

private:
    int inside(const World& world) const {
        std::vector<ShapeId> visitors;
        if (!world.isValid(m_gate))
            return {};
        world.sensorOverlaps(m_gate, visitors);
        return int(visitors.size());
    }
    ShapeId m_gate;
    int m_entered = 0, m_left = 0;
};

class DeepOverlap : public Scene {
public:
    void build(World& world) override {
        addFloor(world);
        const float pitch = 1.0f - m_parameters[0].value;
        for (int y = 0; y < 3; ++y)
            for (int z = 0; z < 3; ++z)
                for (int x = 0; x < 3; ++x)
                    addBox(world, {pitch * float(x - 1), 0.5f + pitch * float(y), pitch * float(z - 1)},
                           glm::vec3(0.5f));
        m_fastest = 0;
    }
    void beforeStep(World& world, float, uint64_t) override {
        m_fastest = glm::max(m_fastest, world.measures().maxSpeed);
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        return text("deepest overlap %.1f mm, fastest so far %.2f m/s",
                    1000.0 * double(world.measures().maxPenetration), double(m_fastest));
    }

private:
    Parameter m_parameters[1] = {{"overlap", "m", "How far each box starts inside its neighbours.", 0.3f, 0, 0.9f}};
    float m_fastest = 0;
};

class Tumbler : public Scene {
public:
    void build(World& world) override {
        m_drum = world.createBody({.type = BodyType::Kinematic, .position = {0, 8, 0}});
        const float size = 6, wall = 0.25f;
        auto side = [&](glm::vec3 half, glm::vec3 position) {
            world.createShape(m_drum, {.geometry = Box{half}, .position = position});
        };
        side({wall, size, size}, {-size, 0, 0});
        side({wall, size, size}, {size, 0, 0});
        side({size, wall, size}, {0, -size, 0});
        side({size, wall, size}, {0, size, 0});
        // The drum's ends keep the boxes in.
        side({size, size, wall}, {0, 0, -size});
        side({size, size, wall}, {0, 0, size});
        const int count = int(m_parameters[0].value);
        for (int i = 0; i < count; ++i)
            addBox(world, glm::vec3(0, 8, 0) + 0.9f * glm::vec3(i % 9 - 4, i / 81 - 4, i / 9 % 9 - 4),
                   {0.3f, 0.25f, 0.35f}, 500);
    }
    void beforeStep(World& world, float dt, uint64_t) override {
        const float angle = m_parameters[1].value * (float(world.time()) + dt);
        if (world.isValid(m_drum))
            world.moveKinematic(m_drum, {0, 8, 0}, turn(angle, {0, 0, 1}), dt);
    }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    Parameter m_parameters[2] = {{"boxes", "", "How many boxes tumble.", 300, 1, 729},
                                 {"speed", "rad/s", "Turning speed of the drum.", 0.6f, 0, 3}};
    BodyId m_drum;
};

const Registration compoundShapes(
    {.name = "compound_shapes",
     .category = "Features",
     .lookFor =
         "Bodies of several shapes: tables, dumb-bells, jacks and brackets turn about their common centres of mass.",
     .view = {{0, 1.5f, 0}, 14, 30, 20},
     .moment = 180,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<CompoundShapes>(); }});
const Registration
    kinematicPlatform({.name = "kinematic_platform",
                       .category = "Features",
                       .lookFor = "moveKinematic carries what stands on a platform (back) and on a turntable (front); "
                                  "setTransform (middle) carries nothing.",
                       .view = {{0, 1, 1.5f}, 15, 25, 25},
                       .moment = 150,
                       .make = []() -> std::unique_ptr<Scene> { return std::make_unique<KinematicPlatform>(); }});
const Registration sensorGate({.name = "sensor_gate",
                               .category = "Features",
                               .lookFor = "The gate turns green while something is inside; it counts and never pushes.",
                               .view = {{-2, 1.5f, 0}, 17, 20, 18},
                               .moment = 150,
                               .make = []() -> std::unique_ptr<Scene> { return std::make_unique<SensorGate>(); }});
const Registration deepOverlap(
    {.name = "deep_overlap",
     .category = "Features",
     .lookFor =
         "27 boxes start inside each other. Compare Baumgarte, which throws them, with SplitImpulse and SoftStep.",
     .view = {{0, 1.2f, 0}, 11, 30, 18},
     .moment = 60,
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<DeepOverlap>(); }});
const Registration tumbler({.name = "tumbler",
                            .category = "Features",
                            .lookFor = "A drum, driven by moveKinematic, turns boxes over and over; none may slip out.",
                            .view = {{0, 7.8f, 0}, 29, 8, 8},
                            .moment = 300,
                            .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Tumbler>(); }});

}  // namespace

}  // namespace drystone::scenes
