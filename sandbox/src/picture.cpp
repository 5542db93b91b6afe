#include "picture.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "core/inspection.h"
#include "renderer/offscreen.h"
#include "renderer/renderer.h"
#include "ui/panels.h"
#include "ui/style.h"
#include "view.h"

namespace drystone::sandbox {

namespace {

// What the command line wants to see of the panels.
UiState wantedState(const Options& options) {
    UiState state;
    constexpr std::string_view kPages[] = {"world", "material", "draw", "view", "inspect"};
    const auto* page = std::ranges::find(kPages, options.page);
    state.wantedTab = page == std::end(kPages) ? -1 : static_cast<int>(page - kPages);
    if (options.find) {
        state.finder.open = true;
        std::snprintf(state.finder.query, sizeof state.finder.query, "%s", options.find->c_str());
    }
    return state;
}

// Panels need a few frames to find their sizes.
void drawUi(const Options& options, Session& session, Camera& camera, const Canvas& canvas, const Renderer& renderer,
            const HeatMap& heat) {
    ControlRects rects;
    UiState state = wantedState(options);
    const FrameInfo info{.framesPerSecond = 60.0f,
                         .frameMilliseconds = 16.7f,
                         .pace = session.speed,
                         .drawCalls = renderer.drawCalls(),
                         .heat = &heat};
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

// The context and what is drawn with it, kept from picture to picture.
class Painter {
public:
    // Null, with the reason in error unless it has been told, when nothing can be drawn.
    static std::unique_ptr<Painter> create(const Options& options, Session& session, std::string& error) {
        std::unique_ptr<Painter> painter(new Painter(options));
        painter->m_context = OffscreenContext::create(error);
        if (!painter->m_context) {
            return nullptr;
        }
        painter->m_renderer = Renderer::create(options.shaders, session.simulation.log());
        if (!painter->m_renderer) {
            return nullptr;  // it has told why
        }
        if (!painter->m_canvas.create(options.width, options.height)) {
            error = "the driver refuses a picture of this size";
            return nullptr;
        }
        painter->m_camera.setView(session.simulation.entry().view);
        session.view.showPanels = options.ui;
        session.view.heat = options.heat.value_or(HeatBy::None);
        for (const BodyId body : session.simulation.bodies()) {
            if (options.selected && static_cast<int>(bodyNumber(body)) == *options.selected) {
                session.select(body);
            }
        }
        // What the two sides are is told by the split view's labels.
        if (options.ui || session.split()) {
            painter->openUi();
        }
        return painter;
    }
    ~Painter() {
        if (m_ui) {
            ImGui_ImplOpenGL3_Shutdown();
            ImGui::DestroyContext();
        }
    }
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    bool draw(Session& session, const std::string& file) {
        const auto width = static_cast<float>(m_options.width);
        const auto height = static_cast<float>(m_options.height);
        const Panes panes(session.split(), width, height, layoutPanels(session, width, height, m_options.scale).free);
        m_camera = through(panes.of(Side::A), m_camera);
        drawPanes(session, m_camera, panes, *m_renderer,
                  {.framebuffer = m_canvas.target.get(),
                   .width = m_options.width,
                   .height = m_options.height,
                   .pixelsPerPoint = m_options.ui ? m_options.scale : 1.0f},
                  1.0f, m_contents);
        if (m_ui) {
            drawUi(m_options, session, m_camera, m_canvas, *m_renderer, m_contents.heat);
        }
        return m_canvas.writePng(file);
    }

private:
    explicit Painter(const Options& options) : m_options(options) {}

    void openUi() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(static_cast<float>(m_options.width), static_cast<float>(m_options.height));
        io.DeltaTime = 1.0f / 60.0f;
        applyStyle(m_options.scale, 1.0f);
        ImGui_ImplOpenGL3_Init("#version 410 core");
        m_ui = true;
    }

    const Options& m_options;
    std::unique_ptr<OffscreenContext> m_context;  // outlives what is made in it
    std::unique_ptr<Renderer> m_renderer;
    Canvas m_canvas;
    Camera m_camera;
    FrameContents m_contents;
    bool m_ui = false;
};

}  // namespace

int runHeadlessWithPicture(const Options& options) {
    std::unique_ptr<Painter> painter;
    return runHeadless(options, [&](Session& session, const std::string& file, std::string& error) {
        if (!painter) {
            painter = Painter::create(options, session, error);
        }
        return painter && painter->draw(session, file);
    });
}

}  // namespace drystone::sandbox
