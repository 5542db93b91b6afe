// Two boxes in double precision, by other means than the kernels: world-space axes, Sutherland-Hodgman clipping.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace drystone::test {

struct OracleBox {
    glm::dvec3 center;
    glm::dmat3 axes;  // columns
    glm::dvec3 half;

    double reach(glm::dvec3 n) const {
        return half.x * std::abs(glm::dot(axes[0], n)) + half.y * std::abs(glm::dot(axes[1], n)) +
            half.z * std::abs(glm::dot(axes[2], n));
    }
    // How far the box would have to grow to hold p; negative inside.
    double outside(glm::dvec3 p) const {
        double most = -1e300;
        for (int i = 0; i < 3; ++i)
            most = std::max(most, std::abs(glm::dot(axes[i], p - center)) - half[i]);
        return most;
    }
};

inline double separationAlong(const OracleBox& a, const OracleBox& b, glm::dvec3 n) {
    return std::abs(glm::dot(n, b.center - a.center)) - a.reach(n) - b.reach(n);
}

struct OracleAxis {
    double separation = -1e300;
    glm::dvec3 normal{0.0};  // from a to b
};

inline std::vector<OracleAxis> faceAxes(const OracleBox& a, const OracleBox& b) {
    std::vector<OracleAxis> axes;
    for (int i = 0; i < 3; ++i)
        for (const OracleBox* o : {&a, &b})
            axes.push_back({separationAlong(a, b, o->axes[i]), o->axes[i]});
    return axes;
}
// Edges nearer to parallel than this sine are left to the faces.
inline std::vector<OracleAxis> edgeAxes(const OracleBox& a, const OracleBox& b, double parallelSine = 0.01) {
    std::vector<OracleAxis> axes;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const glm::dvec3 n = glm::cross(a.axes[i], b.axes[j]);
            if (glm::length(n) > parallelSine)
                axes.push_back({separationAlong(a, b, glm::normalize(n)), glm::normalize(n)});
        }
    return axes;
}

inline OracleAxis best(const std::vector<OracleAxis>& axes) {
    OracleAxis most;
    for (const OracleAxis& axis : axes)
        if (axis.separation > most.separation)
            most = axis;
    return most;
}

inline OracleAxis leastOverlap(const OracleBox& a, const OracleBox& b) {
    const OracleAxis face = best(faceAxes(a, b)), edge = best(edgeAxes(a, b));
    OracleAxis axis = edge.separation > face.separation ? edge : face;
    if (glm::dot(axis.normal, b.center - a.center) < 0)
        axis.normal = -axis.normal;
    return axis;
}

// The same where edge axes within this sine of a face's normal give way to the face, if both are best but for `tie`.
inline double separationWanted(const OracleBox& a, const OracleBox& b, double alongSine, double tie) {
    const std::vector<OracleAxis> faces = faceAxes(a, b), edges = edgeAxes(a, b);
    const double face = best(faces).separation, edge = best(edges).separation;
    for (const OracleAxis& f : faces)
        for (const OracleAxis& e : edges)
            if (f.separation >= face - tie && e.separation >= edge - tie &&
                glm::length(glm::cross(f.normal, e.normal)) < alongSine)
                return face;
    return std::max(face, edge);
}

inline std::vector<glm::dvec3> clip(const std::vector<glm::dvec3>& polygon, glm::dvec3 n, double limit) {
    std::vector<glm::dvec3> out;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec3 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
        const double dp = glm::dot(n, p) - limit, dq = glm::dot(n, q) - limit;
        if (dp <= 0)
            out.push_back(p);
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0))
            out.push_back(p + (dp / (dp - dq)) * (q - p));
    }
    return out;
}

// The face of `box` that looks most against n.
inline std::vector<glm::dvec3> faceAgainst(const OracleBox& box, glm::dvec3 n) {
    int axis = 0;
    for (int i = 1; i < 3; ++i)
        if (std::abs(glm::dot(box.axes[i], n)) > std::abs(glm::dot(box.axes[axis], n)) + 1e-3)
            axis = i;
    const glm::dvec3 f = box.axes[axis] * box.half[axis] * (glm::dot(box.axes[axis], n) > 0 ? -1.0 : 1.0);
    const glm::dvec3 u = box.axes[(axis + 1) % 3] * box.half[(axis + 1) % 3];
    const glm::dvec3 v = box.axes[(axis + 2) % 3] * box.half[(axis + 2) % 3];
    return {box.center + f - u - v, box.center + f + u - v, box.center + f + u + v, box.center + f - u + v};
}

// What of the incident face lies over the face of `reference` with normal n (which is an axis of it), grown by `grow`.
inline std::vector<glm::dvec3> facePolygon(const OracleBox& reference, const OracleBox& incident, glm::dvec3 n,
                                           double grow) {
    std::vector<glm::dvec3> polygon = faceAgainst(incident, n);
    for (int i = 0; i < 3; ++i) {
        if (std::abs(glm::dot(reference.axes[i], n)) > 0.5)
            continue;
        for (double s : {-1.0, 1.0}) {
            const glm::dvec3 m = s * reference.axes[i];
            polygon = clip(polygon, m, glm::dot(m, reference.center) + reference.half[i] + grow);
        }
    }
    return polygon;
}

inline double heightOver(const OracleBox& reference, glm::dvec3 n, glm::dvec3 p) {
    return glm::dot(n, p - reference.center) - reference.reach(n);
}

inline double polygonArea(const std::vector<glm::dvec3>& polygon) {
    glm::dvec3 sum{0.0};
    for (size_t i = 1; i + 1 < polygon.size(); ++i)
        sum += glm::cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
    return 0.5 * glm::length(sum);
}

}  // namespace drystone::test
