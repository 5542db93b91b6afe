// The numbers that a scene may be built with, by name and by text.
#pragma once

#include <span>
#include <string>

#include <scenes/scene.h>

namespace drystone::sandbox {

// The name without spaces, for the command line and JSON.
std::string parameterId(const scenes::Parameter& parameter);
// "-0.5 to 0.5 m".
std::string parameterRange(const scenes::Parameter& parameter);
// "height=0.25 (-0.5 to 0.5 m), side=0 (-0.5 to 0.5 m)", with the values that they have; empty without any.
std::string parameterLine(std::span<const scenes::Parameter> parameters);
// "name=value,name=value". False, with one line in error, at the first that is not understood; the scene is built by
// the caller.
bool parametersFromText(const std::string& text, const char* scene, std::span<scenes::Parameter> parameters,
                        std::string& error);

}  // namespace drystone::sandbox
