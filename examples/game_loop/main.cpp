// A game's loop: frames of any length, steps of one. A lift carries a crate through a gate; then a wind blows it off.
#include <cstdio>

#include <drystone/drystone.h>

using namespace drystone;

int main() {
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.createShape(ground, {.geometry = HalfSpace{}});
    const BodyId gate = world.createBody({.type = BodyType::Static, .position = {0, 3, 0}});
    world.createShape(gate, {.geometry = Box{{2, 0.1f, 2}}, .sensor = true});
    const BodyId lift = world.createBody({.type = BodyType::Kinematic, .position = {0, 0.25f, 0}});
    world.createShape(lift, {.geometry = Box{{1, 0.25f, 1}}});
    const BodyId crate = world.createBody({.position = {0, 1, 0}});
    world.createShape(crate, {.geometry = Box{{0.5f, 0.5f, 0.5f}}, .density = 100});

    FixedStepper stepper(1.0f / 60.0f);
    float height = 0.25f;
    bool windy = false;
    // Forces and targets act through one step: they are told before each.
    const auto beforeStep = [&](World& w, float dt) {
        height += dt * (height < 3 ? 0.5f : 0.0f);
        w.moveKinematic(lift, {0, height, 0}, kIdentityRotation, dt);
        if (windy)
            w.applyForce(crate, {1000, 0, 0});
    };
    // Events hold until the next step: they are read after each.
    const auto afterStep = [&](World& w, float) {
        for (const SensorBeginEvent& event : w.sensorBeginEvents())
            windy |= w.bodyOf(event.visitor) == crate;
    };

    const float frames[] = {1.0f / 60, 1.0f / 144, 1.0f / 20, 1.0f / 30};  // s, as a display might give them
    for (int frame = 0; frame < 180; ++frame) {
        stepper.advance(world, frames[frame % 4], beforeStep, afterStep);
        const Transform pose = world.interpolatedTransform(crate, stepper.alpha());  // to be drawn
        if (frame % 20 == 0)
            std::printf("frame %3d: crate at (%5.2f, %4.2f)\n", frame, double(pose.position.x),
                        double(pose.position.y));
    }
    return windy && world.position(crate).x > 1 ? 0 : 1;
}
