#include <algorithm>

#include "pipeline/fast_pairs.h"
#include "pipeline/sweep.h"

namespace drystone {

static constexpr int kPairsPerTask = 128;

// Pairs whose shapes move against each other, or are pulled, by less than this in a step (m, metre-sized bodies) have
// their contacts as they are: nothing trips on a seam, and nothing flies past.
static constexpr float kLeastMotion = 2e-4f, kLeastFlight = 4e-3f;

// Whether a pair moves by more than that, its linear motion known.
static bool movesFast(const Simulation& sim, const Pair& pair, float motion, float least, float dt) {
    if (motion > least)
        return true;
    for (int side = 0; side < 2; ++side) {
        const Body& body = sim.bodies[pair.body[side]];
        const PlacedShape& shape = sim.placedShapes[pair.shape[side]];
        const float radiusSquared = shape.radius * shape.radius + lengthSquared(toVec3(shape.extents));
        if (dt * dt * lengthSquared(body.angularVelocity) * radiusSquared > least * least)
            return true;
    }
    return false;
}

struct PairReach {
    float margin;
    bool moves, pulled, flies, swept;
};

// How far ahead of touching the pair gets contact points: the speculative distance, grown by the relative motion of the
// step up to a share of the smaller shape, or of the one that moves. Of what is swept only that is kept which leaveToSweeps
// does not drop.
static PairReach reachOf(const Simulation& sim, const Pair& pair, float dt) {
    if (pair.sensor)
        return {};
    const float extentB = sim.placedShapes[pair.shape[1]].smallestExtent;
    const float extent = std::min(sim.placedShapes[pair.shape[0]].smallestExtent, extentB);
    const Body &a = sim.bodies[pair.body[0]], &b = sim.bodies[pair.body[1]];
    const float motion = dt * glm::length(b.linearVelocity - a.linearVelocity), scale = lengthScale(extent);
    const float least = kLeastMotion * scale;
    // A half-space has no edge.
    const bool edged = pair.kind != PairKind::HalfSpaceSphere && pair.kind != PairKind::HalfSpaceBox;
    const bool moves = edged && movesFast(sim, pair, motion, least, dt);
    const bool pulled = edged && !moves && pair.staticSide && dt * dt * glm::length(freeAcceleration(sim, b)) > least;
    PairReach reach{scale * sim.settings.speculativeDistance, moves, pulled,
                    moves && movesFast(sim, pair, motion, kLeastFlight * scale, dt), isSwept(sim, pair, dt)};
    if (!reachesAhead(sim.settings.continuous))
        return reach;
    const float moving = a.type == BodyType::Static ? extentB : extent;
    const bool whole = reach.swept && !(a.dynamic() && b.dynamic());
    reach.margin += whole ? motion : std::min(sim.settings.speculativeReach * moving, motion);
    return reach;
}

static void sortByKind(StageContext& context) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    for (StepScratch::KindBatch& batch : scratch.batches) {
        batch.pairs.clear();
        batch.source.clear();
        batch.touching.clear();
    }
    // Two bodies put elsewhere by calls name their pair twice; it must be tested by one thread alone.
    std::sort(scratch.sensorPairs.begin(), scratch.sensorPairs.end());
    scratch.sensorPairs.erase(std::unique(scratch.sensorPairs.begin(), scratch.sensorPairs.end()),
                              scratch.sensorPairs.end());
    reserveGrowing(scratch.testedPairs, sim.awakePairs.size() + scratch.sensorPairs.size());
    scratch.testedPairs.assign(sim.awakePairs.begin(), sim.awakePairs.end());
    for (uint32_t slot : scratch.sensorPairs)
        if (sim.pairs[slot].sensor && sim.pairs[slot].awakeIndex == kNone)
            scratch.testedPairs.push_back(slot);
    scratch.sweptPairs.clear();
    assignGrowing(scratch.touching, scratch.testedPairs.size(), uint8_t{0});
    scratch.fastPairs.clear();
    reserveGrowing(scratch.fastPairs, scratch.testedPairs.size());
    for (uint32_t i = 0; i < scratch.testedPairs.size(); ++i) {
        const uint32_t slot = scratch.testedPairs[i];
        const Pair& pair = sim.pairs[slot];
        StepScratch::KindBatch& batch = scratch.batches[size_t(pair.kind)];
        const PairReach reach = reachOf(sim, pair, context.dt);
        if (reach.moves || reach.pulled)
            scratch.fastPairs.push_back({i, reach.margin, 0.0f, reach.moves, reach.flies});
        if (reach.swept)
            scratch.sweptPairs.push_back(i);
        batch.pairs.push_back({pair.shape[0], pair.shape[1], slot, reach.margin});
        batch.source.push_back(i);
        batch.touching.push_back(pair.touching);
    }
}

static void callModify(StageContext& context) {
    Simulation& sim = context.sim;
    const StepScratch& scratch = context.scratch;
    const ContactModifyCallback callback = sim.modifyCallback;
    context.tasks.parallelFor(int(scratch.testedPairs.size()), kPairsPerTask, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            const uint32_t slot = scratch.testedPairs[size_t(i)];
            Pair& pair = sim.pairs[slot];
            if (!scratch.touching[size_t(i)] || pair.sensor)
                continue;
            updateSurface(sim, slot);
            Manifold& manifold = sim.manifolds[slot];
            int deepest = 0;
            for (int k = 1; k < int(manifold.pointCount); ++k)
                if (manifold.points[k].separation < manifold.points[deepest].separation)
                    deepest = k;
            const ManifoldPoint& point = manifold.points[deepest];
            ContactModify contact;
            contact.shapeA = sim.shapeSlots.id(pair.shape[0]);
            contact.shapeB = sim.shapeSlots.id(pair.shape[1]);
            contact.normal = {manifold.normal[0], manifold.normal[1], manifold.normal[2]};
            contact.point = sim.bodies[pair.body[0]].center + glm::vec3(point.anchor[0], point.anchor[1], point.anchor[2]);
            contact.separation = point.separation;
            contact.friction = manifold.friction;
            contact.restitution = manifold.restitution;
            callback.modify(callback.user, contact);
            pair.pushes = contact.enabled;
            // Not a number fails both comparisons and leaves what was there.
            if (contact.friction >= 0.0f && contact.friction != manifold.friction)
                manifold.friction = manifold.staticFriction = limitedFriction(contact.friction);
            if (contact.restitution >= 0.0f)
                manifold.restitution = std::min(contact.restitution, 1.0f);
        }
    });
}

void collide(StageContext& context, SimdLevel level) {
    Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    sortByKind(context);
    const CollideKernels& kernels = collideKernels(level);
    for (int kind = 0; kind < int(PairKind::Count); ++kind) {
        StepScratch::KindBatch& batch = scratch.batches[size_t(kind)];
        context.tasks.parallelFor(int(batch.pairs.size()), kPairsPerTask, [&](int begin, int end, int) {
            kernels.collide[kind]({sim.placedShapes.data(), batch.pairs.data() + begin, end - begin,
                                   sim.manifolds.data(), batch.touching.data() + begin});
        });
        for (size_t i = 0; i < batch.source.size(); ++i)
            scratch.touching[batch.source[i]] = batch.touching[i];
    }
    if (sim.settings.landingTest)
        aimContacts(context, kernels);
    if (sim.settings.seamCorrection)
        correctSeams(context);
    leaveToSweeps(context);
    if (sim.modifyCallback.modify)
        callModify(context);
}

}  // namespace drystone
