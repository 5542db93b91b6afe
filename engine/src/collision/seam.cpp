#include "collision/seam.h"

#include <algorithm>

#include "collision/box_box_face.h"
#include "collision/landing_query.h"

namespace drystone {

using namespace collision;

namespace {

// How far beyond the contact a neighbour is looked for, and how near to a face a point counts as on it: in slops.
constexpr float kBeyond = 2.0f, kOnFace = 2.0f;
// Components of a normal that are rounding, and those that a flat face may have where boxes lie not quite parallel.
constexpr float kNoComponent = 1e-4f, kTilt = 0.02f;
// Cosine between normals of one plane.
constexpr float kSamePlane = 0.999f;

glm::vec3 surfaceNormal(const Manifold& m, int surfaceSide) {
    return surfaceSide == 0 ? toVec3(m.normal) : -toVec3(m.normal);
}
// Of point i on the surface, from its body's centre of mass.
glm::vec3 surfaceArm(const Manifold& m, int surfaceSide, int i) {
    const glm::vec3 anchor = toVec3(m.points[i].anchor), half = (0.5f * m.points[i].separation) * toVec3(m.normal);
    return surfaceSide == 0 ? anchor - half : anchor + toVec3(m.centerOffset) + half;
}

// The points where the surface supports the contact, in the surface's frame.
struct SupportPoints {
    glm::vec3 local[kMaxManifoldPoints];
    int count = 0;
};

SupportPoints supportPoints(const SeamQuery& q, const PlacedBox& box, glm::vec3 normal) {
    SupportPoints out;
    float nearest = kHuge, height[kMaxManifoldPoints];
    const float reach = reachAlong(box, box.axes * normal);
    const glm::vec3 center = toVec3(q.surface->centerOfMass);
    for (int i = 0; i < int(q.manifold->pointCount); ++i) {
        out.local[i] = (center + surfaceArm(*q.manifold, q.surfaceSide, i) - box.center) * box.axes;
        height[i] = reach - glm::dot(out.local[i], normal);
        nearest = std::min(nearest, height[i]);
    }
    for (int i = 0; i < int(q.manifold->pointCount); ++i)
        if (height[i] <= nearest + q.slop)
            out.local[out.count++] = out.local[i];
    return out;
}

bool allOnFace(const SupportPoints& points, const PlacedBox& box, int axis, float sign, float room) {
    for (int i = 0; i < points.count; ++i)
        if (box.half[axis] - sign * points.local[i][axis] > room)
            return false;
    return true;
}

// sign[i]: on which face of axis i all the points are; 0: on none.
bool faceCovered(const SeamQuery& q, const PlacedBox& box, const SupportPoints& points, const float (&sign)[3],
                 int axis) {
    glm::vec3 way(0.0f);
    for (int i = 0; i < 3; ++i)
        way[i] = sign[i] * q.slop * (i == axis ? kBeyond : -1.0f);
    for (int i = 0; i < points.count; ++i)
        if (!q.isFilled(box.center + box.axes * (points.local[i] + way)))
            return false;
    return true;
}

}  // namespace

bool holdsPlace(const PlacedShape& shape, glm::vec3 place, float room) {
    const glm::vec3 arm = place - toVec3(shape.position), extents = toVec3(shape.extents);
    if (shape.smallestExtent >= kHuge)
        return glm::dot(arm, extents) <= room;
    const glm::vec3 most = extents + room;
    if (shape.radius > 0.0f || lengthSquared(arm) > lengthSquared(most))
        return false;
    const glm::vec3 local = glm::conjugate(rotationOf(shape)) * arm;
    return std::fabs(local.x) <= most.x && std::fabs(local.y) <= most.y && std::fabs(local.z) <= most.z;
}

// The faces that meet where the contact is, and are they open? A normal that lies between some of them (of an edge or a
// corner) keeps its part along the open ones. The normal of a covered face alone gives way to an open face along whose
// edge all the points lie.
SeamVerdict judgeSeam(const SeamQuery& q) {
    const PlacedBox box = placedBox(*q.surface);
    const glm::vec3 normal = surfaceNormal(*q.manifold, q.surfaceSide) * box.axes;
    const SupportPoints points = supportPoints(q, box, normal);
    float sign[3] = {};
    bool along[3] = {};
    int faces = 0;
    for (int i = 0; i < 3; ++i) {
        const float ownSign = normal[i] < 0.0f ? -1.0f : 1.0f;
        const bool tilted = std::fabs(normal[i]) > kNoComponent;
        if (allOnFace(points, box, i, ownSign, kOnFace * q.slop))
            sign[i] = ownSign;
        else if (std::fabs(normal[i]) > kTilt)
            return {};
        else if (allOnFace(points, box, i, -ownSign, kOnFace * q.slop))
            sign[i] = -ownSign;
        along[i] = tilted && sign[i] == ownSign;
        faces += sign[i] != 0.0f;
    }
    if (faces < 2)
        return {};

    bool covered = false;
    glm::vec3 kept(0.0f);
    for (int i = 0; i < 3; ++i) {
        if (!along[i])
            continue;
        if (faceCovered(q, box, points, sign, i))
            covered = true;
        else
            kept[i] = normal[i];
    }
    if (!covered)
        return {};
    for (int i = 0; i < 3 && kept == glm::vec3(0.0f); ++i)
        if (!along[i] && sign[i] != 0.0f && !faceCovered(q, box, points, sign, i))
            kept[i] = sign[i];
    if (kept == glm::vec3(0.0f))
        return {};
    SeamVerdict verdict{true, 0, box.axes * glm::normalize(kept), box.center + box.axes * points.local[0]};
    for (int i = 1; i < 3; ++i)
        if (std::fabs(kept[i]) > std::fabs(kept[verdict.axis]))
            verdict.axis = i;
    return verdict;
}

bool holds(const Manifold& m, int surfaceSide, glm::vec3 center, const SeamVerdict& verdict, float slop) {
    return m.pointCount > 0.0f && glm::dot(surfaceNormal(m, surfaceSide), verdict.normal) >= kSamePlane &&
        glm::dot(verdict.normal, verdict.place - (center + surfaceArm(m, surfaceSide, 0))) <= slop;
}

namespace {

// The ball touches the edge of a face almost where the face begins, and there the face's own normal is as good; further
// out the face is not.
bool correctRound(const LandingQuery& q, float time, int surfaceSide, const SeamVerdict& verdict, bool held,
                  Manifold& m) {
    const int ballSide = 1 - surfaceSide;
    const PlacedShape ball = shapeAt(q, ballSide, time);
    const glm::vec3 center = toVec3(ball.position), arm = center - verdict.place;
    const float height = glm::dot(arm, verdict.normal);
    if (glm::length(arm - height * verdict.normal) > q.slop)
        return !held;
    const glm::vec3 onSurface = verdict.place - centerOfMassAt(q, surfaceSide, time);
    const glm::vec3 onBall = (center - ball.radius * verdict.normal) - centerOfMassAt(q, ballSide, time);
    const float gap = height - ball.radius;
    writePlane(q,
               surfaceSide == 0 ? Plane{verdict.normal, onSurface, onBall, gap, time}
                                : Plane{-verdict.normal, onBall, onSurface, gap, time},
               m);
    return true;
}

bool correctFlat(const LandingQuery& q, float time, int surfaceSide, const SeamVerdict& verdict, bool held,
                 Manifold& m) {
    const PlacedShape shapes[2] = {shapeAt(q, 0, time), shapeAt(q, 1, time)};
    const CollidePair pair{0, 1, 0, q.margin};
    const int first = 0;
    const float code = float(verdict.axis) + (surfaceSide == 0 ? 0.0f : kFirstFaceB);
    Manifold fresh = m;
    uint8_t touching = 1;
    collideFaces<1>({shapes, &pair, 1, &fresh, &touching}, &first, 1, &code);
    if (!touching)
        return !held;
    float depth = 0.0f;
    for (int i = 0; i < int(fresh.pointCount); ++i)
        depth = std::max(depth, -fresh.points[i].separation);
    if (depth > (1.0f + kOnFace) * q.slop || glm::dot(surfaceNormal(fresh, surfaceSide), verdict.normal) < 0.0f)
        return true;
    m = fresh;
    seeFromNow(q, time, m);
    return true;
}

}  // namespace

bool correctSeam(const LandingQuery& q, float time, int surfaceSide, const SeamVerdict& verdict, bool held,
                 Manifold& m) {
    const bool stays = q.kind == PairKind::BoxBox ? correctFlat(q, time, surfaceSide, verdict, held, m)
                                                  : correctRound(q, time, surfaceSide, verdict, held, m);
    if (!stays)
        empty(m);
    return stays;
}

}  // namespace drystone
