#include <drystone/fixed_stepper.h>

#include <cmath>
#include <cstdio>

#include <drystone/world.h>

#include "world/report.h"

namespace drystone {

static constexpr float kDefaultStepTime = 1.0f / 60.0f;
static constexpr int kDefaultMaxSteps = 4;

FixedStepper::FixedStepper(float stepTime, int maxSteps) : m_stepTime(stepTime), m_maxSteps(maxSteps) {
    char message[160];
    if (!(stepTime >= 1e-7f && stepTime <= 10.0f)) {
        std::snprintf(message, sizeof message, "drystone: FixedStepper: stepTime must be from 1e-07 to 10, not %g",
                      double(stepTime));
        sendError({}, message);
        m_stepTime = kDefaultStepTime;
    }
    if (maxSteps < 1) {
        std::snprintf(message, sizeof message, "drystone: FixedStepper: maxSteps must be at least 1, not %d", maxSteps);
        sendError({}, message);
        m_maxSteps = kDefaultMaxSteps;
    }
}

// False: the hook took steps of its own.
static bool callHook(World& world, void (*hook)(void*, World&, float), void* user, float stepTime, const char* name) {
    if (!hook)
        return true;
    const uint64_t count = world.stepCount();
    hook(user, world, stepTime);
    if (world.stepCount() == count)
        return true;
    char message[128];
    std::snprintf(message, sizeof message, "%s must not step the world, it took %llu steps", name,
                  static_cast<unsigned long long>(world.stepCount() - count));
    world.reportError("FixedStepper::advance", message);
    return false;
}

int FixedStepper::advance(World& world, float frameTime, const StepHooks& hooks) {
    if (!(frameTime >= 0.0f && std::isfinite(frameTime))) {
        char message[96];
        std::snprintf(message, sizeof message, "frameTime must be finite and not negative, not %g", double(frameTime));
        world.reportError("FixedStepper::advance", message);
        return -1;
    }
    m_accumulated += double(frameTime);
    const double stepTime = m_stepTime;
    int steps = 0;
    while (m_accumulated >= stepTime && steps < m_maxSteps) {
        // Taken off ahead of the hooks, so that one of them may reset the stepper.
        m_accumulated -= stepTime;
        ++steps;
        if (!callHook(world, hooks.beforeStep, hooks.user, m_stepTime, "beforeStep"))
            continue;
        world.step(m_stepTime);
        callHook(world, hooks.afterStep, hooks.user, m_stepTime, "afterStep");
    }
    // What is still owed after the last step allowed is dropped, but for the part of a step that alpha shows.
    if (m_accumulated >= stepTime) {
        const double whole = std::floor(m_accumulated / stepTime) * stepTime;
        m_dropped += whole;
        m_accumulated -= whole;
        if (m_accumulated < 0.0)
            m_accumulated = 0.0;
    }
    m_alpha = std::fmin(float(m_accumulated / stepTime), 0.99999994f);
    return steps;
}

void FixedStepper::reset() {
    m_accumulated = 0.0;
    m_alpha = 0.0f;
}

}  // namespace drystone
