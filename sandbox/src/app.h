// The application with its window: input, time, frames.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/options.h"
#include "core/recorder.h"
#include "core/session.h"
#include "core/settings_file.h"
#include "ui/panels.h"
#include "view.h"
#include "window.h"

namespace drystone::sandbox {

// Owns ImGui's context and its two backends.
class ImGuiLayer {
public:
    explicit ImGuiLayer(const Window& window);
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    // Font and sizes for this scale; cheap when nothing changed.
    void setScale(float scale, float pixelsPerPoint);

private:
    float m_scale = 0.0f, m_pixelsPerPoint = 0.0f;
};

class App {
public:
    // Returns the exit code.
    static int run(const Options& options);

private:
    App(const Options& options, const scenes::SceneEntry& entry, const Remembered& remembered, MessageLog& log);
    bool open();
    void loop();
    void frame();
    void drawFrame();
    void advanceTime(double now);
    // simulated: seconds of this frame; negative: time stands still.
    void notePace(double real, double simulated);
    void afterPanels();
    void writeDump(double now);
    void remember();
    void toggleSplit();
    void resetCamera();
    void saveScreenshot();
    void toggleRecording();
    bool savePicture(const std::string& file);

    // app_input.cpp
    void connectEvents();
    void onKey(int key, bool pressed, bool repeated, int mods);
    void onButton(int button, bool pressed, int mods);
    void onMove(glm::vec2 position);
    void onScroll(float notches);
    void onFocus(bool focused);
    void letGo();
    // Selects the contact that is drawn under the pointer.
    bool pickContact(Side side);
    void flyByKeys(float dt);
    void dragTo(glm::vec2 position);
    void launch(Projectile kind, bool atPointer);
    bool timeKeys(int key);
    bool bodyKeys(int key);
    bool windowKeys(int key, int mods);
    bool finderKeys(int key);
    float uiScale(const WindowSize& size) const;
    Layout layout() const;
    Panes panes() const;
    // Through the pane that a point of the window is in.
    Ray rayAt(glm::vec2 point) const;
    bool overPanels() const;

    enum class Drag : uint8_t { None, Body, Turn, Pan };

    const Options& m_options;
    MessageLog& m_log;
    Session m_session;
    Camera m_camera;
    std::filesystem::path m_settingsPath;
    RememberedWindow m_rememberedWindow;
    std::unique_ptr<Window> m_window;
    std::unique_ptr<ImGuiLayer> m_imgui;
    std::unique_ptr<Renderer> m_renderer;
    FrameContents m_contents;
    UiState m_uiState;
    ControlRects m_rects;
    FrameInfo m_info;
    // Real and simulated seconds since the pace was last taken, at the speed that was wanted.
    struct Pace {
        float wanted = 0.0f;
        double real = 0.0, simulated = 0.0;
    } m_pace;

    Drag m_drag = Drag::None;
    int m_dragButton = -1;
    glm::vec2 m_pointer{0.0f}, m_pressedAt{0.0f};
    Side m_dragSide = Side::A;
    float m_dragDepth = 0.0f;  // of the held point before the eye (m)
    bool m_dumpFailed = false;
    double m_lastTime = 0.0, m_lastReload = 0.0, m_lastSave = 0.0, m_lastDump = 0.0;
    Recorder m_recorder;
    uint64_t m_recordedStep = 0;
    uint64_t m_frames = 0;
    bool m_drawing = false;
};

}  // namespace drystone::sandbox
