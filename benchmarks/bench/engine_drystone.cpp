#include "bench/engine.h"

namespace drystone::bench {

namespace {

class DrystoneEngine final : public Engine {
public:
    explicit DrystoneEngine(World& world) : m_world(world) {}
    std::string name() const override { return "Drystone " DRYSTONE_VERSION_STRING; }
    void adopt() override {}
    void step(float dt) override { m_world.step(dt); }
    void writeBack() override {}
    RayAnswer castRay(glm::vec3 origin, glm::vec3 translation) const override {
        const RayHit hit = m_world.castRayClosest(origin, translation);
        return hit ? RayAnswer{true, hit.fraction} : RayAnswer{};
    }
    bool isWorld() const override { return true; }

private:
    World& m_world;
};

}  // namespace

std::unique_ptr<Engine> makeDrystone(World& world) {
    return std::make_unique<DrystoneEngine>(world);
}

}  // namespace drystone::bench
