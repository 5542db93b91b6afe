// Projected Gauss-Seidel on the system of pgs_system.h, accelerated, until it is solved.
#include <limits>

#include "solver/pgs_projection.h"

namespace drystone {

namespace {

// Coulomb's law may leave several solutions. The first passes are plain, so that the one near which sequential impulses end
// is the one that is taken.
constexpr int kPlainPasses = 100;

// All return the largest change as a velocity (m/s).
double solvePoint(double bias, PgsRow& row, PgsVelocity& a, PgsVelocity& b) {
    if (!(row.give > 0.0))
        return 0.0;
    const double next = std::max(row.impulse - (velocityOf(row, a, b) + bias) / row.give, 0.0);
    const double change = next - row.impulse;
    row.impulse = next;
    applyImpulse(row, change, a, b);
    return std::fabs(change) * row.give;
}

// Forward, then back, as all solvers do: the impulses of redundant points then come out alike.
double solveNormals(const PgsContact& c, PgsRow* normals, PgsVelocity& a, PgsVelocity& b) {
    double most = 0.0;
    for (int j = 0; j < c.points; ++j)
        most = std::max(most, solvePoint(c.bias[j], normals[j], a, b));
    for (int j = c.points - 2; j >= 0; --j)
        most = std::max(most, solvePoint(c.bias[j], normals[j], a, b));
    return most;
}

double sweep(PgsMemory& memory, bool withFriction) {
    double most = 0.0;
    PgsRow* rows = memory.rows.data();
    for (const PgsContact& c : memory.contacts) {
        PgsVelocity &a = memory.velocities[c.bodyA], &b = memory.velocities[c.bodyB];
        most = std::max(most, solveNormals(c, rows + c.firstRow, a, b));
        for (int i = 0; withFriction && i < c.frictionCount; ++i) {
            const PgsFriction& friction = memory.frictions[size_t(c.firstFriction + i)];
            const FrictionBall ball(c, friction, rows, a, b);
            most = std::max(most, ball.solve(rows + friction.firstRow, a, b));
        }
    }
    return most;
}

// The change that one more projected step would make of l_n:  |l - max(l - w / A_jj, 0)| A_jj.
double normalResidual(double w, double scaledImpulse) {
    return w < scaledImpulse ? std::fabs(w) : scaledImpulse;
}

double residual(const PgsMemory& memory, bool withFriction) {
    double most = 0.0;
    const PgsRow* rows = memory.rows.data();
    for (const PgsContact& c : memory.contacts) {
        const PgsVelocity &a = memory.velocities[c.bodyA], &b = memory.velocities[c.bodyB];
        for (int j = 0; j < c.points; ++j) {
            const PgsRow& row = rows[c.firstRow + j];
            if (row.give > 0.0)
                most = std::max(most, normalResidual(velocityOf(row, a, b) + c.bias[j], row.impulse * row.give));
        }
        for (int i = 0; withFriction && i < c.frictionCount; ++i)
            most =
                std::max(most, FrictionBall(c, memory.frictions[size_t(c.firstFriction + i)], rows, a, b).residual());
    }
    return most;
}

template <class Visit>
void forEachRow(PgsMemory& memory, bool withFriction, Visit&& visit) {
    size_t place = 0;
    for (const PgsContact& c : memory.contacts) {
        for (int j = 0; j < c.points; ++j)
            visit(c, memory.rows[size_t(c.firstRow + j)], true, place++);
        for (int i = 0; withFriction && i < c.frictionCount; ++i) {
            const PgsFriction& friction = memory.frictions[size_t(c.firstFriction + i)];
            for (int k = 0; k < friction.rowCount; ++k)
                visit(c, memory.rows[size_t(friction.firstRow + k)], false, place++);
        }
    }
}

// v = v_free + M^-1 J^T l afresh, so that the rounding of many passes does not add up.
void velocitiesFromImpulses(PgsMemory& memory, bool withFriction) {
    std::copy(memory.free.begin(), memory.free.end(), memory.velocities.begin());
    forEachRow(memory, withFriction, [&](const PgsContact& c, const PgsRow& row, bool, size_t) {
        applyImpulse(row, row.impulse, memory.velocities[c.bodyA], memory.velocities[c.bodyB]);
    });
}

void resetAcceleration(PgsMemory& memory, bool withFriction) {
    size_t count = 0;
    forEachRow(memory, withFriction, [&](const PgsContact&, PgsRow&, bool, size_t) { ++count; });
    memory.acceleration.reset(count);
    double* weights = memory.acceleration.weights();
    forEachRow(memory, withFriction,
               [&](const PgsContact&, PgsRow& row, bool, size_t i) { weights[i] = row.give > 0.0 ? row.give : 1.0; });
}

double acceleratedSweep(PgsMemory& memory, bool withFriction) {
    double *x = memory.acceleration.x(), *image = memory.acceleration.image();
    forEachRow(memory, withFriction, [&](const PgsContact&, PgsRow& row, bool, size_t i) { x[i] = row.impulse; });
    const double change = sweep(memory, withFriction);
    forEachRow(memory, withFriction, [&](const PgsContact&, PgsRow& row, bool, size_t i) { image[i] = row.impulse; });
    memory.acceleration.next();
    forEachRow(memory, withFriction, [&](const PgsContact& c, PgsRow& row, bool isNormal, size_t i) {
        const double next = isNormal ? std::max(image[i], 0.0) : image[i];
        applyImpulse(row, next - row.impulse, memory.velocities[c.bodyA], memory.velocities[c.bodyB]);
        row.impulse = next;
    });
    return change;
}

// Passes until one changes nothing by more than the tolerance, at most so many with those made
// before. The last is a plain one, so that what it leaves is within bounds. Returns how many were made.
int iterate(PgsMemory& memory, bool withFriction, double tolerance, int made, int most) {
    resetAcceleration(memory, withFriction);
    double change = std::numeric_limits<double>::infinity();
    int count = made;
    for (; count < most - 1 && change > tolerance; ++count) {
        // What half of the passes did not solve is at the edge of locking: there the acceleration leaps about what plain
        // passes creep up to.
        const bool accelerated = count >= kPlainPasses && count < most / 2;
        change = accelerated ? acceleratedSweep(memory, withFriction) : sweep(memory, withFriction);
    }
    sweep(memory, withFriction);
    return count + 1;
}

}  // namespace

ReferenceReport solvePgs(PgsMemory& memory, bool withFriction, double tolerance, int mostIterations) {
    velocitiesFromImpulses(memory, withFriction);
    ReferenceReport report{0, residual(memory, withFriction)};
    while (report.residual > tolerance && report.iterations < mostIterations) {
        report.iterations = iterate(memory, withFriction, tolerance, report.iterations, mostIterations);
        velocitiesFromImpulses(memory, withFriction);
        report.residual = residual(memory, withFriction);
    }
    return report;
}

}  // namespace drystone
