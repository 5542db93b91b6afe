// Draws a DrawList and an Overlay through a Camera into a framebuffer. Needs a current OpenGL 4.1 context.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "core/camera.h"
#include "renderer/draw_list.h"
#include "renderer/meshes.h"
#include "renderer/overlay.h"
#include "renderer/shader_library.h"
#include "renderer/targets.h"

namespace drystone::sandbox {

struct RenderSettings {
    bool shadows = true;
    bool ambientOcclusion = true;
    int samples = 4;  // of multisampling; 0: none
    float exposure = 1.0f;
    float sunYaw = -48.0f;   // degrees
    float sunPitch = 50.0f;  // degrees above the horizon
    float lineWidth = 1.7f;  // pixels
};

// Where a picture goes: a rectangle of a framebuffer, in its pixels from the lower left corner.
struct Destination {
    GLuint framebuffer = 0;  // 0: the window's
    int x = 0, y = 0, width = 0, height = 0;
    float pixelsPerPoint = 1.0f;  // of a dense screen
    int slot = 0;  // which of the renderer's own images it is made in: 0 the first of a frame, 1 the second
};

class Renderer {
public:
    static constexpr int kSlots = 2;

    // Null, with the reason in the log, when the context or the shaders do not serve.
    static std::unique_ptr<Renderer> create(const std::string& shaderFolder, MessageLog& log);

    void draw(const Destination& to, const Camera& camera, const DrawList& list, const Overlay& overlay,
              const RenderSettings& settings);
    void reloadShaders() { m_shaders.reloadChanged(); }
    // Of the whole frame so far.
    int drawCalls() const { return m_drawCalls; }

private:
    Renderer(std::filesystem::path folder, MessageLog& log);
    bool createAll();

    void uploadFrame(const Camera& camera, const DrawList& list, const RenderSettings& settings, float pixelsPerPoint);
    void drawShadows(const RenderSettings& settings);
    void drawScene(const Camera& camera, const DrawList& list);
    void drawFloor(const Camera& camera, const Plane& plane);
    void drawOverlay(const Overlay& overlay);
    void drawMask(const DrawList& list);
    void drawOcclusion();
    void composite(const Destination& to, bool selection);
    void fullscreen(const ShaderProgram& program);

    ShaderLibrary m_shaders;
    MessageLog* m_log;
    const ShaderProgram* m_body = nullptr;
    const ShaderProgram* m_shadow = nullptr;
    const ShaderProgram* m_maskProgram = nullptr;
    const ShaderProgram* m_floor = nullptr;
    const ShaderProgram* m_sky = nullptr;
    const ShaderProgram* m_overlayProgram = nullptr;
    const ShaderProgram* m_occlusionProgram = nullptr;
    const ShaderProgram* m_composite = nullptr;

    std::array<FrameTargets, kSlots> m_slots;
    FrameTargets* m_targets = nullptr;  // of the picture that is being drawn
    ShadowTarget m_shadowTarget;
    std::unique_ptr<InstancedMesh> m_boxes, m_spheres, m_coarseSpheres;
    GlBuffer m_frame, m_lines;
    GlVertexArray m_empty, m_lineArray;
    int m_drawCalls = 0;
    bool m_manySpheres = false;
};

}  // namespace drystone::sandbox
