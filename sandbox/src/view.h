// Draws what a frame shows: bodies, the engine's debug lines, the scene's marks, the spring; of one world or of both.
#pragma once

#include "core/panes.h"
#include "core/session.h"
#include "renderer/renderer.h"

namespace drystone::sandbox {

// What is gathered for each picture; kept from frame to frame for its memory.
struct FrameContents {
    DrawList list;
    HeatMap heat;
    Overlay overlay;
};

// Into a whole framebuffer. pixelsPerPoint: how the panes' points become its pixels; the
// destination's own also counts the scale of what is drawn.
void drawPanes(const Session& session, const Camera& camera, const Panes& panes, Renderer& renderer,
               const Destination& whole, float pixelsPerPoint, FrameContents& contents);

}  // namespace drystone::sandbox
