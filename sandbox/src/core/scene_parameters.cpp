#include "core/scene_parameters.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/nearest.h"

namespace drystone::sandbox {

namespace {

bool pairFromText(const std::string& pair, const char* scene, std::span<scenes::Parameter> parameters,
                  std::string& error) {
    const size_t equals = pair.find('=');
    const std::string name = pair.substr(0, equals);
    const std::string text = equals == std::string::npos ? std::string() : pair.substr(equals + 1);
    const auto found = std::ranges::find_if(parameters, [&](const scenes::Parameter& parameter) {
        return name == parameterId(parameter) || name == parameter.name;
    });
    if (found == parameters.end()) {
        std::vector<std::string> names;
        std::string known;
        for (const scenes::Parameter& parameter : parameters) {
            names.push_back(parameterId(parameter));
            known += (known.empty() ? "known: " : ", ") + names.back();
        }
        error = "the scene " + std::string(scene) + " has no parameter" +
            (names.empty() ? "s" : " '" + name + "'; " + suggestion(name, names, known));
        return false;
    }
    char* end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value >= found->minimum && value <= found->maximum)) {
        error = parameterId(*found) + (text.empty() ? " needs a value: a number from " : " must be a number from ") +
            parameterRange(*found) + (text.empty() ? "" : ", not '" + text + "'");
        return false;
    }
    found->value = value;
    return true;
}

}  // namespace

std::string parameterId(const scenes::Parameter& parameter) {
    std::string id(parameter.name);
    std::ranges::replace(id, ' ', '_');
    return id;
}

std::string parameterRange(const scenes::Parameter& parameter) {
    char text[80];
    std::snprintf(text, sizeof text, "%g to %g%s%.32s", static_cast<double>(parameter.minimum),
                  static_cast<double>(parameter.maximum), *parameter.unit ? " " : "", parameter.unit);
    return text;
}

std::string parameterLine(std::span<const scenes::Parameter> parameters) {
    std::string line;
    for (const scenes::Parameter& parameter : parameters) {
        char value[32];
        std::snprintf(value, sizeof value, "=%g (", static_cast<double>(parameter.value));
        line += (line.empty() ? "" : ", ") + parameterId(parameter) + value + parameterRange(parameter) + ")";
    }
    return line;
}

bool parametersFromText(const std::string& text, const char* scene, std::span<scenes::Parameter> parameters,
                        std::string& error) {
    size_t from = 0;
    while (from <= text.size()) {
        const size_t to = std::min(text.find(',', from), text.size());
        if (!pairFromText(text.substr(from, to - from), scene, parameters, error)) {
            return false;
        }
        from = to + 1;
    }
    return true;
}

}  // namespace drystone::sandbox
