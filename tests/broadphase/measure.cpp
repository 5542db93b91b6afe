// Microseconds of processor time a step of the tree broadphase, of all threads together, on one unless told otherwise.
//     measure_broadphase [threads]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "broadphase/broadphase.h"
#include "random.h"

namespace drystone::test {
namespace {

constexpr float kDt = 1.0f / 60.0f;
constexpr int kWarmSteps = 60, kSteps = 300;

struct Mover {
    glm::vec3 centre, half, velocity;  // m, m/s
    float jitter = 0.0f;               // m
};

double processorTime() { return double(std::clock()) / CLOCKS_PER_SEC; }

struct Scene {
    const char* name;
    std::vector<Mover> movers;
    int asleep = 0;  // so many at the front never move
};

glm::vec3 anyDirection(Random& random) {
    for (;;) {
        const glm::vec3 v = random.between(glm::vec3(-1.0f), glm::vec3(1.0f));
        const float length = glm::length(v);
        if (length > 0.1f && length < 1.0f)
            return v / length;
    }
}

// Boxes of 0.8 to 1.8 m at 5 m/s in a cube of 1 km.
Scene sparse(const char* name, int count, Random random) {
    Scene scene{name, {}};
    for (int i = 0; i < count; ++i) {
        const glm::vec3 centre = random.between(glm::vec3(-500.0f), glm::vec3(500.0f));
        const glm::vec3 half = random.between(glm::vec3(0.4f), glm::vec3(0.9f));
        scene.movers.push_back({centre, half, 5.0f * anyDirection(random)});
    }
    return scene;
}

void addPile(Scene& scene, glm::vec3 at, glm::vec3 velocity, float jitter) {
    for (int i = 0; i < 5000; ++i) {
        const glm::vec3 cell(float(i % 17), float(i / 289), float(i / 17 % 17));
        scene.movers.push_back({at + 0.95f * cell, glm::vec3(0.5f), velocity, jitter});
    }
}

Scene asleep(Random random) {
    Scene scene{"asleep 20k + 200", {}, 20000};
    for (int i = 0; i < 20000; ++i) {
        const glm::vec3 cell(float(i % 100), float(i / 10000), float(i / 100 % 100));
        const glm::vec3 centre = glm::vec3(-75.0f, 0.5f, -75.0f) + glm::vec3(1.5f, 1.0f, 1.5f) * cell;
        scene.movers.push_back({centre, glm::vec3(0.5f), glm::vec3(0.0f)});
    }
    for (int i = 0; i < 200; ++i) {
        const glm::vec3 centre = random.between(glm::vec3(-75.0f, 1.5f, -75.0f), glm::vec3(75.0f, 4.0f, 75.0f));
        const glm::vec3 velocity = random.between(glm::vec3(-3.0f, 0.0f, -3.0f), glm::vec3(3.0f, 0.0f, 3.0f));
        scene.movers.push_back({centre, glm::vec3(0.5f), velocity});
    }
    return scene;
}

Scene hugeAndTiny(Random random) {
    Scene scene{"huge + tiny 20k", {}};
    for (int i = 0; i < 20000; ++i) {
        const float half = i < 20 ? random.between(20.0f, 60.0f)
            : i < 10000           ? random.between(0.3f, 0.7f)
                                  : random.between(0.02f, 0.05f);
        const glm::vec3 centre = random.between(glm::vec3(-200.0f, -20.0f, -200.0f), glm::vec3(200.0f, 20.0f, 200.0f));
        const float speed = i < 20 ? 0.0f : 2.0f;
        scene.movers.push_back({centre, glm::vec3(half), random.between(glm::vec3(-speed), glm::vec3(speed))});
    }
    return scene;
}

void run(const Scene& scene, int threads) {
    Memory memory;
    TaskSystem tasks(threads, {});
    const auto broadphase = makeBroadphase(BroadphaseKind::Tree, memory);
    Random random(1);
    std::vector<Mover> movers = scene.movers;
    std::vector<ProxyMove> moves;
    Array<ProxyPair> pairs(memory);
    for (const Mover& mover : movers)
        broadphase->createProxy(boxAt(mover.centre, mover.half + 0.02f), ProxyKind::Movable);

    double moveTime = 0.0, findTime = 0.0, worst = 0.0;
    size_t found = 0;
    for (int step = -kWarmSteps; step < kSteps; ++step) {
        moves.clear();
        for (size_t i = size_t(scene.asleep); i < movers.size(); ++i) {
            Mover& mover = movers[i];
            mover.centre += kDt * mover.velocity;
            const glm::vec3 noise = random.between(glm::vec3(-mover.jitter), glm::vec3(mover.jitter));
            moves.push_back({uint32_t(i), boxAt(mover.centre + noise, mover.half + 0.02f), kDt * mover.velocity});
        }
        pairs.clear();
        const double begin = processorTime();
        broadphase->moveProxies(moves);
        const double middle = processorTime();
        broadphase->findNewPairs(pairs, tasks);
        const double end = processorTime();
        if (step < 0)
            continue;
        moveTime += middle - begin;
        findTime += end - middle;
        worst = std::max(worst, end - begin);
        found += pairs.size();
    }
    const double scale = 1e6 / kSteps;
    std::printf("%-18s move %7.1f  find %7.1f  total %7.1f  worst %7.1f us  new pairs %6.1f\n", scene.name,
                moveTime * scale, findTime * scale, (moveTime + findTime) * scale, worst * 1e6,
                double(found) / kSteps);
}

}  // namespace
}  // namespace drystone::test

int main(int argc, char** argv) {
    using namespace drystone::test;
    const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    run(sparse("sparse 20k", 20000, Random(2)), threads);
    run(sparse("sparse 100k", 100000, Random(3)), threads);
    Scene pile{"pile 5k jitter", {}};
    addPile(pile, glm::vec3(0.0f), glm::vec3(0.0f), 0.0005f);
    run(pile, threads);
    Scene mixed{"mixed 10k", {}};
    addPile(mixed, glm::vec3(0.0f), glm::vec3(0.0f), 0.0005f);
    addPile(mixed, {0.0f, 30.0f, 0.0f}, {0.0f, -5.0f, 0.0f}, 0.0f);
    run(mixed, threads);
    run(asleep(Random(4)), threads);
    run(hugeAndTiny(Random(5)), threads);
}
