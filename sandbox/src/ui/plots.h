// Graphs over the last steps.
#pragma once

#include <functional>
#include <span>

#include "core/history.h"
#include "ui/widgets.h"

namespace drystone::sandbox::plots {

struct Curve {
    const char* label;
    unsigned color;  // 0xRRGGBB
    std::function<float(const Sample&)> value;
    Side side = Side::A;
};

struct Graph {
    const char* name;
    const char* title;
    const char* unit;
    const char* tip;
    std::span<const Curve> curves;
    bool fromZero = true;   // else the axis fits the curves: small changes of a large value show
    float scale = 1.0f;     // of the values
    bool cutPeaks = false;  // one value in fifty may leave the graph: a hiccup does not flatten the rest
};

void graph(Ui& ui, const Graph& what, ImVec2 size);
// The stages of the step, stacked.
void profile(Ui& ui, ImVec2 size);

}  // namespace drystone::sandbox::plots
