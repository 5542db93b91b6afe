// A sphere on its way past a sphere or a box.
#include <algorithm>
#include <limits>

#include "collision/landing_query.h"

namespace drystone::collision {

namespace {

// From the core, which is a box or the sphere of side A, to the ball, at a time.
struct Apart {
    float gap;
    float rate;        // at which the gap grows, m/s
    float bend;        // m/s^2: bound of the second derivative that turning gives the path as the core sees it
    glm::vec3 normal;  // from the core to the ball
    glm::vec3 armCore, armBall;
};

// The point of the core from which the ball is farthest away along the shortest way, and that way.
glm::vec3 surfacePoint(const PlacedShape& core, PairKind kind, glm::vec3 ball) {
    const glm::vec3 center = toVec3(core.position);
    if (kind == PairKind::SphereSphere)
        return center;
    const PlacedBox box = placedBox(core);
    return center + box.axes * glm::clamp((ball - center) * box.axes, -box.half, box.half);
}

Apart apartAt(const LandingQuery& q, int coreSide, float time) {
    const int ballSide = 1 - coreSide;
    const PlacedShape core = shapeAt(q, coreSide, time), ball = shapeAt(q, ballSide, time);
    const glm::vec3 center = toVec3(ball.position), nearest = surfacePoint(core, q.kind, center);
    const glm::vec3 way = center - nearest;
    const float distance = glm::length(way);
    Apart a;
    a.gap = distance - (core.radius + ball.radius);
    a.normal = distance > 0.0f ? way / distance : glm::vec3(0.0f, 1.0f, 0.0f);
    a.armCore = (nearest + core.radius * a.normal) - toVec3(core.centerOfMass);
    a.armBall = (center - ball.radius * a.normal) - toVec3(ball.centerOfMass);

    const glm::vec3 u =
        coreSide == 0 ? relativeVelocity(q, a.armCore, a.armBall) : -relativeVelocity(q, a.armBall, a.armCore);
    a.rate = glm::dot(a.normal, u);
    // In the core's frame the centre's path bends by w^2 r + 2 w |v|; its own swing about its body's centre adds w^2 r.
    const float wCore = glm::length(q.motion[coreSide].angular), wBall = glm::length(q.motion[ballSide].angular);
    const glm::vec3 v = q.motion[ballSide].linear - q.motion[coreSide].linear;
    const float swing = glm::length(center - toVec3(ball.centerOfMass));
    const bool coreTurns = q.kind != PairKind::SphereSphere || toVec3(core.position) != toVec3(core.centerOfMass);
    a.bend = wBall * wBall * swing;
    if (coreTurns)
        a.bend +=
            wCore * (wCore * glm::length(center - toVec3(core.centerOfMass)) + 2.0f * (glm::length(v) + wBall * swing));
    return a;
}

// On a straight path the gap is convex in time: its slope tells on which side of the least one we are.
float leastOnStraight(const LandingQuery& q, int coreSide, float before, float after) {
    for (int i = 0; i < kMostAdvances; ++i) {
        const float middle = 0.5f * (before + after);
        (apartAt(q, coreSide, middle).rate < 0.0f ? before : after) = middle;
    }
    return after;
}

}  // namespace

// Steps that cannot pass the moment of touching: gap + rate t - bend t^2 / 2 is a lower bound of the gap at t. On a
// straight path this is Newton's method on a convex function, from the left.
RoundPath followRound(const LandingQuery& q) {
    const int coreSide = q.kind == PairKind::SphereBox ? 1 : 0;
    float time = 0.0f, before = 0.0f, least = std::numeric_limits<float>::infinity(), leastTime = 0.0f;
    bool touches = false;
    for (int i = 0; i < kMostAdvances && time < q.span; ++i) {
        const Apart a = apartAt(q, coreSide, time);
        if (a.gap < least) {
            least = a.gap;
            leastTime = time;
        }
        touches = a.gap <= kTouchGap;
        if (touches)
            break;
        if (a.bend <= 0.0f && a.rate >= 0.0f) {
            leastTime = leastOnStraight(q, coreSide, before, time);
            break;
        }
        before = time;
        time += 2.0f * a.gap / (std::sqrt(a.rate * a.rate + 2.0f * a.bend * a.gap) - a.rate);
    }
    if (time >= q.span) {
        const Apart end = apartAt(q, coreSide, q.span);
        if (end.rate >= 0.0f && end.bend <= 0.0f)
            leastTime = leastOnStraight(q, coreSide, before, q.span);
        else if (end.gap < least)
            leastTime = q.span;
    }
    const Apart a = apartAt(q, coreSide, leastTime);
    Plane plane{a.normal, a.armCore, a.armBall, a.gap, leastTime};
    if (coreSide == 1)
        plane = {-a.normal, a.armBall, a.armCore, a.gap, leastTime};
    return {plane, touches};
}

}  // namespace drystone::collision
