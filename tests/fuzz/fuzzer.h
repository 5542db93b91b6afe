// Makes random calls on a World and holds its answers against a model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drystone/drystone.h>

namespace drystone::fuzz {

class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull) {}
    uint32_t bits() {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return uint32_t(m_state >> 32);
    }
    float unit() { return float(bits() >> 8) / 16777216.0f; }
    float range(float low, float high) { return low + (high - low) * unit(); }
    int below(int count) { return int(bits() % uint32_t(count)); }
    bool chance(float probability) { return unit() < probability; }

private:
    uint64_t m_state;
};

inline constexpr size_t kMostBodies = 40;
inline constexpr size_t kMostShapes = 4;  // of a body

struct ModelShape {
    ShapeId id;
    bool sensor = false, halfSpace = false;
    uint64_t userData = 0;
};

struct ModelBody {
    BodyId id;
    BodyType type = BodyType::Static;
    uint64_t userData = 0;
    std::vector<ModelShape> shapes;
};

// One world's life. Wild ones get huge but finite values too, which may freeze bodies.
class Fuzzer {
public:
    Fuzzer(uint64_t seed, bool wild);
    ~Fuzzer();
    Fuzzer(const Fuzzer&) = delete;
    Fuzzer& operator=(const Fuzzer&) = delete;

    // Makes the calls; empty when all went as the model says, else what went wrong and in which call.
    std::string run(int calls);
    uint64_t refusedCalls() const { return m_refused; }
    uint64_t steps() const { return m_world.stepCount(); }
    int frozen() const { return m_world.counters().frozenBodies; }

private:
    // A call's arguments are drawn one by one; a bad one clears m_good.
    float number(float low, float high);
    float positive(float low, float high);
    glm::vec3 vector(float size);
    glm::vec3 point() { return vector(m_wild && m_random.chance(0.02f) ? 1e8f : 10.0f); }
    glm::quat rotation();
    Geometry geometry(bool allowHalfSpace);
    Material material();
    Filter filter();
    ModelBody* body();  // null: a bad handle was drawn into m_bodyId
    ModelShape* shape(ModelBody** owner = nullptr);
    bool spoil() { return m_random.chance(0.03f); }
    float nonsense();

    void call();
    void createCall();
    void destroyCall();
    void poseCall();
    void pushCall();
    void massCall();
    void propertyCall();
    void shapeCall();
    void queryCall();
    void readCall();
    void settingsCall();
    void step();
    void checkAll();
    void checkBody(const ModelBody& body);

    // Compares a call's result with what its arguments deserve.
    void expect(const char* name, bool result) { expect(name, result, m_good); }
    void expect(const char* name, bool result, bool good);
    void expectRead(const char* name);  // a getter: only the count of misuses tells
    void fail(const std::string& what);

    std::string m_lastError;  // before the world that writes to it
    Random m_random;
    bool m_wild;
    World m_world;
    World m_other;
    std::vector<ModelBody> m_bodies;
    std::vector<BodyId> m_staleBodies;
    std::vector<ShapeId> m_staleShapes;
    BodyId m_foreignBody, m_bodyId;
    ShapeId m_foreignShape, m_shapeId;

    bool m_good = true;
    uint64_t m_errorsBefore = 0, m_refused = 0;
    int m_call = 0;
    std::string m_failure;
};

}  // namespace drystone::fuzz
