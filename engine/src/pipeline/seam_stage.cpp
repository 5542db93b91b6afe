#include <algorithm>

#include "pipeline/fast_pairs.h"

namespace drystone {

namespace {

// A shape where it will be at the moment that the contact is of.
PlacedShape shapeLater(const StageContext& context, uint32_t shape, float time) {
    const Simulation& sim = context.sim;
    return moved(sim.placedShapes[shape], meanMotion(sim, sim.bodies[sim.shapes[shape].body], context.dt), time);
}

bool shapeHolds(const StageContext& context, uint32_t shape, float time, glm::vec3 place, float room) {
    return time > 0.0f ? holdsPlace(shapeLater(context, shape, time), place, room)
                       : holdsPlace(context.sim.placedShapes[shape], place, room);
}

// What may lie beside the surface: of a mover that can be pushed, all that it may meet. The world's floor meets too much
// and asks only for the shapes of the surface's own body.
bool neighbourHolds(const StageContext& context, const Pair& pair, int surfaceSide, float time, glm::vec3 place,
                    float room) {
    Simulation& sim = context.sim;
    const uint32_t surface = pair.shape[surfaceSide], mover = pair.body[1 - surfaceSide];
    bool found = false;
    if (sim.bodies[mover].dynamic())
        forEachPair(sim, mover, [&](uint32_t slot, uint32_t side) {
            const Pair& other = sim.pairs[slot];
            const uint32_t shape = other.shape[1 - side];
            found = found || (!other.sensor && shape != surface && shapeHolds(context, shape, time, place, room));
        });
    else
        for (uint32_t s = sim.bodies[pair.body[surfaceSide]].firstShape; s != kNone; s = sim.shapes[s].nextShape)
            found = found || (!sim.shapes[s].sensor && s != surface && shapeHolds(context, s, time, place, room));
    return found;
}

SeamVerdict judge(const StageContext& context, const StepScratch::FastPair& fast, uint32_t slot, int surfaceSide) {
    const Simulation& sim = context.sim;
    const Pair& pair = sim.pairs[slot];
    const uint32_t surface = pair.shape[surfaceSide];
    if (sim.shapes[surface].shape.kind != ShapeKind::Box)
        return {};
    const float slop = slopOf(sim, pair), time = fast.time;
    const auto isFilled = [&](glm::vec3 place) {
        return neighbourHolds(context, pair, surfaceSide, time, place, kSeamRoom * slop);
    };
    if (time <= 0.0f)
        return judgeSeam({&sim.manifolds[slot], surfaceSide, &sim.placedShapes[surface], slop, isFilled});
    const PlacedShape later = shapeLater(context, surface, time);
    return judgeSeam({&sim.manifolds[slot], surfaceSide, &later, slop, isFilled});
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
            scratch.touching[fast.tested] = correctSeam(landingQuery(context, fast), fast.time, seam.surfaceSide,
                                                        seam.verdict, isHeld(context, pair, seam), sim.manifolds[slot]);
        }
    });
}

}  // namespace drystone
