// A pair of shapes whose fat boxes overlap: small, since most of them never touch.
#pragma once

#include "collision/collide.h"
#include "dynamics/slots.h"

namespace drystone {

struct PairEdge {
    uint32_t previous = kNone, next = kNone;  // edge keys in the body's list
};

struct Pair {
    uint32_t shape[2] = {kNone, kNone};  // A, B: A is the one that cannot be pushed, if there is one
    uint32_t body[2] = {kNone, kNone};
    PairEdge edge[2];
    uint32_t awakeIndex = kNone;   // in the list of awake pairs
    uint32_t colorIndex = kNone;   // place in its colour's list
    int16_t color = -1;            // in the constraint graph; kOverflowColor: did not fit; -1: not in it
    PairKind kind = PairKind::BoxBox;
    bool touching = false;
    bool sensor = false;
    bool pushes = true;            // false: the contact-modify callback disabled it for this step
    bool staticSide = false;       // A cannot be pushed
};

inline uint32_t edgeKey(uint32_t pair, uint32_t side) { return 2 * pair + side; }
inline uint32_t pairOfEdge(uint32_t key) { return key >> 1; }
inline uint32_t sideOfEdge(uint32_t key) { return key & 1; }

}  // namespace drystone
