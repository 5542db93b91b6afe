// drystone_fuzz [--calls N] [--seed S]: random calls in worlds of 20,000 calls each.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzzer.h"

int main(int argc, char** argv) {
    long calls = 200000;
    unsigned long long seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--calls") == 0)
            calls = std::atol(argv[i + 1]);
        else if (std::strcmp(argv[i], "--seed") == 0)
            seed = std::strtoull(argv[i + 1], nullptr, 10);
        else
            return std::fprintf(stderr, "usage: drystone_fuzz [--calls N] [--seed S]\n"), 2;
    }
    const int callsPerWorld = 20000;
    unsigned long long refused = 0, steps = 0, frozen = 0;
    long made = 0;
    for (; made < calls; ++seed) {
        const int count = int(calls - made < callsPerWorld ? calls - made : callsPerWorld);
        // One world in four also gets values that no game would use.
        drystone::fuzz::Fuzzer fuzzer(seed, seed % 4 == 3);
        const std::string failure = fuzzer.run(count);
        if (!failure.empty())
            return std::fprintf(stderr, "seed %llu, %s\n", seed, failure.c_str()), 1;
        refused += fuzzer.refusedCalls();
        steps += fuzzer.steps();
        frozen += (unsigned long long)fuzzer.frozen();
        made += count;
    }
    std::printf("%ld calls, %llu of them bad, %llu steps, %llu bodies frozen at the end: no fault\n", made, refused,
                steps, frozen);
    return 0;
}
