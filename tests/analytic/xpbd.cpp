// What position constraints promise: compliance, momentum, friction, bounces, and stacks where the substeps suffice.
#include "support/lab.h"
#include "support/solver_choices.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

WorldSettings xpbd(int substeps = 4) {
    WorldSettings settings = sleepless();
    settings.solver = SolverKind::Xpbd;
    settings.substeps = substeps;
    return settings;
}

struct Momentum {
    glm::dvec3 linear{0.0}, angular{0.0};
};

Momentum momentum(const World& world, std::span<const BodyId> bodies) {
    Momentum sum;
    for (const BodyId id : bodies) {
        const glm::dvec3 p = double(world.massProperties(id).mass) * glm::dvec3(world.linearVelocity(id));
        sum.linear += p;
        sum.angular += glm::cross(glm::dvec3(world.centerOfMass(id)), p) + glm::dvec3(angularMomentum(world, id));
    }
    return sum;
}

struct Change {
    double linear = 0, angular = 0;  // largest, over the size of what the two parts had
    float turned = 0;                // rad/s, fastest spin after
};

// Three free cubes, two of which hit the third off its centre.
Change collide(WorldSettings settings, float friction) {
    settings.gravity = glm::vec3(0);
    Lab lab(settings);
    const Material material{.friction = friction};
    const BodyId bodies[] = {lab.box({0, 0, 0}, glm::vec3(0.5f), material),
                             lab.box({1.6f, 0.7f, 0.3f}, glm::vec3(0.5f), material, turn(0.5f, {1, 2, 3})),
                             lab.box({-0.4f, -1.7f, -0.3f}, glm::vec3(0.5f), material, turn(0.8f, {3, 1, -1}))};
    lab.world.setLinearVelocity(bodies[1], {-3, -0.5f, 0});
    lab.world.setAngularVelocity(bodies[1], {1, 0, 2});
    lab.world.setLinearVelocity(bodies[2], {0.3f, 4, 0.2f});
    const Momentum start = momentum(lab.world, bodies);
    Change change;
    for (int i = 0; i < 60; ++i) {
        lab.world.step(kDt);
        const Momentum now = momentum(lab.world, bodies);
        change.linear = std::max(change.linear, glm::length(now.linear - start.linear) / 7);
        change.angular = std::max(change.angular, glm::length(now.angular - start.angular) / 7);
    }
    change.turned = glm::length(lab.world.angularVelocity(bodies[0]));
    CHECK(lab.clean());
    return change;
}

float drift(const World& world, std::span<const BodyId> bodies) {
    float most = 0;
    for (const BodyId id : bodies)
        most = std::max(most, std::hypot(world.position(id).x, world.position(id).z));
    return most;
}

}  // namespace

TEST_CASE("a compliant contact gives by the compliance times the load") {
    for (const int substeps : {1, 4, 16})
        for (const float compliance : {1e-4f, 1e-3f, 1e-2f}) {
            WorldSettings settings = xpbd(substeps);
            settings.contactCompliance = compliance;
            Lab lab(settings);
            lab.floor();
            const BodyId ball = lab.sphere({0, 0.501f, 0});
            lab.run(300);
            const float load = kGravity * lab.world.massProperties(ball).mass;
            const float given = 0.5f - lab.world.position(ball).y;
            CAPTURE(substeps);
            CAPTURE(compliance);
            CHECK(given == about(load * compliance, 0.02));
            CHECK(glm::length(lab.world.linearVelocity(ball)) < 1e-4f);
        }
}

TEST_CASE("a compliant contact throws nothing back") {
    WorldSettings settings = xpbd();
    settings.contactCompliance = 1e-3f;
    Lab lab(settings);
    lab.floor();
    const BodyId ball = lab.sphere({0, 1.5f, 0});
    // Critically damped: it comes back out of the floor and stays there.
    float lowest = 1, highest = 0;
    for (int i = 0; i < 180; ++i) {
        lab.world.step(kDt);
        const float y = lab.world.position(ball).y;
        lowest = std::min(lowest, y);
        highest = lowest < 0.5f ? std::max(highest, y) : 0;
    }
    CHECK(lowest < 0.47f);
    CHECK(highest < 0.5f);
}

TEST_CASE("an off-centre blow along the normal keeps momentum to rounding and sets both spinning") {
    for (const int substeps : {1, 4}) {
        WorldSettings settings = xpbd(substeps);
        settings.gravity = glm::vec3(0);
        Lab lab(settings);
        const BodyId bodies[] = {lab.box({0, 0, 0}, glm::vec3(0.5f), {.friction = 0}),
                                 lab.box({0.3f, 1.4f, 0.2f}, glm::vec3(0.5f), {.friction = 0})};
        lab.world.setLinearVelocity(bodies[1], {0, -4, 0});
        const Momentum start = momentum(lab.world, bodies);
        lab.run(7);  // it strikes in the sixth
        const Momentum now = momentum(lab.world, bodies);
        CAPTURE(substeps);
        CHECK(glm::length(lab.world.angularVelocity(bodies[0])) > 0.5f);
        CHECK(glm::length(now.linear - start.linear) < 1e-6);
        CHECK(glm::length(now.angular - start.angular) < 1e-6);
    }
}

// Anchors stand still within a step, for every kind: a contact that moves along its tangent has moved on when it strikes.
TEST_CASE("free bodies that collide anyhow keep momentum, angular momentum as well as under SoftStep") {
    for (const float friction : {0.0f, 0.6f}) {
        const Change change = collide(xpbd(4), friction), soft = collide(sleepless(), friction);
        MESSAGE("angular momentum changes by " << change.angular << ", under SoftStep by " << soft.angular);
        CHECK(change.turned > 0.5f);
        CHECK(change.linear < 1e-6);
        CHECK(change.angular < 0.005);
    }
}

TEST_CASE("what overlaps is parted, and the speed of parting is taken out again") {
    for (const bool spheres : {true, false}) {
        WorldSettings settings = xpbd();
        settings.gravity = glm::vec3(0);
        Lab lab(settings);
        spheres ? lab.sphere({0, 0, 0}) : lab.box({0, 0, 0});
        spheres ? lab.sphere({0.7f, 0, 0}) : lab.box({0.8f, 0.1f, 0});
        lab.run(60);
        CHECK(lab.world.measures().maxPenetration < 1e-5f);
        CHECK(lab.world.measures().kineticEnergy < 1e-3);  // J; the boxes overlapped by 0.2 m
    }
}

TEST_CASE("on a slope a box holds or slides about atan(mu), with position constraints as well") {
    const float mu = 0.5f, angle = std::atan(mu);
    for (const float off : {-radians(1), radians(2)}) {
        WorldSettings settings = xpbd();
        settings.gravity = kGravity * glm::vec3(std::sin(angle + off), -std::cos(angle + off), 0);
        Lab lab(settings);
        lab.floor({.friction = mu});
        const BodyId box = lab.box({0, 0.5f, 0}, glm::vec3(0.5f), {.friction = mu});
        lab.run(120);
        const float slid = lab.world.position(box).x, speed = lab.world.linearVelocity(box).x;
        CAPTURE(off);
        MESSAGE("slid " << slid << " m");
        if (off < 0) {
            CHECK(slid < 0.005f);
        } else {
            const float pull = kGravity * std::sin(angle + off), brake = mu * kGravity * std::cos(angle + off);
            CHECK(std::fabs(speed - 2 * (pull - brake)) < 2 * 0.005f * brake);
        }
    }
}

TEST_CASE("a ball bounces to e^2 of its height, with position constraints as well") {
    for (const float e : {0.5f, 0.8f, 1.0f}) {
        Lab lab(xpbd());
        lab.floor();
        const BodyId ball =
            lab.sphere({0, 2.5f, 0}, 0.5f, {.friction = 0, .restitution = e, .restitutionRule = CombineRule::Maximum});
        float apex = 0;
        bool bounced = false;
        for (int i = 0; i < 200; ++i) {
            lab.world.step(kDt);
            bounced = bounced || lab.world.linearVelocity(ball).y > 0;
            if (bounced && lab.world.linearVelocity(ball).y < 0)
                break;
            if (bounced)
                apex = std::max(apex, lab.world.position(ball).y - 0.5f);
        }
        CAPTURE(e);
        CHECK(apex == about(2 * e * e, 0.02));
    }
}

// Static friction has no memory: what one pass over a leaning column does not stop creeps on. It takes substeps.
TEST_CASE("ten cubes stand for a minute under Xpbd with 16 substeps, five with 8") {
    struct Trial {
        int count, substeps;
    };
    for (const Trial trial : {Trial{10, 16}, Trial{5, 8}}) {
        Lab lab(xpbd(trial.substeps));
        lab.floor();
        const std::vector<BodyId> boxes = lab.stack(trial.count);
        lab.run(3600);
        const WorldMeasures m = lab.world.measures();
        MESSAGE(trial.count << ": drift " << 1000 * drift(lab.world, boxes) << " mm, overlap "
                            << 1000 * m.maxPenetration << " mm, speed " << 1000 * m.maxSpeed << " mm/s");
        CHECK(drift(lab.world, boxes) < 0.005f);
        CHECK(m.maxPenetration < 0.001f);
        CHECK(m.maxSpeed < 0.002f);
    }
}
