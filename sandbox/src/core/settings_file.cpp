#include "core/settings_file.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "core/world_fields.h"

namespace drystone::sandbox {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// One walk for reading and writing: visit(name, value, minimum, maximum) for numbers, visit(name, flag) for flags.
template <class S, class Visit>
void forEachSetting(S& s, Visit&& visit) {
    visit("shadows", s.view.shadows);
    visit("ambient_occlusion", s.view.ambientOcclusion);
    visit("interpolate", s.view.interpolate);
    visit("pause_unfocused", s.view.pauseUnfocused);
    visit("vsync", s.view.vsync);
    visit("show_panels", s.view.showPanels);
    visit("show_graphs", s.view.showGraphs);
    visit("samples", s.view.samples, 0, 16);
    visit("exposure", s.view.exposure, 0.2f, 4.0f);
    visit("sun_yaw", s.view.sunYaw, -180.0f, 180.0f);
    visit("sun_pitch", s.view.sunPitch, 5.0f, 89.0f);
    visit("line_width", s.view.lineWidth, 0.5f, 8.0f);
    visit("fly_speed", s.view.flySpeed, 0.1f, 200.0f);
    visit("mouse_sensitivity", s.view.mouseSensitivity, 0.1f, 5.0f);
    visit("ui_scale", s.view.uiScale, 0.5f, 3.0f);
    visit("spring_hertz", s.springSettings.hertz, 0.2f, 60.0f);
    visit("spring_damping", s.springSettings.damping, 0.0f, 5.0f);
    visit("spring_max_force", s.springSettings.maxForce, 1.0f, 10000.0f);
    visit("spring_spin_damping", s.springSettings.spinDamping, 0.0f, 50.0f);
    visit("shot_speed", s.shot.speed, 0.0f, 500.0f);
    visit("shot_size", s.shot.size, 0.05f, 5.0f);
    visit("shot_density", s.shot.density, 1.0f, 50000.0f);
    visit("simulation_speed", s.speed, 0.01f, 4.0f);
    visit("draw_shapes", s.drawFlags.shapes);
    visit("draw_bounds", s.drawFlags.bounds);
    visit("draw_fat_bounds", s.drawFlags.fatBounds);
    visit("draw_contact_points", s.drawFlags.contactPoints);
    visit("draw_contact_normals", s.drawFlags.contactNormals);
    visit("draw_contact_impulses", s.drawFlags.contactImpulses);
    visit("draw_friction_impulses", s.drawFlags.frictionImpulses);
    visit("draw_islands", s.drawFlags.islands);
    visit("draw_graph_colors", s.drawFlags.graphColors);
    visit("draw_sleep_state", s.drawFlags.sleepState);
    visit("draw_axes", s.drawFlags.axes);
    visit("draw_velocities", s.drawFlags.velocities);
    visit("draw_impulse_scale", s.drawFlags.impulseScale, 1e-5f, 10.0f);
    visit("draw_velocity_scale", s.drawFlags.velocityScale, 1e-4f, 10.0f);
}

struct Writer {
    json& out;
    void operator()(const char* name, bool flag) const { out[name] = flag; }
    template <class T>
    void operator()(const char* name, T value, T, T) const {
        out[name] = value;
    }
};

// Takes what fits; says of each other value that the default stands in for it.
struct Reader {
    const json& in;
    MessageLog& log;

    void refuse(const char* name, const json& value, const std::string& wanted) const {
        log.error(std::string("remembered settings: ") + name + " must be " + wanted + ", not " + value.dump() +
                  "; the default is used");
    }
    void operator()(const char* name, bool& flag) const {
        const auto found = in.find(name);
        if (found == in.end()) {
            return;
        }
        if (found->is_boolean()) {
            flag = found->get<bool>();
        } else {
            refuse(name, *found, "true or false");
        }
    }
    template <class T>
    void operator()(const char* name, T& value, T minimum, T maximum) const {
        const auto found = in.find(name);
        T number{};
        if (found == in.end()) {
            return;
        }
        if (numberFromJson(*found, number) && number >= minimum && number <= maximum) {
            value = number;
        } else {
            refuse(name, *found, "a number from " + json(minimum).dump() + " to " + json(maximum).dump());
        }
    }
};

json parsed(const std::string& text) {
    json object = json::parse(text, nullptr, false);
    return object.is_object() ? object : json::object();
}

}  // namespace

fs::path settingsPath() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config == '/') {
        return fs::path(config) / "drystone" / "sandbox.json";
    }
    for (const char* name : {"HOME", "USERPROFILE"}) {
        if (const char* home = std::getenv(name); home && *home) {
            return fs::path(home) / ".config" / "drystone" / "sandbox.json";
        }
    }
    return {};
}

Remembered readSettings(const fs::path& path, MessageLog& log) {
    Remembered result{};
    std::ifstream file(path);
    if (path.empty() || !file) {
        return result;
    }
    std::ostringstream text;
    text << file.rdbuf();
    const json object = json::parse(text.str(), nullptr, false);
    if (!object.is_object()) {
        log.error("the remembered settings in " + path.string() + " are damaged and were ignored");
        return result;
    }
    result.text = text.str();
    const Reader reader{object, log};
    if (const auto scene = object.find("scene"); scene != object.end()) {
        if (scene->is_string() && scenes::findScene(scene->get<std::string>())) {
            result.scene = scene->get<std::string>();
        } else {
            reader.refuse("scene", *scene, "the name of a scene");
        }
    }
    reader("window_width", result.window.width, 320, 8192);
    reader("window_height", result.window.height, 320, 8192);
    return result;
}

void restoreSession(const Remembered& remembered, Session& session, MessageLog& log) {
    const json object = parsed(remembered.text);
    const Reader reader{object, log};
    forEachSetting(session, reader);
    float hertz = session.hertz();
    reader("hz", hertz, 10.0f, 1000.0f);
    session.setHertz(hertz);
    if (const auto world = object.find("world"); world != object.end()) {
        WorldSettings settings = session.simulation.settings();
        for (const std::string& line : settingsFromJson(*world, settings)) {
            log.error("remembered settings: world: " + line);
        }
        session.simulation.setSettings(settings);
    }
}

bool writeSettings(const fs::path& path, const Session& session, const RememberedWindow& window) {
    json object = json::object();
    forEachSetting(session, Writer{object});
    object["scene"] = session.simulation.entry().name;
    object["hz"] = session.hertz();
    object["world"] = settingsToJson(session.simulation.settings(), &session.simulation.entry().settings);
    object["window_width"] = window.width;
    object["window_height"] = window.height;

    // Written beside and then renamed: a crash leaves the old file.
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const fs::path fresh = path.string() + ".new";
    {
        std::ofstream file(fresh);
        file << object.dump(2) << "\n";
        if (!file.flush()) {
            return false;
        }
    }
    fs::rename(fresh, path, error);
    return !error;
}

}  // namespace drystone::sandbox
