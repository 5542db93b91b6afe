// Turns a game's varying frame times into fixed steps.
#pragma once

#include <drystone/export.h>

namespace drystone {

class World;

// Feeds real time to a World in steps of one length. After advance(), alpha() in [0, 1) says how far
// real time has gone beyond the last step: World::interpolatedTransform(body, alpha) is the pose to draw.
class DRYSTONE_API FixedStepper {
public:
    // stepTime (s, > 0): length of a step. maxSteps (>= 1): most steps one advance() takes; time beyond
    // them is dropped and counted, never owed, so that a slow frame cannot cause a slower one.
    // A bad argument is reported to stderr and replaced by its default.
    explicit FixedStepper(float stepTime = 1.0f / 60.0f, int maxSteps = 4);

    // Adds frameTime (s, >= 0, finite) and takes the steps that are due. Returns their number; -1 and no
    // change for a bad frameTime.
    int advance(World& world, float frameTime);

    float alpha() const { return m_alpha; }
    float stepTime() const { return m_stepTime; }
    int maxSteps() const { return m_maxSteps; }
    // Real time that was dropped so far (s).
    double droppedTime() const { return m_dropped; }
    // Forgets what has been fed but not stepped.
    void reset();

private:
    double m_accumulated = 0.0;
    double m_dropped = 0.0;
    float m_stepTime;
    float m_alpha = 0.0f;
    int m_maxSteps;
};

}  // namespace drystone
