#include "fuzzer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <glm/geometric.hpp>

namespace drystone::fuzz {

namespace {

bool finite(glm::vec3 v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

WorldDef definition(Random& random, std::string* lastError) {
    WorldDef def;
    def.threads = 1 + random.below(3);
    def.broadphase = random.chance(0.3f) ? BroadphaseKind::BruteForce : BroadphaseKind::Tree;
    def.simd = SimdLevel(random.below(4));
    def.errors = {[](void* user, const char* message) { *static_cast<std::string*>(user) = message; }, lastError};
    return def;
}

WorldDef quiet() {
    WorldDef def;
    def.errors = {[](void*, const char*) {}, nullptr};
    return def;
}

}  // namespace

Fuzzer::Fuzzer(uint64_t seed, bool wild)
    : m_random(seed), m_wild(wild), m_world(definition(m_random, &m_lastError)), m_other(quiet()) {
    m_foreignBody = m_other.createBody({});
    m_foreignShape = m_other.createShape(m_foreignBody, {});
    // Something to land on.
    ModelBody ground;
    ground.id = m_world.createBody({.type = BodyType::Static, .position = {0, -1, 0}});
    ground.shapes.push_back({.id = m_world.createShape(ground.id, {.geometry = Box{{15, 1, 15}}})});
    m_bodies.push_back(ground);
}

Fuzzer::~Fuzzer() = default;

void Fuzzer::fail(const std::string& what) {
    if (m_failure.empty())
        m_failure = "call " + std::to_string(m_call) + ": " + what +
            (m_lastError.empty() ? "" : "; last report: " + m_lastError);
}

void Fuzzer::expect(const char* name, bool result, bool good) {
    const uint64_t misuses = m_world.errorCount() - m_errorsBefore;
    m_refused += !good;
    // A frozen body takes no velocity, and a target may be too far to reach, which the model does not follow.
    if (good && !result && misuses == 1 && m_wild &&
        (m_world.counters().frozenBodies > 0 || std::strcmp(name, "moveKinematic") == 0))
        return;
    if (result != good)
        fail(std::string(name) + (good ? " refused good arguments" : " took bad arguments"));
    else if (misuses != (good ? 0u : 1u))
        fail(std::string(name) + " counted " + std::to_string(misuses) + " misuses for " + (good ? "good" : "bad") +
             " arguments");
}

void Fuzzer::expectRead(const char* name) {
    expect(name, m_good, m_good);
}

// ---- arguments ----

float Fuzzer::nonsense() {
    const float inf = std::numeric_limits<float>::infinity();
    const float values[] = {std::numeric_limits<float>::quiet_NaN(), inf, -inf};
    return values[m_random.below(3)];
}

float Fuzzer::number(float low, float high) {
    if (spoil()) {
        m_good = false;
        return nonsense();
    }
    return m_random.range(low, high);
}

float Fuzzer::positive(float low, float high) {
    if (spoil()) {
        m_good = false;
        const float values[] = {0, -1, -0.0f, nonsense()};
        return values[m_random.below(4)];
    }
    return m_random.range(low, high);
}

glm::vec3 Fuzzer::vector(float size) {
    glm::vec3 v{m_random.range(-size, size), m_random.range(-size, size), m_random.range(-size, size)};
    if (spoil()) {
        m_good = false;
        v[m_random.below(3)] = nonsense();
    } else if (m_random.chance(0.05f)) {
        v[m_random.below(3)] = 0;
    }
    return v;
}

glm::quat Fuzzer::rotation() {
    if (spoil()) {
        m_good = false;
        glm::quat q{m_random.unit(), m_random.unit(), m_random.unit(), m_random.unit()};
        if (m_random.chance(0.3f))
            return {0, 0, 0, 0};
        q.z = nonsense();
        return q;
    }
    if (m_random.chance(0.3f))
        return kIdentityRotation;
    glm::quat q{m_random.range(-1, 1), m_random.range(-1, 1), m_random.range(-1, 1), m_random.range(-1, 1)};
    q.w += q.w < 0 ? -0.1f : 0.1f;
    return q * m_random.range(0.1f, 10);
}

Geometry Fuzzer::geometry(bool allowHalfSpace) {
    if (m_random.chance(0.03f)) {
        if (!allowHalfSpace)
            m_good = false;
        glm::vec3 normal = vector(1);
        if (m_random.chance(0.1f)) {
            m_good = false;
            normal = glm::vec3(0);
        } else {
            if (m_good)
                normal.y = 2;
        }
        return HalfSpace{normal, number(-5, 0)};
    }
    // Some far too small or large, but allowed.
    const float scale = m_wild && m_random.chance(0.1f) ? (m_random.chance(0.5f) ? 0.001f : 30.0f) : 1.0f;
    if (m_random.chance(0.4f))
        return Sphere{scale * positive(0.05f, 1)};
    Box box;
    for (int i = 0; i < 3; ++i)
        box.halfExtents[i] = scale * positive(0.05f, 1);
    return box;
}

Material Fuzzer::material() {
    Material m;
    m.friction = m_random.chance(0.1f) ? 0 : number(0, 2);
    m.staticFriction = number(-1, 2);
    m.restitution = m_random.chance(0.1f) ? 1 : number(0, 1);
    if (spoil()) {
        m_good = false;
        m.restitution = m_random.chance(0.5f) ? 1.5f : -0.5f;
    }
    m.frictionRule = CombineRule(m_random.below(4));
    m.restitutionRule = CombineRule(m_random.below(4));
    if (m_random.chance(0.2f))
        m.rollingResistance = number(0, 0.2f);
    if (spoil()) {
        m_good = false;
        m.frictionRule = CombineRule(4 + m_random.below(200));
    }
    return m;
}

Filter Fuzzer::filter() {
    Filter f;
    if (m_random.chance(0.3f)) {
        f.category = uint64_t{1} << m_random.below(3);
        f.mask = uint64_t(m_random.below(8));
        f.group = m_random.below(5) - 2;
    }
    return f;
}

ModelBody* Fuzzer::body() {
    if (m_bodies.empty() || m_random.chance(0.04f)) {
        m_good = false;
        switch (m_random.below(4)) {
        case 0:
            m_bodyId = {};
            break;
        case 1:
            m_bodyId = m_foreignBody;
            break;
        case 2:
            m_bodyId = {m_random.bits(), uint16_t(m_random.bits()), uint16_t(m_foreignBody.world + 1000)};
            break;
        default:
            m_bodyId =
                m_staleBodies.empty() ? BodyId{} : m_staleBodies[size_t(m_random.below(int(m_staleBodies.size())))];
        }
        return nullptr;
    }
    ModelBody* chosen = &m_bodies[size_t(m_random.below(int(m_bodies.size())))];
    m_bodyId = chosen->id;
    return chosen;
}

ModelShape* Fuzzer::shape(ModelBody** owner) {
    ModelBody* of = m_bodies.empty() ? nullptr : &m_bodies[size_t(m_random.below(int(m_bodies.size())))];
    if (!of || of->shapes.empty() || m_random.chance(0.04f)) {
        m_good = false;
        switch (m_random.below(3)) {
        case 0:
            m_shapeId = {};
            break;
        case 1:
            m_shapeId = m_foreignShape;
            break;
        default:
            m_shapeId =
                m_staleShapes.empty() ? ShapeId{} : m_staleShapes[size_t(m_random.below(int(m_staleShapes.size())))];
        }
        return nullptr;
    }
    ModelShape* chosen = &of->shapes[size_t(m_random.below(int(of->shapes.size())))];
    m_shapeId = chosen->id;
    if (owner)
        *owner = of;
    return chosen;
}

// ---- the run ----

std::string Fuzzer::run(int calls) {
    for (m_call = 0; m_call < calls && m_failure.empty(); ++m_call)
        call();
    checkAll();
    return m_failure;
}

void Fuzzer::call() {
    m_good = true;
    m_errorsBefore = m_world.errorCount();
    const int kind = m_random.below(100);
    if (kind < 8)
        step();
    else if (kind < 16)
        createCall();
    else if (kind < 20)
        destroyCall();
    else if (kind < 34)
        poseCall();
    else if (kind < 48)
        pushCall();
    else if (kind < 54)
        massCall();
    else if (kind < 64)
        propertyCall();
    else if (kind < 76)
        shapeCall();
    else if (kind < 86)
        queryCall();
    else if (kind < 98)
        readCall();
    else
        settingsCall();
}

void Fuzzer::step() {
    const int frozen = m_world.counters().frozenBodies;
    float dt = m_random.range(1.0f / 240, 1.0f / 30);
    if (spoil()) {
        m_good = false;
        const float values[] = {0, -dt, nonsense()};
        dt = values[m_random.below(3)];
    }
    const bool result = m_world.step(dt);
    if (m_good && m_wild) {
        // A step that freezes bodies reports each once.
        const uint64_t froze = uint64_t(std::max(0, m_world.counters().frozenBodies - frozen));
        if (!result || m_world.errorCount() - m_errorsBefore < froze)
            fail("step froze without a report");
    } else {
        expect("step", result);
    }
    if (!m_wild && m_world.counters().frozenBodies != 0)
        fail("a body froze though no call was out of measure");
    for (const ModelBody& model : m_bodies)
        checkBody(model);
    for (const ContactBeginEvent& e : m_world.contactBeginEvents())
        if (m_good && (!m_world.isValid(e.shapeA) || !m_world.isValid(e.shapeB)))
            fail("a begin event names a dead shape");
    for (const BodyMoveEvent& e : m_world.bodyMoveEvents())
        if (m_good && !m_world.isValid(e.body))
            fail("a move event names a dead body");
    if (m_random.chance(0.02f))
        checkAll();
}

void Fuzzer::checkBody(const ModelBody& model) {
    const BodyState s = m_world.state(model.id);
    if (!finite(s.position) || !finite(s.linearVelocity) || !finite(s.angularVelocity))
        fail("a body's state is not finite");
    // A force meant for a heavy body that then loses its mass gives less; what is faster comes from the solver.
    const float speed = glm::length(s.linearVelocity), spin = glm::length(s.angularVelocity);
    if (!m_wild && (speed > 3e7f || spin > 3e7f))
        fail("a body blew up: " + std::to_string(speed) + " m/s, " + std::to_string(spin) + " rad/s, type " +
             std::to_string(int(model.type)) + ", locks " + std::to_string(int(m_world.locks(model.id))));
    const float length = glm::dot(s.rotation, s.rotation);
    if (!(std::fabs(length - 1) < 1e-3f))
        fail("a body's rotation has length " + std::to_string(std::sqrt(length)));
}

void Fuzzer::checkAll() {
    size_t shapes = 0;
    int kinematic = 0;
    for (const ModelBody& model : m_bodies) {
        if (!m_world.isValid(model.id))
            fail("a live body is not valid");
        else if (m_world.type(model.id) != model.type || m_world.userData(model.id) != model.userData)
            fail("a body forgot its type or user data");
        std::vector<ShapeId> got;
        m_world.shapesOf(model.id, got);
        if (got.size() != model.shapes.size())
            fail("a body has " + std::to_string(got.size()) + " shapes, not " + std::to_string(model.shapes.size()));
        for (const ModelShape& shape : model.shapes)
            if (!m_world.isValid(shape.id) || std::find(got.begin(), got.end(), shape.id) == got.end() ||
                !(m_world.bodyOf(shape.id) == model.id) || m_world.userData(shape.id) != shape.userData ||
                m_world.isSensor(shape.id) != shape.sensor)
                fail("a shape is not what it was made as");
        shapes += model.shapes.size();
        kinematic += model.type == BodyType::Kinematic;
    }
    if (m_world.bodyCount() != int(m_bodies.size()) || m_world.shapeCount() != int(shapes))
        fail("wrong number of bodies or shapes");
    for (const BodyId stale : m_staleBodies)
        if (m_world.isValid(stale))
            fail("a destroyed body is valid");
    for (const ShapeId stale : m_staleShapes)
        if (m_world.isValid(stale))
            fail("a destroyed shape is valid");
    const WorldCounters c = m_world.counters();
    // A kinematic body that stands still is neither awake nor asleep.
    if (c.awakeBodies + c.sleepingBodies + c.staticBodies + c.frozenBodies + kinematic < c.bodies ||
        c.bodies != m_world.bodyCount())
        fail("counters do not add up: " + std::to_string(c.bodies) + " bodies, " + std::to_string(c.awakeBodies) +
             " awake, " + std::to_string(c.sleepingBodies) + " asleep, " + std::to_string(c.staticBodies) +
             " static, " + std::to_string(c.frozenBodies) + " frozen");
    std::vector<Contact> contacts;
    m_world.contacts(contacts);
    for (const Contact& contact : contacts) {
        if (!m_world.isValid(contact.shapeA) || !m_world.isValid(contact.shapeB) || contact.pointCount < 1 ||
            contact.pointCount > 4)
            fail("a contact is not sound");
        for (int i = 0; i < std::min(contact.pointCount, 4); ++i)
            if (!finite(contact.points[i].position) || !(contact.points[i].normalImpulse >= 0))
                fail("a contact point is not sound");
        if (!(std::fabs(glm::length(contact.normal) - 1) < 1e-2f))
            fail("a contact normal has no unit length");
    }
}

}  // namespace drystone::fuzz
