#pragma once

#include "collision/box_box_edge.h"
#include "collision/box_box_face.h"
#include "collision/box_box_sat.h"
#include "collision/coincident.h"

namespace drystone::collision {

// Pairs waiting for the same kernel. Faces and edges mix in a batch; sorted, no lane waits for the other kind.
template <int W>
struct PairQueue {
    int pairs[W];
    alignas(32) float codes[W];
    int used = 0;

    DRYSTONE_INLINE bool push(int pair, float code) {
        pairs[used] = pair;
        codes[used] = code;
        return ++used == W;
    }
    // The kernel reads a code for each lane.
    DRYSTONE_INLINE void padCodes() {
        if constexpr (W > 1)
            for (int k = used; k < W; ++k)
                codes[k] = codes[k - 1];
    }
};

template <int W>
DRYSTONE_INLINE void flushFaces(const CollideBatch& batch, PairQueue<W>& queue) {
    queue.padCodes();
    collideFaces<W>(batch, queue.pairs, queue.used, queue.codes);
    queue.used = 0;
}
template <int W>
DRYSTONE_INLINE void flushEdges(const CollideBatch& batch, PairQueue<W>& queue) {
    queue.padCodes();
    collideEdges<W>(batch, queue.pairs, queue.used, queue.codes);
    queue.used = 0;
}

// Boxes in one place: among the faces along which they overlap least, that of the way in which they are to part. The codes
// of faces are in the order of the ways: along a face of A, or against one of B.
template <int W>
DRYSTONE_INLINE void spreadFaces(const CollideBatch& batch, int first, uint32_t lanes, const ShapeLanes<W>& a,
                                 const ShapeLanes<W>& b, float (&codes)[W]) {
    BoxPairFrame<W> frame;
    boxPairFrame(a, b, frame);
    Wide<W> onA[3], onB[3];
    faceSeparations(frame, onA, onB);
    alignas(32) float separation[6][W], tie[W];
    for (int i = 0; i < 3; ++i) {
        onA[i].store(separation[i]);
        onB[i].store(separation[3 + i]);
    }
    (splat<W>(kTieBias) * sizeScale(a, b)).store(tie);
    for (int k = 0; k < W; ++k) {
        if (!(lanes >> k & 1u) || codes[k] < 0.0f || codes[k] >= kFirstEdge)
            continue;
        const int way = partingWay(batch.pairs[first + k].shapeA, batch.pairs[first + k].shapeB);
        if (separation[way][k] >= separation[int(codes[k])][k] - tie[k])
            codes[k] = float(way);
    }
}

template <int W>
void collideBoxBox(const CollideBatch& batch) {
    PairQueue<W> faces, edges;
    for (int first = 0; first < batch.count; first += W) {
        PairLanes<W> lanes;
        loadLanes(batch, first, lanes);
        ShapeLanes<W> a, b;
        loadShapes<W>(lanes.shapeA, a);
        loadShapes<W>(lanes.shapeB, b);
        alignas(32) float codes[W];
        chooseAxis(a, b, lanes.margin).store(codes);
        if (const uint32_t lost = bits(inOnePlace(a, b)) & lanes.active)
            spreadFaces(batch, first, lost, a, b, codes);

        uint32_t apart = 0;
        for (int k = 0; k < W && first + k < batch.count; ++k) {
            if (codes[k] == kSeparated)
                apart |= 1u << k;
            else if (codes[k] < kFirstEdge) {
                if (faces.push(first + k, codes[k]))
                    flushFaces(batch, faces);
            } else if (edges.push(first + k, codes[k])) {
                flushEdges(batch, edges);
            }
        }
        lanes.active &= apart;
        writeTouching(lanes, 0u);
    }
    if (faces.used)
        flushFaces(batch, faces);
    if (edges.used)
        flushEdges(batch, edges);
}

}  // namespace drystone::collision
