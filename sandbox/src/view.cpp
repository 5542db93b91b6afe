#include "view.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace drystone::sandbox {

namespace {

constexpr uint32_t kSpringColor = 0xffb347;
constexpr uint32_t kSensorColor = 0x62d0c8;
constexpr uint32_t kWallColor = 0x8d97a3;

void drawSpring(const Session& session, Side side, Overlay& overlay) {
    const World& world = session.at(side).world();
    const DragSpring spring = session.springIn(side);
    if (!spring.active() || !world.isValid(spring.body())) {
        return;
    }
    const Transform pose = world.interpolatedTransform(spring.body(), session.alpha());
    const glm::vec3 anchor = spring.anchor(pose);
    const float length = glm::distance(anchor, spring.target());
    overlay.setWidth(session.view.lineWidth * 1.3f);
    overlay.coil(anchor, spring.target(), 9, std::clamp(length * 0.06f, 0.03f, 0.25f), kSpringColor);
    overlay.point(anchor, 9.0f, kSpringColor);
    overlay.point(spring.target(), 12.0f, 0xffffff);
}

void drawSelectedContact(const Session& session, Side side, Overlay& overlay) {
    if (side != Side::A || !session.contactSelected()) {
        return;
    }
    std::vector<Contact> contacts;
    session.simulation.world().contacts(contacts);
    if (const Contact* contact = session.selectedContact(contacts)) {
        for (int i = 0; i < contact->pointCount; ++i) {
            const glm::vec3 at = contact->points[i].position;
            overlay.point(at, 11.0f, kSpringColor);
            overlay.line(at, at + contact->normal * 0.5f, kSpringColor);
        }
    }
}

void drawSensors(const World& world, float alpha, Overlay& overlay) {
    std::vector<ShapeId> shapes;
    world.shapes(shapes);
    for (const ShapeId shape : shapes) {
        if (!world.isSensor(shape)) {
            continue;
        }
        const Transform pose = world.interpolatedTransform(world.bodyOf(shape), alpha);
        const Transform local = world.localTransform(shape);
        const glm::vec3 at = pose.position + pose.rotation * local.position;
        const glm::quat turned = pose.rotation * local.rotation;
        const Geometry geometry = world.geometry(shape);
        if (const auto* box = std::get_if<Box>(&geometry)) {
            overlay.wireBox(at, turned, box->halfExtents, kSensorColor);
        } else if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
            overlay.ring(at, turned, sphere->radius, kSensorColor);
            overlay.ring(at, turned * glm::angleAxis(1.5708f, glm::vec3(1.0f, 0.0f, 0.0f)), sphere->radius,
                         kSensorColor);
            overlay.ring(at, turned * glm::angleAxis(1.5708f, glm::vec3(0.0f, 0.0f, 1.0f)), sphere->radius,
                         kSensorColor);
        }
    }
}

RenderSettings renderSettings(const ViewSettings& view) {
    RenderSettings settings{};
    settings.shadows = view.shadows;
    settings.ambientOcclusion = view.ambientOcclusion;
    settings.samples = view.samples;
    settings.exposure = view.exposure;
    settings.sunYaw = view.sunYaw;
    settings.sunPitch = view.sunPitch;
    settings.lineWidth = view.lineWidth;
    return settings;
}

void gather(const Session& session, Side side, const Camera& camera, FrameContents& contents) {
    const Simulation& simulation = session.at(side);
    Overlay& overlay = contents.overlay;
    contents.heat.measure(simulation, session.view.heat);
    contents.list.gather(simulation, session.alpha(), simulation.counterpart(session.selected()), camera.eye(),
                         contents.heat);
    overlay.clear();
    overlay.setWidth(session.view.lineWidth);
    simulation.world().debugDraw(overlay, session.drawFlags);
    simulation.scene().draw(simulation.world(), overlay);
    drawSensors(simulation.world(), session.alpha(), overlay);
    drawSelectedContact(session, side, overlay);
    for (const Instance& wall : contents.list.seenThrough) {
        overlay.wireBox(wall.position, wall.rotation, wall.scale, kWallColor);
    }
    drawSpring(session, side, overlay);
}

}  // namespace

void drawPanes(const Session& session, const Camera& camera, const Panes& panes, Renderer& renderer,
               const Destination& whole, float pixelsPerPoint, FrameContents& contents) {
    const auto pixels = [&](float points) { return static_cast<int>(std::lround(points * pixelsPerPoint)); };
    for (const Pane& pane : panes.all()) {
        const Camera eye = through(pane, camera);
        gather(session, pane.side, eye, contents);
        Destination to = whole;
        to.x = pixels(pane.picture.x);
        to.width = std::min(pixels(pane.picture.x + pane.picture.width), whole.width) - to.x;
        to.slot = static_cast<int>(pane.side);
        renderer.draw(to, eye, contents.list, contents.overlay, renderSettings(session.view));
    }
}

}  // namespace drystone::sandbox
