// The contacts of a substep in the textbook form, sparse and in double: J, M^-1, b and the bounds of
//     v = v_free + M^-1 J^T l,   w = J v + b,   0 <= l_n perpendicular to w_n >= 0,   l_f within its friction limit.
// docs/solvers/pgs.md has the whole of it.
#pragma once

#include <cstdint>

#include "core/memory.h"
#include "solver/contact_stages.h"
#include "solver/pgs_acceleration.h"

namespace drystone {

// Of a body: linear (m/s) then angular (rad/s), world axes.
struct PgsVelocity {
    double v[6];
};

// One scalar constraint: its row of J and its column of M^-1 J^T, each on the two bodies of its contact.
struct PgsRow {
    double jacobianA[6], jacobianB[6];
    double responseA[6], responseB[6];
    double impulse;  // N s; of a twist or a rolling torque N m s
    double give;     // its own place on the diagonal of A = J M^-1 J^T; 0: nothing gives, the row is left out
    double turning;  // m/s^2: what the surface of a platform that turns has, see ColdRow::carryA
    double carry;    // m/s: that, in the middle of the substep
};

// The friction rows of a contact that share one limit.
struct PgsFriction {
    enum class Kind : uint8_t { Patch, Point, Rolling };
    Kind kind;
    int point;               // Point: whose cone
    int firstRow, rowCount;  // t1 and t2, Patch: then the twist
    double a12, a13, a23;    // A among them, off its diagonal
    double kinetic, hold;    // limits over the normal impulse
    double rollingLength;    // m, Rolling
};

// Rows of a contact, one after the other: its points, then its friction.
struct PgsContact {
    uint32_t bodyA, bodyB;
    int firstRow, points;
    int firstFriction, frictionCount;
    double bias[kPoints];           // m/s, added to J v
    double x[kPoints], y[kPoints];  // as in HotRow
    double areaFactor[2];           // as in ColdRow
    double selfStress[kPoints];     // impulses of four points that add up to no wrench, of length 1; else 0
    HotRow<1>* hot;
    ColdRow<1>* cold;
    ImpactRow<1>* impacts;
    PointFrictionRow<1>* pointFriction;  // null: friction by patch
};

struct PgsMemory {
    explicit PgsMemory(Memory& memory)
        : rows(memory), frictions(memory), contacts(memory), free(memory), velocities(memory), acceleration(memory) {}
    Array<PgsRow> rows;
    Array<PgsFriction> frictions;
    Array<PgsContact> contacts;     // in the order in which they are solved: colours, then overflow
    Array<PgsVelocity> free;        // without contacts
    Array<PgsVelocity> velocities;  // with them
    Acceleration acceleration;
};

// J and M^-1, which stand for the step, from rows that were prepared.
void assemblePgs(const ContactStages& stages, PgsMemory& memory);

// v_free, b and the impulses to start from. True velocities: those of the rows. Pseudo-velocities of split impulse: none.
void loadTrueSystem(const ContactStages& stages, PgsMemory& memory);
void loadPushSystem(const ContactStages& stages, PgsMemory& memory);

// Impulses back to the rows; velocities to the bodies.
void storeImpulses(const PgsMemory& memory);
void storeVelocities(const PgsMemory& memory, VelocityRow* bodies);

// Solves in place to a residual of at most tolerance (m/s) or with so many passes. Normals alone if there is no friction.
ReferenceReport solvePgs(PgsMemory& memory, bool friction, double tolerance, int mostIterations);

}  // namespace drystone
