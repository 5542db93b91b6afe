// Bad arguments to calls on bodies.
#include "world/snapshot.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

using M = Menagerie;
using W = World;

// A body definition with one field spoilt.
template <class Spoil>
Misuse bodyDef(const char* argument, const char* value, Spoil spoil) {
    return {"createBody", argument, value, [spoil](M&, W& w) {
                BodyDef def;
                spoil(def);
                return !w.createBody(def);
            }};
}

MassProperties goodMass() {
    return {.mass = 2, .principalInertia = {1, 1, 1}};
}

template <class Spoil>
Misuse massDef(const char* argument, const char* value, Spoil spoil) {
    return {"setMassProperties", argument, value, [spoil](M& m, W& w) {
                MassProperties mass = goodMass();
                spoil(mass);
                return !w.setMassProperties(m.box, mass);
            }};
}

}  // namespace

TEST_CASE("createBody refuses a bad definition") {
    checkRefused({
        bodyDef("position", "nan", [](BodyDef& d) { d.position.y = kNan; }),
        bodyDef("position", "inf", [](BodyDef& d) { d.position.x = kInfinity; }),
        bodyDef("rotation", "nan", [](BodyDef& d) { d.rotation.w = kNan; }),
        bodyDef("rotation", "0",
                [](BodyDef& d) {
                    d.rotation = {0, 0, 0, 0};
                }),
        bodyDef("rotation", "inf", [](BodyDef& d) { d.rotation.x = kInfinity; }),
        bodyDef("linearVelocity", "nan", [](BodyDef& d) { d.linearVelocity.z = kNan; }),
        bodyDef("linearVelocity", "-inf", [](BodyDef& d) { d.linearVelocity.z = -kInfinity; }),
        bodyDef("angularVelocity", "nan", [](BodyDef& d) { d.angularVelocity.x = kNan; }),
        bodyDef("angularVelocity", "inf", [](BodyDef& d) { d.angularVelocity.x = kInfinity; }),
        bodyDef("linearDamping", "-0.5", [](BodyDef& d) { d.linearDamping = -0.5f; }),
        bodyDef("linearDamping", "nan", [](BodyDef& d) { d.linearDamping = kNan; }),
        bodyDef("angularDamping", "-1", [](BodyDef& d) { d.angularDamping = -1; }),
        bodyDef("angularDamping", "inf", [](BodyDef& d) { d.angularDamping = kInfinity; }),
        bodyDef("gravityScale", "nan", [](BodyDef& d) { d.gravityScale = kNan; }),
        bodyDef("gravityScale", "inf", [](BodyDef& d) { d.gravityScale = kInfinity; }),
        bodyDef("type", "9", [](BodyDef& d) { d.type = BodyType(9); }),
        bodyDef("locks", "64", [](BodyDef& d) { d.locks = AxisLock(64); }),
    });
}

TEST_CASE("poses and velocities") {
    checkRefused({
        {"setTransform", "position", "nan",
         [](M& m, W& w) {
             return !w.setTransform(m.box, {kNan, 0, 0}, kIdentityRotation);
         }},
        {"setTransform", "position", "inf",
         [](M& m, W& w) {
             return !w.setTransform(m.box, {0, kInfinity, 0}, kIdentityRotation);
         }},
        {"setTransform", "rotation", "0",
         [](M& m, W& w) {
             return !w.setTransform(m.box, {0, 0, 0}, {0, 0, 0, 0});
         }},
        {"setTransform", "rotation", "nan",
         [](M& m, W& w) {
             return !w.setTransform(m.box, {0, 0, 0}, {kNan, 0, 0, 0});
         }},
        {"moveKinematic", "position", "nan",
         [](M& m, W& w) {
             return !w.moveKinematic(m.platform, {kNan, 0, 0}, kIdentityRotation, kDt);
         }},
        {"moveKinematic", "rotation", "nan",
         [](M& m, W& w) {
             return !w.moveKinematic(m.platform, {6, 1, 0}, {1, 0, kNan, 0}, kDt);
         }},
        {"moveKinematic", "dt", "0",
         [](M& m, W& w) {
             return !w.moveKinematic(m.platform, {6, 1, 0}, kIdentityRotation, 0);
         }},
        {"moveKinematic", "dt", "-1",
         [](M& m, W& w) {
             return !w.moveKinematic(m.platform, {6, 1, 0}, kIdentityRotation, -1);
         }},
        {"moveKinematic", "dt", "nan",
         [](M& m, W& w) {
             return !w.moveKinematic(m.platform, {6, 1, 0}, kIdentityRotation, kNan);
         }},
        {"moveKinematic", "dt", "inf",
         [](M& m, W& w) {
             return !w.moveKinematic(m.platform, {6, 1, 0}, kIdentityRotation, kInfinity);
         }},
        {"moveKinematic", "body", "kinematic",
         [](M& m, W& w) {
             return !w.moveKinematic(m.box, {6, 1, 0}, kIdentityRotation, kDt);
         }},
        {"setLinearVelocity", "velocity", "nan",
         [](M& m, W& w) {
             return !w.setLinearVelocity(m.box, {0, kNan, 0});
         }},
        {"setLinearVelocity", "velocity", "inf",
         [](M& m, W& w) {
             return !w.setLinearVelocity(m.box, {0, kInfinity, 0});
         }},
        {"setLinearVelocity", "body", "static",
         [](M& m, W& w) {
             return !w.setLinearVelocity(m.ground, {1, 0, 0});
         }},
        {"setAngularVelocity", "velocity", "nan",
         [](M& m, W& w) {
             return !w.setAngularVelocity(m.box, {0, 0, kNan});
         }},
        {"setAngularVelocity", "velocity", "inf",
         [](M& m, W& w) {
             return !w.setAngularVelocity(m.platform, {0, 0, kInfinity});
         }},
        {"interpolatedTransform", "alpha", "1.5",
         [](M& m, W& w) { return w.interpolatedTransform(m.box, 1.5f).position == glm::vec3(0); }},
        {"interpolatedTransform", "alpha", "nan",
         [](M& m, W& w) { return w.interpolatedTransform(m.box, kNan).position == glm::vec3(0); }},
        {"velocityAt", "worldPoint", "nan",
         [](M& m, W& w) {
             return w.velocityAt(m.box, {kNan, 0, 0}) == glm::vec3(0);
         }},
    });
}

TEST_CASE("forces and impulses") {
    checkRefused({
        {"applyForce", "force", "nan",
         [](M& m, W& w) {
             return !w.applyForce(m.box, {kNan, 0, 0});
         }},
        {"applyForce", "force", "inf",
         [](M& m, W& w) {
             return !w.applyForce(m.box, {kInfinity, 0, 0});
         }},
        {"applyForce", "body", "static",
         [](M& m, W& w) {
             return !w.applyForce(m.ground, {1, 0, 0});
         }},
        {"applyForce", "body", "kinematic",
         [](M& m, W& w) {
             return !w.applyForce(m.platform, {1, 0, 0});
         }},
        {"applyForceAt", "force", "nan",
         [](M& m, W& w) {
             return !w.applyForceAt(m.box, {kNan, 0, 0}, {0, 0, 0});
         }},
        {"applyForceAt", "worldPoint", "nan",
         [](M& m, W& w) {
             return !w.applyForceAt(m.box, {1, 0, 0}, {0, kNan, 0});
         }},
        {"applyForceAt", "worldPoint", "inf",
         [](M& m, W& w) {
             return !w.applyForceAt(m.box, {1, 0, 0}, {0, kInfinity, 0});
         }},
        {"applyTorque", "torque", "nan",
         [](M& m, W& w) {
             return !w.applyTorque(m.box, {kNan, 0, 0});
         }},
        {"applyTorque", "torque", "-inf",
         [](M& m, W& w) {
             return !w.applyTorque(m.box, {-kInfinity, 0, 0});
         }},
        {"applyImpulse", "impulse", "nan",
         [](M& m, W& w) {
             return !w.applyImpulse(m.box, {kNan, 0, 0});
         }},
        {"applyImpulse", "impulse", "inf",
         [](M& m, W& w) {
             return !w.applyImpulse(m.box, {0, 0, kInfinity});
         }},
        {"applyImpulseAt", "impulse", "nan",
         [](M& m, W& w) {
             return !w.applyImpulseAt(m.box, {kNan, 0, 0}, {0, 0, 0});
         }},
        {"applyImpulseAt", "worldPoint", "nan",
         [](M& m, W& w) {
             return !w.applyImpulseAt(m.box, {1, 0, 0}, {0, 0, kNan});
         }},
        {"applyAngularImpulse", "impulse", "nan",
         [](M& m, W& w) {
             return !w.applyAngularImpulse(m.box, {kNan, 0, 0});
         }},
    });
}

// o3de/o3de#2767, notgiven688/jitterphysics2#55: zero and negative masses gave NaN positions.
TEST_CASE("mass") {
    checkRefused({
        {"setMass", "mass", "0", [](M& m, W& w) { return !w.setMass(m.box, 0); }},
        {"setMass", "mass", "-1", [](M& m, W& w) { return !w.setMass(m.box, -1); }},
        {"setMass", "mass", "nan", [](M& m, W& w) { return !w.setMass(m.box, kNan); }},
        {"setMass", "mass", "inf", [](M& m, W& w) { return !w.setMass(m.box, kInfinity); }},
        {"setMass", "mass", "1e-30", [](M& m, W& w) { return !w.setMass(m.box, 1e-30f); }},
        {"setMass", "body", "static", [](M& m, W& w) { return !w.setMass(m.ground, 1); }},
        {"setMassProperties", "body", "kinematic",
         [](M& m, W& w) { return !w.setMassProperties(m.platform, goodMass()); }},
        massDef("mass", "0", [](MassProperties& p) { p.mass = 0; }),
        massDef("mass", "-3", [](MassProperties& p) { p.mass = -3; }),
        massDef("mass", "nan", [](MassProperties& p) { p.mass = kNan; }),
        massDef("mass", "inf", [](MassProperties& p) { p.mass = kInfinity; }),
        massDef("centerOfMass", "nan", [](MassProperties& p) { p.centerOfMass.x = kNan; }),
        massDef("centerOfMass", "inf", [](MassProperties& p) { p.centerOfMass.y = kInfinity; }),
        massDef("principalInertia", "-1", [](MassProperties& p) { p.principalInertia.y = -1; }),
        massDef("principalInertia", "nan", [](MassProperties& p) { p.principalInertia.z = kNan; }),
        massDef("principalInertia", "inf", [](MassProperties& p) { p.principalInertia.x = kInfinity; }),
        massDef("principalInertia", "e-41", [](MassProperties& p) { p.principalInertia.x = 1e-40f; }),
        massDef("principalInertia", "10 > 1 + 1",
                [](MassProperties& p) {
                    p.principalInertia = {10, 1, 1};
                }),
        massDef("principalInertia", "2.1 > 1 + 1",
                [](MassProperties& p) {
                    p.principalInertia = {1, 1, 2.1f};
                }),
        massDef("principalRotation", "0",
                [](MassProperties& p) {
                    p.principalRotation = {0, 0, 0, 0};
                }),
        massDef("principalRotation", "nan", [](MassProperties& p) { p.principalRotation.x = kNan; }),
        {"resetMass", "body", "static", [](M& m, W& w) { return !w.resetMass(m.ground); }},
    });
}

TEST_CASE("other properties") {
    checkRefused({
        {"setType", "type", "7", [](M& m, W& w) { return !w.setType(m.box, BodyType(7)); }},
        {"setDamping", "linear", "-1", [](M& m, W& w) { return !w.setDamping(m.box, -1, 0); }},
        {"setDamping", "linear", "nan", [](M& m, W& w) { return !w.setDamping(m.box, kNan, 0); }},
        {"setDamping", "angular", "-2", [](M& m, W& w) { return !w.setDamping(m.box, 0, -2); }},
        {"setDamping", "angular", "inf", [](M& m, W& w) { return !w.setDamping(m.box, 0, kInfinity); }},
        {"setGravityScale", "scale", "nan", [](M& m, W& w) { return !w.setGravityScale(m.box, kNan); }},
        {"setGravityScale", "scale", "-inf", [](M& m, W& w) { return !w.setGravityScale(m.box, -kInfinity); }},
        {"setLocks", "locks", "64", [](M& m, W& w) { return !w.setLocks(m.box, AxisLock(64)); }},
        {"sleepBody", "body", "static", [](M& m, W& w) { return !w.sleepBody(m.ground); }},
    });
}

namespace {

// Every call that takes a body, with one handle.
std::vector<Misuse> callsOn(BodyId M::*handle) {
    auto call = [&](const char* name, auto result) {
        return Misuse{name, "body", "", [handle, result](M& m, W& w) { return result(w, m.*handle); }};
    };
    const glm::vec3 zero(0), one(1);
    return {
        call("destroyBody", [](W& w, BodyId b) { return !w.destroyBody(b); }),
        call("type", [](W& w, BodyId b) { return w.type(b) == BodyType::Static; }),
        call("setType", [](W& w, BodyId b) { return !w.setType(b, BodyType::Static); }),
        call("position", [=](W& w, BodyId b) { return w.position(b) == zero; }),
        call("rotation", [](W& w, BodyId b) { return w.rotation(b) == kIdentityRotation; }),
        call("transform", [=](W& w, BodyId b) { return w.transform(b).position == zero; }),
        call("interpolatedTransform",
             [=](W& w, BodyId b) { return w.interpolatedTransform(b, 0.5f).position == zero; }),
        call("centerOfMass", [=](W& w, BodyId b) { return w.centerOfMass(b) == zero; }),
        call("state", [=](W& w, BodyId b) { return w.state(b).position == zero; }),
        call("setTransform", [=](W& w, BodyId b) { return !w.setTransform(b, zero, kIdentityRotation); }),
        call("moveKinematic", [=](W& w, BodyId b) { return !w.moveKinematic(b, zero, kIdentityRotation, kDt); }),
        call("linearVelocity", [=](W& w, BodyId b) { return w.linearVelocity(b) == zero; }),
        call("angularVelocity", [=](W& w, BodyId b) { return w.angularVelocity(b) == zero; }),
        call("velocityAt", [=](W& w, BodyId b) { return w.velocityAt(b, one) == zero; }),
        call("setLinearVelocity", [=](W& w, BodyId b) { return !w.setLinearVelocity(b, one); }),
        call("setAngularVelocity", [=](W& w, BodyId b) { return !w.setAngularVelocity(b, one); }),
        call("applyForce", [=](W& w, BodyId b) { return !w.applyForce(b, one); }),
        call("applyForceAt", [=](W& w, BodyId b) { return !w.applyForceAt(b, one, one); }),
        call("applyTorque", [=](W& w, BodyId b) { return !w.applyTorque(b, one); }),
        call("applyImpulse", [=](W& w, BodyId b) { return !w.applyImpulse(b, one); }),
        call("applyImpulseAt", [=](W& w, BodyId b) { return !w.applyImpulseAt(b, one, one); }),
        call("applyAngularImpulse", [=](W& w, BodyId b) { return !w.applyAngularImpulse(b, one); }),
        call("massProperties", [](W& w, BodyId b) { return w.massProperties(b).mass == 0; }),
        call("mass", [](W& w, BodyId b) { return w.mass(b) == 0; }),
        call("setMassProperties", [](W& w, BodyId b) { return !w.setMassProperties(b, goodMass()); }),
        call("setMass", [](W& w, BodyId b) { return !w.setMass(b, 2); }),
        call("resetMass", [](W& w, BodyId b) { return !w.resetMass(b); }),
        call("setDamping", [](W& w, BodyId b) { return !w.setDamping(b, 1, 1); }),
        call("linearDamping", [](W& w, BodyId b) { return w.linearDamping(b) == 0; }),
        call("angularDamping", [](W& w, BodyId b) { return w.angularDamping(b) == 0; }),
        call("setGravityScale", [](W& w, BodyId b) { return !w.setGravityScale(b, 2); }),
        call("gravityScale", [](W& w, BodyId b) { return w.gravityScale(b) == 0; }),
        call("setLocks", [](W& w, BodyId b) { return !w.setLocks(b, AxisLock::LinearX); }),
        call("locks", [](W& w, BodyId b) { return w.locks(b) == AxisLock::None; }),
        call("isAwake", [](W& w, BodyId b) { return !w.isAwake(b); }),
        call("wakeBody", [](W& w, BodyId b) { return !w.wakeBody(b); }),
        call("sleepBody", [](W& w, BodyId b) { return !w.sleepBody(b); }),
        call("setAllowSleep", [](W& w, BodyId b) { return !w.setAllowSleep(b, false); }),
        call("allowSleep", [](W& w, BodyId b) { return !w.allowSleep(b); }),
        call("setContinuous", [](W& w, BodyId b) { return !w.setContinuous(b, true); }),
        call("isContinuous", [](W& w, BodyId b) { return !w.isContinuous(b); }),
        call("wakeReason", [](W& w, BodyId b) { return w.wakeReason(b) == WakeReason::None; }),
        call("islandOf", [](W& w, BodyId b) { return w.islandOf(b) == -1; }),
        call("setUserData", [](W& w, BodyId b) { return !w.setUserData(b, 5); }),
        call("userData", [](W& w, BodyId b) { return w.userData(b) == 0; }),
        call("createShape", [](W& w, BodyId b) { return !w.createShape(b, {}); }),
        call("shapesOf",
             [](W& w, BodyId b) {
                 std::vector<ShapeId> out(3);
                 w.shapesOf(b, out);
                 return out.empty();
             }),
    };
}

}  // namespace

TEST_CASE("a stale body handle is refused by every call") {
    checkRefused(callsOn(&M::stale));
}
TEST_CASE("a handle of another world's body is refused by every call") {
    checkRefused(callsOn(&M::foreign));
}
TEST_CASE("a world that was moved from refuses every call on a body") {
    checkRefusedAfterMove(callsOn(&M::box));
}
TEST_CASE("a null body handle is refused by every call") {
    std::vector<Misuse> calls = callsOn(&M::stale);
    for (Misuse& call : calls) {
        const auto inner = call.refused;
        call.refused = [inner](M& m, W& w) {
            m.stale = {};
            return inner(m, w);
        };
    }
    checkRefused(calls);
}
