// Rays and overlaps.
#include <algorithm>

#include "math/algebra.h"
#include "world/world_impl.h"

namespace drystone {

static bool sees(const QueryFilter& filter, const ShapeRecord& shape) {
    return (filter.sensors || !shape.sensor) && (filter.mask & shape.filter.category) != 0 &&
        (shape.filter.mask & filter.category) != 0;
}

static bool checkRay(const Check& check, glm::vec3 origin, glm::vec3 translation) {
    return check.position("origin", origin) && check.translation("translation", translation);
}

// Calls visit(hit) for each shape on the ray; visit returns the limit that the broadphase goes on with.
template <class Visit>
static void castThrough(const Simulation& sim, glm::vec3 origin, glm::vec3 translation, const QueryFilter& filter,
                        Visit&& visit) {
    float limit = 1.0f;
    sim.broadphase->rayCast(origin, translation, [&](uint32_t proxy) {
        const uint32_t slot = sim.proxyShape[proxy];
        const ShapeRecord& shape = sim.shapes[slot];
        if (!sees(filter, shape))
            return limit;
        const auto hit = castRay(shape.shape, worldTransform(sim, shape), origin, translation);
        if (hit)
            limit = visit(RayHit{sim.bodySlots.id(shape.body), sim.shapeSlots.id(slot),
                                 origin + hit->fraction * translation, hit->normal, hit->fraction});
        return limit;
    });
}

// By fraction, then slot: the same hit whatever the order in which the tree finds them.
static bool comesFirst(const RayHit& a, const RayHit& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape.slot < b.shape.slot;
}

RayHit World::castRayClosest(glm::vec3 origin, glm::vec3 translation, const QueryFilter& filter) const {
    RayHit closest;
    if (checkRay(m_impl->check("castRayClosest"), origin, translation))
        castThrough(m_impl->sim, origin, translation, filter, [&](const RayHit& hit) {
            if (!closest || comesFirst(hit, closest))
                closest = hit;
            // A limit of 0 would end the search before a shape of a lower slot at the same place.
            return std::max(closest.fraction, 1e-30f);
        });
    return closest;
}

bool World::castRayAny(glm::vec3 origin, glm::vec3 translation, const QueryFilter& filter) const {
    bool found = false;
    if (checkRay(m_impl->check("castRayAny"), origin, translation))
        castThrough(m_impl->sim, origin, translation, filter, [&](const RayHit&) {
            found = true;
            return 0.0f;
        });
    return found;
}

void World::castRayAll(glm::vec3 origin, glm::vec3 translation, std::vector<RayHit>& out,
                       const QueryFilter& filter) const {
    out.clear();
    if (!checkRay(m_impl->check("castRayAll"), origin, translation))
        return;
    castThrough(m_impl->sim, origin, translation, filter, [&](const RayHit& hit) {
        out.push_back(hit);
        return 1.0f;
    });
    std::sort(out.begin(), out.end(), comesFirst);
}

// Appends the shapes whose broadphase boxes meet box and that accept keeps, in the order of slots.
template <class Accept>
static void collectOverlaps(const Simulation& sim, const Aabb& box, const QueryFilter& filter,
                            std::vector<ShapeId>& out, Accept&& accept) {
    sim.broadphase->query(box, [&](uint32_t proxy) {
        const uint32_t slot = sim.proxyShape[proxy];
        const ShapeRecord& shape = sim.shapes[slot];
        if (sees(filter, shape) && accept(shape))
            out.push_back(sim.shapeSlots.id(slot));
        return true;
    });
    std::sort(out.begin(), out.end(), [](ShapeId a, ShapeId b) { return a.slot < b.slot; });
}

void World::overlapSphere(glm::vec3 center, float radius, std::vector<ShapeId>& out, const QueryFilter& filter) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    const Check check = m_impl->check("overlapSphere");
    if (!check.position("center", center) || !check.inRange("radius", radius, 0.0f, 1e9f))
        return;
    collectOverlaps(sim, expand({center, center}, radius), filter, out, [&](const ShapeRecord& shape) {
        return overlapsSphere(shape.shape, worldTransform(sim, shape), center, radius);
    });
}

void World::overlapBox(glm::vec3 center, glm::vec3 halfExtents, glm::quat rotation, std::vector<ShapeId>& out,
                       const QueryFilter& filter) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    const Check check = m_impl->check("overlapBox");
    if (!check.position("center", center) || !check.rotation("rotation", rotation) ||
        !check.inRange("halfExtents.x", halfExtents.x, 0.0f, 1e9f) ||
        !check.inRange("halfExtents.y", halfExtents.y, 0.0f, 1e9f) ||
        !check.inRange("halfExtents.z", halfExtents.z, 0.0f, 1e9f))
        return;
    const Transform placed{center, glm::normalize(rotation)};
    Shape probe;
    probe.kind = ShapeKind::Box;
    probe.halfExtents = halfExtents;
    collectOverlaps(sim, computeBounds(probe, placed), filter, out, [&](const ShapeRecord& shape) {
        return overlapsBox(shape.shape, worldTransform(sim, shape), placed, halfExtents);
    });
}

void World::overlapBounds(const Aabb& box, std::vector<ShapeId>& out, const QueryFilter& filter) const {
    const Simulation& sim = m_impl->sim;
    out.clear();
    const Check check = m_impl->check("overlapBounds");
    if (!check.position("box.lower", box.lower) || !check.position("box.upper", box.upper))
        return;
    if (box.lower.x > box.upper.x || box.lower.y > box.upper.y || box.lower.z > box.upper.z) {
        check.fail("box.lower (%g, %g, %g) must not exceed box.upper (%g, %g, %g)", double(box.lower.x),
                   double(box.lower.y), double(box.lower.z), double(box.upper.x), double(box.upper.y),
                   double(box.upper.z));
        return;
    }
    collectOverlaps(sim, box, filter, out, [&](const ShapeRecord& shape) {
        return overlaps(computeBounds(shape.shape, worldTransform(sim, shape)), box);
    });
}

}  // namespace drystone
