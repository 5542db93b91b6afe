#include "renderer/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

namespace drystone::sandbox {

namespace {

constexpr size_t kManySpheres = 600;  // from here on spheres are drawn with fewer triangles
constexpr float kMaxShadowRadius = 70.0f;

// The block `Frame` of common.glsl, std140.
struct FrameBlock {
    glm::mat4 viewProjection, view, projection, inverseViewProjection, lightViewProjection;
    glm::vec4 eye, sunDirection, viewport, shadow, style;
};

enum Unit : GLenum { kShadowUnit, kSceneUnit, kOcclusionUnit, kOverlayUnit, kMaskUnit, kDepthUnit };

void bindTexture(Unit unit, const GlTexture& texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture.get());
}

glm::vec3 sunDirection(const RenderSettings& settings) {
    const float yaw = glm::radians(settings.sunYaw);
    const float pitch = glm::radians(settings.sunPitch);
    return {std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw)};
}

// The box of light that the shadow map sees: a ball round what matters, in steps so that it does not swim.
struct LightBox {
    glm::mat4 matrix;
    float texel;
};

LightBox lightBox(const Camera& camera, const DrawList& list, glm::vec3 sun) {
    float radius = std::min(list.radius, kMaxShadowRadius);
    glm::vec3 center = list.center;
    if (list.radius > kMaxShadowRadius) {
        center = camera.target();
        radius = std::clamp(camera.distance() * 1.4f, 4.0f, kMaxShadowRadius);
    }
    radius = std::pow(1.2f, std::ceil(std::log(std::max(radius, 2.0f)) / std::log(1.2f)));
    const float texel = 2.0f * radius / ShadowTarget::kSize;
    const glm::mat4 turn = glm::lookAt(glm::vec3(0.0f), -sun, glm::vec3(0.0f, 1.0f, 0.0f));
    glm::vec3 at = glm::vec3(turn * glm::vec4(center, 1.0f));
    at.x = std::round(at.x / texel) * texel;
    at.y = std::round(at.y / texel) * texel;
    const float depth = radius + 60.0f;
    const glm::mat4 box =
        glm::ortho(at.x - radius, at.x + radius, at.y - radius, at.y + radius, -at.z - depth, -at.z + depth);
    return {box * turn, texel};
}

}  // namespace

Renderer::Renderer(std::filesystem::path folder, MessageLog& log) : m_shaders(std::move(folder), log), m_log(&log) {}

std::unique_ptr<Renderer> Renderer::create(const std::string& shaderFolder, MessageLog& log) {
    const std::filesystem::path folder = findShaderFolder(shaderFolder);
    if (folder.empty()) {
        log.error("drystone_sandbox: no shaders found: name their folder with --shaders");
        return nullptr;
    }
    std::unique_ptr<Renderer> renderer(new Renderer(folder, log));
    return renderer->createAll() ? std::move(renderer) : nullptr;
}

bool Renderer::createAll() {
    m_body = m_shaders.load("body.vert", "body.frag");
    m_shadow = m_shaders.load("shadow.vert", "shadow.frag");
    m_maskProgram = m_shaders.load("body.vert", "mask.frag");
    m_floor = m_shaders.load("floor.vert", "floor.frag");
    m_sky = m_shaders.load("fullscreen.vert", "sky.frag");
    m_overlayProgram = m_shaders.load("overlay.vert", "overlay.frag");
    m_occlusionProgram = m_shaders.load("fullscreen.vert", "occlusion.frag");
    m_composite = m_shaders.load("fullscreen.vert", "composite.frag");
    if (!m_body || !m_shadow || !m_maskProgram || !m_floor || !m_sky || !m_overlayProgram || !m_occlusionProgram ||
        !m_composite) {
        return false;
    }
    m_boxes = std::make_unique<InstancedMesh>(InstancedMesh::unitBox());
    m_spheres = std::make_unique<InstancedMesh>(InstancedMesh::unitSphere(3));
    m_coarseSpheres = std::make_unique<InstancedMesh>(InstancedMesh::unitSphere(2));
    m_frame = makeBuffer();
    m_lines = makeBuffer();
    m_empty = makeVertexArray();
    m_lineArray = makeVertexArray();

    glBindVertexArray(m_lineArray.get());
    glBindBuffer(GL_ARRAY_BUFFER, m_lines.get());
    const auto attribute = [](GLuint index, GLint size, GLenum type, GLboolean normalised, size_t offset) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index, size, type, normalised, sizeof(OverlayLine),
                              reinterpret_cast<const void*>(offset));
        glVertexAttribDivisor(index, 1);
    };
    attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(OverlayLine, a));
    attribute(1, 3, GL_FLOAT, GL_FALSE, offsetof(OverlayLine, b));
    attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(OverlayLine, color));
    attribute(3, 1, GL_FLOAT, GL_FALSE, offsetof(OverlayLine, width));
    glBindVertexArray(0);
    if (!m_shadowTarget.create()) {
        m_log->error("the driver refuses a shadow map");
        return false;
    }
    return true;
}

void Renderer::uploadFrame(const Camera& camera, const DrawList& list, const RenderSettings& settings,
                           float pixelsPerPoint) {
    const glm::vec3 sun = sunDirection(settings);
    const LightBox light = lightBox(camera, list, sun);
    const auto w = static_cast<float>(m_targets->width);
    const auto h = static_cast<float>(m_targets->height);
    FrameBlock block{};
    block.view = camera.view();
    block.projection = camera.projection();
    block.viewProjection = block.projection * block.view;
    block.inverseViewProjection = glm::inverse(block.viewProjection);
    block.lightViewProjection = light.matrix;
    block.eye = glm::vec4(camera.eye(), 1.0f);
    block.sunDirection = glm::vec4(sun, 0.0f);
    block.viewport = {w, h, 1.0f / w, 1.0f / h};
    block.shadow = {1.0f / ShadowTarget::kSize, light.texel, settings.shadows ? 1.0f : 0.0f, 0.0f};
    block.style = {settings.ambientOcclusion ? 0.85f : 0.0f, pixelsPerPoint, settings.exposure, 0.0f};
    glBindBuffer(GL_UNIFORM_BUFFER, m_frame.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, m_frame.get());
}

void Renderer::draw(const Destination& to, const Camera& camera, const DrawList& list, const Overlay& overlay,
                    const RenderSettings& settings) {
    m_drawCalls = to.slot == 0 ? 0 : m_drawCalls;
    if (to.width < 1 || to.height < 1) {
        return;
    }
    m_targets = &m_slots[static_cast<size_t>(to.slot)];
    if (!m_targets->resize(to.width, to.height, settings.samples)) {
        m_log->error("the driver refuses the frame's images");
        return;
    }
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glEnable(GL_MULTISAMPLE);
    uploadFrame(camera, list, settings, to.pixelsPerPoint);
    m_manySpheres = list.spheres.size() > kManySpheres;
    m_boxes->upload(list.boxes);
    (m_manySpheres ? m_coarseSpheres : m_spheres)->upload(list.spheres);

    drawShadows(settings);
    drawScene(camera, list);
    m_targets->resolveScene();
    if (settings.ambientOcclusion) {
        drawOcclusion();
    }
    drawOverlay(overlay);
    m_targets->resolveOverlay();
    const bool selection = !list.selectedBoxes.empty() || !list.selectedSpheres.empty();
    if (selection) {
        drawMask(list);
    }
    composite(to, selection);
}

void Renderer::drawShadows(const RenderSettings& settings) {
    glBindFramebuffer(GL_FRAMEBUFFER, m_shadowTarget.target.get());
    glViewport(0, 0, ShadowTarget::kSize, ShadowTarget::kSize);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (!settings.shadows) {
        return;
    }
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 3.0f);
    m_shadow->use();
    m_boxes->draw();
    (m_manySpheres ? m_coarseSpheres : m_spheres)->draw();
    m_drawCalls += 2;
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::drawScene(const Camera& camera, const DrawList& list) {
    glBindFramebuffer(GL_FRAMEBUFFER, m_targets->scene.get());
    glViewport(0, 0, m_targets->width, m_targets->height);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    bindTexture(kShadowUnit, m_shadowTarget.depth);

    m_body->use();
    glEnable(GL_CULL_FACE);
    m_boxes->draw();
    (m_manySpheres ? m_coarseSpheres : m_spheres)->draw();
    glDisable(GL_CULL_FACE);
    m_drawCalls += 2;
    for (const Plane& plane : list.planes) {
        drawFloor(camera, plane);
    }

    glDepthFunc(GL_LEQUAL);
    fullscreen(*m_sky);
    glDepthFunc(GL_LESS);
}

void Renderer::drawFloor(const Camera& camera, const Plane& plane) {
    const glm::vec3 axis = std::abs(plane.normal.x) > 0.9f ? glm::vec3(0.0f, 0.0f, 1.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
    const glm::vec3 tangent = glm::normalize(axis - plane.normal * glm::dot(axis, plane.normal));
    const glm::vec3 bitangent = glm::cross(tangent, plane.normal);
    const bool level = plane.normal.y > 0.99f;
    // A floor reaches the haze; a wall or a ramp is shown as a piece of itself.
    const glm::vec3 around = level ? camera.eye() : plane.point;
    const glm::vec3 center = around - plane.normal * glm::dot(around - plane.point, plane.normal);
    m_floor->use();
    glUniform3fv(m_floor->uniform("center"), 1, glm::value_ptr(center));
    glUniform3fv(m_floor->uniform("tangent"), 1, glm::value_ptr(tangent));
    glUniform3fv(m_floor->uniform("bitangent"), 1, glm::value_ptr(bitangent));
    glUniform3fv(m_floor->uniform("normal"), 1, glm::value_ptr(plane.normal));
    glUniform1f(m_floor->uniform("extent"), level ? 3000.0f : 40.0f);
    glBindVertexArray(m_empty.get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    ++m_drawCalls;
}

void Renderer::drawOverlay(const Overlay& overlay) {
    glBindFramebuffer(GL_FRAMEBUFFER, m_targets->overlay.get());
    glViewport(0, 0, m_targets->width, m_targets->height);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    if (overlay.lines().empty()) {
        return;
    }
    glBindBuffer(GL_ARRAY_BUFFER, m_lines.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(overlay.lines().size() * sizeof(OverlayLine)),
                 overlay.lines().data(), GL_STREAM_DRAW);
    const auto count = static_cast<GLsizei>(overlay.lines().size());
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    m_overlayProgram->use();
    glBindVertexArray(m_lineArray.get());
    // What is behind something shines through faintly.
    glDepthFunc(GL_GREATER);
    glUniform1f(m_overlayProgram->uniform("opacity"), 0.22f);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    glDepthFunc(GL_LEQUAL);
    glUniform1f(m_overlayProgram->uniform("opacity"), 1.0f);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    m_drawCalls += 2;
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
}

void Renderer::drawMask(const DrawList& list) {
    glBindFramebuffer(GL_FRAMEBUFFER, m_targets->maskTarget.get());
    glViewport(0, 0, m_targets->width, m_targets->height);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_DEPTH_TEST);
    m_maskProgram->use();
    m_boxes->upload(list.selectedBoxes);
    m_boxes->draw();
    m_spheres->upload(list.selectedSpheres);
    m_spheres->draw();
    m_drawCalls += 2;
}

void Renderer::drawOcclusion() {
    glBindFramebuffer(GL_FRAMEBUFFER, m_targets->occlusionTarget.get());
    glViewport(0, 0, m_targets->occlusionWidth(), m_targets->occlusionHeight());
    glDisable(GL_DEPTH_TEST);
    bindTexture(kDepthUnit, m_targets->resolvedDepth);
    fullscreen(*m_occlusionProgram);
    glEnable(GL_DEPTH_TEST);
}

void Renderer::composite(const Destination& to, bool selection) {
    glBindFramebuffer(GL_FRAMEBUFFER, to.framebuffer);
    glViewport(to.x, to.y, to.width, to.height);
    glDisable(GL_DEPTH_TEST);
    bindTexture(kSceneUnit, m_targets->resolvedColor);
    bindTexture(kOcclusionUnit, m_targets->occlusion);
    bindTexture(kOverlayUnit, m_targets->resolvedOverlay);
    bindTexture(kMaskUnit, m_targets->mask);
    m_composite->use();
    glUniform1f(m_composite->uniform("outline"), selection ? 1.0f : 0.0f);
    fullscreen(*m_composite);
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(0);
}

void Renderer::fullscreen(const ShaderProgram& program) {
    program.use();
    glBindVertexArray(m_empty.get());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++m_drawCalls;
}

}  // namespace drystone::sandbox
