#include "collision/time_of_impact.h"

#include <algorithm>

#include "math/algebra.h"

namespace drystone {

// Far more than any pair needs; one that used them up counts as meeting where it was led.
static constexpr int kMostAdvances = 512;
static constexpr int kMostHalvings = 80;
static constexpr double kNever = INFINITY;

glm::dquat Motion::rotationAt(double time) const {
    return preciseExponentialMap((time - start) * angularVelocity) * rotation;
}

static Placement placementAt(const SweptShape& swept, double time) {
    const glm::dquat body = swept.motion->rotationAt(time);
    return {swept.motion->centerAt(time) + body * swept.offset, glm::mat3_cast(body * swept.rotation)};
}

PosedShape poseAt(const SweptShape& swept, double time) {
    return poseShape(swept.shape, placementAt(swept, time));
}

namespace {

// A shape at one moment: it is the hull of these points, blown up by the radius. Of a half-space one point of its plane
// stands for all, since the plane's normal is the only axis that it is ever asked about.
struct Extremes {
    glm::dvec3 center, velocity, angularVelocity;
    double start;
    int count;
    glm::dvec3 arm[8];  // from the centre of mass
    double radius;
    double reach;  // of the arms across the axis of rotation
};

Extremes extremesAt(const SweptShape& swept, double time) {
    const PosedShape posed = poseAt(swept, time);
    const Motion& motion = *swept.motion;
    Extremes e{motion.centerAt(time), motion.velocityAt(time), motion.angularVelocity, 0.0, 1, {}, posed.radius, 0.0};
    const glm::dvec3 middle = posed.placement.position - e.center;
    e.arm[0] = middle;
    if (posed.kind == ShapeKind::Box) {
        e.count = 8;
        for (int k = 0; k < 8; ++k)
            e.arm[k] = middle +
                posed.placement.axes * (posed.extents * glm::dvec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
    }
    const double spin = glm::length(e.angularVelocity);
    if (spin > 0.0)
        for (int k = 0; k < e.count; ++k)
            e.reach = std::max(e.reach, glm::length(glm::cross(e.angularVelocity, e.arm[k])) / spin);
    return e;
}

// The least t > 0 with c0 + c1 t + c2 t^2 = 0, for c0 > 0.
double firstRoot(double c0, double c1, double c2) {
    const double discriminant = c1 * c1 - 4.0 * c2 * c0;
    if (discriminant < 0.0)
        return kNever;
    const double root = std::sqrt(discriminant);
    if (c1 < 0.0)
        return 2.0 * c0 / (root - c1);
    return c2 < 0.0 ? (-c1 - root) / (2.0 * c2) : kNever;
}

// The pair on one axis n, from A to B, at one moment.
class AxisView {
public:
    AxisView(const SweptShape& a, const SweptShape& b, double time, glm::dvec3 n)
        : m_a(extremesAt(a, time)), m_b(extremesAt(b, time)), m_n(n),
          m_closing(glm::dot(n, m_a.velocity - m_b.velocity)),
          m_halfAcceleration(0.5 * glm::dot(n, a.motion->acceleration - b.motion->acceleration)),
          m_turning(turningSpeed(m_a) + turningSpeed(m_b)) {}

    double gap() const {
        double least = kNever, most = -kNever;
        for (int j = 0; j < m_b.count; ++j)
            least = std::min(least, glm::dot(m_n, m_b.arm[j]));
        for (int i = 0; i < m_a.count; ++i)
            most = std::max(most, glm::dot(m_n, m_a.arm[i]));
        return glm::dot(m_n, m_b.center - m_a.center) + least - most - m_a.radius - m_b.radius;
    }

    // No sooner can the gap have become less by `distance` > 0.
    double timeToClose(double distance) const {
        const double bySpeed = firstRoot(distance, -(m_closing + m_turning), -m_halfAcceleration);
        return m_turning > 0.0 ? std::max(bySpeed, timeByPoints(distance)) : bySpeed;
    }

private:
    // n . (w x r) <= |n x w| times the distance of r from the axis, which the rotation keeps.
    double turningSpeed(const Extremes& e) const { return e.reach * glm::length(glm::cross(m_n, e.angularVelocity)); }

    // Point by point, with the present velocity of each and the largest acceleration that its circle has along n: a corner
    // far from the surface does not hurry those near it, and one that slides along it takes the square root of the gap.
    double timeByPoints(double distance) const {
        const double base = gap();
        double soonest = kNever;
        for (int j = 0; j < m_b.count; ++j) {
            const Course b = course(m_b, j);
            for (int i = 0; i < m_a.count; ++i) {
                const Course a = course(m_a, i);
                const double between =
                    glm::dot(m_n, m_b.center - m_a.center) + b.place - a.place - m_a.radius - m_b.radius;
                soonest = std::min(soonest, firstRoot(between - base + distance, -m_closing + b.speed - a.speed,
                                                      -m_halfAcceleration - 0.5 * (a.bend + b.bend)));
            }
        }
        return soonest;
    }
    struct Course {
        double place, speed, bend;  // along n: m, m/s, m/s^2
    };
    Course course(const Extremes& e, int k) const {
        const glm::dvec3 w = e.angularVelocity, turning = glm::cross(w, e.arm[k]);
        return {glm::dot(m_n, e.arm[k]), glm::dot(m_n, turning), glm::length(glm::cross(m_n, w)) * glm::length(turning)};
    }

    Extremes m_a, m_b;
    glm::dvec3 m_n;
    double m_closing, m_halfAcceleration, m_turning;
};

// A time at which the separation falls through `level`, between one at which it is not below (lower) and one at which it is.
// Secants, which are exact where nothing turns, and bisections in turn.
double fallingThrough(const SweptShape& a, const SweptShape& b, double level, double tolerance, double lower, double upper) {
    const auto aboveAt = [&](double time) {
        return separate(poseAt(a, time), poseAt(b, time)).distance - (level - tolerance);
    };
    double above = aboveAt(lower), below = aboveAt(upper);
    for (int i = 0; i < kMostHalvings && below < 0.0; ++i) {
        const double share = i % 2 == 0 ? above / (above - below) : 0.5;
        const double time = lower + share * (upper - lower), here = aboveAt(time);
        if (std::fabs(here) <= tolerance)
            return time;
        (here > 0.0 ? lower : upper) = time;
        (here > 0.0 ? above : below) = here;
    }
    return lower;
}

}  // namespace

std::optional<Impact> timeOfImpact(const SweptShape& a, const SweptShape& b, double begin, double end, double allowed) {
    double time = begin, touch = begin, target = -allowed, level = 0.0;
    for (int i = 0;; ++i) {
        const Separation s = separate(poseAt(a, time), poseAt(b, time));
        if (i == 0) {
            target = std::min(target, s.distance - 0.5 * allowed);
            level = std::min(level, s.distance);
        }
        if (s.distance <= target + 0.1 * allowed || i == kMostAdvances)
            return Impact{fallingThrough(a, b, level, 0.002 * allowed, touch, time), time, s.normal};
        if (s.distance >= level)
            touch = time;
        time += AxisView(a, b, time, s.normal).timeToClose(s.distance - target);
        if (!(time <= end))
            return std::nullopt;
    }
}

}  // namespace drystone
