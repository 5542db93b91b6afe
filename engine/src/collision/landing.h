// Whether the points of a speculative contact land on what they came from, and if not, where the motion leads instead.
//
// A contact made ahead of touching is a plane, and a plane reaches beyond the face that it came from: a body that will
// pass beside the face must not be stopped by it. See docs/collision.md, "Landing test".
#pragma once

#include "collision/motion.h"

namespace drystone {

// Shapes are where they are at the begin of the step; motions are the mean ones over the step if nothing pushes.
struct LandingQuery {
    const PlacedShape* shape[2];
    ShapeMotion motion[2];
    PairKind kind;
    float span;    // s: how far the solver looks ahead: the step, and one substep more
    int substeps;  // of the step
    float margin;  // m: gap up to which points are made
    float ahead;   // m: the part of it that any pair gets, however slow
    float slop;    // m
};

struct LandingResult {
    bool touching;
    // s: the manifold is the one of the poses after this time; its separations are those from which the motion comes to
    // it. 0: it is that of the present poses.
    float time;
};

// Whether there is anything to test: a contact that touches already, but for a tenth of the slop, stays as it is, and a
// half-space has no edge. Of boxes even a manifold without a point, of the present poses, says nothing of those to come.
bool mayLandElsewhere(PairKind kind, const Manifold& manifold, float slop);

// For those: manifold stays as it is if the motion leads nowhere near. Else it becomes the manifold of the moment at which
// the two will touch; where they pass each other and the motion would push against the points, a plane that parts them all
// the way; or empty.
LandingResult aimAhead(const LandingQuery& query, const CollideKernels& kernels, Manifold& manifold);

}  // namespace drystone
