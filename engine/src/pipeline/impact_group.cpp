#include "pipeline/impact_group.h"

#include <algorithm>

#include "math/algebra.h"
#include "math/inertia.h"
#include "pipeline/sweep.h"

namespace drystone {

// ---- bodies at a time ----

// Whether turning changes its spin.
static bool tumbles(const Simulation& sim, const Body& body) {
    const glm::vec3 i = body.inversePrincipalInertia;
    return body.dynamic() && sim.settings.gyroscopic != GyroscopicMode::None && i.x > 0.0f && i.y > 0.0f &&
        i.z > 0.0f && !(i.x == i.y && i.y == i.z);
}

static glm::dmat3 principalAxesAt(const Body& body, glm::dquat rotation) {
    return glm::mat3_cast(rotation * glm::normalize(glm::dquat(body.mass.principalRotation)));
}

// Twice the kinetic energy of rotation.
static double spinEnergy(const Body& body, glm::dvec3 spin, glm::dquat rotation) {
    const glm::dvec3 local = spin * principalAxesAt(body, rotation);
    return glm::dot(glm::dvec3(body.mass.principalInertia) * local, local);
}

// The angular momentum stays, and of the spins that have its direction in the new orientation the one with the old energy
// is taken: the way turns at one angular velocity, so that not both can stay exactly.
glm::dvec3 spinAfterTurn(const Simulation& sim, const Body& body, glm::dvec3 spin, glm::dquat from, glm::dquat to) {
    if (!tumbles(sim, body))
        return spin;
    const glm::dvec3 inertia(body.mass.principalInertia);
    const glm::dmat3 before = principalAxesAt(body, from), after = principalAxesAt(body, to);
    const glm::dvec3 momentum = before * (inertia * (spin * before));
    const glm::dmat3 inverse = lockedInverse(composeInertia(after, 1.0 / inertia), angularLockBits(body.locks));
    const glm::dvec3 turned = inverse * momentum;
    const double energy = glm::dot(momentum, spin), newEnergy = glm::dot(momentum, turned);
    return newEnergy > 0.0 ? std::sqrt(energy / newEnergy) * turned : spin;
}

glm::dvec3 velocityAt(const Mover& mover, double time, double dt) {
    return mover.endVelocity - (dt - time) * mover.motion.acceleration;
}

// A body that is free turns as its way does, so that what meets on the way also closes; its energy stays. Of one that
// contacts have pushed nothing but the velocity after that is known.
glm::dvec3 spinAt(const Simulation& sim, const Mover& mover, double time, double dt) {
    const Body& body = sim.bodies[mover.body];
    const Motion& motion = mover.motion;
    const glm::dquat end = motion.rotationAt(dt), now = motion.rotationAt(time);
    if ((mover.pushed && !mover.diverted) || angularLockBits(body.locks) != 0)
        return spinAfterTurn(sim, body, mover.endSpin, end, now);
    if (!tumbles(sim, body))
        return mover.endSpin;
    const double energy = spinEnergy(body, mover.endSpin, end), turning = spinEnergy(body, motion.angularVelocity, now);
    return turning > 0.0 ? std::sqrt(energy / turning) * motion.angularVelocity : mover.endSpin;
}

static ImpactBody pushable(const Simulation& sim, const Mover& mover, double time, double dt) {
    const Body& body = sim.bodies[mover.body];
    ImpactBody out;
    out.velocity = velocityAt(mover, time, dt);
    out.spin = spinAt(sim, mover, time, dt);
    if (!body.dynamic())
        return out;
    out.inverseMass = glm::dvec3(withoutLocked(glm::vec3(body.inverseMass), linearLockBits(body.locks)));
    const glm::dmat3 axes = principalAxesAt(body, mover.motion.rotationAt(time));
    out.inverseInertia = lockedInverse(composeInertia(axes, glm::dvec3(body.inversePrincipalInertia)),
                                       angularLockBits(body.locks));
    return out;
}

// ---- contacts ----

// Index of the body in the group; -1: there is no room.
static int placeIn(const StageContext& context, uint32_t slot, ImpactGroup& group) {
    for (int i = 0; i < group.bodyCount; ++i)
        if (group.slots[i] == slot)
            return i;
    if (group.bodyCount == kMostImpactBodies)
        return -1;
    const Body& body = context.sim.bodies[slot];
    const uint32_t mover = body.awake() ? moverOf(context, slot) : kNone;
    group.slots[group.bodyCount] = slot;
    ImpactBody& out = group.bodies[group.bodyCount] = ImpactBody{};
    if (mover != kNone) {
        out = pushable(context.sim, context.scratch.movers[mover], group.time, double(context.dt));
    } else if (body.awake()) {
        out.velocity = glm::dvec3(body.linearVelocity);
        out.spin = glm::dvec3(body.angularVelocity);
    }
    return group.bodyCount++;
}

// About a near point of the world, so that floats hold what the contact needs.
static PlacedShape placedAt(const StageContext& context, uint32_t shape, double time, glm::dvec3 origin) {
    const Motion motion = motionOf(context, context.sim.shapes[shape].body);
    const SweptShape swept = sweptShape(context.sim, shape, motion);
    const glm::dquat rotation = motion.rotationAt(time);
    const glm::dvec3 center = motion.centerAt(time) - origin;
    return placeShape(swept.shape,
                      {glm::vec3(center + rotation * swept.offset), glm::normalize(glm::quat(rotation * swept.rotation))},
                      glm::vec3(center));
}

static glm::dvec3 vector(const float (&v)[3]) {
    return {v[0], v[1], v[2]};
}

static void addContact(StageContext& context, const CollideKernels& kernels, uint32_t shapeA, uint32_t shapeB,
                       glm::dvec3 origin, ImpactGroup& group) {
    const Simulation& sim = context.sim;
    const PlacedShape placed[2] = {placedAt(context, shapeA, group.time, origin),
                                   placedAt(context, shapeB, group.time, origin)};
    const ShapeRecord &a = sim.shapes[shapeA], &b = sim.shapes[shapeB];
    const CollidePair pair{0, 1, 0, float(0.5 * allowedOverlap(sim, shapeA, shapeB))};
    Manifold manifold{};
    uint8_t touching = 0;
    kernels.collide[int(pairKind(a.shape.kind, b.shape.kind))]({placed, &pair, 1, &manifold, &touching});
    if (!touching)
        return;
    const int bodyA = placeIn(context, a.body, group), bodyB = placeIn(context, b.body, group);
    if (bodyA < 0 || bodyB < 0)
        return;
    const SurfacePair surface = combineMaterials(a.material, b.material);
    for (int k = 0; k < int(manifold.pointCount) && group.pointCount < kMostImpactPoints; ++k) {
        const int index = group.pointCount++;
        group.shapes[index][0] = shapeA;
        group.shapes[index][1] = shapeB;
        ImpactPoint& point = group.points[index] = ImpactPoint{};
        point.a = bodyA;
        point.b = bodyB;
        point.armA = vector(manifold.points[k].anchor);
        point.armB = point.armA + vector(manifold.centerOffset);
        point.normal = glm::normalize(vector(manifold.normal));
        point.friction = double(surface.friction);
        point.staticFriction = double(surface.staticFriction);
        point.restitution = double(surface.restitution);
        group.places[index] = origin + vector(placed[0].centerOfMass) + point.armA;
    }
}

// Shapes that this one may touch at the time, in the order of their slots.
static void findNearby(StageContext& context, uint32_t index, uint32_t shape, uint32_t met, const ImpactGroup& group) {
    const Simulation& sim = context.sim;
    const Mover& mover = context.scratch.movers[index];
    Array<uint32_t>& nearby = context.scratch.nearby;
    nearby.clear();
    const auto add = [&](uint32_t other) {
        if (canMeet(context, mover, shape, other))
            nearby.push_back(other);
    };
    for (uint32_t s = sim.bodies[met].firstShape; s != kNone; s = sim.shapes[s].nextShape)
        add(s);
    const PlacedShape placed = placedAt(context, shape, group.time, glm::dvec3(0.0));
    const glm::quat rotation(placed.rotation[3], placed.rotation[0], placed.rotation[1], placed.rotation[2]);
    const Aabb bounds = computeBounds(
        sim.shapes[shape].shape, {glm::vec3(placed.position[0], placed.position[1], placed.position[2]), rotation});
    sim.broadphase->query(expand(bounds, contactDistance(sim.settings, smallestExtent(sim.shapes[shape].shape))),
                          [&](uint32_t proxy) {
                              const uint32_t other = sim.proxyShape[proxy], body = sim.shapes[other].body;
                              if (body != met && !sim.bodies[body].dynamic())
                                  add(other);
                              return true;
                          });
    std::sort(nearby.begin(), nearby.end());
}

void gatherImpact(StageContext& context, const CollideKernels& kernels, uint32_t index, uint32_t met, double time,
                  ImpactGroup& group) {
    const Simulation& sim = context.sim;
    const uint32_t body = context.scratch.movers[index].body;
    const glm::dvec3 origin = context.scratch.movers[index].motion.centerAt(time);
    group.time = time;
    group.bodyCount = group.pointCount = 0;
    placeIn(context, body, group);
    for (uint32_t shape = sim.bodies[body].firstShape; shape != kNone; shape = sim.shapes[shape].nextShape) {
        if (sim.shapes[shape].sensor)
            continue;
        findNearby(context, index, shape, met, group);
        for (const uint32_t other : context.scratch.nearby) {
            const bool first = goesFirst(sim, shape, other);
            addContact(context, kernels, first ? shape : other, first ? other : shape, origin, group);
        }
    }
    for (ImpactPoint& point : group.usedPoints())
        point.before = relativeVelocity(point, group.usedBodies());
}

bool approaches(const ImpactGroup& group) {
    for (int i = 0; i < group.pointCount; ++i) {
        const ImpactPoint& point = group.points[i];
        if (-glm::dot(point.normal, point.before) > 1e-6 * (1.0 + glm::length(point.before)))
            return true;
    }
    return false;
}

}  // namespace drystone
