#include "world/snapshot.h"

#include <cstdio>

namespace drystone::lab {

namespace {

// Bits, so that nothing hides behind rounding.
template <class T>
void append(std::string& out, const T& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append(std::string& out, const MassProperties& m) {
    append(out, m.mass);
    append(out, m.centerOfMass);
    append(out, m.principalInertia);
    append(out, m.principalRotation);
}

void append(std::string& out, const Material& m) {
    append(out, m.friction);
    append(out, m.staticFriction);
    append(out, m.restitution);
    append(out, m.rollingResistance);
    append(out, m.frictionRule);
    append(out, m.restitutionRule);
}

}  // namespace

Snapshot snapshot(const World& world) {
    Snapshot out{world.stateHash(),
                 world.stepCount(),
                 world.settings(),
                 world.bodyCount(),
                 world.shapeCount(),
                 world.threads(),
                 {}};
    std::vector<BodyId> bodies;
    world.bodies(bodies);
    for (const BodyId id : bodies) {
        append(out.details, id);
        append(out.details, world.type(id));
        append(out.details, world.position(id));
        append(out.details, world.rotation(id));
        append(out.details, world.linearVelocity(id));
        append(out.details, world.angularVelocity(id));
        append(out.details, world.massProperties(id));
        append(out.details, world.linearDamping(id));
        append(out.details, world.angularDamping(id));
        append(out.details, world.gravityScale(id));
        append(out.details, world.locks(id));
        append(out.details, world.isAwake(id));
        append(out.details, world.allowSleep(id));
        append(out.details, world.isContinuous(id));
        append(out.details, world.userData(id));
    }
    std::vector<ShapeId> shapes;
    world.shapes(shapes);
    for (const ShapeId id : shapes) {
        append(out.details, id);
        append(out.details, world.bodyOf(id));
        append(out.details, world.bounds(id));
        append(out.details, world.density(id));
        append(out.details, world.material(id));
        append(out.details, world.filter(id).category);
        append(out.details, world.filter(id).mask);
        append(out.details, world.filter(id).group);
        append(out.details, world.isSensor(id));
        append(out.details, world.userData(id));
    }
    return out;
}

Menagerie::Menagerie() {
    ground = lab.floor();
    box = lab.box({0, 0.5f, 0});
    ball = lab.sphere({3, 2, 0});
    platform = lab.body({.type = BodyType::Kinematic, .position = {6, 1, 0}}, {.geometry = Box{{1, 0.2f, 1}}});
    const BodyId gate =
        lab.body({.type = BodyType::Static, .position = {-5, 1, 0}}, {.geometry = Box{}, .sensor = true});
    groundShape = lab.shapeOf(ground);
    boxShape = lab.shapeOf(box);
    ballShape = lab.shapeOf(ball);
    sensor = lab.shapeOf(gate);
    stale = lab.box({0, 20, 0});
    staleShape = lab.shapeOf(stale);
    lab.world.destroyBody(stale);
    foreign = other.box({0, 0, 0});
    foreignShape = other.shapeOf(foreign);
    // The same slots are in use here, so that only the world's number tells the handles apart.
    lab.run(3);
}

void checkRefused(const std::vector<Misuse>& misuses) {
    for (const Misuse& misuse : misuses) {
        Menagerie m;
        CAPTURE(std::string(misuse.call));
        CAPTURE(std::string(misuse.argument));
        CAPTURE(std::string(misuse.value));
        REQUIRE(m.lab.clean());
        const Snapshot before = snapshot(m.lab.world);
        const bool refused = misuse.refused(m, m.lab.world);
        CHECK(refused);
        CHECK(m.lab.world.errorCount() == 1);
        CHECK(snapshot(m.lab.world) == before);
        REQUIRE(m.lab.errors.lines.size() == 1);
        const std::string& line = m.lab.errors.lines[0];
        CAPTURE(line);
        CHECK(line.find(misuse.call) != std::string::npos);
        CHECK(line.find(misuse.argument) != std::string::npos);
        CHECK(line.find(misuse.value) != std::string::npos);
        CHECK(line.find('\n') == std::string::npos);
        // The world goes on as if nothing had been said.
        Menagerie untouched;
        m.lab.run(5);
        untouched.lab.run(5);
        CHECK(m.lab.world.stateHash() == untouched.lab.world.stateHash());
        CHECK(m.other.clean());
    }
}

void checkRefusedAfterMove(const std::vector<Misuse>& misuses) {
    Menagerie m;
    const World taken(std::move(m.lab.world));
    World& emptied = m.lab.world;
    const Snapshot before = snapshot(taken);
    for (const Misuse& misuse : misuses) {
        CAPTURE(std::string(misuse.call));
        const uint64_t errors = emptied.errorCount();
        CHECK(misuse.refused(m, emptied));
        CHECK(emptied.errorCount() > errors);
    }
    CHECK(emptied.bodyCount() == 0);
    CHECK(emptied.step(kDt));
    CHECK(snapshot(taken) == before);
    CHECK(taken.errorCount() == 0);
}

}  // namespace drystone::lab
