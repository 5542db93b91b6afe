// What the world allows to those that it calls: to read it, and nothing else.
#include "support/lab.h"

#include <cstring>
#include <functional>

using namespace drystone;
using namespace drystone::lab;

namespace {

// A world whose hooks all try one thing.
struct Meddler {
    World* world = nullptr;  // null: the hooks do nothing
    BodyId box;
    ShapeId shape;
    std::function<bool(Meddler&, World&)> refused;
    int tries = 0, taken = 0;
    Errors errors;

    void meddle() {
        if (!world || tries >= 50)
            return;
        ++tries;
        taken += !refused(*this, *world);
    }
    static void hook(void* user) { static_cast<Meddler*>(user)->meddle(); }
};

enum class Where { ProfilerBegin, ProfilerEnd, Tasks, Filter, Modify, Errors, Draw };

struct DrawHook : DebugDraw {
    explicit DrawHook(Meddler& m) : meddler(m) {}
    void line(glm::vec3, glm::vec3, uint32_t) override { meddler.meddle(); }
    void point(glm::vec3, float, uint32_t) override { meddler.meddle(); }
    Meddler& meddler;
};

WorldDef definitionOf(Meddler& meddler, Where where) {
    WorldDef def = definition(meddler.errors);
    if (where == Where::Errors)
        def.errors = {[](void* user, const char* line) {
                          static_cast<Meddler*>(user)->errors.lines.emplace_back(line);
                          Meddler::hook(user);
                      },
                      &meddler};
    if (where == Where::ProfilerBegin)
        def.profiler = {[](void* user, const char*) { Meddler::hook(user); }, nullptr, &meddler};
    if (where == Where::ProfilerEnd)
        def.profiler = {nullptr, [](void* user, const char*) { Meddler::hook(user); }, &meddler};
    if (where == Where::Tasks)
        def.tasks = {[](void* user, int count, void (*task)(void*, int, int), void* context) {
                         Meddler::hook(user);
                         for (int i = 0; i < count; ++i)
                             task(context, i, 0);
                     },
                     1, &meddler};
    return def;
}

// Steps a heap of boxes with the hooks meddling; returns the state hash.
uint64_t run(Meddler& meddler, Where where, bool active) {
    World world(definitionOf(meddler, where));
    const BodyId floor = world.createBody({.type = BodyType::Static});
    world.createShape(floor, {.geometry = HalfSpace{}});
    for (int i = 0; i < 300; ++i) {
        meddler.box = world.createBody({.position = {0.9f * float(i % 20), 0.5f + 1.01f * float(i / 20), 0}});
        meddler.shape = world.createShape(meddler.box, {.geometry = Box{}});
    }
    if (where == Where::Filter)
        world.setFilterCallback({[](void* user, ShapeId, ShapeId) { return Meddler::hook(user), true; }, &meddler});
    if (where == Where::Modify)
        world.setContactModifyCallback({[](void* user, ContactModify&) { Meddler::hook(user); }, &meddler});
    meddler.world = active ? &world : nullptr;
    DrawHook draw(meddler);
    for (int i = 0; i < 5; ++i) {
        if (where == Where::Errors)
            world.position(BodyId{});
        if (where == Where::Draw)
            world.debugDraw(draw, {.shapes = true, .contactPoints = true});
        world.step(kDt);
    }
    meddler.world = nullptr;
    return world.stateHash();
}

using W = World;
using M = Meddler;

const std::function<bool(M&, W&)> kChanges[] = {
    [](M&, W& w) { return !w.step(kDt); },
    [](M&, W& w) { return !w.createBody({}); },
    [](M& m, W& w) { return !w.destroyBody(m.box); },
    [](M& m, W& w) { return !w.createShape(m.box, {}); },
    [](M& m, W& w) { return !w.destroyShape(m.shape); },
    [](M& m, W& w) {
        return !w.setTransform(m.box, {0, 9, 0}, kIdentityRotation);
    },
    [](M& m, W& w) {
        return !w.setLinearVelocity(m.box, {0, 9, 0});
    },
    [](M& m, W& w) {
        return !w.setAngularVelocity(m.box, {0, 9, 0});
    },
    [](M& m, W& w) {
        return !w.applyForce(m.box, {0, 9, 0});
    },
    [](M& m, W& w) {
        return !w.applyImpulse(m.box, {0, 9, 0});
    },
    [](M& m, W& w) { return !w.setType(m.box, BodyType::Static); },
    [](M& m, W& w) { return !w.setMass(m.box, 7); },
    [](M& m, W& w) { return !w.resetMass(m.box); },
    [](M& m, W& w) { return !w.setDamping(m.box, 7, 7); },
    [](M& m, W& w) { return !w.setGravityScale(m.box, 7); },
    [](M& m, W& w) { return !w.setLocks(m.box, AxisLock::Rotation); },
    [](M& m, W& w) { return !w.wakeBody(m.box); },
    [](M& m, W& w) { return !w.sleepBody(m.box); },
    [](M& m, W& w) { return !w.setAllowSleep(m.box, false); },
    [](M& m, W& w) { return !w.setContinuous(m.box, true); },
    [](M& m, W& w) { return !w.setUserData(m.box, 7); },
    [](M& m, W& w) { return !w.setUserData(m.shape, 7); },
    [](M& m, W& w) { return !w.setDensity(m.shape, 7); },
    [](M& m, W& w) { return !w.setMaterial(m.shape, {.friction = 0}); },
    [](M& m, W& w) { return !w.setFilter(m.shape, {.mask = 0}); },
    [](M&, W& w) { return !w.setSettings({.substeps = 9}) && w.settings().substeps == 4; },
    [](M&, W& w) { return !w.setThreads(3) && w.threads() == 1; },
    [](M&, W& w) {
        return w.setFilterCallback({[](void*, ShapeId, ShapeId) { return false; }, nullptr}), true;
    },
    [](M&, W& w) {
        return w.setContactModifyCallback({[](void*, ContactModify& c) { c.enabled = false; }, nullptr}), true;
    },
};

}  // namespace

TEST_CASE("calls that would change the world from inside its step and its callbacks are refused and change nothing") {
    Meddler idle;
    const uint64_t alone = run(idle, Where::Tasks, false);
    for (const Where where : {Where::ProfilerBegin, Where::ProfilerEnd, Where::Tasks, Where::Filter, Where::Modify,
                              Where::Errors, Where::Draw})
        for (size_t i = 0; i < std::size(kChanges); ++i) {
            // Every place with some, and every call from some place.
            if (i >= 3 && where != Where::ProfilerBegin && i % 7 != size_t(where))
                continue;
            CAPTURE(int(where));
            CAPTURE(i);
            Meddler meddler;
            meddler.refused = kChanges[i];
            CHECK(run(meddler, where, true) == alone);
            CHECK(meddler.tries > 0);
            CHECK(meddler.taken == 0);
            CHECK(meddler.errors.mentions("called from inside a step or a callback"));
        }
}

TEST_CASE("callbacks may read the world") {
    for (const Where where : {Where::ProfilerBegin, Where::Filter, Where::Modify, Where::Errors, Where::Draw}) {
        CAPTURE(int(where));
        Meddler meddler;
        meddler.refused = [](M& m, W& w) {
            // In the middle of the heap, whatever fell a little.
            return w.isValid(m.box) && w.castRayAny({5, 20, 0}, {0, -20, 0}) && w.mass(m.box) > 0 &&
                w.errorCount() == (m.errors.lines.empty() ? 0u : w.errorCount());
        };
        run(meddler, where, true);
        CHECK(meddler.tries > 0);
        CHECK(meddler.taken == 0);
    }
}

TEST_CASE("the error handler may ask the world, and its own mistakes are told inside") {
    struct Asker {
        const World* world = nullptr;
        std::vector<std::string> lines;
        uint64_t counted = 0;
    } asker;
    WorldDef def;
    def.errors = {[](void* user, const char* line) {
                      Asker& a = *static_cast<Asker*>(user);
                      a.lines.emplace_back(line);
                      if (a.world) {
                          a.counted = a.world->errorCount();
                          a.world->mass(BodyId{});
                      }
                  },
                  &asker};
    {
        World world(def);
        asker.world = &world;
        for (int i = 0; i < 20; ++i)
            world.step(-1);
        CHECK(asker.counted >= 20);
        CHECK(world.errorCount() >= 29);
        CHECK(asker.lines[0].find("step") != std::string::npos);
        CHECK(asker.lines[1].find("mass") != std::string::npos);
        asker.counted = 0;
    }
    // Also when the world tells at its end what it held back.
    CHECK(asker.counted > 20);
}

TEST_CASE("another world may be changed from a callback") {
    Meddler meddler;
    World other;
    meddler.refused = [&](M&, W&) { return bool(other.createBody({})) && other.step(kDt); };
    run(meddler, Where::ProfilerBegin, true);
    CHECK(meddler.taken == 0);
    CHECK(other.bodyCount() == meddler.tries);
}

TEST_CASE("reportError takes texts of any length, and none") {
    Lab lab;
    for (const size_t length : {60u, 360u, 387u, 400u, 5000u}) {
        lab.world.reportError(std::string(length, 'c').c_str(), std::string(length, 'm').c_str());
        CHECK(lab.errors.lines.back().find("cccc") != std::string::npos);
        CHECK(lab.errors.lines.back().find("mmmm") != std::string::npos);
        CHECK(lab.errors.lines.back().size() < 512);
    }
    lab.world.reportError(nullptr, "no caller");
    CHECK(lab.errors.lines.back() == "drystone: reportError: no caller");
    lab.world.reportError("nest", nullptr);
    CHECK(lab.errors.lines.back() == "drystone: nest: message is null");
}

TEST_CASE("half an allocator is never called") {
    static int calls;
    calls = 0;
    Errors errors;
    for (const bool allocates : {true, false}) {
        WorldDef def = definition(errors);
        if (allocates)
            def.allocator.allocate = [](void*, size_t, size_t) -> void* { return ++calls, nullptr; };
        else
            def.allocator.release = [](void*, void*, size_t, size_t) { ++calls; };
        def.threads = 0;  // one more mistake to remember
        World world(def);
        world.createBody({});
        CHECK(world.errorCount() == 2);
    }
    CHECK(calls == 0);
    CHECK(errors.mentions("allocator"));
}

TEST_CASE("debug draw refuses scales that no line can be drawn with, and draws finite lines for all others") {
    struct Lines : DebugDraw {
        int count = 0;
        bool sound = true;
        void line(glm::vec3 a, glm::vec3 b, uint32_t) override {
            ++count;
            sound &= finite(a) && finite(b);
        }
        void point(glm::vec3 p, float, uint32_t) override { sound &= finite(p); }
    } lines;
    Lab lab;
    lab.floor();
    const BodyId ball = lab.sphere({0, 5, 0});
    lab.stack(2);
    lab.world.setLinearVelocity(ball, {9e7f, 9e7f, 9e7f});
    lab.world.setAngularVelocity(ball, {9e7f, 0, 0});
    DebugDrawFlags flags{.contactImpulses = true, .frictionImpulses = true, .velocities = true};
    for (const float bad : {kNan, kInfinity, -1.0f, 1e38f}) {
        flags.impulseScale = bad;
        lab.world.debugDraw(lines, flags);
        flags.impulseScale = 1;
        flags.velocityScale = bad;
        lab.world.debugDraw(lines, flags);
        flags.velocityScale = 1;
    }
    CHECK(lines.count == 0);
    CHECK(lab.world.errorCount() == 8);
    for (const float good : {0.0f, 1.0f, 1e6f}) {
        flags.impulseScale = flags.velocityScale = good;
        lab.world.debugDraw(lines, flags);
    }
    CHECK(lines.count > 0);
    CHECK(lines.sound);
    CHECK(lab.world.errorCount() == 8);
}
