#include "scenes/build.h"

#include <cmath>
#include <cstdio>

#include <glm/geometric.hpp>

namespace drystone::scenes {

namespace {

BodyId addBody(World& world, const BodyDef& body, const ShapeDef& shape) {
    const BodyId id = world.createBody(body);
    world.createShape(id, shape);
    return id;
}

// Any unit vector at a right angle to a unit vector.
glm::vec3 across(glm::vec3 axis) {
    const glm::vec3 other = std::fabs(axis.x) < 0.7f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    return glm::normalize(glm::cross(axis, other));
}

}  // namespace

WorldSettings weightless() {
    WorldSettings settings;
    settings.gravity = glm::vec3(0.0f);
    return settings;
}

BodyId addFloor(World& world, const Material& material) {
    return addBody(world, {.type = BodyType::Static}, {.geometry = HalfSpace{}, .material = material});
}

BodyId addStaticBox(World& world, glm::vec3 position, glm::vec3 halfExtents, const Material& material,
                    glm::quat rotation) {
    return addBody(world, {.type = BodyType::Static, .position = position, .rotation = rotation},
                   {.geometry = Box{halfExtents}, .material = material});
}

BodyId addBox(World& world, glm::vec3 position, glm::vec3 halfExtents, float density, const Material& material,
              glm::quat rotation) {
    return addBody(world, {.position = position, .rotation = rotation},
                   {.geometry = Box{halfExtents}, .density = density, .material = material});
}

BodyId addSphere(World& world, glm::vec3 position, float radius, float density, const Material& material) {
    return addBody(world, {.position = position},
                   {.geometry = Sphere{radius}, .density = density, .material = material});
}

void addStack(World& world, glm::vec3 base, int count, float side, std::vector<BodyId>* out) {
    for (int i = 0; i < count; ++i) {
        const BodyId id = addBox(world, base + glm::vec3(0, side * (float(i) + 0.5f), 0), glm::vec3(0.5f * side));
        if (out)
            out->push_back(id);
    }
}

float sine(float angle) {
    const double pi = 3.14159265358979323846;
    const double x = double(angle) - 2 * pi * std::floor(double(angle) / (2 * pi) + 0.5);
    double term = x, sum = x;
    for (int n = 1; n <= 14; ++n) {
        term *= -x * x / double(2 * n * (2 * n + 1));
        sum += term;
    }
    return float(sum);
}

float cosine(float angle) {
    return sine(angle + 1.57079632679f);
}

glm::quat turn(float angle, glm::vec3 axis) {
    const glm::vec3 v = axis * sine(0.5f * angle);
    return glm::quat(cosine(0.5f * angle), v.x, v.y, v.z);
}

std::string text(const char* format, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

void drawArrow(DebugDraw& draw, glm::vec3 from, glm::vec3 to, uint32_t color) {
    const glm::vec3 shaft = to - from;
    const float length = glm::length(shaft);
    if (!(length > 1e-4f))
        return;
    draw.line(from, to, color);
    const glm::vec3 along = shaft / length;
    const glm::vec3 u = across(along), v = glm::cross(along, u);
    const float head = std::fmin(0.25f * length, 0.2f);
    for (const glm::vec3 side : {u, -u, v, -v})
        draw.line(to, to - along * head + side * (0.4f * head), color);
}

void drawArc(DebugDraw& draw, glm::vec3 center, glm::vec3 axis, float radius, float angle, uint32_t color) {
    const float length = glm::length(axis);
    if (!(length > 1e-6f) || !(angle > 1e-3f))
        return;
    const glm::vec3 n = axis / length, u = across(n), v = glm::cross(n, u);
    const int segments = 8 + int(8.0f * angle);
    glm::vec3 last = center + radius * u, tangent = v;
    for (int i = 1; i <= segments; ++i) {
        const float a = angle * float(i) / float(segments);
        const glm::vec3 next = center + radius * (cosine(a) * u + sine(a) * v);
        draw.line(last, next, color);
        last = next;
        tangent = cosine(a) * v - sine(a) * u;
    }
    const float head = 0.2f * radius;
    const glm::vec3 outward = glm::cross(tangent, n);
    for (const glm::vec3 side : {outward, -outward, n, -n})
        draw.line(last, last - tangent * head + side * (0.5f * head), color);
}

}  // namespace drystone::scenes
