#include "renderer/draw_list.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace drystone::sandbox {

namespace {

constexpr float kGroundSize = 8.0f;  // half extents from which a static box counts as ground (m)
constexpr float kLargest = 25.0f;    // half extent from which a body does not count for the extent of the scene

// Stone, clay, moss and slate. sRGB.
constexpr uint32_t kPalette[] = {
    0xd8a25e, 0xc96f4a, 0x5f8f86, 0xe3c88f, 0x7d9bb5, 0xa9b388, 0xb5796b, 0x4f7396, 0xd9b9a0, 0x8c8fb0,
};
constexpr uint32_t kStaticColor = 0x9a9690;
constexpr uint32_t kKinematicColor = 0x9d7bc4;

uint32_t linear8(uint32_t channel) {
    const float value = std::pow(static_cast<float>(channel) / 255.0f, 2.2f);
    return static_cast<uint32_t>(std::lround(value * 255.0f));
}

uint32_t packed(uint32_t rgb) {
    return linear8((rgb >> 16) & 0xff) | (linear8((rgb >> 8) & 0xff) << 8) | (linear8(rgb & 0xff) << 16) | 0xff000000u;
}

struct Colors {
    uint32_t palette[std::size(kPalette)];
    uint32_t fixed, kinematic;
};

const Colors& colors() {
    static const Colors table = [] {
        Colors made{};
        for (size_t i = 0; i < std::size(kPalette); ++i) {
            made.palette[i] = packed(kPalette[i]);
        }
        made.fixed = packed(kStaticColor);
        made.kinematic = packed(kKinematicColor);
        return made;
    }();
    return table;
}

uint32_t colorOf(BodyType type, BodyId body) {
    if (type != BodyType::Dynamic) {
        return type == BodyType::Static ? colors().fixed : colors().kinematic;
    }
    // Neighbours in order of creation get unlike colours.
    const uint32_t mixed = (body.slot * 2654435761u) >> 16;
    return colors().palette[mixed % std::size(kPalette)];
}

}  // namespace

void DrawList::gather(const Simulation& simulation, float alpha, BodyId selected, glm::vec3 eye) {
    boxes.clear();
    spheres.clear();
    selectedBoxes.clear();
    selectedSpheres.clear();
    planes.clear();
    seenThrough.clear();
    const World& world = simulation.world();
    for (const BodyId body : simulation.bodies()) {
        const BodyType type = world.type(body);
        const Transform pose = world.interpolatedTransform(body, alpha);
        uint32_t flags = type == BodyType::Static ? instance_flags::kStatic : 0;
        flags |= type == BodyType::Kinematic ? instance_flags::kKinematic : 0;
        if (type == BodyType::Dynamic && !world.isAwake(body)) {
            flags |= instance_flags::kAsleep;
        }
        m_shapes.clear();
        world.shapesOf(body, m_shapes);
        for (const ShapeId shape : m_shapes) {
            if (!world.isSensor(shape)) {
                add(world, shape, pose, colorOf(type, body), flags, body == selected);
            }
        }
    }
    findExtent();
    openBin(eye);
}

void DrawList::add(const World& world, ShapeId shape, const Transform& pose, uint32_t color, uint32_t flags,
                   bool selected) {
    const Transform local = world.localTransform(shape);
    Instance instance{pose.position + pose.rotation * local.position, pose.rotation * local.rotation, glm::vec3(0.5f),
                      color, flags};
    const Geometry geometry = world.geometry(shape);
    if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
        instance.scale = glm::vec3(sphere->radius);
        instance.flags |= instance_flags::kSphere;
        spheres.push_back(instance);
        if (selected) {
            selectedSpheres.push_back(instance);
        }
    } else if (const auto* box = std::get_if<Box>(&geometry)) {
        instance.scale = box->halfExtents;
        if ((flags & instance_flags::kStatic) && std::min(instance.scale.x, instance.scale.z) >= kGroundSize) {
            instance.flags |= instance_flags::kGround;
        }
        boxes.push_back(instance);
        if (selected) {
            selectedBoxes.push_back(instance);
        }
    } else if (const auto* half = std::get_if<HalfSpace>(&geometry)) {
        const glm::vec3 normal = instance.rotation * half->normal;
        planes.push_back({normal, instance.position + normal * half->offset});
    }
}

void DrawList::findExtent() {
    glm::vec3 lower(INFINITY), upper(-INFINITY);
    for (const auto* list : {&boxes, &spheres}) {
        for (const Instance& each : *list) {
            const float size = std::max({each.scale.x, each.scale.y, each.scale.z});
            const bool sane = glm::length(each.position) < 1000.0f;
            if (size < kLargest && sane && !(each.flags & instance_flags::kGround)) {
                lower = glm::min(lower, each.position - size);
                upper = glm::max(upper, each.position + size);
            }
        }
    }
    const bool found = lower.x <= upper.x;
    center = found ? (lower + upper) * 0.5f : glm::vec3(0.0f);
    radius = found ? std::max(glm::length(upper - lower) * 0.5f, 1.0f) : 10.0f;
}

void DrawList::openBin(glm::vec3 eye) {
    // Per box: on which axis it is thin, and whether it stands upright.
    const auto thinAxis = [](const Instance& box) {
        int axis = box.scale.x < box.scale.z ? 0 : 2;
        axis = box.scale.y < box.scale[axis] ? 1 : axis;
        const float others = std::min(box.scale[(axis + 1) % 3], box.scale[(axis + 2) % 3]);
        glm::vec3 direction(0.0f);
        direction[axis] = 1.0f;
        direction = box.rotation * direction;
        const bool wall = (box.flags & (instance_flags::kStatic | instance_flags::kKinematic)) && others > 0.6f &&
            others >= 3.0f * box.scale[axis] && std::abs(direction.y) < 0.5f;
        return wall ? direction : glm::vec3(0.0f);
    };
    const auto walls = std::count_if(boxes.begin(), boxes.end(),
                                     [&](const Instance& box) { return thinAxis(box) != glm::vec3(0.0f); });
    // The ends of a drum are upright at any angle; its sides come and go.
    if (walls < 2) {
        return;
    }
    const auto hides = [&](const Instance& box) {
        const glm::vec3 direction = thinAxis(box);
        return glm::dot(eye - box.position, direction) * glm::dot(center - box.position, direction) < 0.0f;
    };
    const auto first =
        std::stable_partition(boxes.begin(), boxes.end(), [&](const Instance& box) { return !hides(box); });
    seenThrough.assign(first, boxes.end());
    boxes.erase(first, boxes.end());
}

}  // namespace drystone::sandbox
