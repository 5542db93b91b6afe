// A few bodies and hand-made manifolds to run the solver on, with no collision detection.
#pragma once

#include <cstring>
#include <random>
#include <vector>

#include <doctest/doctest.h>
#include <glm/gtc/quaternion.hpp>

#include "math/algebra.h"
#include "simd/dispatch.h"
#include "solver/solver.h"

namespace drystone::test {

struct SolverScene {
    Memory memory;
    TaskSystem tasks;
    WorldSettings settings;
    float dt = 1.0f / 60.0f;
    float warmStartScale = 1.0f;
    float impulseShare = 1.0f;

    std::vector<VelocityRow> velocities;
    std::vector<DeltaRow> deltas;
    std::vector<InertiaRow> inertias;
    std::vector<BodyMotion> motions;
    std::vector<glm::vec3> centers;  // moved by the test between steps
    std::vector<glm::quat> rotations;
    std::vector<float> heights;  // of the centres as they were added
    std::vector<Manifold> manifolds;
    std::vector<std::vector<ContactRef>> dynamicContacts, staticContacts;  // by colour
    std::vector<ContactRef> overflow;

    explicit SolverScene(int threads = 1) : tasks(threads, {}) { addBody(0.0f, glm::vec3(0.0f), {}); }

    static DeltaRow identity() { return {{0, 0, 0}, {0, 0, 0, 1}, 0}; }

    // mass 0: cannot be pushed. Principal inertia along the world axes.
    uint32_t addBody(float mass, glm::vec3 inertia, glm::vec3 center, glm::vec3 gravity = {0, -9.81f, 0}) {
        const bool dynamic = mass > 0.0f;
        VelocityRow v{};
        v.inverseMass = dynamic ? 1.0f / mass : 0.0f;
        InertiaRow i{};
        i.inverseMass = v.inverseMass;
        if (dynamic) {
            i.inverse[0] = 1.0f / inertia.x;
            i.inverse[3] = 1.0f / inertia.y;
            i.inverse[5] = 1.0f / inertia.z;
        }
        BodyMotion m{};
        m.acceleration = dynamic ? gravity : glm::vec3(0.0f);
        m.principalRotation = kIdentityRotation;
        m.principalInertia = inertia.x == inertia.y && inertia.y == inertia.z ? glm::vec3(0.0f) : inertia;
        velocities.push_back(v);
        deltas.push_back(identity());
        inertias.push_back(i);
        motions.push_back(m);
        centers.push_back(center);
        heights.push_back(center.y);
        rotations.push_back(kIdentityRotation);
        return uint32_t(velocities.size() - 1);
    }
    uint32_t addBox(float mass, glm::vec3 half, glm::vec3 center) {
        const glm::vec3 s = half * half;
        return addBody(mass, mass / 3.0f * glm::vec3(s.y + s.z, s.z + s.x, s.x + s.y), center);
    }

    glm::vec3 linear(uint32_t i) const {
        return {velocities[i].linear[0], velocities[i].linear[1], velocities[i].linear[2]};
    }
    glm::vec3 angular(uint32_t i) const {
        return {velocities[i].angular[0], velocities[i].angular[1], velocities[i].angular[2]};
    }
    void setLinear(uint32_t i, glm::vec3 v) { std::memcpy(velocities[i].linear, &v, sizeof v); }
    void setAngular(uint32_t i, glm::vec3 w) { std::memcpy(velocities[i].angular, &w, sizeof w); }

    // Square patch of four points of half width a around p (relative to A's centre), normal up.
    static Manifold upwardPatch(glm::vec3 p, float a, float separation, glm::vec3 centerOffset, float friction = 0.6f) {
        Manifold m{};
        m.normal[1] = 1.0f;
        m.friction = m.staticFriction = friction;
        std::memcpy(m.centerOffset, &centerOffset, sizeof centerOffset);
        m.pointCount = 4.0f;
        const float x[4] = {-a, a, a, -a}, z[4] = {-a, -a, a, a};
        for (int j = 0; j < 4; ++j)
            m.points[j] = {{p.x + x[j], p.y, p.z + z[j]}, separation};
        return m;
    }
    // Adds to the first colour that is free of the bodies.
    void add(const Manifold& manifold, uint32_t a, uint32_t b) {
        const ContactRef ref{uint32_t(manifolds.size()), a, b};
        manifolds.push_back(manifold);
        const auto pushable = [&](uint32_t i) { return velocities[i].inverseMass > 0.0f; };
        for (size_t color = 0;; ++color) {
            if (color == dynamicContacts.size()) {
                dynamicContacts.emplace_back();
                staticContacts.emplace_back();
            }
            bool free = true;
            for (const auto* list : {&dynamicContacts[color], &staticContacts[color]})
                for (const ContactRef& r : *list)
                    for (const uint32_t x : {a, b})
                        free = free && !(pushable(x) && (r.bodyA == x || r.bodyB == x));
            if (free) {
                (pushable(a) ? dynamicContacts : staticContacts)[color].push_back(ref);
                return;
            }
        }
    }

    std::vector<ContactColor> colors() const {
        std::vector<ContactColor> out;
        for (size_t c = 0; c < dynamicContacts.size(); ++c)
            out.push_back({dynamicContacts[c], staticContacts[c]});
        return out;
    }
    // What a step starts from; colors() must outlive it.
    SolveInput input(const std::vector<ContactColor>& colorSpans) {
        return {.settings = settings,
                .dt = dt,
                .warmStartScale = warmStartScale,
                .impulseShare = impulseShare,
                .velocities = velocities,
                .deltas = deltas,
                .inertias = inertias,
                .motions = motions,
                .heights = heights,
                .colors = colorSpans,
                .overflow = overflow,
                .manifolds = manifolds.data(),
                .tasks = tasks};
    }
    SolveTimes solve(ContactSolver& solver) {
        const std::vector<ContactColor> colorSpans = colors();
        for (DeltaRow& d : deltas)
            d = identity();
        return solver.solve(input(colorSpans));
    }
    glm::vec3 moved(uint32_t i) const { return {deltas[i].position[0], deltas[i].position[1], deltas[i].position[2]}; }
    glm::quat turned(uint32_t i) const {
        const float* q = deltas[i].rotation;
        return glm::quat(q[3], q[0], q[1], q[2]);
    }
};

// A thin cloud of bodies with random contacts of 1 to 4 points between them and with the ground.
inline void addRandomContacts(SolverScene& s, uint32_t seed, int bodies, int contacts) {
    std::mt19937 random(seed);
    const auto below = [&](uint32_t n) { return uint32_t(random()) % n; };
    const auto uniform = [&](float a, float b) { return a + (b - a) * float(uint32_t(random()) >> 8) / 16777216.0f; };
    // Draws among the arguments of a call have no order, and each compiler would build its own scene: a statement each.
    const auto vector = [&](float a) {
        const float z = uniform(-a, a), y = uniform(-a, a), x = uniform(-a, a);
        return glm::vec3(x, y, z);
    };
    const uint32_t kinematic = s.addBody(0.0f, glm::vec3(0.0f), {});
    s.setLinear(kinematic, {0.3f, 0.1f, -0.2f});
    s.setAngular(kinematic, {0.1f, 0.4f, 0.2f});
    const uint32_t first = kinematic + 1;
    for (int i = 0; i < bodies; ++i) {
        const glm::vec3 halfExtents{uniform(0.1f, 1.0f), uniform(0.1f, 1.0f), uniform(0.1f, 1.0f)};
        const uint32_t b = s.addBox(uniform(0.5f, 20.0f), halfExtents, {});
        s.setLinear(b, vector(2.0f));
        s.setAngular(b, vector(3.0f));
        s.velocities[b].linearLocks = i % 11 == 0 ? float(1 + below(7)) : 0.0f;
        s.setLinear(b, {i % 11 ? s.linear(b).x : 0.0f, i % 11 ? s.linear(b).y : 0.0f, i % 11 ? s.linear(b).z : 0.0f});
    }
    for (int i = 0; i < contacts; ++i) {
        const uint32_t b = first + uint32_t(i % bodies);
        uint32_t a = below(3) == 0 ? below(first) : first + below(uint32_t(bodies));
        if (a == b)
            a = 0;
        Manifold m{};
        const glm::vec3 n = glm::normalize(vector(1.0f) + glm::vec3(0.0f, 1e-3f, 0.0f)), d = vector(1.0f),
                        p = vector(0.5f);
        glm::vec3 t1, t2;
        tangentBasis(n, t1, t2);
        std::memcpy(m.normal, &n, sizeof n);
        std::memcpy(m.centerOffset, &d, sizeof d);
        m.friction = uniform(0.0f, 1.0f);
        m.staticFriction = m.friction * uniform(1.0f, 1.5f);
        m.restitution = i % 3 ? 0.0f : uniform(0.1f, 1.0f);
        m.round = i % 7 == 0 ? 1.0f : 0.0f;
        m.rollingLength = i % 5 == 0 ? 0.05f : 0.0f;
        m.pointCount = float(1 + i % 4);
        for (int j = 0; j < int(m.pointCount); ++j) {
            const float y = uniform(-0.5f, 0.5f), x = uniform(-0.5f, 0.5f);
            const glm::vec3 r = p + x * t1 + y * t2;
            std::memcpy(m.points[j].anchor, &r, sizeof r);
            m.points[j].separation = uniform(-0.02f, 0.02f);
            m.normalImpulse[j] = uniform(0.0f, 0.5f);
        }
        s.add(m, a, b);
    }
}

}  // namespace drystone::test
