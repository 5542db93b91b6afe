#include "solver/support_pass.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "math/algebra.h"
#include "solver/integrate.h"

namespace drystone {

// An island takes part when it moves faster than this share of what gravity adds in a substep.
static constexpr float kMotionGate = 0.001f, kLeastMotion = 1e-6f;  // 1, m/s
static constexpr float kLeastGravity = 1e-6f;                       // m/s^2
// Above so many gates it is not a stack at rest that only has to be kept so.
static constexpr float kMovingGates = 500.0f;
// Where the line search takes less of a pass, and the island does not move, it is a pile that jostles, and the rest of the
// step does without.
static constexpr float kLeastGain = 0.1f;

void SupportPass::prepare(const SolveInput& input, const StepContext& step, std::span<const LaidContact> contacts,
                          const SupportKernels& kernels) {
    m_kernels = &kernels;
    m_contacts = contacts;
    m_laidOut = false;
    m_gravity = glm::length(input.settings.gravity);
    m_motion = std::fmax(kMotionGate * m_gravity * step.h, kLeastMotion);
}

// v^2 + (k w)^2, k the radius of gyration about a mean axis: twice the energy over the mass.
static float motionSquared(const VelocityRow& velocity, const InertiaRow& inertia) {
    const float give = inertia.inverse[0] + inertia.inverse[3] + inertia.inverse[5];
    const float turning =
        give > 0.0f ? 3.0f * inertia.inverseMass / give * lengthSquared(angularVelocity(velocity)) : 0.0f;
    return lengthSquared(linearVelocity(velocity)) + turning;
}

// No island moves faster than its fastest body.
bool SupportPass::anyMoves(const SolveInput& input) const {
    for (size_t i = 1; i < input.velocities.size(); ++i)
        if (input.inertias[i].inverseMass > 0.0f &&
            motionSquared(input.velocities[i], input.inertias[i]) > m_motion * m_motion)
            return true;
    return false;
}

void SupportPass::layOut(const SolveInput& input) {
    m_levels.build(input, m_contacts, input.settings.gravity * (-1.0f / m_gravity), *m_kernels);
    const size_t bodies = input.velocities.size();
    reserveGrowing(m_predicted, bodies);
    reserveGrowing(m_saved, bodies);
    m_predicted.resize(bodies);
    m_saved.resize(bodies);
    assignGrowing(m_step, m_levels.islandCount(), 1.0f);
    assignGrowing(m_verdicts, m_levels.refs().size(), SupportVerdict{});
    assignGrowing(m_wrenches, size_t(m_levels.contactRowCount()) * size_t(m_kernels->width) + 1, SupportWrench{});
    m_context.refs = m_levels.refs().data();
    m_context.predicted = m_predicted.data();
    m_context.verdicts = m_verdicts.data();
    m_context.wrenches = m_wrenches.data();
    m_context.above = m_levels.above();
    m_context.islandStep = m_step.data();
    m_context.patchFriction = input.settings.frictionModel == FrictionModel::Patch;
    run(m_kernels->prepare, {0, m_levels.rowCount()});
    m_laidOut = true;
}

bool SupportPass::openMoving(const SolveInput& input) {
    assignGrowing(m_open, m_levels.islandCount(), kIslandClosed);
    m_context.islandOpen = m_open.data();
    // a: twice the energy, b: mass
    assignGrowing(m_sums, m_levels.islandCount(), {0.0, 0.0});
    for (const uint32_t body : m_levels.bodies()) {
        const double mass = 1.0 / double(input.velocities[body].inverseMass);
        Sums& sums = m_sums[m_levels.islandOf(body)];
        sums.a += mass * double(motionSquared(input.velocities[body], input.inertias[body]));
        sums.b += mass;
    }
    bool any = false;
    for (uint32_t i = 0; i < m_levels.islandCount(); ++i) {
        const double gate = double(m_motion) * double(m_motion) * m_sums[i].b;
        const bool moves = m_sums[i].a > double(kMovingGates * kMovingGates) * gate;
        const bool calm = m_sums[i].a > gate && m_step[i] >= kLeastGain;
        m_open[i] = moves ? kIslandMoves : calm ? kIslandCalm : kIslandClosed;
        any |= m_open[i] != 0;
    }
    return any;
}

// Upward, from the velocities that the last substep left: forces and impulses balance but for what the pass is to find, and
// a body that takes its load for granted would be thrown about by any error in it.
void SupportPass::predict(const SolveInput& input) {
    const StepContext& step = *m_context.step;
    for (size_t i = 0; i < input.velocities.size(); ++i)
        m_predicted[i] = m_saved[i] = input.velocities[i];
    for (const uint32_t body : m_levels.bodies()) {
        const VelocityRow& free = step.freeVelocities[body];
        const BodyMotion& motion = input.motions[body];
        setVelocity(m_predicted[body], linearVelocity(free) - step.h * motion.acceleration,
                    angularVelocity(free) - step.h * motion.angularAcceleration);
    }
    for (const SupportLevel& level : m_levels.levels())
        run(m_kernels->predict, level);
}

void SupportPass::sweep() {
    const std::span<const SupportLevel> levels = m_levels.levels();
    for (size_t i = levels.size(); i-- > 0;)
        run(m_kernels->hold, levels[i]);
}

// The minimum of the contact energy along the change of the impulses, island by island.
void SupportPass::search(const SolveInput& input) {
    run(m_kernels->measure, {0, m_levels.rowCount()});
    assignGrowing(m_sums, m_levels.islandCount(), {0.0, 0.0});
    const std::span<const SupportRef> refs = m_levels.refs();
    for (size_t i = 0; i < refs.size(); ++i) {
        const uint32_t island = m_levels.islandOf(refs[i].upper);
        if (island == SupportLevels::kNoIsland || !m_open[island])
            continue;
        m_sums[island].a += double(m_verdicts[i].gain);
        m_sums[island].b += double(m_verdicts[i].cost);
    }
    for (uint32_t i = 0; i < m_levels.islandCount(); ++i) {
        if (!m_open[i])
            continue;
        const double gain = m_sums[i].a, cost = m_sums[i].b, step = gain / cost;
        m_step[i] = gain > 0.0 && cost > 0.0 && std::isfinite(step) ? float(std::fmin(step, 1.0)) : 0.0f;
    }
    for (const uint32_t body : m_levels.bodies()) {
        const uint32_t island = m_levels.islandOf(body);
        if (!m_open[island])
            continue;
        VelocityRow& row = input.velocities[body];
        const VelocityRow& saved = m_saved[body];
        const float step = m_step[island];
        if (step > 0.0f) {
            const glm::vec3 v = linearVelocity(saved), w = angularVelocity(saved);
            setVelocity(row, v + step * (linearVelocity(row) - v), w + step * (angularVelocity(row) - w));
        } else {
            row = saved;
        }
    }
    run(m_kernels->finish, {0, m_levels.rowCount()});
}

void SupportPass::run(const SolveInput& input, const StepContext& step) {
    if (m_gravity < kLeastGravity || m_contacts.empty() || !anyMoves(input))
        return;
    m_context.step = &step;
    if (!m_laidOut)
        layOut(input);
    if (m_levels.rowCount() == 0 || !openMoving(input))
        return;
    run(m_kernels->begin, {0, m_levels.rowCount()});
    predict(input);
    sweep();
    search(input);
}

}  // namespace drystone
