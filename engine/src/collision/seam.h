// Contacts on seams: where shapes lie flush side by side, what moves over them must not feel their edges.
//
// See docs/collision.md, "Seams".
#pragma once

#include "collision/landing.h"
#include "core/function_ref.h"

namespace drystone {

// A contact from the point of view of one of its boxes, the surface, at the moment that the manifold is of. All shapes are
// where they are at that moment.
struct SeamQuery {
    const Manifold* manifold;
    int surfaceSide;             // 0: A, 1: B
    const PlacedShape* surface;  // a box
    float slop;                  // m
    // Whether a neighbour, another shape that the mover may meet, holds this place. May be asked often or not at all.
    FunctionRef<bool(glm::vec3 place)> isFilled;
};
// Whether the shape, a box or a half-space, holds a place, or comes to within `room` of it. A sphere never does: it is
// flush with nothing.
bool holdsPlace(const PlacedShape& shape, glm::vec3 place, float room);
// How far outside a neighbour a place counts as held, so that none falls between two of them: in slops.
inline constexpr float kSeamRoom = 0.1f;

// Which face of the surface is open where the contact is.
struct SeamVerdict {
    bool covered = false;    // a neighbour lies where the contact comes from: it cannot occur on the joined surface
    int axis = 0;            // the open face's, of the surface
    glm::vec3 normal{0.0f};  // of the joined surface, to the mover
    glm::vec3 place{0.0f};   // of the contact on the surface, world space
};
SeamVerdict judgeSeam(const SeamQuery& query);

// Whether this contact keeps the mover, its side 1 - surfaceSide, out of all that lies behind the plane through `place`.
// center: of the body on the surface's side.
bool holds(const Manifold& manifold, int surfaceSide, glm::vec3 center, const SeamVerdict& verdict, float slop);

// Corrects a contact that is covered: against the open face or, if another one holds the mover there, away with it. Where
// neither is possible it stays. False: no point is left.
bool correctSeam(const LandingQuery& query, float time, int surfaceSide, const SeamVerdict& verdict, bool held,
                 Manifold& manifold);

}  // namespace drystone
