// Where two shapes meet: the record that lives from step to step and carries the impulses.
#pragma once

#include <cstdint>

#include <glm/vec3.hpp>

namespace drystone {

inline constexpr int kMaxManifoldPoints = 4;

// Added to Manifold::round where the arms are those of the moment of impact ahead, not those of today.
inline constexpr float kLanding = 4.0f;

// One point as four floats of a record: its place relative to body A's centre of mass (world axes, m; halfway between
// the two surfaces along the normal) and the separation (m, negative: overlap).
struct ManifoldPoint {
    float anchor[3];
    float separation;
};

// Six records of 32 bytes, so that kernels read W manifolds by whole-record transposes.
struct alignas(32) Manifold {
    // record 0
    float normal[3];        // unit, from A to B
    float friction;         // combined coefficient
    float centerOffset[3];  // body A's centre of mass minus body B's: an anchor relative to B is anchor + centerOffset
    float pointCount;       // 0..4, a float so that lanes compare it
    // records 1, 2
    ManifoldPoint points[kMaxManifoldPoints];
    // record 3: impulses of the last substep (N s), carried over by feature id for warm starting. A negative one tells of
    // an impact in the last step that left nothing pressing, and starts nothing.
    float normalImpulse[kMaxManifoldPoints];
    float frictionImpulse[3];  // on B at the friction centre, world axes
    float twistImpulse;        // about the normal, on B
    // record 4
    float staticFriction;                   // combined coefficient up to which the contact holds
    float restitution;                      // combined
    float round;                            // 1: side A is a sphere, 2: B, 3: both. Its anchor does not turn with it. 4 more:
                                            // kLanding
    float rollingLength;                    // m: limit of the rolling torque over the normal force
    uint32_t features[kMaxManifoldPoints];  // name the features that meet, non-zero, distinct within the manifold
    // record 5
    float rollingImpulse[3];  // on B, about the tangents, world axes, N m s
    float reserved[5];
};
static_assert(sizeof(Manifold) == 192 && alignof(Manifold) == 32);

}  // namespace drystone
