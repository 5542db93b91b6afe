// Force fields: what each integrator makes of an orbit and of drag, and how the hook behaves.
#include "support/lab.h"

#include <utility>

using namespace drystone;
using namespace drystone::lab;

namespace {

constexpr PositionIntegrator kVerlet = PositionIntegrator::VelocityVerlet;
constexpr PositionIntegrator kSemiImplicit = PositionIntegrator::SemiImplicitEuler;
constexpr PositionIntegrator kExplicit = PositionIntegrator::ExplicitEuler;
constexpr PositionIntegrator kRungeKutta = PositionIntegrator::RungeKutta4;

constexpr float kAttraction = 100;  // m^3/s^2

glm::vec3 centralField(void*, const ForceFieldPoint& p) {
    const float r = glm::length(p.position);
    return p.position * (-kAttraction / (r * r * r));
}

WorldSettings settingsFor(PositionIntegrator integrator, glm::vec3 gravity = glm::vec3(0)) {
    WorldSettings settings;
    settings.gravity = gravity;
    settings.integrator = integrator;
    settings.substeps = 1;
    return settings;
}

double length(glm::vec3 v) {
    return std::sqrt(double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z);
}

// ---- an orbit in the field -k r / |r|^3 ----

struct Orbiter {
    Lab lab;
    BodyId ball;

    // Starts at the point farthest from the centre, 10 m away, at this share of the speed of a circular orbit there.
    Orbiter(const WorldSettings& settings, float share) : lab(settings), ball(lab.sphere({10, 0, 0})) {
        lab.world.setForceField({centralField, nullptr});
        lab.world.setLinearVelocity(ball, {0, share * std::sqrt(kAttraction / 10), 0});
    }
    double energy() const {
        const double v = length(lab.world.linearVelocity(ball)), r = length(lab.world.position(ball));
        return 0.5 * v * v - double(kAttraction) / r;
    }
};

struct EnergyOfOrbit {
    double largest, end;  // relative changes over five orbits: at worst, after a whole number of orbits
};

EnergyOfOrbit fiveOrbits(PositionIntegrator integrator) {
    Orbiter orbiter(settingsFor(integrator), 0.8f);
    const double start = orbiter.energy();
    // v^2/2 - k/r = -k/2a, period 2 pi sqrt(a^3/k)
    const double a = -double(kAttraction) / (2 * start),
                 period = 2 * double(kPi) * std::sqrt(a * a * a / double(kAttraction));
    const int steps = 1500;
    EnergyOfOrbit result{0, 0};
    for (int i = 0; i < steps; ++i) {
        orbiter.lab.world.step(float(5 * period / steps));
        result.end = orbiter.energy() / start - 1;
        result.largest = std::max(result.largest, std::fabs(result.end));
    }
    return result;
}

// Distance from where a circular orbit has led after a quarter of a period.
double orbitError(PositionIntegrator integrator, int steps, int substeps) {
    WorldSettings settings = settingsFor(integrator);
    settings.substeps = substeps;
    Orbiter orbiter(settings, 1);
    const double quarter = 0.5 * double(kPi) * std::sqrt(1000 / double(kAttraction));
    orbiter.lab.run(steps, float(quarter / steps));
    return length(orbiter.lab.world.position(orbiter.ball) - glm::vec3(0, 10, 0));
}

// ---- a fall through air: a = -g - c |v| v,  v = -V tanh(g t / V),  V = sqrt(g / c) the terminal speed ----

constexpr float kTerminal = 10;  // m/s

glm::vec3 quadraticDrag(void*, const ForceFieldPoint& p) {
    const float v = glm::length(p.velocity);
    return p.velocity * (-kGravity / (kTerminal * kTerminal) * v);
}

double dragError(PositionIntegrator integrator, int steps) {
    Lab lab(settingsFor(integrator, {0, -kGravity, 0}));
    lab.world.setForceField({quadraticDrag, nullptr});
    const BodyId ball = lab.sphere({0, 0, 0});
    lab.run(steps, 2.0f / float(steps));
    const double g = double(kGravity), v = double(kTerminal);
    return std::fabs(double(lab.world.position(ball).y) + v * v / g * std::log(std::cosh(g * 2 / v)));
}

struct Order {
    PositionIntegrator integrator;
    int steps;
    double factor;  // by which half the step divides the error
};

}  // namespace

TEST_CASE("five orbits: explicit Euler gains energy, semi-implicit and Verlet keep it bounded, RK4 comes nearest") {
    const EnergyOfOrbit gained = fiveOrbits(kExplicit), semi = fiveOrbits(kSemiImplicit), verlet = fiveOrbits(kVerlet),
                        best = fiveOrbits(kRungeKutta);
    for (const auto& [name, e] :
         {std::pair{"explicit", gained}, {"semi-implicit", semi}, {"Verlet", verlet}, {"RK4", best}})
        MESSAGE(std::string(name) << ": energy off by " << e.end << " after five orbits, at worst by " << e.largest);
    CHECK(gained.end < -0.2);  // of a negative energy: towards escape
    CHECK(semi.largest < 0.1);
    CHECK(std::fabs(semi.end) < 0.2 * semi.largest);
    CHECK(verlet.largest < 5e-3);
    CHECK(std::fabs(verlet.end) < 0.2 * verlet.largest);
    CHECK(best.largest < 1e-4);
}

TEST_CASE("half the step divides the error of a circular orbit by 2, 2, 4 and 16") {
    const Order orders[] = {{kExplicit, 1000, 2}, {kSemiImplicit, 1000, 2}, {kVerlet, 40, 4}, {kRungeKutta, 4, 16}};
    for (const Order& order : orders) {
        const double whole = orbitError(order.integrator, order.steps, 1);
        const double half = orbitError(order.integrator, 2 * order.steps, 1);
        // Two substeps are two steps of half the length.
        const double substeps = orbitError(order.integrator, order.steps, 2);
        MESSAGE("integrator " << int(order.integrator) << ": " << order.steps << " steps " << whole
                              << " m, twice as many " << half << " m, ratio " << whole / half);
        CAPTURE(int(order.integrator));
        CHECK(whole / half == about(order.factor, 0.15));
        CHECK(substeps == about(half, 0.05));
    }
}

TEST_CASE("half the step divides the error of a fall through air by 2, 2, 4 and 16") {
    const Order orders[] = {{kExplicit, 200, 2}, {kSemiImplicit, 200, 2}, {kVerlet, 40, 4}, {kRungeKutta, 8, 16}};
    for (const Order& order : orders) {
        const double whole = dragError(order.integrator, order.steps),
                     half = dragError(order.integrator, 2 * order.steps);
        MESSAGE("integrator " << int(order.integrator) << ": " << order.steps << " steps " << whole
                              << " m, twice as many " << half << " m, ratio " << whole / half);
        CAPTURE(int(order.integrator));
        CHECK(whole / half == about(order.factor, 0.25));
    }
}

TEST_CASE("what falls through air reaches its terminal speed, whatever the integrator") {
    for (const PositionIntegrator integrator : kIntegrators) {
        Lab lab(settingsFor(integrator, {0, -kGravity, 0}));
        lab.world.setForceField({quadraticDrag, nullptr});
        const BodyId ball = lab.sphere({0, 0, 0});
        lab.run(600);
        CHECK(lab.world.linearVelocity(ball).y == about(-kTerminal, 1e-4));
    }
}

TEST_CASE("the field is told the time: a = t gives v = t^2/2, x = t^3/6, by RK4 to rounding") {
    WorldSettings settings = settingsFor(kRungeKutta);
    settings.substeps = 3;
    Lab lab(settings);
    const BodyId ball = lab.sphere({0, 0, 0});
    lab.world.setForceField({[](void*, const ForceFieldPoint& p) { return glm::vec3(float(p.time), 0, 0); }, nullptr});
    lab.run(40, 0.05f);
    CHECK(lab.world.time() == about(2, 1e-6));
    CHECK(lab.world.linearVelocity(ball).x == about(2, 2e-6));
    CHECK(lab.world.position(ball).x == about(8.0 / 6, 2e-6));
}

TEST_CASE("a uniform field is gravity: the same fall, rest and bounce") {
    for (const PositionIntegrator integrator : kIntegrators) {
        Lab byGravity(settingsFor(integrator, {0, -kGravity, 0})), byField(settingsFor(integrator));
        BodyId ball[2];
        for (Lab* lab : {&byGravity, &byField}) {
            lab->floor();
            ball[lab == &byField] =
                lab->sphere({0, 1.5f, 0}, 0.5f, {.restitution = 0.7f, .restitutionRule = CombineRule::Maximum});
            lab->world.setDamping(ball[lab == &byField], 0.1f, 0);
        }
        byField.world.setForceField(
            {[](void*, const ForceFieldPoint&) { return glm::vec3(0, -kGravity, 0); }, nullptr});
        CAPTURE(int(integrator));
        for (int i = 0; i < 90; ++i) {
            byGravity.world.step(kDt);
            byField.world.step(kDt);
            REQUIRE(std::fabs(byField.world.position(ball[1]).y - byGravity.world.position(ball[0]).y) < 1e-3f);
        }
    }
}

TEST_CASE("a field acts on awake dynamic bodies alone, and along free axes") {
    Lab lab(settingsFor(kVerlet));
    const BodyId box = lab.box({0, 3, 0}), locked = lab.box({10, 3, 0}), fixed = lab.floor();
    const BodyId platform =
        lab.world.createBody({.type = BodyType::Kinematic, .position = {0, 9, 0}, .linearVelocity = {1, 0, 0}});
    lab.world.setMass(box, 4);
    lab.world.setLocks(locked, AxisLock::LinearX);
    struct Seen {
        BodyId box;
        bool mass = false, others = false;
    } seen{box};
    lab.world.setForceField({[](void* user, const ForceFieldPoint& p) {
                                 Seen& s = *static_cast<Seen*>(user);
                                 s.mass |= p.body == s.box && p.mass == 4;
                                 s.others |= p.position.y > 5;
                                 return glm::vec3(1, 2, 0);
                             },
                             &seen});
    lab.run(60);
    CHECK(seen.mass);
    CHECK(!seen.others);
    CHECK(lab.world.position(box).y == about(4, 1e-4));
    CHECK(lab.world.position(locked).x == 10);
    CHECK(lab.world.position(locked).y == about(4, 1e-4));
    CHECK(lab.world.position(platform).x == about(1, 1e-5));
    CHECK(lab.world.position(fixed).y == -0.5f);
}

TEST_CASE("setting a field wakes what sleeps, and what it no longer holds falls") {
    Lab lab;
    lab.floor();
    const BodyId box = lab.box({0, 0.5f, 0});
    lab.run(120);
    REQUIRE(!lab.world.isAwake(box));
    lab.world.setForceField({[](void*, const ForceFieldPoint&) { return glm::vec3(0, 2 * kGravity, 0); }, nullptr});
    CHECK(lab.world.isAwake(box));
    lab.run(30);
    CHECK(lab.world.position(box).y > 1.0f);
    lab.world.setForceField({});
    lab.run(240);
    CHECK(lab.world.position(box).y == about(0.5, 0.02));
}

TEST_CASE("a field that gives no number freezes the body, once, and its neighbours do not notice") {
    for (const float bad : {kNan, kInfinity, 3e38f}) {
        struct Spoiler {
            BodyId body;
            float value;
        } spoiler{{}, bad};
        CAPTURE(bad);
        Lab lab(sleepless());
        lab.floor();
        const std::vector<BodyId> boxes = lab.stack(3);
        const BodyId apart = lab.box({5, 0.5f, 0});
        spoiler.body = boxes[2];
        lab.world.setForceField({[](void* user, const ForceFieldPoint& p) {
                                     const Spoiler& s = *static_cast<Spoiler*>(user);
                                     return glm::vec3(0, p.body == s.body && p.time > 0.1 ? s.value : 0.0f, 0);
                                 },
                                 &spoiler});
        for (int i = 0; i < 60; ++i) {
            lab.world.step(kDt);
            for (const BodyId body : {boxes[0], boxes[1], boxes[2], apart}) {
                REQUIRE(finite(lab.world.position(body)));
                REQUIRE(finite(lab.world.linearVelocity(body)));
            }
        }
        CHECK(lab.world.counters().frozenBodies == 1);
        CHECK(lab.errors.lines.size() == 1);
        CHECK(lab.errors.mentions("frozen"));
        CHECK(lab.world.position(boxes[1]).y == about(1.5, 0.01));
    }
}
