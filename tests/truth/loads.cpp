// Loads: heavy on light, and where the weight goes.
#include <algorithm>

#include "truth/place.h"

namespace drystone::truth {

namespace {

// Force with which two bodies press on each other (N): what the last substep's impulses come to.
double pressure(const Place& lab, BodyId a, BodyId b) {
    std::vector<Contact> contacts;
    lab.world.contacts(contacts);
    double impulse = 0;
    for (const Contact& contact : contacts) {
        const BodyId first = lab.world.bodyOf(contact.shapeA), second = lab.world.bodyOf(contact.shapeB);
        if (!((first == a && second == b) || (first == b && second == a)))
            continue;
        for (int i = 0; i < contact.pointCount; ++i)
            impulse += double(contact.points[i].normalImpulse * std::fabs(contact.normal.y));
    }
    return impulse * lab.world.settings().substeps / lab.dt;
}

double meanPressure(Place& lab, BodyId a, BodyId b, double seconds) {
    double sum = 0;
    const int steps = lab.stepsIn(seconds);
    for (int i = 0; i < steps; ++i) {
        lab.step();
        sum += pressure(lab, a, b);
    }
    return sum / steps;
}

void heavyOnLight(const Setup& setup, Report& report, float ratio, Limits sinking) {
    Worst sunk, drift;
    for (const float side : {1.0f, 0.4f}) {
        Place lab(setup);
        lab.floor();
        lab.box({0, 0.5f * side, 0}, glm::vec3(0.5f * side), {}, 1);
        const BodyId heavy = lab.box({0, 1.5f * side, 0}, glm::vec3(0.5f * side), {}, ratio);
        lab.run(60);
        sunk.error(1000 * std::max(0.0, 1.5 * double(side) - lab.position(heavy).y));
        drift.error(1000 * across(lab.position(heavy)));
    }
    report.least("a heavy cube sinks into a light one in a minute", "mm", sunk.value(), sinking);
    report.least("and drifts", "mm", drift.value(), {2, 500});
}
void ratio10(const Setup& setup, Report& report) {
    heavyOnLight(setup, report, 10, {3, 500});
}
void ratio100(const Setup& setup, Report& report) {
    heavyOnLight(setup, report, 100, {5, 1000});
}
void ratio1000(const Setup& setup, Report& report) {
    heavyOnLight(setup, report, 1000, {10, 1000});
}

void heavyOnFour(const Setup& setup, Report& report) {
    for (const float ratio : {10.0f, 100.0f, 1000.0f}) {
        Place lab(setup);
        lab.floor();
        for (const float x : {-1.0f, 1.0f})
            for (const float z : {-1.0f, 1.0f})
                lab.box({x, 0.5f, z}, glm::vec3(0.5f), {}, 1);
        const BodyId heavy = lab.box({0, 1.5f, 0}, {1.5f, 0.5f, 1.5f}, {}, ratio);
        lab.run(30);
        report.least(std::to_string(int(ratio)) + ":1 on four light cubes sinks", "mm",
                     1000 * std::max(0.0, 1.5 - lab.position(heavy).y), {10, 1000});
    }
}

void heavyBelow(const Setup& setup, Report& report) {
    Worst moved;
    for (const float ratio : {10.0f, 1000.0f}) {
        Place lab(setup);
        lab.floor();
        float mass = 1000;
        std::vector<BodyId> cubes;
        for (int i = 0; i < 4; ++i, mass /= ratio)
            cubes.push_back(lab.box({0, 0.5f + float(i), 0}, glm::vec3(0.5f), {}, std::max(mass, 1e-3f)));
        lab.run(30);
        moved.error(1000 * glm::length(lab.position(cubes.back()) - glm::dvec3(0, 3.5, 0)));
    }
    report.least("light on heavy, four cubes to 10:1 and 1000:1, the top moves in 30 s", "mm", moved.value(), {5, 500});
}

void weightReading(const Setup& setup, Report& report) {
    Worst bottom, middle;
    for (const int count : {1, 3, 6}) {
        Place lab(setup);
        const BodyId floor = lab.floor();
        std::vector<BodyId> cubes;
        double total = 0, upper = 0;
        for (int i = 0; i < count; ++i) {
            cubes.push_back(lab.box({0, 0.5f + float(i), 0}, glm::vec3(0.5f), {}, float(5 + 3 * i)));
            total += 5 + 3 * i;
            upper += i ? 5 + 3 * i : 0;
        }
        lab.run(3);
        bottom.ratio(meanPressure(lab, floor, cubes[0], 1), total * kGravity);
        if (count > 1)
            middle.ratio(meanPressure(lab, cubes[0], cubes[1], 1), upper * kGravity);
    }
    report.expect("force on the floor over the weight above it", "", bottom.value(), 1, {0.002, 0.2});
    report.expect("force between cubes over the weight above", "", middle.value(), 1, {0.002, 0.2});
}

void bridgeLoads(const Setup& setup, Report& report) {
    // A plank on two piers with a load on it: the lever tells what each pier carries.
    Worst share, height;
    for (const double at : {-1.2, -0.5, 0.0, 0.9})
        for (const float mass : {5.0f, 40.0f}) {
            Place lab(setup);
            BodyId piers[2];
            for (const int i : {0, 1})
                piers[i] = lab.fixed(vec(i ? 1.5 : -1.5, 0.5, 0), {0.05f, 0.5f, 0.5f});
            const BodyId plank = lab.box({0, 1.1f, 0}, {2, 0.1f, 0.4f}, {}, 20);
            const BodyId load = lab.box(vec(at, 1.4, 0), {0.2f, 0.2f, 0.2f}, {}, mass);
            lab.run(3);
            const double right = meanPressure(lab, piers[1], plank, 1);
            // Supports are as wide as the piers are thick, so the exact place of each force is within their width.
            const double weight = kGravity * (20 + double(mass));
            const double lever = (lab.position(load).x * double(mass)) / (20 + double(mass));
            share.error(std::max(0.0, std::fabs(right / weight - (lever + 1.5) / 3) - 0.05 / 3));
            height.error(1000 * std::max(0.0, 1.1 - lab.position(plank).y));
        }
    report.least("share of the load on a pier, error beyond the pier's own width", "", share.value(), {0.003, 0.1});
    report.least("the plank sinks", "mm", height.value(), {5, 100});
}

void legLoads(const Setup& setup, Report& report) {
    // A table: the sum and the lever of what its legs carry; each a quarter when the load is in the middle.
    Worst sum, lever, quarter;
    for (const glm::vec3 at : {glm::vec3(0), glm::vec3(0.5f, 0, 0), glm::vec3(0.4f, 0, -0.6f)})
        for (const float mass : {4.0f, 60.0f}) {
            Place lab(setup);
            lab.floor();
            std::vector<BodyId> legs;
            for (const float x : {-0.9f, 0.9f})
                for (const float z : {-0.9f, 0.9f})
                    legs.push_back(lab.box({x, 0.4f, z}, {0.1f, 0.4f, 0.1f}, {}, 5));
            const BodyId top = lab.box({0, 0.85f, 0}, {1, 0.05f, 1}, {}, 20);
            lab.box(at + glm::vec3(0, 1.1f, 0), glm::vec3(0.2f), {}, mass);
            lab.run(3);
            double total = 0, x = 0, z = 0, worst = 0;
            const double weight = (20 + double(mass)) * kGravity;
            for (const BodyId leg : legs) {
                const double force = meanPressure(lab, leg, top, 0.5);
                total += force;
                x += force * lab.position(leg).x;
                z += force * lab.position(leg).z;
                worst = std::max(worst, std::fabs(force / weight - 0.25));
            }
            sum.ratio(total, weight);
            // The legs are 20 cm wide, so a force may act 10 cm beside a leg's middle: half of that is let pass.
            const double arm = double(mass) / (20 + double(mass));
            lever.error(
                std::max(std::fabs(x / weight - arm * double(at.x)), std::fabs(z / weight - arm * double(at.z))));
            if (at == glm::vec3(0))
                quarter.error(worst);
        }
    report.expect("sum of what four legs carry over the weight", "", sum.value(), 1, {0.002, 0.2});
    report.least("place of the sum of forces, error", "m", lever.value(), {0.05, 0.5});
    report.least("load in the middle: departure from a quarter each", "", quarter.value(), {0.005, 0.1});
}

void cantilever(const Setup& setup, Report& report) {
    bool stands = true, falls = true;
    Worst moved;
    for (const double length : {0.5, 2.0, 6.0})
        for (const double share : {0.95, 1.05}) {
            Place lab(setup);
            const double half = length / 2, thick = length / 20;
            lab.fixed(vec(-2 * length, -1, 0), vec(2 * length, 1, 2 * length));  // its edge at x = 0
            const BodyId plank = lab.box(vec(half * share - half, thick, 0), vec(half, thick, 0.15 * length));
            const glm::dvec3 from = lab.position(plank);
            // The centre lies (share - 1) of half a length beyond the edge.
            lab.run(20);
            const bool fell = lab.position(plank).y < -thick;
            (share < 1 ? stands : falls) &= fell == (share > 1);
            if (share < 1)
                moved.error(glm::length(lab.position(plank) - from) / thick);
        }
    report.holds("planks that hang out by 95 % of the limit stay", stands);
    report.holds("at 105 % they fall", falls);
    report.least("those that stay move, share of their half thickness", "", moved.value(), {0.1, 1});
}

void overhang(const Setup& setup, Report& report) {
    // Each of four blocks on the one below: the kth from the top may hang out by 1 / (2 k) of a length.
    bool stands = true, falls = true;
    for (const double share : {0.93, 1.07}) {
        Place lab(setup);
        lab.fixed({-5, -1, 0}, {5, 1, 5});
        double x = 0;
        std::vector<BodyId> blocks;
        for (int k = 4; k >= 1; --k) {
            x += share / (2 * k);
            blocks.push_back(lab.box(vec(x - 0.5, 0.1 * (2 * (4 - k) + 1), 0), {0.5f, 0.1f, 0.3f}, surface(0.9f)));
        }
        lab.run(20);
        const bool fell = lab.position(blocks.back()).y < 0.6;
        (share < 1 ? stands : falls) &= fell == (share > 1);
    }
    report.holds("four blocks that overhang by 93 % of the harmonic limit stand", stands);
    report.holds("at 107 % they fall", falls);
}

void lever(const Setup& setup, Report& report) {
    // A seesaw: a plank on a narrow fulcrum with unlike loads in balance, and out of it.
    bool balanced = true, tips = true;
    for (const double ratio : {2.0, 4.0})
        for (const double error : {0.0, 0.15}) {
            Place lab(setup);
            lab.fixed({0, 0.5f, 0}, {0.2f, 0.5f, 0.5f});
            const BodyId plank = lab.box({0, 1.05f, 0}, {2, 0.05f, 0.4f}, {}, 10);
            lab.box(vec(-1.6, 1.3, 0), glm::vec3(0.2f), {}, 10);
            lab.box(vec(1.6 / ratio * (1 + 6 * error), 1.3, 0), glm::vec3(0.2f), {}, float(10 * ratio));
            lab.run(10);
            const bool fell = tiltOf(lab.world, plank) > 0.1;
            (error > 0 ? tips : balanced) &= fell == (error > 0);
        }
    report.holds("a seesaw in balance stays level", balanced);
    report.holds("out of balance it tips", tips);
}

const Registration kScenarios[] = {
    Registration({Kind::Loads, "heavy_on_light_10", "10:1 for a minute", ratio10}),
    Registration({Kind::Loads, "heavy_on_light_100", "100:1 for a minute", ratio100}),
    Registration({Kind::Loads, "heavy_on_light_1000", "1000:1 for a minute", ratio1000}),
    Registration({Kind::Loads, "heavy_on_four", "a heavy slab on four light cubes", heavyOnFour}),
    Registration({Kind::Loads, "light_on_heavy", "each cube lighter than the one below", heavyBelow}),
    Registration({Kind::Loads, "weight_reading", "contact forces are the weight above them", weightReading}),
    Registration({Kind::Loads, "bridge_loads", "a plank on two piers: shares of the load by the lever", bridgeLoads}),
    Registration({Kind::Loads, "leg_loads", "a table on four loose legs", legLoads}),
    Registration(
        {Kind::Loads, "cantilever", "planks over an edge, just short of and just beyond the limit", cantilever}),
    Registration({Kind::Loads, "overhang", "four blocks at the harmonic overhang", overhang}),
    Registration({Kind::Loads, "seesaw", "a plank on a fulcrum, in and out of balance", lever}),
};

}  // namespace

}  // namespace drystone::truth
