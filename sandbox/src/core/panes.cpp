#include "core/panes.h"

#include <cmath>

namespace drystone::sandbox {

Panes::Panes(bool split, float width, float height, const ViewRect& free) : m_count(split ? 2 : 1) {
    m_panes[0] = {Side::A, {0.0f, 0.0f, width, height}, free};
    if (split) {
        const float middle = std::floor(free.x + free.width * 0.5f);
        const float half = middle - free.x;
        m_panes[0] = {Side::A, {0.0f, 0.0f, middle, height}, {free.x, free.y, half, free.height}};
        m_panes[1] = {Side::B, {middle, 0.0f, width - middle, height}, {middle, free.y, half, free.height}};
    }
}

const Pane& Panes::at(glm::vec2 point) const {
    return of(m_count > 1 && point.x >= m_panes[1].picture.x ? Side::B : Side::A);
}

const Pane& Panes::of(Side side) const {
    return m_panes[side == Side::B && m_count > 1 ? 1 : 0];
}

Camera through(const Pane& pane, Camera camera) {
    camera.setViewport(pane.picture, pane.free);
    return camera;
}

}  // namespace drystone::sandbox
