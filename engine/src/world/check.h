// Argument checks of the public calls. A failed check has reported one line that names call, argument and value.
#pragma once

#include <cstdarg>

#include <drystone/world.h>

#include "geometry/shape.h"
#include "world/report.h"

namespace drystone {

struct Body;
struct ShapeRecord;
struct Simulation;

class Check {
public:
    // call: the public function's name, a literal.
    Check(ErrorReporter& reporter, const char* call) : m_reporter(reporter), m_call(call) {}

    bool finite(const char* argument, float value) const;
    bool finite(const char* argument, glm::vec3 value) const;
    // Within limit in every coordinate: beyond it floats are too coarse to simulate.
    bool position(const char* argument, glm::vec3 value) const;
    // From one point to another: as far as positions may be apart from the origin.
    bool translation(const char* argument, glm::vec3 value) const;
    bool speed(const char* argument, glm::vec3 value) const;
    // Finite and long enough to normalise.
    bool rotation(const char* argument, glm::quat value) const;
    bool direction(const char* argument, glm::vec3 value) const;
    bool positive(const char* argument, float value) const;
    // A limit that infinity switches off.
    bool cap(const char* argument, float value) const;
    bool notNegative(const char* argument, float value) const;
    bool inRange(const char* argument, double value, double lower, double upper) const;
    bool inRange(const char* argument, int value, int lower, int upper) const;
    // Of an enumeration with count values from 0.
    bool enumerator(const char* argument, int value, int count) const;

    bool mass(float value) const;
    // mustWeigh: of a solid shape of a dynamic body.
    bool density(float value, bool mustWeigh) const;
    // What the shapes of a dynamic body add up to.
    bool totalMass(const MassData& value) const;
    // Each zero, which torques do not turn, or in range; together those of a body that could be.
    bool inertia(glm::vec3 principal) const;

    bool geometry(const Geometry& value) const;
    bool material(const Material& value) const;
    bool settings(const WorldSettings& value) const;
    bool bodyDef(const BodyDef& value) const;

    // Reports "call: message" with printf arguments; false, for use as a result. The format is the kind of mistake.
    [[gnu::format(printf, 2, 3)]] bool fail(const char* format, ...) const;
    // Reports "call: argument message": a wording that serves many arguments is a kind of mistake for each.
    [[gnu::format(printf, 3, 4)]] bool failArgument(const char* argument, const char* format, ...) const;

private:
    bool report(const char* argument, const char* format, va_list values) const;

    ErrorReporter& m_reporter;
    const char* m_call;
};

}  // namespace drystone
