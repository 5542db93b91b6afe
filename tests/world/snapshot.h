// Everything that a world tells about itself, to show that a refused call changed none of it.
#pragma once

#include <functional>

#include "support/lab.h"

namespace drystone::lab {

struct Snapshot {
    uint64_t hash, steps;
    WorldSettings settings;
    int bodies, shapes, threads;
    std::string details;  // of every body and shape

    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};
Snapshot snapshot(const World& world);

// A world with one of everything, and handles that it must refuse.
struct Menagerie {
    Lab lab;
    Lab other;  // a second world
    BodyId ground, box, ball, platform, stale, foreign;
    ShapeId groundShape, boxShape, ballShape, sensor, staleShape, foreignShape;

    Menagerie();
};

struct Misuse {
    const char* call;
    const char* argument;  // what the report must name
    const char* value;     // and how it must show it; empty: anything
    // Makes the call; true when its result is that of a refused one.
    std::function<bool(Menagerie&, World&)> refused;
};

// Each must be refused, counted once, reported in one line naming call, argument and value, and change nothing.
void checkRefused(const std::vector<Misuse>& misuses);

// Each must be refused by a world that was moved from, with a report, and do it no harm; the world that took all over
// does not notice.
void checkRefusedAfterMove(const std::vector<Misuse>& misuses);

}  // namespace drystone::lab
