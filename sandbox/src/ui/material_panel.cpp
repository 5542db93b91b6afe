// Surface and density, on the selection or on every body.
#include <span>
#include <vector>

#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

using namespace widgets;

constexpr Choice<CombineRule> kRules[] = {
    {"average", "Average", "The mean of both shapes' values.", CombineRule::Average},
    {"minimum", "Minimum", "The smaller value: one slippery side is enough.", CombineRule::Minimum},
    {"multiply", "Multiply", "The product of both values.", CombineRule::Multiply},
    {"maximum", "Maximum", "The larger value: one grippy or bouncy side is enough.", CombineRule::Maximum},
};

std::vector<ShapeId> targets(const Session& session) {
    std::vector<ShapeId> shapes;
    if (const BodyId body = session.selected()) {
        session.simulation.world().shapesOf(body, shapes);
    } else {
        session.simulation.world().shapes(shapes);
    }
    return shapes;
}

// Sliders for a material; true where one of its fields changed.
bool materialSliders(Ui& ui, Material& material) {
    bool changed = slider(ui, "restitution", "Restitution", material.restitution, 0.0f, 1.0f, "%.2f",
                          "Speed after a bounce over the speed before (no unit). 0: no bounce; 1: elastic.");
    changed |= slider(ui, "friction", "Friction", material.friction, 0.0f, 2.0f, "%.2f",
                      "Coulomb coefficient while sliding (no unit). A ramp holds up to atan of it.");
    bool apart = material.staticFriction >= 0.0f;
    if (check(ui, "static_friction_apart", "Static friction of its own", apart,
              "Off: a resting contact holds as well as a sliding one.")) {
        material.staticFriction = apart ? material.friction : -1.0f;
        changed = true;
    }
    if (apart) {
        changed |= slider(ui, "static_friction", "Static friction", material.staticFriction, 0.0f, 3.0f, "%.2f",
                          "Coefficient up to which a resting contact holds (no unit).");
    }
    changed |= slider(ui, "rolling_resistance", "Rolling resistance", material.rollingResistance, 0.0f, 0.5f, "%.3f",
                      "Of spheres: a torque of this times the radius times the normal force opposes rolling (no unit). "
                      "A ball rolls down a slope from atan of it on.",
                      ImGuiSliderFlags_None);
    changed |= choose(ui, "friction_rule", "Friction rule", std::span<const Choice<CombineRule>>(kRules),
                      material.frictionRule,
                      "How the two values of a pair become one. Of two rules the later in the list wins.");
    changed |= choose(ui, "restitution_rule", "Bounce rule", std::span<const Choice<CombineRule>>(kRules),
                      material.restitutionRule,
                      "How the two values of a pair become one. Of two rules the later in the list wins.");
    return changed;
}

}  // namespace

void materialTab(Ui& ui) {
    Session& session = ui.session;
    const World& world = session.simulation.world();
    const BodyId selected = session.selected();
    const std::vector<ShapeId> shapes = targets(session);
    heading(selected ? "Surface of the selection" : "Surface of all bodies");
    if (selected && !shapes.empty()) {
        session.material = world.material(shapes.front());
        session.density = world.density(shapes.front());
    }
    if (materialSliders(ui, session.material)) {
        session.changeShapes(shapes, [&](World& each, ShapeId shape) { each.setMaterial(shape, session.material); });
    }
    const bool dense = slider(ui, "density", "Density", session.density, 10.0f, 20000.0f, "%.0f kg/m\xc2\xb3",
                              "Mass of a cubic metre (kg/m\xc2\xb3). Water 1000, stone 2600, steel 7800.",
                              ImGuiSliderFlags_Logarithmic);
    if (dense) {
        session.changeShapes(shapes, [&](World& each, ShapeId shape) {
            if (each.type(each.bodyOf(shape)) == BodyType::Dynamic && !each.isSensor(shape)) {
                each.setDensity(shape, session.density);
            }
        });
    }
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextColored(colors::kDim, "%s",
                       selected ? "Click on nothing or press Escape to change all bodies at once."
                                : "Click on a body to change that one alone. Shots take this surface too.");
    ImGui::PopTextWrapPos();
}

}  // namespace drystone::sandbox
