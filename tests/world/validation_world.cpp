// Bad steps, settings, queries, definitions of worlds; and how reports are limited.
#include "world/snapshot.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

using M = Menagerie;
using W = World;

template <class Spoil>
Misuse settingsWith(const char* argument, const char* value, Spoil spoil) {
    return {"setSettings", argument, value, [spoil](M&, W& w) {
                WorldSettings settings = w.settings();
                settings.substeps = 7;  // good, and must not be taken over either
                spoil(settings);
                return !w.setSettings(settings);
            }};
}

using S = WorldSettings;

}  // namespace

TEST_CASE("a step of zero, negative, infinite or no length is refused") {
    checkRefused({
        {"step", "dt", "0", [](M&, W& w) { return !w.step(0); }},
        {"step", "dt", "-0.01", [](M&, W& w) { return !w.step(-0.01f); }},
        {"step", "dt", "nan", [](M&, W& w) { return !w.step(kNan); }},
        {"step", "dt", "inf", [](M&, W& w) { return !w.step(kInfinity); }},
        {"step", "dt", "", [](M&, W& w) { return !w.step(1e-40f); }},
        {"setThreads", "threads", "0", [](M&, W& w) { return !w.setThreads(0); }},
        {"setThreads", "threads", "65", [](M&, W& w) { return !w.setThreads(65); }},
        {"setThreads", "threads", "-1", [](M&, W& w) { return !w.setThreads(-1); }},
    });
}

TEST_CASE("one bad setting refuses all") {
    checkRefused({
        settingsWith("gravity", "nan", [](S& s) { s.gravity.y = kNan; }),
        settingsWith("gravity", "inf", [](S& s) { s.gravity.x = kInfinity; }),
        settingsWith("solver", "5", [](S& s) { s.solver = SolverKind(5); }),
        settingsWith("stabilisation", "5", [](S& s) { s.stabilisation = Stabilisation(5); }),
        settingsWith("integrator", "5", [](S& s) { s.integrator = PositionIntegrator(5); }),
        settingsWith("gyroscopic", "5", [](S& s) { s.gyroscopic = GyroscopicMode(5); }),
        settingsWith("maxLinearSpeed", "0", [](S& s) { s.maxLinearSpeed = 0; }),
        settingsWith("maxLinearSpeed", "nan", [](S& s) { s.maxLinearSpeed = kNan; }),
        settingsWith("maxAngularSpeed", "-inf", [](S& s) { s.maxAngularSpeed = -kInfinity; }),
        settingsWith("maxAngularSpeed", "nan", [](S& s) { s.maxAngularSpeed = kNan; }),
        settingsWith("orientation", "5", [](S& s) { s.orientation = OrientationUpdate(5); }),
        settingsWith("substeps", "0", [](S& s) { s.substeps = 0; }),
        settingsWith("substeps", "65", [](S& s) { s.substeps = 65; }),
        settingsWith("substeps", "-4", [](S& s) { s.substeps = -4; }),
        settingsWith("iterations", "0", [](S& s) { s.iterations = 0; }),
        settingsWith("iterations", "1001", [](S& s) { s.iterations = 1001; }),
        settingsWith("positionIterations", "-1", [](S& s) { s.positionIterations = -1; }),
        settingsWith("positionIterations", "1001", [](S& s) { s.positionIterations = 1001; }),
        settingsWith("referenceTolerance", "-1", [](S& s) { s.referenceTolerance = -1; }),
        settingsWith("referenceTolerance", "nan", [](S& s) { s.referenceTolerance = double(kNan); }),
        settingsWith("referenceIterations", "0", [](S& s) { s.referenceIterations = 0; }),
        settingsWith("referenceIterations", "10000001", [](S& s) { s.referenceIterations = 10000001; }),
        settingsWith("contactHertz", "0", [](S& s) { s.contactHertz = 0; }),
        settingsWith("contactHertz", "nan", [](S& s) { s.contactHertz = kNan; }),
        settingsWith("contactHertz", "inf", [](S& s) { s.contactHertz = kInfinity; }),
        settingsWith("contactDampingRatio", "-1", [](S& s) { s.contactDampingRatio = -1; }),
        settingsWith("contactDampingRatio", "nan", [](S& s) { s.contactDampingRatio = kNan; }),
        settingsWith("contactCompliance", "-1", [](S& s) { s.contactCompliance = -1; }),
        settingsWith("contactCompliance", "nan", [](S& s) { s.contactCompliance = kNan; }),
        settingsWith("maxPushSpeed", "0", [](S& s) { s.maxPushSpeed = 0; }),
        settingsWith("maxPushSpeed", "nan", [](S& s) { s.maxPushSpeed = kNan; }),
        settingsWith("baumgarteFactor", "0", [](S& s) { s.baumgarteFactor = 0; }),
        settingsWith("baumgarteFactor", "1.5", [](S& s) { s.baumgarteFactor = 1.5f; }),
        settingsWith("baumgarteFactor", "nan", [](S& s) { s.baumgarteFactor = kNan; }),
        settingsWith("linearSlop", "-1", [](S& s) { s.linearSlop = -1; }),
        settingsWith("linearSlop", "nan", [](S& s) { s.linearSlop = kNan; }),
        settingsWith("speculativeDistance", "-1", [](S& s) { s.speculativeDistance = -1; }),
        settingsWith("speculativeDistance", "inf", [](S& s) { s.speculativeDistance = kInfinity; }),
        settingsWith("speculativeReach", "-0.5", [](S& s) { s.speculativeReach = -0.5f; }),
        settingsWith("speculativeReach", "nan", [](S& s) { s.speculativeReach = kNan; }),
        settingsWith("continuous", "4", [](S& s) { s.continuous = ContinuousMode(4); }),
        settingsWith("frictionModel", "2", [](S& s) { s.frictionModel = FrictionModel(2); }),
        settingsWith("restitutionFloor", "-1", [](S& s) { s.restitutionFloor = -1; }),
        settingsWith("restitutionFloor", "nan", [](S& s) { s.restitutionFloor = kNan; }),
        settingsWith("sleepSpeed", "-1", [](S& s) { s.sleepSpeed = -1; }),
        settingsWith("sleepSpeed", "nan", [](S& s) { s.sleepSpeed = kNan; }),
        settingsWith("sleepTime", "-1", [](S& s) { s.sleepTime = -1; }),
        settingsWith("sleepTime", "inf", [](S& s) { s.sleepTime = kInfinity; }),
        settingsWith("hitEventSpeed", "-1", [](S& s) { s.hitEventSpeed = -1; }),
        settingsWith("hitEventSpeed", "nan", [](S& s) { s.hitEventSpeed = kNan; }),
    });
}

TEST_CASE("queries refuse what is no ray, sphere or box, and leave an empty result") {
    auto shapes = [](auto query) {
        return [query](M&, W& w) {
            std::vector<ShapeId> out(3);
            query(w, out);
            return out.empty();
        };
    };
    using Out = std::vector<ShapeId>;
    checkRefused({
        {"castRayClosest", "origin", "nan",
         [](M&, W& w) {
             return !w.castRayClosest({kNan, 0, 0}, {1, 0, 0});
         }},
        {"castRayClosest", "origin", "inf",
         [](M&, W& w) {
             return !w.castRayClosest({kInfinity, 0, 0}, {1, 0, 0});
         }},
        {"castRayClosest", "translation", "nan",
         [](M&, W& w) {
             return !w.castRayClosest({0, 5, 0}, {0, kNan, 0});
         }},
        {"castRayClosest", "translation", "inf",
         [](M&, W& w) {
             return !w.castRayClosest({0, 5, 0}, {0, -kInfinity, 0});
         }},
        {"castRayAny", "origin", "nan",
         [](M&, W& w) {
             return !w.castRayAny({0, kNan, 0}, {0, -9, 0});
         }},
        {"castRayAny", "translation", "nan",
         [](M&, W& w) {
             return !w.castRayAny({0, 5, 0}, {kNan, 0, 0});
         }},
        {"castRayAll", "origin", "nan",
         [](M&, W& w) {
             std::vector<RayHit> out(3);
             w.castRayAll({0, kNan, 0}, {0, -9, 0}, out);
             return out.empty();
         }},
        {"castRayAll", "translation", "inf",
         [](M&, W& w) {
             std::vector<RayHit> out(3);
             w.castRayAll({0, 5, 0}, {0, kInfinity, 0}, out);
             return out.empty();
         }},
        {"overlapSphere", "center", "nan", shapes([](W& w, Out& out) {
             w.overlapSphere({kNan, 0, 0}, 1, out);
         })},
        {"overlapSphere", "radius", "-1", shapes([](W& w, Out& out) {
             w.overlapSphere({0, 0, 0}, -1, out);
         })},
        {"overlapSphere", "radius", "nan", shapes([](W& w, Out& out) {
             w.overlapSphere({0, 0, 0}, kNan, out);
         })},
        {"overlapSphere", "radius", "inf", shapes([](W& w, Out& out) {
             w.overlapSphere({0, 0, 0}, kInfinity, out);
         })},
        {"overlapBox", "center", "inf", shapes([](W& w, Out& out) {
             w.overlapBox({0, kInfinity, 0}, glm::vec3(1), kIdentityRotation, out);
         })},
        {"overlapBox", "halfExtents", "-1", shapes([](W& w, Out& out) {
             w.overlapBox({0, 0, 0}, {1, -1, 1}, kIdentityRotation, out);
         })},
        {"overlapBox", "halfExtents", "nan", shapes([](W& w, Out& out) {
             w.overlapBox({0, 0, 0}, {1, 1, kNan}, kIdentityRotation, out);
         })},
        {"overlapBox", "rotation", "0", shapes([](W& w, Out& out) {
             w.overlapBox({0, 0, 0}, glm::vec3(1), {0, 0, 0, 0}, out);
         })},
        {"overlapBounds", "box", "nan", shapes([](W& w, Out& out) {
             w.overlapBounds({{0, 0, 0}, {1, kNan, 1}}, out);
         })},
        {"overlapBounds", "box", "", shapes([](W& w, Out& out) {
             w.overlapBounds({{0, 2, 0}, {1, 1, 1}}, out);
         })},
    });
}

TEST_CASE("a bad definition of a world is reported and mended") {
    Errors errors;
    WorldDef def = definition(errors);
    def.threads = 0;
    def.settings.substeps = -1;
    def.broadphase = BroadphaseKind(7);
    def.simd = SimdLevel(9);
    World world(def);
    CHECK(errors.mentions("threads"));
    CHECK(errors.mentions("substeps"));
    CHECK(errors.mentions("broadphase"));
    CHECK(errors.mentions("simd"));
    CHECK(world.errorCount() == 4);
    CHECK(world.threads() == 1);
    CHECK(world.settings() == WorldSettings{});
    CHECK(world.step(kDt));
}

TEST_CASE("a FixedStepper mends bad lengths and refuses bad frame times") {
    FixedStepper bad(-1, 0);
    CHECK(bad.stepTime() == 1.0f / 60.0f);
    CHECK(bad.maxSteps() == 4);
    Lab lab;
    FixedStepper stepper;
    for (const float time : {-1.0f, kNan, kInfinity}) {
        CHECK(stepper.advance(lab.world, time) == -1);
        CHECK(stepper.alpha() == 0);
        CHECK(lab.world.stepCount() == 0);
    }
    CHECK(stepper.advance(lab.world, 0) == 0);
}

namespace {

int linesWith(const Errors& errors, const char* what) {
    int count = 0;
    for (const std::string& line : errors.lines)
        count += line.find(what) != std::string::npos;
    return count;
}

}  // namespace

TEST_CASE("reports of one kind are limited, and what was held back is told") {
    Lab lab;
    for (int i = 0; i < 1000; ++i)
        lab.world.step(-1);
    CHECK(lab.world.errorCount() == 1000);
    // 8 in full, then numbers 16, 32, ... 512.
    CHECK(lab.errors.lines.size() == 14);
    CHECK(lab.errors.mentions("not -1 (255 more of this kind were held back)"));
}

TEST_CASE("another call, another argument and another wording are each a kind of their own") {
    Lab lab;
    const BodyId box = lab.box({0, 0, 0});
    for (int i = 0; i < 100; ++i)
        lab.world.createBody({.position = {kNan, 0, 0}});
    const size_t told = lab.errors.lines.size();
    lab.world.setTransform(box, {kNan, 0, 0}, kIdentityRotation);
    CHECK(lab.errors.lines.size() == told + 1);
    lab.world.createBody({.linearVelocity = {kNan, 0, 0}});
    CHECK(lab.errors.lines.size() == told + 2);
    lab.world.createBody({.angularVelocity = {kNan, 0, 0}});  // worded as the one before
    CHECK(lab.errors.lines.size() == told + 3);
    lab.world.createBody({.gravityScale = kNan});
    CHECK(lab.errors.lines.size() == told + 4);
    lab.world.createBody({.position = {0, kNan, 0}});
    CHECK(lab.errors.lines.size() == told + 4);
    // What a game reports is told apart by its caller.
    for (int i = 0; i < 20; ++i)
        lab.world.reportError("spawner", "out of eggs");
    CHECK(linesWith(lab.errors, "spawner") == 9);
    lab.world.reportError("nest", "out of eggs");
    CHECK(lab.errors.mentions("drystone: nest: out of eggs"));
}

TEST_CASE("what was held back is told at last when the world goes") {
    Errors errors;
    {
        World world(definition(errors));
        for (int i = 0; i < 20; ++i)
            world.step(-1);  // tells 1 to 8 and 16
        for (int i = 0; i < 9; ++i)
            world.setThreads(-i);  // tells 1 to 8
        for (int i = 0; i < 8; ++i)
            world.setSettings({.substeps = 0});
        REQUIRE(errors.lines.size() == 9 + 8 + 8);
    }
    REQUIRE(errors.lines.size() == 9 + 8 + 8 + 2);
    CHECK(errors.lines[25] ==
          "drystone: step: dt must be from 1e-07 to 10, not -1 (3 more of this kind were held back)");
    CHECK(errors.lines[26] == "drystone: setThreads: threads must be from 1 to 64, not -8");
}

TEST_CASE("mistakes in a definition count among the world's") {
    Errors errors;
    const World good(definition(errors));
    CHECK(good.errorCount() == 0);
    WorldDef def = definition(errors);
    def.threads = 1000;
    const World world(def);
    CHECK(world.errorCount() == 1);
    CHECK(errors.lines.size() == 1);
}

TEST_CASE("a ray that is too long is not told to be far from the origin") {
    Lab lab;
    lab.world.castRayAny({0, 0, 0}, {2e9f, 0, 0});
    CHECK(lab.errors.lines.back() ==
          "drystone: castRayAny: translation must be finite and at most 1e9 m long in every component, "
          "not (2e+09, 0, 0)");
}
