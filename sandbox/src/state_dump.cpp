#include "state_dump.h"

#include <cstdio>
#include <fstream>

#include <nlohmann/json.hpp>

#include "core/world_fields.h"

namespace drystone::sandbox {

namespace {

using nlohmann::json;

constexpr size_t kMostBodies = 64;

json vector(glm::vec3 v) {
    return json::array({v.x, v.y, v.z});
}

json bodies(const Simulation& simulation, const Camera& camera) {
    const World& world = simulation.world();
    json list = json::array();
    for (const BodyId body : simulation.bodies()) {
        if (world.type(body) != BodyType::Dynamic) {
            continue;
        }
        const BodyState state = world.state(body);
        list.push_back({{"slot", body.slot},
                        {"position", vector(state.position)},
                        {"velocity", vector(state.linearVelocity)},
                        {"awake", state.awake},
                        {"mass", world.mass(body)},
                        {"screen", vector(camera.project(world.centerOfMass(body)))}});
        if (list.size() == kMostBodies) {
            break;
        }
    }
    return list;
}

std::string hashOf(const World& world) {
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(world.stateHash()));
    return hash;
}

json twin(const DumpSource& source) {
    const Session& session = source.session;
    const Simulation& simulation = session.at(Side::B);
    json out = json::object();
    out["step"] = simulation.stepCount();
    out["hash"] = hashOf(simulation.world());
    out["body_count"] = simulation.world().bodyCount();
    out["settings"] = settingsToJson(simulation.settings());
    out["bodies"] = bodies(simulation, through(source.panes.of(Side::B), source.camera));
    out["divergence"] = divergence(session.simulation, simulation).distance;
    return out;
}

json controls(const ControlRects& rects) {
    json object = json::object();
    for (const auto& [name, rect] : rects.all()) {
        object[name] = {{"x", rect.x}, {"y", rect.y}, {"w", rect.width}, {"h", rect.height}};
    }
    return object;
}

json messages(const MessageLog& log) {
    json list = json::array();
    for (const Message& message : log.messages()) {
        list.push_back({{"text", message.text}, {"error", message.severity == Severity::Error}});
    }
    return list;
}

}  // namespace

bool writeStateDump(const std::string& path, const DumpSource& source) {
    const Session& session = source.session;
    const World& world = session.simulation.world();
    json out = json::object();
    out["frame"] = source.frame;
    out["scene"] = session.simulation.entry().name;
    out["generation"] = session.simulation.generation();
    out["paused"] = session.paused;
    out["step"] = session.simulation.stepCount();
    out["time"] = session.simulation.time();
    out["speed"] = session.speed;
    out["hz"] = session.hertz();
    out["hash"] = hashOf(world);
    out["body_count"] = world.bodyCount();
    out["shots"] = session.shots;
    out["filmed"] = source.filmed;
    out["heat"] = nameOf(heatChoices(), session.view.heat);
    out["selected"] = session.selected().slot;
    out["contact_selected"] = session.contactSelected();
    out["held"] = session.spring.active() ? session.spring.body().slot : 0;
    out["settings"] = settingsToJson(session.simulation.settings());
    out["friction"] = session.material.friction;
    out["help"] = source.state.helpOpen;
    out["finder"] = source.state.finder.open ? json(source.state.finder.shown) : json(nullptr);
    out["marked"] = source.state.markedControl;
    out["panels"] = session.view.showPanels;
    out["tab"] = static_cast<int>(source.state.tab);
    out["camera"] = {{"eye", vector(source.camera.eye())},
                     {"target", vector(source.camera.target())},
                     {"yaw", source.camera.yaw()},
                     {"pitch", source.camera.pitch()},
                     {"distance", source.camera.distance()}};
    out["window"] = {source.size.width, source.size.height};
    out["bodies"] = bodies(session.simulation, through(source.panes.of(Side::A), source.camera));
    out["split"] = session.split();
    if (session.split()) {
        out["b"] = twin(source);
    }
    out["controls"] = controls(source.rects);
    out["messages"] = messages(source.log);

    const std::string fresh = path + ".new";
    {
        std::ofstream file(fresh);
        file << out.dump(1) << "\n";
        if (!file.flush()) {
            return false;
        }
    }
    return std::rename(fresh.c_str(), path.c_str()) == 0;
}

}  // namespace drystone::sandbox
