#include "solver/force_field.h"

#include "math/algebra.h"

namespace drystone {

namespace {

// m/s: what a field may change a velocity by in a substep.
constexpr float kLargestChange = 1e8f;

// Gravity, forces and field together, at a stage of the substep.
class Acceleration {
public:
    Acceleration(const ForceField& field, FieldBody& body, double time, const BodyMotion& motion, uint32_t locks,
                 glm::vec3 start, float h)
        : m_field(field),
          m_body(body),
          m_time(time),
          m_constant(motion.acceleration),
          m_locks(locks),
          m_start(start),
          m_h(h) {}

    // moved: from where the substep began. after: s since then.
    glm::vec3 at(glm::vec3 moved, glm::vec3 velocity, float after) const {
        return m_constant + fieldAt(moved, velocity, after);
    }
    glm::vec3 fieldAt(glm::vec3 moved, glm::vec3 velocity, float after) const {
        if (m_body.failed)
            return glm::vec3(0.0f);
        const glm::vec3 a = m_field.acceleration(
            m_field.user, {m_body.id, m_start + moved, velocity, m_body.mass, m_time + double(after)});
        const glm::vec3 change = glm::abs(m_h * a);
        // False for NaN as well.
        if (change.x <= kLargestChange && change.y <= kLargestChange && change.z <= kLargestChange)
            return withoutAxes(a, m_locks);
        m_body.failed = true;
        return glm::vec3(0.0f);
    }

private:
    const ForceField& m_field;
    FieldBody& m_body;
    double m_time;
    glm::vec3 m_constant;
    uint32_t m_locks;
    glm::vec3 m_start;
    float m_h;
};

// Mean accelerations of a substep: v' = v + h velocity, x' = x + h v + h^2/2 position.
struct Means {
    glm::vec3 velocity, position;
};

// The acceleration at the end is that of the new place. Where it depends on the velocity as well, on v + h a: the
// scheme is then Heun's, of second order all the same.
Means verlet(const Acceleration& acceleration, glm::vec3 v, glm::vec3 a0, float h) {
    const glm::vec3 v1 = v + h * a0;
    return {0.5f * (a0 + acceleration.at((0.5f * h) * (v + v1), v1, h)), a0};
}

Means rungeKutta(const Acceleration& acceleration, glm::vec3 v, glm::vec3 k1, float h) {
    const float half = 0.5f * h;
    const glm::vec3 v2 = v + half * k1, k2 = acceleration.at(half * v, v2, half);
    const glm::vec3 v3 = v + half * k2, k3 = acceleration.at(half * v2, v3, half);
    const glm::vec3 v4 = v + h * k3, k4 = acceleration.at(h * v3, v4, h);
    return {(1.0f / 6.0f) * (k1 + 2.0f * (k2 + k3) + k4), (1.0f / 3.0f) * (k1 + k2 + k3)};
}

}  // namespace

void integrateVelocityInField(const ForceField& field, FieldBody& body, double time, VelocityRow& velocity,
                              const DeltaRow& delta, const BodyMotion& motion, const IntegrationRules& rules,
                              bool first, FlightRow& flight) {
    const float h = rules.h;
    if (body.mass == 0.0f) {
        integrateVelocity(velocity, delta, motion, motion.acceleration, rules);
        flight = {{0.0f, 0.0f, 0.0f}, h * linearVelocity(velocity)};
        return;
    }
    const glm::vec3 v = linearVelocity(velocity);
    const glm::vec3 start = body.center + glm::vec3(delta.position[0], delta.position[1], delta.position[2]);
    const Acceleration acceleration(field, body, time, motion, uint32_t(velocity.linearLocks), start, h);
    const glm::vec3 a0 = acceleration.fieldAt(glm::vec3(0.0f), v, 0.0f);
    if (first)
        for (int axis = 0; axis < 3; ++axis)
            flight.startAcceleration[axis] = a0[axis];

    const glm::vec3 k1 = motion.acceleration + a0;
    Means means{k1, k1};
    if (rules.integrator == PositionIntegrator::VelocityVerlet)
        means = verlet(acceleration, v, k1, h);
    else if (rules.integrator == PositionIntegrator::RungeKutta4)
        means = rungeKutta(acceleration, v, k1, h);
    integrateVelocity(velocity, delta, motion, means.velocity, rules);

    const glm::vec3 end = linearVelocity(velocity);
    if (rules.integrator == PositionIntegrator::SemiImplicitEuler)
        flight.displacement = h * end;
    else if (rules.integrator == PositionIntegrator::ExplicitEuler)
        flight.displacement = h * v;
    else  // damping and cap take from the displacement as from the velocity, half as much
        flight.displacement = h * v + (0.5f * h) * (h * means.position + (end - (v + h * means.velocity)));
}

}  // namespace drystone
