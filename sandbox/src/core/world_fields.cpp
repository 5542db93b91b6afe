#include "core/world_fields.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "core/choices.h"

namespace drystone::sandbox {

namespace {

using nlohmann::json;

constexpr Choice<SolverKind> kSolverKinds[] = {
    {"soft_step", "", "", SolverKind::SoftStep},
    {"sequential_impulse", "", "", SolverKind::SequentialImpulse},
};
constexpr Choice<Stabilisation> kStabilisations[] = {
    {"baumgarte", "", "", Stabilisation::Baumgarte},
    {"split_impulse", "", "", Stabilisation::SplitImpulse},
    {"ngs", "", "", Stabilisation::Ngs},
};

template <class T>
std::span<const Choice<T>> tableOf() {
    if constexpr (std::is_same_v<T, SolverKind>) {
        return kSolverKinds;
    } else if constexpr (std::is_same_v<T, Stabilisation>) {
        return kStabilisations;
    } else if constexpr (std::is_same_v<T, GyroscopicMode>) {
        return gyroscopicChoices();
    } else if constexpr (std::is_same_v<T, FrictionModel>) {
        return frictionChoices();
    } else {
        return orientationChoices();
    }
}

// The shortest decimal that is read back as the same float: 0.2f is written as 0.2.
double shortest(float value) {
    double result = static_cast<double>(value);
    for (int digits = 6; digits <= 9; ++digits) {
        char text[40];
        std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        result = std::strtod(text, nullptr);
        if (static_cast<float>(result) == value) {
            break;
        }
    }
    return result;
}

template <class T>
json valueToJson(const T& value) {
    if constexpr (std::is_enum_v<T>) {
        return nameOf(tableOf<T>(), value);
    } else if constexpr (std::is_same_v<T, glm::vec3>) {
        return json::array({shortest(value.x), shortest(value.y), shortest(value.z)});
    } else if constexpr (std::is_same_v<T, float>) {
        return shortest(value);
    } else {
        return value;
    }
}

template <class T>
void valueFromJson(const json& item, T& value) {
    if constexpr (std::is_enum_v<T>) {
        if (item.is_string()) {
            if (const auto* choice = findChoice(tableOf<T>(), item.get<std::string>())) {
                value = choice->value;
            }
        }
    } else if constexpr (std::is_same_v<T, glm::vec3>) {
        if (item.is_array() && item.size() == 3 && item[0].is_number() && item[1].is_number() && item[2].is_number()) {
            value = {item[0].get<float>(), item[1].get<float>(), item[2].get<float>()};
        }
    } else if constexpr (std::is_same_v<T, bool>) {
        if (item.is_boolean()) {
            value = item.get<bool>();
        }
    } else {
        if (item.is_number()) {
            value = item.get<T>();
        }
    }
}

}  // namespace

WorldSettings carryOver(const WorldSettings& sceneOld, const WorldSettings& current, const WorldSettings& sceneNew) {
    WorldSettings result = sceneNew;
    settingsFromJson(settingsToJson(current, &sceneOld), result);
    return result;
}

json settingsToJson(const WorldSettings& settings, const WorldSettings* base) {
    json object = json::object();
    forEachField(settings, base ? *base : settings, [&](const char* name, const auto& value, const auto& other) {
        if (!base || value != other) {
            object[name] = valueToJson(value);
        }
    });
    return object;
}

void settingsFromJson(const json& object, WorldSettings& settings) {
    if (!object.is_object()) {
        return;
    }
    forEachField(settings, settings, [&](const char* name, auto& value, auto&) {
        if (const auto found = object.find(name); found != object.end()) {
            valueFromJson(*found, value);
        }
    });
}

}  // namespace drystone::sandbox
