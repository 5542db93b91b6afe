#include <algorithm>

#include "pipeline/fast_pairs.h"

namespace drystone {

namespace {

constexpr int kMostNeighbours = 32;

struct Neighbours {
    PlacedShape shapes[kMostNeighbours];
    int count = 0;
};

bool canCover(const Simulation& sim, uint32_t shape) {
    return sim.shapes[shape].shape.kind != ShapeKind::Sphere && !sim.shapes[shape].sensor;
}

// What may lie beside the surface: of a mover that can be pushed, all that it may meet. The world's floor meets too much
// and asks only for the shapes of the surface's own body.
void findNeighbours(const StageContext& context, const Pair& pair, int surfaceSide, float time, Neighbours& out) {
    Simulation& sim = context.sim;
    const uint32_t surface = pair.shape[surfaceSide], mover = pair.body[1 - surfaceSide];
    const auto add = [&](uint32_t shape) {
        if (shape != surface && out.count < kMostNeighbours && canCover(sim, shape))
            out.shapes[out.count++] =
                moved(sim.placedShapes[shape], meanMotion(sim, sim.bodies[sim.shapes[shape].body], context.dt), time);
    };
    if (sim.bodies[mover].dynamic())
        forEachPair(sim, mover, [&](uint32_t slot, uint32_t side) { add(sim.pairs[slot].shape[1 - side]); });
    else
        for (uint32_t s = sim.bodies[pair.body[surfaceSide]].firstShape; s != kNone; s = sim.shapes[s].nextShape)
            add(s);
}

float slopOf(const Simulation& sim, const Pair& pair) {
    return sim.settings.linearSlop *
        lengthScale(std::min(sim.placedShapes[pair.shape[0]].smallestExtent,
                             sim.placedShapes[pair.shape[1]].smallestExtent));
}

SeamVerdict judge(const StageContext& context, const StepScratch::FastPair& fast, uint32_t slot, int surfaceSide) {
    const Simulation& sim = context.sim;
    const Pair& pair = sim.pairs[slot];
    const uint32_t surface = pair.shape[surfaceSide];
    if (sim.shapes[surface].shape.kind != ShapeKind::Box)
        return {};
    Neighbours neighbours;
    findNeighbours(context, pair, surfaceSide, fast.time, neighbours);
    if (neighbours.count == 0)
        return {};
    const PlacedShape placed =
        moved(sim.placedShapes[surface], meanMotion(sim, sim.bodies[pair.body[surfaceSide]], context.dt), fast.time);
    return judgeSeam(
        {&sim.manifolds[slot], surfaceSide, &placed, {neighbours.shapes, size_t(neighbours.count)}, slopOf(sim, pair)});
}

// Whether another contact of the mover, one that no seam makes, holds it there.
bool isHeld(StageContext& context, const Pair& pair, const StepScratch::Seam& seam) {
    Simulation& sim = context.sim;
    const uint32_t mover = pair.body[1 - seam.surfaceSide];
    const float slop = slopOf(sim, pair);
    bool held = false;
    forEachPair(sim, mover, [&](uint32_t slot, uint32_t side) {
        const Pair& other = sim.pairs[slot];
        if (!other.sensor && !context.scratch.covered[slot])
            held |=
                holds(sim.manifolds[slot], int(1 - side), sim.bodies[other.body[1 - side]].center, seam.verdict, slop);
    });
    return held;
}

}  // namespace

void correctSeams(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const int count = int(scratch.fastPairs.size());
    if (count == 0)
        return;
    assignGrowing(scratch.covered, sim.pairs.size(), uint8_t{0});
    assignGrowing(scratch.seams, size_t(count), StepScratch::Seam{});
    // All are judged before any changes: what holds a mover is a contact that stays.
    context.tasks.parallelFor(count, kFastPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            const StepScratch::FastPair& fast = scratch.fastPairs[size_t(i)];
            if (!scratch.touching[fast.tested])
                continue;
            const uint32_t slot = scratch.testedPairs[fast.tested];
            for (uint8_t side = 0; side < 2 && !scratch.covered[slot]; ++side) {
                scratch.seams[size_t(i)] = {side, judge(context, fast, slot, side)};
                scratch.covered[slot] = scratch.seams[size_t(i)].verdict.covered;
            }
        }
    });
    context.tasks.parallelFor(count, kFastPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            const StepScratch::FastPair& fast = scratch.fastPairs[size_t(i)];
            const uint32_t slot = scratch.testedPairs[fast.tested];
            if (!scratch.covered[slot])
                continue;
            const Pair& pair = sim.pairs[slot];
            const StepScratch::Seam& seam = scratch.seams[size_t(i)];
            scratch.touching[fast.tested] =
                correctSeam(landingQuery(context, fast), fast.time, seam.surfaceSide, seam.verdict,
                            isHeld(context, pair, seam), slopOf(sim, pair), sim.manifolds[slot]);
        }
    });
}

}  // namespace drystone
