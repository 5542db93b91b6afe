// Scenes: headless builders shared by the sandbox, the tests and the benchmarks.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <drystone/drystone.h>

namespace drystone::scenes {

// Where a viewer starts: looks at target from distance (m), yaw and pitch in degrees. Yaw 0 looks along -z,
// yaw 90 along -x; a positive pitch looks down.
struct View {
    glm::vec3 target{0.0f, 2.0f, 0.0f};
    float distance = 20.0f;
    float yaw = 30.0f;
    float pitch = 20.0f;
};

// A number that a person may change; the scene is built anew with it.
struct Parameter {
    const char* name;
    const char* unit;
    const char* tooltip;
    float value;
    float minimum;
    float maximum;
};

class Scene {
public:
    virtual ~Scene() = default;
    // Fills an empty world.
    virtual void build(World& world) = 0;
    // Called ahead of each step; step counts from 0.
    virtual void beforeStep(World& /*world*/, float /*dt*/, uint64_t /*step*/) {}
    virtual std::span<Parameter> parameters() { return {}; }
    // The scene's own marks: arrows, target lines.
    virtual void draw(const World& /*world*/, DebugDraw& /*draw*/) const {}
    // What the scene measures, in a line or two; empty: nothing.
    virtual std::string status(const World& /*world*/) const { return {}; }
};

struct SceneEntry {
    const char* name;  // snake_case, unique
    const char* category;
    const char* lookFor;  // one line
    View view{};
    int moment = 600;          // after this many steps of 1/60 s a picture shows what to look for
    WorldSettings settings{};  // what the scene wants; defaults unless it needs something
    std::unique_ptr<Scene> (*make)() = nullptr;
};

// Sorted by category, then name. Filled before main() by one Registration a scene.
std::span<const SceneEntry> allScenes();
const SceneEntry* findScene(std::string_view name);

struct Registration {
    explicit Registration(const SceneEntry& entry);
};

}  // namespace drystone::scenes
