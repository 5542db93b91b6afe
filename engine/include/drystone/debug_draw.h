// How a World shows itself: lines and points handed to whatever the game draws with.
#pragma once

#include <cstdint>

#include <drystone/ids.h>
#include <drystone/math.h>

namespace drystone {

struct DebugDrawFlags {
    bool shapes = false;         // wire outlines, coloured by state: static, kinematic, awake, asleep
    bool bounds = false;         // tight boxes
    bool fatBounds = false;      // the broadphase's boxes
    bool contactPoints = false;
    bool contactNormals = false;
    bool contactImpulses = false;
    bool frictionImpulses = false;
    bool islands = false;        // a box round each island, a colour each
    bool graphColors = false;    // contacts in the colour of their place in the constraint graph
    bool sleepState = false;
    bool axes = false;           // body frame at the centre of mass
    bool velocities = false;     // linear: arrow; angular: arc with a head
    // From 0 to 1e6; an arrow ends after 1e9 m.
    float impulseScale = 0.01f;  // m drawn for one N s
    float velocityScale = 0.1f;  // m drawn for one m/s
};

// Colours are 0xRRGGBB. The functions may call const functions of the World that draws.
class DebugDraw {
public:
    virtual ~DebugDraw() = default;
    virtual void line(glm::vec3 from, glm::vec3 to, uint32_t color) = 0;
    virtual void point(glm::vec3 position, float size, uint32_t color) = 0;  // size in pixels
};

}  // namespace drystone
