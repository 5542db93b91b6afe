#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "math/random_input.h"
#include "simd/dispatch.h"
#include "simd/kernels.h"

using drystone::SimdLevel;
using drystone::test::Kernels;
using drystone::test::kOperations;
using drystone::test::kVectorInputs;
using drystone::test::kVectorOutputs;
using drystone::test::Random;

namespace {

constexpr int kCount = 1 << 15;
constexpr int kRecord = 8;

std::vector<const Kernels*> runnableKernels() {
    std::vector<const Kernels*> all{drystone::test::scalarKernels()};
    const SimdLevel widest = drystone::simd::resolveLevel(SimdLevel::Auto);
    if (widest >= SimdLevel::Sse2)
        all.push_back(drystone::test::sse2Kernels());
    if (widest >= SimdLevel::Avx2)
        all.push_back(drystone::test::avx2Kernels());
    return all;
}

struct Inputs {
    alignas(64) float a[kCount];
    alignas(64) float b[kCount];
    alignas(64) float c[kCount];
};

float special(Random& random) {
    constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kMax = std::numeric_limits<float>::max(), kTiny = std::numeric_limits<float>::denorm_min();
    constexpr float kValues[] = {0.0f, -0.0f, 1.0f,  -1.0f, kInf,   -kInf,
                                 kNan, kMax,  -kMax, kTiny, -kTiny, 1.17549435e-38f};
    return kValues[random.below(12)];
}

// Every pair of special values occurs, and numbers of every scale, equal and near-equal ones among them.
const Inputs& inputs() {
    static const Inputs* const filled = [] {
        auto* in = new Inputs;
        Random random(1);
        const auto draw = [&random] {
            const int kind = random.below(8);
            if (kind == 0)
                return special(random);
            return kind < 3 ? random.anyScale(-149, 127) : random.anyScale(-4, 4);
        };
        for (int i = 0; i < kCount; ++i) {
            in->a[i] = draw();
            in->b[i] = random.below(16) ? draw() : in->a[i];
            in->c[i] = draw();
        }
        return in;
    }();
    return *filled;
}

std::vector<float> runOperations(const Kernels& kernels) {
    const Inputs& in = inputs();
    // Wide stores are aligned.
    float* out = new (std::align_val_t{64}) float[size_t(kOperations) * kCount];
    kernels.operations(in.a, in.b, in.c, kCount, out);
    std::vector<float> result(out, out + size_t(kOperations) * kCount);
    ::operator delete[](out, std::align_val_t{64});
    return result;
}

// IEEE 754 leaves the payload and sign of a NaN open.
bool sameBits(float a, float b) {
    return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

// Each result rounded on its own: volatile keeps the compiler from fusing or reordering.
float exactly(double value) {
    const volatile float rounded = float(value);
    return rounded;
}

// A product or sum of two floats rounds from double as it does directly (Figueroa 1995), and so do quotient and root.
void expectedRow(float a, float b, float c, float (&out)[kOperations]) {
    const float ab = exactly(double(a) * double(b));
    const float cc = exactly(double(c) * double(c));
    const float aa = exactly(double(a) * double(a)), bb = exactly(double(b) * double(b));
    const float bc1 = exactly(double(exactly(double(b) * double(c))) + 1.0);
    int n = 0;
    for (const float x :
         {exactly(double(a) + double(b)), exactly(double(a) - double(b)), ab, exactly(double(a) / double(b)),
          std::bit_cast<float>(std::bit_cast<uint32_t>(a) ^ 0x80000000u), a < b ? a : b, a > b ? a : b,
          std::bit_cast<float>(std::bit_cast<uint32_t>(a) & 0x7FFFFFFFu), exactly(std::sqrt(double(a))),
          std::signbit(a) ? -1.0f : 1.0f, exactly(double(ab) + double(c)), exactly(double(c) - double(ab)),
          exactly(double(ab) - double(cc)), exactly(std::sqrt(double(exactly(double(aa) + double(bb))))),
          exactly(double(a) / double(bc1))})
        out[n++] = x;
    for (const bool m :
         {a<b, a <= b, a> b, a >= b, a == b, !(a < b), a < b && b < c, a < b || b < c, !(a < b && !(b < c))})
        out[n++] = m ? 1.0f : 0.0f;
    const float low = a < 1.0f ? a : 1.0f;
    for (const float x :
         {a < b ? a : c, a == b ? c : b,
          !(a > 0.0f) ? std::bit_cast<float>(std::bit_cast<uint32_t>(a) ^ 0x80000000u) : a, low > -1.0f ? low : -1.0f})
        out[n++] = x;
    REQUIRE(n == kOperations);
}

}  // namespace

TEST_CASE("every lane of every width does what scalar IEEE arithmetic does, bit for bit") {
    const Inputs& in = inputs();
    for (const Kernels* kernels : runnableKernels()) {
        REQUIRE(kernels != nullptr);
        INFO("width " << kernels->width);
        const std::vector<float> got = runOperations(*kernels);
        for (int i = 0; i < kCount; ++i) {
            float expected[kOperations];
            expectedRow(in.a[i], in.b[i], in.c[i], expected);
            for (int op = 0; op < kOperations; ++op) {
                const float result = got[size_t(op) * kCount + size_t(i)];
                if (sameBits(result, expected[op]))
                    continue;
                FAIL_CHECK("operation " << op << " of " << in.a[i] << ", " << in.b[i] << ", " << in.c[i] << " gave "
                                        << result << ", not " << expected[op]);
            }
        }
    }
}

TEST_CASE("the inputs would show a fused multiply-add") {
    const Inputs& in = inputs();
    int shown = 0;
    for (int i = 0; i < kCount; ++i) {
        float expected[kOperations];
        expectedRow(in.a[i], in.b[i], in.c[i], expected);
        shown += !sameBits(std::fma(in.a[i], in.b[i], in.c[i]), expected[10]);
    }
    CHECK(shown > 100);
}

namespace {

// One record more than lanes on either side, to see that nothing beyond is written.
struct Records {
    alignas(64) float data[10][kRecord];

    explicit Records(uint64_t seed) {
        Random random(seed);
        for (auto& record : data)
            for (float& x : record)
                x = random.uniform(-1.0f, 1.0f);
    }
};

void shuffledLanes(Random& random, int width, int (&lanes)[8]) {
    int order[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int k = 7; k > 0; --k)
        std::swap(order[k], order[random.below(k + 1)]);
    for (int k = 0; k < width; ++k)
        lanes[k] = order[k];
}

}  // namespace

TEST_CASE("gatherRecords turns records into lanes, in any order and with repeats") {
    Random random(2);
    for (const Kernels* kernels : runnableKernels()) {
        const int width = kernels->width;
        for (int round = 0; round < 500; ++round) {
            Records records(random.next());
            int lanes[8];
            shuffledLanes(random, width, lanes);
            // Static bodies share one record.
            if (round & 1)
                lanes[random.below(width)] = lanes[0];
            const float* pointers[8] = {};
            for (int k = 0; k < width; ++k)
                pointers[k] = records.data[lanes[k]];
            alignas(64) float out[kRecord * 8];
            kernels->gather(pointers, out);
            for (int i = 0; i < kRecord; ++i)
                for (int k = 0; k < width; ++k)
                    REQUIRE(out[i * width + k] == records.data[lanes[k]][i]);
        }
    }
}

TEST_CASE("scatterRecords writes the lanes of the mask whole and nothing else") {
    Random random(3);
    for (const Kernels* kernels : runnableKernels()) {
        const int width = kernels->width;
        for (uint32_t mask = 0; mask < 1u << width; ++mask) {
            Records records(random.next());
            const Records before = records;
            int lanes[8];
            shuffledLanes(random, width, lanes);
            float* pointers[8] = {};
            for (int k = 0; k < width; ++k)
                pointers[k] = records.data[lanes[k]];
            alignas(64) float in[kRecord * 8];
            for (float& x : in)
                x = random.uniform(2.0f, 3.0f);
            kernels->scatter(pointers, in, mask);

            float expected[10][kRecord];
            for (int r = 0; r < 10; ++r)
                for (int i = 0; i < kRecord; ++i)
                    expected[r][i] = before.data[r][i];
            for (int k = 0; k < width; ++k)
                for (int i = 0; i < kRecord && (mask >> k & 1); ++i)
                    expected[lanes[k]][i] = in[i * width + k];
            for (int r = 0; r < 10; ++r)
                for (int i = 0; i < kRecord; ++i)
                    REQUIRE(records.data[r][i] == expected[r][i]);
        }
    }
}

namespace {

void expectedVectors(const float (&in)[kVectorInputs], double (&out)[kVectorOutputs]) {
    const glm::dvec3 a(in[0], in[1], in[2]), b(in[3], in[4], in[5]);
    const glm::dmat3 m(in[6], in[7], in[8], in[7], in[9], in[10], in[8], in[10], in[11]);
    const glm::dvec3 vectors[] = {a + 2.5 * b, glm::cross(a, -b), m * a, in[0] < in[3] ? a - b : b};
    for (int i = 0; i < 12; ++i)
        out[i] = vectors[i / 3][i % 3];
    out[12] = glm::dot(a, b);
    for (int i = 0; i < 6; ++i)
        out[13 + i] = 2.0 * in[6 + i];
}

}  // namespace

TEST_CASE("wide vectors and symmetric matrices are right, and the same bits at every width") {
    Random random(4);
    for (int round = 0; round < 2000; ++round) {
        float lane[8][kVectorInputs];
        for (auto& row : lane)
            for (float& x : row)
                x = random.uniform(-1.0f, 1.0f);

        float scalar[8][kVectorOutputs];
        for (int k = 0; k < 8; ++k) {
            double expected[kVectorOutputs];
            expectedVectors(lane[k], expected);
            drystone::test::scalarKernels()->vectors(lane[k], scalar[k]);
            for (int i = 0; i < kVectorOutputs; ++i)
                REQUIRE(std::fabs(scalar[k][i] - expected[i]) < 4e-7);
        }
        for (const Kernels* kernels : runnableKernels()) {
            const int width = kernels->width;
            alignas(64) float in[kVectorInputs * 8], out[kVectorOutputs * 8];
            for (int i = 0; i < kVectorInputs; ++i)
                for (int k = 0; k < width; ++k)
                    in[i * width + k] = lane[k][i];
            kernels->vectors(in, out);
            for (int i = 0; i < kVectorOutputs; ++i)
                for (int k = 0; k < width; ++k)
                    REQUIRE(sameBits(out[i * width + k], scalar[k][i]));
        }
    }
}
