// How the panels look.
#pragma once

#include <imgui.h>

namespace drystone::sandbox {

namespace colors {
inline const ImVec4 kAccent{0.95f, 0.64f, 0.25f, 1.0f};
inline const ImVec4 kDim{0.60f, 0.64f, 0.70f, 1.0f};
inline const ImVec4 kError{0.98f, 0.45f, 0.40f, 1.0f};
}  // namespace colors

// Of the worlds A and B of the split view, 0xRRGGBB.
inline constexpr unsigned kSideColors[2] = {0xf2a33f, 0x55b4ff};

// Colours, roundings and a font that suit a screen; scale: 1 on an ordinary one. pixelsPerPoint: of the framebuffer.
void applyStyle(float scale, float pixelsPerPoint);

// 0xRRGGBB and an opacity as ImGui packs them.
ImU32 packedColor(unsigned rgb, float alpha = 1.0f);

}  // namespace drystone::sandbox
