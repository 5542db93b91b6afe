#include "core/setting_rows.h"

namespace drystone::sandbox {

namespace {

constexpr bool kLogarithmic = true;
constexpr bool kEndless = true;

const char* iterated(const WorldSettings& s) {
    return s.solver == SolverKind::SequentialImpulse ? nullptr : "Only the sequential impulse solvers iterate.";
}
const char* soft(const WorldSettings& s) {
    return s.solver == SolverKind::SoftStep ? nullptr : "Only the soft step has springs for contacts.";
}
const char* compliant(const WorldSettings& s) {
    return s.solver == SolverKind::Xpbd ? nullptr : "Only XPBD has compliant contacts.";
}
bool stabilises(const WorldSettings& s) {
    return s.solver == SolverKind::SequentialImpulse || s.solver == SolverKind::Pgs;
}
const char* positions(const WorldSettings& s) {
    return stabilises(s) && s.stabilisation == Stabilisation::Ngs
        ? nullptr
        : "Only NGS corrects positions by passes of their own.";
}
const char* warm(const WorldSettings& s) {
    return s.solver == SolverKind::Xpbd ? "XPBD begins each substep anew." : nullptr;
}
const char* reference(const WorldSettings& s) {
    return s.solver == SolverKind::Pgs ? nullptr : "Only the reference is solved to a tolerance.";
}
const char* shared(const WorldSettings& s) {
    return stabilises(s) ? nullptr : "Only sequential impulses and the reference remove a share.";
}
const char* slack(const WorldSettings& s) {
    return stabilises(s) ? nullptr : "Only sequential impulses and the reference leave a slop.";
}
const char* reaching(const WorldSettings& s) {
    return s.continuous == ContinuousMode::Speculative || s.continuous == ContinuousMode::Both
        ? nullptr
        : "Only speculative contacts reach ahead.";
}
const char* sleepy(const WorldSettings& s) {
    return s.sleeping ? nullptr : "Sleeping is off.";
}

constexpr SettingRow kStep[] = {
    {"substeps", "Substeps", "Parts that each step is cut into (count). The solver integrates with h = dt / substeps.",
     nullptr, 1, 32},
    {"gravity", "Gravity",
     "Acceleration of every body along an axis (m/s\xc2\xb2); y is up. A change wakes everything.", nullptr, -30, 30,
     "%.2f m/s\xc2\xb2"},
};

constexpr SettingRow kSolver[] = {
    {"solver", "Solver", "How contact constraints are solved and how overlap is removed."},
    {"iterations", "Iterations", "Sweeps over all contacts in each substep (count). More: stiffer stacks, more work.",
     iterated, 1, 100},
    {"reference_tolerance", "Tolerance",
     "The reference is done when another pass would change no velocity by more than this (m/s).", reference, 1e-12f,
     1e-2f, "%.0e m/s", 1, kLogarithmic},
    {"reference_iterations", "Most passes",
     "Passes in each substep after which the reference goes on with what it has (count).", reference, 1, 100000},
    {"warm_starting", "Warm starting",
     "Each step starts from the impulses of the one before. Without it stacks sag and jitter.", warm},
    {"friction_model", "Friction", "How friction is laid on the points of a contact."},
    {"position_iterations", "Position iterations",
     "Passes over the poses in each substep (count). Each removes a share of the overlap.", positions, 0, 50},
    {"baumgarte_factor", "Baumgarte factor",
     "Share of the overlap beyond the slop that is removed in a substep, with NGS in a pass (0 to 1). More: faster, "
     "and under Baumgarte with more energy from nowhere.",
     shared, 0.01f, 1},
    {"contact_hertz", "Contact stiffness",
     "Frequency of the contact springs (Hz); at most 1/(8 h) is used. Lower: softer, more overlap.", soft, 1, 240,
     "%.0f Hz", 1, kLogarithmic},
    {"contact_damping_ratio", "Contact damping",
     "Damping ratio of the contact springs (no unit; 1: critical). Lower: overlap bounces out.", soft, 0.1f, 20, "%.1f",
     1, kLogarithmic},
    {"contact_compliance", "Contact compliance", "What a contact point gives under load (mm/kN); 0: rigid.", compliant,
     0, 100, "%.2f mm/kN", 1e6f},
    {"max_push_speed", "Push-out speed", "Overlap is pushed out no faster than this (m/s).", nullptr, 0.1f, 20,
     "%.1f m/s", 1, kLogarithmic},
};

constexpr SettingRow kMotion[] = {
    {"integrator", "Free flight", "How a body moves while no contact pushes it."},
    {"gyroscopic", "Gyroscopic term",
     "How w x I w turns a body whose inertia differs between its axes. See the scene dzhanibekov."},
    {"orientation", "Orientation",
     "How an angular velocity turns the orientation in a step. Not used where the symplectic term turns a body."},
    {"max_linear_speed", "Speed cap", "Moving bodies are slowed to this in each substep (m/s); at the end: none.",
     nullptr, 1, 1000, "%.0f m/s", 1, kLogarithmic, kEndless},
    {"max_angular_speed", "Spin cap", "Turning bodies are slowed to this in each substep (rad/s); at the end: none.",
     nullptr, 1, 1000, "%.0f rad/s", 1, kLogarithmic, kEndless},
};

constexpr SettingRow kContact[] = {
    {"linear_slop", "Slop", "Overlap that is left alone so that contacts persist (mm).", slack, 0, 50, "%.1f mm", 1000},
    {"continuous", "Fast bodies", "How bodies are kept from passing through others within a step."},
    {"speculative_distance", "Speculative gap",
     "Contacts are made ahead of touching by this gap (mm), so that fast bodies are slowed in time.", nullptr, 0, 200,
     "%.0f mm", 1000},
    {"speculative_reach", "Speculative reach",
     "The gap grows with the motion of a step up to this share of the smaller body's extent (no unit); 0: the fixed "
     "gap alone. See the scene bullets_thin_wall.",
     reaching, 0, 2},
    {"landing_test", "Landing test",
     "A contact ahead of touching pushes only if the motion leads onto the face that it came from. Without it bodies\n"
     "that pass beside an edge are turned. See the scene near_miss."},
    {"seam_correction", "Seam correction",
     "Shapes that lie flush side by side are felt as one surface. Without it what slides over them trips on their\n"
     "edges. See the scene tiled_floor."},
    {"restitution_floor", "Bounce threshold", "Slower impacts than this do not bounce (m/s).", nullptr, 0, 2,
     "%.3f m/s"},
    {"hit_event_speed", "Hit event speed", "Approach speed from which a contact reports a hit event (m/s).", nullptr, 0,
     20, "%.1f m/s"},
};

constexpr SettingRow kSleep[] = {
    {"sleeping", "Sleeping",
     "Islands that rest fall asleep and cost nothing until something touches them. They are drawn dimmer."},
    {"sleep_speed", "Threshold", "A body rests while sqrt(2 kinetic energy / mass) is below this (m/s).", sleepy, 0,
     0.5f, "%.3f m/s"},
    {"sleep_time", "Time", "How long a whole island must rest before it sleeps (s).", sleepy, 0, 5, "%.2f s"},
};

constexpr SettingGroup kGroups[] = {
    {"Step", kStep}, {"Solver", kSolver}, {"Motion", kMotion}, {"Contact", kContact}, {"Sleep", kSleep},
};

}  // namespace

std::span<const SettingGroup> settingGroups() {
    return kGroups;
}

}  // namespace drystone::sandbox
