// Bodies moved by the game, and what they carry, push and strike.
#include <algorithm>

#include "truth/place.h"

namespace drystone::truth {

namespace {

constexpr glm::vec3 kDeck{10, 0.5f, 10};

void platformStarts(const Setup& setup, Report& report) {
    // It moves off at once: its load slides until it has caught up, then rides.
    Worst slip, time, ride;
    for (const double speed : {2.0, 6.0})
        for (const double mu : {0.3, 0.5})
            for (const double degrees : {0.0, 50.0}) {
                Place lab(setup);
                const BodyId deck = lab.kinematic({0, 0.5f, 0}, kDeck, surface(float(mu)));
                const BodyId box = lab.box({0, 1.25f, 0}, {0.5f, 0.25f, 0.5f}, surface(float(mu)));
                lab.run(0.5);
                const glm::dvec3 v = speed * glm::dvec3(std::cos(radians(degrees)), 0, std::sin(radians(degrees)));
                const glm::dvec3 before = lab.position(box) - lab.position(deck);
                double caught = 0;
                const double exact = speed / (mu * kGravity);
                for (int i = 1; i <= lab.stepsIn(exact + 2); ++i) {
                    lab.world.moveKinematic(deck, lab.position(deck) + v * lab.dt, kIdentityRotation, float(lab.dt));
                    lab.step();
                    const double rest = glm::length(lab.velocity(box) - v);
                    if (rest > 0.01 * speed)
                        caught = (i + rest / (mu * kGravity * lab.dt)) * lab.dt;
                    if (i > lab.stepsIn(exact + 0.5))
                        ride.error(1000 * across(lab.velocity(box) - v));
                }
                time.ratio(caught, exact);
                slip.ratio(across(lab.position(box) - lab.position(deck) - before),
                           speed * speed / (2 * mu * kGravity));
            }
    report.expect("slip over v^2 / (2 mu g)", "", slip.value(), 1, {0.003, 0.1});
    report.expect("time of slipping over v / (mu g)", "", time.value(), 1, {0.01, 0.2});
    report.least("slip while riding", "mm/s", ride.value(), {1, 100});
}

void platformSpeedsUp(const Setup& setup, Report& report) {
    // Its velocity is a staircase, a step of the stairs a step of time. A load that friction could carry meets each stair
    // within the step and slips by a dt^2 share / 2 meanwhile.
    Worst slip, slower, limited;
    for (const double mu : {0.3, 0.7})
        for (const double share : {0.9, 1.6}) {
            Place lab(setup);
            const BodyId deck = lab.kinematic({0, 0.5f, 0}, {40, 0.5f, 10}, surface(float(mu)));
            const BodyId box = lab.box({0, 1.25f, 0}, {0.5f, 0.25f, 0.5f}, surface(float(mu)));
            lab.run(0.5);
            const glm::dvec3 before = lab.position(box) - lab.position(deck);
            const double a = share * mu * kGravity;
            const int steps = lab.stepsIn(2);
            double speed = 0;
            for (int i = 0; i < steps; ++i) {
                speed += a * lab.dt;
                lab.world.setLinearVelocity(deck, vec(speed, 0, 0));
                lab.step();
                if (share < 1)
                    slower.error(1000 * std::fabs(lab.velocity(box).x - speed));
            }
            const double slipped = across(lab.position(box) - lab.position(deck) - before);
            if (share < 1)
                slip.error(1000 * std::max(0.0, slipped - steps * a * lab.dt * lab.dt * share / 2));
            else
                limited.ratio(lab.velocity(box).x, mu * kGravity * 2);
        }
    report.least("accelerates with 0.9 mu g: load is slower at the end of a step", "mm/s", slower.value(), {1, 100});
    report.least("load slips further in 2 s than the stairs of its velocity ask", "mm", slip.value(), {2, 500});
    report.expect("with 1.6 mu g: speed of the load over mu g t", "", limited.value(), 1, {0.003, 0.1});
}

void turntable(const Setup& setup, Report& report) {
    Worst radius, angle, turned;
    bool off = true;
    for (const double r : {1.0, 3.0})
        for (const double share : {0.8, 1.3}) {
            const double mu = 0.5, spin = share * std::sqrt(mu * kGravity / r);
            Place lab(setup);
            const BodyId deck = lab.kinematic({0, 0.5f, 0}, kDeck, surface(float(mu)));
            const BodyId box = lab.box(vec(r, 1.1, 0), {0.15f, 0.1f, 0.15f}, surface(float(mu)));
            lab.run(0.3);
            // Starts with the deck, as if it had ridden on it all along.
            lab.world.setLinearVelocity(box, vec(0, 0, -spin * r));
            lab.world.setAngularVelocity(box, vec(0, spin, 0));
            const int steps = lab.stepsIn(4);
            for (int i = 1; i <= steps; ++i) {
                lab.world.moveKinematic(deck, {0, 0.5f, 0}, turn(spin * i * lab.dt, {0, 1, 0}), float(lab.dt));
                lab.step();
            }
            const glm::dvec3 p = lab.position(box);
            if (share > 1) {
                off &= across(p) > 1.3 * r;
                continue;
            }
            radius.error(std::fabs(across(p) / r - 1));
            angle.error(std::fabs(std::remainder(std::atan2(-p.z, p.x) - spin * steps * lab.dt, 2 * kPi)));
            turned.error(angleBetween(turn(spin * steps * lab.dt, {0, 1, 0}), lab.world.rotation(box)));
        }
    report.least("rides 4 s at 0.8 of the greatest spin: radius lost, share", "", radius.value(), {0.005, 0.3});
    report.least("angle lost", "rad", angle.value(), {0.005, 0.5});
    report.least("turn lost", "rad", turned.value(), {0.005, 0.5});
    report.holds("at 1.3 of it the load flies off", off);
}

void lift(const Setup& setup, Report& report) {
    Worst gap, speed;
    for (const double amplitude : {0.5, 2.0})
        for (const float mass : {1.0f, 200.0f}) {
            Place lab(setup);
            const BodyId deck = lab.kinematic({0, 0.5f, 0}, kDeck);
            const BodyId box = lab.box({0, 1.25f, 0}, {0.5f, 0.25f, 0.5f}, {}, mass);
            lab.run(0.5);
            // Up and down with at most 0.7 g.
            const double rate = std::sqrt(0.7 * kGravity / amplitude);
            double before = 0.5;
            for (int i = 1; i <= lab.stepsIn(6); ++i) {
                const double y = 0.5 + amplitude * (1 - std::cos(rate * i * lab.dt));
                lab.world.moveKinematic(deck, vec(0, y, 0), kIdentityRotation, float(lab.dt));
                lab.step();
                gap.error(1000 * std::fabs(lab.position(box).y - lab.position(deck).y - 0.75));
                // The deck stands at its target once a step is over.
                speed.error(std::fabs(lab.velocity(box).y - (y - before) / lab.dt));
                before = y;
            }
        }
    report.least("a load on a lift with 0.7 g: gap or overlap", "mm", gap.value(), {5, 50});
    report.least("speed beside the lift's", "m/s", speed.value(), {0.1, 2});
}

void pusher(const Setup& setup, Report& report) {
    Worst speed, aside;
    for (const double push : {0.5, 3.0})
        for (const int count : {1, 5})
            for (const float mass : {1.0f, 300.0f}) {
                Place lab(setup);
                lab.floor(surface(0.4f));
                const BodyId ram = lab.kinematic({-0.6f, 0.5f, 0}, {0.1f, 0.4f, 1}, surface(0.4f));
                std::vector<BodyId> boxes;
                for (int i = 0; i < count; ++i)
                    boxes.push_back(lab.box({float(i), 0.5f, 0}, glm::vec3(0.5f), surface(0.4f), mass));
                lab.run(0.3);
                lab.world.setLinearVelocity(ram, vec(push, 0, 0));
                lab.run(3);
                speed.ratio(lab.velocity(boxes.back()).x, push);
                for (const BodyId id : boxes)
                    aside.error(1000 * std::fabs(lab.position(id).z));
            }
    report.expect("speed of boxes pushed in a row over the ram's", "", speed.value(), 1, {0.01, 0.3});
    report.least("way to the side", "mm", aside.value(), {2, 200});
}

void bat(const Setup& setup, Report& report) {
    Worst speed;
    for (const double swing : {2.0, 10.0, 25.0})
        for (const double e : {0.0, 0.5, 1.0})
            for (const double approach : {0.0, 6.0}) {
                Place lab(setup, weightless(sleepless(setup.settings)));
                const BodyId plate = lab.kinematic({-2, 0, 0}, {0.2f, 1, 1}, surface(0, float(e)));
                const BodyId ball = lab.sphere({0.5f, 0, 0}, 0.2f, surface(0, float(e)));
                lab.world.setLinearVelocity(plate, vec(swing, 0, 0));
                lab.world.setLinearVelocity(ball, vec(-approach, 0, 0));
                lab.run(2.1 / (swing + approach) + 0.2);
                speed.ratio(lab.velocity(ball).x, swing + e * (swing + approach));
            }
    report.expect("speed of a ball struck by a moving wall over the exact one", "", speed.value(), 1, {0.005, 0.3});
}

void jaws(const Setup& setup, Report& report) {
    // Closing on a body until they want 5 % of it: nothing is right then, but it must neither burst out nor pass through.
    Worst fastest;
    bool held = true;
    for (const bool box : {false, true})
        for (const double mass : {1.0, 100.0}) {
            Place lab(setup);
            lab.floor(surface(0.5f));
            const BodyId left = lab.kinematic({-1.5f, 0.6f, 0}, {0.5f, 0.5f, 1}, surface(0.5f));
            const BodyId right = lab.kinematic({1.5f, 0.6f, 0}, {0.5f, 0.5f, 1}, surface(0.5f));
            const BodyId id = box ? lab.box({0, 0.5f, 0}, glm::vec3(0.5f), surface(0.5f), float(mass))
                                  : lab.sphere({0, 0.5f, 0}, 0.5f, surface(0.5f), float(mass));
            for (int i = 0; i < lab.stepsIn(4); ++i) {
                const bool closing = lab.position(right).x > 0.975;
                lab.world.setLinearVelocity(left, vec(closing ? 0.5 : 0, 0, 0));
                lab.world.setLinearVelocity(right, vec(closing ? -0.5 : 0, 0, 0));
                lab.step();
                fastest.error(lab.speed(id));
            }
            held &= std::fabs(lab.position(id).x) < 0.3 && lab.position(id).y > 0.3;
        }
    report.least("a body squeezed by 5 %: fastest", "m/s", fastest.value(), {1, 20});
    report.holds("it stays between the jaws", held);
}

const Registration kScenarios[] = {
    Registration({Kind::Kinematics, "platform_starts", "a platform moves off; its load slips, catches up and rides",
                  platformStarts}),
    Registration({Kind::Kinematics, "platform_speeds_up",
                  "a platform accelerates below and above what friction carries", platformSpeedsUp}),
    Registration({Kind::Kinematics, "turntable", "a load on a turntable rides or flies off", turntable}),
    Registration({Kind::Kinematics, "lift", "a load on a lift that goes up and down", lift}),
    Registration({Kind::Kinematics, "pusher", "a ram pushes one box and five", pusher}),
    Registration({Kind::Kinematics, "bat", "a moving wall strikes a ball", bat}),
    Registration({Kind::Kinematics, "jaws", "two closing walls squeeze a body", jaws}),
};

}  // namespace

}  // namespace drystone::truth
