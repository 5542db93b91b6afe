// What a World tells: events of the last step, query results, profile, counters.
#pragma once

#include <cstddef>
#include <cstdint>

#include <drystone/ids.h>
#include <drystone/math.h>

namespace drystone {

// ---- events: arrays that hold from the end of a step to the beginning of the next ----

struct ContactBeginEvent {
    ShapeId shapeA, shapeB;
};

// Either shape may be gone by the time this is read: destroying a shape ends its contacts.
struct ContactEndEvent {
    ShapeId shapeA, shapeB;
};

// Two shapes met faster than WorldSettings::hitEventSpeed.
struct ContactHitEvent {
    ShapeId shapeA, shapeB;
    glm::vec3 point{0.0f};     // world space (m)
    glm::vec3 normal{0.0f};    // from A to B
    float approachSpeed = 0.0f;  // m/s, > 0
};

struct SensorBeginEvent {
    ShapeId sensor, visitor;
};

struct SensorEndEvent {
    ShapeId sensor, visitor;
};

// A body was awake in the last step, one event each; fellAsleep: it stopped in it.
struct BodyMoveEvent {
    BodyId body;
    Transform transform;
    bool fellAsleep = false;
    uint64_t userData = 0;
};

// At most one a body and step: calls that put a body to sleep and wake it again between two steps tell nothing.
struct BodySleepEvent {
    BodyId body;
    bool asleep = false;  // false: it woke
};

// One point of a touching pair, as contacts() tells it.
struct ContactPoint {
    glm::vec3 position{0.0f};      // halfway between the surfaces, world space (m)
    float separation = 0.0f;       // m; negative: overlap
    float normalImpulse = 0.0f;    // N s over the last substep, or of an impact in the last step; >= 0
    uint32_t feature = 0;          // names the pair of features that meet; equal from step to step while they do
};

struct Contact {
    ShapeId shapeA, shapeB;
    glm::vec3 normal{0.0f};            // from A to B, world space
    glm::vec3 frictionImpulse{0.0f};   // on B, N s over the last substep
    int pointCount = 0;                // 1..4
    ContactPoint points[4];
    int color = -1;                    // colour in the constraint graph; -1: asleep
};

// ---- queries ----

struct RayHit {
    BodyId body;
    ShapeId shape;
    glm::vec3 point{0.0f};
    glm::vec3 normal{0.0f};   // outward, unit length
    float fraction = 0.0f;    // of the translation, [0, 1]

    constexpr explicit operator bool() const { return bool(shape); }
};

// Which shapes a query sees: those whose filter would collide with this one.
struct QueryFilter {
    uint64_t category = ~uint64_t{0};
    uint64_t mask = ~uint64_t{0};
    bool sensors = false;     // sees sensors too
};

// ---- measures ----

// Wall time of the last step by stage (ms).
struct StepProfile {
    float step = 0.0f;        // the whole
    float pairs = 0.0f;       // broadphase queries, new and dead pairs
    float collide = 0.0f;     // manifolds
    float contacts = 0.0f;    // begin and end touching: colours, waking, events
    float prepare = 0.0f;     // rows
    float solve = 0.0f;       // substeps or iterations
    float restitution = 0.0f; // impacts within the substeps
    float store = 0.0f;       // impulses back into manifolds
    float continuous = 0.0f;  // sweeps of what moves fast, and its impacts
    float finalize = 0.0f;    // poses, boxes, timers
    float sleep = 0.0f;       // islands
    float events = 0.0f;
};

// Sizes after the last step. visited* count what its stages touched: sleeping bodies and pairs are not among them.
struct WorldCounters {
    int bodies = 0;
    int staticBodies = 0;
    int awakeBodies = 0;        // dynamic and kinematic
    int sleepingBodies = 0;
    int shapes = 0;
    int pairs = 0;              // whose bounds overlap
    int awakePairs = 0;
    int touchingContacts = 0;   // awake
    int contactPoints = 0;      // awake
    int colors = 0;             // in use
    int overflowContacts = 0;   // solved serially because every colour was taken
    int islandsLastBuilt = 0;
    int visitedBodies = 0;
    int visitedPairs = 0;
    int visitedContacts = 0;
    int sweptBodies = 0;        // moved fast enough to be swept
    int sweptImpacts = 0;       // that the sweeps found and solved
    int referenceIterationsUsed = 0;  // SolverKind::Pgs: passes over the hardest system of the step; else 0
    double referenceResidual = 0.0;   // m/s: the largest that was left; above referenceTolerance: it gave up
    int frozenBodies = 0;       // contained because their state was not finite
    uint64_t steps = 0;
    size_t memoryBytes = 0;
    uint64_t allocations = 0;   // since the world was made
};

// Mechanical state of the moving bodies, in double.
struct WorldMeasures {
    double kineticEnergy = 0.0;                 // J
    double potentialEnergy = 0.0;               // J, zero at the origin
    double linearMomentum[3] = {0, 0, 0};       // kg m/s
    double angularMomentum[3] = {0, 0, 0};      // about the origin, kg m^2/s
    float maxPenetration = 0.0f;                // m, deepest contact point as the last step found it, >= 0
    float maxSpeed = 0.0f;                      // m/s
};

}  // namespace drystone
