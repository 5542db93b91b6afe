// A body that moves fast enough to be swept, on its way through the step.
#pragma once

#include <limits>

#include "collision/time_of_impact.h"
#include "dynamics/slots.h"

namespace drystone {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// What a mover meets first, with its times since the step began.
struct Meeting {
    double time = kNever;      // s: they touch
    double crossing = kNever;  // s: they overlap by what is allowed
    uint32_t shape = kNone;    // the mover's
    uint32_t other = kNone;

    // Of two at the same time the one with the lower slots, whatever the order in which they were found.
    bool before(const Meeting& m) const {
        return time != m.time ? time < m.time : other != m.other ? other < m.other : shape < m.shape;
    }
};

// One that has more impacts in a step is wedged: it is left where it is, with the velocity that the last one gave it.
inline constexpr int kMostImpacts = 24;

struct Mover {
    uint32_t body;
    Motion motion;            // from the last impact, or from the beginning, to the end of the step
    glm::dvec3 endVelocity;   // with which it ends the step if nothing more happens
    glm::dvec3 endSpin;
    Aabb box{};               // of all that it touches on that way
    Meeting next{};
    int impacts = 0;
    bool pushed = false;      // contacts changed its velocity on the way that the solver gave it
    bool diverted = false;    // its way is no longer the solver's

    bool wedged() const { return impacts >= kMostImpacts; }
};

// In order of time. An entry that is no longer its mover's next meeting is passed over.
struct MoverEvent {
    double time;
    uint32_t mover;

    friend bool operator>(const MoverEvent& a, const MoverEvent& b) {
        return a.time != b.time ? a.time > b.time : a.mover > b.mover;
    }
};

}  // namespace drystone
