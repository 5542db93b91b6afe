// What the landing tests of round and of flat shapes share.
#pragma once

#include <optional>

#include "collision/landing.h"

namespace drystone::collision {

// Gap (m) below which two shapes on their way count as touching: above the rounding of metres, below what can be seen.
inline constexpr float kTouchGap = 2e-5f;
inline constexpr int kMostAdvances = 40;
// Names the one point of a plane between boxes that pass; those of faces and edges are smaller.
inline constexpr float kPartingFeature = 2000.0f;

inline glm::vec3 centerOfMass(const LandingQuery& q, int side) {
    return toVec3(q.shape[side]->centerOfMass);
}
inline glm::vec3 centerOfMassAt(const LandingQuery& q, int side, float time) {
    return centerOfMass(q, side) + time * q.motion[side].linear;
}
inline PlacedShape shapeAt(const LandingQuery& q, int side, float time) {
    return moved(*q.shape[side], q.motion[side], time);
}
// Velocity of B over A where their arms from the centres of mass end.
inline glm::vec3 relativeVelocity(const LandingQuery& q, glm::vec3 armA, glm::vec3 armB) {
    return (q.motion[1].linear - q.motion[0].linear) +
        (glm::cross(q.motion[1].angular, armB) - glm::cross(q.motion[0].angular, armA));
}

// A plane between two bodies: the normal from A to B, the surface points as arms from the centres of mass, all at `time`.
struct Plane {
    glm::vec3 normal, armA, armB;
    float gap;
    float time;
};

void empty(Manifold& manifold);
// Turns the manifold of the poses after `time` into one whose separations are those from which the points come to it. The
// arms of both sides stay those of that moment: an anchor lies halfway across the gap of today, and the offset of the
// centres makes up for the way between (contact_prepare.h takes the surfaces half a gap from the anchor).
void seeFromNow(const LandingQuery& query, float time, Manifold& manifold);
// One point, seen from the begin of the step.
void writePlane(const LandingQuery& query, const Plane& plane, Manifold& manifold);

// Spheres, and spheres against boxes: where the path first touches, else where it comes closest. The flag: it touches.
struct RoundPath {
    Plane plane;
    bool touches;
};
RoundPath followRound(const LandingQuery& query);

// Boxes: the longest way of a point of one as seen from the other; whether one of their faces keeps them apart whatever else they do; when they first touch; and a plane that parts them over the whole step.
float longestWay(const LandingQuery& query);
bool facesKeepApart(const LandingQuery& query);
std::optional<float> timeOfTouch(const LandingQuery& query);
std::optional<Plane> partingPlane(const LandingQuery& query);

}  // namespace drystone::collision
