// What is drawn, and how: the engine's debug drawing, the picture, the pointer.
#include "ui/panels.h"

namespace drystone::sandbox {

using namespace widgets;

void drawTab(Ui& ui) {
    DebugDrawFlags& flags = ui.session.drawFlags;
    heading("Bodies in the colour of");
    choose(ui, "draw.heat", "Quantity", heatChoices(), ui.session.view.heat,
           "Colours each body by what it has of a quantity after the last step; the scale stands in the view.");
    heading("Contacts");
    check(ui, "draw.contact_points", "Points", flags.contactPoints, "A dot at each contact point.");
    check(ui, "draw.contact_normals", "Normals", flags.contactNormals, "The direction in which each contact pushes.");
    check(ui, "draw.contact_impulses", "Normal impulses", flags.contactImpulses,
          "An arrow as long as the impulse of each point over the last substep (N s, scaled below).");
    check(ui, "draw.friction_impulses", "Friction impulses", flags.frictionImpulses,
          "The friction impulse of each contact over the last substep (N s, scaled below).");
    check(ui, "draw.graph_colors", "Graph colours", flags.graphColors,
          "Contacts in the colour of the group that is solved together: no two of a colour share a body.");
    heading("Bodies");
    check(ui, "draw.shapes", "Outlines", flags.shapes, "Wire outlines coloured by state.");
    check(ui, "draw.axes", "Axes", flags.axes, "The frame of each body at its centre of mass: x red, y green, z blue.");
    check(ui, "draw.velocities", "Velocities", flags.velocities,
          "Linear velocity as an arrow (m/s, scaled below), angular velocity as an arc with a head.");
    check(ui, "draw.sleep_state", "Sleep state", flags.sleepState, "Marks what is awake and what sleeps.");
    heading("Structure");
    check(ui, "draw.bounds", "Tight boxes", flags.bounds, "The axis-aligned box of each shape.");
    check(ui, "draw.fat_bounds", "Broadphase boxes", flags.fatBounds,
          "The enlarged boxes that the broadphase keeps, so that small motion needs no update.");
    check(ui, "draw.islands", "Islands", flags.islands, "A box round each group of bodies that touch, a colour each.");
    heading("Scale");
    slider(ui, "draw.impulse_scale", "Impulses", flags.impulseScale, 0.00001f, 1.0f, "%.5f m/(N s)",
           "Length drawn for one N s (m).", ImGuiSliderFlags_Logarithmic);
    slider(ui, "draw.velocity_scale", "Velocities", flags.velocityScale, 0.001f, 1.0f, "%.3f m/(m/s)",
           "Length drawn for one m/s (m).", ImGuiSliderFlags_Logarithmic);
    if (button(ui, "draw.none", "Draw none of these", "Clears every mark on this page.",
               ImGui::GetContentRegionAvail().x)) {
        flags = {.impulseScale = flags.impulseScale, .velocityScale = flags.velocityScale};
    }
}

void viewTab(Ui& ui) {
    ViewSettings& view = ui.session.view;
    heading("Picture");
    check(ui, "view.shadows", "Shadows", view.shadows, "The sun casts shadows.");
    check(ui, "view.ambient_occlusion", "Contact shading", view.ambientOcclusion,
          "Ambient occlusion: crevices and the ground near bodies are darker.");
    check(ui, "view.interpolate", "Interpolate", view.interpolate,
          "Draws poses between the last two steps: smooth at any rate. Off: each step as it is.");
    check(ui, "view.vsync", "Vertical sync", view.vsync, "Frames wait for the screen.");
    slider(ui, "view.samples", "Multisampling", view.samples, 0, 8, "Samples a pixel for smooth edges (count).");
    slider(ui, "view.exposure", "Exposure", view.exposure, 0.3f, 3.0f, "%.2f x", "Brightness of the picture (factor).");
    slider(ui, "view.sun_yaw", "Sun direction", view.sunYaw, -180.0f, 180.0f, "%.0f\xc2\xb0",
           "Compass direction of the sun (degrees).");
    slider(ui, "view.sun_pitch", "Sun height", view.sunPitch, 5.0f, 89.0f, "%.0f\xc2\xb0",
           "Height of the sun above the horizon (degrees).");
    slider(ui, "view.line_width", "Line width", view.lineWidth, 0.5f, 6.0f, "%.1f px",
           "Of the debug lines (pixels of an ordinary screen).");
    if (button(ui, "view.screenshot", "Save a picture",
               "Of the window, as a PNG file in the folder of the start (F12).")) {
        ui.state.screenshot = true;
    }
    ImGui::SameLine();
    const bool filming = ui.info.filmed >= 0;
    const std::string label = filming ? "End the film (" + std::to_string(ui.info.filmed) + ")" : "Record a film";
    if (button(ui, "view.record", label.c_str(),
               "Numbered PNG files in a folder of their own, 30 a simulated second: it runs smoothly, however slow the "
               "machine is (F11). Tab hides the panels.")) {
        ui.state.record = true;
    }
    heading("Camera and window");
    slider(ui, "view.fly_speed", "Fly speed", view.flySpeed, 0.5f, 100.0f, "%.1f m/s",
           "Of W A S D Q E (m/s); Shift makes it four times as fast.", ImGuiSliderFlags_Logarithmic);
    slider(ui, "view.mouse", "Mouse", view.mouseSensitivity, 0.2f, 3.0f, "%.2f x",
           "How much the camera turns for a mouse motion (factor).");
    slider(ui, "view.ui_scale", "Text size", view.uiScale, 0.6f, 2.5f, "%.2f x",
           "Size of these panels on top of the screen's own scale (factor).");
    check(ui, "view.pause_unfocused", "Pause in the background", view.pauseUnfocused,
          "Time stops while another window has the focus.");
    SpringSettings& spring = ui.session.springSettings;
    heading("Pointer spring");
    slider(ui, "spring.hertz", "Stiffness", spring.hertz, 0.5f, 60.0f, "%.1f Hz",
           "Frequency of a dragged body on the spring (Hz). Stable at any value.", ImGuiSliderFlags_Logarithmic);
    slider(ui, "spring.damping", "Damping", spring.damping, 0.0f, 3.0f, "%.2f",
           "Damping ratio of the spring (no unit; 1: no overshoot).");
    slider(ui, "spring.max_force", "Strength", spring.maxForce, 1.0f, 2000.0f, "%.0f weights",
           "Most that the spring pulls, in weights of the held body at 9.81 m/s\xc2\xb2.",
           ImGuiSliderFlags_Logarithmic);
    slider(ui, "spring.spin", "Spin damping", spring.spinDamping, 0.0f, 20.0f, "%.1f 1/s",
           "How fast the turning of a held body dies down (1/s).");
    ShotSettings& shot = ui.session.shot;
    heading("Shots");
    slider(ui, "shot.speed", "Speed", shot.speed, 1.0f, 200.0f, "%.0f m/s", "Of a ball or box that is shot (m/s).",
           ImGuiSliderFlags_Logarithmic);
    slider(ui, "shot.size", "Size", shot.size, 0.05f, 3.0f, "%.2f m", "Radius or half edge of a shot (m).",
           ImGuiSliderFlags_Logarithmic);
    slider(ui, "shot.density", "Density", shot.density, 10.0f, 20000.0f, "%.0f kg/m\xc2\xb3",
           "Of a shot (kg/m\xc2\xb3).", ImGuiSliderFlags_Logarithmic);
}

}  // namespace drystone::sandbox
