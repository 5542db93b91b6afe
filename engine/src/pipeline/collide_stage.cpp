#include <algorithm>

#include "core/prefetch.h"
#include "pipeline/fast_pairs.h"
#include "pipeline/sweep.h"

namespace drystone {

static constexpr int kPairsPerTask = 128, kPairsRead = 1024;

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

// How far ahead of touching the pair gets contact points: the speculative distance, grown by the relative motion of the
// step up to a share of the smaller shape, or of the one that moves. Of what is swept only that is kept which leaveToSweeps
// does not drop.
static StepScratch::TestedPair readPair(const Simulation& sim, const Pair& pair, float dt) {
    const Body &a = sim.bodies[pair.body[0]], &b = sim.bodies[pair.body[1]];
    StepScratch::TestedPair out{{pair.shape[0], pair.shape[1]},
                                {a.awake() ? rowOf(a) : 0, b.awake() ? rowOf(b) : 0},
                                0.0f,
                                0.0f,
                                pair.kind,
                                pair.sensor,
                                pair.touching};
    if (pair.sensor)
        return out;
    const float extentB = sim.placedShapes[pair.shape[1]].smallestExtent;
    const float extent = std::min(sim.placedShapes[pair.shape[0]].smallestExtent, extentB);
    const float motion = dt * glm::length(b.linearVelocity - a.linearVelocity), scale = lengthScale(extent);
    const float least = kLeastMotion * scale;
    out.scale = scale;
    // A half-space has no edge.
    const bool edged = pair.kind != PairKind::HalfSpaceSphere && pair.kind != PairKind::HalfSpaceBox;
    out.moves = edged && movesFast(sim, pair, motion, least, dt);
    out.pulled = edged && !out.moves && pair.staticSide && dt * dt * glm::length(freeAcceleration(sim, b)) > least;
    out.flies = out.moves && movesFast(sim, pair, motion, kLeastFlight * scale, dt);
    out.swept = isSwept(sim, pair, dt);
    out.margin = scale * sim.settings.speculativeDistance;
    if (!reachesAhead(sim.settings.continuous))
        return out;
    const float moving = a.type == BodyType::Static ? extentB : extent;
    const bool whole = out.swept && !(a.dynamic() && b.dynamic());
    out.margin += whole ? motion : std::min(sim.settings.speculativeReach * moving, motion);
    return out;
}

static void listPairs(StageContext& context) {
    const Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    // Two bodies put elsewhere by calls name their pair twice; it must be tested by one thread alone.
    std::sort(scratch.sensorPairs.begin(), scratch.sensorPairs.end());
    scratch.sensorPairs.erase(std::unique(scratch.sensorPairs.begin(), scratch.sensorPairs.end()),
                              scratch.sensorPairs.end());
    reserveGrowing(scratch.testedPairs, sim.awakePairs.size() + scratch.sensorPairs.size());
    scratch.testedPairs.assign(sim.awakePairs.begin(), sim.awakePairs.end());
    for (uint32_t slot : scratch.sensorPairs)
        if (sim.pairs[slot].sensor && sim.pairs[slot].awakeIndex == kNone)
            scratch.testedPairs.push_back(slot);
}

static void readPairs(StageContext& context) {
    static constexpr int kAhead = 8;  // pairs
    const Simulation& sim = context.sim;
    StepScratch& scratch = context.scratch;
    const Array<uint32_t>& slots = scratch.testedPairs;
    reserveGrowing(scratch.tested, slots.size());
    scratch.tested.resize(slots.size());
    context.tasks.parallelFor(int(slots.size()), kPairsRead, [&](int begin, int end, int) {
        for (int i = begin; i < end; ++i) {
            if (i + 2 * kAhead < end)
                prefetch(&sim.pairs[slots[size_t(i + 2 * kAhead)]]);
            if (i + kAhead < end) {
                const Pair& next = sim.pairs[slots[size_t(i + kAhead)]];
                for (int side = 0; side < 2; ++side) {
                    prefetch(&sim.placedShapes[next.shape[side]]);
                    prefetch(&sim.bodies[next.body[side]].linearVelocity);
                    prefetch(&sim.bodies[next.body[side]].type);
                }
            }
            scratch.tested[size_t(i)] = readPair(sim, sim.pairs[slots[size_t(i)]], context.dt);
        }
    });
}

static void sortByKind(StageContext& context) {
    StepScratch& scratch = context.scratch;
    for (StepScratch::KindBatch& batch : scratch.batches) {
        batch.pairs.clear();
        batch.source.clear();
        batch.touching.clear();
    }
    scratch.sweptPairs.clear();
    assignGrowing(scratch.touching, scratch.tested.size(), uint8_t{0});
    scratch.fastPairs.clear();
    reserveGrowing(scratch.fastPairs, scratch.tested.size());
    for (uint32_t i = 0; i < scratch.tested.size(); ++i) {
        const StepScratch::TestedPair& pair = scratch.tested[i];
        if (pair.moves || pair.pulled)
            scratch.fastPairs.push_back({i, pair.margin, 0.0f, pair.moves, pair.flies});
        if (pair.swept)
            scratch.sweptPairs.push_back(i);
        StepScratch::KindBatch& batch = scratch.batches[size_t(pair.kind)];
        batch.pairs.push_back({pair.shape[0], pair.shape[1], scratch.testedPairs[i], pair.margin});
        batch.source.push_back(i);
        batch.touching.push_back(pair.wasTouching);
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
            contact.point =
                sim.bodies[pair.body[0]].center + glm::vec3(point.anchor[0], point.anchor[1], point.anchor[2]);
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
    listPairs(context);
    readPairs(context);
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
