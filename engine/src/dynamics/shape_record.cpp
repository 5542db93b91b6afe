#include "dynamics/shape_record.h"

#include <algorithm>

namespace drystone {

static float combine(CombineRule ruleA, CombineRule ruleB, float a, float b) {
    switch (std::max(ruleA, ruleB)) {
    case CombineRule::Average:
        return 0.5f * (a + b);
    case CombineRule::Minimum:
        return std::min(a, b);
    case CombineRule::Multiply:
        return a * b;
    case CombineRule::Maximum:
        return std::max(a, b);
    }
    return 0.0f;
}

static float staticFriction(const Material& m) { return m.staticFriction < 0.0f ? m.friction : m.staticFriction; }

SurfacePair combineMaterials(const Material& a, const Material& b) {
    SurfacePair surface{};
    surface.friction = limitedFriction(combine(a.frictionRule, b.frictionRule, a.friction, b.friction));
    // A contact that holds less than it slides with would slide at once: the larger value holds.
    surface.staticFriction = limitedFriction(
        std::max(surface.friction, combine(a.frictionRule, b.frictionRule, staticFriction(a), staticFriction(b))));
    surface.restitution = combine(a.restitutionRule, b.restitutionRule, a.restitution, b.restitution);
    surface.rollingResistance = limitedFriction(std::max(a.rollingResistance, b.rollingResistance));
    return surface;
}

bool filtersAllow(const Filter& a, const Filter& b) {
    if (a.group != 0 && a.group == b.group)
        return a.group > 0;
    return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

}  // namespace drystone
