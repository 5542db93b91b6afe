// An engine under the clock. Scenes are built in a Drystone world; another engine copies what it finds there, and what
// it makes of it is written back, so that one yardstick measures all.
#pragma once

#include <memory>
#include <string>

#include <drystone/drystone.h>

namespace drystone::bench {

struct RayAnswer {
    bool hit = false;
    float fraction = 1.0f;
};

class Engine {
public:
    virtual ~Engine() = default;
    virtual std::string name() const = 0;
    // Takes over the bodies that were made in the world since the last call.
    virtual void adopt() = 0;
    virtual void step(float dt) = 0;
    // Gives the world the poses and velocities of the bodies.
    virtual void writeBack() = 0;
    virtual RayAnswer castRay(glm::vec3 origin, glm::vec3 translation) const = 0;
    // Steps in the world itself: its profile, counters and hash are the engine's own.
    virtual bool isWorld() const { return false; }
};

// The world outlives the engine.
std::unique_ptr<Engine> makeDrystone(World& world);
// Null when it was not there to build against.
std::unique_ptr<Engine> makeBullet(World& world);

}  // namespace drystone::bench
