// The fragments of README.md and docs/guide.md, each in a small world of its own.
#include <cstdio>

#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

// What a fragment may speak of.
struct Place {
    Lab lab;
    World& world = lab.world;
    BodyId ground = lab.floor(), box = lab.box({0, 0.5f, 0}), ball = lab.sphere({3, 5, 0});
    BodyId platform = lab.body({.type = BodyType::Kinematic, .position = {6, 1, 0}}, {.geometry = Box{{1, 0.2f, 1}}});
    FixedStepper stepper;
    float frameSeconds = 1.0f / 30;

    // Whatever the fragment did, it was no misuse, and the world goes on.
    void finish() {
        lab.run(3);
        CHECK(lab.world.counters().frozenBodies == 0);
        CHECK(lab.clean());
    }
};

}  // namespace

#include "fragments.inc"
