// A box on its way past a box.
#include <algorithm>
#include <functional>
#include <limits>

#include "collision/landing_query.h"

namespace drystone::collision {

namespace {

// Squared sine below which two directions give no axis of their own.
constexpr float kParallel = 1e-6f;

float gapAlong(const PlacedBox& a, const PlacedBox& b, glm::vec3 n) {
    return glm::dot(n, b.center - a.center) - (reachAlong(a, n) + reachAlong(b, n));
}

// Calls visit with unit vectors from A to B: the 15 axes of which one parts the boxes if any direction does.
template <class Visit>
void forEachAxis(const PlacedBox& a, const PlacedBox& b, const Visit& visit) {
    const glm::vec3 between = b.center - a.center;
    const auto orient = [&](glm::vec3 n) { return glm::dot(n, between) < 0.0f ? -n : n; };
    for (int i = 0; i < 3; ++i) {
        visit(orient(a.axes[i]));
        visit(orient(b.axes[i]));
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const glm::vec3 n = glm::cross(a.axes[i], b.axes[j]);
            const float squared = lengthSquared(n);
            if (squared > kParallel)
                visit(orient(n / std::sqrt(squared)));
        }
}

// Farthest that a point of the shape is from its body's centre of mass.
float boundingArm(const PlacedShape& shape) {
    return glm::length(toVec3(shape.position) - toVec3(shape.centerOfMass)) + glm::length(toVec3(shape.extents));
}
// Bound of the speed that turning gives to the surfaces.
float turningSpeed(const LandingQuery& q) {
    return glm::length(q.motion[0].angular) * boundingArm(*q.shape[0]) +
        glm::length(q.motion[1].angular) * boundingArm(*q.shape[1]);
}

// Where the corners of a box are along n, and how fast they move.
struct Corners {
    float place[8], speed[8];

    Corners(const PlacedShape& shape, const ShapeMotion& motion, glm::vec3 n) {
        const PlacedBox box = placedBox(shape);
        const glm::vec3 center = toVec3(shape.centerOfMass);
        for (int i = 0; i < 8; ++i) {
            const glm::vec3 sign(i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f);
            const glm::vec3 corner = box.center + box.axes * (sign * box.half);
            place[i] = glm::dot(n, corner);
            speed[i] = glm::dot(n, motion.linear + glm::cross(motion.angular, corner - center));
        }
    }
    // The one that is least, or most, after a time.
    template <class Less>
    int extreme(float time, const Less& less) const {
        int best = 0;
        for (int i = 1; i < 8; ++i)
            if (less(place[i] + time * speed[i], place[best] + time * speed[best]))
                best = i;
        return best;
    }
};

// A time for which the plane with normal n keeps turning boxes apart: a corner at x with velocity v is after t at least at
// x + v t - bend t^2 / 2. Each pair of corners has a root of its own; the search comes down to the first of them.
float timeApart(const LandingQuery& q, const PlacedShape (&shapes)[2], glm::vec3 n) {
    const float bend = lengthSquared(q.motion[0].angular) * boundingArm(*q.shape[0]) +
        lengthSquared(q.motion[1].angular) * boundingArm(*q.shape[1]);
    const Corners a(shapes[0], q.motion[0], n), b(shapes[1], q.motion[1], n);
    float time = q.span;
    for (int i = 0; i < kMostAdvances; ++i) {
        const int onA = a.extreme(time, std::greater<float>()), onB = b.extreme(time, std::less<float>());
        const float gap = b.place[onB] - a.place[onA], rate = b.speed[onB] - a.speed[onA];
        if ((gap + rate * time) - (0.5f * bend) * (time * time) >= -0.1f * kTouchGap)
            return time;
        time = 2.0f * gap / (std::sqrt(rate * rate + 2.0f * bend * gap) - rate);
    }
    return 0.0f;
}

}  // namespace

float longestWay(const LandingQuery& q) {
    return q.span * (glm::length(q.motion[1].linear - q.motion[0].linear) + turningSpeed(q));
}

bool facesKeepApart(const LandingQuery& q) {
    const PlacedBox a = placedBox(*q.shape[0]), b = placedBox(*q.shape[1]);
    const glm::vec3 between = b.center - a.center, relative = q.motion[1].linear - q.motion[0].linear;
    const float turning = turningSpeed(q);
    for (const PlacedBox* box : {&a, &b})
        for (int i = 0; i < 3; ++i) {
            const glm::vec3 n = box->axes[i];
            const float distance = glm::dot(n, between), speed = glm::dot(n, relative);
            const float gap = std::fabs(distance) - (reachAlong(a, n) + reachAlong(b, n));
            const float used = q.span * (turning - (distance < 0.0f ? -speed : speed));
            if (gap > std::min(q.margin, std::max(used, 0.0f)))
                return true;
        }
    return false;
}

// Conservative advancement (Mirtich 1996): from each pose on by a time in which one of the axes of that pose, held still,
// keeps the boxes apart. Where nothing turns the last axis to let go gives the moment exactly; where the turning is too
// much for a bound by speeds alone, the corners along the widest axis tell more.
std::optional<float> timeOfTouch(const LandingQuery& q) {
    const glm::vec3 relative = q.motion[1].linear - q.motion[0].linear;
    const float turning = turningSpeed(q);
    // Turning together, boxes can lie close to each other for long: the last bit is not worth its many small steps.
    const float touchGap = turning > 0.0f ? std::max(kTouchGap, 0.02f * q.slop) : kTouchGap;
    float time = 0.0f;
    for (int i = 0; i < kMostAdvances; ++i) {
        const PlacedShape shapes[2] = {shapeAt(q, 0, time), shapeAt(q, 1, time)};
        const PlacedBox a = placedBox(shapes[0]), b = placedBox(shapes[1]);
        float most = -std::numeric_limits<float>::infinity(), wait = 0.0f;
        glm::vec3 widest(0.0f);
        forEachAxis(a, b, [&](glm::vec3 n) {
            const float gap = gapAlong(a, b, n), closing = turning - glm::dot(n, relative);
            if (gap > most) {
                most = gap;
                widest = n;
            }
            if (gap > touchGap)
                wait = std::max(wait, closing * q.span > gap ? gap / closing : q.span);
        });
        if (most <= touchGap)
            return time;
        if (i == 0 && most > q.margin)
            return std::nullopt;
        if (turning > 0.0f && time + wait < q.span)
            wait = std::max(wait, timeApart(q, shapes, widest));
        time += wait;
        if (time >= q.span)
            return std::nullopt;
    }
    return time;
}

// Of the axes of the poses at the begin and those of the swept shape (edges crossed with the motion) the one along which
// the smaller of the gaps at the begin and at the end is largest.
std::optional<Plane> partingPlane(const LandingQuery& q) {
    const PlacedBox a = placedBox(*q.shape[0]), b = placedBox(*q.shape[1]);
    const PlacedBox endA = placedBox(shapeAt(q, 0, q.span)), endB = placedBox(shapeAt(q, 1, q.span));
    float best = 0.0f;
    glm::vec3 normal(0.0f);
    const auto consider = [&](glm::vec3 n) {
        const float gap = std::min(gapAlong(a, b, n), gapAlong(endA, endB, n));
        if (gap > best) {
            best = gap;
            normal = n;
        }
    };
    forEachAxis(a, b, consider);
    const glm::vec3 relative = q.motion[1].linear - q.motion[0].linear, between = b.center - a.center;
    for (const PlacedBox* box : {&a, &b})
        for (int i = 0; i < 3; ++i) {
            const glm::vec3 n = glm::cross(box->axes[i], relative);
            const float squared = lengthSquared(n);
            if (squared > kParallel * lengthSquared(relative))
                consider((glm::dot(n, between) < 0.0f ? -1.0f : 1.0f) / std::sqrt(squared) * n);
        }
    if (best <= 0.0f)
        return std::nullopt;
    const glm::vec3 middle =
        0.5f * ((a.center + reachAlong(a, normal) * normal) + (b.center - reachAlong(b, normal) * normal));
    const float gap = gapAlong(a, b, normal);
    return Plane{normal, (middle - (0.5f * gap) * normal) - centerOfMass(q, 0),
                 (middle + (0.5f * gap) * normal) - centerOfMass(q, 1), gap, 0.0f};
}

}  // namespace drystone::collision
