// Box-box manifolds against the oracle.
#include <array>
#include <bit>
#include <cstdio>
#include <string>

#include <doctest/doctest.h>

#include "collision/box_box_edge.h"
#include "collision/box_poses.h"

namespace drystone {
using namespace test;

namespace {

// Where float rounds, on boxes of this size.
double rounding(const OracleBox& a, const OracleBox& b) {
    return 4e-6 * (1.0 + std::max(glm::length(a.half), glm::length(b.half)));
}

bool byEdges(const Manifold& m) {
    return std::bit_cast<float>(m.features[0]) >= collision::kFirstEdgeFeature;
}

// The fault, or nothing. tolerance: the hysteresis, for boxes of this size.
struct Check {
    const OracleBox a, b;
    const Manifold& m;
    const glm::dvec3 centerOfMass, n;
    const double margin, round, tolerance;
    double worstDepth = 0;

    Check(const BoxPose& pose, const Manifold& manifold, double gap)
        : a(oracleBox(pose.a)),
          b(oracleBox(pose.b)),
          m(manifold),
          centerOfMass(pose.a.centerOfMass),
          n(glm::normalize(glm::dvec3(normalOf(manifold)))),
          margin(gap),
          round(rounding(a, b)),
          tolerance(0.0005 *
                    std::min(1.0, 2 * double(std::min(smallestExtent(pose.a.shape), smallestExtent(pose.b.shape))))) {}

    glm::dvec3 point(int i) const { return centerOfMass + glm::dvec3(anchorOf(m, i)); }

    std::string run() {
        const OracleAxis least = leastOverlap(a, b);
        if (m.pointCount == 0)
            return untouched(least);
        if (least.separation > margin + round)
            return "a contact beyond the margin";
        if (std::abs(double(glm::length(normalOf(m))) - 1) > 1e-6)
            return "the normal is not of length 1";
        const double wanted = separationWanted(a, b, 0.0501, 2 * tolerance);
        if (separationAlong(a, b, n) < wanted - 1.6 * tolerance - round)
            return "an axis of far more overlap than need be";
        if (glm::dot(n, b.center - a.center) < -tolerance)
            return "the normal points from B to A";
        for (int i = 0; i < int(m.pointCount); ++i)
            for (int j = 0; j < i; ++j)
                if (m.features[i] == m.features[j] || m.features[i] == 0)
                    return "features are not distinct";
        return byEdges(m) ? edgeContact() : faceContact();
    }

    std::string untouched(const OracleAxis& least) const {
        if (least.separation < -2 * tolerance - round)
            return "overlapping boxes do not touch";
        return "";
    }

    std::string edgeContact() {
        const double s = double(m.points[0].separation);
        if (m.pointCount != 1)
            return "edges meet in one point";
        if (std::abs(separationAlong(a, b, n) - s) > round)
            return "the separation of edges";
        worstDepth = std::abs(separationAlong(a, b, n) - s);
        // An axis chosen within the bias turns the edges by little, but moves where they cross by more.
        const double slack = (s > 0 ? margin : 8 * tolerance) + round;
        if (a.outside(point(0) - 0.5 * s * n) > slack || b.outside(point(0) + 0.5 * s * n) > slack)
            return "the point of an edge contact is not on the edges";
        return "";
    }

    std::string faceContact() {
        // Which box the reference face belongs to: the normal is exactly an axis of it.
        const auto nearest = [&](const OracleBox& box) {
            double least = 2;
            for (int i = 0; i < 3; ++i)
                least = std::min(least, glm::length(glm::cross(box.axes[i], n)));
            return least;
        };
        const bool onB = std::fmod(std::floor((std::bit_cast<float>(m.features[0]) - 1) / 144), 6) >= 3;
        const OracleBox &reference = onB ? b : a, &incident = onB ? a : b;
        const glm::dvec3 out = onB ? -n : n;
        if (nearest(reference) > 1e-6)
            return "the normal is no axis of the reference box";

        const std::vector<glm::dvec3> inner = facePolygon(reference, incident, out, 0);
        const std::vector<glm::dvec3> grown = facePolygon(reference, incident, out, 2 * tolerance);
        double deepest = 1e300, deepestGrown = 1e300;
        for (glm::dvec3 p : inner)
            deepest = std::min(deepest, heightOver(reference, out, p));
        for (glm::dvec3 p : grown)
            deepestGrown = std::min(deepestGrown, heightOver(reference, out, p));
        const double least = double(deepestSeparation(m));
        worstDepth = std::max(0.0, least - deepest);
        if (least > deepest + tolerance + round)
            return "the deepest point is missing";
        if (least < deepestGrown - tolerance - round)
            return "a point deeper than the boxes overlap";

        for (int i = 0; i < int(m.pointCount); ++i) {
            const double s = double(m.points[i].separation);
            if (s > margin)
                return "a point beyond the margin";
            const glm::dvec3 onIncident = point(i) + (onB ? -0.5 : 0.5) * s * n;
            const glm::dvec3 onReference = point(i) - (onB ? -0.5 : 0.5) * s * n;
            if (incident.outside(onIncident) > 2 * tolerance + round)
                return "a point off the incident box";
            if (reference.outside(onReference) > round)
                return "a point off the reference box";
            if (std::abs(heightOver(reference, out, onReference)) > round)
                return "a point off the reference face";
        }
        return coverage(reference, out, inner);
    }

    // The points must not crowd together on one side of what they stand for.
    std::string coverage(const OracleBox& reference, glm::dvec3 out, const std::vector<glm::dvec3>& inner) const {
        const glm::dvec3 top = out * (reference.reach(out) + margin) + reference.center;
        std::vector<glm::dvec3> polygon;
        for (glm::dvec3 p : inner) {
            // Where the margin cuts the polygon, what is left of it has no points of its own.
            if (heightOver(reference, out, p) > margin - tolerance)
                return "";
            polygon.push_back(p - glm::dot(p - top, out) * out);
        }
        if (polygon.size() < 3)
            return "";
        const double whole = polygonArea(polygon);
        if (whole < 1e-3)
            return "";
        if (polygon.size() >= 4 && m.pointCount < 3)
            return "too few points";
        std::array<glm::dvec3, 4> p;
        for (int i = 0; i < 4; ++i)
            p[size_t(i)] = point(std::min(i, int(m.pointCount) - 1));
        double most = 0;
        const int order[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}};
        for (const auto& o : order)
            most = std::max(most, polygonArea({p[size_t(o[0])], p[size_t(o[1])], p[size_t(o[2])], p[size_t(o[3])]}));
        if (most < 0.5 * whole - 1e-3)
            return "the points cover too little of the contact";
        return "";
    }
};

}  // namespace

TEST_CASE("box-box manifolds agree with the oracle on 100,000 poses") {
    Random random(7);
    const float margin = 0.02f;
    int touching[kPoseKinds] = {}, edges[kPoseKinds] = {}, points[kPoseKinds] = {}, faults = 0;
    double depth[kPoseKinds] = {};
    for (int i = 0; i < 100000; ++i) {
        const int kind = i % kPoseKinds;
        const BoxPose pose = makeBoxPose(kind, random);
        const Collision c = collide(pose.a, pose.b, margin);
        Check check(pose, c.manifold, double(margin));
        const std::string fault = check.run();
        if (!fault.empty() && ++faults <= 20)
            MESSAGE("pose " << i << " (" << std::string(kPoseNames[kind]) << "): " << fault);
        REQUIRE((c.touching != 0) == (c.manifold.pointCount > 0));
        touching[kind] += c.touching;
        points[kind] += pointCount(c);
        edges[kind] += c.touching && byEdges(c.manifold);
        depth[kind] = std::max(depth[kind], check.worstDepth);
    }
    for (int k = 0; k < kPoseKinds; ++k) {
        MESSAGE(std::string(kPoseNames[k])
                << ": " << touching[k] << " touch, " << edges[k] << " by edges, "
                << double(points[k]) / std::max(1, touching[k]) << " points, depth error " << depth[k]);
        CHECK(touching[k] > 500);
    }
    CHECK(edges[8] > 2000);
    CHECK(edges[7] < 5);  // a pebble on a field rests on no edge
    CHECK(faults == 0);
}

}  // namespace drystone
