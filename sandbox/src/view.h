// Fills what a frame shows: bodies, the engine's debug lines, the scene's marks, the spring.
#pragma once

#include "core/session.h"
#include "renderer/renderer.h"

namespace drystone::sandbox {

RenderSettings renderSettings(const ViewSettings& view);

void gatherFrame(const Session& session, const Camera& camera, DrawList& list, Overlay& overlay);

}  // namespace drystone::sandbox
