// Rows of the support pass, laid out level by level along gravity: what stands on what.
#pragma once

#include "solver/contact_rows.h"

namespace drystone {

// A contact in which one body stands on another. Its separations and impulses live in a HotRow, its friction in a ColdRow.
struct SupportRef {
    uint32_t manifold;
    uint32_t bodyA, bodyB;
    uint32_t upper, lower;  // the same two
    float weight;           // 0..1: how much the normal lies along gravity
    uint32_t stride;        // floats between the points of the contact in its rows
    float* hot;             // its lane of HotRow::separation; impulse, mass and bearing gap follow
    float* cold;            // its lane of ColdRow::friction; static friction, friction impulses and twist follow
};

// Bodies of one level that stand on something. They share no data: lanes and rows may be solved in any order.
template <int W>
struct alignas(W * sizeof(float)) SupportBody {
    uint32_t body[W], island[W];
    float inverseMass[3][W];  // by world axis
    float mass[3][W];
    float inverseInertia[6][W];
    float inertia[6][W];
    float stiffness[W];               // of a point, kg: see holdBodies()
    uint32_t count;                   // lanes
    uint32_t firstContact, contacts;  // rows of SupportContact
    uint32_t firstAbove, aboves;      // rows of context.above
};

// One contact of each body of a row. Seen from the lower body: the normal points up, from lower to upper, and the frame is
// that of contact_rows.h with A the lower body and B the upper one.
template <int W>
struct alignas(W * sizeof(float)) SupportContact {
    uint32_t lower[W];
    uint32_t ref[W];  // kNoSupport: the lane has no such contact
    float normal[3][W], tangent[3][W];
    float centerUpper[3][W], centerLower[3][W];  // friction centre from the centres of mass
    float x[kPoints][W], y[kPoints][W];
    float weight[kPoints][W];  // 0: there is no such point
    float friction[W];         // 0: friction is left alone
    float radius[W];           // m: lever of the twist
    float bounces[W];          // restitution: what bounces is met by its impact
    // In a pass:
    float bearing[W];              // m: see HotRow
    float moves[W];                // 1: its island moves
    float gap[kPoints][W];         // m/s: over the substep; 0: it touches
    float bears[kPoints][W];       // weight; 0: left to the sweeps
    float sticks[W];               // weight; 0: slides, and friction is left alone
    float before[kPoints + 3][W];  // relative velocities ahead of the pass: normal, slide, radius x spin
    float start[kPoints + 3][W];   // impulses ahead of the pass: normal, friction, twist / radius
    float impulse[kPoints + 3][W];
    float target[6][W];  // velocity of the lower body at the centre: normal, q1, q2, slide, spin
    float residual[kPoints + 3][W];
    float stiffness[kPoints][W];  // 0: the point lets go
};

inline constexpr uint32_t kNoSupport = ~0u;

// What part an island takes in a pass. One that moves is not held by friction, and what comes is met ahead of touching.
inline constexpr uint8_t kIslandClosed = 0, kIslandCalm = 1, kIslandMoves = 2;

// What the kernels say of a contact, for the sums that run over all of them in order.
struct SupportVerdict {
    float gain, cost;  // of the line search
};

// What a contact does to its lower body, about that body's centre of mass.
struct alignas(32) SupportWrench {
    float linear[3];
    float angular[3];
    float pad[2];
};

struct SupportContext {
    const StepContext* step;
    const SupportRef* refs;
    SupportVerdict* verdicts;   // by ref
    VelocityRow* predicted;     // by body: as what it stands on would hold it
    SupportWrench* wrenches;    // by lane of a contact, from 1 on; 0: none
    const uint32_t* above;      // wrenches on the bodies of a row
    const uint8_t* islandOpen;  // by island
    const float* islandStep;    // of the line search, by island
    bool patchFriction;
};

using SupportKernel = void(const SupportContext& context, void* bodies, void* contacts, int beginRow, int endRow);

struct SupportKernels {
    int width;
    size_t bodyBytes, contactBytes;  // a row
    // Rows from manifolds, once a step. body, island, count, the ranges, ref and lower are set.
    SupportKernel* prepare;
    SupportKernel* begin;    // what bears and with which impulses, from the hot and cold rows
    SupportKernel* predict;  // upward: predicted
    SupportKernel* hold;     // downward: impulses, wrenches, velocities
    SupportKernel* measure;  // gain, cost
    SupportKernel* finish;   // impulses, shortened by the line search, to the hot and cold rows
    void (*setBody)(void* bodies, uint32_t row, uint32_t lane, uint32_t body, uint32_t island);
    void (*setRanges)(void* bodies, uint32_t row, uint32_t count, const uint32_t (&ranges)[4]);
    void (*setContact)(void* contacts, uint32_t row, uint32_t lane, uint32_t ref, uint32_t lower);
};

extern const SupportKernels kScalarSupportKernels;
extern const SupportKernels kSse2SupportKernels;
extern const SupportKernels kAvx2SupportKernels;

}  // namespace drystone
