#include "scenes/performance.h"

namespace drystone::scenes {

void addBin(World& world) {
    addStaticBox(world, {0, -1, 0}, {14, 1, 14});
    addStaticBox(world, {-11, 50, 0}, {1, 50, 12});
    addStaticBox(world, {11, 50, 0}, {1, 50, 12});
    addStaticBox(world, {0, 50, -11}, {12, 50, 1});
    addStaticBox(world, {0, 50, 11}, {12, 50, 1});
}

void buildPile(World& world, int boxes, int spheres, float spacing) {
    addBin(world);
    Random random;
    const int side = int(19.8f / spacing - 0.5f), total = boxes + spheres;
    const float origin = -0.5f * spacing * (float(side) - 0.5f);
    for (int i = 0, made = 0; i < total; ++i) {
        const int layer = i / (side * side);
        const float shift = layer % 2 ? 0.5f * spacing : 0.0f, free = 0.5f * spacing - 0.02f;
        const bool isBox = int64_t(i + 1) * boxes / total > made;
        glm::vec3 half;
        if (isBox) {
            ++made;
            half.x = random.range(0.3f, 0.7f);
            half.y = random.range(0.3f, 0.7f);
            half.z = random.range(0.3f, 0.7f);
        } else {
            half = glm::vec3(random.range(0.3f, 0.5f));
        }
        const float jitterX = random.range(-1, 1) * (free - half.x), jitterZ = random.range(-1, 1) * (free - half.z);
        const glm::vec3 position{origin + spacing * float(i % side) + shift + jitterX, spacing * (0.5f + float(layer)),
                                 origin + spacing * float(i / side % side) + shift + jitterZ};
        if (isBox)
            addBox(world, position, half);
        else
            addSphere(world, position, half.x);
    }
}

void addPyramid(World& world, int base, float halfExtent, float x, float z) {
    const float h = halfExtent;
    for (int i = 0; i < base; ++i)
        for (int j = i; j < base; ++j)
            addBox(world, {x + float(i + 1) * h + 2 * float(j - i) * h, float(2 * i + 1) * h, z}, glm::vec3(h), 100);
}

void buildLargePyramid(World& world, int base) {
    addStaticBox(world, {0, -1, 0}, {400, 1, 400});
    addPyramid(world, base, 0.5f, -0.5f * float(base), 0);
}

void buildManyPyramids(World& world, int rows, int base) {
    const float h = 0.5f, ground = h * float(rows) * (float(base) + 1.0f);
    addStaticBox(world, {0, -1, 0}, {ground, 1, ground});
    const float gap = rows > 1 ? 2 * (ground - 2 * h) / float(rows - 1) : 0.0f;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < rows; ++j)
            addPyramid(world, base, h, -ground + float(j) * (2 * h * float(base) + 2 * h) + 2 * h - 0.5f,
                       -ground + 2 * h + float(i) * gap);
}

void buildSleepingWorld(World& world, int stacks) {
    addStaticBox(world, {0, -1, 0}, {100, 1, 100});
    for (int k = 0; k < stacks; ++k)
        addStack(world, {-66 + 3.0f * float(k % 45), 0, -66 + 3.0f * float(k / 45)}, 10);
}

BodyId addPlough(World& world) {
    const BodyId plough = addSphere(world, {-72, 2, 0}, 1, 5000);
    world.setLinearVelocity(plough, {40, 0, 0});
    return plough;
}

void buildSparse(World& world, int count) {
    Random random;
    auto vector = [&](float size) {
        glm::vec3 v;
        v.x = random.range(-size, size);
        v.y = random.range(-size, size);
        v.z = random.range(-size, size);
        return v;
    };
    for (int i = 0; i < count; ++i) {
        const BodyId body = addBox(world, vector(500), glm::vec3(0.5f));
        world.setLinearVelocity(body, vector(5));
        world.setAngularVelocity(body, vector(2));
    }
}

WorldSettings timedSettings(float gravity, bool sleeping) {
    WorldSettings settings;
    settings.gravity = {0, gravity, 0};
    settings.sleeping = sleeping;
    return settings;
}

namespace {

class Pile : public Scene {
public:
    Pile(float boxes, float spheres, float spacing)
        : m_parameters{{"boxes", "", "How many boxes fall into the bin.", boxes, 0, 10000},
                       {"spheres", "", "How many spheres fall into the bin.", spheres, 0, 10000}},
          m_spacing(spacing) {}
    void build(World& world) override {
        buildPile(world, int(m_parameters[0].value), int(m_parameters[1].value), m_spacing);
        // Else spheres roll about, and spin in place on a point, for minutes. What is timed has neither.
        std::vector<BodyId> bodies;
        world.bodies(bodies);
        for (const BodyId body : bodies)
            if (world.type(body) == BodyType::Dynamic)
                world.setDamping(body, 0, 0.5f);
        std::vector<ShapeId> shapes;
        world.shapes(shapes);
        for (const ShapeId shape : shapes) {
            Material material = world.material(shape);
            material.rollingResistance = kRollingResistance;
            world.setMaterial(shape, material);
        }
    }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    Parameter m_parameters[2];
    float m_spacing;
};

class LargePyramid : public Scene {
public:
    void build(World& world) override { buildLargePyramid(world, int(m_rows[0].value)); }
    std::span<Parameter> parameters() override { return m_rows; }

private:
    Parameter m_rows[1] = {{"rows", "", "Rows of the pyramid, which is as wide as it is high.", 100, 1, 150}};
};

class ManyPyramids : public Scene {
public:
    void build(World& world) override { buildManyPyramids(world, int(m_parameters[0].value)); }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    Parameter m_parameters[1] = {{"rows", "", "Rows of pyramids, and pyramids a row; each has 55 boxes.", 14, 1, 20}};
};

class SleepingWorld : public Scene {
public:
    void build(World& world) override {
        m_parts = int(m_parameters[0].value) * 10;
        buildSleepingWorld(world, int(m_parameters[0].value));
    }
    void beforeStep(World& world, float, uint64_t step) override {
        if (step == 300)
            addPlough(world);
    }
    std::span<Parameter> parameters() override { return m_parameters; }
    std::string status(const World& world) const override {
        const WorldCounters counters = world.counters();
        return text("%d of %d boxes asleep; the last step visited %d bodies", counters.sleepingBodies, m_parts,
                    counters.visitedBodies);
    }

private:
    Parameter m_parameters[1] = {{"stacks", "", "Stacks of ten boxes.", 2000, 1, 2000}};
    int m_parts = 0;
};

class Sparse : public Scene {
public:
    void build(World& world) override { buildSparse(world, int(m_parameters[0].value)); }
    std::span<Parameter> parameters() override { return m_parameters; }

private:
    Parameter m_parameters[1] = {{"boxes", "", "Boxes in the cube of a kilometre's side.", 20000, 1, 50000}};
};

const Registration
    boxPile({.name = "box_pile",
             .category = "Piles",
             .lookFor = "Boxes of many sizes pour into a bin: the heap settles and lies still, nothing sinks in.",
             .view = {{0, 4, 0}, 40, 35, 45},
             .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Pile>(500.0f, 0.0f, 1.5f); }});
const Registration spherePile(
    {.name = "sphere_pile",
     .category = "Piles",
     .lookFor = "Spheres pour into a bin, roll out and come to rest: a little rolling resistance and damping stop "
                "them.",
     .view = {{0, 3, 0}, 40, 35, 45},
     .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Pile>(0.0f, 800.0f, 1.1f); }});
const Registration
    mixedPile({.name = "mixed_pile",
               .category = "Piles",
               .lookFor = "Boxes and spheres together: the spheres find the gaps between the boxes.",
               .view = {{0, 4, 0}, 40, 35, 45},
               .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Pile>(300.0f, 300.0f, 1.5f); }});
const Registration
    largePyramid({.name = "large_pyramid",
                  .category = "Performance",
                  .lookFor = "5,050 boxes in a flat pyramid: watch the step time, and whether a row creeps.",
                  .view = {{0, 47, 0}, 185, 20, 12},
                  .moment = 60,
                  .settings = timedSettings(-10),
                  .make = []() -> std::unique_ptr<Scene> { return std::make_unique<LargePyramid>(); }});
const Registration manyPyramids({.name = "many_pyramids",
                                 .category = "Performance",
                                 .lookFor = "196 pyramids of 55 boxes: many islands, each small.",
                                 .view = {{0, 0, 0}, 190, 30, 32},
                                 .moment = 60,
                                 .settings = timedSettings(-10),
                                 .make = []() -> std::unique_ptr<Scene> { return std::make_unique<ManyPyramids>(); }});
const Registration
    sleepingWorld({.name = "sleeping_world",
                   .category = "Performance",
                   .lookFor = "20,000 boxes fall asleep and cost nothing; after 5 s a ball ploughs through a row and "
                              "wakes only what it hits.",
                   .view = {{0, 0, 0}, 150, 30, 35},
                   .moment = 380,
                   .settings = timedSettings(-9.81f, true),
                   .make = []() -> std::unique_ptr<Scene> { return std::make_unique<SleepingWorld>(); }});
const Registration
    sparse({.name = "sparse",
            .category = "Performance",
            .lookFor = "20,000 boxes in free flight: next to no contacts, so the time is that of finding none.",
            .view = {{0, 0, 0}, 160, 30, 20},
            .moment = 60,
            .settings = timedSettings(0),
            .make = []() -> std::unique_ptr<Scene> { return std::make_unique<Sparse>(); }});

}  // namespace

}  // namespace drystone::scenes
