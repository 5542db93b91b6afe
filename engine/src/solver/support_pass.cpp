#include "solver/support_pass.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "solver/integrate.h"

namespace drystone {

// An island takes part when it moves faster than this share of what gravity adds in a substep, and some contact is off by
// that share of it. Either alone is not enough: by the first, a calm stack pays; by the second, it sways.
static constexpr float kMotionGate = 0.01f, kLeastMotion = 2e-4f;      // 1, m/s
static constexpr float kResidualGate = 0.001f, kLeastResidual = 2e-5f;  // 1, m/s
static constexpr float kLeastGravity = 1e-6f;                            // m/s^2

void SupportPass::prepare(const SolveInput& input, const StepContext& step, std::span<const LaidContact> contacts,
                          const SupportKernels& kernels) {
    m_kernels = &kernels;
    m_gravity = glm::length(input.settings.gravity);
    m_context.step = &step;
    if (m_gravity < kLeastGravity) {
        m_levels.build(input, {}, glm::vec3(0.0f), kernels);
        return;
    }
    m_levels.build(input, contacts, input.settings.gravity * (-1.0f / m_gravity), kernels);
    const size_t bodies = input.velocities.size();
    reserveGrowing(m_predicted, bodies);
    reserveGrowing(m_saved, bodies);
    m_predicted.resize(bodies);
    m_saved.resize(bodies);
    assignGrowing(m_open, m_levels.islandCount(), uint8_t(0));
    assignGrowing(m_step, m_levels.islandCount(), 0.0f);
    m_context.refs = m_levels.refs().data();
    m_context.predicted = m_predicted.data();
    m_context.islandOpen = m_open.data();
    m_context.islandStep = m_step.data();
    m_verdicts.resize(m_levels.refs().size());
    m_context.verdicts = m_verdicts.data();
    run(kernels.prepare, {0, m_levels.rowCount()});
    findInertias(input);
}

// Zero about locked axes: what cannot turn has no energy of turning.
void SupportPass::findInertias(const SolveInput& input) {
    m_inertias.clear();
    reserveGrowing(m_inertias, m_levels.bodies().size());
    for (const uint32_t body : m_levels.bodies()) {
        const float (&i)[6] = input.inertias[body].inverse;
        const glm::mat3 inverse(i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5]);
        m_inertias.push_back(glm::determinant(inverse) > 0.0f ? glm::inverse(inverse) : glm::mat3(0.0f));
    }
}

bool SupportPass::openIslands(const SolveInput& input) {
    const float h = m_context.step->h;
    const double motion = std::fmax(kMotionGate * m_gravity * h, kLeastMotion);
    const float residual = std::fmax(kResidualGate * m_gravity * h, kLeastResidual);
    // a: twice the energy, b: mass
    assignGrowing(m_sums, m_levels.islandCount(), {0.0, 0.0});
    const std::span<const uint32_t> bodies = m_levels.bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
        const VelocityRow& row = input.velocities[bodies[i]];
        const glm::vec3 v = linearVelocity(row), w = angularVelocity(row);
        const double mass = 1.0 / double(row.inverseMass);
        Sums& sums = m_sums[m_levels.islandOf(bodies[i])];
        sums.a += mass * double(glm::dot(v, v)) + double(glm::dot(w, m_inertias[i] * w));
        sums.b += mass;
    }
    for (uint32_t i = 0; i < m_levels.islandCount(); ++i)
        m_open[i] = 0;
    bool any = false;
    const std::span<const SupportRef> refs = m_levels.refs();
    for (size_t i = 0; i < refs.size(); ++i) {
        const Sums& sums = m_sums[refs[i].island];
        if (m_verdicts[i].residual > residual && sums.a > motion * motion * sums.b) {
            m_open[refs[i].island] = 1;
            any = true;
        }
    }
    return any;
}

void SupportPass::sweep() {
    const std::span<const SupportLevel> levels = m_levels.levels();
    for (const SupportLevel& level : levels) {
        run(m_kernels->predictUp, level);
        run(m_kernels->applyUp, level);
    }
    for (size_t i = levels.size(); i-- > 0;) {
        run(m_kernels->solveDown, levels[i]);
        run(m_kernels->applyDown, levels[i]);
    }
}

// The minimum of the contact energy along the change of the impulses, island by island.
void SupportPass::search(const SolveInput& input) {
    run(m_kernels->measure, {0, m_levels.rowCount()});
    assignGrowing(m_sums, m_levels.islandCount(), {0.0, 0.0});
    const std::span<const SupportRef> refs = m_levels.refs();
    for (size_t i = 0; i < refs.size(); ++i) {
        m_sums[refs[i].island].a += double(m_verdicts[i].gain);
        m_sums[refs[i].island].b += double(m_verdicts[i].cost);
    }
    for (uint32_t i = 0; i < m_levels.islandCount(); ++i) {
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
    if (m_levels.rowCount() == 0)
        return;
    m_context.step = &step;
    run(m_kernels->begin, {0, m_levels.rowCount()});
    if (!openIslands(input))
        return;
    run(m_kernels->markOpen, {0, m_levels.rowCount()});

    const size_t bodies = input.velocities.size();
    assignGrowing(m_count, bodies, 0.0f);
    m_context.supportCount = m_count.data();
    const std::span<const SupportRef> refs = m_levels.refs();
    for (size_t i = 0; i < refs.size(); ++i)
        m_count[refs[i].upper] += m_verdicts[i].supports;
    for (size_t i = 0; i < bodies; ++i)
        m_predicted[i] = m_saved[i] = input.velocities[i];
    sweep();
    search(input);
}

}  // namespace drystone
