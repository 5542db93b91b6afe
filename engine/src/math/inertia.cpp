#include "math/inertia.h"

namespace drystone {

glm::dmat3 composeInertia(const glm::dmat3& axes, glm::dvec3 d) {
    glm::dmat3 sum(0.0);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                sum[i][j] += d[k] * (axes[k][i] * axes[k][j]);
    return sum;
}

static void clear(glm::dmat3& g, int axis) {
    for (int k = 0; k < 3; ++k)
        g[axis][k] = g[k][axis] = 0.0;
}

static void lock(glm::dmat3& g, int axis) {
    static constexpr double kRounding = 1e-14;
    const glm::dmat3 before = g;
    const glm::dvec3 column = g[axis];
    for (int i = 0; i < 3 && column[axis] > 0.0; ++i)
        for (int j = 0; j < 3; ++j)
            g[i][j] -= column[i] * column[j] / column[axis];
    clear(g, axis);
    // Of what was tied to the locked axis nothing is left but rounding.
    for (int i = 0; i < 3; ++i)
        if (!(g[i][i] > kRounding * before[i][i]))
            clear(g, i);
}

glm::dmat3 lockedInverse(glm::dmat3 inverse, uint32_t locks) {
    for (int axis = 0; axis < 3; ++axis)
        if (locks >> axis & 1u)
            lock(inverse, axis);
    return inverse;
}

}  // namespace drystone
