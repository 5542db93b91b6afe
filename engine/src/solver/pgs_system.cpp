#include "solver/pgs_system.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

struct Vec3d {
    double x, y, z;
};

Vec3d operator+(Vec3d a, Vec3d b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vec3d operator*(double s, Vec3d a) {
    return {s * a.x, s * a.y, s * a.z};
}
Vec3d cross(Vec3d a, Vec3d b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec3d lane(const float (&v)[3][1]) {
    return {double(v[0][0]), double(v[1][0]), double(v[2][0])};
}

constexpr double kSeparationResolution = 5e-7;  // m

// M^-1 of one body: what an impulse and an angular impulse at its centre of mass do to it.
struct InverseMass {
    Vec3d axis{};         // by world axis, zero where locked
    double inertia[6]{};  // xx xy xz yy yz zz

    InverseMass() = default;
    InverseMass(const VelocityRow& body, const float (&inverse)[6][1]) {
        const uint32_t locks = uint32_t(body.linearLocks);
        const double m = double(body.inverseMass);
        axis = {locks & 1u ? 0.0 : m, locks & 2u ? 0.0 : m, locks & 4u ? 0.0 : m};
        for (int i = 0; i < 6; ++i)
            inertia[i] = double(inverse[i][0]);
    }
    void respond(const double (&j)[6], double (&r)[6]) const {
        r[0] = axis.x * j[0];
        r[1] = axis.y * j[1];
        r[2] = axis.z * j[2];
        r[3] = (inertia[0] * j[3] + inertia[1] * j[4]) + inertia[2] * j[5];
        r[4] = (inertia[1] * j[3] + inertia[3] * j[4]) + inertia[4] * j[5];
        r[5] = (inertia[2] * j[3] + inertia[4] * j[4]) + inertia[5] * j[5];
    }
};

void fill(double (&j)[6], double sign, Vec3d linear, Vec3d angular) {
    const double values[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
    for (int i = 0; i < 6; ++i)
        j[i] = sign * values[i];
}

double dot(const double (&a)[6], const double (&b)[6]) {
    return ((a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]) + ((a[3] * b[3] + a[4] * b[4]) + a[5] * b[5]);
}

// A_ij of two rows of one contact.
double couple(const PgsRow& i, const PgsRow& j) {
    return dot(i.jacobianA, j.responseA) + dot(i.jacobianB, j.responseB);
}

// What four points can exchange with no effect: the null vector of the rows (1), (x), (y), by its 3 x 3 minors.
void findSelfStress(PgsContact& c) {
    if (c.points < kPoints)
        return;
    const auto area = [&c](int i, int j, int k) {
        return (c.x[j] - c.x[i]) * (c.y[k] - c.y[i]) - (c.x[k] - c.x[i]) * (c.y[j] - c.y[i]);
    };
    const double s[kPoints] = {area(1, 2, 3), -area(0, 2, 3), area(0, 1, 3), -area(0, 1, 2)};
    const double length = std::sqrt((s[0] * s[0] + s[1] * s[1]) + (s[2] * s[2] + s[3] * s[3]));
    if (length > 0.0)
        for (int j = 0; j < kPoints; ++j)
            c.selfStress[j] = s[j] / length;
}

class Assembly {
public:
    Assembly(PgsMemory& memory, const StepContext& step) : m_memory(memory), m_step(step) {}

    void add(HotRow<1>& hot, ColdRow<1>& cold, ImpactRow<1>& impacts, PointFrictionRow<1>* pointFriction) {
        PgsContact c{};
        c.bodyA = hot.bodyA[0];
        c.bodyB = hot.bodyB[0];
        c.firstRow = int(m_memory.rows.size());
        c.firstFriction = int(m_memory.frictions.size());
        c.hot = &hot;
        c.cold = &cold;
        c.impacts = &impacts;
        c.pointFriction = pointFriction;
        m_massA = InverseMass(m_step.velocities[c.bodyA], hot.inertiaA);
        m_massB = InverseMass(m_step.velocities[c.bodyB], hot.inertiaB);
        m_n = lane(hot.normal);
        m_t1 = lane(hot.tangent);
        m_t2 = cross(m_n, m_t1);
        m_carry = hot.movingA && !hot.lanesA ? lane(cold.carryA) : Vec3d{};
        addNormals(c);
        if (pointFriction)
            for (int j = 0; j < c.points; ++j)
                addPoint(c, j);
        else
            addPatch(c);
        if (hot.rolling)
            addRolling(c);
        m_memory.contacts.push_back(c);
    }

private:
    // linear: the direction of the impulse on B; turnA, turnB: its moments about the centres of mass.
    void addRow(Vec3d linear, Vec3d turnA, Vec3d turnB) {
        PgsRow& row = m_memory.rows.emplace_back();
        fill(row.jacobianA, -1.0, linear, turnA);
        fill(row.jacobianB, 1.0, linear, turnB);
        m_massA.respond(row.jacobianA, row.responseA);
        m_massB.respond(row.jacobianB, row.responseB);
        row.impulse = 0.0;
        row.give = couple(row, row);
        row.turning = -((linear.x * m_carry.x + linear.y * m_carry.y) + linear.z * m_carry.z);
    }

    void addNormals(PgsContact& c) {
        const Vec3d armA = lane(c.hot->armA), armB = lane(c.hot->armB);
        c.areaFactor[0] = double(c.cold->areaFactor[0][0]);
        c.areaFactor[1] = double(c.cold->areaFactor[1][0]);
        for (int j = 0; j < kPoints; ++j)
            if (c.hot->mass[j][0] > 0.0f)
                c.points = j + 1;
        for (int j = 0; j < c.points; ++j) {
            c.x[j] = double(c.hot->x[j][0]);
            c.y[j] = double(c.hot->y[j][0]);
            const Vec3d offset = c.y[j] * m_t1 + (-c.x[j]) * m_t2;
            addRow(m_n, armA + offset, armB + offset);
            if (!(c.hot->mass[j][0] > 0.0f))
                m_memory.rows.back().give = 0.0;
        }
        findSelfStress(c);
    }

    // Of the last rows.
    void addFriction(PgsContact& c, PgsFriction friction) {
        friction.firstRow = int(m_memory.rows.size()) - friction.rowCount;
        const PgsRow* f = m_memory.rows.data() + friction.firstRow;
        friction.a12 = couple(f[0], f[1]);
        if (friction.rowCount == 3) {
            friction.a13 = couple(f[0], f[2]);
            friction.a23 = couple(f[1], f[2]);
        }
        m_memory.frictions.push_back(friction);
        ++c.frictionCount;
    }

    PgsFriction coulomb(const PgsContact& c) const {
        PgsFriction friction{};
        friction.kinetic = double(c.cold->friction[0]);
        friction.hold = double(c.cold->staticFriction[0]);
        return friction;
    }

    void addPatch(PgsContact& c) {
        const Vec3d centerA = lane(c.cold->centerA), centerB = lane(c.cold->centerB), zero{0.0, 0.0, 0.0};
        addRow(m_t1, cross(centerA, m_t1), cross(centerB, m_t1));
        addRow(m_t2, cross(centerA, m_t2), cross(centerB, m_t2));
        addRow(zero, m_n, m_n);
        PgsFriction friction = coulomb(c);
        friction.kind = PgsFriction::Kind::Patch;
        friction.rowCount = 3;
        addFriction(c, friction);
    }

    void addPoint(PgsContact& c, int j) {
        const Vec3d offset = c.x[j] * m_t1 + c.y[j] * m_t2;
        const Vec3d a = lane(c.cold->centerA) + offset, b = lane(c.cold->centerB) + offset;
        addRow(m_t1, cross(a, m_t1), cross(b, m_t1));
        addRow(m_t2, cross(a, m_t2), cross(b, m_t2));
        PgsFriction friction = coulomb(c);
        friction.kind = PgsFriction::Kind::Point;
        friction.point = j;
        friction.rowCount = 2;
        addFriction(c, friction);
    }

    void addRolling(PgsContact& c) {
        const Vec3d zero{0.0, 0.0, 0.0};
        addRow(zero, m_t1, m_t1);
        addRow(zero, m_t2, m_t2);
        PgsFriction friction{};
        friction.kind = PgsFriction::Kind::Rolling;
        friction.rowCount = 2;
        friction.kinetic = friction.hold = 1.0;
        friction.rollingLength = double(c.cold->rollingLength[0]);
        addFriction(c, friction);
    }

    PgsMemory& m_memory;
    const StepContext& m_step;
    Vec3d m_n{}, m_t1{}, m_t2{}, m_carry{};
    InverseMass m_massA, m_massB;
};

double pushSpeed(const StepContext& step, float rate, double separation) {
    const double deep = std::max(-separation - double(step.linearSlop), 0.0);
    return std::min(double(rate) * deep, double(step.maxPushSpeed));
}

// Velocities of four points are linear in (x, y), so only biases that are so too can all be met; others set the points
// against each other until one lets go. Single precision knows separations to some 1e-7 m: what it leaves is taken out.
void makeConsistent(PgsContact& c, double resolution) {
    double off = 0.0;
    for (int j = 0; j < c.points; ++j)
        off += c.selfStress[j] * c.bias[j];
    if (std::fabs(off) <= resolution)
        for (int j = 0; j < c.points; ++j)
            c.bias[j] -= off * c.selfStress[j];
}

// Impulses of a friction limit as the rows of the solver hold them.
struct StoredFriction {
    float *first, *second, *third;
};

StoredFriction storedFriction(const PgsContact& c, const PgsFriction& friction) {
    switch (friction.kind) {
    case PgsFriction::Kind::Point:
        return {&c.pointFriction->impulse[friction.point][0][0], &c.pointFriction->impulse[friction.point][1][0],
                nullptr};
    case PgsFriction::Kind::Rolling:
        return {&c.cold->rollingImpulse[0][0], &c.cold->rollingImpulse[1][0], nullptr};
    case PgsFriction::Kind::Patch:
        break;
    }
    return {&c.cold->frictionImpulse[0][0], &c.cold->frictionImpulse[1][0], &c.cold->twistImpulse[0]};
}

// What the frictions of the points come to at the friction centre.
void storePointSum(const PgsContact& c, const PgsMemory& memory) {
    double f1 = 0.0, f2 = 0.0, twist = 0.0;
    for (int i = 0; i < c.frictionCount; ++i) {
        const PgsFriction& friction = memory.frictions[size_t(c.firstFriction + i)];
        if (friction.kind != PgsFriction::Kind::Point)
            continue;
        const PgsRow* rows = memory.rows.data() + friction.firstRow;
        f1 += rows[0].impulse;
        f2 += rows[1].impulse;
        twist += c.x[friction.point] * rows[1].impulse - c.y[friction.point] * rows[0].impulse;
    }
    c.cold->frictionImpulse[0][0] = float(f1);
    c.cold->frictionImpulse[1][0] = float(f2);
    c.cold->twistImpulse[0] = float(twist);
}

}  // namespace

void assemblePgs(const ContactStages& stages, PgsMemory& memory) {
    memory.rows.clear();
    memory.frictions.clear();
    memory.contacts.clear();
    reserveGrowing(memory.free, stages.bodyCount());
    reserveGrowing(memory.velocities, stages.bodyCount());
    memory.free.resize(stages.bodyCount());
    memory.velocities.resize(stages.bodyCount());
    Assembly assembly(memory, stages.context());
    stages.forEachScalarRow([&](HotRow<1>& hot, ColdRow<1>& cold, ImpactRow<1>& impacts, PointFrictionRow<1>* points) {
        assembly.add(hot, cold, impacts, points);
    });
}

// What bounced in this substep is left to go: see LeaveImpacts.
static double leaving(const PgsContact& c) {
    return c.hot->hitting ? 0.5 * double(c.impacts->leaving[0]) : 0.0;
}

void loadTrueSystem(const ContactStages& stages, PgsMemory& memory) {
    const StepContext& step = stages.context();
    const VelocityRow* free = stages.freeVelocities();
    for (size_t i = 0; i < memory.free.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            memory.free[i].v[k] = double(free[i].linear[k]);
            memory.free[i].v[3 + k] = double(free[i].angular[k]);
        }
    const double resolution = kSeparationResolution * double(step.inverseH);
    for (PgsRow& row : memory.rows)
        row.carry = double(step.middle) * row.turning;
    for (PgsContact& c : memory.contacts) {
        PgsRow* rows = memory.rows.data() + c.firstRow;
        const double leaves = leaving(c);
        for (int j = 0; j < c.points; ++j) {
            const double separation = double(c.hot->separation[j][0]);
            c.bias[j] = leaves > 0.0
                ? leaves
                : std::max(separation, 0.0) * double(step.inverseH) - pushSpeed(step, step.biasRate, separation);
            rows[j].impulse = rows[j].give > 0.0 ? double(c.hot->impulse[j][0]) : 0.0;
        }
        makeConsistent(c, resolution);
        for (int i = 0; i < c.frictionCount; ++i) {
            const PgsFriction& friction = memory.frictions[size_t(c.firstFriction + i)];
            PgsRow* row = memory.rows.data() + friction.firstRow;
            const StoredFriction stored = storedFriction(c, friction);
            row[0].impulse = double(*stored.first);
            row[1].impulse = double(*stored.second);
            if (stored.third)
                row[2].impulse = double(*stored.third);
        }
    }
}

void loadPushSystem(const ContactStages& stages, PgsMemory& memory) {
    const StepContext& step = stages.context();
    std::fill(memory.free.begin(), memory.free.end(), PgsVelocity{});
    for (PgsRow& row : memory.rows)
        row.impulse = 0.0;
    for (PgsContact& c : memory.contacts) {
        for (int j = 0; j < c.points; ++j)
            c.bias[j] = (leaving(c) > 0.0 ? 0.0 : -pushSpeed(step, step.pushRate, double(c.hot->separation[j][0]))) -
                memory.rows[size_t(c.firstRow + j)].carry;
        makeConsistent(c, kSeparationResolution * double(step.pushRate));
    }
}

void storeImpulses(const PgsMemory& memory) {
    for (const PgsContact& c : memory.contacts) {
        const PgsRow* rows = memory.rows.data() + c.firstRow;
        for (int j = 0; j < c.points; ++j) {
            const float impulse = float(rows[j].impulse);
            c.hot->impulse[j][0] = impulse;
        }
        for (int i = 0; i < c.frictionCount; ++i) {
            const PgsFriction& friction = memory.frictions[size_t(c.firstFriction + i)];
            const PgsRow* row = memory.rows.data() + friction.firstRow;
            const StoredFriction stored = storedFriction(c, friction);
            *stored.first = float(row[0].impulse);
            *stored.second = float(row[1].impulse);
            if (stored.third)
                *stored.third = float(row[2].impulse);
        }
        if (c.pointFriction)
            storePointSum(c, memory);
    }
}

void storeVelocities(const PgsMemory& memory, VelocityRow* bodies) {
    for (size_t i = 0; i < memory.velocities.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            bodies[i].linear[k] = float(memory.velocities[i].v[k]);
            bodies[i].angular[k] = float(memory.velocities[i].v[3 + k]);
        }
}

}  // namespace drystone
