// Collects the lines and points that the engine, a scene and the sandbox draw over the picture.
#pragma once

#include <vector>

#include <drystone/debug_draw.h>

namespace drystone::sandbox {

struct OverlayLine {
    glm::vec3 a, b;  // a == b: a dot
    uint32_t color;  // red in the lowest byte
    float width;     // pixels of an ordinary screen
};
static_assert(sizeof(OverlayLine) == 32);

class Overlay : public DebugDraw {
public:
    void line(glm::vec3 from, glm::vec3 to, uint32_t color) override;
    void point(glm::vec3 position, float size, uint32_t color) override;

    void setWidth(float pixels) { m_width = pixels; }
    // A coil of this many turns between two points: the spring of the pointer.
    void coil(glm::vec3 from, glm::vec3 to, int turns, float radius, uint32_t color);
    void wireBox(glm::vec3 center, glm::quat rotation, glm::vec3 halfExtents, uint32_t color);
    void ring(glm::vec3 center, glm::quat rotation, float radius, uint32_t color);

    void clear() { m_lines.clear(); }
    const std::vector<OverlayLine>& lines() const { return m_lines; }

private:
    std::vector<OverlayLine> m_lines;
    float m_width = 1.7f;
};

}  // namespace drystone::sandbox
