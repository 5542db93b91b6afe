// The support pass: carries loads through a whole stack in one go, where sweeps over contacts carry them one contact a
// sweep.
//
// Upward, level by level, each body is held as if what it stands on did not give: a prediction of its velocity. Downward,
// each contact gets the impulse that holds its upper body (true velocity) on its lower one (predicted), and hands it on
// with true masses, so that the next contact below meets the whole load. That is exact for a single column. The change
// of all impulses of an island is then taken as a direction and shortened to the minimum of the contact energy along it,
// so the pass never adds energy, and a solved state stays as it is.
#pragma once

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "solver/support_levels.h"

namespace drystone {

class SupportPass {
public:
    explicit SupportPass(Memory& memory)
        : m_levels(memory), m_predicted(memory), m_saved(memory), m_count(memory), m_open(memory), m_step(memory),
          m_sums(memory), m_verdicts(memory), m_inertias(memory) {}

    // Once a step, when the contact rows are prepared.
    void prepare(const SolveInput& input, const StepContext& step, std::span<const LaidContact> contacts,
                 const SupportKernels& kernels);
    // Once a substep, between the warm start and the first sweep.
    void run(const SolveInput& input, const StepContext& step);

private:
    void run(SupportKernel* kernel, SupportLevel rows) { kernel(m_context, m_levels.rows(), rows.begin, rows.end); }
    void findInertias(const SolveInput& input);
    bool openIslands(const SolveInput& input);
    void sweep();
    void search(const SolveInput& input);

    SupportLevels m_levels;
    const SupportKernels* m_kernels = nullptr;
    SupportContext m_context{};
    float m_gravity = 0.0f;
    Array<VelocityRow> m_predicted, m_saved;
    Array<float> m_count;         // by body
    Array<uint8_t> m_open;        // by island
    Array<float> m_step;          // by island
    struct Sums {
        double a, b;
    };
    Array<Sums> m_sums;           // by island
    Array<SupportVerdict> m_verdicts;
    Array<glm::mat3> m_inertias;  // by place among the levels' bodies
};

}  // namespace drystone
