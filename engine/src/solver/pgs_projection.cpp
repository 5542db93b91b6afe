#include "solver/pgs_projection.h"

namespace drystone {

namespace {

// How hard and how widely the points press: pressure() in contact_friction.h.
struct PgsPressure {
    double total = 0.0;
    PgsArea area;
};

PgsPressure pressureOf(const PgsContact& c, const PgsRow* normals) {
    double total = 0.0, x = 0.0, y = 0.0;
    for (int j = 0; j < c.points; ++j) {
        total += normals[j].impulse;
        x += normals[j].impulse * c.x[j];
        y += normals[j].impulse * c.y[j];
    }
    if (!(total > 1e-30))
        return {total, {}};
    x /= total;
    y /= total;
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (int j = 0; j < c.points; ++j) {
        const double dx = c.x[j] - x, dy = c.y[j] - y, share = normals[j].impulse / total;
        xx += share * dx * dx;
        xy += share * dx * dy;
        yy += share * dy * dy;
    }
    const double squared = xx + yy;
    if (!(squared > 1e-12))
        return {total, {}};
    const double q = 4.0 * std::max(xx * yy - xy * xy, 0.0) / (squared * squared);
    const double factor = 0.5 + q * (c.areaFactor[0] + c.areaFactor[1] * q);
    return {total, PgsArea(factor * std::sqrt(squared), xx, xy, yy)};
}

}  // namespace

FrictionBall::FrictionBall(const PgsContact& contact, const PgsFriction& friction, const PgsRow* rows,
                           const PgsVelocity& a, const PgsVelocity& b)
    : m_size(friction.rowCount) {
    const PgsRow* normals = rows + contact.firstRow;
    double normal = 0.0;
    switch (friction.kind) {
    case PgsFriction::Kind::Patch: {
        const PgsPressure pressure = pressureOf(contact, normals);
        normal = pressure.total;
        m_length[0] = m_length[1] = 1.0;
        m_length[2] = pressure.area.radius;
        m_area = pressure.area;
        break;
    }
    case PgsFriction::Kind::Point:
        normal = normals[friction.point].impulse;
        m_length[0] = m_length[1] = 1.0;
        m_length[2] = 0.0;
        break;
    case PgsFriction::Kind::Rolling:
        for (int j = 0; j < contact.points; ++j)
            normal += normals[j].impulse;
        m_length[0] = m_length[1] = friction.rollingLength;
        m_length[2] = 0.0;
        break;
    }
    m_kinetic = friction.kinetic * normal;
    m_hold = friction.hold * normal;

    const PgsRow* own = rows + friction.firstRow;
    for (int i = 0; i < 3; ++i) {
        const bool there = i < m_size && m_length[i] > 0.0;
        m_z[i] = there ? own[i].impulse / m_length[i] : 0.0;
        m_u[i] = there ? m_length[i] * velocityOf(own[i], a, b) : 0.0;
    }
    const double l1 = m_length[0], l2 = m_length[1], l3 = m_length[2];
    m_m[0] = (l1 * l1) * own[0].give;
    m_m[1] = (l1 * l2) * friction.a12;
    m_m[2] = (l2 * l2) * own[1].give;
    m_m[3] = (l1 * l3) * friction.a13;
    m_m[4] = (l2 * l3) * friction.a23;
    m_m[5] = m_size > 2 ? (l3 * l3) * own[2].give : 0.0;
    m_trace = (m_m[0] + m_m[2]) + m_m[5];
}

double FrictionBall::limit(double (&wanted)[3]) const {
    double change[3];
    solveShifted(m_m, 0.0, m_u, change);
    for (int i = 0; i < 3; ++i)
        wanted[i] = m_z[i] - change[i];
    return dot3(wanted, wanted) <= 4.0 * m_hold * m_hold ? m_hold : m_kinetic;
}

void FrictionBall::limitTo(double most, const PgsMatrix& m, const double (&c)[3], double (&z)[3]) const {
    static constexpr double kSurelyInside = 0.8, kSurelyOutside = 1.1;  // of the limit of an area, over that of its ball
    const double length = std::sqrt(dot3(z, z));
    if (m_area.radius > 0.0 && length > kSurelyInside * most && slideOnArea(m_area, m, c, most, z))
        return;
    if (length > (m_area.radius > 0.0 ? kSurelyOutside : 1.0) * most)
        slideOnBall(m, c, most, z);
}

double FrictionBall::solve(PgsRow* friction, PgsVelocity& a, PgsVelocity& b) const {
    double z[3], constant[3];
    const double most = limit(z);
    multiply(m_m, m_z, constant);
    for (int i = 0; i < 3; ++i)
        constant[i] = m_u[i] - constant[i];
    limitTo(most, m_m, constant, z);
    double moved = 0.0;
    for (int i = 0; i < m_size; ++i) {
        const double next = m_length[i] * z[i];
        applyImpulse(friction[i], next - friction[i].impulse, a, b);
        friction[i].impulse = next;
        moved = std::max(moved, std::fabs(z[i] - m_z[i]));
    }
    return moved * m_trace;
}

double FrictionBall::residual() const {
    static constexpr PgsMatrix kUnit = {1.0, 0.0, 1.0, 0.0, 0.0, 1.0};
    if (!(m_trace > 0.0))
        return 0.0;
    double z[3], minus[3];
    const double most = limit(z);
    for (int i = 0; i < 3; ++i) {
        z[i] = m_z[i] - m_u[i] / m_trace;
        minus[i] = -z[i];
    }
    limitTo(most, kUnit, minus, z);
    double left = 0.0;
    for (int i = 0; i < 3; ++i)
        left = std::max(left, std::fabs(z[i] - m_z[i]) * m_trace);
    return left;
}

}  // namespace drystone
