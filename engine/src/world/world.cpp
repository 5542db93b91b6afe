#include <atomic>
#include <cstdio>
#include <mutex>

#include "simd/dispatch.h"
#include "world/world_impl.h"

#include "core/hash.h"

namespace drystone {

World::Impl::Impl(const WorldDef& definition, const WorldSettings& checkedSettings, int checkedThreads,
                  uint64_t mistakes)
    : number(takeWorldNumber()),
      memory(definition.allocator),
      reporter(memory, definition.errors, callbacks, mistakes),
      log(definition.log),
      profiler(definition.profiler),
      taskHooks(definition.tasks),
      simdLevel(simd::resolveLevel(definition.simd)),
      broadphaseKind(definition.broadphase),
      threads(checkedThreads),
      sim(memory, number.number, number.firstGeneration, definition.broadphase),
      tasks(std::make_unique<TaskSystem>(checkedThreads, definition.tasks)),
      pipeline(memory, simdLevel) {
    sim.settings = checkedSettings;
}

World::Impl::~Impl() {
    returnWorldNumber(number);
}

bool World::Impl::mayChange(const Check& check) const {
    return !callbacks.any() ||
        check.fail("called from inside a step or a callback of this world, where it may only be read");
}

// Says why a handle names nothing here.
template <class IdType>
static void reportHandle(const Check& check, const SlotTable<IdType>& slots, const char* what, IdType id) {
    if (!id)
        check.failArgument(what, "handle is null");
    else if (id.world != slots.world())
        check.failArgument(what, "{slot %u, generation %u} belongs to world %u, this is world %u", id.slot,
                           unsigned(id.generation), unsigned(id.world), unsigned(slots.world()));
    else
        check.failArgument(what, "{slot %u, generation %u, world %u} is not alive: it was destroyed", id.slot,
                           unsigned(id.generation), unsigned(id.world));
}

Body* World::Impl::find(const Check& check, BodyId id) const {
    if (sim.bodySlots.isLive(id))
        return &sim.bodies[slot(id)];
    reportHandle(check, sim.bodySlots, "body", id);
    return nullptr;
}

ShapeRecord* World::Impl::find(const Check& check, ShapeId id) const {
    if (sim.shapeSlots.isLive(id))
        return &sim.shapes[slot(id)];
    reportHandle(check, sim.shapeSlots, "shape", id);
    return nullptr;
}

Body* World::Impl::findDynamic(const Check& check, BodyId id) const {
    Body* body = findToChange(check, id);
    if (!body)
        return nullptr;
    if (!body->dynamic())
        check.fail("body {slot %u} is %s, not dynamic", id.slot,
                   body->type == BodyType::Static ? "static" : "kinematic");
    else if (body->frozen)
        check.fail("body {slot %u} is frozen: setTransform frees it", id.slot);
    else
        return body;
    return nullptr;
}

World::World(const WorldDef& definition) {
    // A bad definition is mended field by field: a constructor has no other result to give.
    WorldDef mended = definition;
    const bool halfAllocator = !definition.allocator.allocate != !definition.allocator.release;
    if (halfAllocator)
        mended.allocator = {};
    Memory memory(mended.allocator);
    CallbackCount callbacks;
    ErrorReporter reporter(memory, definition.errors, callbacks);
    const Check check(reporter, "World");
    if (halfAllocator)
        check.fail("allocator needs allocate and release, or neither");
    const WorldSettings settings = check.settings(definition.settings) ? definition.settings : WorldSettings{};
    const int threads = check.inRange("threads", definition.threads, 1, 64) ? definition.threads : 1;
    if (!check.enumerator("broadphase", int(definition.broadphase), 2))
        mended.broadphase = BroadphaseKind::Tree;
    if (!check.enumerator("simd", int(definition.simd), 4))
        mended.simd = SimdLevel::Auto;
    if (definition.tasks.run && !check.inRange("tasks.workerCount", definition.tasks.workerCount, 1, 1024))
        mended.tasks = {};
    m_impl = Owner(new Impl(mended, settings, threads, reporter.count()));
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

World::Owner::Owner(Owner&& other) noexcept : m_impl(other.m_impl.exchange(nullptr)) {}

World::Owner& World::Owner::operator=(Owner&& other) noexcept {
    if (this != &other) {
        destroy();
        m_impl.store(other.m_impl.exchange(nullptr));
    }
    return *this;
}

World::Owner::~Owner() {
    destroy();
}

void World::Owner::destroy() {
    // The last lines come while the world that a handler may read is whole.
    if (Impl* impl = m_impl.load()) {
        impl->reporter.finish();
        delete impl;
    }
}

World::Impl* World::Owner::refill() const {
    static std::mutex mutex;  // const calls may run together
    const std::lock_guard lock(mutex);
    if (!m_impl.load()) {
        auto empty = std::make_unique<Impl>(WorldDef{}, WorldSettings{}, 1, 0);
        empty->check("World").fail("used after it was moved from: it is an empty world now");
        m_impl.store(empty.release());
    }
    return m_impl.load();
}

static const char* reasonOf(FreezeCause cause) {
    switch (cause) {
    case FreezeCause::TooFar:
        return "left the limits (1e9 m):";
    case FreezeCause::TooFast:
        return "left the limits (1e8 m/s, 1e8 rad/s):";
    case FreezeCause::NotFinite:
        break;
    }
    return "motion no longer finite:";
}

static void reportFrozen(const Check& check, const Simulation& sim, const FrozenBody& frozen) {
    const BodyId id = sim.bodySlots.id(frozen.body);
    const glm::vec3 p = sim.bodies[frozen.body].origin.position;
    check.failArgument(reasonOf(frozen.cause),
                       "body {slot %u, generation %u} at (%g, %g, %g) was frozen; setTransform frees it", id.slot,
                       unsigned(id.generation), double(p.x), double(p.y), double(p.z));
}

bool World::step(float dt) {
    Impl& impl = *m_impl;
    const Check check = impl.check("step");
    if (!impl.mayChange(check) || !check.inRange("dt", dt, 1e-7f, 10.0f))
        return false;
    const CallbackScope scope(impl.callbacks);
    impl.pipeline.step(impl.sim, *impl.tasks, impl.profiler, dt);
    for (const FrozenBody& frozen : impl.pipeline.frozenBodies())
        reportFrozen(check, impl.sim, frozen);
    impl.noteReference();
    return true;
}

// One line for each run of steps that are not solved.
void World::Impl::noteReference() {
    const WorldCounters& counters = pipeline.visited();
    const bool fallsShort = counters.referenceResidual > sim.settings.referenceTolerance;
    if (fallsShort && !referenceFellShort && log.log) {
        char line[160];
        std::snprintf(line, sizeof line, "step %llu: the reference solver stopped after %d iterations at %.2g m/s",
                      static_cast<unsigned long long>(sim.stepCount), counters.referenceIterationsUsed,
                      counters.referenceResidual);
        log.log(log.user, line);
    }
    referenceFellShort = fallsShort;
}

bool World::setSettings(const WorldSettings& settings) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setSettings");
    if (!impl.mayChange(check) || !check.settings(settings))
        return false;
    const WorldSettings old = impl.sim.settings;
    impl.sim.settings = settings;
    if (old.gravity != settings.gravity)
        wakeAll(impl.sim, WakeReason::PropertyChange);
    else if (old.sleeping && !settings.sleeping)
        wakeAll(impl.sim, WakeReason::SleepForbidden);
    return true;
}

const WorldSettings& World::settings() const {
    return m_impl->sim.settings;
}

bool World::setThreads(int threads) {
    Impl& impl = *m_impl;
    const Check check = impl.check("setThreads");
    if (!impl.mayChange(check) || !check.inRange("threads", threads, 1, 64))
        return false;
    if (threads != impl.threads) {
        impl.threads = threads;
        impl.tasks.reset();
        impl.tasks = std::make_unique<TaskSystem>(threads, impl.taskHooks);
    }
    return true;
}

int World::threads() const {
    return m_impl->threads;
}
SimdLevel World::simdLevel() const {
    return m_impl->simdLevel;
}
uint64_t World::stepCount() const {
    return m_impl->sim.stepCount;
}
double World::time() const {
    return m_impl->sim.time;
}
const StepProfile& World::profile() const {
    return m_impl->pipeline.profile();
}
uint64_t World::errorCount() const {
    return m_impl->reporter.count();
}
void World::setFilterCallback(FilterCallback callback) {
    if (m_impl->mayChange(m_impl->check("setFilterCallback")))
        m_impl->sim.filterCallback = callback;
}

void World::setContactModifyCallback(ContactModifyCallback callback) {
    Simulation& sim = m_impl->sim;
    if (!m_impl->mayChange(m_impl->check("setContactModifyCallback")))
        return;
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

void World::setForceField(ForceField field) {
    if (!m_impl->mayChange(m_impl->check("setForceField")))
        return;
    m_impl->sim.forceField = field;
    wakeAll(m_impl->sim, WakeReason::PropertyChange);
}

void World::reportError(const char* caller, const char* message) const {
    const Check check = m_impl->check(caller ? caller : "reportError");
    if (message)
        check.fail("%s", message);
    else
        check.fail("message is null");
}

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
