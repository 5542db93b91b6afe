#include "core/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "core/world_fields.h"

namespace drystone::sandbox {

namespace {

constexpr int kCatchUpSteps = 4;  // a slow frame drops what is beyond them
constexpr float kRayLength = 2000.0f;

// Joins the bounds of all shapes that end somewhere.
struct Bounds {
    glm::vec3 lower{INFINITY}, upper{-INFINITY};

    void add(const World& world, BodyId body, std::vector<ShapeId>& shapes) {
        shapes.clear();
        world.shapesOf(body, shapes);
        for (const ShapeId shape : shapes) {
            if (!std::holds_alternative<HalfSpace>(world.geometry(shape))) {
                const Aabb box = world.bounds(shape);
                lower = glm::min(lower, box.lower);
                upper = glm::max(upper, box.upper);
            }
        }
    }
    bool empty() const { return !(lower.x <= upper.x); }
};

}  // namespace

Session::Session(const scenes::SceneEntry& entry, const WorldMaking& making, MessageLog& log)
    : simulation(entry, making, log), m_stepper(1.0f / m_hertz, kCatchUpSteps) {}

void Session::advance(float seconds) {
    if (paused || !(seconds > 0.0f)) {
        return;
    }
    const float dt = m_stepper.stepTime();
    const float most = dt * static_cast<float>(m_stepper.maxSteps());
    float left = seconds * speed;
    m_dropped += static_cast<double>(std::max(left - most, 0.0f));
    left = std::min(left, most);
    // In slices of at most a step, so that the scene and the spring have their turn ahead of each one.
    while (left > 0.0f) {
        const float slice = std::min(left, dt);
        left -= slice;
        if (!m_prepared && m_stepper.alpha() + slice / dt > 0.9999f) {
            prepare(dt);
            m_prepared = true;
        }
        const auto start = std::chrono::steady_clock::now();
        const int steps = m_stepper.advance(simulation.world(), slice);
        const auto end = std::chrono::steady_clock::now();
        if (steps > 0) {
            simulation.noteStep(dt, std::chrono::duration<double, std::milli>(end - start).count());
            history.record(simulation.world());
            m_prepared = false;
            stepTwin(dt);
        } else if (steps < 0) {
            break;
        }
    }
}

bool Session::stepOnce() {
    const float dt = 1.0f / m_hertz;
    if (!m_prepared) {
        prepare(dt);
    }
    m_prepared = false;
    m_stepper.reset();
    if (!simulation.takeStep(dt)) {
        return false;
    }
    history.record(simulation.world());
    return stepTwin(dt);
}

void Session::prepare(float dt) {
    simulation.prepareStep(dt);
    spring.apply(simulation.world(), dt, springSettings);
    if (twin) {
        twin->simulation.prepareStep(dt);
        // A body that B has lost is let go of in B alone.
        springIn(Side::B).apply(twin->simulation.world(), dt, springSettings);
    }
}

bool Session::stepTwin(float dt) {
    if (!twin) {
        return true;
    }
    if (!twin->simulation.takeStep(dt)) {
        return false;
    }
    twin->history.record(twin->simulation.world());
    return true;
}

void Session::setHertz(float hertz) {
    m_hertz = std::clamp(hertz, 1.0f, 10000.0f);
    m_stepper = FixedStepper(1.0f / m_hertz, std::max(kCatchUpSteps, static_cast<int>(m_hertz / 15.0f)));
}

float Session::alpha() const {
    return paused || !view.interpolate ? 1.0f : m_stepper.alpha();
}

void Session::loadScene(const scenes::SceneEntry& entry) {
    const auto carried = [&](const WorldSettings& own) {
        return carryOver(simulation.entry().settings, own, entry.settings);
    };
    const WorldSettings settings = carried(simulation.settings());
    if (m_lastTwin) {
        m_lastTwin = carried(*m_lastTwin);
    }
    if (twin) {
        twin->simulation.setSettings(carried(twin->simulation.settings()));
    }
    simulation.load(entry, settings);
    afterLoad();
}

void Session::loadNeighbour(int offset) {
    const std::span<const scenes::SceneEntry> all = scenes::allScenes();
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    std::ptrdiff_t index = 0;
    while (index < count && std::string_view(all[static_cast<size_t>(index)].name) != simulation.entry().name) {
        ++index;
    }
    loadScene(all[static_cast<size_t>(((index + offset) % count + count) % count)]);
}

void Session::restart() {
    simulation.restart();
    afterLoad();
}

void Session::setMaking(const WorldMaking& making) {
    const uint64_t before = simulation.generation();
    simulation.setMaking(making);
    if (simulation.generation() != before) {
        afterLoad();
    } else if (twin) {
        twin->simulation.setMaking(making);
    }
}

void Session::openSplit(const WorldSettings& settings) {
    const WorldSettings wanted = settings;  // may live in the world that is about to go
    twin = nullptr;
    restart();
    twin = std::make_unique<Twin>(simulation, wanted);
}

void Session::openSplit() {
    openSplit(m_lastTwin.value_or(simulation.settings()));
}

void Session::closeSplit() {
    if (twin) {
        m_lastTwin = twin->simulation.settings();
        twin = nullptr;
    }
}

void Session::copySettingsToTwin() {
    if (twin) {
        twin->simulation.setSettings(simulation.settings());
    }
}

void Session::swapSettings() {
    if (twin) {
        const WorldSettings own = simulation.settings();
        simulation.setSettings(twin->simulation.settings());
        twin->simulation.setSettings(own);
    }
}

void Session::afterLoad() {
    m_stepper.reset();
    m_prepared = false;
    history.clear();
    spring.release();
    select({});
    if (twin) {
        const WorldSettings settings = twin->simulation.settings();
        twin = std::make_unique<Twin>(simulation, settings);
    }
}

BodyId Session::selected() const {
    return simulation.world().isValid(m_selected) ? m_selected : BodyId{};
}

void Session::select(BodyId body) {
    m_selected = simulation.counterpart(body);
    m_contactA = m_contactB = {};
}

void Session::selectContact(ShapeId a, ShapeId b) {
    m_selected = {};
    m_contactA = simulation.counterpart(a);
    m_contactB = simulation.counterpart(b);
}

const Contact* Session::selectedContact(std::span<const Contact> contacts) const {
    const auto found = std::ranges::find_if(
        contacts, [&](const Contact& contact) { return contact.shapeA == m_contactA && contact.shapeB == m_contactB; });
    return found == contacts.end() ? nullptr : &*found;
}

void Session::deleteSelected() {
    if (const BodyId body = selected()) {
        if (spring.body() == body) {
            spring.release();
        }
        changeBody(body, [](World& each, BodyId own) { each.destroyBody(own); });
        m_selected = {};
    }
}

RayHit Session::pick(const Ray& ray, Side side) const {
    return at(side).world().castRayClosest(ray.origin, ray.direction * kRayLength);
}

void Session::grab(const RayHit& hit, Side side) {
    const World& world = at(side).world();
    if (hit && world.type(hit.body) == BodyType::Dynamic) {
        spring.grab(world, hit.body, hit.point);
        spring = spring.on(simulation.counterpart(hit.body));
    }
}

BodyId Session::create(Projectile kind, glm::vec3 position, glm::vec3 velocity) {
    ShapeDef shape{};
    shape.density = shot.density;
    shape.material = material;
    if (kind == Projectile::Sphere) {
        shape.geometry = Sphere{shot.size};
    } else {
        shape.geometry = Box{glm::vec3(shot.size)};
    }
    BodyId made;
    forEachWorld([&](Simulation& each) {
        const BodyId body = each.world().createBody({.position = position, .linearVelocity = velocity});
        each.world().createShape(body, shape);
        made = made ? made : body;
    });
    ++shots;
    return made;
}

BodyId Session::shoot(const Ray& ray, Projectile kind) {
    return create(kind, ray.origin + ray.direction * (shot.size * 2.0f + 0.3f), ray.direction * shot.speed);
}

BodyId Session::spawn(const Ray& ray, Projectile kind, Side side) {
    const RayHit hit = pick(ray, side);
    const glm::vec3 point = hit ? hit.point : ray.origin + ray.direction * 10.0f;
    return create(kind, point + glm::vec3(0.0f, shot.size * 1.8f + 0.5f, 0.0f), glm::vec3(0.0f));
}

void Session::framing(bool whole, glm::vec3& center, float& radius) const {
    const World& world = simulation.world();
    std::vector<ShapeId> shapes;
    Bounds bounds;
    if (const BodyId body = selected(); body && !whole) {
        bounds.add(world, body, shapes);
    } else {
        for (const BodyId each : simulation.bodies()) {
            if (world.type(each) != BodyType::Static) {
                bounds.add(world, each, shapes);
            }
        }
    }
    center = bounds.empty() ? glm::vec3(0.0f, 1.0f, 0.0f) : (bounds.lower + bounds.upper) * 0.5f;
    radius = bounds.empty() ? 8.0f : std::clamp(glm::length(bounds.upper - bounds.lower) * 0.5f, 0.2f, 400.0f);
}

}  // namespace drystone::sandbox
