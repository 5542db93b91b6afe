// Moving bodies that meet.
#include <algorithm>
#include <utility>

#include "truth/place.h"
#include "truth/reference_free_body.h"

namespace drystone::truth {

namespace {

void headOn(const Setup& setup, Report& report) {
    Worst first, second, momentum;
    for (const double ratio : {1.0, 3.0, 30.0, 1000.0})
        for (const double e : {0.0, 0.5, 1.0})
            for (const bool boxes : {false, true}) {
                Place lab(setup, weightless(sleepless(setup.settings)));
                const Material m = surface(0.4f, float(e));
                const BodyId a =
                    boxes ? lab.box({-2, 0, 0}, glm::vec3(0.4f), m, 1) : lab.sphere({-2, 0, 0}, 0.4f, m, 1);
                const BodyId b = boxes ? lab.box({0, 0, 0}, glm::vec3(0.4f), m, float(ratio))
                                       : lab.sphere({0, 0, 0}, 0.4f, m, float(ratio));
                lab.world.setLinearVelocity(a, {4, 0, 0});
                lab.world.setLinearVelocity(b, {-1, 0, 0});
                lab.run(1);
                const double impulse = (1 + e) * 5 / (1 + 1 / ratio);
                first.error(std::fabs(lab.velocity(a).x - (4 - impulse)) / 5);
                second.error(ratio * std::fabs(lab.velocity(b).x - (-1 + impulse / ratio)) / 5);
                momentum.error(std::fabs(lab.velocity(a).x + ratio * lab.velocity(b).x - (4 - ratio)) / (4 + ratio));
            }
    report.least("speed of the lighter, error as a share", "", first.value(), {0.003, 0.3});
    report.least("momentum of the heavier, error as a share of the impulse", "", second.value(), {0.005, 0.3});
    report.least("momentum lost, share", "", momentum.value(), {1e-5, 0.01});
}

void glancing(const Setup& setup, Report& report) {
    Worst speed, energy;
    for (const double offset : {0.2, 0.5, 0.8})  // share of the sum of radii
        for (const double ratio : {1.0, 5.0})
            for (const double approach : {2.0, 8.0}) {
                const double r = 0.3, side = offset * 2 * r, mass = ratio;
                const glm::dvec3 normal(std::sqrt(1 - offset * offset), -offset, 0);
                Place lab(setup, weightless(sleepless(setup.settings)));
                const BodyId a = lab.sphere(vec(-2, side, 0), float(r), surface(0, 1), 1);
                const BodyId b = lab.sphere({0, 0, 0}, float(r), surface(0, 1), float(mass));
                lab.world.setLinearVelocity(a, vec(approach, 0, 0));
                lab.run(2.5 / approach);
                const double impulse = 2 * approach * normal.x / (1 + 1 / mass);
                const glm::dvec3 va = glm::dvec3(approach, 0, 0) - impulse * normal, vb = impulse / mass * normal;
                speed.error(std::max(glm::length(lab.velocity(a) - va), mass * glm::length(lab.velocity(b) - vb)) /
                            approach);
                energy.error(std::fabs(lab.energy() / (0.5 * approach * approach) - 1));
            }
    report.least("velocities after glancing blows, worst error as a share", "", speed.value(), {0.02, 0.5});
    report.least("energy gained or lost, share", "", energy.value(), {0.002, 0.2});
}

void offCentreHit(const Setup& setup, Report& report) {
    Worst speed, spin, momentum;
    for (const double offset : {0.1, 0.3, 0.6})
        for (const double e : {0.0, 0.6, 1.0})
            for (const double mass : {0.5, 4.0}) {
                const glm::dvec3 half(0.3, 0.8, 0.4), inertia = boxInertia(half, 2);
                Place lab(setup, weightless(sleepless(setup.settings)));
                const BodyId box = lab.box({0, 0, 0}, half, surface(0, float(e)), 2);
                const BodyId ball = lab.sphere(vec(-1.5, offset, 0), 0.2f, surface(0, float(e)), float(mass));
                lab.world.setLinearVelocity(ball, {5, 0, 0});
                const double impulse = (1 + e) * 5 / (1 / mass + 0.5 + offset * offset / inertia.z);
                for (int i = 0; i < lab.stepsIn(1) && std::fabs(lab.velocity(ball).x - 5) < 1e-3; ++i)
                    lab.step();
                speed.error(std::fabs(lab.velocity(box).x - impulse / 2) / (impulse / 2));
                spin.ratio(lab.spin(box).z, -impulse * offset / inertia.z);
                const glm::dvec3 total = angularMomentum(lab.world, box) +
                    2.0 * glm::cross(lab.position(box), lab.velocity(box)) +
                    mass * glm::cross(lab.position(ball), lab.velocity(ball));
                momentum.error(std::fabs(total.z + mass * 5 * offset) / (mass * 5 * offset));
            }
    report.least("speed of the struck box, error as a share", "", speed.value(), {0.01, 0.3});
    report.expect("spin of the struck box over the exact one", "", spin.value(), 1, {0.01, 0.3});
    report.least("angular momentum lost, share", "", momentum.value(), {0.005, 0.2});
}

// Largest departure of a velocity from what the limit of small gaps gives, as a share of the speed that came in.
double cradle(const Setup& setup, double gap, int moving, double radius) {
    Place lab(setup, weightless(sleepless(setup.settings)));
    std::vector<BodyId> balls;
    const int count = 5;
    for (int i = 0; i < count; ++i) {
        const double start = i < moving ? -0.5 : 0;
        balls.push_back(lab.sphere(vec(start + i * (2 * radius + gap), 0, 0), float(radius), surface(0, 1), 1));
    }
    for (int i = 0; i < moving; ++i)
        lab.world.setLinearVelocity(balls[size_t(i)], {1, 0, 0});
    lab.run(0.5 + 4 * gap + 0.3);
    double worst = 0;
    for (int i = 0; i < count; ++i)
        worst = std::max(worst,
                         glm::length(lab.velocity(balls[size_t(i)]) - glm::dvec3(i >= count - moving ? 1 : 0, 0, 0)));
    return worst;
}

void cradleGaps(const Setup& setup, Report& report) {
    for (const double gap : {0.001, 0.004, 0.02}) {
        Worst worst;
        for (const int moving : {1, 2})
            for (const double radius : {0.05, 0.25})
                worst.error(cradle(setup, gap, moving, radius));
        report.least("gaps of " + std::to_string(int(1000 * gap)) + " mm, worst velocity error as a share", "",
                     worst.value(), {0.02, 0.6});
    }
}

void cradleTouching(const Setup& setup, Report& report) {
    for (const int moving : {1, 2, 3})
        report.least(std::to_string(moving) + " of 5 touching balls, worst velocity error as a share", "",
                     cradle(setup, 0, moving, 0.25), {0.1, 1});
}

// A closed room of static walls with bodies that fly about in it.
struct Crowd {
    Place lab;
    std::vector<BodyId> bodies;

    Crowd(const Setup& setup, bool boxes, double e, double friction, int count, bool walls)
        : lab(setup, weightless(sleepless(setup.settings))) {
        constexpr float kRoom = 3;
        const Material material = surface(float(friction), float(e));
        if (walls)
            for (int axis = 0; axis < 3; ++axis)
                for (const float side : {-1.0f, 1.0f}) {
                    glm::vec3 at(0), half(kRoom + 1);
                    at[axis] = side * (kRoom + 0.5f);
                    half[axis] = 0.5f;
                    lab.fixed(at, half, material);
                }
        Random random(5);
        for (int i = 0; i < count; ++i) {
            const glm::vec3 at = vec(-2.1 + 1.4 * (i % 4), -2.1 + 1.4 * (i / 4 % 4), -2.1 + 1.4 * (i / 16));
            const float size = float(random.range(0.2, 0.45));
            const BodyId id = boxes ? lab.box(at, size * glm::vec3(1, 0.7f, 0.9f), material, 0, random.rotation())
                                    : lab.sphere(at, size, material);
            const float speed = float(random.range(1, 5));
            lab.world.setLinearVelocity(id, speed * random.direction());
            if (boxes) {
                const float spin = float(random.range(0, 4));
                lab.world.setAngularVelocity(id, spin * random.direction());
            }
            bodies.push_back(id);
        }
    }
};

void elasticCrowd(const Setup& setup, Report& report, bool boxes, Limits limits) {
    Crowd crowd(setup, boxes, 1, 0, 48, true);
    const double start = crowd.lab.energy();
    Worst energy;
    for (int i = 0; i < crowd.lab.stepsIn(10); ++i) {
        crowd.lab.step();
        energy.error(std::fabs(crowd.lab.energy() / start - 1));
    }
    bool inside = true;
    for (const BodyId id : crowd.bodies)
        inside &= glm::length(crowd.lab.position(id)) < 6;
    report.least("energy gained or lost in 10 s, share", "", energy.value(), limits);
    report.holds("all stay in the room", inside);
}

void elasticSpheres(const Setup& setup, Report& report) {
    elasticCrowd(setup, report, false, {0.01, 0.5});
}
void elasticBoxes(const Setup& setup, Report& report) {
    elasticCrowd(setup, report, true, {0.01, 0.5});
}

void freeClusters(const Setup& setup, Report& report) {
    // Flung at a point, they meet, rub, bounce and part with nothing around them.
    Worst linear, angular, energy;
    for (const bool boxes : {false, true}) {
        Crowd crowd(setup, boxes, 0.4, 0.5, 64, false);
        World& world = crowd.lab.world;
        for (const BodyId id : crowd.bodies) {
            const glm::vec3 p = world.position(id);
            world.setLinearVelocity(id, glm::vec3(1, 0.5f, 0) - 1.5f * p + 0.8f * glm::cross(glm::vec3(0, 1, 0.3f), p));
        }
        const WorldMeasures before = world.measures();
        double scale = 0;
        for (const BodyId id : crowd.bodies)
            scale += double(world.mass(id)) * crowd.lab.speed(id);
        double most = before.kineticEnergy;
        for (int i = 0; i < crowd.lab.stepsIn(3); ++i) {
            crowd.lab.step();
            most = std::max(most, crowd.lab.energy());
        }
        const WorldMeasures after = world.measures();
        glm::dvec3 p(0), l(0);
        for (int axis = 0; axis < 3; ++axis) {
            p[axis] = after.linearMomentum[axis] - before.linearMomentum[axis];
            l[axis] = after.angularMomentum[axis] - before.angularMomentum[axis];
        }
        const glm::dvec3 l0(before.angularMomentum[0], before.angularMomentum[1], before.angularMomentum[2]);
        linear.error(glm::length(p) / scale);
        angular.error(glm::length(l) / glm::length(l0));
        energy.error(most / before.kineticEnergy - 1);
    }
    report.least("momentum lost by 64 bodies that meet, share", "", linear.value(), {1e-5, 0.01});
    report.least("angular momentum lost, share", "", angular.value(), {2e-3, 0.2});
    report.least("energy gained, share", "", energy.value(), {1e-3, 0.2});
}

const Registration kScenarios[] = {
    Registration({Kind::Collisions, "head_on", "balls and boxes of 1:1 to 1:1000 meet", headOn}),
    Registration({Kind::Collisions, "glancing", "smooth elastic balls meet off their centres", glancing}),
    Registration({Kind::Collisions, "off_centre_hit", "a ball strikes a free box beside its centre", offCentreHit}),
    Registration({Kind::Collisions, "cradle_gaps", "five elastic balls in a row with small gaps", cradleGaps}),
    Registration(
        {Kind::Collisions, "cradle_touching", "the same, touching: against the limit of small gaps", cradleTouching}),
    Registration({Kind::Collisions, "elastic_spheres", "48 elastic balls in a room keep their energy", elasticSpheres}),
    Registration({Kind::Collisions, "elastic_boxes", "48 elastic boxes in a room keep their energy", elasticBoxes}),
    Registration({Kind::Collisions, "free_clusters", "two clouds collapse on themselves: momentum", freeClusters}),
};

}  // namespace

}  // namespace drystone::truth
