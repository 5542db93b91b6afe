// Every field of WorldSettings with its name, in one place: files, JSON and comparisons walk this list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <drystone/settings.h>

namespace drystone::sandbox {

// Calls visit(name, fieldOfA, fieldOfB) for each field; A and B may be const.
template <class A, class B, class Visit>
void forEachField(A& a, B& b, Visit&& visit) {
    visit("gravity", a.gravity, b.gravity);
    visit("solver", a.solver, b.solver);
    visit("stabilisation", a.stabilisation, b.stabilisation);
    visit("substeps", a.substeps, b.substeps);
    visit("iterations", a.iterations, b.iterations);
    visit("position_iterations", a.positionIterations, b.positionIterations);
    visit("reference_tolerance", a.referenceTolerance, b.referenceTolerance);
    visit("reference_iterations", a.referenceIterations, b.referenceIterations);
    visit("warm_starting", a.warmStarting, b.warmStarting);
    visit("friction_model", a.frictionModel, b.frictionModel);
    visit("integrator", a.integrator, b.integrator);
    visit("gyroscopic", a.gyroscopic, b.gyroscopic);
    visit("orientation", a.orientation, b.orientation);
    visit("max_linear_speed", a.maxLinearSpeed, b.maxLinearSpeed);
    visit("max_angular_speed", a.maxAngularSpeed, b.maxAngularSpeed);
    visit("contact_hertz", a.contactHertz, b.contactHertz);
    visit("contact_damping_ratio", a.contactDampingRatio, b.contactDampingRatio);
    visit("contact_compliance", a.contactCompliance, b.contactCompliance);
    visit("max_push_speed", a.maxPushSpeed, b.maxPushSpeed);
    visit("baumgarte_factor", a.baumgarteFactor, b.baumgarteFactor);
    visit("linear_slop", a.linearSlop, b.linearSlop);
    visit("continuous", a.continuous, b.continuous);
    visit("speculative_distance", a.speculativeDistance, b.speculativeDistance);
    visit("speculative_reach", a.speculativeReach, b.speculativeReach);
    visit("landing_test", a.landingTest, b.landingTest);
    visit("seam_correction", a.seamCorrection, b.seamCorrection);
    visit("restitution_floor", a.restitutionFloor, b.restitutionFloor);
    visit("sleeping", a.sleeping, b.sleeping);
    visit("sleep_speed", a.sleepSpeed, b.sleepSpeed);
    visit("sleep_time", a.sleepTime, b.sleepTime);
    visit("hit_event_speed", a.hitEventSpeed, b.hitEventSpeed);
}

// What World::setSettings() takes of a number, ends included; of a vector, in each component.
struct FieldRange {
    const char* name;
    double lower, upper;
};
// All floats for a field that is no number.
const FieldRange& fieldRange(std::string_view name);

// What a person changed against the settings that a scene came with: carried over to the next scene.
WorldSettings carryOver(const WorldSettings& sceneOld, const WorldSettings& current, const WorldSettings& sceneNew);

// All fields of settings; with base, only those that differ from it. A speed without a cap is the word "none".
nlohmann::json settingsToJson(const WorldSettings& settings, const WorldSettings* base = nullptr);
// A number that the type can hold; else false, and no change.
bool numberFromJson(const nlohmann::json& item, float& value);
bool numberFromJson(const nlohmann::json& item, double& value);
bool numberFromJson(const nlohmann::json& item, int& value);
// Overwrites the fields that the object holds with a fitting value; the others keep theirs. A line for each that is
// not taken.
std::vector<std::string> settingsFromJson(const nlohmann::json& object, WorldSettings& settings);
// "name=value,name=value" in JSON's names and values, a vector as x:y:z; "solver" takes the names of
// solverChoices() too. False, with one line in error, at the first that is not understood.
bool settingsFromText(const std::string& text, WorldSettings& settings, std::string& error);

}  // namespace drystone::sandbox
