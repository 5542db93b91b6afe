// What keys and mouse do.
#include <algorithm>
#include <cmath>

#include <GLFW/glfw3.h>
#include <glm/geometric.hpp>
#include <imgui.h>

#include "app.h"
#include "core/inspection.h"

namespace drystone::sandbox {

namespace {

constexpr float kTurnPerPoint = 0.0055f;  // radians
constexpr float kFastFactor = 4.0f;
constexpr float kContactReach = 8.0f;  // from the pointer (points)

}  // namespace

Layout App::layout() const {
    const WindowSize size = m_window->size();
    return layoutPanels(m_session, static_cast<float>(size.width), static_cast<float>(size.height), uiScale(size));
}

Panes App::panes() const {
    const WindowSize size = m_window->size();
    return {m_session.split(), static_cast<float>(size.width), static_cast<float>(size.height), layout().free};
}

Ray App::rayAt(glm::vec2 point) const {
    return through(panes().at(point), m_camera).ray(point);
}

bool App::overPanels() const {
    // ImGui's word is a frame old, which a quick hand can beat: the places of the panels are known.
    const auto inside = [&](const PanelRect& rect) {
        return m_pointer.x >= rect.x && m_pointer.x < rect.x + rect.width && m_pointer.y >= rect.y &&
            m_pointer.y < rect.y + rect.height;
    };
    const Layout now = layout();
    return ImGui::GetIO().WantCaptureMouse || inside(now.toolbar) || inside(now.scenes) || inside(now.tabs) ||
        inside(now.graphs);
}

void App::connectEvents() {
    WindowEvents events{};
    events.key = [this](int key, bool pressed, bool repeated, int mods) { onKey(key, pressed, repeated, mods); };
    events.button = [this](int button, bool pressed, int mods) { onButton(button, pressed, mods); };
    events.move = [this](glm::vec2 position) { onMove(position); };
    events.scroll = [this](float notches) { onScroll(notches); };
    events.focus = [this](bool focused) { onFocus(focused); };
    events.redraw = [this] {
        if (m_imgui) {
            drawFrame();
        }
    };
    m_window->setEvents(std::move(events));
}

void App::onKey(int key, bool pressed, bool repeated, int mods) {
    if (!m_imgui || !pressed || finderKeys(key) || ImGui::GetIO().WantTextInput) {
        return;
    }
    if (key == GLFW_KEY_PERIOD || key == GLFW_KEY_KP_DECIMAL) {  // held down, it steps on
        m_session.paused = true;
        m_session.stepOnce();
        return;
    }
    if (!repeated && !windowKeys(key, mods) && !timeKeys(key)) {
        bodyKeys(key);
    }
}

// From here, because ImGui does not see a key that is down for less than a frame.
bool App::finderKeys(int key) {
    FinderState& finder = m_uiState.finder;
    if (!finder.open) {
        return false;
    }
    switch (key) {
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        finder.entered = true;
        return true;
    case GLFW_KEY_ESCAPE:
        finder.left = true;
        return true;
    case GLFW_KEY_UP:
        --finder.chosen;
        return true;
    case GLFW_KEY_DOWN:
        ++finder.chosen;
        return true;
    default:
        return true;  // the rest is text
    }
}

bool App::timeKeys(int key) {
    switch (key) {
    case GLFW_KEY_SPACE:
        m_session.paused = !m_session.paused;
        return true;
    case GLFW_KEY_R:
        m_session.restart();
        return true;
    case GLFW_KEY_LEFT_BRACKET:
    case GLFW_KEY_PAGE_UP:
        m_session.loadNeighbour(-1);
        resetCamera();
        return true;
    case GLFW_KEY_RIGHT_BRACKET:
    case GLFW_KEY_PAGE_DOWN:
        m_session.loadNeighbour(1);
        resetCamera();
        return true;
    default:
        return false;
    }
}

bool App::bodyKeys(int key) {
    switch (key) {
    case GLFW_KEY_G:
        launch(Projectile::Sphere, true);
        return true;
    case GLFW_KEY_B:
        launch(Projectile::Box, true);
        return true;
    case GLFW_KEY_N:
        m_session.spawn(rayAt(m_pointer), Projectile::Box, panes().at(m_pointer).side);
        return true;
    case GLFW_KEY_M:
        m_session.spawn(rayAt(m_pointer), Projectile::Sphere, panes().at(m_pointer).side);
        return true;
    case GLFW_KEY_DELETE:
    case GLFW_KEY_BACKSPACE:
        m_session.deleteSelected();
        return true;
    case GLFW_KEY_F:
        m_uiState.frame = true;
        return true;
    case GLFW_KEY_HOME:
        resetCamera();
        return true;
    case GLFW_KEY_C:
        m_camera.setMode(m_camera.mode() == CameraMode::Orbit ? CameraMode::Fly : CameraMode::Orbit);
        m_log.note(m_camera.mode() == CameraMode::Orbit ? "camera: orbit" : "camera: fly");
        return true;
    default:
        return false;
    }
}

bool App::windowKeys(int key, int mods) {
    switch (key) {
    case GLFW_KEY_Q:
        m_uiState.quit = m_uiState.quit || (mods & GLFW_MOD_CONTROL) != 0;
        return (mods & GLFW_MOD_CONTROL) != 0;
    case GLFW_KEY_SLASH:
    case GLFW_KEY_KP_DIVIDE:
        m_uiState.finder = {.open = true};
        return true;
    case GLFW_KEY_F:
        if (mods & GLFW_MOD_CONTROL) {
            m_uiState.finder = {.open = true};
        }
        return (mods & GLFW_MOD_CONTROL) != 0;
    case GLFW_KEY_TAB:
        m_session.view.showPanels = !m_session.view.showPanels;
        return true;
    case GLFW_KEY_V:
        m_uiState.split = true;
        return true;
    case GLFW_KEY_H:
    case GLFW_KEY_F1:
        m_uiState.helpOpen = !m_uiState.helpOpen;
        return true;
    case GLFW_KEY_F11:
        m_uiState.record = true;
        return true;
    case GLFW_KEY_F12:
        m_uiState.screenshot = true;
        return true;
    case GLFW_KEY_ESCAPE:
        if (m_uiState.helpOpen) {
            m_uiState.helpOpen = false;
        } else {
            m_session.select({});
        }
        return true;
    default:
        return false;
    }
}

void App::launch(Projectile kind, bool atPointer) {
    const ViewRect free = panes().of(Side::A).free;
    const glm::vec2 middle{free.x + free.width * 0.5f, free.y + free.height * 0.5f};
    m_session.shoot(rayAt(atPointer && !overPanels() ? m_pointer : middle), kind);
}

void App::onButton(int button, bool pressed, int mods) {
    if (!m_imgui) {
        return;
    }
    if (!pressed) {
        if (button == m_dragButton) {
            const bool click = glm::distance(m_pointer, m_pressedAt) < 4.0f;
            // In the split view the World page stays: there the sides are chosen.
            const bool shown = m_session.split() || m_uiState.tab == Tab::Material;
            if (click && m_session.selected() && m_drag == Drag::Body && !shown) {
                m_uiState.wantedTab = static_cast<int>(Tab::Inspect);
            }
            if (click && m_drag == Drag::Turn && button == GLFW_MOUSE_BUTTON_LEFT) {
                m_session.select({});
            }
            letGo();
        }
        return;
    }
    if (overPanels() || m_drag != Drag::None) {
        return;
    }
    m_pressedAt = m_pointer;
    m_dragButton = button;
    if (button == GLFW_MOUSE_BUTTON_MIDDLE || (button == GLFW_MOUSE_BUTTON_RIGHT && (mods & GLFW_MOD_SHIFT))) {
        m_drag = Drag::Pan;
        return;
    }
    m_drag = Drag::Turn;
    if (button != GLFW_MOUSE_BUTTON_LEFT) {
        return;
    }
    const Side side = panes().at(m_pointer).side;
    if (pickContact(side)) {
        return;
    }
    const RayHit hit = m_session.pick(rayAt(m_pointer), side);
    if (hit && m_session.at(side).world().type(hit.body) != BodyType::Static) {
        m_session.select(hit.body);
        m_session.grab(hit, side);
        if (m_session.spring.active()) {
            m_drag = Drag::Body;
            m_dragSide = side;
            m_dragDepth = glm::dot(hit.point - m_camera.eye(), m_camera.forward());
        }
    } else if (hit && mods & GLFW_MOD_CONTROL) {
        m_session.select(hit.body);  // static bodies cover much of the view: only on purpose
    }
}

bool App::pickContact(Side side) {
    const DebugDrawFlags& flags = m_session.drawFlags;
    if (!flags.contactPoints && !flags.contactNormals && !flags.contactImpulses && !flags.frictionImpulses) {
        return false;  // what is not seen cannot be meant
    }
    std::vector<Contact> contacts;
    m_session.at(side).world().contacts(contacts);
    const Contact* nearest = nearestContact(contacts, through(panes().of(side), m_camera), m_pointer, kContactReach);
    if (!nearest) {
        return false;
    }
    m_session.selectContact(nearest->shapeA, nearest->shapeB);
    m_uiState.wantedTab = static_cast<int>(Tab::Inspect);
    m_drag = Drag::None;
    return true;
}

void App::onMove(glm::vec2 position) {
    const glm::vec2 moved = position - m_pointer;
    m_pointer = position;
    const float turn = kTurnPerPoint * m_session.view.mouseSensitivity;
    if (m_drag == Drag::Turn) {
        m_camera.turn(-moved.x * turn, moved.y * turn);
    } else if (m_drag == Drag::Pan) {
        m_camera.pan(moved);
    }
}

void App::dragTo(glm::vec2 position) {
    // Through the pane in which the drag began, wherever the pointer is now.
    const Ray ray = through(panes().of(m_dragSide), m_camera).ray(position);
    const float along = glm::dot(ray.direction, m_camera.forward());
    m_session.spring.setTarget(ray.origin + ray.direction * (m_dragDepth / std::max(along, 0.05f)));
}

void App::onScroll(float notches) {
    if (!m_imgui || (overPanels() && m_drag == Drag::None)) {
        return;
    }
    if (m_drag == Drag::Body) {
        m_dragDepth = std::clamp(m_dragDepth * std::pow(1.06f, notches), 0.3f, 500.0f);
    } else {
        m_camera.zoom(notches);
    }
}

void App::onFocus(bool focused) {
    // The release of a key or button that is down now will never be told to us.
    if (!focused) {
        letGo();
        if (m_imgui) {
            ImGuiIO& io = ImGui::GetIO();
            std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
            std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
            io.KeyCtrl = io.KeyShift = io.KeyAlt = io.KeySuper = false;
        }
    }
}

void App::letGo() {
    m_session.release();
    m_drag = Drag::None;
    m_dragButton = -1;
}

void App::flyByKeys(float dt) {
    if (!m_window->focused() || ImGui::GetIO().WantTextInput) {
        return;
    }
    const bool control = m_window->keyDown(GLFW_KEY_LEFT_CONTROL) || m_window->keyDown(GLFW_KEY_RIGHT_CONTROL);
    const auto axis = [&](int plus, int minus) {
        return (m_window->keyDown(plus) ? 1.0f : 0.0f) - (m_window->keyDown(minus) ? 1.0f : 0.0f);
    };
    const glm::vec3 motion{axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q), axis(GLFW_KEY_W, GLFW_KEY_S)};
    if (control || motion == glm::vec3(0.0f)) {
        return;
    }
    const bool fast = m_window->keyDown(GLFW_KEY_LEFT_SHIFT) || m_window->keyDown(GLFW_KEY_RIGHT_SHIFT);
    m_camera.fly(motion * (m_session.view.flySpeed * dt * (fast ? kFastFactor : 1.0f)));
}

}  // namespace drystone::sandbox
