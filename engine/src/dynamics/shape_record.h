// A shape as the engine keeps it, by slot.
#pragma once

#include <drystone/shapes.h>

#include "dynamics/slots.h"
#include "geometry/shape.h"

namespace drystone {

struct ShapeRecord {
    Shape shape;
    Transform local;  // in the body's frame
    Material material;
    Filter filter;
    float density = 0.0f;
    bool sensor = false;
    uint32_t body = kNone;
    uint32_t nextShape = kNone;  // of the body, in order of creation
    uint32_t proxy = kNone;
    uint64_t placedStep = 0;     // step ahead of which it was made or teleported
    uint64_t userData = 0;
};

// Combined surface of two materials (Material, CombineRule).
struct SurfacePair {
    float friction, staticFriction, restitution, rollingResistance;
};
// A million times the load is as good as glue, and keeps the product of coefficient, radius and impulse within float.
inline float limitedFriction(float coefficient) { return coefficient < 1e6f ? coefficient : 1e6f; }
SurfacePair combineMaterials(const Material& a, const Material& b);

bool filtersAllow(const Filter& a, const Filter& b);

}  // namespace drystone
