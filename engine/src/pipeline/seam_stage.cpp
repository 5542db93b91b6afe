#include <algorithm>

#include "pipeline/fast_pairs.h"

namespace drystone {

namespace {

// A shape where it will be at the moment that the contact is of.
PlacedShape shapeLater(const StageContext& context, uint32_t shape, float time) {
    const Simulation& sim = context.sim;
    return moved(sim.placedShapes[shape], meanMotion(sim, sim.bodies[sim.shapes[shape].body], context.dt), time);
}

glm::vec3 velocityAt(const Simulation& sim, uint32_t body, glm::vec3 place) {
    const Body& b = sim.bodies[body];
    return b.linearVelocity + glm::cross(b.angularVelocity, place - b.center);
}

// What lies side by side makes one surface only while it stays so: where a box has just slid off one neighbour onto the
// next, each of the three might be taken for the one that moves over the two others.
constexpr float kTogether = 0.25f;

struct SeamPlace {
    const StageContext& context;
    const Pair& pair;
    int surfaceSide;
    float time;

    bool filledBy(uint32_t shape, glm::vec3 place, float room) const {
        const Simulation& sim = context.sim;
        const uint32_t surface = pair.body[surfaceSide], neighbour = sim.shapes[shape].body;
        if (shape == pair.shape[surfaceSide] ||
            !(time > 0.0f ? holdsPlace(shapeLater(context, shape, time), place, room)
                          : holdsPlace(sim.placedShapes[shape], place, room)))
            return false;
        if (neighbour == surface)
            return true;
        const glm::vec3 here = velocityAt(sim, surface, place);
        return lengthSquared(velocityAt(sim, neighbour, place) - here) <=
            kTogether * kTogether * lengthSquared(velocityAt(sim, pair.body[1 - surfaceSide], place) - here);
    }

    // Of a mover that can be pushed, by anything that it may meet. The world's floor meets too much and asks only for the
    // shapes of the surface's own body.
    bool filled(glm::vec3 place, float room) const {
        Simulation& sim = context.sim;
        const uint32_t mover = pair.body[1 - surfaceSide];
        bool found = false;
        if (sim.bodies[mover].dynamic())
            forEachPair(sim, mover, [&](uint32_t slot, uint32_t side) {
                const Pair& other = sim.pairs[slot];
                found = found || (!other.sensor && filledBy(other.shape[1 - side], place, room));
            });
        else
            for (uint32_t s = sim.bodies[pair.body[surfaceSide]].firstShape; s != kNone; s = sim.shapes[s].nextShape)
                found = found || (!sim.shapes[s].sensor && filledBy(s, place, room));
        return found;
    }
};

SeamVerdict judge(const StageContext& context, const StepScratch::FastPair& fast, uint32_t slot, int surfaceSide) {
    const Simulation& sim = context.sim;
    const Pair& pair = sim.pairs[slot];
    const uint32_t surface = pair.shape[surfaceSide];
    if (sim.shapes[surface].shape.kind != ShapeKind::Box)
        return {};
    const float slop = slopOf(sim, pair), time = fast.time;
    const auto isFilled = [&](glm::vec3 place) {
        return SeamPlace{context, pair, surfaceSide, time}.filled(place, kSeamRoom * slop);
    };
    if (time <= 0.0f)
        return judgeSeam({&sim.manifolds[slot], surfaceSide, &sim.placedShapes[surface], slop, isFilled});
    const PlacedShape later = shapeLater(context, surface, time);
    return judgeSeam({&sim.manifolds[slot], surfaceSide, &later, slop, isFilled});
}

// Of what lies still on what cannot be pushed: whether what pulls on it presses it into the contact, but not straight. A
// floor and the walls about a heap are left out; on a slope, or under a force, a seam may keep it from sliding.
constexpr float kStraight = 0.01f;

bool pressedAslant(const Simulation& sim, uint32_t slot) {
    const glm::vec3 pull = freeAcceleration(sim, sim.bodies[sim.pairs[slot].body[1]]),
                    normal = toVec3(sim.manifolds[slot].normal);
    const float press = -glm::dot(normal, pull), least = kStraight * kStraight * lengthSquared(pull);
    return press > 0.0f && press * press > least && lengthSquared(pull) - press * press > least;
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
            if (!fast.moves && !pressedAslant(sim, slot))
                continue;
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
