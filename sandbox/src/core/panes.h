// The views side by side in the window: one, or A and B with the same camera.
#pragma once

#include <array>
#include <span>

#include "core/camera.h"
#include "core/twin.h"

namespace drystone::sandbox {

struct Pane {
    Side side = Side::A;
    ViewRect picture;  // of the window (points)
    ViewRect free;     // the part of it that no panel covers
};

class Panes {
public:
    // free: what the panels leave of a window of this size. Split, both views see equally much.
    Panes(bool split, float width, float height, const ViewRect& free);

    std::span<const Pane> all() const { return {m_panes.data(), static_cast<size_t>(m_count)}; }
    const Pane& at(glm::vec2 point) const;
    const Pane& of(Side side) const;

private:
    std::array<Pane, 2> m_panes;
    int m_count;
};

// The same camera, looking through one pane.
Camera through(const Pane& pane, Camera camera);

}  // namespace drystone::sandbox
