// Balls that roll.
#include <algorithm>

#include "truth/place.h"

namespace drystone::truth {

namespace {

// Thrown along the floor with a spin; forward spin is positive. Slides until v = r w, then rolls for ever.
struct Throw {
    double radius, mu, speed, forward, heading;  // m, -, m/s, rad/s, rad

    double rollingSpeed() const { return (5 * speed + 2 * radius * forward) / 7; }
    double slidingTime() const { return 2 * std::fabs(speed - radius * forward) / (7 * mu * kGravity); }
    double wayAt(double t) const {
        const double s = std::min(t, slidingTime()), sign = speed > radius * forward ? 1 : -1;
        return speed * s - sign * 0.5 * mu * kGravity * s * s + rollingSpeed() * (t - s);
    }
};

void slideToRoll(const Setup& setup, Report& report) {
    Worst speed, way, slip, heading;
    for (const Throw& t :
         {Throw{0.05, 0.2, 2, 0, radians(30)}, Throw{0.5, 0.3, 3, 0, 0}, Throw{0.1, 0.6, 6, 0, radians(77)},
          Throw{0.3, 0.25, 4, -8, radians(200)}, Throw{0.2, 0.4, 1, 20, radians(45)}}) {
        Place lab(setup);
        lab.floor(surface(float(t.mu)));
        const BodyId ball = lab.sphere(vec(0, t.radius, 0), float(t.radius), surface(float(t.mu)));
        lab.run(0.5);
        const glm::dvec3 along(std::cos(t.heading), 0, std::sin(t.heading));
        const glm::dvec3 axle = glm::cross(glm::dvec3(0, 1, 0), along);
        const glm::dvec3 from = lab.position(ball);
        lab.world.setLinearVelocity(ball, t.speed * along);
        lab.world.setAngularVelocity(ball, t.forward * axle);
        lab.run(2.5);
        const glm::dvec3 v = lab.velocity(ball), moved = lab.position(ball) - from;
        speed.ratio(glm::dot(v, along), t.rollingSpeed());
        way.ratio(glm::dot(moved, along), t.wayAt(lab.stepsIn(2.5) * lab.dt));
        slip.error(std::fabs(glm::dot(v, along) - t.radius * glm::dot(lab.spin(ball), axle)) / t.rollingSpeed());
        heading.error(std::fabs(glm::dot(moved, axle)) / glm::length(moved) / radians(1));
    }
    report.expect("rolling speed over (5 v + 2 r w) / 7", "", speed.value(), 1, {0.002, 0.1});
    report.expect("way in 2.5 s over the exact one", "", way.value(), 1, {0.003, 0.1});
    report.least("slip while rolling, share of the speed", "", slip.value(), {0.002, 0.1});
    report.least("heading lost", "deg", heading.value(), {0.1, 5});
}

void rollsOn(const Setup& setup, Report& report) {
    Worst kept, aside, height;
    for (const double radius : {0.05, 0.3, 1.0})
        for (const double degrees : {0.0, 33.0}) {
            const double speed = 3 + 2 * radius;
            Place lab(setup);
            lab.floor(surface(0.5f));
            const BodyId ball = lab.sphere(vec(0, radius, 0), float(radius), surface(0.5f));
            lab.run(0.5);
            const glm::dvec3 from = lab.position(ball);
            const glm::dvec3 along(std::cos(radians(degrees)), 0, std::sin(radians(degrees)));
            const glm::dvec3 axle = glm::cross(glm::dvec3(0, 1, 0), along);
            lab.world.setLinearVelocity(ball, speed * along);
            lab.world.setAngularVelocity(ball, speed / radius * axle);
            for (int i = 0; i < lab.stepsIn(10); ++i) {
                lab.step();
                height.error(1000 * std::fabs(lab.position(ball).y - from.y));
            }
            kept.ratio(glm::dot(lab.velocity(ball), along), speed);
            aside.error(std::fabs(glm::dot(lab.position(ball) - from, axle)) / (10 * speed));
        }
    report.expect("speed kept over 10 s", "", kept.value(), 1, {0.001, 0.1});
    report.least("way to the side, share", "", aside.value(), {1e-3, 0.1});
    report.least("bump", "mm", height.value(), {0.1, 10});
}

void rollsDown(const Setup& setup, Report& report) {
    Worst gripping, slipping, spin;
    for (const double degrees : {5.0, 15.0, 30.0, 45.0})
        for (const double grip : {2.0, 0.4})  // share of the least coefficient that rolls without slip
            for (const double radius : {0.1, 0.5}) {
                const double a = radians(degrees), mu = grip * 2.0 / 7 * std::tan(a);
                const glm::quat tilt = turn(a, {0, 0, 1});
                Place lab(setup);
                lab.fixed(tilt * glm::vec3(0, -1, 0), {100, 1, 10}, surface(float(mu)), tilt);
                const BodyId ball = lab.sphere(tilt * vec(60, radius, 0), float(radius), surface(float(mu)));
                lab.run(0.5);
                const double before = lab.speed(ball), spinBefore = glm::length(lab.spin(ball));
                lab.run(2);
                const double gain = (lab.speed(ball) - before) / 2;
                if (grip > 1) {
                    gripping.ratio(gain, 5.0 / 7 * kGravity * std::sin(a));
                } else {
                    slipping.ratio(gain, kGravity * (std::sin(a) - mu * std::cos(a)));
                    spin.ratio((glm::length(lab.spin(ball)) - spinBefore) / 2,
                               2.5 * mu * kGravity * std::cos(a) / radius);
                }
            }
    report.expect("acceleration over 5/7 g sin a", "", gripping.value(), 1, {0.003, 0.1});
    report.expect("slipping: acceleration over g (sin a - mu cos a)", "", slipping.value(), 1, {0.003, 0.1});
    report.expect("slipping: gain of spin over 5 mu g cos a / (2 r)", "", spin.value(), 1, {0.003, 0.1});
}

void pointSpin(const Setup& setup, Report& report) {
    Worst kept, wandered;
    for (const double radius : {0.05, 0.4, 1.0})
        for (const double speed : {2.0, 15.0, 60.0}) {
            Place lab(setup);
            lab.floor(surface(0.6f));
            const BodyId ball = lab.sphere(vec(0, radius, 0), float(radius), surface(0.6f));
            lab.run(0.5);
            lab.world.setAngularVelocity(ball, vec(0, speed, 0));
            lab.run(5);
            kept.ratio(lab.spin(ball).y, speed);
            wandered.error(1000 * across(lab.position(ball)));
        }
    report.expect("a ball spinning on its point keeps its spin for 5 s", "", kept.value(), 1, {0.001, 0.5});
    report.least("wandered", "mm", wandered.value(), {1, 100});
}

void rollsUp(const Setup& setup, Report& report) {
    // Kinetic energy of 7/10 m v^2 turns into height.
    Worst height;
    for (const double degrees : {10.0, 25.0})
        for (const double radius : {0.1, 0.4}) {
            const double a = radians(degrees), speed = 4;
            const glm::quat tilt = turn(a, {0, 0, 1});
            Place lab(setup);
            lab.fixed(tilt * glm::vec3(0, -1, 0), {100, 1, 10}, surface(0.8f), tilt);
            const BodyId ball = lab.sphere(tilt * vec(0, radius, 0), float(radius), surface(0.8f));
            lab.run(0.02);
            const glm::dvec3 up = glm::dquat(tilt) * glm::dvec3(1, 0, 0);
            lab.world.setLinearVelocity(ball, speed * up);
            lab.world.setAngularVelocity(ball, vec(0, 0, -speed / radius));
            const double from = lab.position(ball).y;
            double top = from;
            for (int i = 0; i < lab.stepsIn(4); ++i) {
                lab.step();
                top = std::max(top, lab.position(ball).y);
            }
            height.ratio(top - from, 0.7 * speed * speed / kGravity);
        }
    report.expect("height reached over 7 v^2 / (10 g)", "", height.value(), 1, {0.003, 0.1});
}

const Registration kScenarios[] = {
    Registration({Kind::Rolling, "slide_to_roll", "thrown balls, with and without spin, end up rolling", slideToRoll}),
    Registration({Kind::Rolling, "rolls_on", "a rolling ball keeps rolling, straight and level", rollsOn}),
    Registration({Kind::Rolling, "rolls_down", "down slopes, gripping and slipping", rollsDown}),
    Registration({Kind::Rolling, "rolls_up", "up slopes, as high as its energy", rollsUp}),
    Registration({Kind::Rolling, "point_spin", "nothing stops a ball that spins on its point", pointSpin}),
};

}  // namespace

}  // namespace drystone::truth
