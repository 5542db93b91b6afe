#include "support/lab.h"

using namespace drystone;
using namespace drystone::lab;

namespace {

struct Field {
    Lab lab{sleepless()};
    std::vector<BodyId> balls;

    explicit Field(int reach) {
        for (int i = 0; i < 300; ++i)
            balls.push_back(lab.sphere(
                {float(i % 20) - 10 + 32, 4 + float(i / 100) * 1.5f, float(i / 20 % 5) * 1.2f - 3 + 32}, 0.4f));
        // 128 x 128 slabs 64 m apart; only those within reach of the middle are made.
        for (int z = -reach; z < reach; ++z)
            for (int x = -reach; x < reach; ++x)
                lab.body({.type = BodyType::Static, .position = {64 * float(x) + 32, 0, 64 * float(z) + 32}},
                         {.geometry = Box{{16, 1, 16}}});
    }
};

}  // namespace

// jrouwe/JoltPhysics#1081: steps became forty times slower with 16,384 static boxes that nothing came near.
TEST_CASE("static bodies that nothing comes near are visited by nothing") {
    Field few(4), many(64);
    CHECK(few.lab.world.bodyCount() == 300 + 64);
    CHECK(many.lab.world.bodyCount() == 300 + 16384);
    for (int i = 0; i < 90; ++i) {
        few.lab.world.step(1.0f / 50);
        many.lab.world.step(1.0f / 50);
        const WorldCounters a = few.lab.world.counters(), b = many.lab.world.counters();
        REQUIRE(a.pairs == b.pairs);
        REQUIRE(a.visitedBodies == b.visitedBodies);
        REQUIRE(a.visitedPairs == b.visitedPairs);
        REQUIRE(a.visitedContacts == b.visitedContacts);
    }
    CHECK(few.lab.world.counters().touchingContacts > 100);
    for (size_t i = 0; i < few.balls.size(); ++i)
        REQUIRE(few.lab.world.position(few.balls[i]) == many.lab.world.position(many.balls[i]));
}
