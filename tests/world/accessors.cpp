// What is put in comes out.
#include "support/lab.h"

#include <cstring>

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("a body's definition is read back") {
    Lab lab;
    const glm::quat q = turn(0.5f, {1, 2, 3});
    const BodyId id = lab.world.createBody({.type = BodyType::Dynamic,
                                            .position = {1, 2, 3},
                                            .rotation = q * 4.0f,
                                            .linearVelocity = {4, 5, 6},
                                            .angularVelocity = {7, 8, 9},
                                            .linearDamping = 0.1f,
                                            .angularDamping = 0.2f,
                                            .gravityScale = 0.5f,
                                            .locks = AxisLock::None,
                                            .allowSleep = false,
                                            .continuous = true,
                                            .userData = 0xfeedfacecafebeefull});
    REQUIRE(id);
    CHECK(lab.world.type(id) == BodyType::Dynamic);
    CHECK(lab.world.position(id) == glm::vec3(1, 2, 3));
    CHECK(angleBetween(lab.world.rotation(id), q) < 1e-3f);
    CHECK(glm::length(lab.world.rotation(id)) == about(1, 1e-6));
    CHECK(lab.world.linearVelocity(id) == glm::vec3(4, 5, 6));
    CHECK(lab.world.angularVelocity(id) == glm::vec3(7, 8, 9));
    CHECK(lab.world.linearDamping(id) == 0.1f);
    CHECK(lab.world.angularDamping(id) == 0.2f);
    CHECK(lab.world.gravityScale(id) == 0.5f);
    CHECK(!lab.world.allowSleep(id));
    CHECK(lab.world.isContinuous(id));
    CHECK(lab.world.setContinuous(id, false));
    CHECK(!lab.world.isContinuous(id));
    CHECK(lab.world.userData(id) == 0xfeedfacecafebeefull);
    CHECK(lab.world.isAwake(id));
    const BodyState state = lab.world.state(id);
    CHECK(state.position == glm::vec3(1, 2, 3));
    CHECK(state.linearVelocity == glm::vec3(4, 5, 6));
    CHECK(state.awake);
    CHECK(lab.world.transform(id).position == state.position);
    lab.world.setLocks(id, AxisLock::LinearX | AxisLock::AngularZ);
    CHECK(lab.world.locks(id) == (AxisLock::LinearX | AxisLock::AngularZ));
    CHECK(lab.world.linearVelocity(id).x == 0);
    CHECK(lab.world.angularVelocity(id).z == 0);
    CHECK(lab.clean());
}

TEST_CASE("a shape's definition is read back") {
    Lab lab;
    const BodyId body = lab.world.createBody({.position = {10, 0, 0}});
    const ShapeId id = lab.world.createShape(body,
                                             {.geometry = Box{{1, 2, 3}},
                                              .position = {0, 5, 0},
                                              .rotation = turn(kPi / 2, {0, 0, 1}),
                                              .density = 7,
                                              .material = {.friction = 0.3f,
                                                           .staticFriction = 0.4f,
                                                           .restitution = 0.2f,
                                                           .rollingResistance = 0.03f,
                                                           .frictionRule = CombineRule::Multiply,
                                                           .restitutionRule = CombineRule::Minimum},
                                              .filter = {.category = 2, .mask = 6, .group = -9},
                                              .userData = 77});
    REQUIRE(id);
    CHECK(lab.world.bodyOf(id) == body);
    REQUIRE(std::holds_alternative<Box>(lab.world.geometry(id)));
    CHECK(std::get<Box>(lab.world.geometry(id)).halfExtents == glm::vec3(1, 2, 3));
    CHECK(lab.world.localTransform(id).position == glm::vec3(0, 5, 0));
    CHECK(lab.world.density(id) == 7);
    const Material m = lab.world.material(id);
    CHECK(m.friction == 0.3f);
    CHECK(m.staticFriction == 0.4f);
    CHECK(m.restitution == 0.2f);
    CHECK(m.rollingResistance == 0.03f);
    CHECK(m.frictionRule == CombineRule::Multiply);
    CHECK(m.restitutionRule == CombineRule::Minimum);
    CHECK(lab.world.filter(id).category == 2);
    CHECK(lab.world.filter(id).mask == 6);
    CHECK(lab.world.filter(id).group == -9);
    CHECK(lab.world.userData(id) == 77);
    CHECK(!lab.world.isSensor(id));
    const Aabb box = lab.world.bounds(id);
    CHECK(glm::length(box.lower - glm::vec3(8, 4, -3)) < 1e-4f);
    CHECK(glm::length(box.upper - glm::vec3(12, 6, 3)) < 1e-4f);
    lab.world.setUserData(id, 78);
    CHECK(lab.world.userData(id) == 78);
    const ShapeId ball = lab.world.createShape(body, {.geometry = Sphere{0.25f}});
    CHECK(std::get<Sphere>(lab.world.geometry(ball)).radius == 0.25f);
    std::vector<ShapeId> shapes;
    lab.world.shapesOf(body, shapes);
    CHECK(shapes.size() == 2);
    const BodyId ground = lab.world.createBody({.type = BodyType::Static});
    const ShapeId plane = lab.world.createShape(ground, {.geometry = HalfSpace{.normal = {0, 0, 2}, .offset = 1}});
    CHECK(std::get<HalfSpace>(lab.world.geometry(plane)).normal == glm::vec3(0, 0, 1));
    CHECK(lab.clean());
}

TEST_CASE("bounds follow the body at once") {
    Lab lab;
    const BodyId body = lab.sphere({0, 5, 0}, 0.5f);
    lab.run(10);
    const glm::vec3 p = lab.world.position(body);
    CHECK(glm::length(lab.world.bounds(lab.shapeOf(body)).lower - (p - glm::vec3(0.5f))) < 1e-4f);
    lab.world.setTransform(body, {3, 0, 0}, kIdentityRotation);
    CHECK(glm::length(lab.world.bounds(lab.shapeOf(body)).upper - glm::vec3(3.5f, 0.5f, 0.5f)) < 1e-4f);
}

TEST_CASE("measures: energy, momentum, speed") {
    WorldSettings settings;
    settings.gravity = {0, -10, 0};
    Lab lab(settings);
    const BodyId a = lab.sphere({0, 2, 0}, 0.5f), b = lab.box({3, 0, 0});
    lab.world.setMass(a, 2);
    lab.world.setLinearVelocity(a, {3, 0, 0});
    lab.world.setLinearVelocity(b, {0, 0, -4});
    lab.world.setAngularVelocity(b, {0, 6, 0});
    const WorldMeasures m = lab.world.measures();
    CHECK(m.kineticEnergy == about(0.5 * 2 * 9 + 0.5 * 16 + 0.5 * 36 / 6.0, 1e-5));
    CHECK(m.potentialEnergy == about(2 * 10 * 2, 1e-5));
    CHECK(m.linearMomentum[0] == about(6));
    CHECK(m.linearMomentum[2] == about(-4));
    // r x m v: (0,2,0) x (6,0,0) = (0,0,-12); (3,0,0) x (0,0,-4) = (0,12,0); spin (0,1,0).
    CHECK(m.angularMomentum[1] == about(13, 1e-5));
    CHECK(m.angularMomentum[2] == about(-12, 1e-5));
    CHECK(m.maxSpeed == about(4));
}

TEST_CASE("counters count, and the profile adds up") {
    Lab lab;
    lab.floor();
    lab.stack(3);
    lab.body({.type = BodyType::Kinematic, .position = {20, 5, 0}, .linearVelocity = {1, 0, 0}}, {});
    lab.run(3);
    const WorldCounters c = lab.world.counters();
    CHECK(c.bodies == 5);
    CHECK(c.staticBodies == 1);
    CHECK(c.awakeBodies + c.sleepingBodies == 4);
    CHECK(c.shapes == 5);
    CHECK(c.touchingContacts == 3);
    CHECK(c.contactPoints == 12);
    CHECK(c.pairs >= 3);
    CHECK(c.colors >= 1);
    CHECK(c.overflowContacts == 0);
    CHECK(c.steps == 3);
    CHECK(c.memoryBytes > 0);
    CHECK(lab.world.stepCount() == 3);
    const StepProfile& p = lab.world.profile();
    CHECK(p.step >= 0);
    CHECK(p.pairs + p.collide + p.contacts + p.prepare + p.solve + p.restitution + p.store + p.continuous +
              p.finalize + p.sleep + p.events <=
          p.step * 1.01f + 0.01f);
}

TEST_CASE("hooks are called: log, profiler, allocator, tasks") {
    struct Seen {
        int depth = 0, stages = 0, ran = 0;
        long live = 0, allocations = 0;
    } seen;
    WorldDef def;
    def.profiler = {[](void* user, const char* name) {
                        CHECK(std::strlen(name) > 0);
                        ++static_cast<Seen*>(user)->depth;
                        ++static_cast<Seen*>(user)->stages;
                    },
                    [](void* user, const char*) { --static_cast<Seen*>(user)->depth; }, &seen};
    def.allocator = {[](void* user, size_t size, size_t alignment) {
                         ++static_cast<Seen*>(user)->live;
                         ++static_cast<Seen*>(user)->allocations;
                         return ::operator new(size, std::align_val_t(alignment));
                     },
                     [](void* user, void* memory, size_t, size_t alignment) {
                         --static_cast<Seen*>(user)->live;
                         ::operator delete(memory, std::align_val_t(alignment));
                     },
                     &seen};
    def.tasks = {[](void* user, int count, void (*task)(void*, int, int), void* context) {
                     ++static_cast<Seen*>(user)->ran;
                     for (int i = 0; i < count; ++i)
                         task(context, i, 0);
                 },
                 1, &seen};
    {
        Lab lab(def);
        lab.floor();
        for (int i = 0; i < 200; ++i)
            lab.box({float(i % 20) * 1.1f, 0.5f + float(i / 20), 0});
        lab.run(20);
        CHECK(lab.clean());
        CHECK(lab.world.counters().allocations >= 1);
    }
    CHECK(seen.depth == 0);
    CHECK(seen.stages >= 20);
    CHECK(seen.allocations > 0);
    CHECK(seen.live == 0);
}

TEST_CASE("debug draw shows a world without changing it, at every flag") {
    struct Count : DebugDraw {
        int lines = 0, points = 0;
        bool sane = true;
        void line(glm::vec3 from, glm::vec3 to, uint32_t) override {
            ++lines;
            sane &= finite(from) && finite(to);
        }
        void point(glm::vec3 position, float size, uint32_t) override {
            ++points;
            sane &= finite(position) && size > 0;
        }
    };
    Lab lab;
    lab.floor();
    lab.body({.type = BodyType::Static, .position = {0, -1, 0}}, {.geometry = HalfSpace{}});
    lab.stack(3);
    lab.world.setLinearVelocity(lab.sphere({4, 2, 0}), {1, 2, 3});
    lab.run(5);
    const uint64_t hash = lab.world.stateHash();
    DebugDrawFlags none;
    Count nothing;
    lab.world.debugDraw(nothing, none);
    CHECK(nothing.lines + nothing.points == 0);
    bool DebugDrawFlags::*const flags[] = {
        &DebugDrawFlags::shapes,        &DebugDrawFlags::bounds,         &DebugDrawFlags::fatBounds,
        &DebugDrawFlags::contactPoints, &DebugDrawFlags::contactNormals, &DebugDrawFlags::contactImpulses,
        &DebugDrawFlags::islands,       &DebugDrawFlags::graphColors,    &DebugDrawFlags::sleepState,
        &DebugDrawFlags::axes,          &DebugDrawFlags::velocities};
    int index = 0;
    for (bool DebugDrawFlags::*const flag : flags) {
        DebugDrawFlags one;
        one.*flag = true;
        Count count;
        lab.world.debugDraw(count, one);
        CAPTURE(index);
        CHECK(count.lines + count.points > 0);
        CHECK(count.sane);
        ++index;
    }
    CHECK(lab.world.stateHash() == hash);
}
