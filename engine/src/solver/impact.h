// Impacts: contacts with restitution that hit within a substep. See docs/solver.md.
#pragma once

#include <atomic>

#include "solver/contact_rows.h"

namespace drystone {

// What the tasks of a pass, on any thread, note together.
struct Impacts {
    std::atomic<bool> possible{false};  // some contact may hit
    std::atomic<bool> any{false};       // something was struck
    int sweep = 0;                      // of the substep
};

}  // namespace drystone
