#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

// StereoKit/StereoKit#406, Facepunch/sbox-issues#4468: a box of 10 cm fell through a floor that larger ones stayed on.
TEST_CASE("small bodies do not pass a thin slab at any speed, heading and spin") {
    constexpr float kStep = 1.0f / 50;
    Random random(406);
    for (const bool boxes : {false, true})
        for (const float speed : {10.0f, 30.0f, 100.0f, 1000.0f})
            for (int trial = 0; trial < 100; ++trial) {
                CAPTURE(boxes);
                CAPTURE(speed);
                CAPTURE(trial);
                Lab lab(sleepless());
                lab.body({.type = BodyType::Static, .position = {0, -0.025f, 0}},
                         {.geometry = Box{{500, 0.025f, 500}}});
                const glm::vec3 across = random.vector(0.7f);
                const glm::vec3 heading = glm::normalize(glm::vec3(across.x, -1, across.z));
                const glm::vec3 from = glm::vec3(0, 0.3f, 0) - heading * random.range(0, speed * kStep);
                const glm::quat turned = random.rotation();
                const glm::vec3 spin = random.vector(30);
                const BodyId body =
                    lab.body({.position = from, .rotation = turned},
                             {.geometry = boxes ? Geometry(Box{glm::vec3(0.05f)}) : Geometry(Sphere{0.1f}),
                              .density = boxes ? 40 / 0.001f : 1000});
                lab.world.setLinearVelocity(body, speed * heading);
                lab.world.setAngularVelocity(body, spin);
                for (int i = 0; i < 25; ++i) {
                    lab.world.step(kStep);
                    REQUIRE(lab.world.position(body).y > 0);
                }
            }
}
