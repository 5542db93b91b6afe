// The support pass: carries loads through a whole stack in one go, where sweeps over contacts carry them one contact a
// sweep.
//
// Upward, level by level, each body is held as if what it stands on did not give: a prediction of its velocity. Downward,
// each body (true velocity, with what the bodies above it do to it) gets from its supports, all at once, the impulses that
// hold it on them (predicted velocities), and they get the opposite. Impulses are those of normals and of friction. So
// where each body can be held by what it stands on, which is what a stack is, the pass finds an exact solution. The change
// of all impulses of an island is then taken as a direction and shortened to the minimum of the contact energy along it,
// so the pass never adds energy, and a solved state stays as it is.
#pragma once

#include "solver/support_levels.h"

namespace drystone {

class SupportPass {
public:
    explicit SupportPass(Memory& memory)
        : m_levels(memory),
          m_predicted(memory),
          m_saved(memory),
          m_open(memory),
          m_step(memory),
          m_sums(memory),
          m_verdicts(memory),
          m_wrenches(memory) {}

    // Once a step, when the contact rows are prepared. contacts: kept until the step is over.
    void prepare(const SolveInput& input, const StepContext& step, std::span<const LaidContact> contacts,
                 const SupportKernels& kernels);
    // Once a substep, between the warm start and the first sweep.
    void run(const SolveInput& input, const StepContext& step);

private:
    struct Sums {
        double a, b;
    };

    void run(SupportKernel* kernel, SupportLevel rows) {
        kernel(m_context, m_levels.bodyRows(), m_levels.contactRows(), rows.begin, rows.end);
    }
    bool anyMoves(const SolveInput& input) const;
    void layOut(const SolveInput& input);
    bool openMoving(const SolveInput& input);
    void predict(const SolveInput& input);
    void sweep();
    void search(const SolveInput& input);

    SupportLevels m_levels;
    const SupportKernels* m_kernels = nullptr;
    SupportContext m_context{};
    std::span<const LaidContact> m_contacts;
    float m_gravity = 0.0f, m_motion = 0.0f;
    bool m_laidOut = false;
    Array<VelocityRow> m_predicted, m_saved;
    Array<uint8_t> m_open;  // by island
    Array<float> m_step;    // by island
    Array<Sums> m_sums;     // by island
    Array<SupportVerdict> m_verdicts;
    Array<SupportWrench> m_wrenches;
};

}  // namespace drystone
