// Which contacts are left to the sweeps.
#include <algorithm>

#include "pipeline/sweep.h"

namespace drystone {

bool isSwept(const Simulation& sim, const Pair& pair, float dt) {
    if (!sweeps(sim.settings.continuous))
        return false;
    const Body &a = sim.bodies[pair.body[0]], &b = sim.bodies[pair.body[1]];
    return sweptPair(a, b) && (outrunsContacts(sim.settings, a, dt) || outrunsContacts(sim.settings, b, dt));
}

// The fastest approach (m/s) among the points of a contact.
static float closingSpeed(const Manifold& manifold, const Body& a, const Body& b) {
    float speed = 0.0f;
    const glm::vec3 normal(manifold.normal[0], manifold.normal[1], manifold.normal[2]);
    const glm::vec3 offset(manifold.centerOffset[0], manifold.centerOffset[1], manifold.centerOffset[2]);
    for (int k = 0; k < int(manifold.pointCount); ++k) {
        const float (&place)[3] = manifold.points[k].anchor;
        const glm::vec3 anchor(place[0], place[1], place[2]);
        const glm::vec3 velocityA = a.linearVelocity + glm::cross(a.angularVelocity, anchor);
        const glm::vec3 velocityB = b.linearVelocity + glm::cross(b.angularVelocity, anchor + offset);
        speed = std::max(speed, glm::dot(normal, velocityA - velocityB));
    }
    return speed;
}

// Whether in a step the contact's points turn so far towards the surface, or away from it, that its normal and its
// separations say nothing of where they will be.
static bool turnsOver(const Manifold& manifold, const Body& a, const Body& b, float dt) {
    static constexpr float kTurn = 2.0f;  // rad
    const glm::vec3 normal(manifold.normal[0], manifold.normal[1], manifold.normal[2]);
    const auto turns = [&](const Body& body) {
        return body.turningReach > 0.0f && dt * glm::length(glm::cross(normal, body.angularVelocity)) > kTurn;
    };
    return turns(a) || turns(b);
}

// Whether it touches, or is about to, something else that can be pushed: all of them must be stopped together.
static bool hasCompany(const Simulation& sim, uint32_t body, uint32_t except) {
    bool found = false;
    forEachPair(sim, body, [&](uint32_t slot, uint32_t side) {
        const Pair& pair = sim.pairs[slot];
        const uint32_t other = pair.body[1 - side];
        found |= other != except && !pair.sensor && sim.bodies[other].dynamic() && sim.manifolds[slot].pointCount > 0.0f;
    });
    return found;
}

// What is about to be hit by a fast body alone is left to its sweep: the solver would hold the body at the surface until
// the step ends, where the sweep throws it back at the right time.
void leaveToSweeps(StageContext& context) {
    static constexpr float kHitShare = 0.15f;  // of the extent of what moves: closing in a step from which it is a hit
    Simulation& sim = context.sim;
    for (const uint32_t i : context.scratch.sweptPairs) {
        const uint32_t slot = context.scratch.testedPairs[i];
        const Pair& pair = sim.pairs[slot];
        if (!context.scratch.touching[i])
            continue;
        const Body &a = sim.bodies[pair.body[0]], &b = sim.bodies[pair.body[1]];
        const float extent = a.dynamic() ? std::min(a.smallestExtent, b.smallestExtent) : b.smallestExtent;
        const Manifold& manifold = sim.manifolds[slot];
        if ((context.dt * closingSpeed(manifold, a, b) <= kHitShare * extent && !turnsOver(manifold, a, b, context.dt)) ||
            (a.dynamic() && hasCompany(sim, pair.body[0], pair.body[1])) ||
            (b.dynamic() && hasCompany(sim, pair.body[1], pair.body[0])))
            continue;
        context.scratch.touching[i] = 0;
        sim.manifolds[slot] = Manifold{};
        updateSurface(sim, slot);
    }
}

}  // namespace drystone
