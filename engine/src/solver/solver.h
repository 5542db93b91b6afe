// Velocities and contacts in, velocities, pose changes and impulses out. One call solves one step.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include <drystone/hooks.h>
#include <drystone/settings.h>

#include "collision/manifold.h"
#include "core/memory.h"
#include "task/task_system.h"

namespace drystone {

// ---- body rows: index 0 is a body that never moves; zero inverse mass and inertia where nothing can push ----

struct alignas(32) VelocityRow {
    float linear[3];   // of the centre of mass, m/s
    float angular[3];  // rad/s, world axes
    float inverseMass;  // 1/kg
    float linearLocks;  // bits 1 2 4 as a small whole number: locked world axes; 0 for nearly every body
};
struct alignas(32) DeltaRow {  // pose change since the step began; identity at its start
    float position[3];
    float rotation[4];  // x y z w
    float pad;
};
struct alignas(32) InertiaRow {  // fixed for the step
    float inverse[6];  // xx xy xz yy yz zz, world axes, as worldInverseInertia, 1/(kg m^2)
    float inverseMass;
    float pad;
};
// What the integrators need of a body.
struct BodyMotion {
    glm::vec3 acceleration;     // gravity times scale plus force over mass; locked axes zero; m/s^2
    glm::vec3 angularAcceleration;  // inverse inertia times torque, rad/s^2
    glm::quat principalRotation;    // from the principal axes to world, at the start of the step
    glm::vec3 principalInertia;     // least first, but for its scale, which only angular locks ask for (kg m^2); zero: what
                                    // turns the body changes nothing (kinematic, isotropic, or kKeepsInertia)
    float linearDamping, angularDamping;  // 1/s
    uint32_t angularLocks;          // bits 1 2 4: world axes about which it does not turn; kKeepsInertia
};
// In BodyMotion::angularLocks: the inertia is that of the start of the step all through it, without a gyroscopic term.
inline constexpr uint32_t kKeepsInertia = 8;
// What a force field is told of a body, by row.
struct FieldBody {
    BodyId id;
    glm::vec3 center;  // of mass where the step began, world space, m
    float mass;        // kg; 0: the field does not act on it
    bool failed;       // set by the solver: the field gave what cannot be integrated, and was left out from there on
};
struct FieldInput {
    ForceField field{};
    double time = 0.0;              // s, at the start of the step
    std::span<FieldBody> bodies{};  // empty: no field
};

// ---- contacts, coloured: no two contacts of a colour share a body that can be pushed ----

struct ContactRef {
    uint32_t manifold;
    uint32_t bodyA, bodyB;  // body rows
};
struct ContactColor {
    std::span<const ContactRef> dynamicContacts;  // both bodies can be pushed
    std::span<const ContactRef> staticContacts;   // body A cannot be pushed (static or kinematic)
};

struct SolveInput {
    const WorldSettings& settings;
    float dt;
    float warmStartScale;  // dt over the dt of the step before: impulses scale with it
    float impulseShare;    // (0, 1]: of this step in the impulses that it leaves; the rest is those it found
    std::span<VelocityRow> velocities;
    std::span<DeltaRow> deltas;
    std::span<const InertiaRow> inertias;
    std::span<const BodyMotion> motions;  // kinematic bodies: zero accelerations and damping
    std::span<glm::vec3> accelerations;   // of what slides, in the last substep, m/s^2: that found, that left; empty: unknown
    std::span<const float> heights;       // of the centres of mass along -gravity, m; empty but for SupportStep
    std::span<const ContactColor> colors;
    std::span<const ContactRef> overflow;  // did not fit a colour: solved one after the other, after the colours
    Manifold* manifolds;
    TaskSystem& tasks;
    FieldInput field{};
};

struct SolveTimes {
    float prepare = 0.0f, solve = 0.0f, restitution = 0.0f, store = 0.0f;  // ms
};

// What SolverKind::Pgs came to, over the hardest of the systems that the step was made of; zero with other kinds.
struct ReferenceReport {
    int iterations = 0;
    double residual = 0.0;  // m/s
};

// Xpbd: what is left of the state that another kind of solver handed over.
struct Handover {
    float share = 0.0f;    // of the old impulses that a substep starts from; 1 to 0
    float overlap = 0.0f;  // m: the deepest that was found; a share of it is left alone
};

// What a step takes over from the one before, beside what manifolds and bodies hold.
struct SolverHistory {
    int substeps = 0;  // of the last step; 0: there was none
    SolverKind kind = SolverKind::Xpbd;
    Handover handover;
};

// Owns the rows, which grow and are kept.
class ContactSolver {
public:
    // level: as simd::resolveLevel gave it.
    ContactSolver(Memory& memory, SimdLevel level);
    ~ContactSolver();
    ContactSolver(const ContactSolver&) = delete;
    ContactSolver& operator=(const ContactSolver&) = delete;

    // Solves one step in place: velocities and deltas are advanced, impulses are written back to the manifolds.
    SolveTimes solve(const SolveInput& input);
    // Of the last step.
    const ReferenceReport& reference() const;

    SolverHistory& history();

private:
    struct Rows;
    std::unique_ptr<Rows> m_rows;
};

}  // namespace drystone
