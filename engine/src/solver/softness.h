// Soft constraints: a spring and a damper, named by frequency and damping ratio, integrated implicitly.
// E. Catto, "Soft Constraints", GDC 2011; "Solver2D", 2024.
#pragma once

namespace drystone {

// The row  dl = -m (massScale vn + bias) - impulseScale l,  bias = massScale biasRate s,  behaves as a mass m on that
// spring for any mass and any step. Rigid: 0, 1, 0.
struct Softness {
    float biasRate;  // 1/s
    float massScale;
    float impulseScale;
};

inline constexpr float kTwoPi = 6.28318531f;

// hertz > 0, dampingRatio >= 0, h > 0
inline Softness makeSoftness(float hertz, float dampingRatio, float h) {
    const float omega = kTwoPi * hertz;
    const float a1 = 2.0f * dampingRatio + h * omega;
    const float a2 = h * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return {omega / a1, a2 * a3, a3};
}

// A spring faster than an eighth of the substep rate cannot be resolved and would only ring.
inline float contactHertz(float wanted, float h) {
    const float most = 0.125f / h;
    return wanted < most ? wanted : most;
}

}  // namespace drystone
