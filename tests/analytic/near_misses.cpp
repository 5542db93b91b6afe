// Bodies that fly past each other, and bodies that just hit: the path in double says which.
#include <cmath>
#include <limits>
#include <random>

#include <doctest/doctest.h>
#include <drystone/drystone.h>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/quaternion.hpp>

using namespace drystone;

namespace {

constexpr double kStep = 1.0 / 60.0;

class Random {
public:
    explicit Random(uint32_t seed) : m_engine(seed) {}
    double range(double low, double high) { return low + (high - low) * (double(m_engine()) / 4294967296.0); }
    double powerRange(double low, double high) { return low * std::pow(high / low, range(0, 1)); }
    glm::dvec3 direction() {
        for (;;) {
            const double x = range(-1, 1), y = range(-1, 1), z = range(-1, 1), squared = x * x + y * y + z * z;
            if (squared > 0.01 && squared < 1)
                return glm::normalize(glm::dvec3(x, y, z));
        }
    }
    glm::dquat rotation() {
        const double angle = range(0, 3);
        return glm::angleAxis(angle, direction());
    }

private:
    std::mt19937 m_engine;
};

struct Flyer {
    bool sphere;
    glm::dvec3 half;
    double radius;
    glm::dvec3 position, velocity, spin;
    glm::dquat rotation;

    double size() const { return sphere ? radius : glm::length(half); }
    // Where it is after a time of free flight. Only cubes and spheres spin here, so that the spin stays what it is.
    Flyer after(double time) const {
        Flyer f = *this;
        f.position += time * velocity;
        if (const double w = glm::length(spin); w > 0)
            f.rotation = glm::normalize(glm::angleAxis(w * time, spin / w) * rotation);
        return f;
    }
};

double reach(const Flyer& box, glm::dvec3 n) {
    const glm::dmat3 axes = glm::mat3_cast(box.rotation);
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += box.half[i] * std::fabs(glm::dot(axes[i], n));
    return sum;
}

// Of spheres the distance; of boxes the largest gap along the separating axes: positive exactly where they are apart, and
// then no larger than the distance.
double gap(const Flyer& a, const Flyer& b) {
    const glm::dvec3 between = b.position - a.position;
    if (a.sphere && b.sphere)
        return glm::length(between) - a.radius - b.radius;
    if (a.sphere || b.sphere) {
        const Flyer& box = a.sphere ? b : a;
        const Flyer& ball = a.sphere ? a : b;
        const glm::dvec3 local = glm::conjugate(box.rotation) * (ball.position - box.position);
        return glm::length(local - glm::clamp(local, -box.half, box.half)) - ball.radius;
    }
    const glm::dmat3 axesA = glm::mat3_cast(a.rotation), axesB = glm::mat3_cast(b.rotation);
    double most = -std::numeric_limits<double>::infinity();
    const auto consider = [&](glm::dvec3 n) {
        if (const double length = glm::length(n); length > 1e-9) {
            n /= length;
            most = std::max(most, std::fabs(glm::dot(n, between)) - reach(a, n) - reach(b, n));
        }
    };
    for (int i = 0; i < 3; ++i) {
        consider(axesA[i]);
        consider(axesB[i]);
        for (int j = 0; j < 3; ++j)
            consider(glm::cross(axesA[i], axesB[j]));
    }
    return most;
}

// The least gap of a flight in [0, time]. Without spin the gap is convex in time, and few samples do.
double leastGap(const Flyer& a, const Flyer& b, double time, int samples) {
    double least = std::numeric_limits<double>::infinity(), at = 0;
    for (int i = 0; i <= samples; ++i)
        if (const double g = gap(a.after(time * i / samples), b.after(time * i / samples)); g < least) {
            least = g;
            at = time * i / samples;
        }
    for (double width = time / samples; width > 1e-9 * time; width *= 0.5)
        for (const double t : {at - width, at + width})
            if (const double g = gap(a.after(t), b.after(t)); g < least) {
                least = g;
                at = t;
            }
    return least;
}

struct Trial {
    Flyer target, mover;
    double time;      // s, of the flight past each other
    double distance;  // m, least gap on the way; negative: they hit
};

enum class Kind { Spheres, SphereAndBox, Boxes };

Flyer makeFlyer(Random& random, bool sphere, bool spins) {
    Flyer f{};
    f.sphere = sphere;
    f.radius = random.powerRange(0.05, 0.6);
    const double x = random.powerRange(0.05, 0.8), y = random.powerRange(0.05, 0.8), z = random.powerRange(0.05, 0.8);
    f.half = spins ? glm::dvec3(x) : glm::dvec3(x, y, z);
    f.rotation = random.rotation();
    if (spins) {
        const double w = random.range(0, 30);
        f.spin = w * random.direction();
    }
    return f;
}

// A flight that passes at about the wanted gap: the line of flight is moved aside until it does.
Trial makeTrial(Random& random, Kind kind, double wanted, double speed, bool spins) {
    Trial trial{};
    trial.target = makeFlyer(random, kind == Kind::Spheres, false);
    trial.mover = makeFlyer(random, kind != Kind::Boxes, spins);
    const glm::dvec3 along = random.direction();
    const glm::dvec3 aside = glm::normalize(glm::cross(along, random.direction()));
    const double sizes = trial.target.size() + trial.mover.size();
    const double way = sizes + speed * kStep * random.range(2, 4) + 0.1;
    trial.time = 2 * way / speed;
    trial.mover.velocity = speed * along;
    double near = 0, far = sizes + 0.1;
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (near + far);
        trial.mover.position = middle * aside - way * along;
        (leastGap(trial.target, trial.mover, trial.time, spins ? 600 : 40) < wanted ? near : far) = middle;
    }
    trial.distance = leastGap(trial.target, trial.mover, trial.time, spins ? 30000 : 40);
    return trial;
}

BodyId add(World& world, const Flyer& f, BodyType type, float restitution) {
    const BodyId body = world.createBody({.type = type,
                                          .position = glm::vec3(f.position),
                                          .rotation = glm::quat(f.rotation),
                                          .linearVelocity = glm::vec3(f.velocity),
                                          .angularVelocity = glm::vec3(f.spin)});
    ShapeDef shape;
    shape.geometry = f.sphere ? Geometry(Sphere{float(f.radius)}) : Geometry(Box{glm::vec3(f.half)});
    shape.material.friction = 0;
    shape.material.restitution = restitution;
    world.createShape(body, shape);
    return body;
}

WorldSettings weightless() {
    WorldSettings settings;
    settings.gravity = glm::vec3(0);
    settings.sleeping = false;
    return settings;
}

// Change of velocity and of the spin at the surface, over the speed.
double change(const World& world, BodyId id, const Flyer& f, double speed) {
    return (glm::length(glm::dvec3(world.linearVelocity(id)) - f.velocity) +
            f.size() * glm::length(glm::dvec3(world.angularVelocity(id)) - f.spin)) /
        speed;
}

void fly(World& world, double time) {
    for (int i = 0; i < int(time / kStep); ++i)
        world.step(float(kStep));
}

double worstDeflection(uint32_t seed, Kind kind, int trials, bool spins, bool moving) {
    Random random(seed);
    double worst = 0;
    for (int i = 0; i < trials; ++i) {
        const double wanted = random.powerRange(1.1e-3, 0.05), speed = random.powerRange(1, 200);
        Trial trial = makeTrial(random, kind, wanted, speed, spins);
        if (trial.distance < 1e-3)
            continue;
        const double drift = random.range(0, 1);
        if (moving) {
            trial.target.velocity = -drift * trial.mover.velocity;
            trial.mover.velocity *= 1 - drift;
        }
        World world({.settings = weightless()});
        const BodyId target = add(world, trial.target, moving ? BodyType::Dynamic : BodyType::Static, 0);
        const BodyId mover = add(world, trial.mover, BodyType::Dynamic, 0);
        fly(world, trial.time);
        const double here =
            std::max(change(world, target, trial.target, speed), change(world, mover, trial.mover, speed));
        if (here > 1e-3)
            MESSAGE("trial " << i << " at " << 1000 * trial.distance << " mm, " << speed << " m/s: " << here);
        worst = std::max(worst, here);
    }
    return worst;
}

}  // namespace

TEST_CASE("near misses: who passes at 1 mm to 5 cm at 1 to 200 m/s is not turned") {
    for (const bool moving : {false, true}) {
        CHECK(worstDeflection(1, Kind::Spheres, 300, false, moving) < 1e-3);
        CHECK(worstDeflection(2, Kind::SphereAndBox, 300, false, moving) < 1e-3);
        CHECK(worstDeflection(3, Kind::Boxes, 300, false, moving) < 1e-3);
    }
}

TEST_CASE("near misses: spinning bodies are not turned either") {
    CHECK(worstDeflection(4, Kind::SphereAndBox, 100, true, false) < 1e-3);
    CHECK(worstDeflection(5, Kind::Boxes, 150, true, false) < 1e-3);
    CHECK(worstDeflection(6, Kind::Boxes, 150, true, true) < 1e-3);
}

TEST_CASE("near misses: who hits by 1 mm or more is stopped by what it hits") {
    // Far enough ahead that no speed here outruns the contacts.
    WorldSettings settings = weightless();
    settings.speculativeReach = 1000;
    for (const Kind kind : {Kind::Spheres, Kind::SphereAndBox, Kind::Boxes}) {
        Random random(7 + uint32_t(kind));
        for (int i = 0; i < 300; ++i) {
            const double wanted = -random.powerRange(1.1e-3, 0.05), speed = random.powerRange(1, 200);
            const Trial trial = makeTrial(random, kind, wanted, speed, false);
            if (trial.distance > -1e-3)
                continue;
            World world({.settings = settings});
            add(world, trial.target, BodyType::Static, 0);
            const BodyId mover = add(world, trial.mover, BodyType::Dynamic, 0);
            // What a body that turns does after the hit is another matter.
            world.setLocks(mover, AxisLock::Rotation);
            double deepest = 0;
            Flyer now = trial.mover;
            for (double t = 0; t < trial.time; t += kStep) {
                world.step(float(kStep));
                now.position = world.position(mover);
                now.rotation = world.rotation(mover);
                deepest = std::max(deepest, -gap(trial.target, now));
            }
            CAPTURE(int(kind));
            CAPTURE(i);
            CAPTURE(trial.distance);
            CAPTURE(speed);
            // The axis of boxes is chosen with a hysteresis: a face within 3 degrees of an edge's normal stands in for it.
            CHECK(deepest < (kind == Kind::Boxes ? 8e-3 : 1e-3));
            CHECK(change(world, mover, trial.mover, speed) > 0);
        }
    }
}

TEST_CASE("near misses: an elastic ball leaves along the mirror of its path about the normal where it hits") {
    WorldSettings settings = weightless();
    settings.speculativeReach = 1000;
    Random random(11);
    for (int i = 0; i < 300; ++i) {
        const double wanted = -random.powerRange(2e-3, 0.3), speed = random.powerRange(1, 200);
        const Trial trial = makeTrial(random, Kind::SphereAndBox, wanted, speed, false);
        if (trial.distance > -1e-3)
            continue;
        double before = 0, after = trial.time;
        for (int k = 0; k < 4000; ++k)
            if (gap(trial.target, trial.mover.after(trial.time * k / 4000)) < 0) {
                after = trial.time * k / 4000;
                before = trial.time * (k - 1) / 4000;
                break;
            }
        for (int k = 0; k < 60; ++k) {
            const double middle = 0.5 * (before + after);
            (gap(trial.target, trial.mover.after(middle)) < 0 ? after : before) = middle;
        }
        const Flyer& box = trial.target;
        const glm::dvec3 at = trial.mover.after(before).position;
        const glm::dvec3 local = glm::conjugate(box.rotation) * (at - box.position);
        const glm::dvec3 normal = glm::normalize(box.rotation * (local - glm::clamp(local, -box.half, box.half)));
        const glm::dvec3 mirrored = glm::reflect(trial.mover.velocity, normal);

        World world({.settings = settings});
        add(world, trial.target, BodyType::Static, 1);
        const BodyId mover = add(world, trial.mover, BodyType::Dynamic, 1);
        fly(world, trial.time);
        CAPTURE(i);
        CAPTURE(trial.distance);
        CAPTURE(speed);
        CHECK(glm::length(glm::dvec3(world.linearVelocity(mover)) - mirrored) < 5e-3 * speed);
    }
}
