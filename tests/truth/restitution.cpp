// Bounces.
#include <algorithm>
#include <utility>

#include "truth/place.h"
#include "truth/reference_free_body.h"

namespace drystone::truth {

namespace {

// How high a body rises over its resting height after each of its bounces, from the sample nearest to each apex with what
// its speed there still adds: steps rarely end at an apex.
class Apexes {
public:
    void see(double height, double speed) {
        if (speed > 0 && m_last <= 0 && m_seen) {
            m_apexes.push_back(0);
            m_slowest = 1e30;
        }
        if (!m_apexes.empty() && std::fabs(speed) < m_slowest) {
            m_slowest = std::fabs(speed);
            m_apexes.back() = height + speed * speed / (2 * kGravity);
        }
        m_last = speed;
        m_seen = true;
    }
    // Whether the nth one (from 0) is over and done.
    bool has(int n) const { return int(m_apexes.size()) > n + 1 || (int(m_apexes.size()) == n + 1 && m_last < 0); }
    double at(int n) const { return n < int(m_apexes.size()) ? m_apexes[size_t(n)] : 0; }

private:
    std::vector<double> m_apexes;
    double m_last = 0, m_slowest = 1e30;
    bool m_seen = false;
};

// First apex over e^2 h, of a ball dropped from h in steps of the given lengths in turn.
double firstApex(const Setup& setup, double radius, double h, double e, std::vector<double> steps) {
    Place lab(setup);
    lab.floor(surface(0.5f));
    const BodyId ball = lab.sphere(vec(0, radius + h, 0), float(radius), surface(0.5f, float(e)));
    Apexes apexes;
    double t = 0;
    for (size_t i = 0; t < 12 && !apexes.has(0); ++i) {
        const double dt = steps[i % steps.size()];
        lab.world.step(float(dt));
        t += dt;
        apexes.see(lab.position(ball).y - radius, lab.velocity(ball).y);
    }
    return apexes.at(0) / (e * e * h);
}

void bounceSmall(const Setup& setup, Report& report) {
    const double dt = 1 / setup.hertz;
    for (const double h : {0.03, 0.05, 0.1}) {
        Worst apex;
        for (const double radius : {0.02, 0.1, 0.5})
            for (const double e : {0.6, 0.8, 0.95})
                apex.ratio(firstApex(setup, radius, h, e, {dt}), 1);
        report.expect("dropped from " + std::to_string(int(100 * h)) + " cm, first peak over e^2 h", "", apex.value(),
                      1, {0.03, 1});
    }
}

void bounceHeights(const Setup& setup, Report& report) {
    const double dt = 1 / setup.hertz;
    for (const double e : {0.3, 0.5, 0.8, 0.95, 1.0}) {
        Worst apex;
        for (const double h : {0.25, 0.5, 1.0, 2.0, 5.0})
            for (const double radius : {0.1, 0.5})
                apex.ratio(firstApex(setup, radius, h, e, {dt}), 1);
        report.expect("e = " + std::to_string(e).substr(0, 4) + ", 0.25 to 5 m, first peak over e^2 h", "",
                      apex.value(), 1, {0.01, 0.35});
    }
}

void bounceRates(const Setup& setup, Report& report) {
    const double dt = 1 / setup.hertz;
    const std::pair<const char*, std::vector<double>> rates[] = {
        {"30 Hz", {2 * dt}},
        {"240 Hz", {dt / 4}},
        {"144 Hz", {dt / 2.4}},
        {"frame times of 4 to 40 ms", {dt, 0.3 * dt, 2.4 * dt, 0.7 * dt, 1.3 * dt, 0.25 * dt}}};
    for (const auto& [name, steps] : rates) {
        Worst apex;
        for (const double h : {0.1, 0.6, 3.0})
            for (const double e : {0.5, 0.9})
                apex.ratio(firstApex(setup, 0.2, h, e, steps), 1);
        report.expect(std::string(name) + ", first peak over e^2 h", "", apex.value(), 1, {0.02, 0.5});
    }
}

void elasticHeight(const Setup& setup, Report& report) {
    Worst early, late;
    for (const double h : {0.3, 1.0, 2.0}) {
        Place lab(setup);
        lab.floor(surface(0));
        const BodyId ball = lab.sphere(vec(0, 0.3 + h, 0), 0.3f, surface(0, 1));
        Apexes apexes;
        for (int i = 0; i < lab.stepsIn(40) && !apexes.has(19); ++i) {
            lab.step();
            apexes.see(lab.position(ball).y - 0.3, lab.velocity(ball).y);
        }
        for (int i = 0; i < 20; ++i)
            (i < 5 ? early : late).error(std::fabs(apexes.at(i) / h - 1));
    }
    report.least("bounces 1 to 5, worst error of height", "", early.value(), {1e-3, 0.15});
    report.least("bounces 6 to 20, worst error of height", "", late.value(), {3e-3, 0.3});
}

void bounceTime(const Setup& setup, Report& report) {
    // Until the ball has fallen below a height for the last time.
    constexpr double kLow = 0.01;
    Worst time;
    for (const double e : {0.4, 0.6, 0.8})
        for (const double h : {0.5, 2.0}) {
            Place lab(setup);
            lab.floor(surface(0));
            const BodyId ball = lab.sphere(vec(0, 0.2 + h, 0), 0.2f, surface(0, float(e)));
            double last = 0;
            for (int i = 1; i <= lab.stepsIn(12); ++i) {
                lab.step();
                if (lab.position(ball).y - 0.2 > kLow)
                    last = i * lab.dt;
            }
            double apex = h, end = std::sqrt(2 * h / kGravity);
            while (apex * e * e > kLow) {
                apex *= e * e;
                end += 2 * std::sqrt(2 * apex / kGravity);
            }
            const double exact = end - std::sqrt(2 * apex / kGravity) + std::sqrt(2 * (apex - kLow) / kGravity);
            time.ratio(last, exact);
        }
    report.expect("time until it bounces no higher than 1 cm, over the exact one", "", time.value(), 1, {0.03, 0.5});
}

void boxFlat(const Setup& setup, Report& report) {
    Worst apex, turned;
    for (const double e : {0.4, 0.7, 0.9})
        for (const glm::vec3 half : {glm::vec3(0.5f), glm::vec3(0.4f, 0.1f, 0.7f), glm::vec3(0.1f)}) {
            Place lab(setup);
            lab.floor(surface(0.5f));
            const BodyId box = lab.box({0, half.y + 1, 0}, half, surface(0.5f, float(e)));
            Apexes apexes;
            for (int i = 0; i < lab.stepsIn(3) && !apexes.has(0); ++i) {
                lab.step();
                apexes.see(lab.position(box).y - double(half.y), lab.velocity(box).y);
            }
            apex.ratio(apexes.at(0), e * e);
            turned.error(angleBetween(kIdentityRotation, lab.world.rotation(box)) / radians(1));
        }
    report.expect("first peak over e^2 h, 9 boxes", "", apex.value(), 1, {0.01, 0.35});
    report.least("turned until then", "deg", turned.value(), {0.3, 20});
}

struct Bounce {
    double along, normal, spin;
};

// A ball that meets a floor with speeds along and into it and a spin; without gravity.
Bounce exactBounce(double radius, double e, double mu, Bounce in) {
    const double slide = in.along + radius * in.spin;  // of the point that touches
    const double impulse = std::min(mu * (1 + e) * in.normal, 2.0 / 7 * std::fabs(slide));
    const double signedImpulse = slide > 0 ? impulse : -impulse;
    return {in.along - signedImpulse, e * in.normal, in.spin - 2.5 * signedImpulse / radius};
}

void obliqueBounce(const Setup& setup, Report& report) {
    Worst spin, along, up;
    for (const double e : {0.0, 0.5, 0.8, 1.0})
        for (const double mu : {0.1, 0.3, 0.8})
            for (const double degrees : {20.0, 45.0, 70.0}) {
                const double radius = 0.2, speed = 6;
                const Bounce in{speed * std::cos(radians(degrees)), speed * std::sin(radians(degrees)), 0};
                const Bounce exact = exactBounce(radius, e, mu, in);
                Place lab(setup, weightless(sleepless(setup.settings)));
                lab.floor(surface(float(mu)));
                const BodyId ball = lab.sphere({0, 1.2f, 0}, 0.2f, surface(float(mu), float(e)));
                lab.world.setLinearVelocity(ball, vec(in.along, -in.normal, 0));
                lab.run(1.2 / in.normal + 0.2);
                spin.ratio(lab.spin(ball).z, exact.spin);
                along.error(std::fabs(lab.velocity(ball).x - exact.along) / speed);
                up.error(std::fabs(lab.velocity(ball).y - exact.normal) / speed);
            }
    report.expect("spin gained over the exact one, 36 bounces", "", spin.value(), 1, {0.01, 0.51});
    report.least("error of the speed along, share", "", along.value(), {0.005, 0.2});
    report.least("error of the speed up, share", "", up.value(), {0.005, 0.2});
}

void spinningBounce(const Setup& setup, Report& report) {
    Worst spin, along;
    for (const double e : {0.5, 0.9})
        for (const double mu : {0.2, 0.7})
            for (const double spun : {-60.0, -10.0, 30.0}) {
                const double radius = 0.15;
                const Bounce in{2, 5, spun}, exact = exactBounce(radius, e, mu, in);
                Place lab(setup, weightless(sleepless(setup.settings)));
                lab.floor(surface(float(mu)));
                const BodyId ball = lab.sphere({0, 1.15f, 0}, 0.15f, surface(float(mu), float(e)));
                lab.world.setLinearVelocity(ball, vec(in.along, -in.normal, 0));
                lab.world.setAngularVelocity(ball, vec(0, 0, spun));
                lab.run(0.5);
                spin.error(radius * std::fabs(lab.spin(ball).z - exact.spin) / 5);
                along.error(std::fabs(lab.velocity(ball).x - exact.along) / 5);
            }
    report.least("rim speed after the bounce, error as a share", "", spin.value(), {0.01, 0.5});
    report.least("speed along after the bounce, error as a share", "", along.value(), {0.01, 0.5});
}

void cornerBounce(const Setup& setup, Report& report) {
    Worst speed, spin;
    Random random(11);
    const glm::dvec3 half(0.4, 0.25, 0.3), inertia = boxInertia(half, 1);
    for (int trial = 0; trial < 12; ++trial) {
        const double e = random.range(0, 1), fall = random.range(1, 8);
        const glm::quat q = random.rotation();
        glm::dvec3 corner(0);
        double second = 1e30;
        for (int i = 0; i < 8; ++i) {
            const glm::dvec3 c = glm::dquat(q) * (half * glm::dvec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
            if (c.y < corner.y) {
                second = corner.y;
                corner = c;
            } else if (c.y < second) {
                second = c.y;
            }
        }
        if (second - corner.y < 0.08)
            continue;  // nearly on an edge: the next corner strikes at once
        const glm::dvec3 arm = glm::cross(corner, glm::dvec3(0, 1, 0));
        const glm::dvec3 gain = glm::dquat(q) * ((glm::conjugate(glm::dquat(q)) * arm) / inertia);
        const double impulse = (1 + e) * fall / (1 + glm::dot(arm, gain));

        Place lab(setup, weightless(sleepless(setup.settings)));
        lab.floor(surface(0));
        const BodyId box = lab.box(vec(0, -corner.y + 0.37 * fall / 4, 0), half, surface(0, float(e)), 1, q);
        lab.world.setLinearVelocity(box, vec(0, -fall, 0));
        for (int i = 0; i < lab.stepsIn(1) && std::fabs(lab.velocity(box).y + fall) < 1e-3 * fall; ++i)
            lab.step();
        speed.error(std::fabs(lab.velocity(box).y - (impulse - fall)) / fall);
        spin.error(glm::length(lab.spin(box) - impulse * gain) / glm::length(impulse * gain));
    }
    report.least("a box struck on a corner: error of its speed, share", "", speed.value(), {0.02, 0.5});
    report.least("error of its spin, share", "", spin.value(), {0.03, 0.5});
}

const Registration kScenarios[] = {
    Registration({Kind::Restitution, "bounce_small", "drops from 3, 5 and 10 cm bounce too", bounceSmall}),
    Registration({Kind::Restitution, "bounce_heights", "drops from 0.25 to 5 m rise to e^2 h", bounceHeights}),
    Registration({Kind::Restitution, "bounce_rates", "the same at other and at varying frame rates", bounceRates}),
    Registration(
        {Kind::Restitution, "elastic_height", "an elastic ball neither gains nor loses height", elasticHeight}),
    Registration({Kind::Restitution, "bounce_time", "how long a ball bounces", bounceTime}),
    Registration({Kind::Restitution, "box_flat", "boxes that land flat leave flat", boxFlat}),
    Registration(
        {Kind::Restitution, "oblique_bounce", "balls thrown at a rough floor: speeds and spin", obliqueBounce}),
    Registration({Kind::Restitution, "spinning_bounce", "spinning balls on a rough floor", spinningBounce}),
    Registration({Kind::Restitution, "corner_bounce", "boxes that land on a corner", cornerBounce}),
};

}  // namespace

}  // namespace drystone::truth
