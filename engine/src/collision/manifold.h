// Where two shapes meet: the record that lives from step to step and carries the impulses.
#pragma once

#include <cstdint>

#include <glm/vec3.hpp>

namespace drystone {

inline constexpr int kMaxManifoldPoints = 4;

// One point as four floats of a record: its place relative to body A's centre of mass (world axes, m; halfway between
// the two surfaces along the normal) and the separation (m, negative: overlap).
struct ManifoldPoint {
    float anchor[3];
    float separation;
};

// Five records of 32 bytes, so that kernels read W manifolds by whole-record transposes.
struct alignas(32) Manifold {
    // record 0
    float normal[3];        // unit, from A to B
    float friction;         // combined coefficient
    float centerOffset[3];  // body A's centre of mass minus body B's: an anchor relative to B is anchor + centerOffset
    float pointCount;       // 0..4, a float so that lanes compare it
    // records 1, 2
    ManifoldPoint points[kMaxManifoldPoints];
    // record 3: impulses of the last substep (N s), carried over by feature id for warm starting
    float normalImpulse[kMaxManifoldPoints];
    float frictionImpulse[3];  // on B at the friction centre, world axes
    float twistImpulse;        // about the normal, on B
    // record 4
    float staticFriction;                   // combined coefficient up to which the contact holds
    float restitution;                      // combined
    float roundA, roundB;                   // 1: that side is a sphere: its anchor does not turn with the body; else 0
    uint32_t features[kMaxManifoldPoints];  // name the features that meet, non-zero, distinct within the manifold
};
static_assert(sizeof(Manifold) == 160 && alignof(Manifold) == 32);

}  // namespace drystone
