// The calls that a Fuzzer makes.
#include <algorithm>

#include "fuzzer.h"

namespace drystone::fuzz {

void Fuzzer::createCall() {
    if (m_bodies.size() < kMostBodies && m_random.chance(0.6f)) {
        BodyDef def;
        def.type = m_random.chance(0.75f) ? BodyType::Dynamic : BodyType(m_random.below(2));
        def.position = point();
        def.rotation = rotation();
        def.linearVelocity = vector(m_wild && m_random.chance(0.05f) ? 9e7f : 8.0f);
        def.angularVelocity = vector(m_wild && m_random.chance(0.05f) ? 9e7f : 8.0f);
        def.linearDamping = m_random.chance(0.8f) ? 0 : number(0, 2);
        def.angularDamping = m_random.chance(0.8f) ? 0 : number(0, 2);
        def.gravityScale = m_random.chance(0.8f) ? 1 : number(-2, 2);
        def.locks = m_random.chance(0.9f) ? AxisLock::None : AxisLock(m_random.below(64));
        def.awake = m_random.chance(0.9f);
        def.allowSleep = m_random.chance(0.9f);
        def.continuous = m_random.chance(0.2f);
        def.userData = m_random.bits();
        if (spoil()) {
            m_good = false;
            def.linearDamping = -1;
        }
        const BodyId id = m_world.createBody(def);
        expect("createBody", bool(id));
        if (id)
            m_bodies.push_back({id, def.type, def.userData, {}});
        return;
    }
    ModelBody* owner = body();
    if (owner && owner->shapes.size() >= kMostShapes)
        return;
    ShapeDef def;
    def.geometry = geometry(!owner || owner->type == BodyType::Static);
    def.position = m_random.chance(0.5f) ? glm::vec3(0) : vector(1);
    def.rotation = rotation();
    def.density = positive(1, 3000);
    def.material = material();
    def.filter = filter();
    def.sensor = m_random.chance(0.1f);
    def.userData = m_random.bits();
    // What never moves by forces, or never pushes, may have any density that is a number.
    const bool free = def.sensor || (owner && owner->type != BodyType::Dynamic);
    if (free && !(def.density > 0)) {
        def.density = 1;
        if (!m_good)
            return;
    }
    const ShapeId id = m_world.createShape(m_bodyId, def);
    expect("createShape", bool(id));
    if (id && owner)
        owner->shapes.push_back({id, def.sensor, std::holds_alternative<HalfSpace>(def.geometry), def.userData});
}

void Fuzzer::destroyCall() {
    if (m_random.chance(0.4f)) {
        ModelBody* owner = nullptr;
        const ModelShape* chosen = shape(&owner);
        expect("destroyShape", m_world.destroyShape(m_shapeId));
        if (chosen) {
            m_staleShapes.push_back(chosen->id);
            owner->shapes.erase(owner->shapes.begin() + (chosen - owner->shapes.data()));
        }
    } else {
        const ModelBody* chosen = body();
        expect("destroyBody", m_world.destroyBody(m_bodyId));
        if (chosen) {
            m_staleBodies.push_back(chosen->id);
            for (const ModelShape& s : chosen->shapes)
                m_staleShapes.push_back(s.id);
            m_bodies.erase(m_bodies.begin() + (chosen - m_bodies.data()));
        }
    }
    // The oldest are dropped, so that checks stay quick.
    if (m_staleBodies.size() > 200)
        m_staleBodies.erase(m_staleBodies.begin(), m_staleBodies.begin() + 100);
    if (m_staleShapes.size() > 200)
        m_staleShapes.erase(m_staleShapes.begin(), m_staleShapes.begin() + 100);
}

static bool isStill(const BodyState& state) {
    return state.linearVelocity == glm::vec3(0) && state.angularVelocity == glm::vec3(0);
}

void Fuzzer::poseCall() {
    const ModelBody* chosen = body();
    const float speed = m_wild && m_random.chance(0.05f) ? 9e7f : 8.0f;
    switch (m_random.below(8)) {
    case 0: {
        const glm::vec3 p = point();
        const glm::quat q = rotation();
        expect("setTransform", m_world.setTransform(m_bodyId, p, q));
        break;
    }
    case 1: {
        // A target that a platform could have, so that what it carries is not shot away.
        const glm::vec3 p = (chosen && !m_wild ? m_world.position(m_bodyId) : glm::vec3(0)) + vector(1);
        const glm::quat q = rotation();
        const float dt = positive(0.01f, 0.1f);
        if (chosen && chosen->type != BodyType::Kinematic)
            m_good = false;
        expect("moveKinematic", m_world.moveKinematic(m_bodyId, p, q, dt));
        break;
    }
    case 2:
    case 3: {
        const glm::vec3 v = vector(speed);
        if (chosen && chosen->type == BodyType::Static)
            m_good = false;
        if (m_random.chance(0.5f))
            expect("setLinearVelocity", m_world.setLinearVelocity(m_bodyId, v));
        else
            expect("setAngularVelocity", m_world.setAngularVelocity(m_bodyId, v));
        break;
    }
    case 4:
        expect("wakeBody", m_world.wakeBody(m_bodyId));
        break;
    case 5: {
        if (chosen && (chosen->type != BodyType::Dynamic || !m_world.isAwake(m_bodyId) || !m_world.settings().sleeping))
            m_good = false;
        const bool slept = m_world.sleepBody(m_bodyId);
        // What touches a moving kinematic body is refused; the model does not know what touches what.
        for (const ModelBody& model : m_bodies)
            if (!slept && model.type == BodyType::Kinematic && !isStill(m_world.state(model.id)))
                m_good = false;
        expect("sleepBody", slept);
        break;
    }
    case 6:
        expect("setContinuous", m_world.setContinuous(m_bodyId, m_random.chance(0.5f)));
        break;
    default:
        expect("setAllowSleep", m_world.setAllowSleep(m_bodyId, m_random.chance(0.7f)));
        break;
    }
}

void Fuzzer::pushCall() {
    const ModelBody* chosen = body();
    if (chosen && chosen->type != BodyType::Dynamic)
        m_good = false;
    const int kind = m_random.below(6);
    // What a game would do: a few metres a second, from near the body.
    const float measure = chosen ? m_world.mass(m_bodyId) * (kind < 3 ? 300.0f : 5.0f) + 1e-6f : 1.0f;
    const glm::vec3 push =
        vector(m_wild && m_random.chance(0.1f) ? 9e29f : (kind == 2 || kind == 5 ? 0.01f : 1.0f) * measure);
    const glm::vec3 near = chosen ? m_world.position(m_bodyId) : glm::vec3(0);
    const glm::vec3 where =
        kind == 1 || kind == 4 ? near + vector(m_wild && m_random.chance(0.1f) ? 1e8f : 1.0f) : glm::vec3(0);
    switch (kind) {
    case 0:
        expect("applyForce", m_world.applyForce(m_bodyId, push));
        break;
    case 1:
        expect("applyForceAt", m_world.applyForceAt(m_bodyId, push, where));
        break;
    case 2:
        expect("applyTorque", m_world.applyTorque(m_bodyId, push));
        break;
    case 3:
        expect("applyImpulse", m_world.applyImpulse(m_bodyId, push));
        break;
    case 4:
        expect("applyImpulseAt", m_world.applyImpulseAt(m_bodyId, push, where));
        break;
    default:
        expect("applyAngularImpulse", m_world.applyAngularImpulse(m_bodyId, push));
        break;
    }
}

void Fuzzer::massCall() {
    const ModelBody* chosen = body();
    if (chosen && chosen->type != BodyType::Dynamic)
        m_good = false;
    const float mass = m_wild && m_random.chance(0.2f) ? positive(1e-8f, 1e19f) : positive(0.1f, 1000);
    switch (m_random.below(3)) {
    case 0:
        expect("setMass", m_world.setMass(m_bodyId, mass));
        break;
    case 1: {
        MassProperties properties;
        properties.mass = mass;
        properties.centerOfMass = vector(0.5f);
        // Sums of what lies along each axis, as those of real bodies are.
        const float x = m_random.range(0.03f, 0.5f), y = m_random.range(0.03f, 0.5f), z = m_random.range(0.03f, 0.5f);
        properties.principalInertia = mass * glm::vec3(y + z, x + z, x + y);
        properties.principalRotation = rotation();
        if (spoil()) {
            m_good = false;
            const float bad[] = {-1, nonsense(),
                                 1.1f * (properties.principalInertia.x + properties.principalInertia.z)};
            properties.principalInertia.y = bad[m_random.below(3)];
        } else if (!(mass > 0 && mass < 1e20f)) {
            properties.principalInertia = glm::vec3(1);
        }
        expect("setMassProperties", m_world.setMassProperties(m_bodyId, properties));
        break;
    }
    default:
        // The mass that was drawn is not passed, so it spoils nothing.
        m_good = chosen && chosen->type == BodyType::Dynamic;
        expect("resetMass", m_world.resetMass(m_bodyId));
        break;
    }
}

void Fuzzer::propertyCall() {
    ModelBody* chosen = body();
    switch (m_random.below(5)) {
    case 0: {
        const float linear = number(0, 3), angular = number(0, 3);
        expect("setDamping", m_world.setDamping(m_bodyId, linear, angular));
        break;
    }
    case 1:
        expect("setGravityScale", m_world.setGravityScale(m_bodyId, number(-2, 2)));
        break;
    case 2: {
        const int locks = m_random.chance(0.05f) ? 64 + m_random.below(100) : m_random.below(64);
        if (locks >= 64)
            m_good = false;
        expect("setLocks", m_world.setLocks(m_bodyId, AxisLock(locks)));
        if (m_good)
            m_world.setLocks(m_bodyId, AxisLock::None);
        break;
    }
    case 3: {
        const uint64_t data = m_random.bits();
        expect("setUserData", m_world.setUserData(m_bodyId, data));
        if (chosen)
            chosen->userData = data;
        break;
    }
    default: {
        const int type = m_random.chance(0.05f) ? 3 + m_random.below(100) : m_random.below(3);
        bool plane = false;
        if (chosen)
            for (const ModelShape& s : chosen->shapes)
                plane |= s.halfSpace;
        if (type >= 3 || (plane && BodyType(type) != BodyType::Static))
            m_good = false;
        expect("setType", m_world.setType(m_bodyId, BodyType(type)));
        if (m_good && chosen)
            chosen->type = BodyType(type);
        break;
    }
    }
}

void Fuzzer::shapeCall() {
    ModelShape* chosen = shape();
    switch (m_random.below(4)) {
    case 0: {
        const Material m = material();
        expect("setMaterial", m_world.setMaterial(m_shapeId, m));
        break;
    }
    case 1:
        expect("setFilter", m_world.setFilter(m_shapeId, filter()));
        break;
    case 2: {
        // A density that only sensors and bodies without mass may have is left to other tests.
        float density = m_random.range(1, 3000);
        if (spoil()) {
            density = nonsense();
            m_good = false;
        }
        expect("setDensity", m_world.setDensity(m_shapeId, density));
        break;
    }
    default: {
        const uint64_t data = m_random.bits();
        expect("setUserData(shape)", m_world.setUserData(m_shapeId, data));
        if (chosen)
            chosen->userData = data;
        break;
    }
    }
}

void Fuzzer::queryCall() {
    std::vector<ShapeId> shapes;
    std::vector<RayHit> hits;
    const glm::vec3 p = point();
    switch (m_random.below(6)) {
    case 0: {
        const glm::vec3 way = m_random.chance(0.03f) ? glm::vec3(0) : vector(20);
        const RayHit hit = m_world.castRayClosest(p, way);
        expectRead("castRayClosest");
        if (hit && (!m_world.isValid(hit.shape) || !(hit.fraction >= 0 && hit.fraction <= 1)))
            fail("a ray hit is not sound");
        if (m_good && bool(hit) != m_world.castRayAny(p, way))
            fail("castRayAny disagrees with castRayClosest");
        break;
    }
    case 1: {
        const glm::vec3 way = vector(20);
        m_world.castRayAll(p, way, hits);
        expectRead("castRayAll");
        for (size_t i = 1; i < hits.size(); ++i)
            if (hits[i].fraction < hits[i - 1].fraction)
                fail("castRayAll is not in order");
        break;
    }
    case 2: {
        const float radius = number(0.1f, 3);
        m_world.overlapSphere(p, radius, shapes);
        expectRead("overlapSphere");
        break;
    }
    case 3: {
        const glm::vec3 half{positive(0.1f, 3), positive(0.1f, 3), m_random.range(0.1f, 3)};
        const glm::quat q = rotation();
        // No extent at all is a thin box, or refused: either is fine.
        if (half.x == 0 || half.y == 0)
            return;
        m_world.overlapBox(p, half, q, shapes);
        expectRead("overlapBox");
        break;
    }
    case 4: {
        const glm::vec3 size{m_random.range(0, 5), m_random.range(0, 5), m_random.range(0, 5)};
        m_world.overlapBounds({p, p + size}, shapes);
        expectRead("overlapBounds");
        break;
    }
    default:
        m_good = true;
        m_world.measures();
        m_world.counters();
        m_world.stateHash();
        expectRead("measures");
        break;
    }
    for (const ShapeId id : shapes)
        if (!m_world.isValid(id))
            fail("a query found a dead shape");
}

void Fuzzer::readCall() {
    if (m_random.chance(0.4f)) {
        shape();
        switch (m_random.below(6)) {
        case 0:
            m_world.bodyOf(m_shapeId);
            break;
        case 1:
            m_world.geometry(m_shapeId);
            break;
        case 2:
            m_world.localTransform(m_shapeId);
            break;
        case 3:
            m_world.bounds(m_shapeId);
            break;
        case 4:
            m_world.density(m_shapeId);
            break;
        default:
            m_world.material(m_shapeId);
            break;
        }
        expectRead("a shape's getter");
        return;
    }
    body();
    switch (m_random.below(10)) {
    case 0:
        m_world.position(m_bodyId);
        break;
    case 1:
        m_world.rotation(m_bodyId);
        break;
    case 2:
        m_world.linearVelocity(m_bodyId);
        break;
    case 3:
        m_world.velocityAt(m_bodyId, {1, 2, 3});
        break;
    case 4:
        m_world.massProperties(m_bodyId);
        break;
    case 5:
        m_world.interpolatedTransform(m_bodyId, m_random.unit());
        break;
    case 6:
        m_world.islandOf(m_bodyId);
        break;
    case 7:
        m_world.wakeReason(m_bodyId);
        break;
    case 8:
        m_world.state(m_bodyId);
        break;
    default:
        m_world.centerOfMass(m_bodyId);
        break;
    }
    expectRead("a body's getter");
}

void Fuzzer::settingsCall() {
    WorldSettings s;
    s.gravity = vector(m_wild && m_random.chance(0.02f) ? 1e7f : 15.0f);
    s.solver = SolverKind(m_random.below(5));
    s.referenceIterations = 1 + m_random.below(50);
    s.stabilisation = Stabilisation(m_random.below(3));
    s.substeps = 1 + m_random.below(6);
    s.iterations = 1 + m_random.below(12);
    s.contactCompliance = m_random.chance(0.3f) ? number(0, 1e-3f) : 0.0f;
    s.positionIterations = m_random.below(6);
    s.warmStarting = m_random.chance(0.8f);
    s.frictionModel = FrictionModel(m_random.below(2));
    // Not Explicit, which gains energy until the body is frozen.
    constexpr GyroscopicMode kStable[] = {GyroscopicMode::None, GyroscopicMode::Implicit, GyroscopicMode::Symplectic};
    s.integrator = PositionIntegrator(m_random.below(4));
    s.gyroscopic = kStable[m_random.below(3)];
    s.maxLinearSpeed = m_random.chance(0.8f) ? s.maxLinearSpeed : m_random.range(1, 100);
    s.maxAngularSpeed = m_random.chance(0.8f) ? s.maxAngularSpeed : m_random.range(1, 100);
    s.orientation = OrientationUpdate(m_random.below(2));
    s.speculativeReach = number(0, 1);
    s.landingTest = m_random.chance(0.8f);
    s.seamCorrection = m_random.chance(0.8f);
    s.continuous = ContinuousMode(m_random.below(4));
    s.sleeping = m_random.chance(0.8f);
    s.sleepTime = m_random.range(0.1f, 0.6f);
    if (spoil()) {
        m_good = false;
        s.substeps = m_random.chance(0.5f) ? 0 : 65;
    }
    if (spoil()) {
        m_good = false;
        s.contactHertz = m_random.chance(0.5f) ? 0 : nonsense();
    }
    expect("setSettings", m_world.setSettings(s));
    if (m_good && m_random.chance(0.2f)) {
        m_errorsBefore = m_world.errorCount();
        expect("setThreads", m_world.setThreads(1 + m_random.below(3)));
    }
}

}  // namespace drystone::fuzz
