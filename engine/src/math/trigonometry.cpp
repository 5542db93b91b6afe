#include "math/algebra.h"

namespace drystone {

// Up to here the multiple of pi/2 has at most 13 bits, so that its products with kPio2A and kPio2B are exact.
static constexpr float kCodyWaiteLimit = 1.0e4f;

static constexpr float kTwoOverPi = 0.636619772f;
// pi/2 = A + B + C: A and B have 11 significant bits each (Cody and Waite 1980, Software Manual for the Elementary
// Functions), C holds the next 24.
static constexpr float kPio2A = 0x1.92p+0f;
static constexpr float kPio2B = 0x1.fb4p-12f;
static constexpr float kPio2C = 0x1.4442d2p-24f;

// Adding this rounds a float below 2^22 to the nearest integer, ties to even.
static constexpr float kRoundingShift = 12582912.0f;

// Minimax on [-pi/4, pi/4], coefficients of Moshier's Cephes library (sinf.c).
static float sinPolynomial(float x, float x2) {
    return x + x * x2 * (-1.6666654611e-1f + x2 * (8.3321608736e-3f + x2 * -1.9515295891e-4f));
}
static float cosPolynomial(float x2) {
    return 1.0f - 0.5f * x2 +
        x2 * x2 * (4.166664568298827e-2f + x2 * (-1.388731625493765e-3f + x2 * 2.443315711809948e-5f));
}

SinCos sinCos(float x) {
    // IEEE 754 makes fmod exact, hence the same everywhere. Infinities and NaN become NaN.
    if (!(std::fabs(x) <= kCodyWaiteLimit))
        x = float(std::fmod(double(x), 6.283185307179586));
    if (x != x)
        return {x, x};

    const float n = (x * kTwoOverPi + kRoundingShift) - kRoundingShift;
    const float r = ((x - n * kPio2A) - n * kPio2B) - n * kPio2C;
    const float r2 = r * r;
    const float s = sinPolynomial(r, r2);
    const float c = cosPolynomial(r2);
    switch (int(n) & 3) {
    case 0:
        return {s, c};
    case 1:
        return {c, -s};
    case 2:
        return {-s, -c};
    default:
        return {-c, s};
    }
}

glm::quat largeExponentialMap(glm::vec3 w) {
    // In double the square of no finite float overflows.
    const glm::dvec3 d(w);
    const float h = float(0.5 * std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z));
    const SinCos sc = sinCos(h);
    return {sc.cos, (w / h) * (0.5f * sc.sin)};
}

glm::dquat preciseExponentialMap(glm::dvec3 w) {
    const double length = std::sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
    if (length == 0.0)
        return {1.0, 0.0, 0.0, 0.0};
    // A quaternion has the period 4 pi in the angle. An eighth of what is left of the half angle lies below pi / 4; three
    // squarings bring it back.
    const double h = 0.5 * std::fmod(length, 12.566370614359172) / 8.0, h2 = h * h;
    double sinRatio = 1.0, cosine = 1.0;
    for (int k = 18; k >= 2; k -= 2) {
        sinRatio = 1.0 - sinRatio * h2 / (k * (k + 1));
        cosine = 1.0 - cosine * h2 / (k * (k - 1));
    }
    double s = h * sinRatio, c = cosine;
    for (int i = 0; i < 3; ++i) {
        const double doubled = 2.0 * s * c;
        c = 1.0 - 2.0 * s * s;
        s = doubled;
    }
    return {c, (s / length) * w};
}

}  // namespace drystone
