// Smooth elastic boxes in a closed room without gravity: they collide for ever, and keep their energy.
#pragma once

#include "support/lab.h"

namespace drystone::lab {

// A room of 6 m with 48 boxes in it, drawn anew by each seed, up to 0.45 m times the proportions. In order of creation.
inline std::vector<BodyId> elasticCrowd(Lab& lab, uint32_t seed, glm::vec3 proportions) {
    const Material elastic{.friction = 0, .restitution = 1};
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            glm::vec3 at(0), half(4);
            at[axis] = side * 3.5f;
            half[axis] = 0.5f;
            lab.body({.type = BodyType::Static, .position = at}, {.geometry = Box{half}, .material = elastic});
        }
    std::vector<BodyId> out;
    Random random(seed);
    for (int i = 0; i < 48; ++i) {
        const glm::vec3 at = 1.4f * glm::vec3(i % 4, i / 4 % 4, i / 16) - 2.1f;
        const float size = random.range(0.2f, 0.45f);
        const glm::quat rotation = random.rotation();
        const BodyId id = lab.box(at, size * proportions, elastic, rotation);
        lab.world.setLinearVelocity(id, random.vector(3));
        lab.world.setAngularVelocity(id, random.vector(3));
        out.push_back(id);
    }
    return out;
}

// The greatest share of the kinetic energy that is gained or lost at the end of any step.
inline double energyError(Lab& lab, int steps) {
    const double start = lab.world.measures().kineticEnergy;
    double worst = 0;
    for (int i = 0; i < steps; ++i) {
        lab.run(1);
        worst = std::max(worst, std::fabs(lab.world.measures().kineticEnergy / start - 1));
    }
    return worst;
}

}  // namespace drystone::lab
