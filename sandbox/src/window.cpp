#include "window.h"

#include <algorithm>

#include <glad/gl.h>

#include <GLFW/glfw3.h>

namespace drystone::sandbox {

namespace {

std::string lastError() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "unknown reason";
}

// GLFW hands back the pointer that the constructor stored.
Window* windowOf(GLFWwindow* handle) {
    return static_cast<Window*>(glfwGetWindowUserPointer(handle));
}

}  // namespace

std::unique_ptr<Window> Window::create(int width, int height, std::string& error) {
    if (!glfwInit()) {
        error = lastError();
        return nullptr;
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    // The picture is multisampled in its own images; the window needs neither samples nor depth.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    GLFWwindow* handle = glfwCreateWindow(width, height, "Drystone sandbox", nullptr, nullptr);
    if (!handle) {
        error = lastError();
        glfwTerminate();
        return nullptr;
    }
    glfwMakeContextCurrent(handle);
    if (!gladLoadGL(glfwGetProcAddress)) {
        error = "the OpenGL functions cannot be loaded";
        glfwDestroyWindow(handle);
        glfwTerminate();
        return nullptr;
    }
    return std::unique_ptr<Window>(new Window(handle));
}

Window::Window(GLFWwindow* window) : m_window(window) {
    glfwSetWindowUserPointer(window, this);
    glfwSetWindowSizeLimits(window, 320, 240, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetKeyCallback(window, [](GLFWwindow* handle, int key, int, int action, int mods) {
        if (const auto& call = windowOf(handle)->m_events.key) {
            call(key, action != GLFW_RELEASE, action == GLFW_REPEAT, mods);
        }
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* handle, int button, int action, int mods) {
        if (const auto& call = windowOf(handle)->m_events.button) {
            call(button, action == GLFW_PRESS, mods);
        }
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* handle, double x, double y) {
        if (const auto& call = windowOf(handle)->m_events.move) {
            call({static_cast<float>(x), static_cast<float>(y)});
        }
    });
    glfwSetScrollCallback(window, [](GLFWwindow* handle, double, double y) {
        if (const auto& call = windowOf(handle)->m_events.scroll) {
            call(static_cast<float>(y));
        }
    });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* handle, int focused) {
        if (const auto& call = windowOf(handle)->m_events.focus) {
            call(focused != 0);
        }
    });
    // Some systems hold the main loop while a border is dragged; the picture must follow all the same.
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* handle) {
        if (const auto& call = windowOf(handle)->m_events.redraw) {
            call();
        }
    });
}

Window::~Window() {
    glfwDestroyWindow(m_window);
    glfwTerminate();
}

void Window::poll(double seconds) {
    if (seconds > 0.0) {
        glfwWaitEventsTimeout(seconds);
    } else {
        glfwPollEvents();
    }
}

void Window::present() {
    glfwSwapBuffers(m_window);
}

void Window::setVsync(bool on) {
    if (m_vsync != static_cast<int>(on)) {
        m_vsync = on;
        glfwSwapInterval(on ? 1 : 0);
    }
}

void Window::close() {
    glfwSetWindowShouldClose(m_window, GLFW_TRUE);
}
bool Window::shouldClose() const {
    return glfwWindowShouldClose(m_window) != 0;
}
bool Window::focused() const {
    return glfwGetWindowAttrib(m_window, GLFW_FOCUSED) != 0;
}
bool Window::keyDown(int key) const {
    return glfwGetKey(m_window, key) == GLFW_PRESS;
}
double Window::time() const {
    return glfwGetTime();
}

WindowSize Window::size() const {
    WindowSize result{};
    glfwGetWindowSize(m_window, &result.width, &result.height);
    glfwGetFramebufferSize(m_window, &result.pixelWidth, &result.pixelHeight);
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(m_window, &x, &y);
    result.contentScale = std::clamp(x, 0.5f, 4.0f);
    return result;
}

}  // namespace drystone::sandbox
