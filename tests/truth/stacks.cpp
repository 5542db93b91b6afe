// What stands by weight and friction, for a minute, with sleeping off.
#include <algorithm>

#include "truth/place.h"

namespace drystone::truth {

namespace {

constexpr double kMinute = 60;

double millimetres(double metres) {
    return 1000 * metres;
}

// How a tower ended, and its worst moments. Lengths in m.
struct Outcome {
    double drift = 0, sunk = 0, overlap = 0, tilt = 0, speed = 0;
};

// Watches bodies that should stay where they are. The overlap counts from the end of the first second, the speed in the
// last one.
Outcome watch(Place& lab, const std::vector<BodyId>& bodies, double seconds) {
    std::vector<glm::dvec3> from;
    for (const BodyId id : bodies)
        from.push_back(lab.position(id));
    Outcome out;
    const int steps = lab.stepsIn(seconds), second = lab.stepsIn(1);
    for (int i = 0; i < steps; ++i) {
        lab.step();
        if (i >= second)
            out.overlap = std::max(out.overlap, double(lab.world.measures().maxPenetration));
        if (i >= steps - second)
            for (const BodyId id : bodies)
                out.speed = std::max(out.speed, lab.speed(id));
    }
    for (size_t i = 0; i < bodies.size(); ++i) {
        const glm::dvec3 moved = lab.position(bodies[i]) - from[i];
        out.drift = std::max(out.drift, across(moved));
        out.sunk = std::max(out.sunk, -moved.y);
        out.tilt = std::max(out.tilt, tiltOf(lab.world, bodies[i]));
    }
    return out;
}

std::vector<BodyId> stack(Place& lab, int count, glm::vec3 half, const Material& material = {}) {
    std::vector<BodyId> out;
    for (int i = 0; i < count; ++i)
        out.push_back(lab.box({0, half.y * float(2 * i + 1), 0}, half, material));
    return out;
}

void reportStack(const Setup& setup, Report& report, int count, Limits drift, Limits sunk, Limits overlap) {
    Place lab(setup);
    lab.floor();
    const Outcome out = watch(lab, stack(lab, count, glm::vec3(0.5f)), kMinute);
    report.least("worst drift in a minute", "mm", millimetres(out.drift), drift);
    report.least("the top sinks", "mm", millimetres(out.sunk), sunk);
    report.least("deepest overlap", "mm", millimetres(out.overlap), overlap);
}

void stack10(const Setup& setup, Report& report) {
    reportStack(setup, report, 10, {0.13, 50}, {10, 500}, {1.6, 20});
}
void stack20(const Setup& setup, Report& report) {
    reportStack(setup, report, 20, {1, 200}, {20, 1000}, {2, 50});
}
void stack50(const Setup& setup, Report& report) {
    reportStack(setup, report, 50, {5, 500}, {50, 2000}, {4, 100});
}

void stackRates(const Setup& setup, Report& report) {
    Worst drift, sunk;
    for (const double hertz : {30.0, 120.0, 240.0}) {
        Setup own = setup;
        own.hertz = setup.hertz / 60 * hertz;
        Place lab(own);
        lab.floor();
        const Outcome out = watch(lab, stack(lab, 8, glm::vec3(0.5f)), 20);
        drift.error(millimetres(out.drift));
        sunk.error(millimetres(out.sunk));
    }
    report.least("8 cubes at 30, 120 and 240 Hz: drift in 20 s", "mm", drift.value(), {0.5, 100});
    report.least("the top sinks", "mm", sunk.value(), {10, 500});
}

void stackVaryingStep(const Setup& setup, Report& report) {
    Place lab(setup);
    lab.floor();
    const std::vector<BodyId> cubes = stack(lab, 8, glm::vec3(0.5f));
    Random random(2);
    for (double t = 0; t < 20;) {
        const double dt = random.range(0.3, 2) * lab.dt;
        lab.world.step(float(dt));
        t += dt;
    }
    report.least("8 cubes in frame times of 5 to 33 ms: drift in 20 s", "mm",
                 millimetres(across(lab.position(cubes.back()))), {0.5, 100});
    report.least("the top sinks", "mm", millimetres(7.5 - lab.position(cubes.back()).y), {10, 500});
}

void scaledStack(const Setup& setup, Report& report, float side) {
    Place lab(setup);
    lab.floor();
    const Outcome out = watch(lab, stack(lab, 10, glm::vec3(0.5f * side)), 30);
    report.least("drift, share of a side", "", out.drift / double(side), {0.005, 0.5});
    report.least("the top sinks, share of a side", "", out.sunk / double(side), {0.05, 1});
    report.least("deepest overlap, share of a side", "", out.overlap / double(side), {0.01, 0.3});
}
void stackSmall(const Setup& setup, Report& report) {
    scaledStack(setup, report, 0.01f);
}
void stackLarge(const Setup& setup, Report& report) {
    scaledStack(setup, report, 10);
}

void plates30(const Setup& setup, Report& report) {
    Place lab(setup);
    lab.floor();
    const Outcome out = watch(lab, stack(lab, 30, {0.5f, 0.02f, 0.5f}), kMinute);
    report.least("30 plates of 4 cm: deepest overlap", "mm", millimetres(out.overlap), {4, 40});
    report.least("the top sinks", "mm", millimetres(out.sunk), {30, 600});
    report.least("drift", "mm", millimetres(out.drift), {2, 500});
}

void crookedStack(const Setup& setup, Report& report) {
    Worst lean, moved;
    bool stands = true;
    for (uint32_t seed = 1; seed <= 4; ++seed) {
        Place lab(setup);
        lab.floor();
        Random random(seed);
        std::vector<BodyId> cubes;
        double y = 0;
        for (int i = 0; i < 8; ++i) {
            y += random.range(0.003, 0.02);
            const double x = random.range(-0.06, 0.06), z = random.range(-0.06, 0.06);
            cubes.push_back(
                lab.box(vec(x, y + 0.5, z), glm::vec3(0.5f), {}, 0, turn(random.range(-0.3, 0.3), {0, 1, 0})));
            y += 1;
        }
        lab.run(2);
        const glm::dvec3 from = lab.position(cubes.back());
        lab.run(kMinute);
        stands &= lab.position(cubes.back()).y > 7;
        moved.error(millimetres(across(lab.position(cubes.back()) - from)));
        lean.error(tiltOf(lab.world, cubes.back()) / radians(1));
    }
    report.holds("4 stacks of 8 built crooked, with gaps and turns, stand", stands);
    report.least("the top moves in a minute", "mm", moved.value(), {2, 300});
    report.least("the top leans", "deg", lean.value(), {0.1, 10});
}

// Sleeping bodies aside, rows of a triangle, each cube on two.
Outcome pyramid(const Setup& setup, int rows, double seconds) {
    Place lab(setup);
    lab.floor({}, 200);
    std::vector<BodyId> cubes;
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < rows - row; ++i)
            cubes.push_back(lab.box(vec(1.02 * (i + 0.5 * row - 0.5 * rows), row + 0.5, 0), glm::vec3(0.5f)));
    return watch(lab, cubes, seconds);
}

void pyramid20(const Setup& setup, Report& report) {
    const Outcome out = pyramid(setup, 20, 20);
    report.least("210 cubes in 20 rows: worst drift in 20 s", "mm", millimetres(out.drift), {2, 200});
    report.least("worst sinking", "mm", millimetres(out.sunk), {20, 1000});
    report.least("deepest overlap", "mm", millimetres(out.overlap), {2, 50});
}
void pyramid100(const Setup& setup, Report& report) {
    const Outcome out = pyramid(setup, 100, 25);
    report.holds("5,050 cubes in 100 rows stand for 25 s", out.tilt < 0.5 && out.sunk < 5);
    report.least("worst drift", "mm", millimetres(out.drift), {20, 1000});
    report.least("worst sinking", "mm", millimetres(out.sunk), {100, 5000});
}

void cardHouse(const Setup& setup, Report& report) {
    Worst moved;
    bool stands = true;
    for (const int levels : {1, 2, 3}) {
        constexpr double kLength = 1, kThick = 0.03, kGap = 0.004;
        const Material card = surface(0.8f);
        // The lean at which a pair is as wide as a card is long.
        double low = 0, high = 0.7;
        for (int i = 0; i < 50; ++i) {
            const double a = 0.5 * (low + high);
            (kThick * std::cos(a) + kLength * std::sin(a) < 0.5 * (kLength - kGap) ? low : high) = a;
        }
        const double height = kThick * std::sin(low) + kLength * std::cos(low);
        const double offset = 0.5 * (kThick * std::cos(low) + kLength * std::sin(low));
        const glm::vec3 half = vec(0.5 * kThick, 0.5 * kLength, 0.35);
        Place lab(setup);
        lab.floor(card);
        std::vector<BodyId> cards;
        double y = 0;
        for (int level = 0; level < levels; ++level) {
            const int pairs = levels - level;
            for (int i = 0; i < pairs; ++i)
                for (const double side : {-1.0, 1.0})
                    cards.push_back(lab.box(vec(kLength * (i - 0.5 * (pairs - 1)) + side * offset, y + 0.5 * height, 0),
                                            half, card, 0, turn(side * low, {0, 0, 1})));
            y += height;
            for (int i = 0; i + 1 < pairs; ++i)
                cards.push_back(lab.box(vec(kLength * (i - 0.5 * (pairs - 2)), y + 0.5 * kThick, 0),
                                        vec(0.5 * (kLength - kGap), 0.5 * kThick, 0.35), card));
            y += kThick;
        }
        const Outcome out = watch(lab, cards, kMinute);
        moved.error(millimetres(std::max(out.drift, out.sunk)));
        stands &= out.sunk < 0.3;
    }
    report.holds("houses of one, two and three levels stand", stands);
    report.least("a card moves in a minute", "mm", moved.value(), {5, 300});
}

void jenga(const Setup& setup, Report& report) {
    Worst sunk, drift;
    for (const int pulled : {0, 6}) {
        Place lab(setup);
        lab.floor(surface(0.5f));
        const glm::vec3 half{0.375f, 0.075f, 0.124f};
        std::vector<BodyId> blocks;
        for (int level = 0; level < 18; ++level)
            for (int i = -1; i <= 1; ++i) {
                // Middle blocks go from every second level, from the bottom up.
                if (i == 0 && level % 2 == 1 && level / 2 < pulled)
                    continue;
                const float y = half.y * float(2 * level + 1), side = 0.25f * float(i);
                blocks.push_back(level % 2 == 0 ? lab.box({0, y, side}, half, surface(0.5f))
                                                : lab.box({side, y, 0}, {half.z, half.y, half.x}, surface(0.5f)));
            }
        const Outcome out = watch(lab, blocks, 30);
        sunk.error(millimetres(out.sunk));
        drift.error(millimetres(out.drift));
    }
    report.least("18 levels, whole and with 6 blocks pulled: worst sinking in 30 s", "mm", sunk.value(), {10, 1000});
    report.least("worst drift", "mm", drift.value(), {3, 500});
}

void wallHit(const Setup& setup, Report& report) {
    Worst energy, below;
    bool ends = true;
    for (const float speed : {10.0f, 25.0f, 40.0f}) {
        Place lab(setup);
        lab.floor({}, 1000);  // bricks fly far
        const glm::vec3 half{0.2f, 0.25f, 0.5f};
        std::vector<BodyId> bricks;
        for (int row = 0; row < 8; ++row)
            for (int i = 0; i < 10; ++i)
                bricks.push_back(
                    lab.box({0, half.y * float(2 * row + 1), -4.75f + float(i) + (row % 2 ? 0.5f : 0.0f)}, half));
        const BodyId ball = lab.sphere({-6, 2, 0.1f}, 0.5f, {}, 1500);
        lab.run(1);
        const glm::vec3 far = lab.world.position(bricks[0]);
        lab.world.setTransform(ball, {-6, 2, 0.1f}, kIdentityRotation);
        lab.world.setLinearVelocity(ball, {speed, 2, 0});
        const double start = lab.energy();
        for (int i = 0; i < lab.stepsIn(5); ++i) {
            lab.step();
            energy.error(std::max(0.0, lab.energy() / start - 1));
            for (const BodyId id : bricks)
                below.error(millimetres(std::max(0.0, -lab.position(id).y)));
        }
        ends &= glm::length(lab.world.position(bricks[0]) - far) < 0.5f;
    }
    report.least("walls hit at 10, 25 and 40 m/s: energy gained, share", "", energy.value(), {0.002, 0.3});
    report.least("a brick's centre below the floor", "mm", below.value(), {1, 250});
    report.holds("the foot of the wall's end stays", ends);
}

std::vector<BodyId> sphereBlock(Place& lab, double drop, const Material& material) {
    std::vector<BodyId> balls;
    for (int y = 0; y < 6; ++y)
        for (int z = 0; z < 6; ++z)
            for (int x = 0; x < 6; ++x)
                balls.push_back(lab.sphere(vec(0.2 * x, drop + 0.1 + 0.2 * y, 0.2 * z), 0.1f, material));
    return balls;
}

void sphereBlockOverlap(const Setup& setup, Report& report) {
    Worst deepest;
    for (const double drop : {0.5, 2.0}) {
        Place lab(setup);
        lab.floor(surface(0.5f));
        const std::vector<BodyId> balls = sphereBlock(lab, drop, surface(0.5f));
        for (int step = 0; step < lab.stepsIn(3); ++step) {
            lab.step();
            for (size_t i = 0; i < balls.size(); ++i) {
                const glm::vec3 p = lab.world.position(balls[i]);
                deepest.error(millimetres(std::max(0.0, 0.1 - double(p.y))));
                for (size_t j = 0; j < i; ++j)
                    deepest.error(
                        millimetres(std::max(0.0, 0.2 - double(glm::length(p - lab.world.position(balls[j]))))));
            }
        }
    }
    report.least("216 spheres of 10 cm dropped in a block, worst overlap", "mm", deepest.value(), {10, 103});
}

void sphereBlockElastic(const Setup& setup, Report& report) {
    Worst energy;
    for (const double drop : {0.5, 2.0}) {
        Place lab(setup);
        lab.floor(surface(0));
        sphereBlock(lab, drop, surface(0, 1));
        const double start = lab.energy();
        lab.run(4);
        energy.ratio(lab.energy(), start);
    }
    report.expect("the same, elastic: energy after 4 s over that of the start", "", energy.value(), 1, {0.01, 0.5});
}

void deepOverlap(const Setup& setup, Report& report) {
    Worst left, fastest;
    bool apart = true;
    for (const bool boxes : {false, true})
        for (const double share : {0.3, 0.7, 0.95}) {
            Place lab(setup, weightless(sleepless(setup.settings)));
            const double gap = 2 * 0.5 * (1 - share);
            std::vector<BodyId> bodies;
            for (int i = 0; i < 3; ++i)
                bodies.push_back(boxes ? lab.box(vec(gap * i, 0, 0), glm::vec3(0.5f))
                                       : lab.sphere(vec(gap * i, 0, 0), 0.5f));
            for (int i = 0; i < lab.stepsIn(4); ++i) {
                lab.step();
                for (const BodyId id : bodies)
                    fastest.error(lab.speed(id));
            }
            for (const BodyId id : bodies)
                left.error(lab.speed(id));
            apart &= lab.position(bodies[1]).x - lab.position(bodies[0]).x > 0.97 &&
                lab.position(bodies[2]).x - lab.position(bodies[1]).x > 0.97;
        }
    report.holds("three that overlap by up to 95 % are apart after 4 s", apart);
    report.least("speed that is left", "m/s", left.value(), {0.02, 3});
    report.least("fastest on the way", "m/s", fastest.value(), {3.1, 30});
}

const Registration kScenarios[] = {
    Registration({Kind::Stacks, "stack_10", "ten cubes of 1 m for a minute", stack10}),
    Registration({Kind::Stacks, "stack_20", "twenty cubes of 1 m for a minute", stack20}),
    Registration({Kind::Stacks, "stack_50", "fifty cubes of 1 m for a minute", stack50}),
    Registration({Kind::Stacks, "stack_rates", "eight cubes at 30, 120 and 240 Hz", stackRates}),
    Registration({Kind::Stacks, "stack_varying_step", "eight cubes in frame times that vary", stackVaryingStep}),
    Registration({Kind::Stacks, "stack_small", "ten cubes of 1 cm", stackSmall}),
    Registration({Kind::Stacks, "stack_large", "ten cubes of 10 m", stackLarge}),
    Registration({Kind::Stacks, "plates_30", "thirty plates of 4 cm", plates30}),
    Registration({Kind::Stacks, "crooked_stack", "stacks built crooked stand and do not creep", crookedStack}),
    Registration({Kind::Stacks, "pyramid_20", "a flat pyramid of 20 rows", pyramid20}),
    Registration({Kind::Stacks, "pyramid_100", "a flat pyramid of 100 rows", pyramid100, true}),
    Registration({Kind::Stacks, "card_house", "houses of leaning cards", cardHouse}),
    Registration({Kind::Stacks, "jenga", "a tower of crossed blocks", jenga}),
    Registration({Kind::Stacks, "wall_hit", "a ball is thrown at walls of bricks", wallHit}),
    Registration({Kind::Stacks, "sphere_block", "216 spheres fall in a block: overlap", sphereBlockOverlap}),
    Registration({Kind::Stacks, "sphere_block_elastic", "the same, elastic: energy", sphereBlockElastic}),
    Registration({Kind::Stacks, "deep_overlap", "bodies made inside each other part calmly", deepOverlap}),
};

}  // namespace

}  // namespace drystone::truth
