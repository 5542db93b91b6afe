// The World: everything that a game does with the engine.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <drystone/bodies.h>
#include <drystone/debug_draw.h>
#include <drystone/export.h>
#include <drystone/hooks.h>
#include <drystone/ids.h>
#include <drystone/math.h>
#include <drystone/results.h>
#include <drystone/settings.h>
#include <drystone/shapes.h>

namespace drystone {

// Bad fields are reported, counted by errorCount() and replaced by their defaults, settings as a whole.
struct WorldDef {
    WorldSettings settings{};
    int threads = 1;  // 1..64 the engine's own pool, calling thread included; not used when tasks.run is set
    BroadphaseKind broadphase = BroadphaseKind::Tree;
    SimdLevel simd = SimdLevel::Auto;
    AllocatorHooks allocator{};
    ErrorHandler errors{};
    LogHandler log{};
    ProfilerHooks profiler{};
    TaskHooks tasks{};
};

// A world of bodies. SI units, right-handed, radians; y is up only because gravity says so.
//
// Misuse is never silent and never fatal. Every call checks its arguments in every build: a bad one
// changes nothing, sends one line that names the argument and its value to the error handler, and
// returns a null id, false, or a zero value. Lines of one kind (call, wording and argument) are rate-limited; the
// number held back is told, at the latest when the world is destroyed. A world belongs to one thread at a time; const
// calls may run together. From inside a step and from its callbacks a world may only be read (hooks.h).
//
// A world that was moved from is valid: used again, it says so on stderr once and is an empty world of default settings.
//
// Results are the same bits for every thread count, SIMD level, compiler and optimisation level.
class DRYSTONE_API World {
public:
    explicit World(const WorldDef& definition = {});
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // ---- stepping ----

    // One fixed step of dt seconds (> 0, finite). False and no change for a bad dt.
    bool step(float dt);
    // Settings are checked as a whole: one bad field refuses all. Changed gravity wakes everything.
    bool setSettings(const WorldSettings& settings);
    const WorldSettings& settings() const;
    bool setThreads(int threads);
    int threads() const;
    SimdLevel simdLevel() const;  // the level in use, never Auto
    uint64_t stepCount() const;
    double time() const;  // s: the sum of all steps taken

    // ---- bodies ----

    BodyId createBody(const BodyDef& definition);
    bool destroyBody(BodyId body);   // and its shapes; wakes what touched it
    bool isValid(BodyId body) const;
    // All bodies in the order of their slots, which is that of creation until slots are reused.
    void bodies(std::vector<BodyId>& out) const;
    int bodyCount() const;

    BodyType type(BodyId body) const;
    bool setType(BodyId body, BodyType type);
    // Of the body's origin.
    glm::vec3 position(BodyId body) const;
    glm::quat rotation(BodyId body) const;
    Transform transform(BodyId body) const;
    // Between the poses before and after the last step; alpha in [0, 1].
    Transform interpolatedTransform(BodyId body, float alpha) const;
    glm::vec3 centerOfMass(BodyId body) const;  // world space
    BodyState state(BodyId body) const;
    // Teleports: no velocity comes of it. Contacts are found anew in the next step; what rested on the body wakes.
    bool setTransform(BodyId body, glm::vec3 position, glm::quat rotation);
    // The next step, which must be of dt seconds, brings a kinematic body there, carrying what it touches; then it stands
    // still (its velocity is zero) until it is told again: once a step for a platform that moves on. Locked axes hold.
    // setLinearVelocity, setAngularVelocity and setTransform call it off.
    bool moveKinematic(BodyId body, glm::vec3 position, glm::quat rotation, float dt);

    glm::vec3 linearVelocity(BodyId body) const;   // of the centre of mass
    glm::vec3 angularVelocity(BodyId body) const;
    glm::vec3 velocityAt(BodyId body, glm::vec3 worldPoint) const;
    // A kinematic body keeps the velocity that it is given; moveKinematic ends it.
    bool setLinearVelocity(BodyId body, glm::vec3 velocity);
    bool setAngularVelocity(BodyId body, glm::vec3 velocity);

    // Forces and torques act through the whole next step, then are cleared. They wake the body.
    bool applyForce(BodyId body, glm::vec3 force);                            // N, at the centre of mass
    bool applyForceAt(BodyId body, glm::vec3 force, glm::vec3 worldPoint);
    bool applyTorque(BodyId body, glm::vec3 torque);                          // N m
    // Impulses change the velocity at once.
    bool applyImpulse(BodyId body, glm::vec3 impulse);                        // N s, at the centre of mass
    bool applyImpulseAt(BodyId body, glm::vec3 impulse, glm::vec3 worldPoint);
    bool applyAngularImpulse(BodyId body, glm::vec3 impulse);                 // N m s

    MassProperties massProperties(BodyId body) const;
    float mass(BodyId body) const;
    // Overrides what the shapes give, until resetMass or a shape is added or removed. Dynamic bodies only.
    bool setMassProperties(BodyId body, const MassProperties& mass);
    // Scales mass and inertia alike; call it after the shapes are made.
    bool setMass(BodyId body, float mass);
    bool resetMass(BodyId body);

    bool setDamping(BodyId body, float linear, float angular);
    float linearDamping(BodyId body) const;
    float angularDamping(BodyId body) const;
    bool setGravityScale(BodyId body, float scale);
    float gravityScale(BodyId body) const;
    bool setLocks(BodyId body, AxisLock locks);
    AxisLock locks(BodyId body) const;

    // A static body is never awake; a kinematic one while it moves.
    bool isAwake(BodyId body) const;
    // No effect on a static body; refused for a frozen one.
    bool wakeBody(BodyId body);
    // Puts the body's whole island to sleep now. Refused if it is not awake and dynamic, or if the island touches a
    // kinematic body that moves and would leave it behind.
    bool sleepBody(BodyId body);
    bool setAllowSleep(BodyId body, bool allow);
    bool allowSleep(BodyId body) const;
    // Whether the body does not pass through moving bodies, nor they through it, at any speed: for bullets, and for what
    // bullets must not miss. Static and kinematic bodies it never passes through, marked or not, as WorldSettings::continuous
    // says. A kinematic body that is marked sweeps along what it meets.
    bool setContinuous(BodyId body, bool continuous);
    bool isContinuous(BodyId body) const;
    WakeReason wakeReason(BodyId body) const;
    // Index of the body's island among those of the awake bodies, or of the sleeping ones after them; -1: static or
    // kinematic. Computed when asked.
    int islandOf(BodyId body) const;

    bool setUserData(BodyId body, uint64_t data);
    uint64_t userData(BodyId body) const;

    // ---- shapes ----

    // The body's mass is that of its shapes again, whatever setMass or setMassProperties had made it.
    ShapeId createShape(BodyId body, const ShapeDef& definition);
    bool destroyShape(ShapeId shape);
    bool isValid(ShapeId shape) const;
    void shapes(std::vector<ShapeId>& out) const;
    void shapesOf(BodyId body, std::vector<ShapeId>& out) const;
    int shapeCount() const;

    BodyId bodyOf(ShapeId shape) const;
    Geometry geometry(ShapeId shape) const;
    Transform localTransform(ShapeId shape) const;
    Aabb bounds(ShapeId shape) const;  // tight, world space
    bool isSensor(ShapeId shape) const;
    float density(ShapeId shape) const;
    bool setDensity(ShapeId shape, float density);  // recomputes the body's mass
    Material material(ShapeId shape) const;
    bool setMaterial(ShapeId shape, const Material& material);
    Filter filter(ShapeId shape) const;
    bool setFilter(ShapeId shape, const Filter& filter);
    bool setUserData(ShapeId shape, uint64_t data);
    uint64_t userData(ShapeId shape) const;
    // Shapes that overlap a sensor as the last step found them.
    void sensorOverlaps(ShapeId sensor, std::vector<ShapeId>& out) const;

    // ---- events of the last step ----

    std::span<const ContactBeginEvent> contactBeginEvents() const;
    std::span<const ContactEndEvent> contactEndEvents() const;
    std::span<const ContactHitEvent> contactHitEvents() const;
    std::span<const SensorBeginEvent> sensorBeginEvents() const;
    std::span<const SensorEndEvent> sensorEndEvents() const;
    std::span<const BodyMoveEvent> bodyMoveEvents() const;
    std::span<const BodySleepEvent> bodySleepEvents() const;
    // All touching pairs, asleep ones too.
    void contacts(std::vector<Contact>& out) const;

    void setFilterCallback(FilterCallback callback);
    void setContactModifyCallback(ContactModifyCallback callback);
    // Wakes everything. A body that sleeps later is not woken by a field that changes: wakeBody does that.
    void setForceField(ForceField field);

    // ---- queries ----
    // They see bodies as they are at the call, whether static, asleep, just made or just moved.
    // A ray that starts inside a shape or on its surface hits it at fraction 0 with the normal
    // -translation / |translation| (zero for a translation of zero, which is a point test). Surfaces belong to
    // their shapes: a ray along a face, an edge or a tangent hits.

    RayHit castRayClosest(glm::vec3 origin, glm::vec3 translation, const QueryFilter& filter = {}) const;
    bool castRayAny(glm::vec3 origin, glm::vec3 translation, const QueryFilter& filter = {}) const;
    // Every shape on the ray once, by fraction, then by slot.
    void castRayAll(glm::vec3 origin, glm::vec3 translation, std::vector<RayHit>& out, const QueryFilter& filter = {}) const;

    // Exact: shapes that touch the sphere, the box.
    void overlapSphere(glm::vec3 center, float radius, std::vector<ShapeId>& out, const QueryFilter& filter = {}) const;
    void overlapBox(glm::vec3 center, glm::vec3 halfExtents, glm::quat rotation, std::vector<ShapeId>& out,
                    const QueryFilter& filter = {}) const;
    // Bounds only: shapes whose tight boxes touch the box.
    void overlapBounds(const Aabb& box, std::vector<ShapeId>& out, const QueryFilter& filter = {}) const;

    // ---- snapshots ----

    // Everything that the future of the world depends on, settings included; not the events of the last step, and nothing
    // that the game hooked in. Replaces what out holds, whose memory is used again. False from inside a step. It uses the
    // world's threads, and so is no const call: nothing else may run beside it.
    bool saveSnapshot(std::vector<std::byte>& out);
    // Goes on from a snapshot with the same bits as the world that was saved, whatever the number of threads, the SIMD level
    // and the broadphase of either: of this world, of another one, or of another run of the same version of the engine on
    // any machine of the same byte order. Handles that this world gave before the snapshot name the same bodies and shapes
    // again; in another world ask bodies(), which lists them in the same order. There are no events until the next step.
    // A snapshot that is damaged, of another version or inconsistent is refused and nothing changes.
    bool restoreSnapshot(std::span<const std::byte> snapshot);

    // ---- measures ----

    const StepProfile& profile() const;
    WorldCounters counters() const;
    WorldMeasures measures() const;
    // Of the bits of every body's pose, velocity and sleep state, in the order of slots.
    uint64_t stateHash() const;
    // Whether all that the world keeps of bodies, shapes, pairs, contacts, islands and boxes agrees; false, and reported with
    // what does not, if the engine is at fault. Visits everything.
    bool validate() const;
    // Number of misuses so far, those held back included.
    uint64_t errorCount() const;

    void debugDraw(DebugDraw& draw, const DebugDrawFlags& flags) const;

    // Reports a misuse that game code of its own finds (one line, "caller: message") to this world's error handler,
    // rate-limited by caller like the engine's own. Long texts are cut.
    void reportError(const char* caller, const char* message) const;

private:
    struct Impl;
    // Owns the Impl. A World that was moved from gets an empty one when it is next used.
    class Owner {
    public:
        explicit Owner(Impl* impl = nullptr) : m_impl(impl) {}
        Owner(Owner&& other) noexcept;
        Owner& operator=(Owner&& other) noexcept;
        ~Owner();
        Impl& operator*() const { return *get(); }
        Impl* operator->() const { return get(); }

    private:
        Impl* get() const {
            Impl* impl = m_impl.load(std::memory_order_acquire);
            return impl ? impl : refill();
        }
        Impl* refill() const;
        void destroy();

        mutable std::atomic<Impl*> m_impl;
    };
    Owner m_impl;
};

}  // namespace drystone
