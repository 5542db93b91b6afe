#include "view.h"

#include <algorithm>

#include <glm/geometric.hpp>

namespace drystone::sandbox {

namespace {

constexpr uint32_t kSpringColor = 0xffb347;
constexpr uint32_t kSensorColor = 0x62d0c8;
constexpr uint32_t kWallColor = 0x8d97a3;

void drawSpring(const Session& session, Overlay& overlay) {
    const DragSpring& spring = session.spring;
    if (!spring.active() || !session.simulation.world().isValid(spring.body())) {
        return;
    }
    const Transform pose = session.simulation.world().interpolatedTransform(spring.body(), session.alpha());
    const glm::vec3 anchor = spring.anchor(pose);
    const float length = glm::distance(anchor, spring.target());
    overlay.setWidth(session.view.lineWidth * 1.3f);
    overlay.coil(anchor, spring.target(), 9, std::clamp(length * 0.06f, 0.03f, 0.25f), kSpringColor);
    overlay.point(anchor, 9.0f, kSpringColor);
    overlay.point(spring.target(), 12.0f, 0xffffff);
}

void drawSensors(const Session& session, Overlay& overlay) {
    const World& world = session.simulation.world();
    std::vector<ShapeId> shapes;
    world.shapes(shapes);
    for (const ShapeId shape : shapes) {
        if (!world.isSensor(shape)) {
            continue;
        }
        const Transform pose = world.interpolatedTransform(world.bodyOf(shape), session.alpha());
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

}  // namespace

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

void gatherFrame(const Session& session, const Camera& camera, DrawList& list, Overlay& overlay) {
    list.gather(session.simulation, session.alpha(), session.selected(), camera.eye());
    overlay.clear();
    overlay.setWidth(session.view.lineWidth);
    session.simulation.world().debugDraw(overlay, session.drawFlags);
    session.simulation.scene().draw(session.simulation.world(), overlay);
    drawSensors(session, overlay);
    for (const Instance& wall : list.seenThrough) {
        overlay.wireBox(wall.position, wall.rotation, wall.scale, kWallColor);
    }
    drawSpring(session, overlay);
}

}  // namespace drystone::sandbox
