// Coulomb friction of flat contacts.
#include <algorithm>

#include "truth/place.h"
#include "truth/reference_plate.h"

namespace drystone::truth {

namespace {

// A slab with its top through the origin, turned about z so that +x leads up.
struct Ramp {
    Place lab;
    glm::quat tilt;

    Ramp(const Setup& setup, double angle, const Material& material) : lab(setup), tilt(turn(angle, {0, 0, 1})) {
        lab.fixed(tilt * glm::vec3(0, -1, 0), {100, 1, 20}, material, tilt);
    }
    BodyId box(glm::vec3 half, const Material& material, float mass = 0, double yaw = 0) {
        return lab.box(tilt * glm::vec3(50, half.y, 0), half, material, mass, tilt * turn(yaw, {0, 1, 0}));
    }
    // Along the slope (m), positive downhill.
    double along(glm::dvec3 v) const { return -(glm::conjugate(glm::dquat(tilt)) * v).x; }
};

void stoppingDistance(const Setup& setup, Report& report) {
    Worst distance, aside, yaw;
    struct Case {
        double speed, mu;
        glm::vec3 half;
    };
    const Case cases[] = {{2, 0.3, {0.5f, 0.2f, 0.5f}}, {5, 0.6, {0.25f, 0.1f, 0.4f}}, {10, 0.4, {0.5f, 0.25f, 0.5f}}};
    for (const Case& c : cases)
        for (const double heading : {0.0, 17.0, 45.0, 64.0, 90.0, 141.0}) {
            Place lab(setup);
            lab.floor(surface(float(c.mu)));
            const BodyId box = lab.box({0, c.half.y, 0}, c.half, surface(float(c.mu)));
            lab.run(0.5);
            const glm::dvec3 from = lab.position(box);
            const glm::dvec3 way(std::cos(radians(heading)), 0, std::sin(radians(heading)));
            lab.world.setLinearVelocity(box, c.speed * way);
            lab.run(c.speed / (c.mu * kGravity) + 0.5);
            const glm::dvec3 moved = lab.position(box) - from;
            distance.ratio(glm::dot(moved, way), c.speed * c.speed / (2 * c.mu * kGravity));
            aside.error(across(moved - glm::dot(moved, way) * way) / glm::dot(moved, way));
            yaw.error(angleBetween(kIdentityRotation, lab.world.rotation(box)) / radians(1));
        }
    report.expect("stopping distance over v^2 / (2 mu g), 6 headings", "", distance.value(), 1, {3e-4, 0.03});
    report.least("way to the side, share of the distance", "", aside.value(), {1e-3, 0.17});
    report.least("turned", "deg", yaw.value(), {0.2, 10});
}

void rampHolds(const Setup& setup, Report& report) {
    Worst creep;
    for (const double degrees : {3.0, 10.0, 20.0, 30.0, 40.0})
        for (const float size : {0.1f, 0.5f, 2.0f}) {
            const Material rough = surface(float(std::tan(radians(degrees + 1))));
            Ramp ramp(setup, radians(degrees), rough);
            const BodyId box = ramp.box(size * glm::vec3(1, 0.4f, 1), rough, 0, radians(degrees));
            ramp.lab.run(1);
            const glm::dvec3 from = ramp.lab.position(box);
            ramp.lab.run(10);
            creep.error(1000 * glm::length(ramp.lab.position(box) - from));
        }
    report.least("a degree below atan(mu), creep in 10 s, 15 boxes", "mm", creep.value(), {0.1, 50});
}

void rampSlides(const Setup& setup, Report& report) {
    Worst acceleration;
    for (const double degrees : {10.0, 20.0, 35.0})
        for (const double steeper : {2.0, 8.0})
            for (const float mass : {1.0f, 500.0f}) {
                const double mu = std::tan(radians(degrees - steeper)), a = radians(degrees);
                const Material rough = surface(float(mu));
                Ramp ramp(setup, a, rough);
                const BodyId box = ramp.box({0.5f, 0.2f, 0.5f}, rough, mass);
                ramp.lab.run(1);
                const double before = ramp.along(ramp.lab.velocity(box));
                ramp.lab.run(2);
                acceleration.ratio((ramp.along(ramp.lab.velocity(box)) - before) / 2,
                                   kGravity * (std::sin(a) - mu * std::cos(a)));
            }
    report.expect("acceleration over g (sin a - mu cos a)", "", acceleration.value(), 1, {0.003, 0.1});
}

void forceThreshold(const Setup& setup, Report& report) {
    Worst held, speed;
    for (const double mu : {0.2, 0.5, 1.0})
        for (const float mass : {0.1f, 10.0f, 2000.0f})
            for (const double share : {0.97, 1.2}) {
                Place lab(setup);
                lab.floor(surface(float(mu)));
                const BodyId box = lab.box({0, 0.1f, 0}, {0.5f, 0.1f, 0.5f}, surface(float(mu)), mass);
                lab.run(0.5);
                const glm::dvec3 from = lab.position(box);
                const double force = share * mu * double(mass) * kGravity;
                for (int i = 0; i < lab.stepsIn(2); ++i) {
                    lab.world.applyForce(box, vec(0.6 * force, 0, 0.8 * force));
                    lab.step();
                }
                if (share < 1)
                    held.error(1000 * glm::length(lab.position(box) - from));
                else
                    speed.ratio(lab.speed(box), (share - 1) * mu * kGravity * 2);
            }
    report.least("pushed with 0.97 mu m g for 2 s, moved", "mm", held.value(), {0.1, 50});
    report.expect("pushed with 1.2 mu m g, speed over the exact one", "", speed.value(), 1, {0.003, 0.1});
}

void tipping(const Setup& setup, Report& report) {
    bool stand = true, fall = true;
    for (const double height : {1.5, 3.0, 5.0})
        for (const double margin : {-1.0, 1.0}) {
            const Material rough = surface(2.0f);
            Ramp ramp(setup, std::atan(1 / height) + radians(margin), rough);
            const BodyId box = ramp.box(vec(0.3, 0.3 * height, 0.3), rough);
            ramp.lab.run(6);
            const bool fell = angleBetween(ramp.tilt, ramp.lab.world.rotation(box)) > 0.5;
            (margin < 0 ? stand : fall) &= fell == (margin > 0);
        }
    report.holds("a degree below their tipping angle boxes stand", stand);
    report.holds("a degree above it they fall", fall);
}

// Ratio of the measured time to stop to that under uniform pressure.
double spinStop(const Setup& setup, double halfX, double halfZ, double thick, double mu, double spin) {
    Place lab(setup);
    lab.floor(surface(float(mu)));
    const BodyId plate = lab.box(vec(0, thick, 0), vec(halfX, thick, halfZ), surface(float(mu)));
    lab.run(0.5);
    lab.world.setAngularVelocity(plate, vec(0, spin, 0));
    const double exact = spinStopTime(halfX, halfZ, mu * kGravity, spin);
    double last = spin, time = 0;
    while (time < 4 * exact) {
        lab.step();
        const double now = lab.spin(plate).y;
        // The last step is stopped in: the slope of the one before tells when.
        if (now <= 1e-3 * spin)
            return (time + lab.dt * std::min(1.0, last / (spin * lab.dt / exact))) / exact;
        last = now;
        time += lab.dt;
    }
    return time / exact;
}

void spinSquare(const Setup& setup, Report& report) {
    Worst time;
    for (const double half : {0.1, 0.5, 1.5})
        for (const double mu : {0.2, 0.6})
            for (const double spin : {5.0, 12.0})
                time.ratio(spinStop(setup, half, half, 0.06 * half, mu, spin), 1);
    report.expect("time to stop over the exact one, 12 square plates", "", time.value(), 1, {0.02, 0.46});
}

void spinRectangle(const Setup& setup, Report& report) {
    for (const double aspect : {1.5, 3.0, 8.0}) {
        Worst time;
        for (const double mu : {0.3, 0.6})
            for (const double spin : {6.0, -10.0})
                time.ratio(spinStop(setup, 0.4, 0.4 / aspect, 0.02, mu, std::fabs(spin)), 1);
        report.expect("time to stop over the exact one, sides 1 to " + std::to_string(aspect).substr(0, 3), "",
                      time.value(), 1, {0.02, 0.46});
    }
}

void spinEdge(const Setup& setup, Report& report) {
    // Standing on a face so narrow that it rubs like a line.
    Worst time;
    for (const double mu : {0.2, 0.5})
        for (const double spin : {4.0, 8.0})
            time.ratio(spinStop(setup, 0.5, 0.015, 0.05, mu, spin), 1);
    report.expect("time to stop over the exact one, on a narrow side", "", time.value(), 1, {0.02, 0.46});
}

void slideAndSpin(const Setup& setup, Report& report) {
    Worst distance, angle;
    struct Case {
        double halfX, halfZ, mu, speed, spin;
    };
    for (const Case& c : {Case{0.5, 0.5, 0.4, 2, 4}, Case{0.5, 0.5, 0.4, 3, 1.5}, Case{0.3, 0.3, 0.3, 0.5, 6},
                          Case{0.6, 0.3, 0.5, 2, 5}}) {
        const PlateStop exact = plateStop(c.halfX, c.halfZ, c.mu * kGravity, c.speed, c.spin);
        Place lab(setup);
        lab.floor(surface(float(c.mu)));
        const BodyId plate = lab.box({0, 0.01f, 0}, vec(c.halfX, 0.01, c.halfZ), surface(float(c.mu)));
        lab.run(0.5);
        const glm::dvec3 from = lab.position(plate);
        lab.world.setLinearVelocity(plate, vec(c.speed, 0, 0));
        lab.world.setAngularVelocity(plate, vec(0, c.spin, 0));
        double turned = 0;
        for (int i = 0; i < lab.stepsIn(1.5 * exact.time + 0.2); ++i) {
            lab.step();
            turned += lab.spin(plate).y * lab.dt;
        }
        distance.ratio(across(lab.position(plate) - from), exact.distance);
        angle.ratio(turned, exact.angle);
    }
    report.expect("distance over that under uniform pressure", "", distance.value(), 1, {0.03, 0.4});
    report.expect("angle over that under uniform pressure", "", angle.value(), 1, {0.05, 0.6});
}

const Registration kScenarios[] = {
    Registration({Kind::Friction, "stopping_distance", "boxes slide to a stop: how far, how straight, without turning",
                  stoppingDistance}),
    Registration(
        {Kind::Friction, "ramp_holds", "boxes of three sizes stay on slopes a degree below atan(mu)", rampHolds}),
    Registration({Kind::Friction, "ramp_slides", "acceleration down slopes, light and heavy", rampSlides}),
    Registration({Kind::Friction, "force_threshold", "a push below mu m g moves nothing, one above it accelerates",
                  forceThreshold}),
    Registration({Kind::Friction, "tipping", "tall boxes tip on a slope at atan(width / height)", tipping}),
    Registration({Kind::Friction, "spin_square", "flat square plates spin to a stop", spinSquare}),
    Registration({Kind::Friction, "spin_rectangle", "flat rectangles spin to a stop", spinRectangle}),
    Registration({Kind::Friction, "spin_edge", "plates on a narrow side spin to a stop", spinEdge}),
    Registration({Kind::Friction, "slide_and_spin",
                  "plates slide and spin at once, against an integration over the area", slideAndSpin}),
};

}  // namespace

}  // namespace drystone::truth
