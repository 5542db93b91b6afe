// What stands must stand still.
#include "support/lab.h"
#include "support/solver_choices.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

struct Standing {
    float drift = 0;    // m, largest sideways way of any box
    float sink = 0;     // m, of the top
    float overlap = 0;  // m, deepest after the first second
    float speed = 0;    // m/s, fastest body in the last second
};

Standing stand(int count, float seconds, const WorldSettings& settings) {
    Lab lab(settings);
    lab.floor();
    const std::vector<BodyId> boxes = lab.stack(count);
    Standing out;
    const int steps = int(seconds * 60);
    for (int i = 0; i < steps; ++i) {
        lab.world.step(kDt);
        const WorldMeasures measures = lab.world.measures();
        if (i >= 60)
            out.overlap = std::max(out.overlap, measures.maxPenetration);
        if (i >= steps - 60)
            out.speed = std::max(out.speed, measures.maxSpeed);
    }
    for (int i = 0; i < count; ++i) {
        const glm::vec3 p = lab.world.position(boxes[size_t(i)]);
        out.drift = std::max(out.drift, std::hypot(p.x, p.z));
        out.sink = float(i) + 0.5f - p.y;
    }
    CHECK(lab.clean());
    return out;
}

}  // namespace

TEST_CASE("ten cubes stand for a minute: drift under 1 mm, overlap under 6 mm, speed under 1 mm/s") {
    const Standing s = stand(10, 60, sleepless());
    MESSAGE("drift " << 1000 * s.drift << " mm, overlap " << 1000 * s.overlap << " mm, top sunk " << 1000 * s.sink
                     << " mm, speed " << 1000 * s.speed << " mm/s");
    CHECK(s.drift < 0.001f);
    CHECK(s.overlap < 0.006f);
    CHECK(s.speed < 0.001f);
}

// Xpbd starts every substep from nothing: it takes more of them, see docs/solvers/xpbd.md.
TEST_CASE("five cubes stand under every solver and stabilisation") {
    for (const SolverChoice& choice : kSolverChoices) {
        WorldSettings settings = choice.in(sleepless());
        if (choice.kind == SolverKind::Xpbd)
            settings.substeps = 8;
        const Standing s = stand(5, 20, settings);
        MESSAGE(std::string(choice.name) << ": drift " << 1000 * s.drift << " mm, overlap " << 1000 * s.overlap
                                         << " mm, speed " << 1000 * s.speed << " mm/s");
        CAPTURE(std::string(choice.name));
        CHECK(s.drift < 0.01f);
        CHECK(s.overlap < 0.02f);
        CHECK(s.speed < 0.01f);
    }
}

TEST_CASE("ten cubes stand for a minute where position passes remove the overlap") {
    WorldSettings settings = sleepless();
    settings.solver = SolverKind::SequentialImpulse;
    settings.stabilisation = Stabilisation::Ngs;
    const Standing s = stand(10, 60, settings);
    MESSAGE("drift " << 1000 * s.drift << " mm, overlap " << 1000 * s.overlap << " mm, top sunk " << 1000 * s.sink
                     << " mm, speed " << 1000 * s.speed << " mm/s");
    CHECK(s.drift < 0.003f);
    CHECK(s.overlap < 0.001f);
    CHECK(s.speed < 0.001f);
}

// What moves are bodies that lost their warm start to a new feature: by no more than gravity adds in a step or two.
TEST_CASE("Ngs raises a stack that was built too low, and throws no box of it") {
    WorldSettings settings = sleepless();
    settings.solver = SolverKind::SequentialImpulse;
    settings.stabilisation = Stabilisation::Ngs;
    Lab lab(settings);
    lab.floor();
    for (int i = 0; i < 10; ++i)
        lab.box({0, 0.48f + 0.98f * float(i), 0});
    float speed = 0;
    for (int i = 0; i < 120; ++i) {
        lab.world.step(kDt);
        speed = std::max(speed, lab.world.measures().maxSpeed);
    }
    const float overlap = lab.world.measures().maxPenetration;
    MESSAGE("overlap " << 1000 * overlap << " mm, fastest " << 1000 * speed << " mm/s");
    CHECK(overlap < settings.linearSlop + 0.0005f);
    CHECK(speed < 0.25f);
}

TEST_CASE("a pyramid of 55 cubes stands") {
    Lab lab(sleepless());
    lab.floor();
    std::vector<BodyId> boxes;
    for (int row = 0; row < 10; ++row)
        for (int i = row; i < 10; ++i)
            boxes.push_back(lab.box({float(i) - 0.5f * float(row) - 4.5f, 0.5f + float(row), 0}));
    lab.run(600);
    const glm::vec3 top = lab.world.position(boxes.back());
    CHECK(std::hypot(top.x, top.z) < 0.01f);
    CHECK(top.y == about(9.5f, 0.01));
    CHECK(lab.world.measures().maxSpeed < 0.005f);
}

// ---- SupportStep ----

namespace {

WorldSettings supported() {
    WorldSettings settings = sleepless();
    settings.solver = SolverKind::SupportStep;
    return settings;
}

float sunk(Lab& lab, BodyId body, float from) {
    return from - lab.world.position(body).y;
}

}  // namespace

TEST_CASE("stacks of 10, 20, 50 and 100 cubes stand under SupportStep and hardly sink") {
    for (const int count : {10, 20, 50, 100}) {
        CAPTURE(count);
        const Standing s = stand(count, 60, supported());
        MESSAGE(count << " cubes: drift " << 1000 * s.drift << " mm, overlap " << 1000 * s.overlap << " mm, top sunk "
                      << 1000 * s.sink << " mm, speed " << 1000 * s.speed << " mm/s");
        CHECK(s.sink < 0.002f);
        CHECK(s.overlap < 0.001f);
        CHECK(s.drift < 0.03f);
        CHECK(s.speed < 0.05f);
    }
}

// Where the boxes of a row keep apart, nothing but friction below ties the columns: what disturbs one of them must not grow.
TEST_CASE("a flat pyramid of thirty rows with gaps stands under SupportStep") {
    constexpr int kRows = 30;
    Lab lab(supported());
    lab.floor();
    std::vector<BodyId> boxes;
    std::vector<glm::vec3> places;
    for (int row = 0; row < kRows; ++row)
        for (int i = 0; i < kRows - row; ++i) {
            places.push_back({1.05f * (float(i) - 0.5f * float(kRows - row - 1)), float(row) + 0.5f, 0});
            boxes.push_back(lab.box(places.back()));
        }
    lab.run(1000);
    float drift = 0;
    for (size_t i = 0; i < boxes.size(); ++i)
        drift = std::max(drift, glm::length(lab.world.position(boxes[i]) - places[i]));
    MESSAGE("drift " << 1000 * drift << " mm");
    CHECK(drift < 0.05f);
}

TEST_CASE("thirty plates stand under SupportStep") {
    Lab lab(supported());
    lab.floor();
    std::vector<BodyId> plates;
    for (int i = 0; i < 30; ++i)
        plates.push_back(lab.box({0, 0.02f + 0.04f * float(i), 0}, {0.3f, 0.02f, 0.3f}));
    lab.run(1800);
    CHECK(lab.world.measures().maxPenetration < 0.001f);
    CHECK(sunk(lab, plates.back(), 1.18f) < 0.002f);
    const glm::vec3 top = lab.world.position(plates.back());
    CHECK(std::hypot(top.x, top.z) < 0.005f);
}

TEST_CASE("heavy stands on light under SupportStep") {
    for (const float ratio : {100.0f, 1000.0f}) {
        CAPTURE(ratio);
        Lab lab(supported());
        lab.floor();
        lab.body({.position = {0, 0.5f, 0}}, {.geometry = Box{}, .density = 10});
        const BodyId heavy = lab.body({.position = {0, 1.5f, 0}}, {.geometry = Box{}, .density = 10 * ratio});
        lab.run(1200);
        CHECK(std::fabs(sunk(lab, heavy, 1.5f)) < 0.001f);
        CHECK(lab.world.measures().maxSpeed < 0.002f);
    }
}

TEST_CASE("twenty boxes of 1 kg and 100 kg in turn stand under SupportStep") {
    Lab lab(supported());
    lab.floor();
    std::vector<BodyId> boxes;
    for (int i = 0; i < 20; ++i)
        boxes.push_back(
            lab.body({.position = {0, 0.5f + float(i), 0}}, {.geometry = Box{}, .density = i % 2 ? 100.0f : 1.0f}));
    lab.run(1200);
    const glm::vec3 top = lab.world.position(boxes.back());
    CHECK(19.5f - top.y < 0.002f);
    CHECK(std::hypot(top.x, top.z) < 0.01f);
}

// The pass must be off where nothing holds anything up, and change nothing there.
TEST_CASE("SupportStep keeps the momentum of a free cluster, and moves it as it moves without gravity") {
    WorldSettings settings = supported();
    settings.gravity = glm::vec3(0);
    Lab lab(settings);
    std::vector<BodyId> boxes = lab.stack(6);
    lab.world.setLinearVelocity(boxes[0], {0.3f, 2, 0.1f});
    const WorldMeasures before = lab.world.measures();
    lab.run(240);
    const WorldMeasures after = lab.world.measures();
    const double pushed = std::fabs(before.linearMomentum[1]);
    for (int i = 0; i < 3; ++i)
        CHECK(std::fabs(after.linearMomentum[i] - before.linearMomentum[i]) < 1e-5 * pushed);
    CHECK(after.kineticEnergy <= before.kineticEnergy * 1.0001);
}
