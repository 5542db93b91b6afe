// When two moving, turning shapes meet: conservative advancement.
//
// B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", PhD thesis, Berkeley 1996, 2.3. Along an axis n on
// which the shapes are apart by s at a time, they cannot meet before their points have covered s along n; both go on by
// that much, a new axis is found, and so on until the gap is closed. docs/continuous.md has the bounds.
#pragma once

#include <optional>

#include "collision/separation.h"

namespace drystone {

// The way of a body: its centre of mass under constant acceleration, its orientation at constant angular velocity.
struct Motion {
    double start = 0.0;  // s
    glm::dvec3 center{0.0}, velocity{0.0}, acceleration{0.0};  // at the start, world space
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 angularVelocity{0.0};

    glm::dvec3 centerAt(double time) const {
        const double t = time - start;
        return center + t * (velocity + (0.5 * t) * acceleration);
    }
    glm::dvec3 velocityAt(double time) const { return velocity + (time - start) * acceleration; }
    glm::dquat rotationAt(double time) const;
};

// A shape carried along.
struct SweptShape {
    Shape shape;
    glm::dvec3 offset;    // of the shape's origin from the centre of mass, body's frame
    glm::dquat rotation;  // of the shape in the body's frame
    const Motion* motion;
};

PosedShape poseAt(const SweptShape& swept, double time);

struct Impact {
    double time;        // s: they touch, to within the tolerance, or have done so from the beginning
    double crossing;    // s, >= time: they overlap by what is allowed
    glm::dvec3 normal;  // unit, from A to B: the axis along which they meet
};

// The first time in [begin, end] at which A and B overlap by more than `allowed` (m, > 0), and the last one before it at
// which they did not overlap, or not more than at the beginning. Less than that is no impact: what slides along a surface
// that it presses on, or brushes an edge, is not stopped. Bodies that overlap more than that already must not sink deeper
// by half of it. The crossing is found to a tenth of `allowed`, the touch to a two-hundredth.
std::optional<Impact> timeOfImpact(const SweptShape& a, const SweptShape& b, double begin, double end, double allowed);

}  // namespace drystone
