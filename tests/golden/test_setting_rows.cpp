// The panel's table of settings: whole, in range, and reachable by text.
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/choices.h"
#include "core/setting_rows.h"
#include "core/world_fields.h"

namespace {

using namespace drystone;
using namespace drystone::sandbox;

int rowsOf(const std::string& field) {
    int count = 0;
    for (const SettingGroup& group : settingGroups()) {
        for (const SettingRow& row : group.rows) {
            count += field == row.name;
        }
    }
    return count;
}

// Every field changed to something else that its type can hold.
WorldSettings changed() {
    WorldSettings settings{};
    forEachField(settings, settings, [](const char*, auto& value, auto&) {
        using T = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_enum_v<T>) {
            value = choicesOf<T>().back().value == value ? choicesOf<T>().front().value : choicesOf<T>().back().value;
        } else if constexpr (std::is_same_v<T, bool>) {
            value = !value;
        } else if constexpr (std::is_same_v<T, glm::vec3>) {
            value += glm::vec3(0.5f, -1.25f, 3.0f);
        } else {
            value = std::isinf(static_cast<double>(value)) ? T(17)
                : value < T(1)                             ? T(value * T(0.5) + T(0.125))
                                                           : T(value + T(1));
        }
    });
    return settings;
}

}  // namespace

TEST_CASE("Each field of WorldSettings has one row, and each row a field") {
    size_t fields = 0, rows = 0;
    const WorldSettings defaults{};
    forEachField(defaults, defaults, [&](const char* name, const auto&, const auto&) {
        CAPTURE(name);
        // The solver's row chooses both.
        CHECK(rowsOf(name) == (std::string(name) == "stabilisation" ? 0 : 1));
        ++fields;
    });
    for (const SettingGroup& group : settingGroups()) {
        rows += group.rows.size();
    }
    CHECK(rows + 1 == fields);
}

TEST_CASE("A row's range holds the default") {
    const WorldSettings defaults{};
    for (const SettingGroup& group : settingGroups()) {
        for (const SettingRow& row : group.rows) {
            CAPTURE(row.name);
            CHECK(std::string(row.tip).size() > 10);
            forEachField(defaults, defaults, [&](const char* name, const auto& value, const auto&) {
                if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
                    if (std::string(name) == row.name) {
                        const double shown = static_cast<double>(value) * static_cast<double>(row.scale);
                        CHECK(shown >= row.minimum);
                        CHECK((shown <= static_cast<double>(row.maximum) * 1.000001 || row.endless));
                        CHECK((!row.logarithmic || row.minimum > 0.0f));
                    }
                }
            });
        }
    }
}

TEST_CASE("The range of each number is the engine's own") {
    WorldDef quiet{};
    quiet.errors = {[](void*, const char*) {}, nullptr};
    World world(quiet);
    const auto takes = [&](const WorldSettings& settings) { return world.setSettings(settings); };
    WorldSettings settings{};
    forEachField(settings, settings, [&](const char* name, auto& value, auto&) {
        using T = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
            CAPTURE(name);
            const FieldRange& range = fieldRange(name);
            REQUIRE(std::string(name) == range.name);
            const T before = value;
            value = static_cast<T>(range.lower);
            CHECK(takes(settings));
            if constexpr (std::is_same_v<T, int>) {
                value = static_cast<int>(range.lower) - 1;
                CHECK(!takes(settings));
                value = static_cast<int>(range.upper) + 1;
                CHECK(!takes(settings));
            } else {
                value = std::nextafter(static_cast<T>(range.lower), T(-1));
                CHECK(!takes(settings));
                if (!std::isinf(range.upper)) {
                    value = std::nextafter(static_cast<T>(range.upper), std::numeric_limits<T>::infinity());
                    CHECK(!takes(settings));
                }
            }
            value = static_cast<T>(range.upper);
            CHECK(takes(settings));
            value = before;
        }
    });
}

TEST_CASE("A field that a mode does not use says why, and each mode uses its own") {
    for (const Choice<SolverMode>& choice : solverChoices()) {
        CAPTURE(choice.name);
        WorldSettings settings{};
        setSolverMode(settings, choice.value);
        int idle = 0;
        for (const SettingGroup& group : settingGroups()) {
            for (const SettingRow& row : group.rows) {
                const char* reason = row.idle ? row.idle(settings) : nullptr;
                idle += reason != nullptr;
                CHECK((!reason || std::string(reason).size() > 10));
                if (std::string(row.name) == "contact_hertz") {
                    CHECK((reason == nullptr) == (choice.value.kind == SolverKind::SoftStep));
                }
            }
        }
        CHECK(idle > 0);
    }
}

TEST_CASE("Settings survive JSON and text") {
    const WorldSettings wanted = changed();
    WorldSettings read{};
    settingsFromJson(settingsToJson(wanted), read);
    CHECK(read == wanted);

    std::string text;
    const nlohmann::json object = settingsToJson(wanted);
    for (const auto& [name, value] : object.items()) {
        std::string word = value.is_string() ? value.get<std::string>() : value.dump();
        if (value.is_array()) {
            word = value[0].dump() + ":" + value[1].dump() + ":" + value[2].dump();
        }
        text += (text.empty() ? "" : ",") + name + "=" + word;
    }
    WorldSettings told{}, untouched{};
    std::string error;
    REQUIRE(settingsFromText(text, told, error));
    CHECK(told == wanted);

    CHECK(settingsFromText("solver=baumgarte", told, error));
    CHECK(told.solver == SolverKind::SequentialImpulse);
    CHECK(told.stabilisation == Stabilisation::Baumgarte);
    for (const char* bad :
         {"substeps", "substeps=", "substeps=2.5", "sleeping=1", "gravity=1:2", "nothing=1", "", "solver=magic"}) {
        CAPTURE(bad);
        error.clear();
        CHECK(!settingsFromText(bad, untouched, error));
        CHECK(!error.empty());
    }
    CHECK(untouched == WorldSettings{});
}
