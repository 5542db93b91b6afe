#include <atomic>

#include "simd/dispatch.h"
#include "world/world_impl.h"

#include "core/hash.h"

namespace drystone {

// Tells handles of one world from those of another. Nothing else depends on it.
static uint16_t nextWorldNumber() {
    static std::atomic<uint16_t> counter{0};
    return uint16_t(counter.fetch_add(1, std::memory_order_relaxed) + 1);
}

World::Impl::Impl(const WorldDef& definition, const WorldSettings& checkedSettings, int checkedThreads, uint16_t number)
    : memory(definition.allocator), reporter(memory, definition.errors), log(definition.log),
      profiler(definition.profiler), taskHooks(definition.tasks), simdLevel(simd::resolveLevel(definition.simd)),
      threads(checkedThreads), sim(memory, number, definition.broadphase),
      tasks(std::make_unique<TaskSystem>(checkedThreads, definition.tasks)), pipeline(memory, simdLevel) {
    sim.settings = checkedSettings;
}

Body* World::Impl::find(const Check& check, BodyId id) const {
    if (sim.bodySlots.isLive(id))
        return &sim.bodies[slot(id)];
    check.fail("body {slot %u, generation %u, world %u} is %s", id.slot, unsigned(id.generation), unsigned(id.world),
               id ? "not alive in this world" : "null");
    return nullptr;
}

ShapeRecord* World::Impl::find(const Check& check, ShapeId id) const {
    if (sim.shapeSlots.isLive(id))
        return &sim.shapes[slot(id)];
    check.fail("shape {slot %u, generation %u, world %u} is %s", id.slot, unsigned(id.generation), unsigned(id.world),
               id ? "not alive in this world" : "null");
    return nullptr;
}

Body* World::Impl::findDynamic(const Check& check, BodyId id) const {
    Body* body = find(check, id);
    if (!body)
        return nullptr;
    if (!body->dynamic())
        check.fail("body {slot %u} is %s, not dynamic", id.slot, body->type == BodyType::Static ? "static" : "kinematic");
    else if (body->frozen)
        check.fail("body {slot %u} is frozen: setTransform frees it", id.slot);
    else
        return body;
    return nullptr;
}

World::World(const WorldDef& definition) {
    // A bad definition is mended field by field: a constructor has no other result to give.
    Memory memory(definition.allocator);
    ErrorReporter reporter(memory, definition.errors);
    const Check check(reporter, "World");
    WorldDef mended = definition;
    const WorldSettings settings = check.settings(definition.settings) ? definition.settings : WorldSettings{};
    const int threads = check.inRange("threads", definition.threads, 1, 64) ? definition.threads : 1;
    if (!check.enumerator("broadphase", int(definition.broadphase), 2))
        mended.broadphase = BroadphaseKind::Tree;
    if (!check.enumerator("simd", int(definition.simd), 4))
        mended.simd = SimdLevel::Auto;
    if (!definition.allocator.allocate != !definition.allocator.release) {
        check.fail("allocator needs allocate and release, or neither");
        mended.allocator = {};
    }
    if (definition.tasks.run && !check.inRange("tasks.workerCount", definition.tasks.workerCount, 1, 1024))
        mended.tasks = {};
    m_impl = std::make_unique<Impl>(mended, settings, threads, nextWorldNumber());
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

bool World::step(float dt) {
    Impl& impl = *m_impl;
    const Check check = impl.check("step");
    if (!check.inRange("dt", dt, 1e-7f, 10.0f))
        return false;
    impl.pipeline.step(impl.sim, *impl.tasks, impl.profiler, dt);
    for (uint32_t slot : impl.pipeline.frozenBodies()) {
        const BodyId id = impl.sim.bodySlots.id(slot);
        const glm::vec3 p = impl.sim.bodies[slot].origin.position;
        check.fail("body {slot %u, generation %u} at (%g, %g, %g) was frozen: its motion is no longer finite; "
                   "setTransform frees it",
                   id.slot, unsigned(id.generation), double(p.x), double(p.y), double(p.z));
    }
    return true;
}

bool World::setSettings(const WorldSettings& settings) {
    Impl& impl = *m_impl;
    if (!impl.check("setSettings").settings(settings))
        return false;
    const WorldSettings old = impl.sim.settings;
    impl.sim.settings = settings;
    if (old.gravity != settings.gravity)
        wakeAll(impl.sim, WakeReason::PropertyChange);
    else if (old.sleeping && !settings.sleeping)
        wakeAll(impl.sim, WakeReason::SleepForbidden);
    return true;
}

const WorldSettings& World::settings() const { return m_impl->sim.settings; }

bool World::setThreads(int threads) {
    Impl& impl = *m_impl;
    if (!impl.check("setThreads").inRange("threads", threads, 1, 64))
        return false;
    if (threads != impl.threads) {
        impl.threads = threads;
        impl.tasks.reset();
        impl.tasks = std::make_unique<TaskSystem>(threads, impl.taskHooks);
    }
    return true;
}

int World::threads() const { return m_impl->threads; }
SimdLevel World::simdLevel() const { return m_impl->simdLevel; }
uint64_t World::stepCount() const { return m_impl->sim.stepCount; }
const StepProfile& World::profile() const { return m_impl->pipeline.profile(); }
uint64_t World::errorCount() const { return m_impl->reporter.count(); }
void World::setFilterCallback(FilterCallback callback) { m_impl->sim.filterCallback = callback; }

void World::setContactModifyCallback(ContactModifyCallback callback) {
    Simulation& sim = m_impl->sim;
    sim.modifyCallback = callback;
    if (callback.modify)
        return;
    // What the old callback changed does not outlive it.
    for (uint32_t slot = 0; slot < sim.pairs.size(); ++slot)
        if (sim.pairs[slot].body[0] != kNone) {
            sim.pairs[slot].pushes = true;
            updateSurface(sim, slot);
        }
}

void World::reportError(const char* caller, const char* message) const { m_impl->check(caller).fail("%s", message); }

uint64_t World::stateHash() const {
    const Simulation& sim = m_impl->sim;
    Hash64 hash;
    const auto add = [&](glm::vec3 v) {
        hash.add(v.x);
        hash.add(v.y);
        hash.add(v.z);
    };
    for (uint32_t slot = 0; slot < sim.bodySlots.size(); ++slot) {
        if (!sim.bodySlots.isLive(slot))
            continue;
        const Body& body = sim.bodies[slot];
        hash.add(uint64_t{slot});
        add(body.origin.position);
        add({body.origin.rotation.x, body.origin.rotation.y, body.origin.rotation.z});
        hash.add(body.origin.rotation.w);
        add(body.linearVelocity);
        add(body.angularVelocity);
        hash.add(uint64_t{body.awake()});
    }
    return hash.value();
}

}  // namespace drystone
