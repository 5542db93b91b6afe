#include "core/inspection.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include <glm/geometric.hpp>

namespace drystone::sandbox {

namespace {

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...) {
    char line[200];
    va_list values;
    va_start(values, format);
    std::vsnprintf(line, sizeof line, format, values);
    va_end(values);
    return line;
}

double d(float value) {
    return static_cast<double>(value);
}

// I w in world space.
glm::vec3 angularMomentum(const World& world, BodyId body) {
    const MassProperties mass = world.massProperties(body);
    const glm::quat principal = world.rotation(body) * mass.principalRotation;
    const glm::vec3 w = glm::conjugate(principal) * world.angularVelocity(body);
    return principal * (mass.principalInertia * w);
}

bool involves(const World& world, const Contact& contact, BodyId body) {
    return world.bodyOf(contact.shapeA) == body || world.bodyOf(contact.shapeB) == body;
}

float combined(float a, float b, CombineRule rule) {
    switch (rule) {
    case CombineRule::Minimum:
        return std::min(a, b);
    case CombineRule::Multiply:
        return a * b;
    case CombineRule::Maximum:
        return std::max(a, b);
    case CombineRule::Average:
        break;
    }
    return 0.5f * (a + b);
}

const char* causeOf(WakeReason reason) {
    switch (reason) {
    case WakeReason::None:
        return "asleep";
    case WakeReason::Created:
        return "just created";
    case WakeReason::UserCall:
        return "a call";
    case WakeReason::PropertyChange:
        return "a property changed";
    case WakeReason::Contact:
        return "touched";
    case WakeReason::SupportLost:
        return "support lost";
    case WakeReason::Moving:
        return "moving";
    case WakeReason::NotHeld:
        return "not held";
    case WakeReason::SleepForbidden:
        return "sleep forbidden";
    }
    return "unknown";
}

std::string detailOf(const World& world, BodyId body, WakeReason reason) {
    const WorldSettings& settings = world.settings();
    const float pace = restSpeed(world, body);
    switch (reason) {
    case WakeReason::Created:
        return text("It sleeps when its whole island has rested for %.2g s.", d(settings.sleepTime));
    case WakeReason::UserCall:
        return "A velocity, force, impulse, pose or wake call from outside: also the pointer's spring.";
    case WakeReason::PropertyChange:
        return "Gravity, mass, shape, filter or type was changed.";
    case WakeReason::Contact:
        return "A body that was awake touched it or one of its island.";
    case WakeReason::SupportLost:
        return "Something that it touched moved away or is gone.";
    case WakeReason::Moving:
        return text("It moves at %.3g m/s; below %.3g m/s it would rest.", d(pace), d(settings.sleepSpeed));
    case WakeReason::NotHeld:
        return "It is slow, but rests on nothing: it may be about to fall.";
    case WakeReason::SleepForbidden:
        return !settings.sleeping     ? "Sleeping is off for the whole world."
            : !world.allowSleep(body) ? "This body is not allowed to sleep."
                                      : "A body of its island is not allowed to sleep.";
    case WakeReason::None:
        break;
    }
    return {};
}

}  // namespace

ContactGroups::ContactGroups(const World& world, std::span<const BodyId> bodies, std::span<const Contact> contacts) {
    uint32_t slots = 0;
    for (const BodyId body : bodies) {
        slots = std::max(slots, body.slot + 1);
    }
    m_parent.resize(slots);
    for (uint32_t i = 0; i < slots; ++i) {
        m_parent[i] = i;
    }
    for (const Contact& contact : contacts) {
        const BodyId a = world.bodyOf(contact.shapeA), b = world.bodyOf(contact.shapeB);
        if (world.type(a) == BodyType::Dynamic && world.type(b) == BodyType::Dynamic) {
            const uint32_t first = of(a.slot), second = of(b.slot);
            m_parent[std::max(first, second)] = std::min(first, second);
        }
    }
    for (uint32_t i = 0; i < slots; ++i) {
        m_parent[i] = of(i);  // a parent's slot is the smaller one, so it is final already
    }
}

uint32_t ContactGroups::of(uint32_t slot) const {
    while (slot < m_parent.size() && m_parent[slot] != slot) {
        slot = m_parent[slot];
    }
    return slot;
}

float restSpeed(const World& world, BodyId body) {
    const float mass = world.mass(body);
    if (!(mass > 0.0f)) {
        return 0.0f;
    }
    const glm::vec3 v = world.linearVelocity(body);
    const float turning = glm::dot(world.angularVelocity(body), angularMomentum(world, body));
    return std::sqrt(glm::dot(v, v) + std::max(turning, 0.0f) / mass);
}

BodyFacts inspectBody(const World& world, BodyId body, std::span<const BodyId> bodies,
                      std::span<const Contact> contacts) {
    BodyFacts facts{};
    const glm::vec3 v = world.linearVelocity(body), w = world.angularVelocity(body);
    const float mass = world.mass(body);
    facts.speed = glm::length(v);
    facts.spin = glm::length(w);
    facts.momentum = mass * v;
    facts.angularMomentum = angularMomentum(world, body);
    facts.kineticEnergy = 0.5 * (d(glm::dot(facts.momentum, v)) + d(glm::dot(facts.angularMomentum, w)));
    facts.potentialEnergy =
        -d(mass) * d(world.gravityScale(body)) * d(glm::dot(world.settings().gravity, world.centerOfMass(body)));
    for (const Contact& contact : contacts) {
        if (!involves(world, contact, body)) {
            continue;
        }
        ++facts.contacts;
        facts.points += contact.pointCount;
        facts.frictionImpulse += glm::length(contact.frictionImpulse);
        for (int i = 0; i < contact.pointCount; ++i) {
            facts.normalImpulse += contact.points[i].normalImpulse;
            facts.depth = std::max(facts.depth, -contact.points[i].separation);
        }
    }
    if (world.type(body) == BodyType::Dynamic) {
        const ContactGroups groups(world, bodies, contacts);
        facts.groupSize = static_cast<int>(std::ranges::count_if(bodies, [&](BodyId each) {
            return world.type(each) == BodyType::Dynamic && groups.of(each.slot) == groups.of(body.slot);
        }));
    }
    return facts;
}

Wakefulness whyAwake(const World& world, BodyId body, std::span<const BodyId> bodies,
                     std::span<const Contact> contacts) {
    if (world.type(body) == BodyType::Static) {
        return {"static", "It never moves, so it is neither awake nor asleep.", {}};
    }
    const WakeReason reason = world.wakeReason(body);
    Wakefulness why{causeOf(reason), detailOf(world, body, reason), {}};
    if (world.type(body) != BodyType::Dynamic || !world.isAwake(body) || reason == WakeReason::Moving) {
        return why;
    }
    // An island sleeps as a whole: one lively body keeps all others awake.
    const ContactGroups groups(world, bodies, contacts);
    float fastest = world.settings().sleepSpeed;
    for (const BodyId each : bodies) {
        if (each != body && world.type(each) == BodyType::Dynamic && groups.of(each.slot) == groups.of(body.slot)) {
            if (const float pace = restSpeed(world, each); pace > fastest) {
                fastest = pace;
                why.other = each;
            }
        }
    }
    if (why.other) {
        why.detail += text("%sBody %u of its island moves at %.3g m/s and keeps it awake.",
                           why.detail.empty() ? "" : " ", bodyNumber(why.other), d(fastest));
    }
    return why;
}

PairSurface pairSurface(const Material& a, const Material& b) {
    return {combined(a.friction, b.friction, std::max(a.frictionRule, b.frictionRule)),
            combined(a.restitution, b.restitution, std::max(a.restitutionRule, b.restitutionRule))};
}

ContactFacts inspectContact(const World& world, const Contact& contact) {
    ContactFacts facts{};
    facts.bodyA = world.bodyOf(contact.shapeA);
    facts.bodyB = world.bodyOf(contact.shapeB);
    facts.surface = pairSurface(world.material(contact.shapeA), world.material(contact.shapeB));
    glm::vec3 middle(0.0f);
    facts.depth = -INFINITY;
    for (int i = 0; i < contact.pointCount; ++i) {
        middle += contact.points[i].position / static_cast<float>(contact.pointCount);
        facts.normalImpulse += contact.points[i].normalImpulse;
        facts.depth = std::max(facts.depth, -contact.points[i].separation);
    }
    facts.frictionImpulse = glm::length(contact.frictionImpulse);
    const float most = facts.surface.friction * facts.normalImpulse;
    facts.frictionShare = most > 0.0f ? facts.frictionImpulse / most : 0.0f;
    const glm::vec3 relative = world.velocityAt(facts.bodyA, middle) - world.velocityAt(facts.bodyB, middle);
    facts.closingSpeed = glm::dot(relative, contact.normal);
    facts.slidingSpeed = glm::length(relative - contact.normal * facts.closingSpeed);
    return facts;
}

const Contact* nearestContact(std::span<const Contact> contacts, const Camera& camera, glm::vec2 place, float reach) {
    const Contact* nearest = nullptr;
    float depth = INFINITY;
    for (const Contact& contact : contacts) {
        for (int i = 0; i < contact.pointCount; ++i) {
            const glm::vec3 at = camera.project(contact.points[i].position);
            // Of several under the pointer the one in front.
            if (at.z > 0.0f && at.z < depth && glm::distance(glm::vec2(at), place) < reach) {
                depth = at.z;
                nearest = &contact;
            }
        }
    }
    return nearest;
}

std::string shapeText(const Geometry& geometry) {
    if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
        return text("sphere, radius %.4g m", d(sphere->radius));
    }
    if (const auto* box = std::get_if<Box>(&geometry)) {
        const glm::vec3 size = 2.0f * box->halfExtents;
        return text("box %.4g x %.4g x %.4g m", d(size.x), d(size.y), d(size.z));
    }
    return "half-space";
}

}  // namespace drystone::sandbox
