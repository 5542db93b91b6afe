// The window, its OpenGL context and its input, through GLFW.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <glm/vec2.hpp>

struct GLFWwindow;

namespace drystone::sandbox {

struct WindowSize {
    int width = 0, height = 0;            // points
    int pixelWidth = 0, pixelHeight = 0;  // framebuffer
    float contentScale = 1.0f;            // of text, against an ordinary screen
    float pixelsPerPoint() const {
        return width > 0 ? static_cast<float>(pixelWidth) / static_cast<float>(width) : 1.0f;
    }
    bool minimised() const { return pixelWidth < 1 || pixelHeight < 1; }
};

// What happens in it. Positions in points from the upper left corner.
struct WindowEvents {
    std::function<void(int key, bool pressed, bool repeated, int mods)> key;
    std::function<void(int button, bool pressed, int mods)> button;
    std::function<void(glm::vec2 position)> move;
    std::function<void(float notches)> scroll;
    std::function<void(bool focused)> focus;
    std::function<void()> redraw;  // while the window is being resized
};

class Window {
public:
    // Null, with the reason in error, when there is no display or no OpenGL 4.1.
    static std::unique_ptr<Window> create(int width, int height, std::string& error);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void setEvents(WindowEvents events) { m_events = std::move(events); }
    // Waits up to this long for input; 0: not at all.
    void poll(double seconds);
    void present();
    void setVsync(bool on);
    void close();
    bool shouldClose() const;
    bool focused() const;
    bool keyDown(int key) const;
    WindowSize size() const;
    double time() const;
    GLFWwindow* handle() const { return m_window; }

private:
    explicit Window(GLFWwindow* window);

    GLFWwindow* m_window;
    WindowEvents m_events;
    int m_vsync = -1;
};

}  // namespace drystone::sandbox
