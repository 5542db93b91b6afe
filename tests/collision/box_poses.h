// Pairs of boxes of every kind that a game makes: thrown together, laid flush, on edge, on a corner, sunk into one another.
#pragma once

#include "collision/box_oracle.h"
#include "collision/collide_one.h"

namespace drystone::test {

struct BoxPose {
    PlacedBody a, b;
    int kind;
};

inline OracleBox oracleBox(const PlacedBody& body) {
    const glm::quat q = body.world.rotation;
    return {glm::dvec3(body.world.position),
            glm::mat3_cast(glm::normalize(glm::dquat(double(q.w), double(q.x), double(q.y), double(q.z)))),
            glm::dvec3(body.shape.halfExtents)};
}

// Moves b along the axis of least overlap until the boxes are `gap` apart on it.
inline void setGap(BoxPose& pose, double gap) {
    for (int i = 0; i < 3; ++i) {
        const OracleAxis best = leastOverlap(oracleBox(pose.a), oracleBox(pose.b));
        pose.b.world.position += glm::vec3((gap - best.separation) * best.normal);
    }
}

inline constexpr int kPoseKinds = 10;
inline const char* const kPoseNames[kPoseKinds] = {
    "random",      "aligned, flush", "turned on a face", "nearly parallel", "on edge",
    "on a corner", "deep",           "tiny on large",    "edges crossing",  "one in the other"};

inline BoxPose makeBoxPose(int kind, Random& random) {
    const glm::quat frame = random.below(4) ? random.rotation() : kIdentityRotation;
    const glm::vec3 place = random.below(4) ? random.vec(-10, 10) : glm::vec3(0);
    glm::vec3 hA = random.vec(0.1, 1), hB = random.vec(0.1, 1);
    glm::quat turnB = random.rotation();
    glm::vec3 offset = random.direction() * (glm::length(hA) + glm::length(hB));
    offset *= random.real(0.2, 1.0);
    double gap = random.uniform(-0.03, 0.03);
    const glm::vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const glm::vec3 axis = axes[random.below(3)], up = axis * (random.below(2) ? 1.0f : -1.0f);
    const glm::vec3 side = glm::vec3(up.y, up.z, up.x);
    const float quarter = 1.57079633f;
    bool keepPlace = false;
    switch (kind) {
    case 1:  // equal or half bricks, in any of the resting orientations
        if (random.below(2))
            hB = hA;
        turnB = turn(quarter * float(random.below(4)), up);
        offset = up * 2.0f + side * hA * float(random.below(3) - 1);
        break;
    case 2:
        turnB = turn(random.below(2) ? 0.7853981634f : random.real(-3, 3), up);
        offset = up * 2.0f + random.vec(-0.3, 0.3);
        break;
    case 3: {
        const float angle = float(std::pow(10.0, random.uniform(-7, -1.5)));
        turnB = turn(angle, random.direction());
        offset = up * 2.0f + random.vec(-0.5, 0.5);
        break;
    }
    case 4:
        turnB = turn(random.below(2) ? 0.7853981634f : random.real(0.2, 1.3), side);
        offset = up * 2.0f + random.vec(-0.2, 0.2);
        break;
    case 5:
        turnB = turn(random.real(0.3, 1.2), glm::vec3(1, 1, 0));
        turnB = turnB * turn(random.real(0.3, 1.2), glm::vec3(0, 1, 1));
        offset = up * 2.0f + random.vec(-0.1, 0.1);
        break;
    case 6:
        gap = -random.uniform(0.05, 0.2);
        break;
    case 7:
        hA = random.vec(5, 20);
        hB = random.vec(0.02, 0.1);
        offset = up * 30.0f + random.vec(-4, 4);
        gap *= 0.2;
        if (random.below(2))
            turnB = turn(random.real(-3, 3), up);
        break;
    case 8:
        turnB = turn(0.7853981634f, side) * turn(random.real(0.3, 1.2), up);
        offset = up * 1.2f + side * (hA * 0.9f) + random.vec(-0.2, 0.2);
        break;
    case 9:
        keepPlace = true;
        offset = random.below(4) ? random.vec(-0.1, 0.1) : glm::vec3(0);
        if (random.below(2))
            turnB = kIdentityRotation;
        break;
    default:
        keepPlace = true;
        break;
    }
    BoxPose pose{body(box(hA), glm::vec3(0)), body(box(hB), offset, turnB), kind};
    if (!keepPlace)
        setGap(pose, gap);
    if (random.below(2))
        std::swap(pose.a, pose.b);
    for (PlacedBody* p : {&pose.a, &pose.b}) {
        p->world.position = place + frame * p->world.position;
        p->world.rotation = glm::normalize(frame * p->world.rotation);
        p->centerOfMass = p->world.position + random.vec(-0.2, 0.2);
    }
    return pose;
}

}  // namespace drystone::test
