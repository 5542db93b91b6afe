// Every width gives the same bits, whatever the number of pairs.
#include <cstring>

#include <doctest/doctest.h>

#include "collision/box_poses.h"

namespace drystone {
using namespace test;

namespace {

struct Batch {
    std::vector<PlacedShape> shapes;
    std::vector<CollidePair> pairs;
    std::vector<Manifold> manifolds;
    std::vector<uint8_t> touching;

    void run(PairKind kind, SimdLevel level) {
        collideKernels(simd::resolveLevel(level))
            .collide[int(kind)]({shapes.data(), pairs.data(), int(pairs.size()), manifolds.data(), touching.data()});
    }
};

void addPair(Batch& batch, PairKind kind, int pose, Random& random) {
    BoxPose p = makeBoxPose(pose, random);
    const bool boxA = kind == PairKind::BoxSphere || kind == PairKind::BoxBox;
    const bool boxB = kind == PairKind::HalfSpaceBox || kind == PairKind::SphereBox || kind == PairKind::BoxBox;
    if (kind == PairKind::HalfSpaceSphere || kind == PairKind::HalfSpaceBox) {
        const glm::vec3 normal = random.direction();
        p.a.shape = halfSpace(normal, random.real(-0.5, 0.5));
    } else if (!boxA) {
        p.a.shape = sphere(p.a.shape.halfExtents.x);
    }
    if (!boxB)
        p.b.shape = sphere(p.b.shape.halfExtents.x);
    const uint32_t first = uint32_t(batch.shapes.size());
    batch.shapes.push_back(placeShape(p.a.shape, p.a.world, p.a.centerOfMass));
    batch.shapes.push_back(placeShape(p.b.shape, p.b.world, p.b.centerOfMass));
    batch.pairs.push_back({first, first + 1, uint32_t(batch.pairs.size()), random.real(0.005, 0.03)});
}

bool same(const Batch& a, const Batch& b) {
    return a.touching == b.touching &&
        std::memcmp(a.manifolds.data(), b.manifolds.data(), a.manifolds.size() * sizeof(Manifold)) == 0;
}

// Two steps, the second with every pose moved a little and impulses to carry.
void step(Batch& batch, PairKind kind, SimdLevel level) {
    batch.run(kind, level);
    for (size_t i = 0; i < batch.manifolds.size(); ++i) {
        Manifold& m = batch.manifolds[i];
        for (int k = 0; k < int(m.pointCount); ++k)
            m.normalImpulse[k] = float(i % 97) + 0.25f * float(k);
        m.twistImpulse = m.pointCount > 0 ? 0.5f : 0.0f;
        m.friction = 0.5f;
    }
    for (size_t i = 0; i < batch.shapes.size(); i += 2)
        batch.shapes[i].position[int(i / 2 % 3)] += 0.01f;
    batch.run(kind, level);
}

}  // namespace

TEST_CASE("all widths give the same bits") {
    Random random(41);
    for (int kind = 0; kind < int(PairKind::Count); ++kind) {
        Batch start;
        const int count = kind == int(PairKind::BoxBox) ? 100003 : 20003;
        for (int i = 0; i < count; ++i)
            addPair(start, PairKind(kind), i % kPoseKinds, random);
        start.manifolds.resize(start.pairs.size());
        start.touching.resize(start.pairs.size());
        Batch scalar = start, sse2 = start, avx2 = start;
        step(scalar, PairKind(kind), SimdLevel::Scalar);
        step(sse2, PairKind(kind), SimdLevel::Sse2);
        step(avx2, PairKind(kind), SimdLevel::Avx2);
        CHECK(same(scalar, sse2));
        CHECK(same(scalar, avx2));
        CHECK(std::count(scalar.touching.begin(), scalar.touching.end(), uint8_t(1)) > count / 10);
    }
}

TEST_CASE("a batch of any length touches its own manifolds only") {
    Random random(43);
    for (int kind = 0; kind < int(PairKind::Count); ++kind)
        for (int count = 0; count <= 19; ++count) {
            Batch batch;
            for (int i = 0; i < count; ++i)
                addPair(batch, PairKind(kind), i % kPoseKinds, random);
            Manifold guard{};
            guard.friction = 123.0f;
            batch.manifolds.resize(size_t(count) + 1, guard);
            batch.touching.resize(size_t(count) + 1, 77);
            std::fill_n(batch.touching.begin(), count, uint8_t(0));
            Batch one = batch;
            batch.run(PairKind(kind), SimdLevel::Avx2);
            for (int i = 0; i < count; ++i)
                collideKernels(SimdLevel::Scalar)
                    .collide[kind](
                        {one.shapes.data(), &one.pairs[size_t(i)], 1, one.manifolds.data(), &one.touching[size_t(i)]});
            REQUIRE(same(batch, one));
            REQUIRE(batch.touching.back() == 77);
            REQUIRE(batch.manifolds.back().friction == 123.0f);
        }
}

}  // namespace drystone
