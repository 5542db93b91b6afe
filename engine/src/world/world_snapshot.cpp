// The state of a world as bytes, and back: docs/snapshots.md.
#include <drystone/version.h>

#include "broadphase/proxy_store.h"
#include "core/hash.h"
#include "core/loaded.h"
#include "dynamics/state_archive.h"
#include "world/world_impl.h"

namespace drystone {

// The state is kept as the engine's own records, so that saving and restoring are little more than copies: whatever
// changes one of them in size or meaning is another format. kRevision counts changes of meaning.
static constexpr uint32_t kRevision = 1;
static constexpr char kMagic[8] = {'d', 'r', 'y', 's', 't', 'o', 'n', 'e'};
static constexpr uint32_t kByteOrder = 0x01020304;

namespace {

struct Header {
    char magic[8];
    uint32_t byteOrder;
    uint32_t version;   // of the engine
    uint64_t layout;    // of its records
    uint64_t bytes;     // that follow
    uint64_t hash;      // of them
};
static_assert(sizeof(Header) == 40);
constexpr size_t kPayload = 48;  // where the state begins, aligned

}  // namespace

static constexpr uint32_t kVersion =
    uint32_t(DRYSTONE_VERSION_MAJOR) << 16 | uint32_t(DRYSTONE_VERSION_MINOR) << 8 | uint32_t(DRYSTONE_VERSION_PATCH);

static uint64_t layoutOfRecords() {
    Hash64 hash;
    for (const size_t size : {size_t(kRevision), sizeof(WorldSettings), sizeof(Body), sizeof(ShapeRecord), sizeof(PlacedShape),
                              sizeof(Pair), sizeof(Manifold), sizeof(ProxyRecord), sizeof(SolverHistory),
                              sizeof(ContactHitEvent), sizeof(BodyMoveEvent), sizeof(BodySleepEvent), size_t(kGraphColors),
                              offsetof(Body, mass), offsetof(Body, type), offsetof(Body, userData),
                              offsetof(ShapeRecord, material), offsetof(ShapeRecord, body), offsetof(Pair, kind)})
        hash.add(uint64_t{size});
    return hash.value();
}

// Threads hash blocks; the hash of a snapshot is that of their hashes.
static uint64_t hashOf(const std::byte* state, size_t bytes, Array<uint64_t>& blocks, TaskSystem& tasks) {
    constexpr size_t kBlock = 256 * 1024;
    blocks.assign((bytes + kBlock - 1) / kBlock, 0);
    tasks.parallelFor(int(blocks.size()), 1, [&](int begin, int end, int) {
        for (size_t i = size_t(begin); i < size_t(end); ++i)
            blocks[i] = hashBytes(state + i * kBlock, std::min(kBlock, bytes - i * kBlock));
    });
    return hashBytes(blocks.data(), blocks.size() * sizeof(uint64_t));
}

template <class Archive, class Sim, class Store, class History>
static void transferState(Archive& archive, Sim& sim, Store& store, History& history) {
    forEachPart([&](auto part) { archive(sim.*part); });
    archive(store);
    archive(history);
}

bool World::saveSnapshot(std::vector<std::byte>& out) {
    Impl& impl = *m_impl;
    if (!impl.mayChange(impl.check("saveSnapshot")))
        return false;
    const Simulation& sim = impl.sim;
    const ProxyStore& store = sim.broadphase->store();
    const SolverHistory& history = impl.pipeline.history();
    CopyList copies(impl.memory);
    StateWriter measure(nullptr, copies);
    transferState(measure, sim, store, history);

    out.resize(kPayload + measure.bytes());
    std::byte* const state = out.data() + kPayload;
    StateWriter writer(state, copies);
    transferState(writer, sim, store, history);
    copies.run(*impl.tasks);

    Array<uint64_t> blocks(impl.memory);
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.byteOrder = kByteOrder;
    header.version = kVersion;
    header.layout = layoutOfRecords();
    header.bytes = writer.bytes();
    header.hash = hashOf(state, writer.bytes(), blocks, *impl.tasks);
    std::memset(out.data(), 0, kPayload);
    std::memcpy(out.data(), &header, sizeof header);
    return true;
}

static bool checkHeader(const Check& check, std::span<const std::byte> snapshot, Header& header) {
    if (snapshot.size() < kPayload)
        return check.failArgument("snapshot", "has %zu bytes, fewer than its header", snapshot.size());
    std::memcpy(&header, snapshot.data(), sizeof header);
    if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0)
        return check.failArgument("snapshot", "is not one: it does not begin with \"%.8s\"", kMagic);
    if (header.byteOrder != kByteOrder)
        return check.failArgument("snapshot", "comes from a machine of another byte order");
    if (header.version != kVersion || header.layout != layoutOfRecords())
        return check.failArgument("snapshot", "was made by another version of the engine (%u.%u.%u, this is %s)",
                                  header.version >> 16, header.version >> 8 & 255u, header.version & 255u,
                                  DRYSTONE_VERSION_STRING);
    if (header.bytes != snapshot.size() - kPayload)
        return check.failArgument("snapshot", "has %zu bytes, and should have %llu", snapshot.size(),
                                  static_cast<unsigned long long>(header.bytes + kPayload));
    return true;
}

static bool checkFlags(const WorldSettings& s) {
    return isBool(s.warmStarting) && isBool(s.landingTest) && isBool(s.seamCorrection) && isBool(s.sleeping);
}

// Handles in what is still to be told are those of the world that was saved.
static void adoptEvents(EventArrays& events, uint16_t world) {
    const auto adopt = [&](auto&... ids) { ((ids.world = world), ...); };
    for (ContactBeginEvent& event : events.contactBegin)
        adopt(event.shapeA, event.shapeB);
    for (ContactEndEvent& event : events.contactEnd)
        adopt(event.shapeA, event.shapeB);
    for (ContactHitEvent& event : events.contactHit)
        adopt(event.shapeA, event.shapeB);
    for (SensorBeginEvent& event : events.sensorBegin)
        adopt(event.sensor, event.visitor);
    for (SensorEndEvent& event : events.sensorEnd)
        adopt(event.sensor, event.visitor);
    for (BodyMoveEvent& event : events.bodyMove)
        adopt(event.body);
    for (BodySleepEvent& event : events.bodySleep)
        adopt(event.body);
}

bool World::restoreSnapshot(std::span<const std::byte> snapshot) {
    Impl& impl = *m_impl;
    const Check check = impl.check("restoreSnapshot");
    Header header;
    if (!impl.mayChange(check) || !checkHeader(check, snapshot, header))
        return false;
    const std::byte* const state = snapshot.data() + kPayload;
    const size_t bytes = snapshot.size() - kPayload;
    Array<uint64_t> blocks(impl.memory);
    if (hashOf(state, bytes, blocks, *impl.tasks) != header.hash)
        return check.failArgument("snapshot", "is damaged: its hash is not that of its bytes");

    if (!impl.loading)
        impl.loading = std::make_unique<Simulation>(impl.memory, impl.number.number, impl.number.firstGeneration,
                                                    impl.broadphaseKind);
    Simulation& loaded = *impl.loading;
    SolverHistory history;
    CopyList copies(impl.memory);
    StateReader reader(state, bytes, copies);
    transferState(reader, loaded, loaded.broadphase->store(), history);
    if (!reader.complete())
        return check.failArgument("snapshot", "is inconsistent: its arrays do not fill it");
    copies.run(*impl.tasks);
    char line[192];
    if (!checkFlags(loaded.settings) || history.kind > SolverKind::Xpbd || history.substeps < 0)
        return check.failArgument("snapshot", "is inconsistent: settings out of range");
    if (!check.settings(loaded.settings))
        return false;
    if (!isConsistent(loaded, impl.seen, line))
        return check.failArgument("snapshot", "is inconsistent: %s", line);

    forEachPart([&](auto part) { std::swap(impl.sim.*part, loaded.*part); });
    std::swap(impl.sim.broadphase, loaded.broadphase);
    impl.sim.broadphase->rebuild();
    impl.pipeline.history() = history;
    impl.sim.events.clear();
    adoptEvents(impl.sim.pendingEvents, impl.number.number);
    reserveForBodies(impl.sim);
    return true;
}

bool World::validate() const {
    Impl& impl = *m_impl;
    const Check check = impl.check("validate");
    char line[192];
    Array<uint8_t> seen(impl.memory);
    return impl.mayChange(check) &&
        (isConsistent(impl.sim, seen, line) || check.fail("the world is inconsistent: %s", line));
}

}  // namespace drystone
