// Overlap queries against shapes and against a plain search.
#include "support/lab.h"

#include <algorithm>

using namespace drystone;
using namespace drystone::lab;

namespace {

std::vector<ShapeId> inSphere(const World& world, glm::vec3 center, float radius, const QueryFilter& filter = {}) {
    std::vector<ShapeId> out;
    world.overlapSphere(center, radius, out, filter);
    return out;
}
std::vector<ShapeId> inBox(const World& world, glm::vec3 center, glm::vec3 half,
                           glm::quat rotation = kIdentityRotation) {
    std::vector<ShapeId> out;
    world.overlapBox(center, half, rotation, out);
    return out;
}
std::vector<ShapeId> inBounds(const World& world, glm::vec3 lower, glm::vec3 upper) {
    std::vector<ShapeId> out;
    world.overlapBounds({lower, upper}, out);
    return out;
}

}  // namespace

TEST_CASE("a sphere query touches spheres, boxes and half-spaces exactly") {
    Lab lab(weightless());
    const BodyId ball = lab.sphere({0, 0, 0}, 0.5f);
    CHECK(inSphere(lab.world, {1, 1, 0}, 0.92f).size() == 1);  // sqrt 2 - 0.5 = 0.9142
    CHECK(inSphere(lab.world, {1, 1, 0}, 0.91f).empty());
    lab.world.destroyBody(ball);
    lab.box({0, 0, 0});
    CHECK(inSphere(lab.world, {1, 1, 0}, 0.71f).size() == 1);  // from the edge 0.7071
    CHECK(inSphere(lab.world, {1, 1, 0}, 0.70f).empty());
    CHECK(inSphere(lab.world, {0.2f, 0.1f, 0}, 0.01f).size() == 1);
    CHECK(inSphere(lab.world, {0, 0.75f, 0}, 0.25f).size() == 1);  // touching counts
    lab.body({.type = BodyType::Static}, {.geometry = HalfSpace{{0, 1, 0}, -2}});
    CHECK(inSphere(lab.world, {100, -1, 0}, 1.01f).size() == 1);
    CHECK(inSphere(lab.world, {100, -1, 0}, 0.99f).empty());
    CHECK(inSphere(lab.world, {100, -50, 0}, 1).size() == 1);
}

TEST_CASE("a box query is exact where its bounds would be wrong") {
    Lab lab(weightless());
    lab.box({0, 0, 0}, glm::vec3(0.5f), {}, turn(kPi / 4, {0, 0, 1}));
    // The bounds reach to (0.707, 0.707); the turned box does not.
    CHECK(inBox(lab.world, {0.65f, 0.65f, 0}, glm::vec3(0.1f)).empty());
    CHECK(inBounds(lab.world, {0.55f, 0.55f, -0.1f}, {0.75f, 0.75f, 0.1f}).size() == 1);
    CHECK(inBox(lab.world, {0.4f, 0.4f, 0}, glm::vec3(0.1f)).size() == 1);
    CHECK(inBox(lab.world, {0.8f, 0, 0}, glm::vec3(0.1f)).size() == 1);
    // A query box turned so that its edge, not its corner, comes near.
    CHECK(inBox(lab.world, {1.0f, 0, 0}, glm::vec3(0.25f)).empty());
    CHECK(inBox(lab.world, {1.0f, 0, 0}, glm::vec3(0.25f), turn(kPi / 4, {0, 0, 1})).size() == 1);
    lab.sphere({10, 0, 0}, 0.5f);
    CHECK(inBox(lab.world, {10.8f, 0.8f, 0}, glm::vec3(0.4f)).empty());
    CHECK(inBox(lab.world, {10.8f, 0.8f, 0}, glm::vec3(0.5f)).size() == 1);
    lab.body({.type = BodyType::Static}, {.geometry = HalfSpace{{0, 1, 0}, -2}});
    CHECK(inBox(lab.world, {50, -1, 0}, {0.1f, 0.99f, 0.1f}).empty());
    CHECK(inBox(lab.world, {50, -1, 0}, {0.1f, 1.01f, 0.1f}).size() == 1);
    CHECK(inBox(lab.world, {50, -1, 0}, {0.8f, 0.8f, 0.1f}, turn(kPi / 4, {0, 0, 1})).size() == 1);
}

TEST_CASE("queries see bodies that were just made, moved or put to sleep, in the order of slots, each once") {
    Lab lab(weightless());
    std::vector<ShapeId> made;
    for (int i = 0; i < 30; ++i)
        made.push_back(lab.shapeOf(lab.sphere({float(i % 5) - 2, float(i / 5) - 2, 0}, 0.3f)));
    auto all = inSphere(lab.world, {0, 0, 0}, 20);
    std::sort(all.begin(), all.end(), [](ShapeId a, ShapeId b) { return a.slot < b.slot; });
    CHECK(all == made);
    lab.run(90);
    CHECK(inSphere(lab.world, {0, 0, 0}, 20).size() == 30);
    lab.world.setTransform(lab.world.bodyOf(made[7]), {50, 0, 0}, kIdentityRotation);
    CHECK(inSphere(lab.world, {0, 0, 0}, 20).size() == 29);
    CHECK(inSphere(lab.world, {50, 0, 0}, 0.1f).size() == 1);
}

TEST_CASE("sensors are seen only when asked for") {
    Lab lab;
    lab.body({.type = BodyType::Static}, {.geometry = Box{}, .sensor = true});
    CHECK(inSphere(lab.world, {0, 0, 0}, 1).empty());
    CHECK(inSphere(lab.world, {0, 0, 0}, 1, {.sensors = true}).size() == 1);
}

// bulletphysics/bullet3#2579: a centimetre sphere missed millimetre boxes.
TEST_CASE("small shapes are found as surely as large ones") {
    Lab lab(weightless());
    const glm::vec3 center{0.019576f, -1.03115f, 0.398155f};
    for (const float z : {0.3925f, 0.3975f, 0.4025f})
        lab.body({.type = BodyType::Static, .position = {0.0275f, -1.0275f, z}}, {.geometry = Box{glm::vec3(0.0025f)}});
    CHECK(inSphere(lab.world, center, 0.01f).size() == 3);
    // The nearest of them is 5.545 mm away.
    CHECK(inSphere(lab.world, center, 0.0056f).size() == 1);
    CHECK(inSphere(lab.world, center, 0.0055f).empty());
}

TEST_CASE("sphere queries agree with a plain search") {
    Lab lab(weightless());
    Random random(11);
    struct Part {
        ShapeId shape;
        glm::vec3 center, half;
        glm::quat q;
    };
    std::vector<Part> parts;
    for (int i = 0; i < 150; ++i) {
        Part part{{},
                  random.vector(8),
                  {random.range(0.1f, 1), random.range(0.1f, 1), random.range(0.1f, 1)},
                  random.rotation()};
        part.shape = lab.shapeOf(lab.box(part.center, part.half, {}, part.q));
        parts.push_back(part);
    }
    int found = 0;
    for (int i = 0; i < 300; ++i) {
        const glm::vec3 center = random.vector(9);
        const float radius = random.range(0.05f, 1.5f);
        const auto got = inSphere(lab.world, center, radius);
        for (const Part& part : parts) {
            const glm::vec3 local = glm::conjugate(part.q) * (center - part.center);
            const float distance = glm::length(local - glm::clamp(local, -part.half, part.half));
            if (std::fabs(distance - radius) < 1e-4f)
                continue;
            const bool has = std::find(got.begin(), got.end(), part.shape) != got.end();
            CHECK(has == (distance < radius));
            found += has;
        }
    }
    CHECK(found > 100);
}
