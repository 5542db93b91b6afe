// The profile, the counters and the graphs of energy, penetration and momentum.
#include <cstdio>
#include <iterator>

#include "ui/panels.h"
#include "ui/plots.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

using plots::Curve;
using plots::Graph;

const Curve kEnergy[] = {
    {"kinetic", 0xef8e4a, [](const Sample& s) { return s.kinetic; }},
    {"potential", 0x5b8def, [](const Sample& s) { return s.potential; }},
    {"total", 0xe6eaef, [](const Sample& s) { return s.kinetic + s.potential; }},
};
const Curve kPenetration[] = {
    {"deepest", 0xe0605c, [](const Sample& s) { return s.penetration; }},
};
const Curve kMomentum[] = {
    {"linear", 0x38b6a6, [](const Sample& s) { return s.linearMomentum; }},
};
const Curve kAngularMomentum[] = {
    {"angular", 0xc463a8, [](const Sample& s) { return s.angularMomentum; }},
};
const Curve kAwake[] = {
    {"awake", 0x8ac55f, [](const Sample& s) { return static_cast<float>(s.awake); }},
    {"contacts", 0xd9c54a, [](const Sample& s) { return static_cast<float>(s.contacts); }},
};

const Graph kGraphs[] = {
    {"energy_graph", "Energy", "J",
     "Kinetic, potential (zero at the origin) and total energy of the moving bodies (J). Contacts must never raise "
     "the total.",
     kEnergy},
    {"penetration_graph", "Overlap", "mm", "The deepest overlap of any contact point (mm).", kPenetration, true,
     1000.0f},
    {"momentum_graph", "Momentum", "kg m/s", "Length of the linear momentum of all moving bodies (kg m/s).", kMomentum},
    {"angular_graph", "Spin", "kg m\xc2\xb2/s",
     "Length of the angular momentum of all moving bodies about the origin (kg m\xc2\xb2/s).", kAngularMomentum},
    {"activity_graph", "Activity", "count", "Bodies that are awake and contacts that touch (count).", kAwake},
};

// One quantity of both worlds.
struct Pair {
    Curve curves[2];
    template <class Value>
    explicit Pair(Value value) : curves{{"A", kSideColors[0], value, Side::A}, {"B", kSideColors[1], value, Side::B}} {}
};
const Pair kKinetic([](const Sample& s) { return s.kinetic; });
const Pair kTotal([](const Sample& s) { return s.kinetic + s.potential; });
const Pair kLinear([](const Sample& s) { return s.linearMomentum; });
const Pair kAngular([](const Sample& s) { return s.angularMomentum; });
const Pair kDeepest([](const Sample& s) { return s.penetration; });
const Pair kCost([](const Sample& s) { return s.cost; });

const Graph kSplitGraphs[] = {
    {"split.kinetic", "Kinetic energy", "J", "Kinetic energy of the moving bodies (J).", kKinetic.curves},
    {"split.linear", "Momentum", "kg m/s", "Length of the linear momentum of all moving bodies (kg m/s).",
     kLinear.curves, false},
    {"split.penetration", "Overlap", "mm", "The deepest overlap of any contact point (mm).", kDeepest.curves, true,
     1000.0f},
    {"split.total", "Total energy", "J",
     "Kinetic energy and that of gravity (J; zero at the origin), without that of a scene's force field. Contacts must "
     "never raise it.",
     kTotal.curves, false},
    {"split.angular", "Angular momentum", "kg m\xc2\xb2/s",
     "Length of the angular momentum of all moving bodies about the origin (kg m\xc2\xb2/s).", kAngular.curves, false},
    {"split.cost", "Step", "ms", "Wall time of each step (ms). The two worlds step one after the other.", kCost.curves,
     true, 1.0f, true},
};

void splitGraphs(Ui& ui, ImVec2 size) {
    const float gap = ui.px(6.0f);
    const int columns = size.x > ui.px(1200.0f) ? 6 : 3;
    const int rows = static_cast<int>(std::size(kSplitGraphs)) / columns;
    const ImVec2 each((size.x - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
                      (size.y - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    for (int i = 0; i < static_cast<int>(std::size(kSplitGraphs)); ++i) {
        const auto column = static_cast<float>(i % columns), row = static_cast<float>(i / columns);
        ImGui::SetCursorScreenPos(ImVec2(corner.x + column * (each.x + gap), corner.y + row * (each.y + gap)));
        plots::graph(ui, kSplitGraphs[i], each);
    }
}

void counters(Ui& ui, ImVec2 size) {
    const WorldCounters c = ui.session.simulation.world().counters();
    struct Line {
        const char* name;
        const char* label;
        long long value;
        const char* tip;
    };
    const Line lines[] = {
        {"count.bodies", "bodies", c.bodies, "All bodies (count)."},
        {"count.static", "static", c.staticBodies, "Bodies that never move (count)."},
        {"count.awake", "awake", c.awakeBodies, "Dynamic and kinematic bodies that are awake (count)."},
        {"count.asleep", "asleep", c.sleepingBodies, "Bodies that sleep and cost nothing (count)."},
        {"count.shapes", "shapes", c.shapes, "All shapes (count)."},
        {"count.pairs", "pairs", c.pairs, "Pairs of shapes whose bounds overlap (count)."},
        {"count.awake_pairs", "awake pairs", c.awakePairs, "Pairs with an awake body (count)."},
        {"count.contacts", "contacts", c.touchingContacts, "Touching pairs that are awake (count)."},
        {"count.points", "points", c.contactPoints, "Contact points that are awake (count)."},
        {"count.colors", "colours", c.colors, "Colours of the constraint graph in use (count)."},
        {"count.overflow", "overflow", c.overflowContacts,
         "Contacts that no colour could take: solved serially (count)."},
        {"count.visited_bodies", "visited", c.visitedBodies, "Bodies that the last step touched at all (count)."},
        {"count.swept", "swept", c.sweptBodies, "Bodies that moved fast enough to be swept (count)."},
        {"count.impacts", "impacts", c.sweptImpacts, "Impacts that the sweeps of the last step found (count)."},
        {"count.frozen", "frozen", c.frozenBodies, "Bodies contained because their state was not finite (count)."},
        {"count.memory", "memory kB", static_cast<long long>(c.memoryBytes / 1024), "Held by the world (kB)."},
        {"count.allocations", "allocations", static_cast<long long>(c.allocations),
         "Since the world was made (count). Constant once it has warmed up."},
    };
    ImGui::BeginChild("##counters", size);
    ImGui::SetWindowFontScale(0.86f);
    ImGui::Columns(2, nullptr, false);
    for (const Line& line : lines) {
        char text[64];
        std::snprintf(text, sizeof text, "%lld", line.value);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4.0f), ui.px(1.0f)));
        const float left = ImGui::GetCursorPosX();
        ImGui::TextDisabled("%s", line.label);
        widgets::finish(ui, line.name, line.tip);
        ImGui::SameLine(left + ui.px(72.0f));
        ImGui::TextUnformatted(text);
        ImGui::NextColumn();
        ImGui::PopStyleVar();
    }
    ImGui::Columns(1);
    ImGui::SetWindowFontScale(1.0f);
    ImGui::EndChild();
}

void wideGraphs(Ui& ui, ImVec2 size) {
    const float gap = ui.px(8.0f);
    constexpr auto kCount = static_cast<float>(std::size(kGraphs));
    const float words = ui.px(250.0f);
    const float each = (size.x - gap * kCount - words) / kCount;
    for (const Graph& what : kGraphs) {
        plots::graph(ui, what, ImVec2(each, size.y));
        ImGui::SameLine(0.0f, gap);
    }
    counters(ui, ImVec2(words, size.y));
}

// withStep: the stages of the step are the first of the pages.
void tabbedGraphs(Ui& ui, ImVec2 size, bool withStep) {
    ImGui::BeginChild("##graphs", size);
    if (ImGui::BeginTabBar("##graph_tabs", ImGuiTabBarFlags_FittingPolicyScroll)) {
        if (withStep) {
            const bool open = ImGui::BeginTabItem("Step");
            widgets::finish(ui, "tab.profile", "Time of each stage of the step (ms).");
            if (open) {
                plots::profile(ui, ImGui::GetContentRegionAvail());
                ImGui::EndTabItem();
            }
        }
        for (const Graph& what : kGraphs) {
            const bool open = ImGui::BeginTabItem(what.title);
            widgets::finish(ui, (std::string("tab.") + what.name).c_str(), what.tip);
            if (open) {
                plots::graph(ui, what, ImGui::GetContentRegionAvail());
                ImGui::EndTabItem();
            }
        }
        const bool open = ImGui::BeginTabItem("Counts");
        widgets::finish(ui, "tab.counters", "Sizes after the last step.");
        if (open) {
            counters(ui, ImGui::GetContentRegionAvail());
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    ImGui::EndChild();
}

}  // namespace

void drawGraphsPanel(Ui& ui, const PanelRect& rect) {
    if (beginPanel("##graphs_panel", rect)) {
        const ImVec2 room = ImGui::GetContentRegionAvail();
        if (ui.session.split()) {
            splitGraphs(ui, room);
            ImGui::End();
            return;
        }
        if (room.x < ui.px(620.0f)) {
            tabbedGraphs(ui, room, true);
            ImGui::End();
            return;
        }
        const bool wide = room.x > ui.px(1200.0f);
        const float profile = wide ? room.x * 0.30f : room.x * 0.40f;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        plots::profile(ui, ImVec2(profile, room.y));
        ImGui::SetCursorScreenPos(ImVec2(at.x + profile + ui.px(12.0f), at.y));
        const ImVec2 rest(room.x - profile - ui.px(12.0f), room.y);
        if (wide) {
            wideGraphs(ui, rest);
        } else {
            tabbedGraphs(ui, rest, false);
        }
    }
    ImGui::End();
}

}  // namespace drystone::sandbox
