#include "solver/solver_scene.h"
#include "support/solver_choices.h"

using namespace drystone;
using test::SolverScene;

static void run(SolverScene& s, SimdLevel level) {
    ContactSolver solver(s.memory, level);
    for (int i = 0; i < 3; ++i)
        s.solve(solver);
}

template <class T>
static bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TEST_CASE("every width gives the same bits") {
    for (const lab::SolverChoice& choice : lab::kSolverChoices)
        for (const bool warm : {true, false})
            for (uint32_t seed = 1; seed <= 5; ++seed) {
                const auto result = [&](SimdLevel level, SolverScene& s) {
                    addRandomContacts(s, seed, 60, 150);
                    s.settings = choice.in(s.settings);
                    s.settings.warmStarting = warm;
                    // Some contacts that found no colour.
                    for (int i = 0; i < 5; ++i) {
                        s.overflow.push_back(s.dynamicContacts[0].back());
                        s.dynamicContacts[0].pop_back();
                        s.overflow.push_back(s.staticContacts[0].back());
                        s.staticContacts[0].pop_back();
                    }
                    run(s, level);
                };
                SolverScene scalar, sse2, avx2;
                result(SimdLevel::Scalar, scalar);
                result(simd::resolveLevel(SimdLevel::Sse2), sse2);
                result(simd::resolveLevel(SimdLevel::Avx2), avx2);
                for (const SolverScene* other : {&sse2, &avx2}) {
                    CHECK(sameBits(scalar.velocities, other->velocities));
                    CHECK(sameBits(scalar.deltas, other->deltas));
                    CHECK(sameBits(scalar.manifolds, other->manifolds));
                }
                for (const VelocityRow& v : scalar.velocities)
                    CHECK(std::isfinite(v.linear[0] + v.linear[1] + v.linear[2] + v.angular[0]));
            }
}

TEST_CASE("every number of threads gives the same bits") {
    for (const lab::SolverChoice& choice : lab::kSolverChoices) {
        SolverScene one(1), four(4);
        for (SolverScene* s : {&one, &four}) {
            addRandomContacts(*s, 11, 3000, 5000);
            s->settings = choice.in(s->settings);
            s->settings.iterations = 3;
            run(*s, simd::resolveLevel(SimdLevel::Auto));
        }
        CHECK(sameBits(one.velocities, four.velocities));
        CHECK(sameBits(one.deltas, four.deltas));
        CHECK(sameBits(one.manifolds, four.manifolds));
    }
}
