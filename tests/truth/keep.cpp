// Sleeping, waking, and the same bits whatever runs them.
#include <algorithm>

#include "truth/place.h"

namespace drystone::truth {

namespace {

void sleepTime(const Setup& setup, Report& report) {
    struct Case {
        const char* name;
        void (*build)(Place&, std::vector<BodyId>&);
    };
    const Case cases[] = {{"a cube",
                           [](Place& lab, std::vector<BodyId>& out) {
                               out.push_back(lab.box({0, 0.5f, 0}, glm::vec3(0.5f)));
                           }},
                          {"a ball",
                           [](Place& lab, std::vector<BodyId>& out) {
                               out.push_back(lab.sphere({0, 0.5f, 0}, 0.5f));
                           }},
                          {"ten cubes",
                           [](Place& lab, std::vector<BodyId>& out) {
                               for (int i = 0; i < 10; ++i)
                                   out.push_back(lab.box({0, 0.5f + float(i), 0}, glm::vec3(0.5f)));
                           }},
                          {"a row of balls", [](Place& lab, std::vector<BodyId>& out) {
                               for (int i = 0; i < 8; ++i)
                                   out.push_back(lab.sphere({float(i), 0.5f, 0}, 0.5f));
                           }}};
    for (const Case& c : cases) {
        Place lab(setup, setup.settings);
        lab.floor();
        std::vector<BodyId> bodies;
        c.build(lab, bodies);
        int steps = 0;
        const auto awake = [&] {
            return std::any_of(bodies.begin(), bodies.end(), [&](BodyId id) { return lab.world.isAwake(id); });
        };
        for (; steps < lab.stepsIn(10) && awake(); ++steps)
            lab.step();
        report.expect(std::string(c.name) + " put down asleep after", "s", steps * lab.dt,
                      double(setup.settings.sleepTime), {0.2, 3});
    }
}

void dropSleeps(const Setup& setup, Report& report) {
    // A heap that fell.
    Place lab(setup, setup.settings);
    lab.floor();
    Random random(4);
    for (int i = 0; i < 24; ++i) {
        const double x = random.range(-1, 1), z = random.range(-1, 1);
        const glm::vec3 at = vec(x, 1 + 0.8 * i, z);
        if (i % 2)
            lab.box(at, {0.3f, 0.2f, 0.4f}, {}, 0, random.rotation());
        else
            lab.box(at, {0.5f, 0.1f, 0.2f}, {}, 0, random.rotation());
    }
    double t = 0;
    for (; t < 30 && lab.world.counters().awakeBodies > 0; t += lab.dt)
        lab.step();
    report.expect("a heap of 24 boxes and planks that fell sleeps after", "s", t, 4, {4, 26});
}

// A stack of three asleep on a static box.
struct Sleepers {
    Place lab;
    BodyId floor;
    std::vector<BodyId> cubes;

    explicit Sleepers(const Setup& setup) : lab(setup, setup.settings), floor(lab.fixed({0, -1, 0}, {5, 1, 5})) {
        for (int i = 0; i < 3; ++i)
            cubes.push_back(lab.box({0, 0.5f + float(i), 0}, glm::vec3(0.5f)));
        lab.run(3);
    }
    bool asleep() const {
        return std::none_of(cubes.begin(), cubes.end(), [&](BodyId id) { return lab.world.isAwake(id); });
    }
    bool awake() const {
        return std::all_of(cubes.begin(), cubes.end(), [&](BodyId id) { return lab.world.isAwake(id); });
    }
};

void supportGoes(const Setup& setup, Report& report) {
    Worst fall;
    bool slept = true;
    for (const int way : {0, 1, 2, 3}) {
        Sleepers s(setup);
        slept &= s.asleep();
        const double from = s.lab.position(s.cubes[2]).y;
        if (way == 0)
            s.lab.world.destroyBody(s.floor);
        if (way == 1)
            s.lab.world.setTransform(s.floor, {0, -50, 0}, kIdentityRotation);
        if (way == 2) {
            std::vector<ShapeId> shapes;
            s.lab.world.shapesOf(s.floor, shapes);
            s.lab.world.destroyShape(shapes.front());
        }
        if (way == 3) {
            std::vector<ShapeId> shapes;
            s.lab.world.shapesOf(s.floor, shapes);
            s.lab.world.setFilter(shapes.front(), {.mask = 0});
        }
        s.lab.run(0.5);
        const double t = s.lab.stepsIn(0.5) * double(float(s.lab.dt));
        fall.ratio(from - s.lab.position(s.cubes[2]).y, 0.5 * kGravity * t * t);
    }
    report.holds("a stack of three sleeps", slept);
    report.expect("its support destroyed, moved, stripped or filtered: fall in 0.5 s over g t^2 / 2", "", fall.value(),
                  1, {0.01, 1});
}

void wakeCauses(const Setup& setup, Report& report) {
    const auto wakes = [&](const char* name, void (*cause)(Sleepers&)) {
        Sleepers s(setup);
        const bool slept = s.asleep();
        cause(s);
        s.lab.run(0.05);
        report.holds(std::string(name) + " wakes the stack", slept && s.awake());
    };
    wakes("an impulse on the top", [](Sleepers& s) { s.lab.world.applyImpulse(s.cubes[2], {50, 0, 0}); });
    wakes("a force on the foot", [](Sleepers& s) { s.lab.world.applyForce(s.cubes[0], {500, 0, 0}); });
    wakes("a velocity", [](Sleepers& s) { s.lab.world.setLinearVelocity(s.cubes[1], {0.2f, 0, 0}); });
    wakes("changed gravity", [](Sleepers& s) {
        WorldSettings settings = s.lab.world.settings();
        settings.gravity = {1, -9, 0};
        s.lab.world.setSettings(settings);
    });
    wakes("a removed middle", [](Sleepers& s) {
        s.lab.world.destroyBody(s.cubes[1]);
        s.cubes.erase(s.cubes.begin() + 1);
        s.cubes.erase(s.cubes.begin());  // what lay below has no cause to wake
    });
    wakes("a ball that strikes it", [](Sleepers& s) {
        const BodyId ball = s.lab.sphere({0.8f, 1.5f, 0}, 0.2f);
        s.lab.world.setLinearVelocity(ball, {-8, 0, 0});
    });
    wakes("a kinematic ram that arrives", [](Sleepers& s) {
        const BodyId ram = s.lab.kinematic({0.72f, 0.5f, 0}, {0.2f, 0.2f, 0.2f});
        s.lab.world.setLinearVelocity(ram, {-1, 0, 0});
    });
}

void sleepsOn(const Setup& setup, Report& report) {
    // What does not concern them leaves sleepers alone, to the bit.
    Sleepers s(setup);
    const bool slept = s.asleep();
    const Transform before = s.lab.world.transform(s.cubes[2]);
    const BodyId other = s.lab.box({3, 4, 0}, glm::vec3(0.3f));
    s.lab.run(3);
    const Transform after = s.lab.world.transform(s.cubes[2]);
    report.holds("a body that falls beside them does not wake them", slept && s.asleep());
    report.holds("sleepers do not move", before.position == after.position && before.rotation == after.rotation);
    report.holds("the one that fell sleeps too", !s.lab.world.isAwake(other));
}

void apexAwake(const Setup& setup, Report& report) {
    // Slow, but not at rest: on top of its flight, and on its edge.
    Place lab(setup, setup.settings);
    lab.floor();
    const BodyId thrown = lab.sphere({5, 1, 0}, 0.3f);
    lab.world.setLinearVelocity(thrown, {0, 9, 0});
    // Balance is at atan(0.2); it speeds up beyond the default sleep threshold before the sleep time is over.
    const double lean = 0.03;
    const BodyId leaning = lab.box(vec(0, std::hypot(1.5, 0.3) * std::cos(lean), 0), {0.3f, 1.5f, 0.3f}, {}, 0,
                                   turn(-(std::atan(0.2) + lean), {0, 0, 1}));
    bool awake = true;
    for (int i = 0; i < lab.stepsIn(1.5); ++i) {
        lab.step();
        awake &= lab.world.isAwake(thrown);
    }
    lab.run(5);
    report.holds("a ball thrown up is awake at its apex", awake);
    report.holds("a tall box left just beyond balance on its edge falls", tiltOf(lab.world, leaning) > 1);
}

std::vector<uint64_t> hashes(const Setup& setup, int threads, SimdLevel simd) {
    Place lab(setup, setup.settings, threads, simd);
    lab.floor(surface(0.5f));
    Random random(6);
    for (int i = 0; i < 120; ++i) {
        const double x = random.range(-2, 2), z = random.range(-2, 2);
        const glm::vec3 at = vec(x, 0.6 + 0.25 * i, z);
        if (i % 2) {
            const double width = random.range(0.1, 0.5), height = random.range(0.1, 0.5);
            lab.box(at, vec(width, height, 0.3), surface(0.5f, 0.2f), 0, random.rotation());
        } else {
            lab.sphere(at, float(random.range(0.1, 0.4)), surface(0.4f, 0.6f));
        }
    }
    std::vector<uint64_t> out;
    for (int i = 0; i < lab.stepsIn(4); ++i) {
        lab.step();
        out.push_back(lab.world.stateHash());
    }
    return out;
}

void sameBits(const Setup& setup, Report& report) {
    const std::vector<uint64_t> first = hashes(setup, 1, SimdLevel::Auto);
    report.holds("a second run gives the same bits", first == hashes(setup, 1, SimdLevel::Auto));
    report.holds("2 threads", first == hashes(setup, 2, SimdLevel::Auto));
    report.holds("4 threads", first == hashes(setup, 4, SimdLevel::Auto));
    report.holds("one lane", first == hashes(setup, 1, SimdLevel::Scalar));
    report.holds("four lanes", first == hashes(setup, 1, SimdLevel::Sse2));
    report.holds("the states differ from step to step", first.front() != first.back());
}

const Registration kScenarios[] = {
    Registration({Kind::Keep, "sleep_time", "what is put down sleeps within 0.7 s", sleepTime}),
    Registration({Kind::Keep, "heap_sleeps", "a heap that fell comes to rest and sleeps", dropSleeps}),
    Registration({Kind::Keep, "support_goes", "sleepers fall when their support goes, however it goes", supportGoes}),
    Registration({Kind::Keep, "wake_causes", "everything that should wake a stack does", wakeCauses}),
    Registration({Kind::Keep, "sleeps_on", "what does not concern sleepers leaves them alone", sleepsOn}),
    Registration({Kind::Keep, "slow_not_asleep", "slow moments of moving bodies are no rest", apexAwake}),
    Registration({Kind::Keep, "same_bits", "the same bits for every run, thread count and instruction set", sameBits}),
};

}  // namespace

}  // namespace drystone::truth
