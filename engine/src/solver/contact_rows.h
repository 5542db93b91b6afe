// Contact constraints as the kernels read them: W contacts a row, one lane each, component by component (AoSoA).
//
// A contact is solved in a frame of its own. Its origin is the friction centre, a weighted mean of the contact points,
// at cA from body A's centre of mass and at cB from B's; its axes are the tangents t1, t2 and the normal n = t1 x t2,
// from A to B. A point of the contact is then a pair (x, y), and the normal velocity there is linear in it:
//     vn(x, y) = q0 + q1 x + q2 y
//     q0 = n.(vB - vA) + wB.(cB x n) - wA.(cA x n),   q1 = -(wB - wA).t2,   q2 = (wB - wA).t1
// A point's height along n drops out of it. The points of a contact see one another through K_ij = the change of vn_i
// by a unit impulse at j, so the bodies are read and written once a row, from the sums F = sum dl, X = sum dl x,
// Y = sum dl y.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/wide.h"
#include "solver/softness.h"
#include "solver/solver.h"

namespace drystone {

inline constexpr int kPoints = kMaxManifoldPoints;
// A speed that nothing has.
inline constexpr float kNoImpact = 1e30f;
inline constexpr int kPointPairs = kPoints * (kPoints - 1) / 2;

// Place of K_ij, i < j, among the pairs 01 02 03 12 13 23.
DRYSTONE_INLINE constexpr int pairIndex(int i, int j) {
    return i * kPoints - i * (i + 1) / 2 + (j - i - 1);
}

// Read by every pass.
template <int W>
struct alignas(W * sizeof(float)) HotRow {
    uint32_t bodyA[W], bodyB[W];
    float normal[3][W], tangent[3][W];     // n, t1
    float armA[3][W], armB[3][W];          // cA x n, cB x n
    float inertiaA[6][W], inertiaB[6][W];  // inverse
    float x[kPoints][W], y[kPoints][W];
    float separation[kPoints][W];    // at the poses that the last position update left
    float impulse[kPoints][W];       // accumulated, >= 0
    float mass[kPoints][W];          // 1 / K_jj; 0: there is no such point
    float coupling[kPointPairs][W];  // K_ij
    uint32_t lanesA, lanesB;         // bits of the lanes whose body can be pushed: the only ones written
    uint32_t movingA;                // not 0: some lane's A is not the body that never moves
    uint32_t hitting;                // lanes that may hit something in this step, see ImpactRow
    uint32_t rolling;                // lanes with rolling resistance
};

// Columns of ColdRow::coupling: what a change of F, X, Y and twist adds to the relative spin about n and to the two
// sliding velocities.
enum PatchCoupling {
    kSpinF,
    kSpinX,
    kSpinY,
    kSlide1F,
    kSlide1X,
    kSlide1Y,
    kSlide1Twist,
    kSlide2F,
    kSlide2X,
    kSlide2Y,
    kSlide2Twist,
    kPatchCouplings
};

// Read where friction is solved or separations are refreshed.
template <int W>
struct alignas(W * sizeof(float)) ColdRow {
    float startSeparation[kPoints][W];
    float centerA[3][W], centerB[3][W];  // cA, cB
    float carryA[3][W];                  // m/s^2: w x (w x cA); where A moves and cannot be pushed
    float turnsA[W], turnsB[W];          // 0 where the anchors of that side do not turn with the body, else 1
    float friction[W], staticFriction[W];
    float frictionImpulse[2][W], twistImpulse[W];
    float slideDirection[3][W];             // opposite to (slide 1, slide 2, radius x spin); 0: holds
    float tangentMass[3][W], twistMass[W];  // inverse of the 2 x 2 tangent matrix: 11, 12, 22
    float slideGive[W], spinGive[W];        // greater eigenvalue of that matrix; 1 / twistMass
    float coupling[kPatchCouplings][W];
    float areaFactor[2][W];                 // shape of the pressed area, see pressure()
    float rollingImpulse[2][W], rollingMass[W];
    float rollingLength[W];         // m: limit of the rolling torque over the normal force
    float pushImpulse[kPoints][W];  // split impulse, Ngs: accumulated in this substep, >= 0
    uint32_t sliding;               // lanes whose patch slides
};

// Read where a contact may hit: it has restitution, or is new and closes fast.
template <int W>
struct alignas(W * sizeof(float)) ImpactRow {
    float impulse[kPoints][W];  // of the impacts of the step, summed
    float acceleration[W];      // closing, along n, m/s^2
    float restSpeed[W];         // m/s: what approaches no faster stays; kNoImpact in lanes that do not hit
    float speedLost[W];         // share of it that a bounce takes: 1 - restitution
    float leaving[W];           // m/s: speed at which an impact in this substep sends it off; 0: none
};

// Laid out under FrictionModel::PerPoint alone.
template <int W>
struct alignas(W * sizeof(float)) PointFrictionRow {
    float impulse[kPoints][2][W];  // along t1 and t2
    float give[3][W];              // the 2 x 2 tangent matrix at the friction centre: 11, 12, 22
};

// What a force field does to a body.
struct FlightRow {
    float startAcceleration[3];  // where the step began, m/s^2
    glm::vec3 displacement;      // in this substep, if no contact pushes the body, m
};

// Rows of one colour and kind, one after the other; the last may have lanes without a contact.
struct RowBatch {
    void* hot;
    void* cold;
    void* impacts;
    void* points;  // null: friction by patch
    const ContactRef* contacts;
    int contactCount;
    int rowCount;
};

struct Impacts;  // solver/impact.h

// What the kernels need to know of the step.
struct StepContext {
    VelocityRow* velocities;
    VelocityRow* freeVelocities;  // just after the forces, before contacts, in this substep
    VelocityRow* pushVelocities;  // split impulse: pseudo-velocities
    DeltaRow* deltas;
    const InertiaRow* inertias;
    const BodyMotion* motions;
    FlightRow* flights;  // null: no force field
    Manifold* manifolds;
    Impacts* impacts;
    uint8_t* sliding;  // by body: set to 1 where something slides on it

    float dt, h, inverseH;
    float middle;  // s: of this substep, since the step began
    float warmStartScale;
    float keptShare;  // of a substep's impulses, which the next one starts from
    float impulseScale, impulseShare;  // what storeRows makes of the impulses found, and of those of this step
    float inverseGapScale;   // 1/m: points further apart than this gap count less in the friction centre
    float restitutionFloor;  // m/s
    float startShare;        // of the velocity before the substep in the displacement of a free fall
    Softness softness[2];    // [against a body that cannot be pushed]
    float biasRate;          // SequentialImpulse, 1/s: share of the overlap fed back into velocity
    float pushRate;          // the same, into pseudo-velocities
    float compliance;        // Xpbd, m/N
    float allowance;         // Xpbd, m: overlap that is left alone
    float partShare;         // Ngs: share of the overlap removed by a pass
    float maxPushSpeed, linearSlop;
};

// Of one contact, from its ImpactRow.
struct ImpactLane {
    float acceleration, restSpeed;
    float* impulse;
    float* leaving;
    int stride;  // floats between the impulses of its points
};

// The contact's impact, if it does hit. byPoint: friction by points.
void strike(const StepContext& step, const ContactRef& contact, bool byPoint, const ImpactLane& lane);

using ContactKernel = void(const StepContext& step, const RowBatch& batch, int beginRow, int endRow);

// One set a width; all give the same bits. Kernels come in pairs: [0] pushes both bodies, [1] pushes B alone.
struct ContactKernels {
    int width;
    size_t hotBytes, coldBytes, impactBytes, pointBytes;  // a row
    size_t separationOffset;                              // in a HotRow; impulse and mass follow
    size_t hittingOffset;                                 // in a HotRow
    ContactKernel* prepare[2];                // rows from manifolds; adds the warm-start impulses to the velocities
    ContactKernel* solve[2];                  // normals with soft bias
    ContactKernel* solveRigid[2];             // SupportStep: normals with bias beyond the slop, rigid
    ContactKernel* relax[2];                  // separations from the new poses; normals without bias, then friction
    ContactKernel* iterate[2];                // SequentialImpulse: normals with its bias, then friction
    ContactKernel* push[2];                   // split impulse: one sweep on the pseudo-velocities
    ContactKernel* part[2];                   // Ngs: one pass on the poses
    ContactKernel* project[2];                // Xpbd: positions and velocities, with friction
    ContactKernel* settle[2];                 // Xpbd: velocities without what overlap put in
    ContactKernel* refresh[2];                // separations from the new poses
    ContactKernel* strike[2];  // impacts within the substep, ahead of it
    ContactKernel* forgetStrikes[2];
    ContactKernel* keep[2];   // impulses to the share of them that is kept
    ContactKernel* store[2];  // impulses to manifolds
};

extern const ContactKernels kScalarContactKernels;
extern const ContactKernels kSse2ContactKernels;
extern const ContactKernels kAvx2ContactKernels;

}  // namespace drystone
