// Bodies that touch nothing.
#include <algorithm>
#include <glm/trigonometric.hpp>

#include "truth/place.h"
#include "truth/reference_free_body.h"

namespace drystone::truth {

namespace {

glm::dvec3 parabola(glm::dvec3 start, glm::dvec3 velocity, glm::dvec3 gravity, double t) {
    return start + t * velocity + (0.5 * t * t) * gravity;
}

// Angle turned about one of its own axes, x y z, by a body that turns about nothing else.
class Turning {
public:
    explicit Turning(int axis) : m_axis(axis) {}
    void see(const glm::quat& q) {
        const double now = 2 * std::atan2(double((&q.x)[m_axis]), double(q.w));
        m_angle += std::remainder(now - m_last, 2 * kPi);
        m_last = now;
    }
    double angle() const { return m_angle; }

private:
    int m_axis;
    double m_angle = 0, m_last = 0;
};

void freeFall(const Setup& setup, Report& report) {
    Worst place, speed;
    for (const double hertz : {30.0, 60.0, 240.0})
        for (const float g : {1.62f, 9.81f, 24.8f}) {
            Setup own = setup;
            own.hertz = setup.hertz / 60 * hertz;
            own.settings.gravity = {0, -g, 0};
            Place lab(own);
            const BodyId ball = lab.sphere({0, 60, 0}, 0.5f), box = lab.box({5, 60, 0}, {0.5f, 0.2f, 1});
            lab.run(2);
            const double t = lab.stepsIn(2) * double(float(lab.dt));
            for (const BodyId id : {ball, box}) {
                place.error(std::fabs(lab.position(id).y - (60 - 0.5 * double(g) * t * t)));
                speed.error(std::fabs(lab.velocity(id).y + double(g) * t));
            }
        }
    report.least("2 s of fall, worst error of place", "m", place.value(), {2e-4, 0.163});
    report.least("worst error of speed", "m/s", speed.value(), {2e-4, 0.1});
}

void projectile(const Setup& setup, Report& report) {
    Place lab(setup);
    const glm::dvec3 gravity = setup.settings.gravity;
    struct Shot {
        BodyId id;
        glm::dvec3 from, velocity;
    };
    std::vector<Shot> shots;
    for (int i = 0; i < 6; ++i) {
        const double angle = radians(15 + 14 * i), speed = 5 + 7 * i;
        const glm::dvec3 from(10 * i, 5, 0), velocity(0, speed * std::sin(angle), speed * std::cos(angle));
        const BodyId id = lab.box(from, {0.3f, 0.2f, 0.1f});
        lab.world.setLinearVelocity(id, velocity);
        lab.world.setAngularVelocity(id, {2, 1, float(i)});
        shots.push_back({id, from, lab.velocity(id)});
    }
    Worst place;
    for (int i = 1; i <= lab.stepsIn(3); ++i) {
        lab.step();
        for (const Shot& shot : shots)
            place.error(glm::length(lab.position(shot.id) -
                                    parabola(shot.from, shot.velocity, gravity, i * double(float(lab.dt)))));
    }
    report.least("worst distance from the parabola in 3 s", "m", place.value(), {5e-4, 0.25});
}

void fallVaryingStep(const Setup& setup, Report& report) {
    Place lab(setup);
    const BodyId ball = lab.sphere({0, 0, 0}, 0.5f);
    lab.world.setLinearVelocity(ball, {3, 8, 0});
    Random random(3);
    Worst place;
    double t = 0;
    while (t < 3) {
        const float dt = float(random.range(0.25, 3) * lab.dt);
        lab.world.step(dt);
        t += double(dt);
        place.error(glm::length(lab.position(ball) - parabola({0, 0, 0}, {3, 8, 0}, setup.settings.gravity, t)));
    }
    report.least("frame times of 4 to 50 ms, distance from the parabola in 3 s", "m", place.value(), {5e-4, 0.25});
}

void offCentre(const Setup& setup, Report& report) {
    // Two boxes on one body: the centre of mass is not its origin.
    Place lab(setup);
    const BodyId body = lab.world.createBody({.linearVelocity = {2, 10, 0}, .angularVelocity = {0, 5, 3}});
    lab.world.createShape(body, {.geometry = Box{{0.2f, 0.2f, 0.2f}}, .position = {1, 0, 0}});
    lab.world.createShape(body, {.geometry = Box{{0.1f, 0.5f, 0.1f}}, .position = {-0.5f, 0.3f, 0}});
    lab.world.setLinearVelocity(body, {2, 10, 0});
    const glm::dvec3 from = lab.world.centerOfMass(body);
    Worst place;
    for (int i = 1; i <= lab.stepsIn(2); ++i) {
        lab.step();
        place.error(glm::length(glm::dvec3(lab.world.centerOfMass(body)) -
                                parabola(from, {2, 10, 0}, setup.settings.gravity, i * double(float(lab.dt)))));
    }
    report.least("centre of mass of a turning body, distance from the parabola", "m", place.value(), {5e-4, 0.25});
}

void constantForce(const Setup& setup, Report& report) {
    Place lab(setup, weightless(sleepless(setup.settings)));
    const BodyId pushed = lab.box({0, 0, 0}, {0.5f, 0.5f, 0.5f}, {}, 3);
    const BodyId turned = lab.box({5, 0, 0}, {0.5f, 0.2f, 0.3f}, {}, 2);
    const double inertia = boxInertia({0.5, 0.2, 0.3}, 2).y;
    Turning turning(1);
    for (int i = 0; i < lab.stepsIn(2); ++i) {
        lab.world.applyForce(pushed, {6, 0, -3});
        lab.world.applyTorque(turned, {0, 0.4f, 0});
        lab.step();
        turning.see(lab.world.rotation(turned));
    }
    const double t = lab.stepsIn(2) * double(float(lab.dt));
    report.expect("way under a force in 2 s", "m", glm::length(lab.position(pushed)),
                  glm::length(glm::dvec3(6, 0, -3)) / 3 * t * t / 2, {1e-3, 0.2});
    report.expect("speed under a force", "m/s", lab.velocity(pushed).x, 2 * t, {1e-4, 0.1});
    report.expect("spin under a torque", "rad/s", lab.spin(turned).y, 0.4 / inertia * t, {1e-3, 0.5});
    report.expect("angle under a torque", "rad", turning.angle(), 0.4 / inertia * t * t / 2, {1e-3, 0.2});
}

void spinEachAxis(const Setup& setup, Report& report) {
    Worst angle, kept;
    for (int axis = 0; axis < 3; ++axis)
        for (const float speed : {3.0f, -6.0f, 20.0f}) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            const BodyId box = lab.box({0, 0, 0}, {0.5f, 0.25f, 0.1f});
            glm::vec3 spin(0);
            spin[axis] = speed;
            lab.world.setAngularVelocity(box, spin);
            Turning turning(axis);
            for (int i = 0; i < lab.stepsIn(5); ++i) {
                lab.step();
                turning.see(lab.world.rotation(box));
            }
            angle.error(std::fabs(turning.angle() - double(speed) * lab.stepsIn(5) * double(float(lab.dt))));
            kept.ratio(lab.spin(box)[axis], double(speed));
        }
    report.least("about each principal axis, angle lost in 5 s", "rad", angle.value(), {1e-3, 0.05});
    report.expect("spin kept", "", kept.value(), 1, {1e-4, 0.1});
}

struct Tumble {
    glm::dvec3 half;
    glm::dvec3 spin;  // body axes
};

// Intermediate axes in turn.
constexpr Tumble kTumbles[] = {{{0.25, 0.5, 0.1}, {6, 0.1, 0}},  // I: x between
                               {{0.5, 0.25, 0.1}, {0.2, 6, 0}},
                               {{0.3, 0.9, 0.5}, {0.05, 0, 4}},
                               {{0.1, 0.3, 0.5}, {0.01, 5, 0}},
                               {{1.0, 2.0, 4.0}, {0.1, 3, 0.02}}};

struct Kept {
    double momentum = 0, energy = 0;  // largest departure from 1
};

Kept tumble(const Setup& setup, const Tumble& start, double seconds) {
    Place lab(setup, weightless(sleepless(setup.settings)));
    const BodyId box = lab.box({0, 0, 0}, start.half);
    lab.world.setAngularVelocity(box, start.spin);
    const glm::dvec3 l0 = angularMomentum(lab.world, box);
    const double e0 = lab.energy();
    Worst momentum, energy;
    for (int i = 0; i < lab.stepsIn(seconds); ++i) {
        lab.step();
        momentum.error(glm::length(angularMomentum(lab.world, box) - l0) / glm::length(l0));
        energy.error(std::fabs(lab.energy() / e0 - 1));
    }
    return {momentum.value(), energy.value()};
}

void tumbleKept(const Setup& setup, Report& report) {
    Worst momentum, energy;
    for (const Tumble& start : kTumbles) {
        const Kept kept = tumble(setup, start, 10);
        momentum.error(kept.momentum);
        energy.error(kept.energy);
    }
    report.least("angular momentum lost in 10 s, share", "", momentum.value(), {1e-4, 0.1});
    report.least("energy lost or gained in 10 s, share", "", energy.value(), {1e-3, 0.37});
}

void tumbleLong(const Setup& setup, Report& report) {
    const Kept kept = tumble(setup, kTumbles[1], 600);
    report.least("angular momentum lost in ten minutes, share", "", kept.momentum, {1e-4, 0.1});
    report.least("energy lost or gained in ten minutes, share", "", kept.energy, {1e-3, 0.37});
}

// Moments at which the spin about the body's own axis changes sign.
std::vector<double> measuredFlips(const Setup& setup, const glm::dvec3& half, glm::dvec3 spin, int axis,
                                  double seconds) {
    Place lab(setup, weightless(sleepless(setup.settings)));
    const BodyId box = lab.box({0, 0, 0}, half);
    lab.world.setAngularVelocity(box, spin);
    std::vector<double> out;
    double last = spin[axis];
    for (int i = 1; i <= lab.stepsIn(seconds); ++i) {
        lab.step();
        const double now = (glm::conjugate(glm::dquat(lab.world.rotation(box))) * lab.spin(box))[axis];
        if (now * last < 0)
            out.push_back((i - now / (now - last)) * lab.dt);
        last = now;
    }
    return out;
}

void flipTimesOf(const Setup& setup, Report& report) {
    Worst first, tenth;
    bool all = true;
    struct Case {
        glm::dvec3 half;
        double main, off;
        int axis, offAxis;
    };
    for (const Case& c : {Case{{0.5, 0.25, 0.1}, 6, 0.1, 1, 0}, Case{{0.5, 0.25, 0.1}, 6, 0.1, 1, 2},
                          Case{{0.1, 0.3, 0.5}, 5, 0.05, 1, 0}, Case{{0.3, 0.9, 0.5}, 8, 0.2, 2, 1}}) {
        const glm::dvec3 inertia = boxInertia(c.half, 1);
        const std::vector<double> exact =
            flipTimes({inertia[c.axis], inertia[c.offAxis], inertia[3 - c.axis - c.offAxis]}, c.main, c.off, 10);
        glm::dvec3 spin(0);
        spin[c.axis] = c.main;
        spin[c.offAxis] = c.off;
        const std::vector<double> found = measuredFlips(setup, c.half, spin, c.axis, exact.back() * 1.02);
        all &= found.size() == exact.size();
        first.ratio(found.empty() ? 0 : found.front(), exact.front());
        tenth.ratio(found.size() < 10 ? 0 : found[9], exact[9]);
    }
    report.holds("ten flips in the time of ten", all);
    report.expect("time of the first flip over the exact one", "", first.value(), 1, {0.005, 0.3});
    report.expect("time of the tenth flip over the exact one", "", tenth.value(), 1, {0.01, 0.3});
}

void tumbleReference(const Setup& setup, Report& report) {
    Worst angle, spin;
    for (const Tumble& start : kTumbles) {
        Place lab(setup, weightless(sleepless(setup.settings)));
        const glm::quat rotation = turn(0.7, {1, 2, 3});
        const BodyId box = lab.box({0, 0, 0}, start.half, {}, 1, rotation);
        lab.world.setAngularVelocity(box, rotation * glm::vec3(start.spin));
        lab.run(5);
        const FreeBody exact = advanced({boxInertia(start.half, 1), rotation, glm::dquat(rotation) * start.spin},
                                        lab.stepsIn(5) * double(float(lab.dt)));
        angle.error(angleBetween(exact.rotation, lab.world.rotation(box)));
        spin.error(glm::length(lab.spin(box) - exact.spin) / glm::length(exact.spin));
    }
    report.least("orientation after 5 s of tumbling, worst error", "rad", angle.value(), {0.03, 1.5});
    report.least("spin after 5 s, worst error as a share", "", spin.value(), {0.03, 1});
}

void symmetricTop(const Setup& setup, Report& report) {
    // Precesses about the fixed angular momentum at L / I1 while it turns about its own axis.
    Worst angle;
    for (const double flat : {0.3, 3.0})
        for (const double lean : {10.0, 40.0, 75.0}) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            const glm::dvec3 half(0.4, 0.4 * flat, 0.4);
            const BodyId box = lab.box({0, 0, 0}, half, {}, 1);
            const glm::dvec3 inertia = boxInertia(half, 1);
            const glm::dvec3 spin = 5.0 * glm::dvec3(std::sin(radians(lean)), std::cos(radians(lean)), 0);
            lab.world.setAngularVelocity(box, spin);
            lab.run(5);
            const double t = lab.stepsIn(5) * double(float(lab.dt));
            const glm::dvec3 momentum = inertia * spin;
            const glm::dquat precessed =
                glm::angleAxis(glm::length(momentum) / inertia.x * t, glm::normalize(momentum));
            const double own = spin.y * (1 - inertia.y / inertia.x);
            const glm::dquat exact = precessed * glm::angleAxis(own * t, glm::dvec3(0, 1, 0));
            angle.error(angleBetween(exact, lab.world.rotation(box)));
        }
    report.least("flat and long tops, orientation error after 5 s", "rad", angle.value(), {0.02, 1});
}

void fastSpin(const Setup& setup, Report& report) {
    Worst kept, stayed;
    for (const float speed : {50.0f, 200.0f, 1000.0f})
        for (int axis = 0; axis < 3; ++axis) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            glm::vec3 spin(0);
            spin[axis] = speed;
            const BodyId ball = lab.sphere({0, 0, 0}, 0.3f), cube = lab.box({3, 0, 0}, glm::vec3(0.4f));
            for (const BodyId id : {ball, cube})
                lab.world.setAngularVelocity(id, spin);
            lab.run(5);
            for (const BodyId id : {ball, cube}) {
                kept.ratio(lab.spin(id)[axis], double(speed));
                stayed.error(glm::length(lab.spin(id) - glm::dvec3(spin)) / double(speed));
            }
        }
    report.expect("50 to 1000 rad/s, share kept over 5 s", "", kept.value(), 1, {1e-3, 0.75});
    report.least("departure of the spin from its axis, share", "", stayed.value(), {1e-3, 0.75});
}

void fastFlight(const Setup& setup, Report& report) {
    Worst way;
    for (const float speed : {100.0f, 300.0f, 1000.0f, 3000.0f}) {
        Place lab(setup, weightless(sleepless(setup.settings)));
        const glm::vec3 velocity = speed * glm::normalize(glm::vec3(1, 0.5f, -2));
        const BodyId ball = lab.sphere({0, 0, 0}, 0.1f), box = lab.box({20, 0, 0}, {0.2f, 0.1f, 0.5f});
        for (const BodyId id : {ball, box})
            lab.world.setLinearVelocity(id, velocity);
        lab.run(0.5);
        const double t = lab.stepsIn(0.5) * double(float(lab.dt));
        way.ratio(glm::length(lab.position(ball)), double(speed) * t);
        way.ratio(glm::length(lab.position(box) - glm::dvec3(20, 0, 0)), double(speed) * t);
    }
    report.expect("100 to 3000 m/s for 0.5 s, share of the way", "", way.value(), 1, {1e-3, 0.5});
}

void drifter(const Setup& setup, Report& report) {
    Place lab(setup, weightless(setup.settings));
    std::vector<std::pair<BodyId, double>> movers;
    for (const double speed : {0.003, 0.01, 0.03})
        for (int i = 0; i < 2; ++i) {
            const glm::vec3 at = vec(3 * double(movers.size()), 0, 0);
            const BodyId id = i ? lab.box(at, {0.2f, 0.3f, 0.4f}) : lab.sphere(at, 0.3f);
            lab.world.setLinearVelocity(id, vec(0, 0, speed));
            movers.push_back({id, speed});
        }
    const BodyId turner = lab.box({0, 5, 0}, glm::vec3(0.5f));
    lab.world.setAngularVelocity(turner, {0, 0.02f, 0});
    lab.run(20);
    const double t = lab.stepsIn(20) * double(float(lab.dt));
    Worst way;
    for (const auto& [id, speed] : movers)
        way.ratio(lab.position(id).z, speed * t);
    report.expect("3 to 30 mm/s in space for 20 s, share of the way", "", way.value(), 1, {1e-3, 0.9});
    report.expect("0.02 rad/s in space for 20 s, share of the angle", "",
                  angleBetween(kIdentityRotation, lab.world.rotation(turner)) / (0.02 * t), 1, {1e-3, 0.9});
}

const Registration kScenarios[] = {
    Registration({Kind::FreeMotion, "free_fall", "2 s of fall at 30, 60 and 240 Hz in three gravities", freeFall}),
    Registration({Kind::FreeMotion, "projectile", "six shots follow their parabolas for 3 s", projectile}),
    Registration({Kind::FreeMotion, "fall_varying_step", "a shot follows its parabola whatever the frame times",
                  fallVaryingStep}),
    Registration(
        {Kind::FreeMotion, "off_centre", "the centre of mass of a turning lopsided body flies a parabola", offCentre}),
    Registration({Kind::FreeMotion, "constant_force", "a force and a torque held for 2 s", constantForce}),
    Registration(
        {Kind::FreeMotion, "spin_each_axis", "spins about the principal axes stay and turn true", spinEachAxis}),
    Registration({Kind::FreeMotion, "tumble_kept", "five boxes tumble 10 s: angular momentum and energy", tumbleKept}),
    Registration({Kind::FreeMotion, "tumble_long", "one tumbles for ten minutes", tumbleLong}),
    Registration({Kind::FreeMotion, "flip_times", "ten flips about the intermediate axis against elliptic functions",
                  flipTimesOf}),
    Registration(
        {Kind::FreeMotion, "tumble_reference", "five tumbles against a double-precision integration", tumbleReference}),
    Registration({Kind::FreeMotion, "symmetric_top", "free precession of symmetric bodies, closed form", symmetricTop}),
    Registration({Kind::FreeMotion, "fast_spin", "50 to 1000 rad/s stay", fastSpin}),
    Registration({Kind::FreeMotion, "fast_flight", "100 to 3000 m/s get there", fastFlight}),
    Registration({Kind::FreeMotion, "drifter", "slow bodies in space are not put to sleep", drifter}),
};

}  // namespace

}  // namespace drystone::truth
