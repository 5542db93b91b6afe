// What scenes are built from.
#pragma once

#include <cstdarg>
#include <string>

#include "scenes/scene.h"

namespace drystone::scenes {

// A plain linear congruential generator: the same scene on every machine and in every engine.
class Random {
public:
    explicit Random(uint32_t seed = 12345) : m_state(seed) {}
    // In [0, 1).
    float unit() {
        m_state = m_state * 1664525u + 1013904223u;
        return float(m_state >> 8) / 16777216.0f;
    }
    float range(float low, float high) { return low + (high - low) * unit(); }

private:
    uint32_t m_state;
};

// Of balls that are to come to rest on a plane: see Material::rollingResistance.
inline constexpr float kRollingResistance = 0.02f;

// Of a body that a person may have deleted meanwhile: zero then, and nothing to report.
inline glm::vec3 positionOf(const World& world, BodyId body) {
    return world.isValid(body) ? world.position(body) : glm::vec3(0.0f);
}
inline glm::vec3 velocityOf(const World& world, BodyId body) {
    return world.isValid(body) ? world.linearVelocity(body) : glm::vec3(0.0f);
}

// The settings of a scene without gravity.
WorldSettings weightless();

// The floor of a scene: the half-space below y = 0.
BodyId addFloor(World& world, const Material& material = {});
BodyId addStaticBox(World& world, glm::vec3 position, glm::vec3 halfExtents, const Material& material = {},
                    glm::quat rotation = kIdentityRotation);
BodyId addBox(World& world, glm::vec3 position, glm::vec3 halfExtents, float density = 1000.0f,
              const Material& material = {}, glm::quat rotation = kIdentityRotation);
BodyId addSphere(World& world, glm::vec3 position, float radius, float density = 1000.0f,
                 const Material& material = {});

// Cubes of the given side, one upon the other, the lowest resting at the base. Appends them from the bottom up.
void addStack(World& world, glm::vec3 base, int count, float side = 1.0f, std::vector<BodyId>* out = nullptr);

// Of plain arithmetic: the C library's differ in the last bit from machine to machine, and so would scenes.
float sine(float angle);
float cosine(float angle);
// Angle in radians about an axis of unit length.
glm::quat turn(float angle, glm::vec3 axis);
constexpr float radians(float degrees) {
    return degrees * 0.017453292519943295f;
}

// A line of text in printf's way.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

// Marks that scenes draw.
void drawArrow(DebugDraw& draw, glm::vec3 from, glm::vec3 to, uint32_t color);
// An arc about an axis, right-handed, of the given angle (rad), with a head at its end.
void drawArc(DebugDraw& draw, glm::vec3 center, glm::vec3 axis, float radius, float angle, uint32_t color);
inline constexpr uint32_t kImpulseColor = 0xffb000;
inline constexpr uint32_t kVelocityColor = 0x40c0ff;
inline constexpr uint32_t kSpinColor = 0xff60d0;
inline constexpr uint32_t kMarkColor = 0xd0d0d0;

}  // namespace drystone::scenes
