// What the world tells: events, contacts, counters, measures.
#include <algorithm>
#include <cmath>

#include "math/algebra.h"
#include "world/world_impl.h"

namespace drystone {

std::span<const ContactBeginEvent> World::contactBeginEvents() const {
    return m_impl->sim.events.contactBegin;
}
std::span<const ContactEndEvent> World::contactEndEvents() const {
    return m_impl->sim.events.contactEnd;
}
std::span<const ContactHitEvent> World::contactHitEvents() const {
    return m_impl->sim.events.contactHit;
}
std::span<const SensorBeginEvent> World::sensorBeginEvents() const {
    return m_impl->sim.events.sensorBegin;
}
std::span<const SensorEndEvent> World::sensorEndEvents() const {
    return m_impl->sim.events.sensorEnd;
}
std::span<const BodyMoveEvent> World::bodyMoveEvents() const {
    return m_impl->sim.events.bodyMove;
}
std::span<const BodySleepEvent> World::bodySleepEvents() const {
    return m_impl->sim.events.bodySleep;
}

static Contact describe(const Simulation& sim, const Pair& pair, const Manifold& manifold) {
    Contact contact;
    contact.shapeA = sim.shapeSlots.id(pair.shape[0]);
    contact.shapeB = sim.shapeSlots.id(pair.shape[1]);
    contact.normal = vec3(manifold.normal);
    contact.frictionImpulse = vec3(manifold.frictionImpulse);
    contact.pointCount = int(manifold.pointCount);
    contact.color = pair.color;
    for (int k = 0; k < contact.pointCount; ++k)
        contact.points[k] = {sim.bodies[pair.body[0]].center + vec3(manifold.points[k].anchor),
                             manifold.points[k].separation, std::fabs(manifold.normalImpulse[k]), manifold.features[k]};
    return contact;
}

void World::contacts(std::vector<Contact>& out) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    for (uint32_t slot = 0; slot < sim.pairs.size(); ++slot)
        if (sim.pairs[slot].touching && !sim.pairs[slot].sensor)
            out.push_back(describe(sim, sim.pairs[slot], sim.manifolds[slot]));
}

WorldCounters World::counters() const {
    const Simulation& sim = m_impl->sim;
    WorldCounters counters = m_impl->pipeline.visited();
    counters.bodies = sim.bodySlots.count();
    counters.awakeBodies = int(sim.awakeBodies.size());
    for (uint32_t slot = 0; slot < sim.bodySlots.size(); ++slot)
        if (sim.bodySlots.isLive(slot)) {
            counters.staticBodies += sim.bodies[slot].type == BodyType::Static;
            counters.sleepingBodies += sim.bodies[slot].asleep();
        }
    counters.shapes = sim.shapeSlots.count();
    counters.pairs = sim.pairCount;
    counters.awakePairs = int(sim.awakePairs.size());
    for (uint32_t slot : sim.awakePairs)
        if (sim.pairs[slot].touching && !sim.pairs[slot].sensor) {
            ++counters.touchingContacts;
            counters.contactPoints += int(sim.manifolds[slot].pointCount);
        }
    counters.islandsLastBuilt = sim.islandsLastBuilt;
    counters.frozenBodies = sim.frozenBodies;
    counters.steps = sim.stepCount;
    counters.memoryBytes = m_impl->memory.bytesInUse();
    counters.allocations = m_impl->memory.allocationCount();
    return counters;
}

static void addMomentum(WorldMeasures& measures, const Body& body) {
    const glm::quat principal = worldPrincipalRotation(body);
    const glm::dvec3 spin = glm::dquat(principal) *
        (glm::dvec3(body.mass.principalInertia) * glm::dvec3(glm::conjugate(principal) * body.angularVelocity));
    const double m = body.mass.mass;
    const double p[3] = {m * body.linearVelocity.x, m * body.linearVelocity.y, m * body.linearVelocity.z};
    const double x[3] = {body.center.x, body.center.y, body.center.z};
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        measures.linearMomentum[i] += p[i];
        measures.angularMomentum[i] += x[j] * p[k] - x[k] * p[j] + spin[i];
    }
}

WorldMeasures World::measures() const {
    const Simulation& sim = m_impl->sim;
    WorldMeasures measures;
    for (uint32_t slot = 0; slot < sim.bodySlots.size(); ++slot) {
        if (!sim.bodySlots.isLive(slot) || !sim.bodies[slot].dynamic())
            continue;
        const Body& body = sim.bodies[slot];
        const glm::vec3 g = sim.settings.gravity, c = body.center;
        measures.kineticEnergy += kineticEnergy(body);
        measures.potentialEnergy -=
            double(body.mass.mass) * body.gravityScale * (double(g.x) * c.x + double(g.y) * c.y + double(g.z) * c.z);
        measures.maxSpeed = std::max(measures.maxSpeed, glm::length(body.linearVelocity));
        addMomentum(measures, body);
    }
    for (uint32_t slot = 0; slot < sim.pairs.size(); ++slot) {
        if (!sim.pairs[slot].touching || sim.pairs[slot].sensor)
            continue;
        const Manifold& manifold = sim.manifolds[slot];
        for (int k = 0; k < int(manifold.pointCount); ++k)
            measures.maxPenetration = std::max(measures.maxPenetration, -manifold.points[k].separation);
    }
    return measures;
}

}  // namespace drystone
