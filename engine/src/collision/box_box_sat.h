// Along which of 15 axes two boxes overlap least (Gottschalk, Lin, Manocha 1996: OBBTree).
#pragma once

#include "collision/pair_lanes.h"

namespace drystone::collision {

// An axis by number, as a float: 0..2 faces of A, 3..5 faces of B, 6 + 3 i + j the cross product of edge i of A and
// edge j of B. kSeparated: they are further apart than the margin.
inline constexpr float kSeparated = -1.0f;
inline constexpr float kFirstFaceB = 3.0f;
inline constexpr float kFirstEdge = 6.0f;

// How much (m, metre-sized boxes) the less favoured axis must beat the other by: faces of the smaller box those of the
// larger, edges the faces. Without it the choice would be made by rounding, and resting contacts would change their points
// from step to step. The larger box is favoured because its face stays where it is while the smaller box trembles on it.
inline constexpr float kHysteresis = 5e-4f;
// The same among axes of one kind.
inline constexpr float kTieBias = 0.5f * kHysteresis;
// Squared sine below which two edges count as parallel: faces decide.
inline constexpr float kParallelSquared = 1e-4f;

// Squared cosine to the chosen face's normal from which on an edge axis yields to the face: its points, clipped, tell the
// same depth, and four of them hold a resting box where one lets it rock.
inline constexpr float kAlongFaceSquared = 0.9975f;
// What rounding may add to a distance, relative to the boxes' sizes. Dividing by the sine of nearly parallel edges magnifies
// it: without this a pebble on a field would rest on phantom edges.
inline constexpr float kRounding = 4e-7f;

template <int W>
struct AxisChoice {
    Wide<W> separation;
    Wide<W> code;
};

template <int W>
DRYSTONE_INLINE void consider(AxisChoice<W>& choice, Wide<W> separation, Wide<W> bias, float code) {
    const Mask<W> better = separation > choice.separation + bias;
    choice.separation = select(better, separation, choice.separation);
    choice.code = select(better, splat<W>(code), choice.code);
}

template <int W>
struct BoxPairFrame {
    Wide<W> c[3][3], q[3][3];  // axes of B in A's frame, and their magnitudes
    Wide<W> dA[3], dB[3];      // from A's centre to B's, in A's axes and in B's
    Wide<W> hA[3], hB[3];
};

template <int W>
DRYSTONE_INLINE void boxPairFrame(const ShapeLanes<W>& a, const ShapeLanes<W>& b, BoxPairFrame<W>& f) {
    Vec3W<W> axisA[3], axisB[3];
    axesOf(a.rotation, axisA);
    axesOf(b.rotation, axisB);
    const Vec3W<W> between = b.position - a.position;
    for (int i = 0; i < 3; ++i) {
        f.dA[i] = dot(axisA[i], between);
        f.dB[i] = dot(axisB[i], between);
        for (int j = 0; j < 3; ++j) {
            f.c[i][j] = dot(axisA[i], axisB[j]);
            f.q[i][j] = abs(f.c[i][j]);
        }
    }
    const Wide<W> hA[3] = {a.extents.x, a.extents.y, a.extents.z}, hB[3] = {b.extents.x, b.extents.y, b.extents.z};
    for (int i = 0; i < 3; ++i) {
        f.hA[i] = hA[i];
        f.hB[i] = hB[i];
    }
}

// Along the faces of A and of B.
template <int W>
DRYSTONE_INLINE void faceSeparations(const BoxPairFrame<W>& f, Wide<W> (&onA)[3], Wide<W> (&onB)[3]) {
    for (int i = 0; i < 3; ++i) {
        onA[i] = abs(f.dA[i]) - (f.hA[i] + ((f.q[i][0] * f.hB[0] + f.q[i][1] * f.hB[1]) + f.q[i][2] * f.hB[2]));
        onB[i] = abs(f.dB[i]) - (f.hB[i] + ((f.q[0][i] * f.hA[0] + f.q[1][i] * f.hA[1]) + f.q[2][i] * f.hA[2]));
    }
}

// Faces of A then of B; `most` becomes the largest separation whatever the biases say.
template <int W>
DRYSTONE_INLINE AxisChoice<W> chooseFace(const BoxPairFrame<W>& f, Wide<W> scale, Wide<W>& most) {
    using F = Wide<W>;
    const F tie = splat<W>(kTieBias) * scale;
    F onA[3], onB[3];
    faceSeparations(f, onA, onB);
    AxisChoice<W> a{onA[0], splat<W>(0.0f)}, b{onB[0], splat<W>(kFirstFaceB)};
    most = max(onA[0], onB[0]);
    for (int i = 1; i < 3; ++i) {
        consider(a, onA[i], tie, float(i));
        consider(b, onB[i], tie, kFirstFaceB + float(i));
        most = max(most, max(onA[i], onB[i]));
    }
    const F step = splat<W>(kHysteresis) * scale;
    const Mask<W> favourB = (f.hB[0] + f.hB[1]) + f.hB[2] > (f.hA[0] + f.hA[1]) + f.hA[2];
    const Mask<W> second = b.separation > a.separation + select(favourB, -step, step);
    return {select(second, b.separation, a.separation), select(second, b.code, a.code)};
}

template <int W>
struct EdgeChoice {
    AxisChoice<W> axis;
    Wide<W> x, y, z, squared;  // the cross product, in A's frame, and its squared length
};

template <int W>
DRYSTONE_INLINE EdgeChoice<W> chooseEdges(const BoxPairFrame<W>& f, Wide<W> scale, Wide<W>& most) {
    using F = Wide<W>;
    const F zero = splat<W>(0.0f), one = splat<W>(1.0f), never = splat<W>(-kFar);
    const F tie = splat<W>(kTieBias) * scale;
    const F sizes = ((f.hA[0] + f.hA[1]) + f.hA[2]) + ((f.hB[0] + f.hB[1]) + f.hB[2]);
    const F slack = splat<W>(kRounding) * sizes;
    EdgeChoice<W> choice{{never, splat<W>(kFirstEdge)}, one, zero, zero, one};
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const F n1 = -f.c[i2][j], n2 = f.c[i1][j];
            const F squared = n1 * n1 + n2 * n2;
            const Mask<W> crossing = squared >= splat<W>(kParallelSquared);
            const F distance = abs(f.dA[i1] * n1 + f.dA[i2] * n2);
            const F reach =
                (f.hA[i1] * f.q[i2][j] + f.hA[i2] * f.q[i1][j]) + (f.hB[j1] * f.q[i][j2] + f.hB[j2] * f.q[i][j1]);
            const F length = sqrt(select(crossing, squared, one));
            const F separation = select(crossing, (distance - (reach + slack)) / length, never);
            most = max(separation, most);

            const Mask<W> better = separation > choice.axis.separation + tie;
            choice.axis.separation = select(better, separation, choice.axis.separation);
            choice.axis.code = select(better, splat<W>(kFirstEdge + float(3 * i + j)), choice.axis.code);
            choice.x = select(better, i == 0 ? zero : i1 == 0 ? n1 : n2, choice.x);
            choice.y = select(better, i == 1 ? zero : i1 == 1 ? n1 : n2, choice.y);
            choice.z = select(better, i == 2 ? zero : i1 == 2 ? n1 : n2, choice.z);
            choice.squared = select(better, squared, choice.squared);
        }
    }
    return choice;
}

// Whether the edges' axis is nearly the normal of the face with this code.
template <int W>
DRYSTONE_INLINE Mask<W> alongFace(const BoxPairFrame<W>& f, const EdgeChoice<W>& edges, Wide<W> code) {
    using F = Wide<W>;
    F onAxis = edges.x;
    onAxis = select(code == splat<W>(1.0f), edges.y, onAxis);
    onAxis = select(code == splat<W>(2.0f), edges.z, onAxis);
    for (int j = 0; j < 3; ++j) {
        const F onB = (f.c[0][j] * edges.x + f.c[1][j] * edges.y) + f.c[2][j] * edges.z;
        onAxis = select(code == splat<W>(kFirstFaceB + float(j)), onB, onAxis);
    }
    return onAxis * onAxis >= splat<W>(kAlongFaceSquared) * edges.squared;
}

// The code of the chosen axis, or kSeparated.
template <int W>
DRYSTONE_INLINE Wide<W> chooseAxis(const ShapeLanes<W>& a, const ShapeLanes<W>& b, Wide<W> margin) {
    BoxPairFrame<W> frame;
    boxPairFrame(a, b, frame);
    const Wide<W> scale = sizeScale(a, b);
    Wide<W> most;
    const AxisChoice<W> face = chooseFace(frame, scale, most);
    // Most pairs that a broadphase finds are apart already: nine axes saved for all lanes together.
    if (!bits(most <= margin))
        return splat<W>(kSeparated);
    const EdgeChoice<W> edges = chooseEdges(frame, scale, most);
    const Mask<W> byEdges =
        (edges.axis.separation > face.separation + splat<W>(kHysteresis) * scale) & ~alongFace(frame, edges, face.code);
    return select(most <= margin, select(byEdges, edges.axis.code, face.code), splat<W>(kSeparated));
}

}  // namespace drystone::collision
