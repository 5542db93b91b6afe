// A cube falls on the ground and comes to rest.
#include <cstdio>

#include <drystone/drystone.h>

using namespace drystone;

int main() {
    World world;

    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.createShape(ground, {.geometry = HalfSpace{}});

    const BodyId box = world.createBody({.position = {0.0f, 5.0f, 0.0f}});
    world.createShape(box, {.geometry = Box{{0.5f, 0.5f, 0.5f}}});

    for (int i = 0; i < 240; ++i) {
        if (i % 30 == 0) {
            std::printf("%4.1f s: y = %.2f m\n", static_cast<double>(i) / 60.0,
                        static_cast<double>(world.position(box).y));
        }
        world.step(1.0f / 60.0f);
    }

    const float height = world.position(box).y;
    std::printf("drystone %s: the box rests at y = %.2f m and is %s\n", kVersionString, static_cast<double>(height),
                world.isAwake(box) ? "awake" : "asleep");
    return height > 0.49f && height < 0.51f ? 0 : 1;
}
