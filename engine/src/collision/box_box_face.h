// A face of one box against the other box: the points where they meet.
#pragma once

#include "collision/box_box_reduce.h"
#include "collision/box_box_sat.h"
#include "collision/manifold_lanes.h"

namespace drystone::collision {

// The reference face is a rectangle in the plane z = 0, about the z axis through its box's centre; the incident face, the
// face of the other box that looks most against it, is a parallelogram above or below.
template <int W>
struct FaceFrame {
    Vec3W<W> x, y, z;       // world directions; z points to the incident box
    Wide<W> hx, hy, hz;     // half extents of the reference box
    Vec3W<W> center, u, v;  // incident face: its centre (from the reference box's centre) and half edges
    Wide<W> hu, hv;         // half lengths of u and v
    Vec3W<W> across;        // the incident face's normal
    Vec3W<W> origin;        // centre of the reference box, from A's centre of mass
    Mask<W> onB;            // the reference face is B's
    Wide<W> featureBase;    // names the two faces
};

template <int W, class T>
DRYSTONE_INLINE T pickAxis(Mask<W> second, Mask<W> third, T x, T y, T z) {
    return select(third, z, select(second, y, x));
}

template <int W>
DRYSTONE_INLINE void faceFrame(const ShapeLanes<W>& a, const ShapeLanes<W>& b, Wide<W> code, FaceFrame<W>& f) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f);
    f.onB = code >= splat<W>(kFirstFaceB);
    const F axisNumber = select(f.onB, code - splat<W>(kFirstFaceB), code);

    Vec3W<W> axisA[3], axisB[3], ref[3], inc[3];
    axesOf(a.rotation, axisA);
    axesOf(b.rotation, axisB);
    for (int i = 0; i < 3; ++i) {
        ref[i] = select(f.onB, axisB[i], axisA[i]);
        inc[i] = select(f.onB, axisA[i], axisB[i]);
    }
    const Vec3W<W> hRef = select(f.onB, b.extents, a.extents), hInc = select(f.onB, a.extents, b.extents);
    const Vec3W<W> between = b.position - a.position;
    const Vec3W<W> toIncident = select(f.onB, -between, between);
    f.origin = select(f.onB, b.position, a.position) - a.centerOfMass;

    const Mask<W> r1 = axisNumber == splat<W>(1.0f), r2 = axisNumber == splat<W>(2.0f);
    f.x = pickAxis(r1, r2, ref[1], ref[2], ref[0]);
    f.y = pickAxis(r1, r2, ref[2], ref[0], ref[1]);
    f.z = pickAxis(r1, r2, ref[0], ref[1], ref[2]);
    f.hx = pickAxis(r1, r2, hRef.y, hRef.z, hRef.x);
    f.hy = pickAxis(r1, r2, hRef.z, hRef.x, hRef.y);
    f.hz = pickAxis(r1, r2, hRef.x, hRef.y, hRef.z);

    // Boxes that share their centre keep one side.
    const F height = dot(f.z, toIncident);
    const Mask<W> above = height >= splat<W>(-kTieBias) * sizeScale(a, b);
    f.z = select(above, f.z, -f.z);

    const F against[3] = {dot(f.z, inc[0]), dot(f.z, inc[1]), dot(f.z, inc[2])};
    const F bias = splat<W>(1e-3f);
    const Mask<W> i1 = abs(against[1]) > abs(against[0]) + bias;
    const F most = select(i1, abs(against[1]), abs(against[0]));
    const Mask<W> i2 = abs(against[2]) > most + bias;
    const F facing = pickAxis(i1, i2, against[0], against[1], against[2]);
    const Mask<W> negative = facing > zero;

    const auto toFrame = [&](Vec3W<W> w) { return Vec3W<W>{dot(f.x, w), dot(f.y, w), dot(f.z, w)}; };
    const Vec3W<W> outward = pickAxis(i1, i2, inc[0], inc[1], inc[2]);
    f.across = toFrame(select(negative, -outward, outward));
    f.hu = pickAxis(i1, i2, hInc.y, hInc.z, hInc.x);
    f.hv = pickAxis(i1, i2, hInc.z, hInc.x, hInc.y);
    f.center = toFrame(toIncident) + pickAxis(i1, i2, hInc.x, hInc.y, hInc.z) * f.across;
    f.u = f.hu * toFrame(pickAxis(i1, i2, inc[1], inc[2], inc[0]));
    f.v = f.hv * toFrame(pickAxis(i1, i2, inc[2], inc[0], inc[1]));

    const F refFace = code + code + select(above, zero, one);
    const F incFace = pickAxis(i1, i2, zero, splat<W>(2.0f), splat<W>(4.0f)) + select(negative, one, zero);
    f.featureBase = splat<W>(12.0f) * (splat<W>(6.0f) * refFace + incFace) + one;
}

// Heights above the reference face of the plane of the incident face. |across.z| >= 0.57, so this never degenerates.
template <int W>
struct IncidentPlane {
    Wide<W> slopeX, slopeY, height;
    DRYSTONE_INLINE Wide<W> at(Wide<W> x, Wide<W> y) const { return (slopeX * x + slopeY * y) + height; }
};

template <int W>
DRYSTONE_INLINE IncidentPlane<W> incidentPlane(const FaceFrame<W>& f) {
    const Wide<W> inverse = splat<W>(-1.0f) / f.across.z;
    const Wide<W> sx = f.across.x * inverse, sy = f.across.y * inverse;
    return {sx, sy, (f.center.z - f.hz) - (sx * f.center.x + sy * f.center.y)};
}

// The four edges of the incident face against the rectangle (Liang, Barsky 1984): edge e gives candidate 2 e where it
// enters, at its first corner if that lies inside, and 2 e + 1 where it leaves.
//
// The rectangle is larger by `reach` for the question whether an edge is inside, and exact for where it is cut: a corner
// that rests on the rim of an equal face keeps its name while it trembles.
template <int W>
DRYSTONE_INLINE void clipEdges(const FaceFrame<W>& f, Wide<W> reach, FaceCandidates<W>& out,
                               Mask<W> (&present)[kFaceCandidates]) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f), two = splat<W>(2.0f);
    const F half[2] = {f.hx, f.hy};
    const F u[2] = {f.u.x, f.u.y}, v[2] = {f.v.x, f.v.y}, c[2] = {f.center.x, f.center.y};
    // An edge along a side never crosses it: a tiny slope in its place puts the crossing far off, on the proper side.
    const F tiny = splat<W>(1e-12f);
    const auto inverseOf = [&](F d) { return one / select(abs(d) < tiny, tiny, d); };
    F edge[2][2], inverse[2][2];
    for (int k = 0; k < 2; ++k) {
        edge[0][k] = two * u[k];
        edge[1][k] = two * v[k];
        inverse[0][k] = inverseOf(edge[0][k]);
        inverse[1][k] = inverseOf(edge[1][k]);
    }
    for (int e = 0; e < 4; ++e) {
        const int q = e & 1;
        F start[2], along[2], enter = zero, leave = one;
        for (int k = 0; k < 2; ++k) {
            start[k] = e == 0 ? c[k] - u[k] - v[k]
                : e == 1      ? c[k] + u[k] - v[k]
                : e == 2      ? c[k] + u[k] + v[k]
                              : c[k] - u[k] + v[k];
            along[k] = e < 2 ? edge[q][k] : -edge[q][k];
            const F inv = e < 2 ? inverse[q][k] : -inverse[q][k], limit = half[k] + reach;
            const F t0 = (-limit - start[k]) * inv, t1 = (limit - start[k]) * inv;
            enter = max(enter, min(t0, t1));
            leave = min(leave, max(t0, t1));
        }
        const Mask<W> inside = enter <= leave;
        const F t[2] = {enter, leave};
        for (int end = 0; end < 2; ++end) {
            out.x[2 * e + end] = max(min(start[0] + along[0] * t[end], f.hx), -f.hx);
            out.y[2 * e + end] = max(min(start[1] + along[1] * t[end], f.hy), -f.hy);
        }
        present[2 * e] = inside;
        present[2 * e + 1] = inside & (leave < one);
    }
}

// Candidates 8..11: corners of the rectangle inside the parallelogram, by more than the reach of the edges.
template <int W>
DRYSTONE_INLINE void cornersInside(const FaceFrame<W>& f, Wide<W> reach, FaceCandidates<W>& out,
                                   Mask<W> (&present)[kFaceCandidates]) {
    using F = Wide<W>;
    const F one = splat<W>(1.0f);
    const F inverse = one / (f.u.x * f.v.y - f.u.y * f.v.x);
    const F limitU = one - reach / f.hu, limitV = one - reach / f.hv;
    for (int e = 0; e < 4; ++e) {
        const F x = e == 1 || e == 2 ? f.hx : -f.hx, y = e >= 2 ? f.hy : -f.hy;
        const F rx = x - f.center.x, ry = y - f.center.y;
        const F s = (rx * f.v.y - ry * f.v.x) * inverse, t = (ry * f.u.x - rx * f.u.y) * inverse;
        out.x[8 + e] = x;
        out.y[8 + e] = y;
        present[8 + e] = (abs(s) < limitU) & (abs(t) < limitV);
    }
}

template <int W>
void collideFaces(const CollideBatch& batch, const int* pairs, int used, const float* codes) {
    using F = Wide<W>;
    PairLanes<W> lanes;
    loadLanes(batch, pairs, used, lanes);
    ShapeLanes<W> a, b;
    loadShapes<W>(lanes.shapeA, a);
    loadShapes<W>(lanes.shapeB, b);
    FaceFrame<W> frame;
    faceFrame(a, b, F::load(codes), frame);

    const F tolerance = splat<W>(kHysteresis) * sizeScale(a, b);
    FaceCandidates<W> candidates;
    Mask<W> present[kFaceCandidates];
    clipEdges(frame, tolerance, candidates, present);
    cornersInside(frame, tolerance, candidates, present);
    const IncidentPlane<W> plane = incidentPlane(frame);
    for (int e = 0; e < kFaceCandidates; ++e) {
        const F z = plane.at(candidates.x[e], candidates.y[e]);
        candidates.z[e] = select(present[e] & (z <= lanes.margin), z, splat<W>(kFar));
    }
    FacePoints<W> points;
    reduce(candidates, tolerance, points);

    ContactLanes<W, 4> contact;
    const F zero = splat<W>(0.0f), half = splat<W>(0.5f);
    for (int i = 0; i < 4; ++i) {
        const Mask<W> filled = splat<W>(float(i)) < points.count;
        const F z = plane.at(points.x[i], points.y[i]);
        const Vec3W<W> place = (points.x[i] * frame.x + points.y[i] * frame.y) + (frame.hz + half * z) * frame.z;
        contact.anchor[i] = select(filled, frame.origin + place, zeroVec<W>());
        contact.separation[i] = select(filled, z, zero);
        contact.feature[i] = select(filled, frame.featureBase + points.id[i], zero);
    }
    const Vec3W<W> normal = (splat<W>(1.0f) / sqrt(lengthSquared(frame.z))) * frame.z;
    contact.normal = select(frame.onB, -normal, normal);
    contact.count = points.count;
    contact.centerOffset = a.centerOfMass - b.centerOfMass;
    contact.round = 0.0f;
    writeManifolds(lanes, contact);
}

}  // namespace drystone::collision
