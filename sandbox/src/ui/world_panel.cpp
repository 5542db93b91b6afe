// How the world steps: every field of WorldSettings, the rate and the making of the World.
#include "ui/panels.h"

namespace drystone::sandbox {

namespace {

using namespace widgets;

void clockGroup(Ui& ui, WorldSettings& s) {
    heading("Step");
    float hertz = ui.session.hertz();
    if (slider(ui, "hz", "Rate", hertz, 10.0f, 480.0f, "%.0f Hz",
               "Steps a second (Hz). More steps: smaller errors, more work.", ImGuiSliderFlags_Logarithmic)) {
        ui.session.setHertz(hertz);
    }
    slider(ui, "substeps", "Substeps", s.substeps, 1, 32,
           "Parts that each step is cut into (count). The solver integrates with h = dt / substeps.");
    slider(ui, "gravity", "Gravity", s.gravity.y, -30.0f, 10.0f, "%.2f m/s\xc2\xb2",
           "Acceleration along y (m/s\xc2\xb2); down is negative. A change wakes everything.");
    slider(ui, "gravity_x", "Gravity x", s.gravity.x, -20.0f, 20.0f, "%.2f m/s\xc2\xb2",
           "Acceleration along x (m/s\xc2\xb2): tilts the world. A change wakes everything.");
    slider(ui, "gravity_z", "Gravity z", s.gravity.z, -20.0f, 20.0f, "%.2f m/s\xc2\xb2",
           "Acceleration along z (m/s\xc2\xb2): tilts the world. A change wakes everything.");
}

void solverGroup(Ui& ui, WorldSettings& s) {
    heading("Solver");
    SolverMode mode = solverMode(s);
    if (choose(ui, "solver", "Solver", solverChoices(), mode,
               "How contact constraints are solved and how overlap is removed.")) {
        setSolverMode(s, mode);
    }
    const bool sequential = mode.kind == SolverKind::SequentialImpulse;
    if (sequential) {
        slider(ui, "iterations", "Iterations", s.iterations, 1, 100,
               "Sweeps over all contacts in each substep (count). More: stiffer stacks, more work.");
    }
    if (sequential && mode.stabilisation == Stabilisation::Ngs) {
        slider(ui, "position_iterations", "Position iterations", s.positionIterations, 0, 50,
               "Passes over the poses in each substep (count). Each removes a share of the overlap.");
    }
    check(ui, "warm_starting", "Warm starting", s.warmStarting,
          "Each step starts from the impulses of the one before. Without it stacks sag and jitter.");
    if (sequential) {
        slider(ui, "baumgarte_factor", "Baumgarte factor", s.baumgarteFactor, 0.01f, 1.0f, "%.2f",
               "Share of the overlap beyond the slop that is removed in a substep, with NGS in a pass (0 to 1). More: "
               "faster, and under Baumgarte with more energy from nowhere.");
    }
    if (!sequential) {
        slider(ui, "contact_hertz", "Contact stiffness", s.contactHertz, 1.0f, 240.0f, "%.0f Hz",
               "Frequency of the contact springs (Hz); at most 1/(8 h) is used. Lower: softer, more overlap.",
               ImGuiSliderFlags_Logarithmic);
        slider(ui, "contact_damping_ratio", "Contact damping", s.contactDampingRatio, 0.1f, 20.0f, "%.1f",
               "Damping ratio of the contact springs (no unit; 1: critical). Lower: overlap bounces out.",
               ImGuiSliderFlags_Logarithmic);
    }
    slider(ui, "max_push_speed", "Push-out speed", s.maxPushSpeed, 0.1f, 20.0f, "%.1f m/s",
           "Overlap is pushed out no faster than this (m/s).", ImGuiSliderFlags_Logarithmic);
}

void motionGroup(Ui& ui, WorldSettings& s) {
    heading("Motion");
    choose(ui, "gyroscopic", "Gyroscopic term", gyroscopicChoices(), s.gyroscopic,
           "How w x I w turns a body whose inertia differs between its axes. See the scene dzhanibekov.");
    choose(ui, "orientation", "Orientation", orientationChoices(), s.orientation,
           "How an angular velocity turns the orientation in a step.");
}

void contactGroup(Ui& ui, WorldSettings& s) {
    heading("Contact");
    float slop = s.linearSlop * 1000.0f;
    if (slider(ui, "linear_slop", "Slop", slop, 0.0f, 50.0f, "%.1f mm",
               "Overlap that is left alone so that contacts persist (mm).")) {
        s.linearSlop = slop * 0.001f;
    }
    float ahead = s.speculativeDistance * 1000.0f;
    if (slider(ui, "speculative_distance", "Speculative gap", ahead, 0.0f, 200.0f, "%.0f mm",
               "Contacts are made ahead of touching by this gap (mm), so that fast bodies are slowed in time.")) {
        s.speculativeDistance = ahead * 0.001f;
    }
    slider(
        ui, "speculative_reach", "Speculative reach", s.speculativeReach, 0.0f, 2.0f, "%.2f",
        "The gap grows with the motion of a step up to this share of the smaller body's extent (no unit); 0: the fixed "
        "gap alone. See the scene bullets_thin_wall.");
    slider(ui, "restitution_floor", "Bounce threshold", s.restitutionFloor, 0.0f, 2.0f, "%.3f m/s",
           "Slower impacts than this do not bounce (m/s).");
    slider(ui, "hit_event_speed", "Hit event speed", s.hitEventSpeed, 0.0f, 20.0f, "%.1f m/s",
           "Approach speed from which a contact reports a hit event (m/s).");
}

void sleepGroup(Ui& ui, WorldSettings& s) {
    heading("Sleep");
    check(ui, "sleeping", "Sleeping", s.sleeping,
          "Islands that rest fall asleep and cost nothing until something touches them. They are drawn dimmer.");
    slider(ui, "sleep_speed", "Threshold", s.sleepSpeed, 0.0f, 0.5f, "%.3f m/s",
           "A body rests while sqrt(2 kinetic energy / mass) is below this (m/s).");
    slider(ui, "sleep_time", "Time", s.sleepTime, 0.0f, 5.0f, "%.2f s",
           "How long a whole island must rest before it sleeps (s).");
}

void machineGroup(Ui& ui) {
    heading("Machine");
    WorldMaking making = ui.session.simulation.making();
    const WorldMaking before = making;
    slider(ui, "threads", "Threads", making.threads, 1, 16,
           "Threads that the engine uses (count). The result is the same bits for any number.");
    choose(ui, "simd", "SIMD", simdChoices(), making.simd,
           "Widest vector instructions of solver and narrowphase. All give the same bits. Restarts the scene.");
    choose(ui, "broadphase", "Broadphase", broadphaseChoices(), making.broadphase,
           "How pairs that may touch are found. Restarts the scene.");
    if (making.threads != before.threads || making.simd != before.simd || making.broadphase != before.broadphase) {
        ui.session.setMaking(making);
    }
    reading(ui, "simd_used", "SIMD in use", nameOf(simdChoices(), ui.session.simulation.world().simdLevel()),
            "What this world really uses.");
}

}  // namespace

void worldTab(Ui& ui) {
    Simulation& simulation = ui.session.at(sideSelector(ui));
    WorldSettings settings = simulation.settings();
    const WorldSettings before = settings;
    clockGroup(ui, settings);
    solverGroup(ui, settings);
    motionGroup(ui, settings);
    contactGroup(ui, settings);
    sleepGroup(ui, settings);
    if (!(settings == before)) {
        simulation.setSettings(settings);
    }
    machineGroup(ui);
    heading("All");
    if (button(ui, "scene_settings", "Back to the scene's settings",
               "Undoes every change on this page that belongs to the world.", ImGui::GetContentRegionAvail().x)) {
        simulation.setSettings(simulation.entry().settings);
    }
}

}  // namespace drystone::sandbox
