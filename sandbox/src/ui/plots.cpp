#include "ui/plots.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ui/style.h"

namespace drystone::sandbox::plots {

namespace {

struct Area {
    ImVec2 lower, upper;
    float width() const { return upper.x - lower.x; }
    float height() const { return upper.y - lower.y; }
    float x(size_t i, size_t count) const {
        // The newest sample is at the right edge.
        const auto back = static_cast<float>(History::kLength - 1 - (i + History::kLength - count));
        return upper.x - back / static_cast<float>(History::kLength - 1) * width();
    }
};

// The next of 1, 2, 5, 10, ...: the scale of a graph changes rarely and reads well.
float niceCeiling(float value) {
    if (!(value > 1e-9f) || !std::isfinite(value)) {
        return 1e-9f;
    }
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float step : {1.0f, 2.0f, 5.0f, 10.0f}) {
        if (value <= step * power * 1.0001f) {
            return step * power;
        }
    }
    return 10.0f * power;
}

void formatValue(char (&text)[32], float value) {
    const float size = std::abs(value);
    if (size != 0.0f && (size >= 1e5f || size < 1e-2f)) {
        std::snprintf(text, sizeof text, "%.2e", static_cast<double>(value));
    } else {
        std::snprintf(text, sizeof text, size >= 100.0f ? "%.0f" : "%.3g", static_cast<double>(value));
    }
}

Area frame(Ui& ui, const char* name, ImVec2 size, const char* tip) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(name, size);
    widgets::finish(ui, name, tip);
    const Area area{at, ImVec2(at.x + size.x, at.y + size.y)};
    ImGui::GetWindowDrawList()->AddRectFilled(area.lower, area.upper,
                                              ImGui::GetColorU32(ImVec4(0.0f, 0.0f, 0.0f, 0.28f)), ui.px(4.0f));
    return area;
}

void gridLines(Ui& ui, const Area& area) {
    for (int i = 1; i < 4; ++i) {
        const float y = area.upper.y - area.height() * static_cast<float>(i) * 0.25f;
        ImGui::GetWindowDrawList()->AddLine(ImVec2(area.lower.x, y), ImVec2(area.upper.x, y),
                                            ImGui::GetColorU32(ImVec4(1.0f, 1.0f, 1.0f, 0.05f)), ui.px(1.0f));
    }
}

float smallWidth(const char* text) {
    return ImGui::CalcTextSize(text).x * 0.86f;
}

// backed: keeps the curves from striking the words through.
void smallText(const Ui& ui, ImVec2 at, ImU32 color, const char* text, bool backed = false) {
    if (backed) {
        const ImVec2 end(at.x + smallWidth(text) + ui.px(3.0f), at.y + ImGui::GetFontSize());
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x - ui.px(3.0f), at.y), end, IM_COL32(14, 16, 20, 215),
                                                  ui.px(3.0f));
    }
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize() * 0.86f,
                                        ImVec2(std::round(at.x), std::round(at.y + ui.px(1.0f))), color, text);
}

// A low graph has its words above the curves, not over them.
bool low(const Ui& ui, const Area& area) {
    return area.height() < ui.px(110.0f);
}

struct Range {
    float lower = 0.0f, upper = 1e-9f;
};

// Round numbers round what the curves cover; never closer than a thousandth of the values, where rounding shows.
Range fitted(float least, float most) {
    const float span = std::max(most - least, std::max(std::abs(least), std::abs(most)) * 1e-3f);
    const float step = niceCeiling(span * 0.25f);
    return {std::floor(least / step) * step, std::ceil(most / step + 1e-3f) * step};
}

Range rangeOf(const Ui& ui, const Graph& what) {
    std::vector<float> values;
    for (const Curve& curve : what.curves) {
        const History& history = ui.session.historyOf(curve.side);
        for (size_t i = 0; i < history.samples.size(); ++i) {
            const float value = curve.value(history.samples[i]) * what.scale;
            if (std::isfinite(value)) {
                values.push_back(value);
            }
        }
    }
    if (values.empty()) {
        return {0.0f, 1.0f};
    }
    const auto rank = static_cast<std::ptrdiff_t>(what.cutPeaks ? values.size() / 50 : 0);
    std::nth_element(values.begin(), values.end() - 1 - rank, values.end());
    const float most = *(values.end() - 1 - rank);
    const float least = *std::min_element(values.begin(), values.end());
    if (!what.fromZero) {
        return fitted(least, most);
    }
    return {least < 0.0f ? -niceCeiling(-least) : 0.0f, most > 0.0f ? niceCeiling(most) : 0.0f};
}

void drawCurve(Ui& ui, const Area& area, const Range& range, const Curve& curve, float scale) {
    const History& history = ui.session.historyOf(curve.side);
    const size_t count = history.samples.size();
    ImVec2 points[History::kLength];
    for (size_t i = 0; i < count; ++i) {
        const float value = curve.value(history.samples[i]) * scale;
        const float share =
            std::isfinite(value) ? (value - range.lower) / std::max(range.upper - range.lower, 1e-20f) : 0.0f;
        points[i] = {area.x(i, count), area.upper.y - std::clamp(share, 0.0f, 1.0f) * (area.height() - 2.0f) - 1.0f};
    }
    ImGui::GetWindowDrawList()->AddPolyline(points, static_cast<int>(count), packedColor(curve.color), 0, ui.px(1.5f));
}

// What all steps but the slowest fiftieth stay under: one hiccup must not flatten the rest of the graph.
float usualStep(const Ring<StepProfile, History::kLength>& profiles) {
    float sums[History::kLength];
    const size_t count = profiles.size();
    for (size_t i = 0; i < count; ++i) {
        sums[i] = 0.0f;
        for (const Stage& stage : stages()) {
            sums[i] += profiles[i].*stage.time;
        }
        sums[i] = std::max(sums[i], profiles[i].step);
    }
    if (count == 0) {
        return 0.0f;
    }
    const size_t rank = count - 1 - count / 50;
    std::nth_element(sums, sums + rank, sums + count);
    return sums[rank];
}

void axis(const Ui& ui, const Area& area, const Range& range, const Graph& what) {
    char title[96], limit[32];
    formatValue(limit, range.upper > 1e-8f || range.lower != 0.0f ? range.upper : 0.0f);
    std::snprintf(title, sizeof title, "%s (%s)", what.title, what.unit);
    // A narrow graph keeps the unit to its tip.
    if (smallWidth(title) + smallWidth(limit) + ui.px(20.0f) > area.width()) {
        std::snprintf(title, sizeof title, "%s", what.title);
    }
    const float inset = ui.px(6.0f);
    const ImU32 dim = ImGui::GetColorU32(colors::kDim);
    smallText(ui, ImVec2(area.lower.x + inset, area.lower.y + ui.px(2.0f)), ImGui::GetColorU32(ImGuiCol_Text), title,
              true);
    smallText(ui, ImVec2(area.upper.x - inset - smallWidth(limit), area.lower.y + ui.px(2.0f)), dim, limit, true);
    if (range.lower != 0.0f) {
        formatValue(limit, range.lower);
        smallText(ui, ImVec2(area.upper.x - inset - smallWidth(limit), area.upper.y - ImGui::GetFontSize()), dim, limit,
                  true);
    }
}

// The newest value of each curve in its colour: one below the other, or in a row where the graph is low.
void legend(const Ui& ui, const Area& area, const Graph& what) {
    const bool row = low(ui, area);
    ImVec2 at(area.lower.x + ui.px(6.0f), area.lower.y + ui.px(4.0f) + ImGui::GetFontSize());
    for (const Curve& curve : what.curves) {
        const History& history = ui.session.historyOf(curve.side);
        char now[32] = "-";
        if (history.samples.size() > 0) {
            formatValue(now, curve.value(history.samples.back()) * what.scale);
        }
        char text[96];
        std::snprintf(text, sizeof text, "%s %s", curve.label, now);
        smallText(ui, at, packedColor(curve.color), text, true);
        if (row) {
            at.x += std::max(smallWidth(text) + ui.px(12.0f), ui.px(70.0f));
        } else {
            at.y += ImGui::GetFontSize() * 0.98f;
        }
    }
}

}  // namespace

void graph(Ui& ui, const Graph& what, ImVec2 size) {
    const Area area = frame(ui, what.name, size, what.tip);
    gridLines(ui, area);
    const Range range = rangeOf(ui, what);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->PushClipRect(area.lower, area.upper, true);
    Area inside = area;
    inside.lower.y += low(ui, area) ? ImGui::GetFontSize() * 2.0f + ui.px(5.0f) : 0.0f;
    for (const Curve& curve : what.curves) {
        drawCurve(ui, inside, range, curve, what.scale);
    }
    axis(ui, area, range, what);
    legend(ui, area, what);
    draw->PopClipRect();
}

void profile(Ui& ui, ImVec2 size) {
    // A narrow panel keeps the graph and leaves out the words.
    const float legend = size.x > ui.px(240.0f) ? ui.px(122.0f) : 0.0f;
    const Area area = frame(
        ui, "profile_graph", ImVec2(size.x - legend, size.y),
        "Time of each stage of the step (ms), stacked, over the last 300 steps. The newest step is at the right.");
    gridLines(ui, area);
    const auto& profiles = ui.session.history.profiles;
    const float top = niceCeiling(std::max(usualStep(profiles), 0.01f));
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float bar = area.width() / static_cast<float>(History::kLength - 1);
    for (size_t i = 0; i < profiles.size(); ++i) {
        float y = area.upper.y;
        const float x = area.x(i, profiles.size());
        for (const Stage& stage : stages()) {
            const float height = std::min(profiles[i].*stage.time / top * area.height(), y - area.lower.y);
            if (height > 0.05f) {
                draw->AddRectFilled(ImVec2(std::max(x - bar, area.lower.x), y - height), ImVec2(x, y),
                                    packedColor(stage.color, 0.9f));
            }
            y -= height;
        }
    }
    char text[64];
    std::snprintf(text, sizeof text, "Step (ms), top %.3g", static_cast<double>(top));
    smallText(ui, ImVec2(area.lower.x + ui.px(6.0f), area.lower.y + ui.px(2.0f)), ImGui::GetColorU32(ImGuiCol_Text),
              text, true);

    if (legend == 0.0f) {
        return;
    }
    const float line = std::min(ImGui::GetFontSize() * 1.02f, size.y / 11.0f);
    ImVec2 at(area.upper.x + ui.px(9.0f), area.lower.y);
    const auto entry = [&](const char* name, const char* tip, float time, unsigned color) {
        ImGui::SetCursorScreenPos(at);
        ImGui::InvisibleButton(name, ImVec2(legend - ui.px(9.0f), line));
        widgets::finish(ui, (std::string("stage.") + name).c_str(), tip);
        draw->AddRectFilled(ImVec2(at.x, at.y + line * 0.25f), ImVec2(at.x + line * 0.5f, at.y + line * 0.75f),
                            packedColor(color), 2.0f);
        smallText(ui, ImVec2(at.x + line * 0.8f, at.y - ui.px(1.0f)), ImGui::GetColorU32(ImGuiCol_Text), name);
        std::snprintf(text, sizeof text, "%.3f", static_cast<double>(time));
        smallText(ui, ImVec2(area.upper.x + legend - smallWidth(text), at.y - ui.px(1.0f)),
                  ImGui::GetColorU32(colors::kDim), text);
        at.y += line;
    };
    const StepProfile last = profiles.size() > 0 ? profiles.back() : StepProfile{};
    entry("step", "the whole step (ms)", last.step, 0xe6eaef);
    for (const Stage& stage : stages()) {
        entry(stage.name, (std::string(stage.explanation) + " (ms)").c_str(), last.*stage.time, stage.color);
    }
    ImGui::SetCursorScreenPos(ImVec2(area.lower.x, area.upper.y));
}

}  // namespace drystone::sandbox::plots
