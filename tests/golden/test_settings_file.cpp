// The remembered settings: whatever a person or a crash left in the file, what fits is taken and the rest is told.
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "core/settings_file.h"

namespace {

using namespace drystone;
using namespace drystone::sandbox;

// A session begun from a file of this text.
struct Restored {
    MessageLog log{false};
    Remembered remembered;
    Session session{*scenes::findScene("stack_10"), {}, log};

    explicit Restored(const std::string& text) {
        const char* path = "test_settings_file.json";
        std::ofstream(path) << text;
        remembered = readSettings(path, log);
        restoreSession(remembered, session, log);
        std::remove(path);
    }
    size_t lines() const { return log.messages().size(); }
    bool says(const char* what) const {
        for (const Message& message : log.messages()) {
            if (message.text.find(what) != std::string::npos) {
                return true;
            }
        }
        return false;
    }
};

}  // namespace

TEST_CASE("What fits is taken") {
    const Restored file(R"({"scene": "jenga", "hz": 120, "samples": 8, "shadows": false, "window_width": 900,
                            "world": {"substeps": 9, "gravity": [0, -3, 0], "sleeping": false}})");
    CHECK(file.lines() == 0);
    CHECK(file.remembered.scene == "jenga");
    CHECK(file.remembered.window.width == 900);
    CHECK(file.session.hertz() == 120.0f);
    CHECK(file.session.view.samples == 8);
    CHECK(!file.session.view.shadows);
    CHECK(file.session.simulation.settings().substeps == 9);
    CHECK(file.session.simulation.settings().gravity == glm::vec3(0.0f, -3.0f, 0.0f));
    CHECK(!file.session.simulation.settings().sleeping);
}

TEST_CASE("Each value that does not fit is told as it stands in the file, and its default is used") {
    const Restored plain("{}");
    CHECK(plain.lines() == 0);
    struct Case {
        const char* text;
        const char* says;
    };
    const Case cases[] = {
        {R"({"scene": "nosuch"})", "nosuch"},
        {R"({"scene": 5})", "not 5"},
        {R"({"hz": -1})", "not -1"},
        {R"({"hz": 1e300})", "1e+300"},
        {R"({"hz": "fast"})", "fast"},
        {R"({"samples": "x"})", "samples"},
        {R"({"samples": 1e18})", "1e+18"},
        {R"({"samples": 99999999999})", "99999999999"},
        {R"({"exposure": -3})", "exposure must be a number from"},
        {R"({"shadows": 1})", "shadows must be true or false"},
        {R"({"window_width": 1e30})", "1e+30"},
        {R"({"window_height": 2147483648})", "2147483648"},
        {R"({"world": [1, 2]})", "[1,2]"},
        {R"({"world": {"substeps": 1e18}})", "1e+18"},
        {R"({"world": {"substeps": 18446744073709551615}})", "18446744073709551615"},
        {R"({"world": {"substeps": 2.5}})", "2.5"},
        {R"({"world": {"gravity": [1, 2]}})", "[1,2]"},
        {R"({"world": {"gravity": [1, 2, 1e300]}})", "1e+300"},
        {R"({"world": {"sleep_speed": 1e39}})", "1e+39"},
        {R"({"world": {"solver": "magic"}})", "magic"},
        {R"({"world": {"no_such": 1}})", "no_such"},
    };
    for (const Case& each : cases) {
        CAPTURE(each.text);
        const Restored file(each.text);
        CHECK(file.lines() == 1);
        CHECK(file.says(each.says));
        CHECK(file.remembered.scene.empty());
        CHECK(file.remembered.window.width == plain.remembered.window.width);
        CHECK(file.session.hertz() == plain.session.hertz());
        CHECK(file.session.view.samples == plain.session.view.samples);
        CHECK(file.session.simulation.settings() == plain.session.simulation.settings());
    }
}

TEST_CASE("A damaged file is one line, and defaults") {
    for (const std::string& text :
         {std::string("{"), std::string("[]"), std::string("null"), std::string(100000, '[')}) {
        const Restored file(text);
        CHECK(file.lines() == 1);
        CHECK(file.says("damaged"));
    }
}
