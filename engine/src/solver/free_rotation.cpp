#include "solver/free_rotation.h"

#include "math/algebra.h"
#include "simd/wide.h"
#include "solver/integrate.h"

namespace drystone {

namespace {

// rad: no axis turns further than this at once. A faster body's substep is cut into parts, up to so many.
constexpr double kLargestTurn = 0.25;
constexpr int kMostParts = 64;

struct HalfTurn {
    double sin, cos;
};

// For |x| <= kLargestTurn / 2 the series end below 2e-13 of the result.
DRYSTONE_INLINE HalfTurn smallHalfTurn(double x) {
    const double y = x * x;
    return {x * (1 - y * (1.0 / 6 - y * (1.0 / 120 - y * (1.0 / 5040)))),
            1 - y * (1.0 / 2 - y * (1.0 / 24 - y * (1.0 / 720 - y * (1.0 / 40320))))};
}

HalfTurn anyHalfTurn(double x) {
    const SinCos rough = sinCos(float(x));
    const double sine = double(rough.sin), cosine = double(rough.cos);
    const double scale = 1 / std::sqrt(sine * sine + cosine * cosine);
    return {sine * scale, cosine * scale};
}

struct Quaternion {
    double x, y, z, w;
};

DRYSTONE_INLINE Quaternion operator*(Quaternion p, Quaternion q) {
    return {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
            p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

// One Newton step towards unit length: exact to double for what is a unit in float.
DRYSTONE_INLINE Quaternion normalised(Quaternion q) {
    const double scale = 1.5 - 0.5 * (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {scale * q.x, scale * q.y, scale * q.z, scale * q.w};
}

DRYSTONE_INLINE Quaternion conjugate(Quaternion q) {
    return {-q.x, -q.y, -q.z, q.w};
}

// out = q v q*
DRYSTONE_INLINE void rotate(Quaternion q, const double (&v)[3], double (&out)[3]) {
    const double tx = 2 * (q.y * v[2] - q.z * v[1]), ty = 2 * (q.z * v[0] - q.x * v[2]),
                 tz = 2 * (q.x * v[1] - q.y * v[0]);
    out[0] = v[0] + q.w * tx + (q.y * tz - q.z * ty);
    out[1] = v[1] + q.w * ty + (q.z * tx - q.x * tz);
    out[2] = v[2] + q.w * tz + (q.x * ty - q.y * tx);
}

// Momentum in the frame of the principal axes, and the turn of that frame so far.
struct Rotor {
    double momentum[3];
    double inverseInertia[3];
    double turn[3], turnW;  // quaternion

    template <int kAxis>
    DRYSTONE_INLINE void turnAbout(double time) {
        constexpr int a = (kAxis + 1) % 3, b = (kAxis + 2) % 3;
        const double half = 0.5 * time * (momentum[kAxis] * inverseInertia[kAxis]);
        const HalfTurn t = smallHalfTurn(half);
        const double sine = 2 * t.sin * t.cos, cosine = 1 - 2 * t.sin * t.sin;
        const double la = momentum[a], lb = momentum[b];
        momentum[a] = cosine * la + sine * lb;
        momentum[b] = cosine * lb - sine * la;
        const double w = turnW, k = turn[kAxis], ta = turn[a], tb = turn[b];
        turnW = t.cos * w - t.sin * k;
        turn[kAxis] = t.cos * k + t.sin * w;
        turn[a] = t.cos * ta + t.sin * tb;
        turn[b] = t.cos * tb - t.sin * ta;
    }

    DRYSTONE_INLINE void advance(double time) {
        turnAbout<0>(0.5 * time);
        turnAbout<1>(0.5 * time);
        turnAbout<2>(time);
        turnAbout<1>(0.5 * time);
        turnAbout<0>(0.5 * time);
    }
};

// A body's quantities in and out, component by component: a loop over lanes has no branch, so that compilers make
// vectors of it. Lanes do not mix.
template <int N>
struct RotorLanes {
    double delta[4][N], principal[4][N];  // x y z w
    double angular[3][N], inertia[3][N];

    void load(int i, const DeltaRow& row, const VelocityRow& v, const BodyMotion& motion) {
        for (int k = 0; k < 4; ++k)
            delta[k][i] = double(row.rotation[k]);
        const glm::quat p = motion.principalRotation;
        principal[0][i] = double(p.x);
        principal[1][i] = double(p.y);
        principal[2][i] = double(p.z);
        principal[3][i] = double(p.w);
        for (int k = 0; k < 3; ++k) {
            angular[k][i] = double(v.angular[k]);
            inertia[k][i] = double(motion.principalInertia[k]);
        }
    }

    DRYSTONE_INLINE Quaternion principalOf(int i) const {
        return {principal[0][i], principal[1][i], principal[2][i], principal[3][i]};
    }
    DRYSTONE_INLINE Quaternion attitudeOf(int i) const {
        return normalised(Quaternion{delta[0][i], delta[1][i], delta[2][i], delta[3][i]} * principalOf(i));
    }
    DRYSTONE_INLINE Rotor begin(int i, Quaternion attitude) const {
        const double w[3] = {angular[0][i], angular[1][i], angular[2][i]};
        double local[3];
        rotate(conjugate(attitude), w, local);
        return {{inertia[0][i] * local[0], inertia[1][i] * local[1], inertia[2][i] * local[2]},
                {1 / inertia[0][i], 1 / inertia[1][i], 1 / inertia[2][i]},
                {0, 0, 0},
                1};
    }
    DRYSTONE_INLINE void finish(int i, Quaternion attitude, const Rotor& rotor) {
        const Quaternion after = attitude * Quaternion{rotor.turn[0], rotor.turn[1], rotor.turn[2], rotor.turnW};
        const Quaternion change = normalised(after * conjugate(principalOf(i)));
        delta[0][i] = change.x;
        delta[1][i] = change.y;
        delta[2][i] = change.z;
        delta[3][i] = change.w;
        const double local[3] = {rotor.momentum[0] * rotor.inverseInertia[0],
                                 rotor.momentum[1] * rotor.inverseInertia[1],
                                 rotor.momentum[2] * rotor.inverseInertia[2]};
        double w[3];
        rotate(after, local, w);
        for (int k = 0; k < 3; ++k)
            angular[k][i] = w[k];
    }

    // The free rotation changes w without a contact: free changes with it, so that none of it is taken for an impulse.
    void store(int i, DeltaRow& row, VelocityRow& v, VelocityRow& free) const {
        for (int k = 0; k < 4; ++k)
            row.rotation[k] = float(delta[k][i]);
        for (int k = 0; k < 3; ++k) {
            const float before = v.angular[k], after = float(angular[k][i]);
            v.angular[k] = after;
            free.angular[k] = after + (free.angular[k] - before);
        }
    }
};

double twiceEnergy(const Rotor& rotor) {
    double sum = 0;
    for (int k = 0; k < 3; ++k)
        sum += rotor.momentum[k] * rotor.momentum[k] * rotor.inverseInertia[k];
    return sum;
}

// No axis ever turns faster than sqrt(2 E / least inertia).
int partsOf(const Rotor& rotor, double time) {
    double most = 0;
    for (int k = 0; k < 3; ++k)
        most = rotor.inverseInertia[k] > most ? rotor.inverseInertia[k] : most;
    const double wanted = time * std::sqrt(twiceEnergy(rotor) * most) / kLargestTurn;
    return wanted < kMostParts ? 1 + int(wanted) : kMostParts + 1;
}

// Where even the parts would be too long to say how the body tumbles: a turn about its momentum, at the rate w . L / |L|,
// keeps both the momentum and the energy. Long parts would lead the momentum anywhere on its sphere in the body's frame,
// and on that of a thin rod the energy differs a thousandfold.
void turnAboutMomentum(Rotor& rotor, double time) {
    const double(&m)[3] = rotor.momentum;
    const double length = std::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    const HalfTurn t = anyHalfTurn(0.5 * time * (twiceEnergy(rotor) / length));
    for (int k = 0; k < 3; ++k)
        rotor.turn[k] = t.sin * (m[k] / length);
    rotor.turnW = t.cos;
}

}  // namespace

void FreeRotation::add(DeltaRow& delta, VelocityRow& velocity, VelocityRow& free, const BodyMotion& motion) {
    const glm::vec3 inertia = motion.principalInertia;
    const double least = double(glm::min(inertia.x, glm::min(inertia.y, inertia.z)));
    const double most = double(glm::max(inertia.x, glm::max(inertia.y, inertia.z)));
    const glm::dvec3 w(angularVelocity(velocity));
    const Body body{&delta, &velocity, &free, &motion};
    if (m_h * m_h * glm::dot(w, w) * most <= kLargestTurn * kLargestTurn * least) {
        m_bodies[m_count++] = body;
        if (m_count == kLanes)
            flush();
    } else {
        turnFast(body);
    }
}

void FreeRotation::flush() {
    RotorLanes<kLanes> lanes;
    for (int i = 0; i < kLanes; ++i) {
        const Body& body = m_bodies[i < m_count ? i : 0];
        if (m_count > 0)
            lanes.load(i, *body.delta, *body.velocity, *body.motion);
    }
    if (m_count > 0)
        for (int i = 0; i < kLanes; ++i) {
            const Quaternion attitude = lanes.attitudeOf(i);
            Rotor rotor = lanes.begin(i, attitude);
            rotor.advance(m_h);
            lanes.finish(i, attitude, rotor);
        }
    for (int i = 0; i < m_count; ++i)
        lanes.store(i, *m_bodies[i].delta, *m_bodies[i].velocity, *m_bodies[i].free);
    m_count = 0;
}

void FreeRotation::turnFast(const Body& body) const {
    RotorLanes<1> lane;
    lane.load(0, *body.delta, *body.velocity, *body.motion);
    const Quaternion attitude = lane.attitudeOf(0);
    Rotor rotor = lane.begin(0, attitude);
    const int parts = partsOf(rotor, m_h);
    if (parts <= kMostParts)
        for (int i = 0; i < parts; ++i)
            rotor.advance(m_h / parts);
    else
        turnAboutMomentum(rotor, m_h);
    lane.finish(0, attitude, rotor);
    lane.store(0, *body.delta, *body.velocity, *body.free);
}

void orderPrincipalAxes(BodyMotion& motion) {
    const glm::vec3 inertia = motion.principalInertia;
    int order[3] = {0, 1, 2};
    const auto sort = [&](int i, int j) {
        if (inertia[order[j]] < inertia[order[i]]) {
            const int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
    };
    sort(0, 1);
    sort(1, 2);
    sort(0, 1);
    // From the ordered axes to the given ones; where the order is odd, the third axis points the other way.
    constexpr float r = 0.707106781f;
    constexpr float kTurns[3][3][4] = {{{}, {1, 0, 0, 0}, {r, r, 0, 0}},
                                       {{0, r, r, 0}, {}, {0.5f, 0.5f, 0.5f, 0.5f}},
                                       {{0.5f, -0.5f, -0.5f, -0.5f}, {r, 0, -r, 0}, {}}};
    const float(&turn)[4] = kTurns[order[0]][order[1]];
    if (turn[0] == 1.0f)
        return;
    motion.principalRotation = motion.principalRotation * glm::quat(turn[0], turn[1], turn[2], turn[3]);
    motion.principalInertia = {inertia[order[0]], inertia[order[1]], inertia[order[2]]};
}

}  // namespace drystone
