#include "solver/contact_stages.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "math/algebra.h"
#include "solver/force_field.h"
#include "solver/free_rotation.h"
#include "solver/stopwatch.h"

namespace drystone {

// Work of a task. Constants, so that what runs together does not depend on the machine.
static constexpr int kBlockContacts = 512;
static constexpr int kBlockBodies = 256;

static int rowsFor(size_t contacts, int width) {
    return (int(contacts) + width - 1) / width;
}

template <class T>
static void growTo(Array<T>& array, size_t size) {
    if (array.size() < size)
        array.resize(2 * size);
}

// ---- memory ----

void RowMemory::reserve(const ContactKernels& kernels, int rows) {
    growTo(hot, size_t(rows) * kernels.hotBytes);
    growTo(cold, size_t(rows) * kernels.coldBytes);
    growTo(impacts, size_t(rows) * kernels.impactBytes);
    if (friction == FrictionModel::PerPoint)
        growTo(points, size_t(rows) * kernels.pointBytes);
}

RowBatch RowMemory::batch(const ContactKernels& kernels, int firstRow, std::span<const ContactRef> contacts) {
    const size_t row = size_t(firstRow);
    return {hot.data() + row * kernels.hotBytes,
            cold.data() + row * kernels.coldBytes,
            impacts.data() + row * kernels.impactBytes,
            friction == FrictionModel::PerPoint ? points.data() + row * kernels.pointBytes : nullptr,
            contacts.data(),
            int(contacts.size()),
            rowsFor(contacts.size(), kernels.width)};
}

// ---- set-up ----

// Share of a substep's impulses that the next one starts from. A position pass that starts from old impulses and removes the
// whole position error as well overshoots, and stacks hop: Xpbd starts from none.
static float keptShare(const WorldSettings& settings, const Handover& handover) {
    if (!settings.warmStarting)
        return 0.0f;
    return settings.solver == SolverKind::Xpbd ? handover.share : 1.0f;
}

static StepContext makeContext(const SolveInput& input, float impulseScale, const Handover& handover) {
    const WorldSettings& settings = input.settings;
    const float h = input.dt / float(settings.substeps);
    const float hertz = contactHertz(settings.contactHertz, h);
    const float rate = settings.baumgarteFactor / h;
    StepContext step{};
    step.velocities = input.velocities.data();
    step.deltas = input.deltas.data();
    step.inertias = input.inertias.data();
    step.motions = input.motions.data();
    step.manifolds = input.manifolds;
    step.dt = input.dt;
    step.h = h;
    step.inverseH = 1.0f / h;
    step.keptShare = keptShare(settings, handover);
    step.warmStartScale = step.keptShare * impulseScale;
    step.impulseScale = impulseScale;
    step.impulseShare = input.impulseShare;
    step.inverseGapScale = 1.0f / std::max(settings.speculativeDistance, 1e-3f);
    step.restitutionFloor = settings.restitutionFloor;
    step.softness[0] = makeSoftness(hertz, settings.contactDampingRatio, h);
    step.softness[1] = makeSoftness(2.0f * hertz, 0.5f * settings.contactDampingRatio, h);
    step.biasRate = settings.stabilisation == Stabilisation::Baumgarte ? rate : 0.0f;
    step.pushRate = settings.stabilisation == Stabilisation::SplitImpulse ? rate : 0.0f;
    step.compliance = settings.contactCompliance;
    // A compliant contact rests in overlap anyway.
    step.allowance = step.compliance > 0.0f ? 0.0f : handover.share * handover.overlap;
    step.partShare = settings.baumgarteFactor;
    step.maxPushSpeed = settings.maxPushSpeed;
    step.linearSlop = settings.linearSlop;
    return step;
}

ContactStages::ContactStages(const SolveInput& input, StageMemory& memory, const ContactKernels& kernels,
                             float impulseScale, const Handover& handover)
    : m_input(input),
      m_memory(memory),
      m_kernels(kernels),
      m_step(makeContext(input, impulseScale, handover)),
      m_rules(integrationRules(input.settings, m_step.h)) {
    m_step.startShare = m_rules.startShare;
    const size_t bodies = input.velocities.size();
    growTo(memory.start, bodies);
    growTo(memory.free, bodies);
    growTo(memory.before, bodies);
    growTo(memory.kick, bodies);
    growTo(memory.sliding, bodies);
    if (m_step.pushRate > 0.0f)
        growTo(memory.push, bodies);
    if (!input.field.bodies.empty()) {
        growTo(memory.flights, bodies);
        m_step.flights = memory.flights.data();
    }
    m_step.freeVelocities = memory.free.data();
    m_step.impacts = &memory.impacts;
    m_step.sliding = memory.sliding.data();
    m_step.pushVelocities = memory.push.data();
    memory.rows.friction = memory.overflowRows.friction = input.settings.frictionModel;
    layOutColors();
    layOutOverflow();
}

void ContactStages::layOutColors() {
    int rows = 0;
    for (const ContactColor& color : m_input.colors)
        rows += rowsFor(color.dynamicContacts.size(), m_kernels.width) +
            rowsFor(color.staticContacts.size(), m_kernels.width);
    m_memory.rows.reserve(m_kernels, rows);

    m_memory.colors.clear();
    int first = 0;
    for (const ContactColor& color : m_input.colors) {
        ColorRows& c = m_memory.colors.emplace_back();
        c.batch[0] = m_memory.rows.batch(m_kernels, first, color.dynamicContacts);
        first += c.batch[0].rowCount;
        c.batch[1] = m_memory.rows.batch(m_kernels, first, color.staticContacts);
        first += c.batch[1].rowCount;
    }
}

static bool canBePushed(const InertiaRow& row) {
    return row.inverseMass > 0.0f || row.inverse[0] + row.inverse[3] + row.inverse[5] > 0.0f;
}

// One lane a row, whatever the width: contacts that share bodies are solved one after the other.
void ContactStages::layOutOverflow() {
    const std::span<const ContactRef> contacts = m_input.overflow;
    m_memory.overflowRows.reserve(kScalarContactKernels, int(contacts.size()));
    m_memory.overflow.clear();
    for (size_t begin = 0, end; begin < contacts.size(); begin = end) {
        const bool isStatic = !canBePushed(m_input.inertias[contacts[begin].bodyA]);
        for (end = begin + 1; end < contacts.size(); ++end)
            if (isStatic == canBePushed(m_input.inertias[contacts[end].bodyA]))
                break;
        const RowBatch batch =
            m_memory.overflowRows.batch(kScalarContactKernels, int(begin), contacts.subspan(begin, end - begin));
        m_memory.overflow.push_back({batch, isStatic});
    }
}

// ---- supports ----

static void layOut(const RowBatch& batch, const ContactKernels& kernels, Array<LaidContact>& out) {
    std::byte* hot = static_cast<std::byte*>(batch.hot) + kernels.separationOffset;
    for (int i = 0; i < batch.contactCount; ++i)
        out.push_back({batch.contacts[i],
                       reinterpret_cast<float*>(hot + size_t(i / kernels.width) * kernels.hotBytes) + i % kernels.width,
                       uint32_t(kernels.width)});
}

static const SupportKernels& supportKernels(const ContactKernels& kernels) {
#if DRYSTONE_SIMD_AVX2
    if (kernels.width == 8)
        return kAvx2SupportKernels;
#endif
#if DRYSTONE_SIMD_SSE2
    if (kernels.width == 4)
        return kSse2SupportKernels;
#endif
    (void)kernels;
    return kScalarSupportKernels;
}

void ContactStages::prepareSupports() {
    m_memory.laid.clear();
    for (const ColorRows& color : m_memory.colors)
        for (const RowBatch& batch : color.batch)
            layOut(batch, m_kernels, m_memory.laid);
    for (const OverflowRun& run : m_memory.overflow)
        layOut(run.batch, kScalarContactKernels, m_memory.laid);
    m_memory.support.prepare(m_input, m_step, m_memory.laid, supportKernels(m_kernels));
}

// ---- contacts ----

template <class After>
void ContactStages::runOver(KernelPair ContactKernels::*pass, After&& after) {
    ContactKernel* const* kernel = m_kernels.*pass;
    for (const ColorRows& color : m_memory.colors) {
        const int split = color.batch[0].rowCount, count = split + color.batch[1].rowCount;
        m_input.tasks.parallelFor(count, kBlockContacts / m_kernels.width, [&](int begin, int end, int) {
            const auto runRows = [&](int kind, int from, int to) {
                kernel[kind](m_step, color.batch[kind], from, to);
                after(color.batch[kind], m_kernels, from, to);
            };
            if (begin < split)
                runRows(0, begin, std::min(end, split));
            if (end > split)
                runRows(1, std::max(begin, split) - split, end - split);
        });
    }
    for (const OverflowRun& run : m_memory.overflow) {
        (kScalarContactKernels.*pass)[run.isStatic](m_step, run.batch, 0, run.batch.rowCount);
        after(run.batch, kScalarContactKernels, 0, run.batch.rowCount);
    }
}

void ContactStages::run(KernelPair ContactKernels::*pass) {
    runOver(pass, [](const RowBatch&, const ContactKernels&, int, int) {});
}

// ---- impacts ----

// A row of balls is passed in as many sweeps as it has balls, at worst.
static constexpr int kStrikeSweeps = 64;

static bool anyHitting(const RowBatch& batch, const ContactKernels& kernels, int beginRow, int endRow) {
    const std::byte* hot = static_cast<const std::byte*>(batch.hot) + kernels.hittingOffset;
    for (int r = beginRow; r < endRow; ++r) {
        uint32_t lanes;
        std::memcpy(&lanes, hot + size_t(r) * kernels.hotBytes, sizeof(lanes));
        if (lanes != 0)
            return true;
    }
    return false;
}

void ContactStages::prepare() {
    Impacts& impacts = m_memory.impacts;
    impacts.possible = false;
    runOver(&ContactKernels::prepare, [&](const RowBatch& batch, const ContactKernels& kernels, int begin, int end) {
        if (anyHitting(batch, kernels, begin, end))
            impacts.possible.store(true, std::memory_order_relaxed);
    });
}

void ContactStages::strike() {
    Impacts& impacts = m_memory.impacts;
    if (!impacts.possible)
        return;
    Stopwatch watch;
    run(&ContactKernels::forgetStrikes);
    bool struck = false, more = true;
    for (int sweep = 0; more && sweep < kStrikeSweeps; ++sweep) {
        impacts.any = false;
        impacts.sweep = sweep;
        run(&ContactKernels::strike);
        more = impacts.any;
        struck |= more;
    }
    // A body that is thrown to and fro without end is being crushed: let the solver hold it.
    if (more)
        run(&ContactKernels::forgetStrikes);
    if (struck)
        refresh();
    m_strikeTime += watch.lap();
}

// ---- bodies ----

// A sum of many small h a rounds to the same side each time, and a fall of seconds would show it. A body that has done
// nothing but fall since the step began is therefore set back to its velocity of then, and takes the acceleration of all
// the time since at once: one rounding a step, not one a substep. Returns the acceleration to integrate with.
static glm::vec3 steadyFall(int substep, const VelocityRow& start, VelocityRow& v, const BodyMotion& motion, float h) {
    const glm::vec3 fallen = linearVelocity(start) + h * (float(substep) * motion.acceleration);
    if (motion.linearDamping != 0.0f || linearVelocity(v) != fallen)
        return motion.acceleration;
    setLinearVelocity(v, linearVelocity(start));
    return float(substep + 1) * motion.acceleration;
}

// Anchors and inertia stand still within a step, so what the contacts' accumulated impulses did to a body is what its
// velocity gained on the velocity that it had just after gravity: no pass over the contacts is needed to apply them
// again. The integrator works on the whole velocity and the gain is added after it, exactly as a warm start would:
// damping takes its share once a substep, and none of what contacts hold a resting body with.
void ContactStages::beginBodies(int substep, int begin, int end) {
    const bool first = substep == 0;
    const float kept = first ? 0.0f : m_step.keptShare;
    const FieldInput& field = m_input.field;
    const double time = field.time + double(substep) * double(m_step.h);
    for (size_t i = size_t(begin); i < size_t(end); ++i) {
        VelocityRow& v = m_input.velocities[i];
        VelocityRow& free = m_memory.free[i];
        if (first) {
            m_memory.start[i] = v;
            m_memory.sliding[i] = !m_input.accelerations.empty() && m_input.accelerations[i] != glm::vec3(0.0f);
        }
        m_memory.before[i] = linearVelocity(v);
        const glm::vec3 linear = linearVelocity(v) - linearVelocity(free);
        const glm::vec3 angular = angularVelocity(v) - angularVelocity(free);
        const BodyMotion& motion = m_input.motions[i];
        if (m_step.flights) {
            integrateVelocityInField(field.field, field.bodies[i], time, v, m_input.deltas[i], motion, m_rules, first,
                                     m_memory.flights[i]);
        } else {
            const glm::vec3 acceleration = steadyFall(substep, m_memory.start[i], v, motion, m_rules.h);
            integrateVelocity(v, m_input.deltas[i], motion, acceleration, m_rules);
        }
        free = v;
        if (kept > 0.0f)
            setVelocity(v, linearVelocity(v) + kept * linear, angularVelocity(v) + kept * angular);
    }
}

void ContactStages::beginSubstep(int substep) {
    m_step.middle = (float(substep) + 0.5f) * m_step.h;
    forEachBlock([&](int begin, int end) { beginBodies(substep, begin, end); });
}

void ContactStages::findUntouched() {
    assignGrowing(m_memory.untouched, m_input.velocities.size() / kBlockBodies + 1, uint8_t{1});
    const auto touch = [&](std::span<const ContactRef> contacts) {
        for (const ContactRef& contact : contacts)
            m_memory.untouched[contact.bodyA / kBlockBodies] = m_memory.untouched[contact.bodyB / kBlockBodies] = 0;
    };
    for (const ContactColor& color : m_input.colors) {
        touch(color.dynamicContacts);
        touch(color.staticContacts);
    }
    touch(m_input.overflow);
}

template <class Visit>
void ContactStages::forEachBlock(const Visit& visit) {
    m_input.tasks.parallelFor(int(m_input.velocities.size()), kBlockBodies, [&](int begin, int end, int) {
        if (!m_untouchedFlew || !m_memory.untouched[size_t(begin / kBlockBodies)])
            visit(begin, end);
    });
}

void ContactStages::fly() {
    findUntouched();
    forEachBlock([&](int begin, int end) {
        if (!m_memory.untouched[size_t(begin / kBlockBodies)])
            return;
        for (int substep = 0; substep < substeps(); ++substep) {
            beginBodies(substep, begin, end);
            moveBodies(Moves::Flight, begin, end);
        }
    });
    m_untouchedFlew = true;
}

// A share of what the forces do in the substep. An impulse that a contact was started with and then gave back leaves
// rounding, and is no push.
static constexpr float kFreeShare = 1e-4f;

bool ContactStages::flies(size_t body) const {
    glm::vec3 acceleration = m_input.motions[body].acceleration;
    if (m_step.flights)
        for (int axis = 0; axis < 3; ++axis)
            acceleration[axis] += m_step.flights[body].startAcceleration[axis];
    const float most = kFreeShare * m_step.h;
    const glm::vec3 change = linearVelocity(m_input.velocities[body]) - linearVelocity(m_memory.free[body]);
    return lengthSquared(change) <= most * most * lengthSquared(acceleration);
}

glm::vec3 ContactStages::flight(size_t body) const {
    return m_step.flights ? m_step.flights[body].displacement
                          : fallDisplacement(linearVelocity(m_input.velocities[body]), m_input.motions[body], m_rules);
}

glm::vec3 ContactStages::displacement(size_t body, Moves moves) const {
    const glm::vec3 v = linearVelocity(m_input.velocities[body]);
    if (moves == Moves::Prediction)
        return m_step.h * v;
    const glm::vec3 push = moves == Moves::FlightAndPush ? linearVelocity(m_memory.push[body]) : glm::vec3(0.0f);
    if (flies(body))
        return flight(body) + m_step.h * push;
    return m_step.h * (v + push) - (m_rules.startShare * m_step.h * m_step.h) * steadyAcceleration(body);
}

static float lesser(float a, float b) {
    return a * b <= 0.0f ? 0.0f : std::fabs(a) < std::fabs(b) ? a : b;
}

// What friction and forces do to a sliding body alike in two substeps in a row is an acceleration, and the way is that of a
// flight. What they do once is an impact. What rests or sways is moved by its velocity alone, whose whole change then
// counts: that damps.
glm::vec3 ContactStages::steadyAcceleration(size_t body) const {
    static constexpr float kMost = 4.0f;  // over that of the forces: what friction can do
    if (m_input.accelerations.empty() || m_memory.sliding[body] != 1)
        return glm::vec3(0.0f);
    const glm::vec3 now = m_step.inverseH * (linearVelocity(m_input.velocities[body]) - m_memory.before[body]);
    const glm::vec3 last = m_input.accelerations[body];
    if (lengthSquared(now) > kMost * kMost * lengthSquared(m_input.motions[body].acceleration))
        return glm::vec3(0.0f);
    return {lesser(now.x, last.x), lesser(now.y, last.y), lesser(now.z, last.z)};
}

// What a torque adds to the spin after the middle of the substep takes no part in its turn, as with the velocity of a
// flight. Where contacts turn the body too, the torque may be all that they withstand.
glm::vec3 ContactStages::spinGain(size_t body) const {
    const glm::vec3 gain = m_step.h * m_input.motions[body].angularAcceleration;
    const glm::vec3 change = angularVelocity(m_input.velocities[body]) - angularVelocity(m_memory.free[body]);
    return lengthSquared(change) <= kFreeShare * kFreeShare * lengthSquared(gain) ? m_rules.startShare * gain
                                                                                  : glm::vec3(0.0f);
}

void ContactStages::keepAccelerations() {
    for (size_t i = 0; i < m_input.accelerations.size(); ++i)
        if (!m_memory.sliding[i])
            m_input.accelerations[i] = glm::vec3(0.0f);
}

static void addSpin(glm::vec3 spin, VelocityRow& velocity, VelocityRow& free) {
    if (spin == glm::vec3(0.0f))
        return;
    setAngularVelocity(velocity, angularVelocity(velocity) + spin);
    setAngularVelocity(free, angularVelocity(free) + spin);
}

// The moments about the axes that are left change as the body turns, and its spin with them.
static void turnLocked(const BodyMotion& motion, glm::vec3 push, float h, DeltaRow& delta, VelocityRow& velocity,
                       VelocityRow& free) {
    if (push != glm::vec3(0.0f))
        integrateOrientation(delta, push, OrientationUpdate::Exponential, h);
    glm::quat rotation = rotationOf(delta);
    const glm::vec3 before = angularVelocity(velocity);
    glm::vec3 spin = before;
    turnFreely(motion, h, rotation, spin);
    setRotation(delta, rotation);
    setAngularVelocity(velocity, spin);
    setAngularVelocity(free, angularVelocity(free) + (spin - before));
}

void ContactStages::moveBodies(Moves moves, int begin, int end) {
    FreeRotation rotation(m_step.h);
    for (size_t i = size_t(begin); i < size_t(end); ++i) {
        VelocityRow &v = m_input.velocities[i], &free = m_memory.free[i];
        m_memory.kick[i] = spinGain(i);
        addSpin(-m_memory.kick[i], v, free);
        DeltaRow& delta = m_input.deltas[i];
        const BodyMotion& motion = m_input.motions[i];
        move(delta, displacement(i, moves));
        m_memory.sliding[i] = m_memory.sliding[i] == 1 ? 2 : 0;
        if (!m_input.accelerations.empty())
            m_input.accelerations[i] = m_step.inverseH * (linearVelocity(v) - m_memory.before[i]);

        const glm::vec3 turn = moves == Moves::FlightAndPush ? angularVelocity(m_memory.push[i]) : glm::vec3(0.0f);
        if (turnsWithLocks(motion, m_rules)) {
            turnLocked(motion, turn, m_step.h, delta, v, free);
            continue;
        }
        if (!turnsFreely(motion, m_rules)) {
            integrateOrientation(delta, angularVelocity(v) + turn, m_rules.orientation, m_step.h);
            continue;
        }
        if (turn != glm::vec3(0.0f))
            integrateOrientation(delta, turn, m_rules.orientation, m_step.h);
        rotation.add(delta, v, free, motion);
    }
    rotation.flush();
    for (size_t i = size_t(begin); i < size_t(end); ++i)
        addSpin(m_memory.kick[i], m_input.velocities[i], m_memory.free[i]);
}

void ContactStages::movePoses(Moves moves) {
    forEachBlock([&](int begin, int end) { moveBodies(moves, begin, end); });
}

void ContactStages::correctFlights() {
    if (m_rules.integrator == PositionIntegrator::SemiImplicitEuler)
        return;
    m_input.tasks.parallelFor(int(m_input.velocities.size()), kBlockBodies, [&](int begin, int end, int) {
        for (size_t i = size_t(begin); i < size_t(end); ++i)
            if (flies(i))
                move(m_input.deltas[i], flight(i) - m_step.h * linearVelocity(m_input.velocities[i]));
    });
}

void ContactStages::clearPush() {
    m_input.tasks.parallelFor(int(m_input.velocities.size()), kBlockBodies, [&](int begin, int end, int) {
        for (size_t i = size_t(begin); i < size_t(end); ++i) {
            m_memory.push[i] = m_input.velocities[i];
            setVelocity(m_memory.push[i], glm::vec3(0.0f), glm::vec3(0.0f));
        }
    });
}

}  // namespace drystone
