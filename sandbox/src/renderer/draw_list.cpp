#include "renderer/draw_list.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace drystone::sandbox {

namespace {

constexpr float kGroundSize = 8.0f;  // half extents from which a static box counts as ground (m)
constexpr float kLargest = 25.0f;    // half extent from which a body does not count for the extent of the scene

constexpr size_t kSamples = 64;         // bodies of each mesh that tell whether a wall hides what moves
constexpr float kOpeningShare = 0.10f;  // of them hidden: the wall is seen through
constexpr float kClosingShare = 0.03f;

// Stone, clay, moss and slate. sRGB.
constexpr uint32_t kPalette[] = {
    0xd8a25e, 0xc96f4a, 0x5f8f86, 0xe3c88f, 0x7d9bb5, 0xa9b388, 0xb5796b, 0x4f7396, 0xd9b9a0, 0x8c8fb0,
};
constexpr uint32_t kStaticColors[] = {0x9a9690, 0x938f8a, 0xa19d97};
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
    uint32_t fixed[std::size(kStaticColors)];
    uint32_t kinematic;
};

const Colors& colors() {
    static const Colors table = [] {
        Colors made{};
        for (size_t i = 0; i < std::size(kPalette); ++i) {
            made.palette[i] = packed(kPalette[i]);
        }
        for (size_t i = 0; i < std::size(kStaticColors); ++i) {
            made.fixed[i] = packed(kStaticColors[i]);
        }
        made.kinematic = packed(kKinematicColor);
        return made;
    }();
    return table;
}

uint32_t colorOf(BodyType type, BodyId body) {
    if (type == BodyType::Kinematic) {
        return colors().kinematic;
    }
    // Neighbours in order of creation get unlike colours, fixed ones unlike shades.
    const uint32_t mixed = (body.slot * 2654435761u) >> 16;
    if (type == BodyType::Static) {
        return colors().fixed[mixed % std::size(kStaticColors)];
    }
    return colors().palette[mixed % std::size(kPalette)];
}

// A thin upright plate, fixed or driven, as bins and drums are made of.
bool isWall(const Instance& box) {
    if (!(box.flags & (instance_flags::kStatic | instance_flags::kKinematic))) {
        return false;
    }
    int axis = box.scale.x < box.scale.z ? 0 : 2;
    axis = box.scale.y < box.scale[axis] ? 1 : axis;
    const float others = std::min(box.scale[(axis + 1) % 3], box.scale[(axis + 2) % 3]);
    glm::vec3 normal(0.0f);
    normal[axis] = 1.0f;
    normal = box.rotation * normal;
    return others > 0.6f && others >= 3.0f * box.scale[axis] && std::abs(normal.y) < 0.5f;
}

// Whether the way from one point to another leads through the box.
bool crosses(const Instance& box, glm::vec3 from, glm::vec3 to) {
    const glm::quat inverse = glm::conjugate(box.rotation);
    const glm::vec3 start = inverse * (from - box.position);
    const glm::vec3 way = inverse * (to - from);
    float enter = 0.0f, leave = 1.0f;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(way[axis]) < 1e-6f) {
            leave = std::abs(start[axis]) > box.scale[axis] ? -1.0f : leave;
            continue;
        }
        const float a = (-box.scale[axis] - start[axis]) / way[axis];
        const float b = (box.scale[axis] - start[axis]) / way[axis];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter < leave;
}

}  // namespace

void DrawList::gather(const Simulation& simulation, float alpha, BodyId selected, glm::vec3 eye, const HeatMap& heat) {
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
        const bool hot = heat.on() && type == BodyType::Dynamic;
        if (type == BodyType::Dynamic && !hot && !world.isAwake(body)) {
            flags |= instance_flags::kAsleep;  // a heat map's colours are read: nothing dims them
        }
        const uint32_t color = hot ? packed(heat.color(body)) : colorOf(type, body);
        m_shapes.clear();
        world.shapesOf(body, m_shapes);
        for (const ShapeId shape : m_shapes) {
            if (!world.isSensor(shape)) {
                add(world, shape, pose, color, flags, body == selected);
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
    // The ends of a drum are upright at any angle; its sides come and go. One wall alone is what the scene is about.
    const auto walls = std::count_if(boxes.begin(), boxes.end(), isWall);
    m_open.resize(static_cast<size_t>(walls));
    if (walls < 2) {
        return;
    }
    m_seen.clear();
    for (const auto* list : {&boxes, &spheres}) {
        const size_t stride = list->size() / kSamples + 1;
        for (size_t i = 0; i < list->size(); i += stride) {
            const Instance& each = (*list)[i];
            if (!(each.flags & (instance_flags::kStatic | instance_flags::kKinematic))) {
                m_seen.push_back(each.position);
            }
        }
    }
    size_t wall = 0;
    const auto opaque = [&](const Instance& box) {
        if (!isWall(box)) {
            return true;
        }
        const auto covered = std::ranges::count_if(m_seen, [&](glm::vec3 point) { return crosses(box, eye, point); });
        // Two shares, so that a wall at the limit does not flicker.
        const float limit = static_cast<float>(m_seen.size()) * (m_open[wall] ? kClosingShare : kOpeningShare);
        m_open[wall] = static_cast<float>(covered) > limit;
        return !m_open[wall++];
    };
    const auto first = std::stable_partition(boxes.begin(), boxes.end(), opaque);
    seenThrough.assign(first, boxes.end());
    boxes.erase(first, boxes.end());
}

}  // namespace drystone::sandbox
