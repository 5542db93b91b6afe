// The kind of solver may change between any two steps.
#include "support/lab.h"
#include "support/solver_choices.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

// The reference is no kind for large worlds, so it is not in the list.
std::vector<SolverChoice> allKinds() {
    std::vector<SolverChoice> kinds(std::begin(kSolverChoices), std::end(kSolverChoices));
    kinds.push_back({"Pgs", SolverKind::Pgs});
    return kinds;
}

struct Tower {
    Lab lab;
    std::vector<BodyId> boxes;
    float speed = 0;  // m/s, fastest after any step

    explicit Tower(const SolverChoice& choice) : lab(choice.in(sleepless())) {
        lab.floor();
        boxes = lab.stack(10);
        lab.run(300);
    }
    void step(const SolverChoice& choice) {
        lab.world.setSettings(choice.in(sleepless()));
        lab.world.step(kDt);
        speed = std::max(speed, lab.world.measures().maxSpeed);
    }
    float drift() const {
        float most = 0;
        for (const BodyId id : boxes)
            most = std::max(most, std::hypot(lab.world.position(id).x, lab.world.position(id).z));
        return most;
    }
    float top() const { return lab.world.position(boxes.back()).y; }
};

}  // namespace

TEST_CASE("changing the solver in every step leaves a settled stack at rest, for every pair of kinds") {
    const std::vector<SolverChoice> kinds = allKinds();
    for (const SolverChoice& first : kinds)
        for (const SolverChoice& second : kinds) {
            if (&first <= &second)
                continue;
            Tower tower(second);
            // The first steps let it sink to where the softer of the two rests.
            for (int i = 0; i < 480; ++i) {
                if (i == 240)
                    tower.speed = 0;
                tower.step(i % 2 ? first : second);
            }
            CAPTURE(std::string(first.name));
            CAPTURE(std::string(second.name));
            CHECK(tower.speed < 0.006f);
            CHECK(tower.drift() < 0.006f);
        }
}

// Each kind rests in an overlap of its own. A stack that comes over moves there, slower than a body that falls for a step.
TEST_CASE("a stack moves from the rest of one kind to that of another without a hop, for every pair of kinds") {
    const std::vector<SolverChoice> kinds = allKinds();
    for (const SolverChoice& first : kinds)
        for (const SolverChoice& second : kinds) {
            Tower tower(first);
            for (int i = 0; i < 180; ++i)
                tower.step(second);
            CAPTURE(std::string(first.name));
            CAPTURE(std::string(second.name));
            CHECK(tower.speed < 0.2f);
            CHECK(tower.drift() < 0.01f);
            CHECK(tower.lab.world.measures().maxSpeed < 0.01f);
        }
}
