#include <algorithm>

#include "pipeline/fast_pairs.h"
#include "pipeline/sweep.h"

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
// How far apart two places next to one point of a contact may be: in slops, see judgeSeam.
constexpr float kAside = 6.0f;

// Asked for several places of one contact. A mover in a heap has dozens of neighbours, of which hardly any reaches to
// where the contact is: they are picked out once.
class SeamPlaces {
public:
    // slop: of the pair (m).
    SeamPlaces(const StageContext& context, const Pair& pair, uint32_t slot, int surfaceSide, float time, float slop)
        : m_context(context),
          m_pair(pair),
          m_manifold(context.sim.manifolds[slot]),
          m_surfaceSide(surfaceSide),
          m_time(time),
          m_slop(slop) {}

    // Of a mover that can be pushed, by anything that it may meet. The world's floor meets too much and asks only for the
    // shapes of the surface's own body.
    bool filled(glm::vec3 place) {
        if (m_count < 0)
            pickNeighbours(place);
        if (m_count <= kMost) {
            for (int i = 0; i < m_count; ++i)
                if (filledBy(m_near[i], place))
                    return true;
            return false;
        }
        bool found = false;
        forEachNeighbour([&](uint32_t shape) { found = found || filledBy(shape, place); });
        return found;
    }

private:
    static constexpr int kMost = 8;

    template <class Visit>
    void forEachNeighbour(const Visit& visit) const {
        const Simulation& sim = m_context.sim;
        const StepScratch& scratch = m_context.scratch;
        const uint32_t mover = m_pair.body[1 - m_surfaceSide];
        const Body& body = sim.bodies[mover];
        if (body.dynamic() && body.awake() && !scratch.neighbourStart.empty())
            for (uint32_t i = scratch.neighbourStart[rowOf(body)]; i < scratch.neighbourStart[rowOf(body) + 1]; ++i)
                visit(scratch.flatNeighbours[i]);
        else if (body.dynamic())
            forEachPair(sim, mover, [&](uint32_t slot, uint32_t side) {
                if (!sim.pairs[slot].sensor)
                    visit(sim.pairs[slot].shape[1 - side]);
            });
        else
            for (uint32_t s = sim.bodies[m_pair.body[m_surfaceSide]].firstShape; s != kNone;
                 s = sim.shapes[s].nextShape)
                if (!sim.shapes[s].sensor)
                    visit(s);
    }

    // All places lie next to points of the contact.
    void pickNeighbours(glm::vec3 place) {
        float spread = 0.0f, gap = 0.0f;
        for (int i = 0; i < int(m_manifold.pointCount); ++i) {
            spread = std::max(spread,
                              glm::length(toVec3(m_manifold.points[i].anchor) - toVec3(m_manifold.points[0].anchor)));
            gap = std::max(gap, std::fabs(m_manifold.points[i].separation));
        }
        const float reach = 1.001f * (2.0f * spread + gap + kAside * m_slop);
        m_count = 0;
        forEachNeighbour([&](uint32_t shape) {
            if (m_count <= kMost && shape != m_pair.shape[m_surfaceSide] && mayHold(shape, place, reach)) {
                if (m_count < kMost)
                    m_near[m_count] = shape;
                ++m_count;
            }
        });
    }

    bool mayHold(uint32_t slot, glm::vec3 place, float reach) const {
        const PlacedShape& shape = m_context.sim.placedShapes[slot];
        if (shape.radius > 0.0f)
            return false;
        if (m_time > 0.0f || shape.smallestExtent >= kHuge)
            return true;
        const float most = glm::length(toVec3(shape.extents) + kSeamRoom * m_slop) + reach;
        return lengthSquared(toVec3(shape.position) - place) <= most * most;
    }

    bool filledBy(uint32_t shape, glm::vec3 place) const {
        const Simulation& sim = m_context.sim;
        const float room = kSeamRoom * m_slop;
        const uint32_t surface = m_pair.body[m_surfaceSide], neighbour = sim.shapes[shape].body;
        if (shape == m_pair.shape[m_surfaceSide] ||
            !(m_time > 0.0f ? holdsPlace(shapeLater(m_context, shape, m_time), place, room)
                            : holdsPlace(sim.placedShapes[shape], place, room)))
            return false;
        if (neighbour == surface)
            return true;
        const glm::vec3 here = velocityAt(sim, surface, place);
        return lengthSquared(velocityAt(sim, neighbour, place) - here) <=
            kTogether * kTogether * lengthSquared(velocityAt(sim, m_pair.body[1 - m_surfaceSide], place) - here);
    }

    const StageContext& m_context;
    const Pair& m_pair;
    const Manifold& m_manifold;
    int m_surfaceSide;
    float m_time, m_slop;
    uint32_t m_near[kMost];
    int m_count = -1;  // of m_near; -1: not picked yet; above kMost: too many to keep
};

SeamVerdict judge(const StageContext& context, const StepScratch::FastPair& fast, uint32_t slot, int surfaceSide) {
    const Simulation& sim = context.sim;
    const Pair& pair = sim.pairs[slot];
    const uint32_t surface = pair.shape[surfaceSide];
    if (sim.shapes[surface].shape.kind != ShapeKind::Box)
        return {};
    const float slop = slopOf(sim, pair), time = fast.time;
    SeamPlaces places(context, pair, slot, surfaceSide, time, slop);
    const auto isFilled = [&](glm::vec3 place) { return places.filled(place); };
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

// The same for every fast pair of a crowd: to go through the lists of pairs, which lie scattered, would take as long as
// all else. Where little moves they are not worth their making.
static void listFlatNeighbours(StageContext& context) {
    static constexpr size_t kFew = 32;  // tested pairs for one that is fast
    StepScratch& scratch = context.scratch;
    scratch.neighbourStart.clear();
    if (kFew * scratch.fastPairs.size() < scratch.tested.size())
        return;
    const size_t rows = context.sim.awakeBodies.size() + 1;
    const auto forEachNeighbour = [&](auto&& visit) {
        for (const StepScratch::TestedPair& pair : scratch.tested) {
            if (pair.sensor)
                continue;
            const bool flatA = pair.kind != PairKind::SphereSphere && pair.kind != PairKind::SphereBox;
            const bool flatB = pair.kind == PairKind::HalfSpaceBox || pair.kind == PairKind::SphereBox ||
                pair.kind == PairKind::BoxBox;
            if (flatB)
                visit(pair.row[0], pair.shape[1]);
            if (flatA)
                visit(pair.row[1], pair.shape[0]);
        }
    };
    // Counted two places further on, so that after the sums each place is where its row begins to be filled.
    assignGrowing(scratch.neighbourStart, rows + 2, 0u);
    forEachNeighbour([&](uint32_t row, uint32_t) { ++scratch.neighbourStart[row + 2]; });
    for (size_t i = 2; i < rows + 2; ++i)
        scratch.neighbourStart[i] += scratch.neighbourStart[i - 1];
    reserveGrowing(scratch.flatNeighbours, scratch.neighbourStart.back());
    scratch.flatNeighbours.resize(scratch.neighbourStart.back());
    forEachNeighbour(
        [&](uint32_t row, uint32_t shape) { scratch.flatNeighbours[scratch.neighbourStart[row + 1]++] = shape; });
}

void correctSeams(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const int count = int(scratch.fastPairs.size());
    if (count == 0)
        return;
    listFlatNeighbours(context);
    assignGrowing(scratch.covered, sim.pairs.size(), uint8_t{0});
    assignGrowing(scratch.seams, size_t(count), StepScratch::Seam{});
    // All are judged before any changes: what holds a mover is a contact that stays.
    context.tasks.parallelFor(count, kFastPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            const StepScratch::FastPair& fast = scratch.fastPairs[size_t(i)];
            prefetchFastPair(context, i, end);
            if (!scratch.touching[fast.tested] || scratch.tested[fast.tested].kind == PairKind::SphereSphere)
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
