// What one body or one contact is and does, in SI units, and why a body is awake: from what the World tells anybody.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <drystone/drystone.h>

#include "core/camera.h"

namespace drystone::sandbox {

// As a person sees it: its place in the world's table, from 0.
inline unsigned bodyNumber(BodyId body) {
    return body.slot - 1;
}

// Dynamic bodies that touch, directly or through others, are one group: what sleeps and wakes together.
class ContactGroups {
public:
    ContactGroups(const World& world, std::span<const BodyId> bodies, std::span<const Contact> contacts);
    // The least slot of the group of a body; its own where it touches no dynamic body.
    uint32_t of(uint32_t slot) const;

private:
    std::vector<uint32_t> m_parent;  // by slot
};

// sqrt(2 E / m), which WorldSettings::sleepSpeed is held against (m/s). 0: it has no mass.
float restSpeed(const World& world, BodyId body);

struct BodyFacts {
    float speed = 0.0f;               // m/s
    float spin = 0.0f;                // rad/s
    double kineticEnergy = 0.0;       // J
    double potentialEnergy = 0.0;     // J, zero at the origin
    glm::vec3 momentum{0.0f};         // kg m/s
    glm::vec3 angularMomentum{0.0f};  // about the centre of mass, kg m^2/s
    int contacts = 0;                 // touching pairs
    int points = 0;
    float normalImpulse = 0.0f;    // of all points over the last substep, N s
    float frictionImpulse = 0.0f;  // N s
    float depth = 0.0f;            // deepest overlap, m
    int groupSize = 1;             // dynamic bodies that touch, itself included
};
BodyFacts inspectBody(const World& world, BodyId body, std::span<const BodyId> bodies,
                      std::span<const Contact> contacts);

struct Wakefulness {
    std::string cause;   // in a few words
    std::string detail;  // with figures; may be empty
    BodyId other;        // the body that keeps this one awake; null: none but itself
};
Wakefulness whyAwake(const World& world, BodyId body, std::span<const BodyId> bodies,
                     std::span<const Contact> contacts);

// What a pair's two surfaces come to: see CombineRule.
struct PairSurface {
    float friction = 0.0f, restitution = 0.0f;
};
PairSurface pairSurface(const Material& a, const Material& b);

struct ContactFacts {
    BodyId bodyA, bodyB;
    PairSurface surface;
    float normalImpulse = 0.0f;    // of all points over the last substep, N s
    float frictionImpulse = 0.0f;  // N s
    float frictionShare = 0.0f;    // of the most that the normal impulses allow; 1: it slides
    float closingSpeed = 0.0f;     // at the middle of the points, m/s; negative: they part
    float slidingSpeed = 0.0f;     // m/s
    float depth = 0.0f;            // m; negative: a gap
};
ContactFacts inspectContact(const World& world, const Contact& contact);

// The contact with a point drawn nearest to a place of the window, if within so many points of it; else null.
const Contact* nearestContact(std::span<const Contact> contacts, const Camera& camera, glm::vec2 place, float reach);

// "box 1 x 1 x 2 m", "sphere, radius 0.5 m", "half-space".
std::string shapeText(const Geometry& geometry);

}  // namespace drystone::sandbox
