// All that a person works with: the simulation, its clock, the selection, the spring in the hand, what is remembered.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include <drystone/drystone.h>

#include "core/camera.h"
#include "core/drag_spring.h"
#include "core/heat_map.h"
#include "core/history.h"
#include "core/simulation.h"
#include "core/twin.h"

namespace drystone::sandbox {

struct ShotSettings {
    float speed = 25.0f;      // m/s
    float size = 0.5f;        // radius or half extent (m)
    float density = 2000.0f;  // kg/m^3
};

struct ViewSettings {
    bool shadows = true;
    bool ambientOcclusion = true;
    int samples = 4;
    float exposure = 1.0f;
    float sunYaw = -48.0f;
    float sunPitch = 50.0f;
    float lineWidth = 1.7f;
    float flySpeed = 8.0f;  // m/s
    float mouseSensitivity = 1.0f;
    float uiScale = 1.0f;
    bool interpolate = true;
    bool pauseUnfocused = false;
    bool vsync = true;
    bool showPanels = true;
    bool showGraphs = true;
    HeatBy heat = HeatBy::None;  // what colours the bodies
};

enum class Projectile : uint8_t { Sphere, Box };

class Session {
public:
    Session(const scenes::SceneEntry& entry, const WorldMaking& making, MessageLog& log);

    // ---- the clock ----
    // Feeds real seconds; takes the steps that are due.
    void advance(float seconds);
    // False when the world refused the step.
    bool stepOnce();
    void setHertz(float hertz);
    float hertz() const { return m_hertz; }
    float alpha() const;
    // Simulated time that slow frames cost (s).
    double droppedTime() const { return m_dropped; }

    bool paused = false;
    float speed = 1.0f;  // of the simulated clock against the real one

    // ---- scenes ----
    void loadScene(const scenes::SceneEntry& entry);
    void loadNeighbour(int offset);
    void restart();
    // May restart the scene: see Simulation::setMaking.
    void setMaking(const WorldMaking& making);

    // ---- the split view: a second world beside the first, stepped and handled together with it ----

    // Both worlds begin the scene anew, B under these settings.
    void openSplit(const WorldSettings& settings);
    // B as it was when the split was last closed, or like A.
    void openSplit();
    void closeSplit();
    bool split() const { return twin != nullptr; }
    // A's without a split.
    Simulation& at(Side side) { return side == Side::B && twin ? twin->simulation : simulation; }
    const Simulation& at(Side side) const { return side == Side::B && twin ? twin->simulation : simulation; }
    const History& historyOf(Side side) const { return side == Side::B && twin ? twin->history : history; }
    void copySettingsToTwin();
    void swapSettings();
    // Calls change(simulation) for each world.
    template <class Change>
    void forEachWorld(Change&& change) {
        change(simulation);
        if (twin) {
            change(twin->simulation);
        }
    }

    // ---- the selection ----
    // By its id in A.
    BodyId selected() const;
    // By its id in either world. A contact that was selected is so no longer.
    void select(BodyId body);
    // A pair of shapes, by their ids in either world, instead of a body.
    void selectContact(ShapeId a, ShapeId b);
    bool contactSelected() const { return static_cast<bool>(m_contactA); }
    // Among the contacts of A; null when the pair does not touch.
    const Contact* selectedContact(std::span<const Contact> contacts) const;
    // change(world, id) in each world that has the body, the shapes.
    template <class Change>
    void changeBody(BodyId body, Change&& change) {
        forEachWorld([&](Simulation& each) {
            if (const BodyId own = each.counterpart(body); each.world().isValid(own)) {
                change(each.world(), own);
            }
        });
    }
    template <class Change>
    void changeShapes(std::span<const ShapeId> shapes, Change&& change) {
        forEachWorld([&](Simulation& each) {
            for (const ShapeId shape : shapes) {
                if (const ShapeId own = each.counterpart(shape); each.world().isValid(own)) {
                    change(each.world(), own);
                }
            }
        });
    }
    void deleteSelected();
    // Pauses nothing, moves nothing: the body under a ray, or null.
    RayHit pick(const Ray& ray, Side side = Side::A) const;
    void grab(const RayHit& hit, Side side = Side::A);
    void release() { spring.release(); }
    // The spring as it acts on one of the worlds.
    DragSpring springIn(Side side) const { return spring.on(at(side).counterpart(spring.body())); }

    // Into both worlds alike.
    BodyId shoot(const Ray& ray, Projectile kind);
    // A box that falls from above the point that the ray meets.
    BodyId spawn(const Ray& ray, Projectile kind, Side side = Side::A);
    // Centre and radius of the selection; of all that moves without one.
    void framing(bool whole, glm::vec3& center, float& radius) const;

    Simulation simulation;
    History history;
    DragSpring spring;           // names the body by its id in A
    std::unique_ptr<Twin> twin;  // null: one world alone
    SpringSettings springSettings;
    ShotSettings shot;
    ViewSettings view;
    DebugDrawFlags drawFlags;
    Material material{};  // what the material panel shows when nothing is selected
    float density = 1000.0f;
    uint64_t shots = 0;

private:
    void afterLoad();
    void prepare(float dt);
    bool stepTwin(float dt);
    BodyId create(Projectile kind, glm::vec3 position, glm::vec3 velocity);

    float m_hertz = 60.0f;
    FixedStepper m_stepper;
    double m_dropped = 0.0;
    bool m_prepared = false;                  // the scene and the spring have had their turn for the step to come
    std::optional<WorldSettings> m_lastTwin;  // B's, from when the split was last closed
    BodyId m_selected{};
    ShapeId m_contactA{}, m_contactB{};
};

}  // namespace drystone::sandbox
