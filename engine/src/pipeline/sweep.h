// Who is swept, along which way, and what it meets first.
#pragma once

#include "pipeline/step.h"

namespace drystone {

inline bool sweeps(ContinuousMode mode) { return mode == ContinuousMode::Swept || mode == ContinuousMode::Both; }
inline bool reachesAhead(ContinuousMode mode) {
    return mode == ContinuousMode::Speculative || mode == ContinuousMode::Both;
}

// How far ahead of touching contacts are made between metre-sized bodies that do not move, shrunk to this size.
float contactDistance(const WorldSettings& settings, float extent);
// Whether a body that moves so far (m) and turns so much (rad) in a step goes further than its contacts look ahead.
bool outrunsContacts(const WorldSettings& settings, const Body& body, float travel, float turn);
// The same of a whole step at the velocities that it has now.
bool outrunsContacts(const WorldSettings& settings, const Body& body, float dt);
// Whether sweeps keep the two from passing through each other, if one of them is fast.
bool sweptPair(const Body& a, const Body& b);

// Whether sweeps see to it that a pair of solid shapes does not pass through each other.
bool isSwept(const Simulation& sim, const Pair& pair, float dt);
// Drops the contacts of such pairs that are about to be hits.
void leaveToSweeps(StageContext& context);

// The row of an awake body.
inline uint32_t rowOf(const Body& body) { return body.awakeIndex + 1; }
// Its way through the step as the solver left it, or as sweeps have changed it since.
Motion motionOf(const StageContext& context, uint32_t body);
SweptShape sweptShape(const Simulation& sim, uint32_t shape, const Motion& motion);
// Overlap (m) of two shapes that is no impact: twice the slop, less for small ones.
double allowedOverlap(const Simulation& sim, uint32_t shapeA, uint32_t shapeB);

uint32_t moverOf(const StageContext& context, uint32_t body);
// Appends the body, which must be awake, with the way that the solver gave it.
uint32_t addMover(StageContext& context, uint32_t body);
// A body that is moved by its velocity alone cannot be wedged, and does not wait for what is.
bool leavesBehind(const Simulation& sim, const Mover& mover, const Mover& other);
// Boxes the way anew, after it has changed.
void boxMover(StageContext& context, uint32_t mover);
// Whether this shape of a mover can meet the other.
bool canMeet(const StageContext& context, const Mover& mover, uint32_t shape, uint32_t other);
// What the mover meets first on the rest of its way.
Meeting nextMeeting(const StageContext& context, uint32_t mover);
// The same among the shapes of one other body.
Meeting nextMeetingWith(const StageContext& context, uint32_t mover, uint32_t body);

}  // namespace drystone
