// Scenes on which solvers are held against the reference, and the reference's own system laid open.
#pragma once

#include <cmath>

#include "solver/pgs_system.h"
#include "solver/solver_scene.h"

namespace drystone::test {

// Impulses that a contact exchanges, at its friction centre: force, and moment about the tangents and the normal.
struct Wrench {
    glm::dvec3 force{0.0}, moment{0.0};
};

inline Wrench wrenchOf(const Manifold& m) {
    Wrench w;
    const glm::dvec3 n{m.normal[0], m.normal[1], m.normal[2]};
    for (int j = 0; j < int(m.pointCount); ++j) {
        const glm::dvec3 r{m.points[j].anchor[0], m.points[j].anchor[1], m.points[j].anchor[2]};
        const glm::dvec3 p = double(m.normalImpulse[j]) * n;
        w.force += p;
        w.moment += glm::cross(r, p);
    }
    w.force += glm::dvec3(m.frictionImpulse[0], m.frictionImpulse[1], m.frictionImpulse[2]);
    w.moment += double(m.twistImpulse) * n;
    return w;
}

// One substep of a scene from where it stands, as the reference sees it: in double, with every row at hand.
class OpenReference {
public:
    explicit OpenReference(SolverScene& scene)
        : m_colors(scene.colors()),
          m_input(scene.input(m_colors)),
          m_stageMemory(scene.memory),
          m_stages(m_input, m_stageMemory, kScalarContactKernels, 1.0f),
          memory(scene.memory) {
        m_stages.beginSubstep(0);
        m_stages.prepare();
        assemblePgs(m_stages, memory);
        loadTrueSystem(m_stages, memory);
    }
    ReferenceReport solve(double tolerance = 1e-12, int iterations = 200000) {
        return solvePgs(memory, true, tolerance, iterations);
    }

    glm::dvec3 linear(uint32_t i) const { return vec(memory.velocities[i].v); }
    glm::dvec3 angular(uint32_t i) const { return vec(memory.velocities[i].v + 3); }
    glm::dvec3 freeLinear(uint32_t i) const { return vec(memory.free[i].v); }
    glm::dvec3 freeAngular(uint32_t i) const { return vec(memory.free[i].v + 3); }
    // J v of one row.
    double velocity(int row) const {
        const PgsRow& r = memory.rows[size_t(row)];
        const PgsContact* contact = nullptr;
        for (const PgsContact& c : memory.contacts)
            if (c.firstRow <= row)
                contact = &c;
        double sum = r.carry;
        for (int i = 0; i < 6; ++i)
            sum += r.jacobianA[i] * memory.velocities[contact->bodyA].v[i] +
                r.jacobianB[i] * memory.velocities[contact->bodyB].v[i];
        return sum;
    }

private:
    static glm::dvec3 vec(const double* v) { return {v[0], v[1], v[2]}; }

    std::vector<ContactColor> m_colors;
    SolveInput m_input;
    StageMemory m_stageMemory;
    ContactStages m_stages;

public:
    PgsMemory memory;
};

// ---- scenes ----

// Unit cubes, one on another.
inline void addStack(SolverScene& s, int count, float topMass = 1.0f) {
    uint32_t below = 0;
    for (int i = 0; i < count; ++i) {
        const uint32_t box = s.addBox(i + 1 == count ? topMass : 1.0f, glm::vec3(0.5f), {0, 0.5f + float(i), 0});
        s.add(SolverScene::upwardPatch({0, below ? 0.5f : 0.0f, 0}, 0.5f, 0.0f, {0, below ? -1.0f : -0.5f, 0}), below,
              box);
        below = box;
    }
}

// Rows of unit cubes, each over the gap of two: contacts of four points, half a cube wide.
inline void addPyramid(SolverScene& s, int rows) {
    std::vector<uint32_t> below;
    for (int row = 0; row < rows; ++row) {
        std::vector<uint32_t> here;
        for (int i = 0; i < rows - row; ++i) {
            const uint32_t box = s.addBox(1.0f, glm::vec3(0.5f), {float(i) + 0.5f * float(row), 0.5f + float(row), 0});
            here.push_back(box);
            if (row == 0) {
                s.add(SolverScene::upwardPatch({s.centers[box].x, 0, 0}, 0.5f, 0.0f, -s.centers[box]), 0, box);
                continue;
            }
            for (const int side : {0, 1}) {
                const uint32_t support = below[size_t(i + side)];
                const float x = side ? -0.25f : 0.25f;
                Manifold m = SolverScene::upwardPatch({0, 0.5f, 0}, 0.5f, 0.0f, s.centers[support] - s.centers[box]);
                for (ManifoldPoint& p : m.points)
                    p.anchor[0] = x + 0.5f * p.anchor[0];
                s.add(m, support, box);
            }
        }
        below = here;
    }
}

// Bodies with contacts at random. One coefficient of friction each: between a lower and a higher one there is no law, but
// a history. No restitution.
inline void addCrowd(SolverScene& s, uint32_t seed) {
    addRandomContacts(s, seed, 30, 25);
    for (Manifold& m : s.manifolds) {
        m.staticFriction = m.friction;
        m.restitution = 0.0f;
    }
}

// A box on the floor that slides and spins, and has stood there before.
inline uint32_t addSlidingBox(SolverScene& s) {
    const uint32_t box = s.addBox(2.0f, {0.5f, 0.1f, 0.5f}, {0, 0.1f, 0});
    Manifold m = SolverScene::upwardPatch({0, 0, 0}, 0.5f, 0.0f, {0, -0.1f, 0}, 0.4f);
    for (float& l : m.normalImpulse)
        l = 0.25f * 2.0f * 9.81f * s.dt;
    s.add(m, 0, box);
    s.setLinear(box, {1.5f, 0.0f, -0.7f});
    s.setAngular(box, {0.0f, 3.0f, 0.0f});
    return box;
}

}  // namespace drystone::test
