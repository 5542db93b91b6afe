// Bad arguments to calls on shapes.
#include "world/snapshot.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

using M = Menagerie;
using W = World;

template <class Spoil>
Misuse shapeDef(const char* argument, const char* value, Spoil spoil) {
    return {"createShape", argument, value, [spoil](M& m, W& w) {
                ShapeDef def;
                def.geometry = Box{};
                spoil(def);
                return !w.createShape(m.box, def);
            }};
}

template <class Spoil>
Misuse materialDef(const char* argument, const char* value, Spoil spoil) {
    return {"setMaterial", argument, value, [spoil](M& m, W& w) {
                Material material;
                spoil(material);
                return !w.setMaterial(m.boxShape, material);
            }};
}

}  // namespace

TEST_CASE("createShape refuses a bad definition") {
    checkRefused({
        shapeDef("radius", "0", [](ShapeDef& d) { d.geometry = Sphere{0}; }),
        shapeDef("radius", "-1", [](ShapeDef& d) { d.geometry = Sphere{-1}; }),
        shapeDef("radius", "nan", [](ShapeDef& d) { d.geometry = Sphere{kNan}; }),
        shapeDef("radius", "inf", [](ShapeDef& d) { d.geometry = Sphere{kInfinity}; }),
        shapeDef("halfExtents", "0",
                 [](ShapeDef& d) {
                     d.geometry = Box{{0, 1, 1}};
                 }),
        shapeDef("halfExtents", "-2",
                 [](ShapeDef& d) {
                     d.geometry = Box{{1, -2, 1}};
                 }),
        shapeDef("halfExtents", "nan",
                 [](ShapeDef& d) {
                     d.geometry = Box{{1, 1, kNan}};
                 }),
        shapeDef("halfExtents", "inf",
                 [](ShapeDef& d) {
                     d.geometry = Box{{1, kInfinity, 1}};
                 }),
        shapeDef("position", "nan", [](ShapeDef& d) { d.position.x = kNan; }),
        shapeDef("position", "inf", [](ShapeDef& d) { d.position.y = kInfinity; }),
        shapeDef("rotation", "0",
                 [](ShapeDef& d) {
                     d.rotation = {0, 0, 0, 0};
                 }),
        shapeDef("rotation", "nan", [](ShapeDef& d) { d.rotation.y = kNan; }),
        shapeDef("density", "0", [](ShapeDef& d) { d.density = 0; }),
        shapeDef("density", "-5", [](ShapeDef& d) { d.density = -5; }),
        shapeDef("density", "nan", [](ShapeDef& d) { d.density = kNan; }),
        shapeDef("density", "inf", [](ShapeDef& d) { d.density = kInfinity; }),
        shapeDef("friction", "-0.1", [](ShapeDef& d) { d.material.friction = -0.1f; }),
        shapeDef("friction", "nan", [](ShapeDef& d) { d.material.friction = kNan; }),
        shapeDef("staticFriction", "nan", [](ShapeDef& d) { d.material.staticFriction = kNan; }),
        shapeDef("restitution", "1.5", [](ShapeDef& d) { d.material.restitution = 1.5f; }),
        shapeDef("restitution", "-1", [](ShapeDef& d) { d.material.restitution = -1; }),
        shapeDef("restitution", "nan", [](ShapeDef& d) { d.material.restitution = kNan; }),
        shapeDef("rollingResistance", "-1", [](ShapeDef& d) { d.material.rollingResistance = -1; }),
        shapeDef("rollingResistance", "nan", [](ShapeDef& d) { d.material.rollingResistance = kNan; }),
        shapeDef("frictionRule", "4", [](ShapeDef& d) { d.material.frictionRule = CombineRule(4); }),
        shapeDef("restitutionRule", "200", [](ShapeDef& d) { d.material.restitutionRule = CombineRule(200); }),
    });
}

TEST_CASE("a half-space belongs to a static body and has a direction") {
    auto plane = [](BodyId M::*body, const char* argument, const char* value, HalfSpace shape) {
        return Misuse{"createShape", argument, value,
                      [=](M& m, W& w) { return !w.createShape(m.*body, {.geometry = shape}); }};
    };
    checkRefused({
        plane(&M::box, "half-space", "static", {}),
        plane(&M::platform, "half-space", "static", {}),
        plane(&M::ground, "normal", "0", {.normal = {0, 0, 0}}),
        plane(&M::ground, "normal", "nan", {.normal = {0, kNan, 0}}),
        plane(&M::ground, "normal", "inf", {.normal = {0, kInfinity, 0}}),
        plane(&M::ground, "offset", "nan", {.offset = kNan}),
        plane(&M::ground, "offset", "inf", {.offset = kInfinity}),
    });
    Lab lab;
    const BodyId ground = lab.body({.type = BodyType::Static}, {.geometry = HalfSpace{}});
    CHECK(!lab.world.setType(ground, BodyType::Dynamic));
    CHECK(lab.errors.mentions("half-space"));
    CHECK(lab.world.type(ground) == BodyType::Static);
}

TEST_CASE("material, density") {
    checkRefused({
        materialDef("friction", "-1", [](Material& d) { d.friction = -1; }),
        materialDef("friction", "inf", [](Material& d) { d.friction = kInfinity; }),
        materialDef("staticFriction", "nan", [](Material& d) { d.staticFriction = kNan; }),
        materialDef("restitution", "2", [](Material& d) { d.restitution = 2; }),
        materialDef("restitution", "nan", [](Material& d) { d.restitution = kNan; }),
        materialDef("rollingResistance", "-0.5", [](Material& d) { d.rollingResistance = -0.5f; }),
        materialDef("frictionRule", "9", [](Material& d) { d.frictionRule = CombineRule(9); }),
        materialDef("restitutionRule", "9", [](Material& d) { d.restitutionRule = CombineRule(9); }),
        {"setDensity", "density", "0", [](M& m, W& w) { return !w.setDensity(m.boxShape, 0); }},
        {"setDensity", "density", "-1", [](M& m, W& w) { return !w.setDensity(m.boxShape, -1); }},
        {"setDensity", "density", "nan", [](M& m, W& w) { return !w.setDensity(m.boxShape, kNan); }},
        {"setDensity", "density", "inf", [](M& m, W& w) { return !w.setDensity(m.boxShape, kInfinity); }},
        {"sensorOverlaps", "sensor", "",
         [](M& m, W& w) {
             std::vector<ShapeId> out(2);
             w.sensorOverlaps(m.boxShape, out);
             return out.empty();
         }},
    });
}

namespace {

std::vector<Misuse> callsOn(ShapeId M::*handle) {
    auto call = [&](const char* name, auto result) {
        return Misuse{name, "shape", "", [handle, result](M& m, W& w) { return result(w, m.*handle); }};
    };
    std::vector<Misuse> calls = {
        call("destroyShape", [](W& w, ShapeId s) { return !w.destroyShape(s); }),
        call("bodyOf", [](W& w, ShapeId s) { return !w.bodyOf(s); }),
        call("geometry",
             [](W& w, ShapeId s) {
                 w.geometry(s);
                 return true;
             }),
        call("localTransform", [](W& w, ShapeId s) { return w.localTransform(s).position == glm::vec3(0); }),
        call("bounds", [](W& w, ShapeId s) { return w.bounds(s).upper == glm::vec3(0); }),
        call("isSensor", [](W& w, ShapeId s) { return !w.isSensor(s); }),
        call("density", [](W& w, ShapeId s) { return w.density(s) == 0; }),
        call("setDensity", [](W& w, ShapeId s) { return !w.setDensity(s, 2); }),
        call("material",
             [](W& w, ShapeId s) {
                 w.material(s);
                 return true;
             }),
        call("setMaterial", [](W& w, ShapeId s) { return !w.setMaterial(s, {}); }),
        call("filter",
             [](W& w, ShapeId s) {
                 w.filter(s);
                 return true;
             }),
        call("setFilter", [](W& w, ShapeId s) { return !w.setFilter(s, {}); }),
        call("setUserData", [](W& w, ShapeId s) { return !w.setUserData(s, 4); }),
        call("userData", [](W& w, ShapeId s) { return w.userData(s) == 0; }),
        call("sensorOverlaps",
             [](W& w, ShapeId s) {
                 std::vector<ShapeId> out(2);
                 w.sensorOverlaps(s, out);
                 return out.empty();
             }),
    };
    calls.back().argument = "";
    return calls;
}

}  // namespace

TEST_CASE("a stale shape handle is refused by every call") {
    checkRefused(callsOn(&M::staleShape));
}
TEST_CASE("a handle of another world's shape is refused by every call") {
    checkRefused(callsOn(&M::foreignShape));
}
TEST_CASE("a world that was moved from refuses every call on a shape") {
    checkRefusedAfterMove(callsOn(&M::boxShape));
}
TEST_CASE("a null shape handle is refused by every call") {
    std::vector<Misuse> calls = callsOn(&M::staleShape);
    for (Misuse& call : calls) {
        const auto inner = call.refused;
        call.refused = [inner](M& m, W& w) {
            m.staleShape = {};
            return inner(m, w);
        };
    }
    checkRefused(calls);
}

TEST_CASE("a static body needs no density, and a sensor none either") {
    Lab lab;
    const BodyId ground = lab.world.createBody({.type = BodyType::Static}), body = lab.world.createBody({});
    CHECK(lab.world.createShape(ground, {.geometry = Box{}, .density = 0}));
    CHECK(lab.world.createShape(body, {.geometry = Box{}, .density = 0, .sensor = true}));
    CHECK(lab.clean());
}

TEST_CASE("density extremes are refused wherever they come from, and what is allowed moves") {
    Lab lab;
    const BodyId heavy = lab.body({.type = BodyType::Static}, {.geometry = Box{glm::vec3(1e6f)}, .density = 1e12f});
    REQUIRE(lab.clean());
    CHECK(!lab.world.setType(heavy, BodyType::Dynamic));
    CHECK(lab.world.type(heavy) == BodyType::Static);
    const BodyId dust = lab.body({.position = {0, 2e6f, 0}}, {.geometry = Sphere{1e-5f}, .density = 1e-6f});
    const BodyId moon = lab.body({.position = {1e7f, 0, 0}}, {.geometry = Sphere{1e6f}, .density = 1});
    CHECK(!lab.world.setDensity(lab.shapeOf(moon), 1e8f));
    CHECK(lab.errors.lines.size() == 2);
    // From the least mass to the greatest and back.
    CHECK(lab.world.setMass(dust, 1e20f));
    CHECK(finite(lab.world.massProperties(dust).principalInertia));
    CHECK(lab.world.massProperties(dust).principalInertia.x == about(0.4e10));
    CHECK(lab.world.setMass(dust, 1e-9f));
    CHECK(lab.world.massProperties(dust).principalInertia.x == about(0.4e-19, 1e-4));
    lab.run(10);
    CHECK(lab.world.counters().frozenBodies == 0);
    CHECK(lab.world.linearVelocity(dust).y == about(-kGravity / 6, 1e-4));
    CHECK(lab.world.linearVelocity(moon).y == about(-kGravity / 6, 1e-4));
}
