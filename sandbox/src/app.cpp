#include "app.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "renderer/offscreen.h"
#include "state_dump.h"
#include "ui/style.h"

namespace drystone::sandbox {

namespace {

constexpr double kReloadSeconds = 0.5;
constexpr double kSaveSeconds = 20.0;
constexpr double kDumpSeconds = 0.05;
constexpr double kPaceSeconds = 0.7;  // over which the pace of the simulation is taken

}  // namespace

ImGuiLayer::ImGuiLayer(const Window& window) {
    ImGui::CreateContext();
    // The layout is ours and the settings have a file of their own.
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    ImGui_ImplOpenGL3_Init("#version 410 core");
}

ImGuiLayer::~ImGuiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiLayer::setScale(float scale, float pixelsPerPoint) {
    if (std::abs(scale - m_scale) < 0.005f && std::abs(pixelsPerPoint - m_pixelsPerPoint) < 0.005f) {
        return;
    }
    m_scale = scale;
    m_pixelsPerPoint = pixelsPerPoint;
    applyStyle(scale, pixelsPerPoint);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
}

int App::run(const Options& options) {
    MessageLog log(true);
    const std::filesystem::path path = options.noConfig ? std::filesystem::path{} : settingsPath();
    Remembered remembered = readSettings(path, log);
    const scenes::SceneEntry* entry = chooseScene(!options.scene.empty() ? options.scene : remembered.scene);
    if (!entry || !checkParameters(options, *entry)) {
        return 2;
    }
    if (options.width != Options{}.width || options.height != Options{}.height) {
        remembered.window = {options.width, options.height};
    }
    App app(options, *entry, remembered, log);
    if (!app.open()) {
        return 1;
    }
    app.loop();
    app.remember();
    return app.m_dumpFailed ? 1 : 0;
}

App::App(const Options& options, const scenes::SceneEntry& entry, const Remembered& remembered, MessageLog& log)
    : m_options(options),
      m_log(log),
      m_session(entry, worldMaking(options), log),
      m_rememberedWindow(remembered.window) {
    m_settingsPath = options.noConfig ? std::filesystem::path{} : settingsPath();
    applyParameters(options, m_session.simulation);
    restoreSession(remembered, m_session, log);
    if (options.hertz) {
        m_session.setHertz(*options.hertz);
    }
    WorldSettings settings = m_session.simulation.settings();
    applyTo(options, settings);
    m_session.simulation.setSettings(settings);
    if (options.split) {
        m_session.openSplit(settings);
        m_session.twin->simulation.setSettings(otherSettings(options, settings));
    }
    m_session.view.heat = options.heat.value_or(HeatBy::None);
    m_camera.setView(entry.view);
}

bool App::open() {
    std::string error;
    m_window = Window::create(m_rememberedWindow.width, m_rememberedWindow.height, error);
    if (!m_window) {
        std::fprintf(stderr, "drystone_sandbox: no window: %s (--headless --png FILE draws without one)\n",
                     error.c_str());
        return false;
    }
    m_renderer = Renderer::create(m_options.shaders, m_log);
    if (!m_renderer) {
        return false;
    }
    // ImGui's backend calls those event handlers that were there before it.
    connectEvents();
    m_imgui = std::make_unique<ImGuiLayer>(*m_window);
    return true;
}

void App::loop() {
    m_lastTime = m_window->time();
    while (!m_window->shouldClose()) {
        // A minimised window needs no pictures: wait instead of spinning.
        m_window->poll(m_window->size().minimised() ? 0.05 : 0.0);
        frame();
    }
}

float App::uiScale(const WindowSize& size) const {
    return m_session.view.uiScale * size.contentScale / size.pixelsPerPoint();
}

void App::advanceTime(double now) {
    const double real = now - m_lastTime;
    const double passed = std::clamp(real, 0.0, 0.25);
    m_lastTime = now;
    m_log.setTime(now);
    const auto dt = static_cast<float>(passed);
    m_info.frameMilliseconds = dt * 1000.0f;
    if (dt > 0.0f) {
        const float rate = 1.0f / dt;
        m_info.framesPerSecond += (rate - m_info.framesPerSecond) * (m_frames < 10 ? 0.5f : 0.05f);
    }
    const bool held = m_session.view.pauseUnfocused && !m_window->focused();
    flyByKeys(dt);
    if (m_drag == Drag::Body) {
        dragTo(m_pointer);
    }
    const double before = m_session.simulation.time();
    if (!held) {
        m_session.advance(m_recorder.on() ? 1.0f / kFilmRate : dt);
    }
    notePace(real, held || m_session.paused ? -1.0 : m_session.simulation.time() - before);
    if (m_drag == Drag::Body && !m_session.spring.active()) {
        m_drag = Drag::None;
    }
    m_camera.update(dt);
}

void App::notePace(double real, double simulated) {
    if (simulated < 0.0 || m_session.speed != m_pace.wanted) {
        m_pace = {.wanted = m_session.speed};
        m_info.pace = m_session.speed;
        return;
    }
    m_pace.real += real;
    m_pace.simulated += simulated;
    if (m_pace.real > kPaceSeconds) {
        m_info.pace = static_cast<float>(m_pace.simulated / m_pace.real);
        m_pace = {.wanted = m_session.speed};
    }
}

void App::frame() {
    const double now = m_window->time();
    advanceTime(now);
    if (now - m_lastReload > kReloadSeconds) {
        m_lastReload = now;
        m_renderer->reloadShaders();
    }
    if (now - m_lastSave > kSaveSeconds) {
        m_lastSave = now;
        remember();
    }
    if (!m_window->size().minimised()) {
        drawFrame();
        afterPanels();
    }
    writeDump(now);
    ++m_frames;
}

void App::drawFrame() {
    const WindowSize size = m_window->size();
    if (m_drawing || size.minimised()) {
        return;
    }
    m_drawing = true;
    m_window->setVsync(m_session.view.vsync);
    const float scale = uiScale(size);
    m_imgui->setScale(scale, size.pixelsPerPoint());
    m_info.filmed = m_recorder.on() ? m_recorder.count() : -1;
    m_camera = through(panes().of(Side::A), m_camera);

    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    Ui ui{m_session, m_log, m_rects, m_uiState, m_camera, m_info, scale};
    drawPanels(ui);
    ImGui::Render();

    const Destination whole{.width = size.pixelWidth,
                            .height = size.pixelHeight,
                            .pixelsPerPoint = size.pixelsPerPoint() * size.contentScale};
    drawPanes(m_session, m_camera, panes(), *m_renderer, whole, size.pixelsPerPoint(), m_contents);
    m_info.drawCalls = m_renderer->drawCalls();
    m_info.heat = &m_contents.heat;
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (m_uiState.screenshot) {
        m_uiState.screenshot = false;
        saveScreenshot();
    }
    if (m_recorder.on() && m_session.simulation.stepCount() != m_recordedStep) {
        m_recordedStep = m_session.simulation.stepCount();
        if (!savePicture(m_recorder.next())) {
            m_log.error("the film stops: a picture cannot be written into " + m_recorder.folder());
            m_recorder.stop();
        }
    }
    m_window->present();
    m_drawing = false;
}

void App::afterPanels() {
    if (m_uiState.resetCamera) {
        m_uiState.resetCamera = false;
        resetCamera();
    }
    if (m_uiState.frame) {
        m_uiState.frame = false;
        glm::vec3 center;
        float radius = 1.0f;
        m_session.framing(false, center, radius);
        m_camera.frame(center, radius);
    }
    if (m_uiState.record) {
        m_uiState.record = false;
        toggleRecording();
    }
    if (m_uiState.split) {
        m_uiState.split = false;
        toggleSplit();
    }
    if (m_uiState.launchWanted) {
        m_uiState.launchWanted = false;
        launch(m_uiState.launch, false);
    }
    if (m_uiState.quit) {
        m_window->close();
    }
}

void App::toggleSplit() {
    m_drag = Drag::None;
    if (m_session.split()) {
        m_session.closeSplit();
        m_uiState.edited = Side::A;
    } else {
        m_session.openSplit();
        m_uiState.edited = Side::B;
        m_uiState.wantedTab = static_cast<int>(Tab::World);
    }
}

void App::resetCamera() {
    m_drag = Drag::None;
    m_camera.setView(m_session.simulation.entry().view);
}

void App::writeDump(double now) {
    if (!m_options.dump.empty() && (now - m_lastDump > kDumpSeconds || m_window->shouldClose())) {
        m_lastDump = now;
        const DumpSource source{m_session, m_camera,         panes(),  m_rects,      m_uiState,
                                m_log,     m_window->size(), m_frames, m_info.filmed};
        const bool written = writeStateDump(m_options.dump, source);
        if (!written && !m_dumpFailed) {
            m_log.error("the state cannot be written to " + m_options.dump);
        }
        m_dumpFailed = !written;
    }
}

void App::remember() {
    const WindowSize size = m_window->size();
    if (m_settingsPath.empty()) {
        return;
    }
    if (!size.minimised()) {
        // GLFW scales the size that it is asked for to the monitor: remember what was asked.
        const float scale = size.contentScale / size.pixelsPerPoint();
        m_rememberedWindow = {static_cast<int>(static_cast<float>(size.width) / scale),
                              static_cast<int>(static_cast<float>(size.height) / scale)};
    }
    if (!writeSettings(m_settingsPath, m_session, m_rememberedWindow)) {
        m_log.error("the settings cannot be written to " + m_settingsPath.string());
        m_settingsPath.clear();
    }
}

bool App::savePicture(const std::string& file) {
    const WindowSize size = m_window->size();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    return writePng(file, size.pixelWidth, size.pixelHeight, readPixels(size.pixelWidth, size.pixelHeight));
}

void App::toggleRecording() {
    if (m_recorder.on()) {
        m_log.note(std::to_string(m_recorder.count()) + " pictures in " +
                   std::filesystem::absolute(m_recorder.folder()).string());
        m_recorder.stop();
        return;
    }
    std::string error;
    if (m_recorder.start(freeFilmFolder(), error)) {
        m_recordedStep = m_session.simulation.stepCount();
        m_log.note("recording into " + m_recorder.folder() + "; F11 ends it");
    } else {
        m_log.error(error);
    }
}

void App::saveScreenshot() {
    std::string name;
    for (int i = 1; i < 10000; ++i) {
        name = "drystone_" + std::to_string(i) + ".png";
        if (!std::filesystem::exists(name)) {
            break;
        }
    }
    if (savePicture(name)) {
        m_log.note("picture saved as " + std::filesystem::absolute(name).string());
    } else {
        m_log.error("the picture cannot be written to " + name);
    }
}

}  // namespace drystone::sandbox
