#include "collision/landing.h"

#include <algorithm>
#include <bit>

#include "collision/landing_query.h"

namespace drystone {

using namespace collision;

PlacedShape moved(const PlacedShape& shape, const ShapeMotion& motion, float time) {
    PlacedShape out = shape;
    const glm::vec3 center = toVec3(shape.centerOfMass), arm = toVec3(shape.position) - center;
    const glm::vec3 after = center + time * motion.linear;
    store(out.centerOfMass, after);
    if (motion.angular == glm::vec3(0.0f)) {
        store(out.position, after + arm);
        return out;
    }
    const glm::quat turn = exponentialMap(time * motion.angular);
    const glm::quat rotation = glm::normalize(turn * rotationOf(shape));
    store(out.position, after + turn * arm);
    out.rotation[0] = rotation.x;
    out.rotation[1] = rotation.y;
    out.rotation[2] = rotation.z;
    out.rotation[3] = rotation.w;
    return out;
}

namespace {

// Velocity at which point i parts.
float partingSpeed(const LandingQuery& q, const Manifold& m, int i) {
    const glm::vec3 arm = toVec3(m.points[i].anchor);
    return glm::dot(toVec3(m.normal), relativeVelocity(q, arm, arm + toVec3(m.centerOffset)));
}

// Whether the motion goes on beyond the plane of a point, as the solver sees it: the gap of each substep follows the turned
// arms, which end in one plane on each side (those of spheres do not turn), and it must not be used up within the substep
// at velocities taken at the arms of today.
bool pushes(const LandingQuery& q, const Manifold& m) {
    const glm::vec3 n = toVec3(m.normal), relative = q.motion[1].linear - q.motion[0].linear;
    const float h = q.span / float(q.substeps + 1);
    const uint32_t round = uint32_t(m.round);
    const bool turnsA = !(round & 1u) && q.motion[0].angular != glm::vec3(0.0f);
    const bool turnsB = !(round & 2u) && q.motion[1].angular != glm::vec3(0.0f);
    float height = 0.0f, gap = 0.0f;
    for (int i = 0; i < int(m.pointCount); ++i) {
        height += glm::dot(n, toVec3(m.points[i].anchor)) / m.pointCount;
        gap += m.points[i].separation / m.pointCount;
    }
    for (int k = turnsA || turnsB ? 0 : q.substeps; k <= q.substeps; ++k) {
        const float time = float(k) * h;
        const glm::quat turnA = exponentialMap(time * q.motion[0].angular),
                        turnB = exponentialMap(time * q.motion[1].angular);
        for (int i = 0; i < int(m.pointCount); ++i) {
            const glm::vec3 anchor = toVec3(m.points[i].anchor);
            const glm::vec3 middle = anchor + (height - glm::dot(n, anchor)) * n;
            const glm::vec3 armA = middle - (0.5f * gap) * n, armB = middle + toVec3(m.centerOffset) + (0.5f * gap) * n;
            float separation = m.points[i].separation + time * glm::dot(n, relative);
            if (turnsA)
                separation -= glm::dot(n, turnA * armA - armA);
            if (turnsB)
                separation += glm::dot(n, turnB * armB - armB);
            if (separation + h * partingSpeed(q, m, i) < -kTouchGap)
                return true;
        }
    }
    return false;
}

bool collideAt(const LandingQuery& q, const CollideKernels& kernels, float time, Manifold& m) {
    const PlacedShape shapes[2] = {shapeAt(q, 0, time), shapeAt(q, 1, time)};
    const CollidePair pair{0, 1, 0, q.margin};
    uint8_t touching = 1;
    kernels.collide[int(q.kind)]({shapes, &pair, 1, &m, &touching});
    if (touching)
        seeFromNow(q, time, m);
    return touching;
}

}  // namespace

void collision::empty(Manifold& m) {
    m.pointCount = 0.0f;
    std::fill(m.normalImpulse, m.normalImpulse + kMaxManifoldPoints, 0.0f);
    store(m.frictionImpulse, glm::vec3(0.0f));
    m.twistImpulse = 0.0f;
    store(m.rollingImpulse, glm::vec3(0.0f));
}

static void markLanding(Manifold& m) {
    if (m.round < kLanding)
        m.round += kLanding;
}

void collision::seeFromNow(const LandingQuery& q, float time, Manifold& m) {
    const glm::vec3 normal = toVec3(m.normal), offset = toVec3(m.centerOffset);
    float wayTotal = 0.0f;
    for (int i = 0; i < int(m.pointCount); ++i) {
        const float way = -time * partingSpeed(q, m, i);
        m.points[i].separation += way;
        store(m.points[i].anchor, toVec3(m.points[i].anchor) + (0.5f * way) * normal);
        wayTotal += way;
    }
    store(m.centerOffset, offset - (wayTotal / m.pointCount) * normal);
    markLanding(m);
}

void collision::writePlane(const LandingQuery& q, const Plane& plane, Manifold& m) {
    const glm::vec3 n = plane.normal;
    const float way = -plane.time * glm::dot(n, relativeVelocity(q, plane.armA, plane.armB));
    const float separation = plane.gap + way;
    store(m.normal, n);
    store(m.points[0].anchor, plane.armA + (0.5f * separation) * n);
    m.points[0].separation = separation;
    store(m.centerOffset, (plane.armB - plane.armA) - separation * n);
    markLanding(m);
    m.pointCount = 1.0f;
}

namespace {

LandingResult aimRound(const LandingQuery& q, Manifold& m) {
    if (!pushes(q, m))
        return {true, 0.0f};
    const RoundPath path = followRound(q);
    writePlane(q, path.plane, m);
    if (path.touches || !pushes(q, m))
        return {true, path.plane.time};
    empty(m);
    return {false, 0.0f};
}

// The points of boxes are those where today's faces cover each other; what a long way brings together may be others.
LandingResult aimBoxes(const LandingQuery& q, const CollideKernels& kernels, Manifold& m) {
    const bool touching = m.pointCount > 0.0f, pushed = touching && pushes(q, m);
    if (!pushed && longestWay(q) <= q.ahead)
        return {touching, 0.0f};
    if (const std::optional<float> time = facesKeepApart(q) ? std::nullopt : timeOfTouch(q)) {
        if (collideAt(q, kernels, *time, m))
            return {true, *time};
    } else if (!pushed) {
        return {touching, 0.0f};
    } else if (const std::optional<Plane> plane = partingPlane(q)) {
        empty(m);
        writePlane(q, *plane, m);
        m.features[0] = std::bit_cast<uint32_t>(kPartingFeature);
        if (!pushes(q, m))
            return {true, 0.0f};
    }
    empty(m);
    return {false, 0.0f};
}

}  // namespace

bool mayLandElsewhere(PairKind kind, const Manifold& m, float slop) {
    for (int i = 0; i < int(m.pointCount); ++i)
        if (m.points[i].separation <= 0.1f * slop)
            return false;
    return kind == PairKind::BoxBox ||
        (m.pointCount > 0.0f && kind != PairKind::HalfSpaceSphere && kind != PairKind::HalfSpaceBox);
}

LandingResult aimAhead(const LandingQuery& q, const CollideKernels& kernels, Manifold& m) {
    return q.kind == PairKind::BoxBox ? aimBoxes(q, kernels, m) : aimRound(q, m);
}

}  // namespace drystone
