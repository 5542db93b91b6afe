#include "core/world_fields.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "core/choices.h"
#include "core/nearest.h"

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

constexpr double kSmallest = static_cast<double>(std::numeric_limits<float>::denorm_min());
constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());

constexpr FieldRange kRanges[] = {
    {"gravity", -1e8, 1e8},
    {"substeps", 1, 64},
    {"iterations", 1, 1000},
    {"position_iterations", 0, 1000},
    {"reference_tolerance", 0, 1},
    {"reference_iterations", 1, 10000000},
    {"max_linear_speed", kSmallest, std::numeric_limits<double>::infinity()},
    {"max_angular_speed", kSmallest, std::numeric_limits<double>::infinity()},
    {"contact_hertz", 0.01, 1e6},
    {"contact_damping_ratio", 0, 1e4},
    {"contact_compliance", 0, 1e6},
    {"max_push_speed", kSmallest, kLargest},
    {"baumgarte_factor", 1e-6, 1},
    {"linear_slop", 0, 1e3},
    {"speculative_distance", 0, 1e3},
    {"speculative_reach", 0, 1e3},
    {"restitution_floor", 0, kLargest},
    {"sleep_speed", 0, kLargest},
    {"sleep_time", 0, kLargest},
    {"hit_event_speed", 0, kLargest},
};

// Of floats, compared as floats: a bound such as 0.01 is none itself.
template <class T>
bool inRange(const FieldRange& range, T value) {
    return value >= static_cast<T>(range.lower) && value <= static_cast<T>(range.upper);
}

template <class T>
bool fits(const char* name, const T& value) {
    const FieldRange& range = fieldRange(name);
    if constexpr (std::is_same_v<T, glm::vec3>) {
        return inRange(range, value.x) && inRange(range, value.y) && inRange(range, value.z);
    } else if constexpr (std::is_same_v<T, int>) {
        return inRange(range, static_cast<double>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        return inRange(range, value);
    } else {
        return true;
    }
}

std::string rangeText(const FieldRange& range) {
    char text[64];
    if (range.upper < kLargest) {
        std::snprintf(text, sizeof text, " from %.10g to %.10g", range.lower, range.upper);
    } else {
        std::snprintf(text, sizeof text, "%s%s", range.lower > 0.0 ? " above 0" : " from 0",
                      range.upper > kLargest ? ", or none" : "");
    }
    return text;
}

// What a field takes, in the words of an error line.
template <class T>
std::string wanted(const char* name, const T&) {
    if constexpr (std::is_same_v<T, SolverKind>) {
        return "one of " + joinNames(solverChoices());
    } else if constexpr (std::is_enum_v<T>) {
        return "one of " + joinNames(choicesOf<T>());
    } else if constexpr (std::is_same_v<T, bool>) {
        return "true or false";
    } else if constexpr (std::is_same_v<T, glm::vec3>) {
        return "three numbers x:y:z, each" + rangeText(fieldRange(name));
    } else {
        return (std::is_same_v<T, int> ? "a whole number" : "a number") + rangeText(fieldRange(name));
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

std::string unknownField(const std::string& name) {
    std::vector<std::string> names;
    const WorldSettings any{};
    forEachField(any, any, [&](const char* each, const auto&, const auto&) { names.emplace_back(each); });
    return "there is no setting '" + name + "'; " + suggestion(name, names, "--json - prints all");
}

// Empty when the field takes the value; else why it does not. shown: the value as the person wrote it.
std::string fieldFromJson(const std::string& name, const json& value, const std::string& shown,
                          WorldSettings& settings) {
    std::string refusal;
    bool known = false;
    forEachField(settings, settings, [&](const char* each, auto& field, auto&) {
        if (name == each) {
            known = true;
            auto read = field;
            if (valueFromJson(value, read) && fits(each, read)) {
                field = read;
            } else if (shown.empty()) {
                refusal = name + " needs a value: " + wanted(each, field);
            } else {
                refusal = name + " must be " + wanted(each, field) + ", not " + shown;
            }
        }
    });
    return known ? refusal : unknownField(name);
}

bool pairFromText(const std::string& pair, WorldSettings& settings, std::string& error) {
    const size_t equals = pair.find('=');
    const std::string name = pair.substr(0, equals);
    const std::string text = equals == std::string::npos ? std::string() : pair.substr(equals + 1);
    if (const auto* mode = findChoice(solverChoices(), text); mode && name == "solver") {
        setSolverMode(settings, mode->value);
        return true;
    }
    error = fieldFromJson(name, valueFromText(text), text.empty() ? text : "'" + text + "'", settings);
    return error.empty();
}

}  // namespace

const FieldRange& fieldRange(std::string_view name) {
    static constexpr FieldRange kAny{"", -kLargest, kLargest};
    const auto found = std::ranges::find_if(kRanges, [&](const FieldRange& range) { return name == range.name; });
    return found == std::end(kRanges) ? kAny : *found;
}

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
        const std::string refusal = fieldFromJson(name, value, value.dump(), settings);
        if (!refusal.empty()) {
            refused.push_back(refusal);
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
