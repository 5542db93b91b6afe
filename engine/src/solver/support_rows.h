// Rows of the support pass, laid out level by level along gravity: what stands on what.
#pragma once

#include "solver/contact_rows.h"

namespace drystone {

// A contact in which one body stands on another. Its separations, impulses and effective masses live in a HotRow.
struct SupportRef {
    uint32_t manifold;
    uint32_t bodyA, bodyB;
    uint32_t upper, lower;  // the same two
    uint32_t island;
    float weight;           // 0..1: how much the normal lies along gravity
    uint32_t stride;        // floats between the points of the contact in its HotRow
    float* hot;             // its lane of HotRow::separation; impulse and mass follow
};

// Seen from the lower body: the normal points up, from lower to upper, and the frame is that of contact_rows.h with A the
// lower body and B the upper one.
template <int W>
struct alignas(W * sizeof(float)) SupportRow {
    uint32_t upper[W], lower[W];
    float normal[3][W], tangent[3][W];
    float armUpper[3][W], armLower[3][W];
    float inertiaUpper[6][W], inertiaLower[6][W];  // inverse
    float x[kPoints][W], y[kPoints][W];
    float give[6][W];            // quadratic form in (1, x, y): K_ij of the upper body alone
    float weight[W];
    float mass[kPoints][W];      // effective, of both bodies; 0: there is no such point
    float gap[kPoints][W];       // max(s, 0) / h
    float approach[kPoints][W];  // vn + gap ahead of the pass
    float start[kPoints][W];     // impulses ahead of the pass
    float impulse[kPoints][W];
    float change[kPoints][W];
    float open[W];               // 1: its island takes part in this pass
    uint32_t first, count;       // refs
    uint32_t lanesLower;         // whose lower body can be pushed
};

// What the kernels say of a contact, for the sums that run over all of them in order.
struct SupportVerdict {
    float residual;    // largest of the points', m/s
    float supports;    // weight if the contact can act, else 0
    float gain, cost;  // of the line search
};

struct SupportContext {
    const StepContext* step;
    const SupportRef* refs;
    SupportVerdict* verdicts;     // by ref
    VelocityRow* predicted;       // upward sweep: bodies as what they stand on would hold them
    const float* supportCount;    // by body: weights of the contacts that hold it, summed
    const uint8_t* islandOpen;    // by island
    const float* islandStep;      // of the line search, by island
};

using SupportKernel = void(const SupportContext& context, void* rows, int beginRow, int endRow);

struct SupportKernels {
    int width;
    size_t rowBytes;
    // Rows from manifolds, once a step. first and count are set.
    SupportKernel* prepare;
    SupportKernel* begin;       // separations and impulses from the hot rows; residual, supports
    // change: what holds the upper body at the velocity that the sweep gives the lower one.
    SupportKernel* predictUp;
    SupportKernel* applyUp;    // to predicted
    SupportKernel* solveDown;
    SupportKernel* applyDown;  // to the velocities of both bodies
    SupportKernel* measure;    // gain, cost
    SupportKernel* finish;     // impulses, shortened by the line search, to the hot rows
    void (*setLanes)(void* row, uint32_t first, uint32_t count);
    SupportKernel* markOpen;   // open, from islandOpen
};

extern const SupportKernels kScalarSupportKernels;
extern const SupportKernels kSse2SupportKernels;
extern const SupportKernels kAvx2SupportKernels;

}  // namespace drystone
