#include "renderer/targets.h"

#include <algorithm>

namespace drystone::sandbox {

namespace {

GlTexture texture2d(GLint format, GLenum external, GLenum type, int width, int height, GLint filter) {
    GlTexture texture = makeTexture();
    glBindTexture(GL_TEXTURE_2D, texture.get());
    glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, external, type, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

GlRenderbuffer renderbuffer(GLenum format, int samples, int width, int height) {
    GlRenderbuffer buffer = makeRenderbuffer();
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    return buffer;
}

GlFramebuffer framebufferOf(const GlRenderbuffer& color, const GlRenderbuffer& depth) {
    GlFramebuffer target = makeFramebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.get());
    return target;
}

GlFramebuffer framebufferOf(const GlTexture& color, const GlTexture* depth = nullptr) {
    GlFramebuffer target = makeFramebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.get(), 0);
    if (depth) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth->get(), 0);
    }
    return target;
}

bool complete(const GlFramebuffer& target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void blit(const GlFramebuffer& from, const GlFramebuffer& to, int width, int height, GLbitfield what) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.get());
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, what, GL_NEAREST);
}

}  // namespace

bool FrameTargets::resize(int newWidth, int newHeight, int newSamples) {
    GLint most = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    newSamples = std::clamp(newSamples, 0, static_cast<int>(most));
    if (newWidth == width && newHeight == height && newSamples == samples) {
        return true;
    }
    width = newWidth;
    height = newHeight;
    samples = newSamples;
    sceneColor = renderbuffer(GL_RGBA16F, samples, width, height);
    sceneDepth = renderbuffer(GL_DEPTH_COMPONENT32F, samples, width, height);
    overlayColor = renderbuffer(GL_RGBA8, samples, width, height);
    scene = framebufferOf(sceneColor, sceneDepth);
    overlay = framebufferOf(overlayColor, sceneDepth);
    resolvedColor = texture2d(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, width, height, GL_LINEAR);
    resolvedDepth = texture2d(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, width, height, GL_NEAREST);
    resolvedOverlay = texture2d(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, width, height, GL_LINEAR);
    occlusion = texture2d(GL_R8, GL_RED, GL_UNSIGNED_BYTE, occlusionWidth(), occlusionHeight(), GL_LINEAR);
    mask = texture2d(GL_R8, GL_RED, GL_UNSIGNED_BYTE, width, height, GL_LINEAR);
    resolvedScene = framebufferOf(resolvedColor, &resolvedDepth);
    resolvedOverlayTarget = framebufferOf(resolvedOverlay);
    occlusionTarget = framebufferOf(occlusion);
    maskTarget = framebufferOf(mask);
    return complete(scene) && complete(overlay) && complete(resolvedScene) && complete(resolvedOverlayTarget) &&
        complete(occlusionTarget) && complete(maskTarget);
}

void FrameTargets::resolveScene() const {
    blit(scene, resolvedScene, width, height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void FrameTargets::resolveOverlay() const {
    blit(overlay, resolvedOverlayTarget, width, height, GL_COLOR_BUFFER_BIT);
}

bool ShadowTarget::create() {
    depth = texture2d(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, kSize, kSize, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    target = makeFramebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth.get(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    return complete(target);
}

}  // namespace drystone::sandbox
