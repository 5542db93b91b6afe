// Bodies that move by command, and teleports.
#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

TEST_CASE("moveKinematic arrives in one step, turned and shifted, about a centre beside the origin too, and stays") {
    for (const OrientationUpdate update : {OrientationUpdate::Exponential, OrientationUpdate::FirstOrder})
        for (const SolverKind solver :
             {SolverKind::SoftStep, SolverKind::SupportStep, SolverKind::SequentialImpulse, SolverKind::Xpbd}) {
            WorldSettings settings;
            settings.orientation = update;
            settings.solver = solver;
            Lab lab(settings);
            const BodyId body = lab.body({.type = BodyType::Kinematic},
                                         {.geometry = Box{{1, 0.2f, 0.5f}}, .position = {0.7f, 0.3f, 0}});
            const glm::vec3 target{1, 2, -0.5f};
            const glm::quat turned = glm::normalize(turn(0.4f, {1, 1, 0}));
            REQUIRE(lab.world.moveKinematic(body, target, turned, kDt));
            CHECK(lab.world.position(body) == glm::vec3(0));
            CHECK(lab.world.linearVelocity(body).y == about(2 / kDt));
            for (int i = 0; i < 10; ++i) {
                lab.world.step(kDt);
                CHECK(lab.world.position(body) == target);
                CHECK(lab.world.rotation(body) == turned);
                CHECK(lab.world.linearVelocity(body) == glm::vec3(0));
                CHECK(lab.world.angularVelocity(body) == glm::vec3(0));
            }
            CHECK(!lab.world.isAwake(body));
            CHECK(lab.clean());
        }
}

TEST_CASE("a target is for one step: half a step goes half the way, and no further") {
    Lab lab;
    const BodyId body = lab.body({.type = BodyType::Kinematic}, {.geometry = Box{}});
    lab.world.moveKinematic(body, {1, 0, 0}, kIdentityRotation, kDt);
    lab.run(1, 0.5f * kDt);
    CHECK(lab.world.position(body).x == about(0.5f));
    lab.run(5);
    CHECK(lab.world.position(body).x == about(0.5f));
}

TEST_CASE("the last call counts: target, velocity, teleport") {
    Lab lab;
    const BodyId body = lab.body({.type = BodyType::Kinematic}, {.geometry = Box{}});
    const auto target = [&](glm::vec3 to) { lab.world.moveKinematic(body, to, turn(1, {0, 1, 0}), kDt); };
    target({5, 0, 0});
    target({1, 0, 0});
    lab.run(3);
    CHECK(lab.world.position(body) == glm::vec3(1, 0, 0));

    target({5, 0, 0});
    lab.world.setTransform(body, {0, 3, 0}, kIdentityRotation);
    lab.run(3);
    CHECK(lab.world.position(body) == glm::vec3(0, 3, 0));
    CHECK(lab.world.rotation(body) == kIdentityRotation);

    target({5, 3, 0});
    lab.world.setLinearVelocity(body, {0, 0, 6});
    lab.run(30);
    CHECK(lab.world.position(body).x == 0);
    CHECK(lab.world.position(body).z == about(3, 1e-4));
    CHECK(lab.world.rotation(body) == kIdentityRotation);
    CHECK(lab.world.linearVelocity(body) == glm::vec3(0, 0, 6));

    target({0, 3, 4});
    lab.world.setAngularVelocity(body, {0, 2, 0});
    lab.run(30);
    CHECK(lab.world.position(body).z == about(3, 1e-4));
    CHECK(angleBetween(lab.world.rotation(body), turn(1, {0, 1, 0})) < 1e-3f);

    // And a target ends a velocity.
    target({0, 0, 0});
    lab.run(5);
    CHECK(lab.world.position(body) == glm::vec3(0));
    CHECK(lab.clean());
}

TEST_CASE("a platform told to stay rests, and so does what stands on it") {
    Lab lab;
    const glm::quat tilt = glm::normalize(turn(0.003f, {1, 0, 2}));
    const BodyId platform = lab.body({.type = BodyType::Kinematic}, {.geometry = Box{{5, 0.5f, 5}}});
    const std::vector<BodyId> boxes = lab.stack(3, {0, 0.5f, 0});
    lab.run(5);
    for (int i = 0; i < 240; ++i) {
        lab.world.moveKinematic(platform, {0.001f, 0.002f, 0.003f}, tilt, kDt);
        lab.world.step(kDt);
    }
    CHECK(lab.world.position(platform) == glm::vec3(0.001f, 0.002f, 0.003f));
    CHECK(!lab.world.isAwake(platform));
    for (const BodyId box : boxes)
        CHECK(!lab.world.isAwake(box));
    // It may sleep while the platform stands, and is woken, and carried, when that goes on.
    for (int i = 1; i <= 60; ++i) {
        lab.world.moveKinematic(platform, {0.001f, 0.002f + 0.01f * float(i), 0.003f}, tilt, kDt);
        lab.world.step(kDt);
        for (const BodyId box : boxes)
            REQUIRE(lab.world.isAwake(box));
    }
    CHECK(lab.world.linearVelocity(boxes[0]).y == about(0.6f, 0.05));
    CHECK(lab.clean());
}

TEST_CASE("a creeping platform keeps awake what it carries, however soon bodies fall asleep") {
    WorldSettings settings;
    settings.sleepTime = 0;
    Lab lab(settings);
    const BodyId platform = lab.body({.type = BodyType::Kinematic}, {.geometry = Box{{5, 0.5f, 5}}});
    const BodyId box = lab.box({0, 1, 0});
    lab.run(60);
    REQUIRE(!lab.world.isAwake(box));
    for (int i = 1; i <= 120; ++i) {
        lab.world.moveKinematic(platform, {0, 0, 0.0003f * float(i)}, kIdentityRotation, kDt);
        lab.world.step(kDt);
        REQUIRE(lab.world.isAwake(box));
        REQUIRE(lab.world.isAwake(platform));
    }
    CHECK(lab.world.position(box).z == about(0.036f, 0.05));
}

TEST_CASE("a target wakes and carries what was made asleep on the platform in the same frame") {
    Lab lab;
    const BodyId platform =
        lab.body({.type = BodyType::Kinematic}, {.geometry = Box{{5, 0.5f, 5}}, .material = {.friction = 1}});
    const BodyId box =
        lab.body({.position = {0, 1, 0}, .awake = false}, {.geometry = Box{}, .material = {.friction = 1}});
    REQUIRE(!lab.world.isAwake(box));
    for (int i = 1; i <= 120; ++i) {
        lab.world.moveKinematic(platform, {0.02f * float(i), 0, 0}, kIdentityRotation, kDt);
        lab.world.step(kDt);
    }
    CHECK(lab.world.linearVelocity(box).x == about(1.2f, 0.01));
    CHECK(lab.world.position(box).x > 2.2f);
}

TEST_CASE("moveKinematic takes the short way round") {
    Lab lab;
    const BodyId body = lab.body({.type = BodyType::Kinematic}, {.geometry = Box{}});
    const glm::quat q = turn(0.1f, {0, 1, 0});
    lab.world.moveKinematic(body, {0, 0, 0}, -q, kDt);
    CHECK(lab.world.angularVelocity(body).y == about(0.1f / kDt, 1e-3));
}

TEST_CASE("a kinematic body keeps its velocity, and nothing changes it") {
    Lab lab;
    const BodyId body = lab.body({.type = BodyType::Kinematic, .linearVelocity = {1, 0, 0}}, {.geometry = Box{}});
    lab.body({}, {.geometry = Box{}, .position = {2.5f, 0, 0}, .density = 1e5f});
    lab.run(60);
    CHECK(lab.world.linearVelocity(body) == glm::vec3(1, 0, 0));
    CHECK(lab.world.position(body).x == about(1, 1e-4));
    CHECK(lab.world.position(body).y == 0);
}

// lo-th/phy#13, jrouwe/JoltPhysics#177: a platform that is moved by its position carries nothing.
TEST_CASE("moveKinematic carries what stands on it; setTransform does not") {
    for (const bool teleport : {false, true}) {
        CAPTURE(teleport);
        Lab lab(sleepless());
        const Material material{.friction = 0.5f};
        const BodyId platform =
            lab.body({.type = BodyType::Kinematic}, {.geometry = Box{{5, 0.5f, 5}}, .material = material});
        const BodyId box = lab.box({0, 1, 0}, glm::vec3(0.5f), material);
        lab.run(30);
        double slip = 0;
        float caughtUp = -1;
        for (int i = 1; i <= 120; ++i) {
            const glm::vec3 target{0, 0, 0.1f * float(i)};
            if (teleport)
                lab.world.setTransform(platform, target, kIdentityRotation);
            else
                lab.world.moveKinematic(platform, target, kIdentityRotation, kDt);
            lab.world.step(kDt);
            const float speed = lab.world.linearVelocity(box).z;
            if (caughtUp < 0 && speed > 5.99f)
                caughtUp = float(i) * kDt;
            if (teleport && i == 40)
                break;
        }
        slip = double(lab.world.position(platform).z - lab.world.position(box).z);
        if (teleport) {
            CHECK(std::fabs(lab.world.position(box).z) < 1e-3f);
            CHECK(slip > 3.9);
        } else {
            CHECK(caughtUp == about(6 / (0.5f * kGravity), 0.03));
            CHECK(slip == about(3.67, 0.03));
            CHECK(std::fabs(lab.world.linearVelocity(box).z - 6) < 0.001f);
        }
    }
}

TEST_CASE("a turntable carries what stands on it round") {
    Lab lab(sleepless());
    const BodyId table =
        lab.body({.type = BodyType::Kinematic}, {.geometry = Box{{3, 0.5f, 3}}, .material = {.friction = 1}});
    const BodyId box = lab.box({1, 0.75f, 0}, glm::vec3(0.25f), {.friction = 1});
    lab.run(10);
    for (int i = 1; i <= 180; ++i) {
        lab.world.moveKinematic(table, {0, 0, 0}, turn(0.01f * float(i), {0, 1, 0}), kDt);
        lab.world.step(kDt);
    }
    const glm::vec3 p = lab.world.position(box);
    CHECK(std::hypot(p.x, p.z) == about(1, 0.03));
    CHECK(std::atan2(-p.z, p.x) == about(1.8f, 0.03));
    CHECK(angleBetween(lab.world.rotation(box), turn(1.8f, {0, 1, 0})) < 0.05f);
}

// DanielChappuis/reactphysics3d#263: the set-transform call changed velocities and launched bodies.
TEST_CASE("shifting everything by a kilometre leaves velocities and rest alone") {
    Lab lab(sleepless());
    const glm::vec3 shift{1000, 0, 0};
    const BodyId floor = lab.floor();
    const BodyId wall = lab.body({.type = BodyType::Static, .position = {1, 1, 0}}, {.geometry = Box{{0.5f, 1, 1}}});
    const BodyId box = lab.box({0, 0.5f, 0});
    const BodyId faller = lab.box({10, 20, 0});
    lab.run(60);
    lab.world.setLinearVelocity(faller, {0, -3, 0});
    for (const BodyId id : {floor, wall, box, faller}) {
        const glm::vec3 v = lab.world.linearVelocity(id), w = lab.world.angularVelocity(id);
        lab.world.setTransform(id, lab.world.position(id) + shift, lab.world.rotation(id));
        CHECK(glm::length(lab.world.linearVelocity(id) - v) < 1e-6f);
        CHECK(glm::length(lab.world.angularVelocity(id) - w) < 1e-6f);
    }
    float fastest = 0;
    for (int i = 0; i < 60; ++i) {
        lab.world.step(kDt);
        fastest = std::max(fastest, glm::length(lab.world.linearVelocity(box)));
    }
    CHECK(fastest < 0.02f);
    CHECK(lab.world.linearVelocity(faller).y == about(-3 - kGravity, 1e-3));
}

TEST_CASE("a sleeping body that alone is teleported wakes and falls; one moved with its floor may sleep on") {
    Lab lab;
    const BodyId floor = lab.floor(), box = lab.box({0, 0.5f, 0});
    lab.run(90);
    REQUIRE(!lab.world.isAwake(box));
    lab.world.setTransform(box, {0, 5, 0}, kIdentityRotation);
    lab.run(10);
    CHECK(lab.world.isAwake(box));
    CHECK(lab.world.position(box).y < 4.95f);
    lab.run(150);
    REQUIRE(!lab.world.isAwake(box));
    const float x = lab.world.position(box).x;
    for (const BodyId id : {floor, box})
        lab.world.setTransform(id, lab.world.position(id) + glm::vec3(7, 0, 0), lab.world.rotation(id));
    lab.run(120);
    CHECK(lab.world.position(box).y == about(0.5f, 0.02));
    CHECK(lab.world.position(box).x == about(x + 7, 1e-4));
}

TEST_CASE("types change while the world runs") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 3, 0});
    REQUIRE(lab.world.setType(box, BodyType::Static));
    CHECK(lab.world.mass(box) == 0);
    lab.run(30);
    CHECK(lab.world.position(box).y == 3);
    REQUIRE(lab.world.setType(box, BodyType::Kinematic));
    lab.world.setLinearVelocity(box, {0, 1, 0});
    lab.run(60);
    CHECK(lab.world.position(box).y == about(4, 1e-3));
    REQUIRE(lab.world.setType(box, BodyType::Dynamic));
    CHECK(lab.world.mass(box) == about(1));
    lab.run(240);
    CHECK(lab.world.position(box).y == about(0.5f, 0.02));
    CHECK(lab.clean());
}

TEST_CASE("what a call puts into a sleeper wakes it, also when their bounds overlapped before") {
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic})
        for (const float gap : {0.06f, 0.5f}) {
            CAPTURE(int(type));
            CAPTURE(gap);
            Lab lab;
            lab.floor();
            const BodyId box = lab.box({0, 0.5f, 0});
            const BodyId wall = lab.body({.type = type, .position = {1 + gap, 0.5f, 0}}, {.geometry = Box{}});
            lab.run(120);
            REQUIRE(!lab.world.isAwake(box));
            lab.world.setTransform(wall, {0.8f, 0.5f, 0}, kIdentityRotation);
            lab.world.step(kDt);
            CHECK(lab.world.isAwake(box));
            lab.run(239);
            CHECK(lab.world.position(box).x == about(-0.2, 0.06));
        }
}

TEST_CASE("a teleport that stays clear of a sleeper beside it lets it sleep") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    const BodyId wall = lab.body({.type = BodyType::Static, .position = {1.06f, 0.5f, 0}}, {.geometry = Box{}});
    lab.run(120);
    lab.world.setTransform(wall, {1.05f, 0.5f, 0}, kIdentityRotation);
    lab.run(2);
    CHECK(!lab.world.isAwake(box));
}

TEST_CASE("what touches a moving kinematic body cannot be put to sleep; what touches a resting one can") {
    Lab lab;
    const BodyId lift =
        lab.body({.type = BodyType::Kinematic, .linearVelocity = {1, 0, 0}}, {.geometry = Box{{2, 0.5f, 2}}});
    const BodyId box = lab.box({0, 1, 0}), upper = lab.box({0, 2, 0});
    lab.run(30);
    REQUIRE(lab.errors.lines.empty());
    CHECK(!lab.world.sleepBody(upper));
    CHECK(lab.errors.mentions("moving kinematic body"));
    CHECK(lab.world.isAwake(box));
    lab.world.setLinearVelocity(lift, {0, 0, 0});
    CHECK(lab.world.sleepBody(upper));
    CHECK(!lab.world.isAwake(box));
    // When the lift leaves, both fall.
    lab.world.setLinearVelocity(lift, {0, -5, 0});
    lab.run(60);
    CHECK(lab.world.position(box).y < -2);
}

TEST_CASE("locks hold a kinematic body that is given a target") {
    Lab lab;
    const BodyId body =
        lab.body({.type = BodyType::Kinematic, .locks = AxisLock::LinearY | AxisLock::Rotation}, {.geometry = Box{}});
    REQUIRE(lab.world.moveKinematic(body, {1, 1, 0}, turn(1, {0, 1, 0}), kDt));
    CHECK(lab.world.angularVelocity(body) == glm::vec3(0));
    lab.world.step(kDt);
    CHECK(lab.world.position(body).x == about(1));
    CHECK(lab.world.position(body).y == 0);
    CHECK(lab.world.rotation(body) == kIdentityRotation);
}

TEST_CASE("a frozen body takes no target and does not wake; what it forgot does not come back") {
    Lab lab;
    const BodyId body = lab.body(
        {.type = BodyType::Kinematic, .position = {9.9e8f, 0, 0}, .linearVelocity = {1e8f, 0, 0}}, {.geometry = Box{}});
    lab.run(3, 1);
    REQUIRE(lab.world.counters().frozenBodies == 1);
    CHECK(!lab.world.moveKinematic(body, {9.9e8f, 0, 0}, kIdentityRotation, 1));
    CHECK(!lab.world.wakeBody(body));
    lab.world.setTransform(body, {0, 0, 0}, kIdentityRotation);
    CHECK(lab.world.linearVelocity(body) == glm::vec3(0));
    lab.run(3, 1);
    CHECK(lab.world.position(body) == glm::vec3(0));
}
