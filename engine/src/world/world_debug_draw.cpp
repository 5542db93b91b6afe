// The world as lines and points.
#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/islands.h"
#include "math/algebra.h"
#include "world/world_impl.h"

namespace drystone {

namespace {

constexpr uint32_t kStaticColor = 0x7F8C8D, kKinematicColor = 0x9B59B6, kAwakeColor = 0xE67E22, kAsleepColor = 0x5D6D7E,
                   kFrozenColor = 0xFF00FF;
constexpr uint32_t kBoundsColor = 0x2ECC71, kFatBoundsColor = 0x1F6F43, kPointColor = 0xF1C40F,
                   kOverlapColor = 0xE74C3C, kNormalColor = 0x3498DB, kImpulseColor = 0xFF6B6B,
                   kFrictionColor = 0x2ED573, kLinearColor = 0x00D2D3, kAngularColor = 0xFECA57;
constexpr float kNormalLength = 0.25f;
constexpr float kLargestScale = 1e6f;
constexpr float kLongestArrow = 1e9f;

// Colours far apart in hue for small whole numbers: the golden angle round the colour circle.
uint32_t paletteColor(uint32_t index) {
    const float hue = float(index) * 0.61803399f;
    const float h = 6.0f * (hue - float(int(hue)));
    const auto channel = [&](float shift) {
        float t = h + shift;
        t = t >= 6.0f ? t - 6.0f : t;
        const float v = std::clamp(glm::abs(t - 3.0f) - 1.0f, 0.0f, 1.0f);
        return uint32_t(255.0f * (0.25f + 0.75f * v));
    };
    return channel(0.0f) << 16 | channel(4.0f) << 8 | channel(2.0f);
}

uint32_t stateColor(const Body& body) {
    if (body.frozen)
        return kFrozenColor;
    if (body.type == BodyType::Static)
        return kStaticColor;
    if (!body.awake())
        return kAsleepColor;
    return body.dynamic() ? kAwakeColor : kKinematicColor;
}

void drawBox(DebugDraw& draw, const Transform& transform, glm::vec3 h, uint32_t color) {
    std::array<glm::vec3, 8> corner;
    for (int i = 0; i < 8; ++i)
        corner[size_t(i)] = transformPoint(transform, {i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
    for (size_t i = 0; i < 8; ++i)
        for (size_t bit = 1; bit < 8; bit *= 2)
            if (!(i & bit))
                draw.line(corner[i], corner[i | bit], color);
}

void drawBounds(DebugDraw& draw, const Aabb& box, uint32_t color) {
    drawBox(draw, {0.5f * (box.lower + box.upper), kIdentityRotation}, 0.5f * (box.upper - box.lower), color);
}

// Part of a circle about axis, from the direction u, turning towards v.
void drawArc(DebugDraw& draw, glm::vec3 center, glm::vec3 u, glm::vec3 v, float radius, float angle, uint32_t color) {
    const int segments = std::max(2, int(glm::abs(angle) * 4.0f));
    glm::vec3 from = center + radius * u;
    for (int i = 1; i <= segments; ++i) {
        const SinCos sc = sinCos(angle * float(i) / float(segments));
        const glm::vec3 to = center + radius * (sc.cos * u + sc.sin * v);
        draw.line(from, to, color);
        from = to;
    }
}

// However large the impulse, the arrow ends within the limits of coordinates.
glm::vec3 shortened(glm::vec3 along) {
    const float largest = std::max({glm::abs(along.x), glm::abs(along.y), glm::abs(along.z)});
    return largest > kLongestArrow ? along / largest * kLongestArrow : along;
}

void drawArrow(DebugDraw& draw, glm::vec3 from, glm::vec3 arrow, uint32_t color) {
    const glm::vec3 along = shortened(arrow), to = from + along;
    const float length = glm::length(along);
    if (length < 1e-4f)
        return;
    draw.line(from, to, color);
    glm::vec3 u, v;
    tangentBasis(along / length, u, v);
    const float head = std::min(0.25f * length, 0.15f);
    const glm::vec3 base = to - head * along / length;
    for (glm::vec3 side : {u, -u, v, -v})
        draw.line(to, base + 0.5f * head * side, color);
}

// The angular velocity as an arc with a head about its axis; its angle grows with the speed.
void drawSpin(DebugDraw& draw, const Body& body, float radius, float scale) {
    const float speed = glm::length(body.angularVelocity);
    if (speed < 1e-3f)
        return;
    glm::vec3 u, v;
    const glm::vec3 axis = body.angularVelocity / speed;
    tangentBasis(axis, u, v);
    if (glm::dot(glm::cross(u, v), axis) < 0.0f)
        v = -v;
    const float angle = std::min(speed * scale * 10.0f, 5.5f);
    drawArc(draw, body.center, u, v, radius, angle, kAngularColor);
    const SinCos sc = sinCos(angle);
    const glm::vec3 tip = body.center + radius * (sc.cos * u + sc.sin * v);
    const glm::vec3 along = sc.cos * v - sc.sin * u, outward = sc.cos * u + sc.sin * v;
    for (float side : {-1.0f, 1.0f})
        draw.line(tip, tip - 0.2f * radius * along + side * 0.12f * radius * outward, kAngularColor);
}

void drawShape(DebugDraw& draw, const Simulation& sim, const ShapeRecord& shape, uint32_t color) {
    const Transform placed = worldTransform(sim, shape);
    if (shape.shape.kind == ShapeKind::Box) {
        drawBox(draw, placed, shape.shape.halfExtents, color);
    } else if (shape.shape.kind == ShapeKind::Sphere) {
        const glm::mat3 r = glm::mat3_cast(placed.rotation);
        for (int i = 0; i < 3; ++i)
            drawArc(draw, placed.position, r[i], r[(i + 1) % 3], shape.shape.radius, 6.2831853f, color);
    } else {
        const glm::vec3 n = placed.rotation * shape.shape.normal;
        const glm::vec3 center = placed.position + shape.shape.offset * n;
        glm::vec3 u, v;
        tangentBasis(n, u, v);
        for (int i = -5; i <= 5; ++i) {
            draw.line(center + 2.0f * float(i) * u - 10.0f * v, center + 2.0f * float(i) * u + 10.0f * v, color);
            draw.line(center + 2.0f * float(i) * v - 10.0f * u, center + 2.0f * float(i) * v + 10.0f * u, color);
        }
    }
}

float drawRadius(const Simulation& sim, const Body& body) {
    float radius = 0.0f;
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape)
        if (sim.shapes[s].shape.kind != ShapeKind::HalfSpace)
            radius = std::max(radius, boundingRadius(sim.shapes[s].shape) + glm::length(sim.shapes[s].local.position));
    return radius > 0.0f ? radius : 0.5f;
}

void drawBody(DebugDraw& draw, const Simulation& sim, const Body& body, const DebugDrawFlags& flags) {
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape) {
        const ShapeRecord& shape = sim.shapes[s];
        const bool plane = shape.shape.kind == ShapeKind::HalfSpace;
        if (flags.shapes || (flags.sleepState && !plane && body.type != BodyType::Static))
            drawShape(draw, sim, shape, stateColor(body));
        if (flags.bounds && !plane)
            drawBounds(draw, computeBounds(shape.shape, worldTransform(sim, shape)), kBoundsColor);
        if (flags.fatBounds && !plane)
            drawBounds(draw, sim.broadphase->fatBox(shape.proxy), kFatBoundsColor);
    }
    if (flags.axes) {
        const glm::mat3 r = glm::mat3_cast(worldPrincipalRotation(body));
        const float length = drawRadius(sim, body);
        draw.line(body.center, body.center + length * r[0], 0xFF4757);
        draw.line(body.center, body.center + length * r[1], 0x2ED573);
        draw.line(body.center, body.center + length * r[2], 0x1E90FF);
    }
    if (flags.velocities && body.awake()) {
        drawArrow(draw, body.center, flags.velocityScale * body.linearVelocity, kLinearColor);
        drawSpin(draw, body, 1.1f * drawRadius(sim, body), flags.velocityScale);
    }
}

void drawContact(DebugDraw& draw, const Simulation& sim, const Pair& pair, const Manifold& manifold,
                 const DebugDrawFlags& flags) {
    const glm::vec3 center = sim.bodies[pair.body[0]].center;
    const glm::vec3 normal = vec3(manifold.normal);
    const uint32_t graphColor = pair.color >= 0 ? paletteColor(uint32_t(pair.color)) : kAsleepColor;
    glm::vec3 middle(0.0f);
    for (int k = 0; k < int(manifold.pointCount); ++k) {
        const ManifoldPoint& point = manifold.points[k];
        const glm::vec3 p = center + vec3(point.anchor);
        middle += p / manifold.pointCount;
        if (flags.contactPoints)
            draw.point(p, 6.0f, point.separation < 0.0f ? kOverlapColor : kPointColor);
        if (flags.contactNormals)
            draw.line(p, p + kNormalLength * normal, kNormalColor);
        if (flags.contactImpulses)
            drawArrow(draw, p, flags.impulseScale * std::fabs(manifold.normalImpulse[k]) * normal, kImpulseColor);
        if (flags.graphColors)
            draw.point(p, 9.0f, graphColor);
    }
    if (flags.frictionImpulses)
        drawArrow(draw, middle, flags.impulseScale * vec3(manifold.frictionImpulse), kFrictionColor);
}

Aabb bodyBounds(const Simulation& sim, const Body& body) {
    Aabb box{body.center, body.center};
    for (uint32_t s = body.firstShape; s != kNone; s = sim.shapes[s].nextShape)
        box = merge(box, computeBounds(sim.shapes[s].shape, worldTransform(sim, sim.shapes[s])));
    return box;
}

void drawIslands(DebugDraw& draw, const Simulation& sim) {
    UnionFind sets(sim.memory);
    joinAwakeIslands(sim, sets);
    const uint32_t count = uint32_t(sim.awakeBodies.size());
    Array<Aabb> boxes(sim.memory);
    Array<uint8_t> used(sim.memory);
    boxes.resize(count);
    used.assign(count, 0);
    for (uint32_t i = 0; i < count; ++i) {
        const Body& body = sim.bodies[sim.awakeBodies[i]];
        if (!body.dynamic())
            continue;
        const uint32_t root = sets.find(i);
        boxes[root] = used[root] ? merge(boxes[root], bodyBounds(sim, body)) : bodyBounds(sim, body);
        used[root] = 1;
    }
    for (uint32_t i = 0; i < count; ++i)
        if (used[i])
            drawBounds(draw, expand(boxes[i], 0.02f), paletteColor(i));
    for (uint32_t first : sim.sleepSets) {
        if (first == kNone)
            continue;
        Aabb box = bodyBounds(sim, sim.bodies[first]);
        for (uint32_t slot = first; slot != kNone; slot = sim.bodies[slot].nextSleeper)
            box = merge(box, bodyBounds(sim, sim.bodies[slot]));
        drawBounds(draw, expand(box, 0.02f), kAsleepColor);
    }
}

}  // namespace

void World::debugDraw(DebugDraw& draw, const DebugDrawFlags& flags) const {
    const Simulation& sim = m_impl->sim;
    const Check check = m_impl->check("debugDraw");
    if (!check.inRange("impulseScale", flags.impulseScale, 0.0f, kLargestScale) ||
        !check.inRange("velocityScale", flags.velocityScale, 0.0f, kLargestScale))
        return;
    const CallbackScope scope(m_impl->callbacks);
    for (uint32_t slot = 0; slot < sim.bodySlots.size(); ++slot)
        if (sim.bodySlots.isLive(slot))
            drawBody(draw, sim, sim.bodies[slot], flags);
    if (flags.contactPoints || flags.contactNormals || flags.contactImpulses || flags.frictionImpulses ||
        flags.graphColors)
        for (uint32_t slot = 0; slot < sim.pairs.size(); ++slot)
            if (sim.pairs[slot].touching && !sim.pairs[slot].sensor)
                drawContact(draw, sim, sim.pairs[slot], sim.manifolds[slot], flags);
    if (flags.islands)
        drawIslands(draw, sim);
}

}  // namespace drystone
