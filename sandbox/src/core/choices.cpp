#include "core/choices.h"

namespace drystone::sandbox {

namespace {

constexpr Choice<SolverMode> kSolvers[] = {
    {"soft_step",
     "Soft step",
     "Substepped sequential impulses with soft contacts and a relax pass (TGS soft).\n"
     "The step is cut into substeps, one sweep each: stiff stacks at little cost.",
     {SolverKind::SoftStep, Stabilisation::SplitImpulse}},
    {"support_step",
     "Support step",
     "As the soft step, with rigid contacts, and a pass along gravity that carries the load of\n"
     "a whole stack at once: high stacks and heavy loads stand and do not sag.",
     {SolverKind::SupportStep, Stabilisation::SplitImpulse}},
    {"split_impulse",
     "Sequential impulse + split impulse",
     "Accumulated, clamped impulses, iterated. Overlap is removed by pseudo-velocities\n"
     "that move the body and are then forgotten: depenetration adds no energy.",
     {SolverKind::SequentialImpulse, Stabilisation::SplitImpulse}},
    {"baumgarte",
     "Sequential impulse + Baumgarte",
     "Accumulated, clamped impulses, iterated. A share of the overlap is fed back into\n"
     "velocity: simple, but bodies that overlapped pop apart with energy from nowhere.",
     {SolverKind::SequentialImpulse, Stabilisation::Baumgarte}},
    {"ngs",
     "Sequential impulse + NGS",
     "Accumulated, clamped impulses, iterated. Overlap is removed by nonlinear Gauss-Seidel\n"
     "passes that move the bodies themselves: depenetration adds no energy.",
     {SolverKind::SequentialImpulse, Stabilisation::Ngs}},
    {"pgs",
     "Reference + split impulse",
     "The matrix form of the same contact problem, in double, iterated until it is solved.\n"
     "Slow, for small scenes: what the other solvers should come to.",
     {SolverKind::Pgs, Stabilisation::SplitImpulse}},
    {"pgs_baumgarte",
     "Reference + Baumgarte",
     "The reference with overlap fed back into velocity: what Baumgarte comes to when it is solved.",
     {SolverKind::Pgs, Stabilisation::Baumgarte}},
    {"pgs_ngs",
     "Reference + NGS",
     "The reference for velocities, and NGS passes for what overlaps.",
     {SolverKind::Pgs, Stabilisation::Ngs}},
    {"xpbd",
     "XPBD",
     "Position constraints, solved once in each substep; velocities follow from what moved.\n"
     "Contacts may be compliant. No warm start: stacks need many substeps.",
     {SolverKind::Xpbd, Stabilisation::SplitImpulse}},
};

// What a solver is to a person is in the table above; these are the names of the two settings behind it.
constexpr Choice<SolverKind> kSolverKinds[] = {
    {"soft_step", "", "", SolverKind::SoftStep},
    {"support_step", "", "", SolverKind::SupportStep},
    {"sequential_impulse", "", "", SolverKind::SequentialImpulse},
    {"pgs", "", "", SolverKind::Pgs},
    {"xpbd", "", "", SolverKind::Xpbd},
};
constexpr Choice<Stabilisation> kStabilisations[] = {
    {"baumgarte", "", "", Stabilisation::Baumgarte},
    {"split_impulse", "", "", Stabilisation::SplitImpulse},
    {"ngs", "", "", Stabilisation::Ngs},
};

constexpr Choice<PositionIntegrator> kIntegrators[] = {
    {"verlet", "Velocity Verlet",
     "Mean of the velocities before and after: free flight follows the parabola exactly, second order in a force field.",
     PositionIntegrator::VelocityVerlet},
    {"semi_implicit", "Semi-implicit Euler",
     "The velocity after the forces: falls a little too far (g h t / 2), keeps orbits bounded.",
     PositionIntegrator::SemiImplicitEuler},
    {"explicit", "Explicit Euler",
     "The velocity before the forces: falls a little too little, and orbits gain energy. Here to show why not.",
     PositionIntegrator::ExplicitEuler},
    {"rk4", "Runge-Kutta 4",
     "Four stages a substep: exact in free flight, fourth order in a force field. The most work.",
     PositionIntegrator::RungeKutta4},
};

constexpr Choice<GyroscopicMode> kGyroscopic[] = {
    {"none", "None", "The angular velocity of a free body is constant: nothing tumbles.", GyroscopicMode::None},
    {"explicit", "Explicit", "Explicit Euler of w x I w: tumbles, gains energy and may blow up.",
     GyroscopicMode::Explicit},
    {"implicit", "Implicit",
     "One Newton step of implicit Euler in the body's frame: tumbles, stable, loses energy slowly.",
     GyroscopicMode::Implicit},
    {"symplectic", "Symplectic",
     "Exact turns about the principal axes: tumbles, keeps the angular momentum exactly and the energy without drift.",
     GyroscopicMode::Symplectic},
};

constexpr Choice<OrientationUpdate> kOrientation[] = {
    {"exponential", "Exponential map", "Turns by exactly h w: exact for a constant angular velocity.",
     OrientationUpdate::Exponential},
    {"first_order", "First order", "q + h/2 w q, normalised: turns a little less than h w, so fast spins lag.",
     OrientationUpdate::FirstOrder},
};

constexpr Choice<FrictionModel> kFriction[] = {
    {"patch", "Patch",
     "One friction force and one torque a contact, on one limit surface: the torque is that of\n"
     "the pressed area.",
     FrictionModel::Patch},
    {"per_point", "Per point",
     "A friction force at each contact point, within that point's cone: the torque is that\n"
     "of the corners, which is too large.",
     FrictionModel::PerPoint},
};

constexpr Choice<ContinuousMode> kContinuous[] = {
    {"none", "None", "What is on the other side of a thin wall when a step ends has passed through it.",
     ContinuousMode::None},
    {"speculative", "Speculative contacts",
     "Contacts reach ahead by the motion of a step, up to a share of the smaller body's extent.\n"
     "What is faster passes through.",
     ContinuousMode::Speculative},
    {"swept", "Sweeps",
     "What moves further than the fixed gap is swept: stopped or thrown back where it meets\n"
     "something, at the right time, and sent on for the rest of the step.",
     ContinuousMode::Swept},
    {"both", "Both", "Speculative contacts as far as they reach, and sweeps for what moves further.",
     ContinuousMode::Both},
};

constexpr Choice<SimdLevel> kSimd[] = {
    {"auto", "Auto", "The widest that this processor and this build have.", SimdLevel::Auto},
    {"scalar", "Scalar", "One lane.", SimdLevel::Scalar},
    {"sse2", "SSE2", "Four lanes.", SimdLevel::Sse2},
    {"avx2", "AVX2", "Eight lanes.", SimdLevel::Avx2},
};

constexpr Choice<BroadphaseKind> kBroadphase[] = {
    {"tree", "Tree", "Packed trees over enlarged boxes.", BroadphaseKind::Tree},
    {"brute", "Brute force", "Every pair is tested: the reference, for small worlds.", BroadphaseKind::BruteForce},
};

}  // namespace

std::span<const Choice<SolverMode>> solverChoices() {
    return kSolvers;
}
std::span<const Choice<PositionIntegrator>> integratorChoices() {
    return kIntegrators;
}
std::span<const Choice<GyroscopicMode>> gyroscopicChoices() {
    return kGyroscopic;
}
std::span<const Choice<OrientationUpdate>> orientationChoices() {
    return kOrientation;
}
std::span<const Choice<FrictionModel>> frictionChoices() {
    return kFriction;
}
std::span<const Choice<ContinuousMode>> continuousChoices() {
    return kContinuous;
}
std::span<const Choice<SimdLevel>> simdChoices() {
    return kSimd;
}
std::span<const Choice<BroadphaseKind>> broadphaseChoices() {
    return kBroadphase;
}

std::span<const Choice<SolverKind>> solverKindChoices() {
    return kSolverKinds;
}
std::span<const Choice<Stabilisation>> stabilisationChoices() {
    return kStabilisations;
}

static bool stabilises(SolverKind kind) {
    return kind == SolverKind::SequentialImpulse || kind == SolverKind::Pgs;
}

SolverMode solverMode(const WorldSettings& settings) {
    SolverMode mode{settings.solver, settings.stabilisation};
    if (!stabilises(mode.kind)) {
        mode.stabilisation = Stabilisation::SplitImpulse;  // not used by it: one entry in the table
    }
    return mode;
}

void setSolverMode(WorldSettings& settings, const SolverMode& mode) {
    settings.solver = mode.kind;
    if (stabilises(mode.kind)) {
        settings.stabilisation = mode.stabilisation;
    }
}

}  // namespace drystone::sandbox
