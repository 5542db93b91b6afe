// Names, labels and explanations of every setting that is a choice, for the command line and the panels alike.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <drystone/drystone.h>

namespace drystone::sandbox {

template <class T>
struct Choice {
    const char* name;   // on the command line and in JSON
    const char* label;  // in a panel
    const char* explanation;
    T value;
};

// A solver and the way in which it removes overlap are one choice to a person.
struct SolverMode {
    SolverKind kind = SolverKind::SoftStep;
    Stabilisation stabilisation = Stabilisation::SplitImpulse;

    friend bool operator==(const SolverMode&, const SolverMode&) = default;
};

std::span<const Choice<SolverMode>> solverChoices();
// The two settings behind a mode, by name alone.
std::span<const Choice<SolverKind>> solverKindChoices();
std::span<const Choice<Stabilisation>> stabilisationChoices();
std::span<const Choice<PositionIntegrator>> integratorChoices();
std::span<const Choice<GyroscopicMode>> gyroscopicChoices();
std::span<const Choice<OrientationUpdate>> orientationChoices();
std::span<const Choice<FrictionModel>> frictionChoices();
std::span<const Choice<ContinuousMode>> continuousChoices();
std::span<const Choice<SimdLevel>> simdChoices();
std::span<const Choice<BroadphaseKind>> broadphaseChoices();

// The table of an enumeration of WorldSettings, as JSON names its values.
template <class T>
std::span<const Choice<T>> choicesOf() {
    if constexpr (std::is_same_v<T, SolverKind>) {
        return solverKindChoices();
    } else if constexpr (std::is_same_v<T, Stabilisation>) {
        return stabilisationChoices();
    } else if constexpr (std::is_same_v<T, FrictionModel>) {
        return frictionChoices();
    } else if constexpr (std::is_same_v<T, ContinuousMode>) {
        return continuousChoices();
    } else if constexpr (std::is_same_v<T, PositionIntegrator>) {
        return integratorChoices();
    } else if constexpr (std::is_same_v<T, GyroscopicMode>) {
        return gyroscopicChoices();
    } else {
        return orientationChoices();
    }
}

// Position in the table; -1 when the value is not in it.
template <class T>
int indexOf(std::span<const Choice<T>> table, const T& value) {
    for (size_t i = 0; i < table.size(); ++i) {
        if (table[i].value == value) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

template <class T>
const char* nameOf(std::span<const Choice<T>> table, const T& value) {
    const int index = indexOf(table, value);
    return index < 0 ? "?" : table[static_cast<size_t>(index)].name;
}

template <class T>
const Choice<T>* findChoice(std::span<const Choice<T>> table, std::string_view name) {
    for (const Choice<T>& choice : table) {
        if (name == choice.name) {
            return &choice;
        }
    }
    return nullptr;
}

// "a, b, c": what an error line offers.
template <class T>
std::string joinNames(std::span<const Choice<T>> table) {
    std::string text;
    for (const Choice<T>& choice : table) {
        text += text.empty() ? "" : ", ";
        text += choice.name;
    }
    return text;
}

SolverMode solverMode(const WorldSettings& settings);
void setSolverMode(WorldSettings& settings, const SolverMode& mode);

}  // namespace drystone::sandbox
