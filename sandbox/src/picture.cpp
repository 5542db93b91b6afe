#include "picture.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "renderer/offscreen.h"
#include "renderer/renderer.h"
#include "ui/panels.h"
#include "ui/style.h"
#include "view.h"

namespace drystone::sandbox {

namespace {

// Panels need a few frames to find their sizes.
void drawUi(const Options& options, Session& session, Camera& camera, const Canvas& canvas, const Renderer& renderer) {
    ControlRects rects;
    UiState state;
    const FrameInfo info{
        .framesPerSecond = 60.0f, .frameMilliseconds = 16.7f, .pace = session.speed, .drawCalls = renderer.drawCalls()};
    Ui ui{session, session.simulation.log(), rects, state, camera, info, options.scale};
    for (int i = 0; i < 8; ++i) {
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        drawPanels(ui);
        ImGui::Render();
    }
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.target.get());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool drawPicture(const Options& options, Session& session, std::string& error) {
    const std::unique_ptr<OffscreenContext> context = OffscreenContext::create(error);
    if (!context) {
        return false;
    }
    const std::unique_ptr<Renderer> renderer = Renderer::create(options.shaders, session.simulation.log());
    Canvas canvas;
    if (!renderer) {
        return false;  // it has told why
    }
    if (!canvas.create(options.width, options.height)) {
        error = "the driver refuses a picture of this size";
        return false;
    }
    const auto width = static_cast<float>(options.width);
    const auto height = static_cast<float>(options.height);
    Camera camera;
    camera.setView(session.simulation.entry().view);
    session.view.showPanels = options.ui;
    const Panes panes(session.split(), width, height, layoutPanels(session, width, height, options.scale).free);
    camera = through(panes.of(Side::A), camera);
    FrameContents contents;
    drawPanes(session, camera, panes, *renderer,
              {.framebuffer = canvas.target.get(),
               .width = options.width,
               .height = options.height,
               .pixelsPerPoint = options.ui ? options.scale : 1.0f},
              1.0f, contents);
    if (options.ui || session.split()) {  // what the two sides are is told by the split view's labels
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(width, height);
        io.DeltaTime = 1.0f / 60.0f;
        applyStyle(options.scale, 1.0f);
        ImGui_ImplOpenGL3_Init("#version 410 core");
        drawUi(options, session, camera, canvas, *renderer);
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }
    return canvas.writePng(options.png);
}

}  // namespace

int runHeadlessWithPicture(const Options& options) {
    return runHeadless(options,
                       [&](Session& session, std::string& error) { return drawPicture(options, session, error); });
}

}  // namespace drystone::sandbox
