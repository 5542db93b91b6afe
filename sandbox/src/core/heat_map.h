// Bodies coloured by a quantity instead of by their palette.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drystone/drystone.h>

#include "core/choices.h"
#include "core/simulation.h"

namespace drystone::sandbox {

enum class HeatBy : uint8_t { None, Speed, Impulse, Depth, SleepTime, Contacts, Color, Island };

std::span<const Choice<HeatBy>> heatChoices();

class HeatMap {
public:
    // What each dynamic body has of the quantity after the last step.
    void measure(const Simulation& simulation, HeatBy by);

    HeatBy by() const { return m_by; }
    bool on() const { return m_by != HeatBy::None; }
    // Zero for a body that has none of it.
    float value(BodyId body) const { return body.slot < m_values.size() ? m_values[body.slot] : 0.0f; }
    // The quantity at the hot end of the scale: 1, 2 or 5 times a power of ten, not below the largest value.
    float top() const { return m_top; }
    // 0xRRGGBB
    uint32_t color(BodyId body) const;

    // Islands and colours of the graph are told apart, not ranked: they have no scale.
    static bool ranked(HeatBy by) { return by != HeatBy::Color && by != HeatBy::Island; }
    static const char* unit(HeatBy by);
    // Of the scale, share in [0, 1].
    static uint32_t scaleColor(float share);

private:
    void measureContacts(const World& world);
    void measureIslands(const Simulation& simulation);

    HeatBy m_by = HeatBy::None;
    float m_top = 1.0f;
    std::vector<float> m_values;  // by slot
    std::vector<Contact> m_contacts;
};

}  // namespace drystone::sandbox
