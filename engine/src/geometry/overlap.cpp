#include <cmath>
#include <utility>

#include "geometry/placement.h"
#include "geometry/shape.h"

namespace drystone {

// Signed distance of a point from the plane, positive outside, and the unit normal in world space.
struct Plane {
    glm::dvec3 normal;
    double offset;  // along the normal, from the origin of the world

    double distance(glm::dvec3 point) const { return glm::dot(normal, point) - offset; }
};

static Plane makePlane(const Shape& shape, const Placement& world) {
    const glm::dvec3 n = glm::normalize(world.axes * glm::dvec3(shape.normal));
    return {n, double(shape.offset) + glm::dot(n, world.position)};
}

static double squared(double x) {
    return x * x;
}

// ---- pairs; the first kind comes first in ShapeKind ----

// Two half-spaces miss each other only back to back. Below a microradian the planes cross beyond any world.
static bool halfSpaceHalfSpace(const Plane& a, const Plane& b) {
    const bool opposed = glm::dot(a.normal, b.normal) < 0.0 && glm::length(glm::cross(a.normal, b.normal)) < 1e-6;
    return !opposed || a.offset + b.offset >= 0.0;
}

static bool halfSpaceSphere(const Plane& plane, glm::dvec3 center, double radius) {
    return plane.distance(center) <= radius * (1.0 + kSurfaceSlack);
}

static bool halfSpaceBox(const Plane& plane, const Placement& box, glm::dvec3 h) {
    const glm::dvec3 n = glm::abs(toLocalVector(box, plane.normal));
    return plane.distance(box.position) <= glm::dot(n, h) + kSurfaceSlack * largest(h);
}

static bool sphereSphere(glm::dvec3 a, double radiusA, glm::dvec3 b, double radiusB) {
    const glm::dvec3 d = b - a;
    return glm::dot(d, d) <= squared((radiusA + radiusB) * (1.0 + kSurfaceSlack));
}

static bool sphereBox(glm::dvec3 center, double radius, const Placement& box, glm::dvec3 h) {
    const glm::dvec3 c = toLocalPoint(box, center);
    const glm::dvec3 outside = glm::max(glm::abs(c) - h, glm::dvec3(0.0));
    return glm::dot(outside, outside) <= squared(radius + kSurfaceSlack * (radius + largest(h)));
}

// Two boxes by the separating axes of Gottschalk, Lin and Manocha 1996, OBBTree: three faces each and nine crossed edges.
struct BoxPair {
    glm::dvec3 ha, hb;
    glm::dvec3 t;  // from A to B, along A's axes
    glm::dmat3 r;  // columns: B's axes along A's axes
    double slack;

    bool separatedByFaceOfA(int i) const {
        return std::fabs(t[i]) >
            ha[i] + std::fabs(r[0][i]) * hb[0] + std::fabs(r[1][i]) * hb[1] + std::fabs(r[2][i]) * hb[2] + slack;
    }
    bool separatedByFaceOfB(int j) const {
        return std::fabs(glm::dot(t, r[j])) > hb[j] + glm::dot(ha, glm::abs(r[j])) + slack;
    }
    bool separatedByEdges(int i, int j) const {
        glm::dvec3 edge(0.0);
        edge[i] = 1.0;
        const glm::dvec3 axis = glm::cross(edge, r[j]);
        const double length = glm::length(axis);
        // Parallel edges: the faces decide, to within size * length.
        if (length < 1e-8)
            return false;
        const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const double reach = glm::dot(ha, glm::abs(axis)) + hb[j1] * std::fabs(glm::dot(axis, r[j1])) +
            hb[j2] * std::fabs(glm::dot(axis, r[j2]));
        return std::fabs(glm::dot(t, axis)) > reach + slack * length;
    }
};

static bool boxBox(const Placement& a, glm::dvec3 ha, const Placement& b, glm::dvec3 hb) {
    const BoxPair pair{
        ha, hb, toLocalPoint(a, b.position),
        glm::dmat3(toLocalVector(a, b.axes[0]), toLocalVector(a, b.axes[1]), toLocalVector(a, b.axes[2])),
        kSurfaceSlack * (largest(ha) + largest(hb))};
    for (int i = 0; i < 3; ++i)
        if (pair.separatedByFaceOfA(i) || pair.separatedByFaceOfB(i))
            return false;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (pair.separatedByEdges(i, j))
                return false;
    return true;
}

// ---- dispatch ----

static bool halfSpaceAny(const Plane& plane, const Shape& b, const Placement& worldB) {
    switch (b.kind) {
    case ShapeKind::HalfSpace:
        return halfSpaceHalfSpace(plane, makePlane(b, worldB));
    case ShapeKind::Sphere:
        return halfSpaceSphere(plane, worldB.position, b.radius);
    case ShapeKind::Box:
        break;
    }
    return halfSpaceBox(plane, worldB, glm::dvec3(b.halfExtents));
}

bool overlapsShape(const Shape& a, const Transform& worldA, const Shape& b, const Transform& worldB) {
    if (a.kind > b.kind)
        return overlapsShape(b, worldB, a, worldA);
    const Placement pa = makePlacement(worldA), pb = makePlacement(worldB);
    if (a.kind == ShapeKind::HalfSpace)
        return halfSpaceAny(makePlane(a, pa), b, pb);
    if (b.kind == ShapeKind::Sphere)
        return sphereSphere(pa.position, a.radius, pb.position, b.radius);
    if (a.kind == ShapeKind::Sphere)
        return sphereBox(pa.position, a.radius, pb, glm::dvec3(b.halfExtents));
    return boxBox(pa, glm::dvec3(a.halfExtents), pb, glm::dvec3(b.halfExtents));
}

bool overlapsSphere(const Shape& shape, const Transform& world, glm::vec3 center, float radius) {
    return overlapsShape(shape, world, Shape{.kind = ShapeKind::Sphere, .radius = radius},
                         Transform{.position = center});
}

bool overlapsBox(const Shape& shape, const Transform& world, const Transform& box, glm::vec3 halfExtents) {
    return overlapsShape(shape, world, Shape{.kind = ShapeKind::Box, .halfExtents = halfExtents}, box);
}

}  // namespace drystone
