// What a World can be told about how it steps.
#pragma once

#include <cstdint>
#include <limits>

#include <drystone/math.h>

namespace drystone {

// Way of solving the contact constraints; docs/solver.md explains each one.
enum class SolverKind : uint8_t {
    SoftStep,           // substepped sequential impulses, soft contacts, relax pass (TGS soft)
    SupportStep,        // as SoftStep with rigid contacts, and a pass that carries loads through whole stacks
    SequentialImpulse,  // accumulated clamped impulses, iterated; position error by Stabilisation
    Pgs,                // the same problem in matrix form, in double, solved to a residual: slow, for reference
    Xpbd,               // substepped position constraints with compliance; velocities follow from what moved
};

// How SequentialImpulse and Pgs remove overlap.
enum class Stabilisation : uint8_t {
    Baumgarte,     // position error fed back into velocity: simple, adds energy
    SplitImpulse,  // pseudo-velocities move the body and are forgotten: adds none
    Ngs,           // nonlinear Gauss-Seidel: passes that correct the poses themselves, adds none
};

// How friction is laid on the points of a contact. The cone is round, and sliding obeys maximal dissipation, in both.
enum class FrictionModel : uint8_t {
    Patch,     // one friction force at the contact's middle and one torque about its normal, on one limit surface
    PerPoint,  // a force at each point, within that point's cone
};

// How a body moves through a substep h in which no contact pushes it; one that is pushed moves by x += h v.
// docs/integrators.md has the formulas and errors.
enum class PositionIntegrator : uint8_t {
    VelocityVerlet,     // x += h (v + v') / 2: exact under constant force, second order under a force field
    SemiImplicitEuler,  // x += h v': falls g h t / 2 too far, keeps orbits bounded
    ExplicitEuler,      // x += h v: falls g h t / 2 too little, gains energy; here to show why not
    RungeKutta4,        // classical, on position and velocity: fourth order under a force field
};

// The torque-free turning of a body whose inertia differs between axes: w x I w.
enum class GyroscopicMode : uint8_t {
    None,        // angular velocity is constant: nothing tumbles
    Explicit,    // explicit Euler: gains energy
    Implicit,    // one Newton step of implicit Euler in the body's frame: stable, loses energy slowly
    Symplectic,  // exact turns about the principal axes: keeps |I w| to rounding, energy without drift
};

// How w turns the orientation. Not used by bodies that GyroscopicMode::Symplectic turns: those whose principal
// inertias differ and that no axis lock keeps from turning.
enum class OrientationUpdate : uint8_t {
    Exponential,  // q <- exp(h w / 2) q, exact for constant w
    FirstOrder,   // q <- normalise(q + h/2 w q): turns by atan(h w / 2) twice instead of h w
};

// How bodies are kept from passing through others within a step; docs/continuous.md.
enum class ContinuousMode : uint8_t {
    None,         // they are not: contacts exist ahead of touching by the speculative distance alone
    Speculative,  // contacts reach ahead by the motion of a step, up to speculativeReach
    Swept,        // what moves further than the speculative distance is swept: stopped, or thrown back, where it meets
    Both,         // speculative contacts as far as they reach, sweeps for what moves further
};

enum class BroadphaseKind : uint8_t {
    Tree,        // packed 16-ary trees over fat boxes
    BruteForce,  // every pair: the oracle, for small worlds
};

// Widest vector instructions that the solver and the narrowphase may use. All give the same bits.
enum class SimdLevel : uint8_t { Auto, Scalar, Sse2, Avx2 };

// May be changed between any two steps with World::setSettings.
struct WorldSettings {
    glm::vec3 gravity{0.0f, -9.81f, 0.0f};  // m/s^2

    SolverKind solver = SolverKind::SupportStep;
    Stabilisation stabilisation = Stabilisation::SplitImpulse;  // SequentialImpulse and Pgs
    int substeps = 4;            // 1..64; the solver integrates with h = dt / substeps
    int iterations = 10;         // 1..1000; sweeps a substep of SequentialImpulse
    int positionIterations = 4;  // 0..1000; passes a substep of Ngs over the poses
    bool warmStarting = true;
    FrictionModel frictionModel = FrictionModel::Patch;
    // Pgs iterates each of its systems until what another pass would change is at most this (m/s, >= 0), or so often
    // (1..10000000) that it gives up: it then goes on with what it has. WorldCounters says how it ended.
    double referenceTolerance = 1e-10;
    int referenceIterations = 100000;
    PositionIntegrator integrator = PositionIntegrator::VelocityVerlet;
    GyroscopicMode gyroscopic = GyroscopicMode::Symplectic;
    OrientationUpdate orientation = OrientationUpdate::Exponential;
    // Dynamic bodies are slowed to these in each substep, after forces and before contacts. > 0; infinity: no cap.
    float maxLinearSpeed = std::numeric_limits<float>::infinity();   // m/s, of the centre of mass
    float maxAngularSpeed = std::numeric_limits<float>::infinity();  // rad/s

    // SoftStep: contacts are springs of this frequency (Hz, > 0, at most 1/(8h) is used) and damping ratio.
    // Against bodies that cannot be pushed the spring is twice as stiff.
    float contactHertz = 30.0f;
    float contactDampingRatio = 10.0f;
    float contactCompliance = 0.0f;   // m/N, >= 0; Xpbd: what a contact point gives under load; 0: rigid
    float maxPushSpeed = 3.0f;        // m/s, > 0: overlap is pushed out no faster
    float baumgarteFactor = 0.2f;     // share of the overlap beyond slop removed a substep (Ngs: a pass); (0, 1]
    // Lengths are those of metre-sized bodies: they shrink with a pair's smallest extent below 0.5 m.
    float linearSlop = 0.005f;        // m, >= 0: overlap that is left alone, so that contacts persist
    ContinuousMode continuous = ContinuousMode::Both;
    float speculativeDistance = 0.02f;  // m, >= 0: contacts exist ahead of touching by this gap
    float speculativeReach = 0.5f;    // >= 0: the gap grows with the pair's motion a step, up to this share of the smaller
                                      // extent of what moves; 0: the fixed gap alone
    bool landingTest = true;          // a point ahead of touching pushes only if the motion leads onto its face
    bool seamCorrection = true;       // shapes that lie flush side by side, within the slop, are felt as one surface
    float restitutionFloor = 0.01f;   // m/s, >= 0: approach slower than this and than what the forces on either body
                                      // add to its velocity along the normal in a step does not bounce

    bool sleeping = true;
    float sleepSpeed = 0.05f;         // m/s, >= 0: threshold on sqrt(2 kinetic energy / mass)
    float sleepTime = 0.5f;           // s, >= 0: how long a whole island must stay below it

    float hitEventSpeed = 1.0f;       // m/s, >= 0: approach speed from which a contact reports a hit event

    friend bool operator==(const WorldSettings&, const WorldSettings&) = default;
};

}  // namespace drystone
