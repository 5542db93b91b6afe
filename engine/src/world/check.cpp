#include "world/check.h"

#include <algorithm>
#include <cstdio>

#include "math/algebra.h"

namespace drystone {

// Floats this far out are spaced by 64 m; beyond it nothing can be simulated.
static constexpr float kLargestCoordinate = 1e9f;
static constexpr float kLargestSpeed = 1e8f;
static constexpr float kLargestExtent = 1e6f;
static constexpr float kSmallestExtent = 1e-5f;
// Inverses, and products of an inverse with a lever squared, stay normal numbers.
static constexpr float kLargestMass = 1e25f;
static constexpr float kLargestInertia = 1e35f;
static constexpr float kSmallestInertia = 1e-31f;
static constexpr float kSmallestMass = 1e-9f;
static constexpr float kLargestDensity = 1e12f;
static constexpr float kSmallestDensity = 1e-6f;

bool Check::report(const char* argument, const char* format, va_list values) const {
    char message[400];
    // A caller's name of any length leaves room for what it says.
    const int head =
        std::snprintf(message, sizeof message, "drystone: %.80s: %.80s%s", m_call, argument, *argument ? " " : "");
    std::vsnprintf(message + head, sizeof message - size_t(head), format, values);
    m_reporter.report({m_call, format, argument}, message);
    return false;
}

bool Check::fail(const char* format, ...) const {
    va_list values;
    va_start(values, format);
    report("", format, values);
    va_end(values);
    return false;
}

bool Check::failArgument(const char* argument, const char* format, ...) const {
    va_list values;
    va_start(values, format);
    report(argument, format, values);
    va_end(values);
    return false;
}

bool Check::finite(const char* argument, float value) const {
    return isFinite(value) || failArgument(argument, "must be finite, not %g", double(value));
}

static bool within(glm::vec3 v, float limit) {
    return glm::abs(v.x) <= limit && glm::abs(v.y) <= limit && glm::abs(v.z) <= limit;
}

bool Check::finite(const char* argument, glm::vec3 v) const {
    return isFinite(v) ||
        failArgument(argument, "must be finite, not (%g, %g, %g)", double(v.x), double(v.y), double(v.z));
}

bool Check::position(const char* argument, glm::vec3 v) const {
    return within(v, kLargestCoordinate) ||
        failArgument(argument, "must be finite and within 1e9 m of the origin, not (%g, %g, %g)", double(v.x),
                     double(v.y), double(v.z));
}

bool Check::translation(const char* argument, glm::vec3 v) const {
    return within(v, kLargestCoordinate) ||
        failArgument(argument, "must be finite and at most 1e9 m long in every component, not (%g, %g, %g)",
                     double(v.x), double(v.y), double(v.z));
}

bool Check::speed(const char* argument, glm::vec3 v) const {
    return within(v, kLargestSpeed) ||
        failArgument(argument, "must be finite and below 1e8 in every component, not (%g, %g, %g)", double(v.x),
                     double(v.y), double(v.z));
}

bool Check::rotation(const char* argument, glm::quat q) const {
    const float length = glm::dot(q, q);
    return (isFinite(q) && length > 1e-12f && isFinite(length)) ||
        failArgument(argument, "must be a finite quaternion that is not zero, not (x %g, y %g, z %g, w %g)",
                     double(q.x), double(q.y), double(q.z), double(q.w));
}

bool Check::direction(const char* argument, glm::vec3 v) const {
    const float length = lengthSquared(v);
    return (isFinite(v) && length > 1e-12f && isFinite(length)) ||
        failArgument(argument, "must be finite and not zero, not (%g, %g, %g)", double(v.x), double(v.y), double(v.z));
}

bool Check::positive(const char* argument, float value) const {
    return (isFinite(value) && value > 0.0f) ||
        failArgument(argument, "must be positive and finite, not %g", double(value));
}

bool Check::cap(const char* argument, float value) const {
    return value > 0.0f || failArgument(argument, "must be positive, or infinity for none, not %g", double(value));
}

bool Check::notNegative(const char* argument, float value) const {
    return (isFinite(value) && value >= 0.0f) ||
        failArgument(argument, "must be finite and not negative, not %g", double(value));
}

bool Check::inRange(const char* argument, double value, double lower, double upper) const {
    return (value >= lower && value <= upper) ||
        failArgument(argument, "must be from %g to %g, not %g", lower, upper, value);
}

bool Check::inRange(const char* argument, int value, int lower, int upper) const {
    return (value >= lower && value <= upper) ||
        failArgument(argument, "must be from %d to %d, not %d", lower, upper, value);
}

bool Check::enumerator(const char* argument, int value, int count) const {
    return (value >= 0 && value < count) || failArgument(argument, "has no value %d", value);
}

bool Check::mass(float value) const {
    return inRange("mass", value, kSmallestMass, kLargestMass);
}

bool Check::density(float value, bool mustWeigh) const {
    return inRange("density", value, mustWeigh ? kSmallestDensity : 0.0f, kLargestDensity);
}

bool Check::totalMass(const MassData& total) const {
    const glm::mat3& i = total.inertia;
    return inRange("mass of the body's shapes", total.mass, 0.0f, kLargestMass) &&
        inRange("moment of inertia of the body's shapes", std::max({i[0][0], i[1][1], i[2][2]}), 0.0f, kLargestInertia);
}

bool Check::inertia(glm::vec3 principal) const {
    static constexpr const char* kNames[] = {"principalInertia.x", "principalInertia.y", "principalInertia.z"};
    for (int i = 0; i < 3; ++i)
        if (principal[i] != 0.0f && !(principal[i] >= kSmallestInertia && principal[i] <= kLargestInertia))
            return failArgument(kNames[i], "must be 0 or from %g to %g, not %g", double(kSmallestInertia),
                                double(kLargestInertia), double(principal[i]));
    if (principal.x == 0.0f || principal.y == 0.0f || principal.z == 0.0f)
        return true;
    // I1 + I2 - I3 = 2 sum m x3^2 >= 0. What a tool has rounded to four digits passes.
    static constexpr float kTolerance = 1e-3f;
    for (int i = 0; i < 3; ++i) {
        const float a = principal[(i + 1) % 3], b = principal[(i + 2) % 3];
        if (principal[i] > (a + b) * (1.0f + kTolerance))
            return fail("principalInertia (%g, %g, %g) is that of no body: %g > %g + %g", double(principal.x),
                        double(principal.y), double(principal.z), double(principal[i]), double(a), double(b));
    }
    return true;
}

bool Check::geometry(const Geometry& geometry) const {
    if (const Sphere* sphere = std::get_if<Sphere>(&geometry))
        return inRange("geometry.radius", sphere->radius, kSmallestExtent, kLargestExtent);
    if (const Box* box = std::get_if<Box>(&geometry))
        return inRange("geometry.halfExtents.x", box->halfExtents.x, kSmallestExtent, kLargestExtent) &&
            inRange("geometry.halfExtents.y", box->halfExtents.y, kSmallestExtent, kLargestExtent) &&
            inRange("geometry.halfExtents.z", box->halfExtents.z, kSmallestExtent, kLargestExtent);
    const HalfSpace* plane = std::get_if<HalfSpace>(&geometry);
    if (!plane)
        return fail("geometry holds no shape");
    return direction("geometry.normal", plane->normal) &&
        inRange("geometry.offset", plane->offset, -kLargestCoordinate, kLargestCoordinate);
}

bool Check::material(const Material& m) const {
    return notNegative("material.friction", m.friction) && finite("material.staticFriction", m.staticFriction) &&
        inRange("material.restitution", m.restitution, 0.0f, 1.0f) &&
        notNegative("material.rollingResistance", m.rollingResistance) &&
        enumerator("material.frictionRule", int(m.frictionRule), 4) &&
        enumerator("material.restitutionRule", int(m.restitutionRule), 4);
}

bool Check::settings(const WorldSettings& s) const {
    return speed("gravity", s.gravity) && enumerator("solver", int(s.solver), 5) &&
        enumerator("stabilisation", int(s.stabilisation), 3) && inRange("substeps", s.substeps, 1, 64) &&
        inRange("iterations", s.iterations, 1, 1000) &&
        inRange("positionIterations", s.positionIterations, 0, 1000) &&
        inRange("referenceTolerance", s.referenceTolerance, 0.0, 1.0) &&
        inRange("referenceIterations", s.referenceIterations, 1, 10000000) &&
        enumerator("integrator", int(s.integrator), 4) && enumerator("gyroscopic", int(s.gyroscopic), 4) &&
        enumerator("orientation", int(s.orientation), 2) && enumerator("frictionModel", int(s.frictionModel), 2) &&
        enumerator("continuous", int(s.continuous), 4) &&
        cap("maxLinearSpeed", s.maxLinearSpeed) && cap("maxAngularSpeed", s.maxAngularSpeed) &&
        inRange("contactHertz", s.contactHertz, 0.01f, 1e6f) &&
        inRange("contactDampingRatio", s.contactDampingRatio, 0.0f, 1e4f) &&
        inRange("contactCompliance", s.contactCompliance, 0.0f, 1e6f) && positive("maxPushSpeed", s.maxPushSpeed) &&
        inRange("baumgarteFactor", s.baumgarteFactor, 1e-6f, 1.0f) && inRange("linearSlop", s.linearSlop, 0.0f, 1e3f) &&
        inRange("speculativeDistance", s.speculativeDistance, 0.0f, 1e3f) &&
        inRange("speculativeReach", s.speculativeReach, 0.0f, 1e3f) &&
        notNegative("restitutionFloor", s.restitutionFloor) && notNegative("sleepSpeed", s.sleepSpeed) &&
        notNegative("sleepTime", s.sleepTime) && notNegative("hitEventSpeed", s.hitEventSpeed);
}

bool Check::bodyDef(const BodyDef& d) const {
    return enumerator("type", int(d.type), 3) && position("position", d.position) && rotation("rotation", d.rotation) &&
        speed("linearVelocity", d.linearVelocity) && speed("angularVelocity", d.angularVelocity) &&
        notNegative("linearDamping", d.linearDamping) && notNegative("angularDamping", d.angularDamping) &&
        inRange("gravityScale", d.gravityScale, -1e6f, 1e6f) && enumerator("locks", int(d.locks), 64);
}

}  // namespace drystone
