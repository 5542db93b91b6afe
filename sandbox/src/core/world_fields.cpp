#include "core/world_fields.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "core/choices.h"

namespace drystone::sandbox {

namespace {

using nlohmann::json;

// JSON has no infinity; the caps say it by this word.
constexpr const char* kNoCap = "none";

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
        return nameOf(choicesOf<T>(), value);
    } else if constexpr (std::is_same_v<T, glm::vec3>) {
        return json::array({shortest(value.x), shortest(value.y), shortest(value.z)});
    } else if constexpr (std::is_same_v<T, float>) {
        return value == std::numeric_limits<float>::infinity() ? json(kNoCap) : json(shortest(value));
    } else {
        return value;
    }
}

// False, and no change, when the item is of another type or out of the type's range, where a conversion is undefined.
template <class T>
bool valueFromJson(const json& item, T& value) {
    if constexpr (std::is_enum_v<T>) {
        const auto* choice = item.is_string() ? findChoice(choicesOf<T>(), item.get<std::string>()) : nullptr;
        value = choice ? choice->value : value;
        return choice != nullptr;
    } else if constexpr (std::is_same_v<T, glm::vec3>) {
        if (!item.is_array() || item.size() != 3) {
            return false;
        }
        glm::vec3 read;
        if (!numberFromJson(item[0], read.x) || !numberFromJson(item[1], read.y) || !numberFromJson(item[2], read.z)) {
            return false;
        }
        value = read;
        return true;
    } else if constexpr (std::is_same_v<T, bool>) {
        value = item.is_boolean() ? item.get<bool>() : value;
        return item.is_boolean();
    } else {
        if constexpr (std::is_same_v<T, float>) {
            if (item == kNoCap) {
                value = std::numeric_limits<float>::infinity();
                return true;
            }
        }
        return numberFromJson(item, value);
    }
}

// As JSON would hold it: names need no quotes, a vector's components have ':' between them.
json valueFromText(std::string text) {
    if (text.find(':') != std::string::npos) {
        std::replace(text.begin(), text.end(), ':', ',');
        text = '[' + text + ']';
    }
    const json parsed = json::parse(text, nullptr, false);
    return parsed.is_discarded() ? json(text) : parsed;
}

std::string fieldNames() {
    std::string names;
    const WorldSettings any{};
    forEachField(any, any, [&](const char* name, const auto&, const auto&) {
        names += names.empty() ? "" : ", ";
        names += name;
    });
    return names;
}

// Whether the value has the form that the field needs.
bool fieldFromJson(const std::string& name, const json& value, WorldSettings& settings, bool& known) {
    bool taken = false;
    known = false;
    forEachField(settings, settings, [&](const char* each, auto& field, auto&) {
        if (name == each) {
            known = true;
            taken = valueFromJson(value, field);
        }
    });
    return taken;
}

bool pairFromText(const std::string& pair, WorldSettings& settings, std::string& error) {
    const size_t equals = pair.find('=');
    const std::string name = pair.substr(0, equals);
    const std::string text = equals == std::string::npos ? std::string() : pair.substr(equals + 1);
    if (const auto* mode = findChoice(solverChoices(), text); mode && name == "solver") {
        setSolverMode(settings, mode->value);
        return true;
    }
    bool known = false;
    if (fieldFromJson(name, valueFromText(text), settings, known)) {
        return true;
    }
    error =
        known ? "'" + text + "' is no value for " + name : "there is no setting '" + name + "'; known: " + fieldNames();
    return false;
}

}  // namespace

bool numberFromJson(const json& item, float& value) {
    const double number = item.is_number() ? item.get<double>() : std::numeric_limits<double>::quiet_NaN();
    if (!(std::fabs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
        return false;
    }
    value = static_cast<float>(number);
    return true;
}

bool numberFromJson(const json& item, double& value) {
    if (!item.is_number() || !std::isfinite(item.get<double>())) {
        return false;
    }
    value = item.get<double>();
    return true;
}

bool numberFromJson(const json& item, int& value) {
    const double number = item.is_number_integer() ? item.get<double>() : std::numeric_limits<double>::quiet_NaN();
    if (!(number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max())) {
        return false;
    }
    value = item.get<int>();
    return true;
}

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

std::vector<std::string> settingsFromJson(const json& object, WorldSettings& settings) {
    std::vector<std::string> refused;
    if (!object.is_object()) {
        refused.push_back(object.dump() + " is no object of settings");
        return refused;
    }
    for (const auto& [name, value] : object.items()) {
        bool known = false;
        if (!fieldFromJson(name, value, settings, known)) {
            refused.push_back(known ? value.dump() + " is no value for " + name : "there is no setting '" + name + "'");
        }
    }
    return refused;
}

bool settingsFromText(const std::string& text, WorldSettings& settings, std::string& error) {
    size_t from = 0;
    while (from <= text.size()) {
        const size_t to = std::min(text.find(',', from), text.size());
        if (!pairFromText(text.substr(from, to - from), settings, error)) {
            return false;
        }
        from = to + 1;
    }
    return true;
}

}  // namespace drystone::sandbox
