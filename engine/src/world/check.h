// Argument checks of the public calls. A failed check has reported one line that names call, argument and value.
#pragma once

#include <drystone/world.h>

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
    bool speed(const char* argument, glm::vec3 value) const;
    // Finite and long enough to normalise.
    bool rotation(const char* argument, glm::quat value) const;
    bool direction(const char* argument, glm::vec3 value) const;
    bool positive(const char* argument, float value) const;
    bool notNegative(const char* argument, float value) const;
    bool inRange(const char* argument, float value, float lower, float upper) const;
    bool inRange(const char* argument, int value, int lower, int upper) const;
    // Of an enumeration with count values from 0.
    bool enumerator(const char* argument, int value, int count) const;

    bool geometry(const Geometry& value) const;
    bool material(const Material& value) const;
    bool settings(const WorldSettings& value) const;
    bool bodyDef(const BodyDef& value) const;

    // Reports "call: message" with printf arguments; false, for use as a result.
    [[gnu::format(printf, 2, 3)]] bool fail(const char* format, ...) const;

private:
    ErrorReporter& m_reporter;
    const char* m_call;
};

}  // namespace drystone
