// One body or one contact: every quantity with its unit, live; what of it can be changed; why it is awake.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "core/inspection.h"
#include "ui/panels.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

using namespace widgets;

constexpr size_t kMostListed = 12;  // contacts of one body

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...) {
    char line[160];
    va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    return line;
}

double d(float value) {
    return static_cast<double>(value);
}

// Without the sign of what is shown as zero.
glm::vec3 rounded(glm::vec3 v) {
    return glm::round(v * 1000.0f) / 1000.0f + 0.0f;
}

std::string vectorText(glm::vec3 v) {
    return text("%.3f  %.3f  %.3f", d(v.x), d(v.y), d(v.z));
}

void say(const char* what) {
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextColored(colors::kDim, "%s", what);
    ImGui::PopTextWrapPos();
}

// A force is the impulse of a substep over its length.
float substep(const Session& session) {
    return 1.0f / (session.hertz() * static_cast<float>(session.simulation.settings().substeps));
}

const char* typeName(BodyType type) {
    return type == BodyType::Static ? "static" : type == BodyType::Kinematic ? "kinematic" : "dynamic";
}

void identity(Ui& ui, BodyId body, const std::vector<ShapeId>& shapes) {
    const World& world = ui.session.simulation.world();
    heading(text("Body %u", bodyNumber(body)).c_str());
    reading(ui, "inspect.type", "Type", typeName(world.type(body)),
            "Dynamic: moves by forces and contacts. Kinematic: by its own velocity alone. Static: never.");
    const std::string shape = shapes.empty() ? "none"
        : shapes.size() == 1                 ? shapeText(world.geometry(shapes.front()))
                                             : text("%zu shapes", shapes.size());
    reading(ui, "inspect.shape", "Shape", shape.c_str(), "What touches (full edge lengths or radius, m).");
    reading(ui, "inspect.position", "Position (m)", vectorText(rounded(world.centerOfMass(body))).c_str(),
            "Of the centre of mass: x, y, z (m).");
    const glm::quat q = world.rotation(body);
    const float sine = glm::length(glm::vec3(q.x, q.y, q.z));
    const float angle = 2.0f * std::atan2(sine, std::abs(q.w)) * 57.29578f;
    reading(ui, "inspect.angle", "Turned by", text("%.2f\xc2\xb0", d(angle)).c_str(),
            "Angle between the body's axes and the world's (degrees, 0 to 180).");
}

void motion(Ui& ui, BodyId body, const BodyFacts& facts) {
    const World& world = ui.session.simulation.world();
    heading("Motion");
    glm::vec3 v = world.linearVelocity(body);
    if (drag3(ui, "inspect.velocity", "Velocity (m/s)", v, 0.05f, "%.2f",
              "Of the centre of mass: x, y, z (m/s). Drag, or double-click and type.")) {
        ui.session.changeBody(body, [&](World& each, BodyId own) { each.setLinearVelocity(own, v); });
    }
    glm::vec3 w = world.angularVelocity(body);
    if (drag3(ui, "inspect.spin", "Spin (rad/s)", w, 0.05f, "%.2f",
              "Angular velocity: x, y, z (rad/s). Drag, or double-click and type.")) {
        ui.session.changeBody(body, [&](World& each, BodyId own) { each.setAngularVelocity(own, w); });
    }
    reading(ui, "inspect.speeds", "Speed, spin", text("%.3g m/s   %.3g rad/s", d(facts.speed), d(facts.spin)).c_str(),
            "Lengths of both vectors.");
    if (world.type(body) != BodyType::Dynamic) {
        return;
    }
    reading(ui, "inspect.kinetic", "Kinetic energy", text("%.4g J", facts.kineticEnergy).c_str(),
            "m v\xc2\xb2 / 2 + w I w / 2 (J).");
    reading(ui, "inspect.potential", "Potential energy", text("%.4g J", facts.potentialEnergy).c_str(),
            "-m g x, zero at the origin (J).");
    reading(ui, "inspect.momentum", "Momentum", text("%.4g kg m/s", d(glm::length(facts.momentum))).c_str(),
            "m v, its length (kg m/s).");
    reading(ui, "inspect.angular_momentum", "Angular momentum",
            text("%.4g kg m\xc2\xb2/s", d(glm::length(facts.angularMomentum))).c_str(),
            "I w about its centre of mass, its length (kg m\xc2\xb2/s).");
}

void substance(Ui& ui, BodyId body, const std::vector<ShapeId>& shapes) {
    const World& world = ui.session.simulation.world();
    heading("Mass and surface");
    if (world.type(body) == BodyType::Dynamic) {
        const MassProperties mass = world.massProperties(body);
        float kilograms = mass.mass;
        if (drag(ui, "inspect.mass", "Mass", kilograms, 0.01f * mass.mass, 0.001f, 1e7f, "%.4g kg",
                 "kg; the inertia is scaled alike. Drag, or double-click and type.")) {
            ui.session.changeBody(body, [&](World& each, BodyId own) { each.setMass(own, kilograms); });
        }
        reading(
            ui, "inspect.inertia", "Inertia (kg m\xc2\xb2)",
            text("%.3g  %.3g  %.3g", d(mass.principalInertia.x), d(mass.principalInertia.y), d(mass.principalInertia.z))
                .c_str(),
            "About the centre of mass, along the principal axes (kg m\xc2\xb2).");
    }
    if (shapes.empty()) {
        return;
    }
    const Material before = world.material(shapes.front());
    float friction = before.friction, restitution = before.restitution;
    if (slider(ui, "inspect.friction", "Friction", friction, 0.0f, 2.0f, "%.2f",
               "Coulomb coefficient while sliding (no unit), of all its shapes.")) {
        ui.session.changeShapes(shapes, [&](World& each, ShapeId shape) {
            Material material = each.material(shape);
            material.friction = friction;
            each.setMaterial(shape, material);
        });
    }
    if (slider(ui, "inspect.restitution", "Restitution", restitution, 0.0f, 1.0f, "%.2f",
               "Speed after a bounce over the speed before (no unit), of all its shapes.")) {
        ui.session.changeShapes(shapes, [&](World& each, ShapeId shape) {
            Material material = each.material(shape);
            material.restitution = restitution;
            each.setMaterial(shape, material);
        });
    }
}

void touching(Ui& ui, BodyId body, const BodyFacts& facts, const std::vector<Contact>& contacts) {
    const World& world = ui.session.simulation.world();
    const float h = substep(ui.session);
    heading("Contacts");
    reading(ui, "inspect.contacts", "Touches", text("%d shapes, %d points", facts.contacts, facts.points).c_str(),
            "Touching pairs and their points (count).");
    reading(ui, "inspect.normal", "Normal force", text("%.4g N", d(facts.normalImpulse / h)).c_str(),
            "Normal impulses of the last substep over its length (N): what it carries and rests with.");
    reading(ui, "inspect.friction_force", "Friction force", text("%.4g N", d(facts.frictionImpulse / h)).c_str(),
            "Friction impulses of the last substep over its length (N).");
    reading(ui, "inspect.depth", "Deepest overlap", text("%.3f mm", d(facts.depth * 1000.0f)).c_str(),
            "Of its contact points (mm).");
    size_t listed = 0;
    for (const Contact& contact : contacts) {
        const BodyId a = world.bodyOf(contact.shapeA), b = world.bodyOf(contact.shapeB);
        if ((a != body && b != body) || listed == kMostListed) {
            continue;
        }
        const ContactFacts about = inspectContact(world, contact);
        const std::string name = text("inspect.contact.%zu", listed++);
        const std::string label =
            text("with body %u: %.4g N", bodyNumber(a == body ? b : a), d(about.normalImpulse / h));
        ImGui::PushID(name.c_str());
        if (ImGui::Selectable(label.c_str())) {
            ui.session.selectContact(contact.shapeA, contact.shapeB);
        }
        finish(ui, name.c_str(), "Shows this contact.");
        ImGui::PopID();
    }
}

void sleep(Ui& ui, BodyId body, const BodyFacts& facts, const std::vector<Contact>& contacts) {
    Session& session = ui.session;
    const World& world = session.simulation.world();
    const bool awake = world.isAwake(body);
    heading("Sleep");
    const std::string state = awake ? "awake" : text("asleep for %.1f s", session.simulation.sleepTime(body));
    reading(ui, "inspect.state", "State", state.c_str(), "A sleeping body costs nothing until something wakes it.");
    const Wakefulness why = whyAwake(world, body, session.simulation.bodies(), contacts);
    if (awake) {
        reading(ui, "inspect.why", "Why awake?", why.cause.c_str(),
                "The last cause that woke it or kept its sleep timer from running.");
        say(why.detail.c_str());
    }
    if (world.type(body) != BodyType::Dynamic) {
        return;
    }
    if (awake && why.other &&
        button(ui, "inspect.other", text("Show body %u", bodyNumber(why.other)).c_str(),
               "Selects the body that keeps this one awake.")) {
        session.select(why.other);
        return;
    }
    reading(ui, "inspect.island", "Its island", text("%d bodies", facts.groupSize).c_str(),
            "Dynamic bodies that touch it, directly or through others: they sleep and wake together (count).");
    bool allowed = world.allowSleep(body);
    if (check(ui, "inspect.allow_sleep", "May sleep", allowed, "Off: neither it nor its island ever falls asleep.")) {
        session.changeBody(body, [&](World& each, BodyId own) { each.setAllowSleep(own, allowed); });
    }
    if (awake && allowed && session.simulation.settings().sleeping) {
        if (button(ui, "inspect.sleep", "Put to sleep", "Its whole island sleeps now, whatever it does.")) {
            session.changeBody(body, [](World& each, BodyId own) { each.sleepBody(own); });
        }
    } else if (!awake && button(ui, "inspect.wake", "Wake", "Wakes it and its island.")) {
        session.changeBody(body, [](World& each, BodyId own) { each.wakeBody(own); });
    }
}

void bodyButton(Ui& ui, const char* name, BodyId body, const char* tip) {
    if (button(ui, name, text("Body %u", bodyNumber(body)).c_str(), tip)) {
        ui.session.select(body);
    }
}

void contactPage(Ui& ui, const Contact& contact) {
    const World& world = ui.session.simulation.world();
    const ContactFacts facts = inspectContact(world, contact);
    const float h = substep(ui.session);
    heading("Contact");
    bodyButton(ui, "inspect.body_a", facts.bodyA, "Selects the first body of the pair.");
    ImGui::SameLine();
    bodyButton(ui, "inspect.body_b", facts.bodyB, "Selects the second body of the pair.");
    reading(ui, "inspect.c_normal", "Normal", vectorText(contact.normal).c_str(),
            "From the first body to the second, unit length.");
    reading(ui, "inspect.c_force", "Normal force", text("%.4g N", d(facts.normalImpulse / h)).c_str(),
            "Normal impulses of the last substep over its length (N).");
    reading(ui, "inspect.c_friction", "Friction force", text("%.4g N", d(facts.frictionImpulse / h)).c_str(),
            "Friction impulse of the last substep over its length (N).");
    reading(ui, "inspect.c_share", "Of the limit", text("%.0f %%", d(facts.frictionShare * 100.0f)).c_str(),
            "Friction force over coefficient times normal force (%). 100: it slides.");
    reading(ui, "inspect.c_closing", "Closing speed", text("%.4g m/s", d(facts.closingSpeed)).c_str(),
            "Along the normal, at the middle of the points (m/s); negative: they part.");
    reading(ui, "inspect.c_sliding", "Sliding speed", text("%.4g m/s", d(facts.slidingSpeed)).c_str(),
            "Across the normal, at the middle of the points (m/s).");
    reading(ui, "inspect.c_surface", "Surface",
            text("friction %.3g, bounce %.3g", d(facts.surface.friction), d(facts.surface.restitution)).c_str(),
            "The pair's coefficients, combined by the rules of both materials (no unit).");
    reading(ui, "inspect.c_color", "Graph colour", contact.color < 0 ? "asleep" : text("%d", contact.color).c_str(),
            "Group of contacts that are solved together: no two share a body.");
    for (int i = 0; i < contact.pointCount; ++i) {
        const ContactPoint& point = contact.points[i];
        const std::string name = text("inspect.point.%d", i);
        reading(ui, name.c_str(), text("Point %d", i).c_str(),
                text("%.3f mm  %.4g N", d(point.separation * -1000.0f), d(point.normalImpulse / h)).c_str(),
                text("Overlap (mm; negative: a gap) and normal force (N). At %s m; feature %08x.",
                     vectorText(point.position).c_str(), point.feature)
                    .c_str());
    }
}

}  // namespace

void inspectTab(Ui& ui) {
    Session& session = ui.session;
    const World& world = session.simulation.world();
    std::vector<Contact>& contacts = ui.state.inspected;
    const BodyId body = session.selected();
    if (!body && !session.contactSelected()) {
        say("Click a body to see what it is, what it does and why it is awake. Switch contact points on (page Draw) "
            "and "
            "click one to see a contact.");
        return;
    }
    world.contacts(contacts);
    if (session.contactSelected()) {
        if (const Contact* contact = session.selectedContact(contacts)) {
            contactPage(ui, *contact);
        } else {
            heading("Contact");
            say("The two bodies do not touch now.");
        }
        return;
    }
    std::vector<ShapeId> shapes;
    world.shapesOf(body, shapes);
    const BodyFacts facts = inspectBody(world, body, session.simulation.bodies(), contacts);
    identity(ui, body, shapes);
    if (world.type(body) != BodyType::Static) {
        sleep(ui, body, facts, contacts);
        motion(ui, body, facts);
    }
    substance(ui, body, shapes);
    touching(ui, body, facts, contacts);
    if (button(ui, "delete", "Delete", "Removes the selected body (Delete).", ImGui::GetContentRegionAvail().x)) {
        session.deleteSelected();
    }
}

}  // namespace drystone::sandbox
