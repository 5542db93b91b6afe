// Turns a game's varying frame times into fixed steps.
#pragma once

#include <type_traits>

#include <drystone/export.h>

namespace drystone {

class World;

// What a game does around each step that FixedStepper::advance takes. Null: nothing.
struct StepHooks {
    // What acts through one step is told here, before each: forces, torques, moveKinematic(..., dt).
    void (*beforeStep)(void* user, World& world, float dt) = nullptr;
    // Events are read here, after each: they hold until the next step, and a slow frame takes several at once.
    void (*afterStep)(void* user, World& world, float dt) = nullptr;
    void* user = nullptr;
};

// Feeds real time to a World in steps of one length. After advance(), alpha() in [0, 1) says how far
// real time has gone beyond the last step: World::interpolatedTransform(body, alpha) is the pose to draw.
class DRYSTONE_API FixedStepper {
public:
    // stepTime (s, > 0): length of a step. maxSteps (>= 1): most steps one advance() takes; time beyond
    // them is dropped and counted, never owed, so that a slow frame cannot cause a slower one.
    // A bad argument is reported to stderr and replaced by its default.
    explicit FixedStepper(float stepTime = 1.0f / 60.0f, int maxSteps = 4);

    // Adds frameTime (s, >= 0, finite) and takes the steps that are due, each between the hooks. Returns their number;
    // -1 and no change for a bad frameTime. The hooks may do anything to the world but step it:
    // that is an error, and a step that beforeStep took stands for the one that was due.
    int advance(World& world, float frameTime, const StepHooks& hooks = {});

    // The same with two callables, each called as f(world, dt).
    template <class BeforeStep, class AfterStep>
    int advance(World& world, float frameTime, BeforeStep&& beforeStep, AfterStep&& afterStep) {
        struct Callables {
            std::remove_reference_t<BeforeStep>& before;
            std::remove_reference_t<AfterStep>& after;
        } callables{beforeStep, afterStep};
        return advance(world, frameTime,
                       StepHooks{[](void* user, World& w, float dt) { static_cast<Callables*>(user)->before(w, dt); },
                                 [](void* user, World& w, float dt) { static_cast<Callables*>(user)->after(w, dt); },
                                 &callables});
    }

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
