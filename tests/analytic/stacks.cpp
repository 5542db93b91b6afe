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

TEST_CASE("five cubes stand under every solver and stabilisation") {
    for (const SolverChoice& choice : kSolverChoices) {
        const Standing s = stand(5, 20, choice.in(sleepless()));
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
