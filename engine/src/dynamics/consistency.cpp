// Checks of a whole simulation: after a step they hold unless the engine is wrong, after a load unless the bytes are.
#include <cstdarg>
#include <cstdio>

#include "broadphase/proxy_store.h"
#include "core/loaded.h"
#include "dynamics/simulation.h"

namespace drystone {

namespace {

// Says what is wrong first.
class Findings {
public:
    Findings(const Simulation& sim, Array<uint8_t>& seen, char (&line)[192]) : m_sim(sim), m_seen(seen), m_line(line) {
        m_line[0] = '\0';
    }

    bool all() { return sizes() && bodies() && shapes() && pairs() && lists() && sleepers() && events() && numbers(); }

private:
    bool sizes();
    bool bodies();
    bool body(uint32_t slot);
    bool shapes();
    bool shape(uint32_t slot);
    bool pairs();
    bool pair(uint32_t slot);
    bool edge(uint32_t slot, uint32_t side);
    bool lists();
    bool sleepers();
    bool events();
    bool numbers();

    bool liveBody(uint32_t slot) const { return slot < m_sim.bodySlots.size() && m_sim.bodySlots.isLive(slot); }
    bool liveShape(uint32_t slot) const { return slot < m_sim.shapeSlots.size() && m_sim.shapeSlots.isLive(slot); }
    bool livePair(uint32_t slot) const { return slot < m_sim.pairs.size() && m_sim.pairs[slot].body[0] != kNone; }

    // False, for use as a result.
    [[gnu::format(printf, 2, 3)]] bool wrong(const char* format, ...) {
        va_list values;
        va_start(values, format);
        std::vsnprintf(m_line, sizeof m_line, format, values);
        va_end(values);
        return false;
    }

    const Simulation& m_sim;
    Array<uint8_t>& m_seen;
    char (&m_line)[192];
};

bool isVector(glm::vec3 v) {
    return isFinite(v);
}

bool isPositive(glm::vec3 v) {
    return v.x >= 0.0f && v.y >= 0.0f && v.z >= 0.0f;
}

bool isUnit(glm::quat q) {
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return square > 0.98f && square < 1.02f;
}

bool isUnit(glm::vec3 v) {
    const float square = v.x * v.x + v.y * v.y + v.z * v.z;
    return square > 0.98f && square < 1.02f;
}

bool isTransform(const Transform& t) {
    return isVector(t.position) && isUnit(t.rotation);
}

// A number that is none makes the sum none.
bool isManifold(const Manifold& m) {
    if (!(m.pointCount == 0.0f || m.pointCount == 1.0f || m.pointCount == 2.0f || m.pointCount == 3.0f ||
          m.pointCount == 4.0f))
        return false;
    const float* values = &m.normal[0];
    for (size_t i = 0; i < offsetof(Manifold, features) / sizeof(float); ++i)
        if (!isFinite(values[i]))
            return false;
    return isVector({m.rollingImpulse[0], m.rollingImpulse[1], m.rollingImpulse[2]}) && m.friction >= 0.0f &&
        m.staticFriction >= 0.0f && m.restitution >= 0.0f && m.restitution <= 1.0f && m.rollingLength >= 0.0f &&
        m.round >= 0.0f && m.round < 8.0f;
}

bool isShape(const Shape& shape) {
    switch (shape.kind) {
    case ShapeKind::Sphere:
        return isFinite(shape.radius) && shape.radius > 0.0f;
    case ShapeKind::Box:
        return isVector(shape.halfExtents) && shape.halfExtents.x > 0.0f && shape.halfExtents.y > 0.0f &&
            shape.halfExtents.z > 0.0f;
    case ShapeKind::HalfSpace:
        return isUnit(shape.normal) && isFinite(shape.offset);
    }
    return false;
}

}  // namespace

bool Findings::sizes() {
    if (!m_sim.bodySlots.consistent(m_seen) || !m_sim.shapeSlots.consistent(m_seen))
        return wrong("slots: counts and free lists disagree");
    if (m_sim.bodies.size() != m_sim.bodySlots.size() || m_sim.shapes.size() != m_sim.shapeSlots.size() ||
        m_sim.placedShapes.size() != m_sim.shapes.size() || m_sim.manifolds.size() != m_sim.pairs.size())
        return wrong("arrays: %zu bodies, %zu shapes, %zu placed, %zu pairs, %zu manifolds for %u and %u slots",
                     m_sim.bodies.size(), m_sim.shapes.size(), m_sim.placedShapes.size(), m_sim.pairs.size(),
                     m_sim.manifolds.size(), m_sim.bodySlots.size(), m_sim.shapeSlots.size());
    const ProxyStore& store = m_sim.broadphase->store();
    if (!store.consistent(m_seen) || m_sim.proxyShape.size() < store.indexEnd())
        return wrong("broadphase: boxes, free list and pending list disagree");
    int boxes = 0;
    for (uint32_t proxy = 0; proxy < store.indexEnd(); ++proxy)
        boxes += store[proxy].live;
    return boxes == m_sim.shapeSlots.count() ||
        wrong("broadphase: %d boxes for %d shapes", boxes, m_sim.shapeSlots.count());
}

bool Findings::body(uint32_t slot) {
    const Body& b = m_sim.bodies[slot];
    if (b.type > BodyType::Dynamic || uint32_t(b.locks) > 63 || b.wakeReason > WakeReason::SleepForbidden)
        return wrong("body {slot %u}: type, locks or wake reason unknown", slot + 1);
    if (!isVector(b.center) || !isTransform(b.origin) || !isVector(b.linearVelocity) || !isVector(b.angularVelocity) ||
        !isVector(b.acceleration) || !isVector(b.force) || !isVector(b.torque) || !isFinite(b.targetTime) ||
        (b.targetTime > 0.0f && !isTransform(b.target)))
        return wrong("body {slot %u}: pose, velocity or force is not finite", slot + 1);
    if (!isFinite(b.mass.mass) || !isVector(b.mass.centerOfMass) || !isVector(b.mass.principalInertia) ||
        !isUnit(b.mass.principalRotation) || !isFinite(b.inverseMass) || b.inverseMass < 0.0f ||
        !isVector(b.inversePrincipalInertia) || !isFinite(b.smallestExtent) || !isFinite(b.turningReach) ||
        b.mass.mass < 0.0f || !isPositive(b.mass.principalInertia) || !isPositive(b.inversePrincipalInertia) ||
        !isFinite(b.linearDamping) || !isFinite(b.angularDamping) || b.linearDamping < 0.0f ||
        b.angularDamping < 0.0f || !isFinite(b.gravityScale) || !isFinite(b.sleepTimer))
        return wrong("body {slot %u}: mass, size or damping is out of range", slot + 1);
    if ((b.inverseMass > 0.0f) != b.dynamic())
        return wrong("body {slot %u}: inverse mass and type disagree", slot + 1);
    if (b.awake() && (b.asleep() || b.frozen || b.type == BodyType::Static))
        return wrong("body {slot %u}: awake, and %s", slot + 1, b.asleep() ? "asleep" : b.frozen ? "frozen" : "static");
    if (b.awake() && (b.awakeIndex >= m_sim.awakeBodies.size() || m_sim.awakeBodies[b.awakeIndex] != slot))
        return wrong("body {slot %u}: not in its place among the awake", slot + 1);
    if (b.asleep() && (b.sleepSet >= m_sim.sleepSets.size() || !b.dynamic()))
        return wrong("body {slot %u}: asleep in a set that cannot be", slot + 1);
    if (b.dynamic() && !b.awake() && !b.asleep() && !b.frozen)
        return wrong("body {slot %u}: neither awake nor asleep nor frozen", slot + 1);
    uint32_t found = 0;
    for (uint32_t s = b.firstShape; s != kNone; s = m_sim.shapes[s].nextShape, ++found)
        if (!liveShape(s) || m_sim.shapes[s].body != slot || found == b.shapeCount)
            return wrong("body {slot %u}: its list of shapes leads astray", slot + 1);
    return found == b.shapeCount ||
        wrong("body {slot %u}: %u shapes listed, %u counted", slot + 1, found, b.shapeCount);
}

bool Findings::bodies() {
    size_t awake = 0, frozen = 0;
    for (uint32_t slot = 0; slot < m_sim.bodySlots.size(); ++slot) {
        const Body& b = m_sim.bodies[slot];
        // Of those that are gone, too: who takes the slot may look at them.
        for (const bool* flag : {&b.massIsSet, &b.allowSleep, &b.continuous, &b.boxDue, &b.replaced, &b.frozen})
            if (!isBool(*flag))
                return wrong("body {slot %u}: a flag is no flag", slot + 1);
        if (!m_sim.bodySlots.isLive(slot))
            continue;
        if (!body(slot))
            return false;
        awake += m_sim.bodies[slot].awake();
        frozen += m_sim.bodies[slot].frozen;
    }
    if (awake != m_sim.awakeBodies.size())
        return wrong("%zu bodies are awake, %zu listed", awake, m_sim.awakeBodies.size());
    return int(frozen) == m_sim.frozenBodies || wrong("%zu bodies are frozen, %d counted", frozen, m_sim.frozenBodies);
}

bool Findings::shape(uint32_t slot) {
    const ShapeRecord& s = m_sim.shapes[slot];
    const Material& m = s.material;
    if (!isBool(s.sensor) || !isShape(s.shape) || !isTransform(s.local))
        return wrong("shape {slot %u}: geometry is out of range", slot + 1);
    if (!isFinite(m.friction) || !isFinite(m.staticFriction) || !isFinite(m.restitution) ||
        !isFinite(m.rollingResistance) || m.friction < 0.0f || m.restitution < 0.0f || m.restitution > 1.0f ||
        m.rollingResistance < 0.0f || m.frictionRule > CombineRule::Maximum ||
        m.restitutionRule > CombineRule::Maximum || !isFinite(s.density) || s.density < 0.0f)
        return wrong("shape {slot %u}: material or density is out of range", slot + 1);
    if (!liveBody(s.body))
        return wrong("shape {slot %u}: its body is gone", slot + 1);
    const bool fixed = m_sim.bodies[s.body].type == BodyType::Static;
    if (s.shape.kind == ShapeKind::HalfSpace && !fixed)
        return wrong("shape {slot %u}: a half-space on a body that moves", slot + 1);
    const ProxyStore& store = m_sim.broadphase->store();
    if (s.proxy >= store.indexEnd() || !store[s.proxy].live || m_sim.proxyShape[s.proxy] != slot ||
        (store[s.proxy].kind == ProxyKind::Static) != fixed)
        return wrong("shape {slot %u}: its box in the broadphase is not its own", slot + 1);
    const PlacedShape& placed = m_sim.placedShapes[slot];
    float sum = placed.radius + placed.smallestExtent;
    for (int i = 0; i < 3; ++i)
        sum += placed.position[i] + placed.rotation[i] + placed.extents[i] + placed.centerOfMass[i];
    return isFinite(sum + placed.rotation[3]) || wrong("shape {slot %u}: its place is not finite", slot + 1);
}

bool Findings::shapes() {
    size_t owned = 0;
    for (uint32_t slot = 0; slot < m_sim.shapeSlots.size(); ++slot)
        if (m_sim.shapeSlots.isLive(slot) && !shape(slot))
            return false;
    for (uint32_t slot = 0; slot < m_sim.bodySlots.size(); ++slot)
        if (m_sim.bodySlots.isLive(slot))
            owned += m_sim.bodies[slot].shapeCount;
    return owned == size_t(m_sim.shapeSlots.count()) ||
        wrong("bodies list %zu shapes, %d live", owned, m_sim.shapeSlots.count());
}

// A neighbour in a body's list of pairs names this edge in turn.
bool Findings::edge(uint32_t slot, uint32_t side) {
    const Pair& p = m_sim.pairs[slot];
    const uint32_t key = edgeKey(slot, side), previous = p.edge[side].previous, next = p.edge[side].next;
    const auto isOfBody = [&](uint32_t other) {
        return livePair(pairOfEdge(other)) && m_sim.pairs[pairOfEdge(other)].body[sideOfEdge(other)] == p.body[side];
    };
    if (previous == kNone
            ? m_sim.bodies[p.body[side]].firstPair != key
            : !isOfBody(previous) || m_sim.pairs[pairOfEdge(previous)].edge[sideOfEdge(previous)].next != key)
        return false;
    return next == kNone || (isOfBody(next) && m_sim.pairs[pairOfEdge(next)].edge[sideOfEdge(next)].previous == key);
}

bool Findings::pair(uint32_t slot) {
    const Pair& p = m_sim.pairs[slot];
    for (const bool* flag : {&p.touching, &p.sensor, &p.pushes, &p.staticSide})
        if (!isBool(*flag))
            return wrong("pair %u: a flag is no flag", slot);
    for (int side = 0; side < 2; ++side)
        if (!liveShape(p.shape[side]) || m_sim.shapes[p.shape[side]].body != p.body[side])
            return wrong("pair %u: side %d is gone", slot, side);
    const ShapeRecord &a = m_sim.shapes[p.shape[0]], &b = m_sim.shapes[p.shape[1]];
    if (p.body[0] == p.body[1] || (a.shape.kind == ShapeKind::HalfSpace && b.shape.kind == ShapeKind::HalfSpace) ||
        p.kind != pairKind(a.shape.kind, b.shape.kind) || p.sensor != (a.sensor || b.sensor) ||
        p.staticSide != !m_sim.bodies[p.body[0]].dynamic() || (!p.sensor && !m_sim.bodies[p.body[1]].dynamic()))
        return wrong("pair %u: kind, sensor or order of its shapes is wrong", slot);
    if (!edge(slot, 0) || !edge(slot, 1))
        return wrong("pair %u: the lists of its bodies do not hold it", slot);
    const bool awake = m_sim.bodies[p.body[0]].awake() || m_sim.bodies[p.body[1]].awake();
    if (awake != (p.awakeIndex != kNone) ||
        (awake && (p.awakeIndex >= m_sim.awakePairs.size() || m_sim.awakePairs[p.awakeIndex] != slot)))
        return wrong("pair %u: not in its place among the awake", slot);
    if ((p.color >= 0) != (awake && p.touching && !p.sensor) || p.color > kOverflowColor)
        return wrong("pair %u: colour %d, %s", slot, int(p.color), p.touching ? "touching" : "apart");
    const Manifold& manifold = m_sim.manifolds[slot];
    if (!isManifold(manifold))
        return wrong("pair %u: its manifold is not finite or out of range", slot);
    return p.touching || p.sensor || manifold.pointCount == 0.0f || wrong("pair %u: apart, with contact points", slot);
}

bool Findings::pairs() {
    size_t live = 0, awake = 0, colored = 0;
    for (uint32_t slot = 0; slot < m_sim.pairs.size(); ++slot) {
        if (!livePair(slot))
            continue;
        if (!pair(slot))
            return false;
        ++live;
        awake += m_sim.pairs[slot].awakeIndex != kNone;
        colored += m_sim.pairs[slot].color >= 0;
    }
    if (int(live) != m_sim.pairCount || live + m_sim.freePairs.size() != m_sim.pairs.size())
        return wrong("%zu pairs live, %d counted, %zu free of %zu", live, m_sim.pairCount, m_sim.freePairs.size(),
                     m_sim.pairs.size());
    for (uint32_t slot : m_sim.freePairs)
        if (slot >= m_sim.pairs.size() || livePair(slot))
            return wrong("pair %u: free, and in use", slot);
    if (!areDistinct(m_sim.freePairs, m_sim.pairs.size(), m_seen))
        return wrong("a pair is twice among the free ones");
    if (awake != m_sim.awakePairs.size())
        return wrong("%zu pairs are awake, %zu listed", awake, m_sim.awakePairs.size());
    size_t listed = 0;
    for (int color = 0; color <= kOverflowColor; ++color)
        listed += m_sim.graph.list(color, false).size() + m_sim.graph.list(color, true).size();
    if (listed != colored || !m_sim.graph.consistent(m_sim.pairs))
        return wrong("constraint graph: %zu contacts have a colour, %zu listed, or bodies are marked wrongly", colored,
                     listed);
    return true;
}

bool Findings::lists() {
    for (const Array<uint32_t>* list : {&m_sim.boxDueBodies, &m_sim.replacedBodies})
        for (uint32_t slot : *list)
            if (slot >= m_sim.bodies.size())
                return wrong("a body {slot %u} that never was waits for the next step", slot + 1);
    // Edges that are a ring, or follow no first one, would be missed by their own check.
    size_t listed = 0;
    for (uint32_t slot = 0; slot < m_sim.bodySlots.size(); ++slot) {
        const uint32_t first = m_sim.bodies[slot].firstPair;
        if (!m_sim.bodySlots.isLive(slot) || first == kNone)
            continue;
        if (!livePair(pairOfEdge(first)) || m_sim.pairs[pairOfEdge(first)].body[sideOfEdge(first)] != slot ||
            m_sim.pairs[pairOfEdge(first)].edge[sideOfEdge(first)].previous != kNone)
            return wrong("body {slot %u}: its list of pairs leads astray", slot + 1);
        for (uint32_t key = first; key != kNone; key = m_sim.pairs[pairOfEdge(key)].edge[sideOfEdge(key)].next)
            if (++listed > 2 * size_t(m_sim.pairCount))
                return wrong("body {slot %u}: its list of pairs has no end", slot + 1);
    }
    if (listed != 2 * size_t(m_sim.pairCount))
        return wrong("%zu edges are in the lists of bodies, of %d pairs", listed, m_sim.pairCount);
    return true;
}

bool Findings::sleepers() {
    size_t listed = 0, asleep = 0;
    for (uint32_t slot = 0; slot < m_sim.bodySlots.size(); ++slot)
        asleep += m_sim.bodySlots.isLive(slot) && m_sim.bodies[slot].asleep();
    for (uint32_t set = 0; set < m_sim.sleepSets.size(); ++set)
        for (uint32_t slot = m_sim.sleepSets[set]; slot != kNone; slot = m_sim.bodies[slot].nextSleeper)
            if (!liveBody(slot) || m_sim.bodies[slot].sleepSet != set || ++listed > asleep)
                return wrong("sleeping island %u: its list leads astray", set);
    for (uint32_t set : m_sim.freeSleepSets)
        if (set >= m_sim.sleepSets.size() || m_sim.sleepSets[set] != kNone)
            return wrong("sleeping island %u: free, and in use", set);
    if (!areDistinct(m_sim.freeSleepSets, m_sim.sleepSets.size(), m_seen))
        return wrong("a sleeping island is twice among the free ones");
    return listed == asleep || wrong("%zu bodies are asleep, %zu listed", asleep, listed);
}

bool Findings::events() {
    const Array<BodySleepEvent>& sleep = m_sim.pendingEvents.bodySleep;
    for (size_t i = 0; i < sleep.size(); ++i)
        if (!isBool(sleep[i].asleep) || !liveBody(sleep[i].body.slot - 1) ||
            m_sim.bodies[sleep[i].body.slot - 1].sleepEvent != i)
            return wrong("sleep event %zu: not that of its body", i);
    for (uint32_t slot = 0; slot < m_sim.bodySlots.size(); ++slot)
        if (m_sim.bodySlots.isLive(slot) && m_sim.bodies[slot].sleepEvent != kNone &&
            m_sim.bodies[slot].sleepEvent >= sleep.size())
            return wrong("body {slot %u}: its sleep event is gone", slot + 1);
    for (const BodyMoveEvent& move : m_sim.pendingEvents.bodyMove)
        if (!isBool(move.fellAsleep))
            return wrong("a move event is out of range");
    return true;
}

bool Findings::numbers() {
    return (isFinite(m_sim.lastDt) && m_sim.lastDt >= 0.0f && isFinite(m_sim.impulseSpan) &&
            m_sim.impulseSpan >= 0.0f && m_sim.time >= 0.0 && m_sim.time < 1e18) ||
        wrong("time, or the length of the last step, is out of range");
}

bool isConsistent(const Simulation& sim, Array<uint8_t>& seen, char (&line)[192]) {
    return Findings(sim, seen, line).all();
}

}  // namespace drystone
