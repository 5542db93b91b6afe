// The images that a frame is drawn into on its way to the screen.
#pragma once

#include "renderer/gl_objects.h"

namespace drystone::sandbox {

struct FrameTargets {
    int width = 0, height = 0, samples = 0;

    // Multisampled: the scene in linear light, and the overlay over the same depth.
    GlRenderbuffer sceneColor, sceneDepth, overlayColor;
    GlFramebuffer scene, overlay;
    // One sample a pixel, to be read.
    GlTexture resolvedColor, resolvedDepth, resolvedOverlay, occlusion, mask;
    GlFramebuffer resolvedScene, resolvedOverlayTarget, occlusionTarget, maskTarget;

    // Makes all anew when the size or the number of samples changed. False: the driver refused.
    bool resize(int newWidth, int newHeight, int newSamples);
    void resolveScene() const;
    void resolveOverlay() const;
    int occlusionWidth() const { return (width + 1) / 2; }
    int occlusionHeight() const { return (height + 1) / 2; }
};

struct ShadowTarget {
    static constexpr int kSize = 2048;
    GlTexture depth;
    GlFramebuffer target;

    bool create();
};

}  // namespace drystone::sandbox
