// Fast bodies, seams between flush bodies, near misses.
#include <algorithm>

#include "truth/place.h"

namespace drystone::truth {

namespace {

// Bodies thrown at a wall 5 cm thick across x = 0; how many end up behind it.
int throughWall(const Setup& setup, const std::vector<double>& speeds, bool boxes) {
    int lost = 0;
    Random random(9);
    for (const double speed : speeds)
        for (int i = 0; i < 20; ++i) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            lab.fixed({0, 0, 0}, {0.025f, 60, 60});
            const double size = random.range(0.03, 0.2);
            const glm::vec3 from = vec(-random.range(1, 9), 0, 0);
            const BodyId id = boxes
                ? lab.add({.position = from, .rotation = random.rotation()}, {Box{vec(size, 0.6 * size, 0.8 * size)}})
                : lab.sphere(from, float(size));
            const double up = random.range(-0.7, 0.7), aside = random.range(-0.7, 0.7);
            const glm::vec3 heading = glm::normalize(vec(1, up, aside));
            lab.world.setLinearVelocity(id, float(speed) * heading);
            if (boxes) {
                const float spin = float(random.range(0, 20));
                lab.world.setAngularVelocity(id, spin * random.direction());
            }
            lab.run(20 / speed + 0.1);
            lost += lab.position(id).x > -0.5 * size;
        }
    return lost;
}

const std::vector<double> kWallSpeeds = {5, 10, 20, 50, 100, 200, 500, 1000};

void thinWallSpheres(const Setup& setup, Report& report) {
    report.least("lost through a wall of 5 cm at 5 to 1000 m/s, of 160", "", throughWall(setup, kWallSpeeds, false),
                 {0.5, 60});
}
void thinWallBoxes(const Setup& setup, Report& report) {
    report.least("lost through a wall of 5 cm at 5 to 1000 m/s, of 160", "", throughWall(setup, kWallSpeeds, true),
                 {0.5, 60});
}

void thinFloor(const Setup& setup, Report& report) {
    int lost = 0;
    for (const double speed : {10.0, 30.0, 100.0, 1000.0})
        for (int i = 0; i < 10; ++i) {
            Random random(uint32_t(i + 1));
            Setup own = setup;
            own.hertz = setup.hertz * 50 / 60;
            Place lab(own);
            // So wide that what a corner throws aside does not leave it over the edge.
            lab.fixed({0, -0.025f, 0}, {1000, 0.025f, 1000});
            const glm::vec3 from = vec(0, random.range(0.5, 3), 0);
            const BodyId cube =
                lab.add({.position = from, .rotation = random.rotation()}, {Box{glm::vec3(0.05f)}, {}, 40});
            const BodyId ball = lab.sphere(from + glm::vec3(3, 0, 0), 0.1f);
            for (const BodyId id : {cube, ball})
                lab.world.setLinearVelocity(id, vec(0, -speed, 0));
            lab.run(1);
            for (const BodyId id : {cube, ball})
                lost += lab.position(id).y < 0;
        }
    report.least("lost through a floor of 5 cm at 10 to 1000 m/s, of 80", "", lost, {0.5, 30});
}

void rodEnd(const Setup& setup, Report& report) {
    int lost = 0;
    for (const double spin : {10.0, 30.0, 60.0, 120.0}) {
        Place lab(setup, weightless(sleepless(setup.settings)));
        lab.fixed({0, 0, 0}, {0.02f, 5, 5});
        const BodyId rod = lab.box({-0.7f, 0, 0}, {0.04f, 1, 0.04f});
        lab.world.setAngularVelocity(rod, vec(0, 0, -spin));
        bool through = false;
        for (int i = 0; i < lab.stepsIn(1); ++i) {
            lab.step();
            for (const double end : {-1.0, 1.0}) {
                const glm::dvec3 tip = lab.position(rod) + glm::dquat(lab.world.rotation(rod)) * glm::dvec3(0, end, 0);
                through |= tip.x > 0.06;
            }
        }
        lost += through;
    }
    report.least("ends of spinning rods through a wall of 4 cm, of 4", "", lost, {0.5, 4});
}

void ballBetweenWalls(const Setup& setup, Report& report) {
    Worst share, speedKept;
    for (const double gap : {1.5, 2.5, 5.0})
        for (const double speed : {30.0, 60.0}) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            const Material elastic = surface(0, 1);
            for (const double side : {-1.0, 1.0})
                lab.fixed(vec(side * (0.5 * gap + 0.2 + 0.5), 0, 0), {0.5f, 5, 5}, elastic);
            const BodyId ball = lab.sphere({0, 0, 0}, 0.2f, elastic);
            lab.world.setLinearVelocity(ball, vec(speed, 0, 0));
            int hits = 0;
            double last = speed;
            for (int i = 0; i < lab.stepsIn(5); ++i) {
                lab.step();
                const double now = lab.velocity(ball).x;
                hits += now * last < 0;
                last = now;
            }
            share.ratio(hits, std::floor(5 * speed / gap + 0.5));
            speedKept.ratio(lab.speed(ball), speed);
        }
    report.expect("hits in 5 s over distance / gap", "", share.value(), 1, {0.016, 0.9});
    report.expect("speed kept", "", speedKept.value(), 1, {0.002, 0.5});
}

// A floor of flush tiles, 1 m by 1 m.
void tiles(Place& lab, const Material& material) {
    for (int x = -2; x < 24; ++x)
        for (int z = -6; z < 7; ++z)
            lab.fixed(vec(x, -0.5, z), glm::vec3(0.5f), material);
}

struct Crossing {
    double lost, up, aside;
};

Crossing crossTiles(const Setup& setup, bool box, double size, double speed, double degrees, double friction,
                    bool rolling) {
    Place lab(setup);
    const Material material = surface(float(friction));
    tiles(lab, material);
    const BodyId id = box ? lab.box(vec(0.1, 0.5 * size, 0.13), vec(size, 0.5 * size, 0.8 * size), material)
                          : lab.sphere(vec(0.1, size, 0.13), float(size), material);
    lab.run(0.3);
    const double height = lab.position(id).y;
    const glm::dvec3 along(std::cos(radians(degrees)), 0, std::sin(radians(degrees)));
    lab.world.setLinearVelocity(id, speed * along);
    if (rolling)
        lab.world.setAngularVelocity(id, speed / size * glm::cross(glm::dvec3(0, 1, 0), along));
    double up = 0;
    for (int i = 0; i < lab.stepsIn(14 / speed); ++i) {
        lab.step();
        up = std::max(up, lab.position(id).y - height);
    }
    const glm::dvec3 v = lab.velocity(id);
    return {1 - glm::dot(v, along) / speed, 1000 * up, across(v - glm::dot(v, along) * along) / speed};
}

void reportCrossings(const Setup& setup, Report& report, bool box, double friction, bool rolling) {
    Worst lost, up, aside;
    for (const double size : {0.1, 0.3})
        for (const double speed : {2.0, 6.0, 15.0})
            for (const double degrees : {0.0, 9.0}) {
                const Crossing c = crossTiles(setup, box, size, speed, degrees, friction, rolling);
                lost.error(std::fabs(c.lost));
                up.error(c.up);
                aside.error(c.aside);
            }
    report.least("speed lost or gained over 14 m of flush boxes, share", "", lost.value(), {0.005, 0.98});
    report.least("highest bump", "mm", up.value(), {0.5, 50});
    report.least("velocity to the side, share", "", aside.value(), {0.005, 0.3});
}

void seamSphereSlides(const Setup& setup, Report& report) {
    reportCrossings(setup, report, false, 0, false);
}
void seamSphereRolls(const Setup& setup, Report& report) {
    reportCrossings(setup, report, false, 0.5, true);
}
void seamBox(const Setup& setup, Report& report) {
    reportCrossings(setup, report, true, 0, false);
}

// Passes the edge of a static box, which is the line x = y = 0, at the distance of a centimetre.
double missEdge(const Setup& setup, bool box, double degrees, double speed) {
    Place lab(setup, weightless(sleepless(setup.settings)));
    lab.fixed({-3, -3, 0}, {3, 3, 3});
    const double a = radians(degrees), size = 0.25;
    const glm::dvec3 along(std::cos(a), -std::sin(a), 0), out(std::sin(a), std::cos(a), 0);
    const glm::dvec3 from = (size + 0.01) * out - 3.03 * along;
    const BodyId id =
        box ? lab.box(from, glm::vec3(float(size)), {}, 1, turn(-a, {0, 0, 1})) : lab.sphere(from, float(size), {}, 1);
    lab.world.setLinearVelocity(id, speed * along);
    lab.run(6 / speed);
    return glm::length(lab.velocity(id) - speed * along) / speed + glm::length(lab.spin(id)) * size / speed;
}

void reportMisses(const Setup& setup, Report& report, bool box) {
    for (const double speed : {3.0, 12.0, 50.0}) {
        Worst change;
        for (const double degrees : {0.0, 20.0, 45.0, 65.0, 90.0})
            change.error(missEdge(setup, box, degrees, speed));
        report.least("1 cm beside an edge at " + std::to_string(int(speed)) + " m/s, change of velocity, share", "",
                     change.value(), {1e-3, 0.22});
    }
}
void nearMissSphere(const Setup& setup, Report& report) {
    reportMisses(setup, report, false);
}
void nearMissBox(const Setup& setup, Report& report) {
    reportMisses(setup, report, true);
}

void passingBodies(const Setup& setup, Report& report) {
    // Two in flight that pass a centimetre from each other.
    Worst change;
    for (const bool box : {false, true})
        for (const double speed : {2.0, 10.0, 40.0}) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            BodyId ids[2];
            for (const int i : {0, 1}) {
                const double side = i ? 1 : -1;
                const glm::vec3 at = vec(-2.02 * side, 0.205 * side, 0);
                ids[i] = box ? lab.box(at, glm::vec3(0.2f), {}, 1) : lab.sphere(at, 0.2f, {}, 1);
                lab.world.setLinearVelocity(ids[i], vec(speed * side, 0, 0));
            }
            lab.run(4 / speed);
            for (const int i : {0, 1})
                change.error(glm::length(lab.velocity(ids[i]) - glm::dvec3(i ? speed : -speed, 0, 0)) / speed);
        }
    report.least("two that pass at 1 cm, change of velocity, share", "", change.value(), {1e-3, 0.5});
}

const Registration kScenarios[] = {
    Registration({Kind::Fast, "thin_wall_spheres", "balls of 3 to 20 cm thrown at a thin wall", thinWallSpheres}),
    Registration({Kind::Fast, "thin_wall_boxes", "turning boxes thrown at a thin wall", thinWallBoxes}),
    Registration({Kind::Fast, "thin_floor", "cubes and balls thrown down at a thin floor at 50 Hz", thinFloor}),
    Registration({Kind::Fast, "rod_end", "the ends of spinning rods meet a thin wall", rodEnd}),
    Registration(
        {Kind::Fast, "ball_between_walls", "a fast elastic ball between two walls misses no hit", ballBetweenWalls}),
    Registration({Kind::Fast, "seam_sphere_slides", "smooth balls over a floor of flush boxes", seamSphereSlides}),
    Registration({Kind::Fast, "seam_sphere_rolls", "balls roll over a floor of flush boxes", seamSphereRolls}),
    Registration({Kind::Fast, "seam_box", "smooth boxes over a floor of flush boxes", seamBox}),
    Registration({Kind::Fast, "near_miss_sphere", "balls pass an edge without touching", nearMissSphere}),
    Registration({Kind::Fast, "near_miss_box", "boxes pass an edge without touching", nearMissBox}),
    Registration({Kind::Fast, "passing_bodies", "two moving bodies pass without touching", passingBodies}),
};

}  // namespace

}  // namespace drystone::truth
