// Bullet at its defaults: btDiscreteDynamicsWorld, tree of dynamic boxes, sequential impulses with ten iterations, one
// thread.
#include <map>
#include <tuple>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "bench/engine.h"

namespace drystone::bench {

namespace {

btVector3 toBullet(glm::vec3 v) {
    return {v.x, v.y, v.z};
}

btQuaternion toBullet(glm::quat q) {
    return {q.x, q.y, q.z, q.w};
}

glm::vec3 fromBullet(const btVector3& v) {
    return {float(v.x()), float(v.y()), float(v.z())};
}

struct Member {
    BodyId id;
    std::unique_ptr<btDefaultMotionState> motion;
    std::unique_ptr<btRigidBody> body;
};

class BulletEngine final : public Engine {
public:
    explicit BulletEngine(World& world) : m_scene(world) {
        m_world.setGravity(toBullet(world.settings().gravity));
        m_world.setForceUpdateAllAabbs(false);  // sleeping and static bodies are not visited
    }
    ~BulletEngine() override {
        for (const Member& member : m_members)
            m_world.removeRigidBody(member.body.get());
    }

    std::string name() const override { return "Bullet " + std::to_string(btGetVersion()); }

    void adopt() override {
        m_scene.bodies(m_ids);
        for (size_t i = m_members.size(); i < m_ids.size(); ++i)
            add(m_ids[i]);
        m_broadphase.optimize();
    }

    // No substeps of its own: one step of this length.
    void step(float dt) override { m_world.stepSimulation(dt, 0); }

    void writeBack() override {
        for (const Member& member : m_members) {
            if (m_scene.type(member.id) != BodyType::Dynamic)
                continue;
            const btTransform pose = member.body->getWorldTransform();
            const btQuaternion q = pose.getRotation();
            m_scene.setTransform(member.id, fromBullet(pose.getOrigin()),
                                 glm::quat(float(q.w()), float(q.x()), float(q.y()), float(q.z())));
            m_scene.setLinearVelocity(member.id, fromBullet(member.body->getLinearVelocity()));
            m_scene.setAngularVelocity(member.id, fromBullet(member.body->getAngularVelocity()));
        }
    }

    RayAnswer castRay(glm::vec3 origin, glm::vec3 translation) const override {
        const btVector3 from = toBullet(origin), to = from + toBullet(translation);
        btCollisionWorld::ClosestRayResultCallback result(from, to);
        m_world.rayTest(from, to, result);
        return result.hasHit() ? RayAnswer{true, float(result.m_closestHitFraction)} : RayAnswer{};
    }

private:
    void add(BodyId id) {
        std::vector<ShapeId> shapes;
        m_scene.shapesOf(id, shapes);
        btCollisionShape* shape = shapeOf(m_scene.geometry(shapes.front()));
        const bool dynamic = m_scene.type(id) == BodyType::Dynamic;
        const btScalar mass = dynamic ? m_scene.mass(id) : 0.0f;
        btVector3 inertia(0, 0, 0);
        if (dynamic)
            shape->calculateLocalInertia(mass, inertia);
        const BodyState state = m_scene.state(id);
        Member member{id};
        member.motion =
            std::make_unique<btDefaultMotionState>(btTransform(toBullet(state.rotation), toBullet(state.position)));
        btRigidBody::btRigidBodyConstructionInfo info(mass, member.motion.get(), shape, inertia);
        // Bullet multiplies the coefficients of the two sides.
        info.m_friction = btSqrt(m_scene.material(shapes.front()).friction);
        info.m_restitution = btSqrt(m_scene.material(shapes.front()).restitution);
        member.body = std::make_unique<btRigidBody>(info);
        if (dynamic && !m_scene.settings().sleeping)
            member.body->setActivationState(DISABLE_DEACTIVATION);
        member.body->setLinearVelocity(toBullet(state.linearVelocity));
        member.body->setAngularVelocity(toBullet(state.angularVelocity));
        m_world.addRigidBody(member.body.get());
        m_members.push_back(std::move(member));
    }

    // Equal shapes are one. The timed scenes have boxes and spheres alone.
    btCollisionShape* shapeOf(const Geometry& geometry) {
        const Sphere* sphere = std::get_if<Sphere>(&geometry);
        const glm::vec3 half = sphere ? glm::vec3(sphere->radius) : std::get<Box>(geometry).halfExtents;
        std::unique_ptr<btCollisionShape>& shape = m_shapes[{sphere != nullptr, half.x, half.y, half.z}];
        if (!shape && sphere)
            shape = std::make_unique<btSphereShape>(half.x);
        else if (!shape)
            shape = std::make_unique<btBoxShape>(toBullet(half));
        return shape.get();
    }

    World& m_scene;
    std::vector<BodyId> m_ids;
    std::map<std::tuple<bool, float, float, float>, std::unique_ptr<btCollisionShape>> m_shapes;
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_solver;
    btDiscreteDynamicsWorld m_world{&m_dispatcher, &m_broadphase, &m_solver, &m_configuration};
    std::vector<Member> m_members;
};

}  // namespace

std::unique_ptr<Engine> makeBullet(World& world) {
    return std::make_unique<BulletEngine>(world);
}

}  // namespace drystone::bench
