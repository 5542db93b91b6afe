// Torque-free rotation by a symmetric splitting of the kinetic energy H = L1^2/2I1 + L2^2/2I2 + L3^2/2I3 in the frame of
// the principal axes: the flow of each term is a turn about its axis at the constant rate Lk/Ik, known in closed form.
//     h/2 about 1, h/2 about 2, h about 3, h/2 about 2, h/2 about 1
// Turns keep the length of L, and attitude and L turn together, so that L is fixed in the world; the composition is
// symplectic and time-reversible, so the energy error stays bounded, of order h^2.
// A. Dullweber, B. Leimkuhler, R. McLachlan, "Symplectic splitting methods for rigid body molecular dynamics",
// J. Chem. Phys. 107 (1997); T. F. Miller et al., "Symplectic quaternion scheme for biophysical molecular dynamics",
// J. Chem. Phys. 116 (2002).
//
// In double: the momentum goes through the attitude and back once a substep, and what float would lose there, a little
// more one way than the other, adds up over minutes.
#pragma once

#include "solver/solver.h"

namespace drystone {

// A substep of free rotation of many bodies, some at a time. Each gives the same bits whatever its neighbours are.
class FreeRotation {
public:
    explicit FreeRotation(float h) : m_h(double(h)) {}
    FreeRotation(const FreeRotation&) = delete;
    FreeRotation& operator=(const FreeRotation&) = delete;

    // A body with principal inertia. The rows must live until flush, after which delta is turned and velocity and free,
    // the velocity just after the forces, have changed by what the rotation did to w.
    void add(DeltaRow& delta, VelocityRow& velocity, VelocityRow& free, const BodyMotion& motion);
    void flush();

private:
    struct Body {
        DeltaRow* delta;
        VelocityRow* velocity;
        VelocityRow* free;
        const BodyMotion* motion;
    };
    void turnFast(const Body& body) const;

    static constexpr int kLanes = 8;
    double m_h;
    int m_count = 0;
    Body m_bodies[kLanes];
};

// Takes the principal axes in the order of their inertia, least first. Any order is symplectic; with the intermediate
// axis in the second place the error is some forty times smaller than with the worst.
void orderPrincipalAxes(BodyMotion& motion);

}  // namespace drystone
