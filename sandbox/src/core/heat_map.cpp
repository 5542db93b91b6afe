#include "core/heat_map.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/inspection.h"

namespace drystone::sandbox {

namespace {

constexpr Choice<HeatBy> kChoices[] = {
    {"none", "Nothing", "Each body in a colour of its own, as stones are.", HeatBy::None},
    {"speed", "Speed", "Of the centre of mass (m/s).", HeatBy::Speed},
    {"impulse", "Impulse", "Normal impulses of all its contacts over the last substep (N s): what carries the load.",
     HeatBy::Impulse},
    {"depth", "Overlap", "Deepest overlap of its contacts (mm).", HeatBy::Depth},
    {"sleep_time", "Time asleep", "For how long it has slept (s).", HeatBy::SleepTime},
    {"contacts", "Contacts", "How many shapes touch it (count).", HeatBy::Contacts},
    {"color", "Graph colour",
     "The last colour of the constraint graph in which one of its contacts is solved; grey: none, or asleep.",
     HeatBy::Color},
    {"island", "Island", "Bodies that touch, directly or through others, share a colour: they sleep and wake together.",
     HeatBy::Island},
};

// Dark blue through teal and yellow to red: as bright as it is hot, and apart for most colour-blind eyes.
constexpr glm::vec3 kScale[] = {{0.16f, 0.19f, 0.42f}, {0.16f, 0.45f, 0.62f}, {0.30f, 0.70f, 0.55f},
                                {0.92f, 0.80f, 0.32f}, {0.95f, 0.50f, 0.20f}, {0.86f, 0.16f, 0.18f}};
constexpr uint32_t kNoGroup = 0x6c7078;
constexpr uint32_t kGroups[] = {0xe6804a, 0x4fa3d1, 0x8cc152, 0xd770ad, 0xf2c14e, 0x967adc,
                                0x37bc9b, 0xda4453, 0x7fb7be, 0xb08968, 0xa0d468, 0x5d9cec};

uint32_t packed(glm::vec3 color) {
    const auto channel = [](float value) { return static_cast<uint32_t>(std::lround(value * 255.0f)); };
    return channel(color.x) << 16 | channel(color.y) << 8 | channel(color.z);
}

// 1, 2 or 5 times a power of ten.
float roundedUp(float value) {
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float step : {1.0f, 2.0f, 5.0f}) {
        if (value <= step * power * 1.0001f) {
            return step * power;
        }
    }
    return 10.0f * power;
}

// Below it all is cold: noise is not spread over the whole scale.
float leastTop(HeatBy by) {
    switch (by) {
    case HeatBy::Speed:
        return 0.1f;
    case HeatBy::Impulse:
        return 0.001f;
    case HeatBy::Depth:
        return 0.1f;
    case HeatBy::Contacts:
        return 5.0f;
    default:
        return 1.0f;
    }
}

}  // namespace

std::span<const Choice<HeatBy>> heatChoices() {
    return kChoices;
}

const char* HeatMap::unit(HeatBy by) {
    switch (by) {
    case HeatBy::Speed:
        return "m/s";
    case HeatBy::Impulse:
        return "N s";
    case HeatBy::Depth:
        return "mm";
    case HeatBy::SleepTime:
        return "s";
    default:
        return "";
    }
}

void HeatMap::measure(const Simulation& simulation, HeatBy by) {
    m_by = by;
    m_values.clear();
    m_top = 1.0f;
    if (by == HeatBy::None) {
        return;
    }
    const World& world = simulation.world();
    const std::vector<BodyId>& bodies = simulation.bodies();
    const float cold = ranked(by) ? 0.0f : -1.0f;
    m_values.resize(bodies.empty() ? 0 : std::ranges::max(bodies, {}, &BodyId::slot).slot + 1, cold);
    if (by == HeatBy::Island) {
        measureIslands(simulation);
    } else if (by == HeatBy::Speed || by == HeatBy::SleepTime) {
        for (const BodyId body : bodies) {
            m_values[body.slot] = by == HeatBy::Speed ? glm::length(world.linearVelocity(body))
                                                      : static_cast<float>(simulation.sleepTime(body));
        }
    } else {
        measureContacts(world);
    }
    float largest = leastTop(by);
    for (const BodyId body : bodies) {
        if (world.type(body) == BodyType::Dynamic && std::isfinite(m_values[body.slot])) {
            largest = std::max(largest, m_values[body.slot]);
        }
    }
    m_top = roundedUp(largest);
}

void HeatMap::measureContacts(const World& world) {
    world.contacts(m_contacts);
    for (const Contact& contact : m_contacts) {
        for (const BodyId body : {world.bodyOf(contact.shapeA), world.bodyOf(contact.shapeB)}) {
            float& value = m_values[body.slot];
            if (m_by == HeatBy::Contacts) {
                value += 1.0f;
            } else if (m_by == HeatBy::Color) {
                value = std::max(value, static_cast<float>(contact.color));
            }
            for (int i = 0; i < contact.pointCount; ++i) {
                if (m_by == HeatBy::Impulse) {
                    value += contact.points[i].normalImpulse;
                } else if (m_by == HeatBy::Depth) {
                    value = std::max(value, -1000.0f * contact.points[i].separation);
                }
            }
        }
    }
}

void HeatMap::measureIslands(const Simulation& simulation) {
    const World& world = simulation.world();
    world.contacts(m_contacts);
    const ContactGroups groups(world, simulation.bodies(), m_contacts);
    for (const BodyId body : simulation.bodies()) {
        m_values[body.slot] = static_cast<float>(groups.of(body.slot));
    }
}

uint32_t HeatMap::color(BodyId body) const {
    const float own = value(body);
    if (!ranked(m_by)) {
        const auto group = static_cast<uint32_t>(std::max(own, 0.0f));
        return own < 0.0f ? kNoGroup : kGroups[(m_by == HeatBy::Island ? group * 7 : group) % std::size(kGroups)];
    }
    return scaleColor(own / m_top);
}

uint32_t HeatMap::scaleColor(float share) {
    constexpr int kLast = static_cast<int>(std::size(kScale)) - 1;
    const float at = (share > 0.0f ? std::min(share, 1.0f) : 0.0f) * static_cast<float>(kLast);
    const int index = std::min(static_cast<int>(at), kLast - 1);
    const float rest = at - static_cast<float>(index);
    return packed(kScale[index] * (1.0f - rest) + kScale[index + 1] * rest);
}

}  // namespace drystone::sandbox
