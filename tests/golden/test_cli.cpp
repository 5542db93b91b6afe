// The headless command line of the sandbox: what it prints, how it fails, that it repeats itself bit for bit.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace {

using nlohmann::json;

struct Result {
    int code = -1;
    std::string out;  // both streams where they were joined
};

Result run(const std::string& arguments) {
    Result result;
    const std::string command = std::string(DRYSTONE_SANDBOX) + " " + arguments;
    std::FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe);
    char text[4096];
    while (const size_t got = std::fread(text, 1, sizeof text, pipe)) {
        result.out.append(text, got);
    }
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

json summary(const std::string& arguments) {
    const Result result = run("--headless --json - " + arguments);
    REQUIRE(result.code == 0);
    const json object = json::parse(result.out, nullptr, false);
    REQUIRE(object.is_object());
    return object;
}

size_t lines(const std::string& text) {
    size_t count = 0;
    for (const char c : text) {
        count += c == '\n';
    }
    return count;
}

}  // namespace

TEST_CASE("--json prints one object with all that a run measured") {
    const Result result = run("--headless --scene stack_10 --steps 60 --json -");
    REQUIRE(result.code == 0);
    CHECK(lines(result.out) == 1);
    const json object = json::parse(result.out);
    for (const char* key : {"scene", "steps", "bodies", "awake", "contacts", "hash", "max_penetration",
                            "max_penetration_end", "kinetic_energy", "total_energy", "linear_momentum",
                            "angular_momentum", "highest_body", "lowest_body", "step_ms", "settings"}) {
        CAPTURE(key);
        CHECK(object.contains(key));
    }
    CHECK(object["scene"] == "stack_10");
    CHECK(object["steps"] == 60);
    CHECK(object["bodies"] == 11);
    CHECK(object["hash"].get<std::string>().size() == 16);
    CHECK(object["contacts"].get<int>() >= 10);
    CHECK(object["max_penetration"].get<double>() >= object["max_penetration_end"].get<double>());
    CHECK(object["max_penetration"].get<double>() < 0.1);
    CHECK(object["highest_body"].get<double>() > 9.0);
    CHECK(object["highest_body"].get<double>() < 10.0);
    CHECK(object["lowest_body"].get<double>() == doctest::Approx(0.5).epsilon(0.05));
    CHECK(object["linear_momentum"].size() == 3);
    CHECK(object["step_ms"]["max"].get<double>() >= object["step_ms"]["p99"].get<double>());
    CHECK(object["step_ms"]["p99"].get<double>() >= object["step_ms"]["median"].get<double>());
}

TEST_CASE("A headless run that is asked for nothing says in one line what came of it") {
    const Result result = run("--headless --scene stack_10 --steps 60");
    REQUIRE(result.code == 0);
    CHECK(lines(result.out) == 1);
    CHECK(result.out.starts_with("stack_10: 60 steps, 11 bodies"));
    const std::string hash = summary("--scene stack_10 --steps 60")["hash"];
    CHECK(result.out.find(hash) != std::string::npos);
}

TEST_CASE("The same scene and settings give the same hash; others give another") {
    const std::string run = "--scene pyramid_20 --steps 40";
    const json first = summary(run);
    CHECK(first["hash"] == summary(run)["hash"]);
    CHECK(first["hash"] == summary(run + " --threads 2")["hash"]);
    CHECK(first["hash"] == summary(run + " --simd scalar")["hash"]);
    CHECK(first["hash"] != summary(run + " --substeps 3")["hash"]);
    CHECK(first["hash"] != summary("--scene pyramid_20 --steps 41 --no-sleep --hz 50")["hash"]);
}

TEST_CASE("The command line reaches the world") {
    const json object =
        summary("--scene stack_10 --steps 3 --hz 120 --substeps 2 --iterations 7 --threads 2 "
                "--solver baumgarte --integrator rk4 --gyroscopic none --orientation first_order --simd scalar "
                "--broadphase brute --no-sleep");
    const json& used = object["settings"];
    CHECK(used["hz"] == 120.0);
    CHECK(used["substeps"] == 2);
    CHECK(used["iterations"] == 7);
    CHECK(used["threads"] == 2);
    CHECK(used["solver"] == "baumgarte");
    CHECK(used["integrator"] == "rk4");
    CHECK(used["gyroscopic"] == "none");
    CHECK(used["max_linear_speed"] == "none");
    CHECK(used["orientation"] == "first_order");
    CHECK(used["simd"] == "scalar");
    CHECK(used["broadphase"] == "brute");
    CHECK(used["sleeping"] == false);
    CHECK(object["time"].get<double>() == doctest::Approx(3.0 / 120.0));
}

TEST_CASE("--set reaches every kind of field") {
    const json used = summary("--scene stack_10 --steps 1 --set solver=baumgarte,gravity=0:-5:1.5,sleeping=false,"
                              "iterations=3,linear_slop=0.002,gyroscopic=none")["settings"];
    CHECK(used["solver"] == "baumgarte");
    CHECK(used["gravity"] == json::array({0.0, -5.0, 1.5}));
    CHECK(used["sleeping"] == false);
    CHECK(used["iterations"] == 3);
    CHECK(used["linear_slop"] == 0.002);
    CHECK(used["gyroscopic"] == "none");
}

TEST_CASE("--split runs a second world beside the first") {
    const std::string run = "--scene wall_and_ball --steps 60 ";
    const json alone = summary(run);
    CHECK(!alone.contains("b"));
    const json same = summary(run + "--split");
    CHECK(same["hash"] == alone["hash"]);
    CHECK(same["b"]["hash"] == alone["hash"]);
    CHECK(same["divergence"]["max"] == 0.0);
    const json other = summary(run + "--b substeps=2,solver=split_impulse");
    CHECK(other["hash"] == alone["hash"]);
    CHECK(other["b"]["hash"] == summary(run + "--substeps 2 --solver split_impulse")["hash"]);
    CHECK(other["b"]["settings"]["solver"] == "split_impulse");
    CHECK(other["settings"]["solver"] == alone["settings"]["solver"]);
    CHECK(other["divergence"]["end"].get<double>() > 0.01);
    CHECK(other["divergence"]["max"].get<double>() >= other["divergence"]["end"].get<double>());
}

TEST_CASE("A bad argument is one clear line and code 2") {
    struct Bad {
        const char* arguments;
        const char* says;
    };
    const Bad cases[] = {
        {"--headless --scene nowhere", "--scene: there is no scene 'nowhere'; --list prints all"},
        {"--headless --scene stak_10", "did you mean 'stack_10'? --list prints all"},
        {"--headless --scene cradle", "did you mean 'newtons_cradle'?"},
        {"--params --scene dominos", "did you mean 'dominoes'?"},
        {"--headless --scene off_centre_strike --param hight=1", "no parameter 'hight'; did you mean 'height'?"},
        {"--headless --scene off_centre_strike --param width=1", "known: height, side, impulse"},
        {"--headless --scene off_centre_strike --param height",
         "--param: height needs a value: a number from -0.5 to 0.5 m"},
        {"--headless --scene off_centre_strike --param height=2",
         "height must be a number from -0.5 to 0.5 m, not '2'"},
        {"--headless --scene off_centre_strike --param side=0,height=nan", "not 'nan'"},
        {"--headless --scene card_house --param levels=x", "from 1 to 7, not 'x'"},
        {"--headless --scene tumbler --param x=1", "no parameter"},
        {"--headless --param ''", "--param: needs a value"},
        {"--headless --scene jenga --steps 1 --png a.png --shaders /nope", "--shaders: no shaders in '/nope'"},
        {"--headless --steps -1", "steps"},
        {"--headless --steps many", "steps"},
        {"--headless --steps 1.5", "whole number"},
        {"--headless --threads 2.5", "whole number from 1 to 64, not '2.5'"},
        {"--headless --scene= --steps 3", "--scene: needs a value"},
        {"--headless --scene --steps 3", "--scene: needs a value"},
        {"--headless --json --steps 3", "--json: needs a value"},
        {"--headless --png picture.jpg", "picture.jpg"},
        {"--headless --png -", "PNG"},
        {"--headless --png ''", "--png"},
        {"--headless --json ''", "--json"},
        {"--headless --scene ''", "--scene"},
        {"--headless --json same.png --png ./same.png", "same file"},
        {"--headless --png p.png --dump d.json", "--dump"},
        {"--headless --shaders shaders", "--shaders"},
        {"--headless --hz 0", "hz"},
        {"--headless --hz nan", "hz"},
        {"--headless --substeps 0", "substeps"},
        {"--headless --threads 65", "threads"},
        {"--headless --solver magic", "magic"},
        {"--headless --simd mmx", "mmx"},
        {"--no-such-option", "no-such-option"},
        {"--json -", "--headless"},
        {"--headless --b magic=1", "--b: there is no setting 'magic'"},
        {"--headless --b substeps=many", "--b: substeps must be a whole number from 1 to 64, not 'many'"},
        {"--headless --set substeps", "--set: substeps needs a value: a whole number from 1 to 64"},
        {"--headless --set substeps=0", "--set: substeps must be a whole number from 1 to 64, not '0'"},
        {"--headless --set subteps=4", "there is no setting 'subteps'; did you mean 'substeps'?"},
        {"--headless --set solver=bad", "solver must be one of soft_step, support_step,"},
        {"--headless --set gyroscopic=bad", "gyroscopic must be one of none,"},
        {"--headless --set warm_starting=perhaps", "warm_starting must be true or false, not 'perhaps'"},
        {"--headless --set gravity=1:2", "gravity must be three numbers x:y:z, each from"},
        {"--headless --set max_push_speed=0", "max_push_speed must be a number above 0, not '0'"},
        {"--headless --set max_linear_speed=-1", "a number above 0, or none, not '-1'"},
        {"--headless --steps 1 --b substeps=99", "from 1 to 64, not '99'"},
        {"--headless --ui", "--png"},
        {"--headless --steps 1 --film /dev/null/film", "--film: the folder '/dev/null/film' cannot be made"},
        {"--film film", "--headless"},
        {"--headless --color-by heat", "none, speed, impulse"},
        {"--headless --png a.png --ui --page nowhere", "--page"},
    };
    for (const Bad& bad : cases) {
        const std::string arguments = bad.arguments;
        CAPTURE(arguments);
        const Result result = run(arguments + " 2>&1");
        CAPTURE(result.out);
        CHECK(result.code == 2);
        CHECK(lines(result.out) == 1);
        CHECK(result.out.starts_with("drystone_sandbox: "));
        CHECK(result.out.find(bad.says) != std::string::npos);
    }
}

TEST_CASE("A file that cannot be written is told, with code 1") {
    const Result result = run("--headless --scene single_box --steps 1 --json /nowhere/at/all.json 2>&1");
    CHECK(result.code == 1);
    CHECK(lines(result.out) == 1);
}

TEST_CASE("Output that is lost is told, with code 1") {
    for (const char* arguments : {"--list", "--help", "--version", "--headless --scene single_box --steps 1",
                                  "--headless --scene single_box --steps 1 --json -"}) {
        CAPTURE(arguments);
        const Result result = run(std::string(arguments) + " 2>&1 >/dev/full");
        CHECK(result.code == 1);
        CHECK(lines(result.out) == 1);
        CHECK(result.out.find("cannot write") != std::string::npos);
    }
    const Result full = run("--headless --scene single_box --steps 1 --json /dev/full 2>&1");
    CHECK(full.code == 1);
    CHECK(lines(full.out) == 1);
    REQUIRE(std::system("ln -sf /dev/full full.png") == 0);
    const Result picture = run("--headless --scene single_box --steps 1 --png full.png 2>&1 >/dev/null");
    std::remove("full.png");
    CHECK(picture.code == 1);
    CHECK(lines(picture.out) == 1);
}

TEST_CASE("A picture without --steps shows the scene at its moment; measurements take 600 steps") {
    const Result plain = run("--headless --scene single_box");
    CHECK(plain.out.starts_with("single_box: 600 steps"));
    CHECK(summary("--scene single_box")["steps"] == 600);
    // The moment's steps are run even where no picture can be drawn.
    const Result picture = run("--headless --scene single_box --png moment.png --width 32 --height 32 2>&1");
    std::remove("moment.png");
    CHECK(picture.out.starts_with("single_box: 54 steps"));
}

TEST_CASE("--film draws evenly in simulated time, and never into another film") {
    REQUIRE(std::system("rm -rf build/cli_film") == 0);
    const std::string film = "--headless --scene single_box --steps 30 --fps 20 --width 32 --height 32 "
                             "--film build/cli_film 2>&1";
    const Result first = run(film);
    if (first.out.find("no picture") != std::string::npos) {
        MESSAGE("no off-screen drawing here: " << first.out);
        return;
    }
    CHECK(first.code == 0);
    // Half a second at 20 a second.
    CHECK(std::ifstream("build/cli_film/frame_00010.png").good());
    CHECK(!std::ifstream("build/cli_film/frame_00011.png").good());
    const Result second = run(film);
    CHECK(second.code == 2);
    CHECK(second.out.find("holds a film already") != std::string::npos);
}

TEST_CASE("--param builds the scene with other numbers") {
    // Struck through the centre of mass a box does not turn.
    const std::string run = "--scene off_centre_strike --steps 90 ";
    const json central = summary(run + "--param height=0,side=0");
    const json above = summary(run + "--param height=0.3");
    CHECK(central["settings"]["parameters"]["height"] == 0.0);
    CHECK(above["settings"]["parameters"]["height"].get<double>() == doctest::Approx(0.3));
    CHECK(std::abs(central["angular_momentum"][1].get<double>()) < 1e-3);
    CHECK(central["hash"] != above["hash"]);
    // A name of two words is written with a line between them.
    CHECK(summary("--scene wall_and_ball --steps 1 --param ball_speed=3")["settings"]["parameters"]["ball_speed"] ==
          3.0);
}

TEST_CASE("--params and --list tell the parameters of a scene, with range, unit and default") {
    const Result one = run("--params --scene off_centre_strike");
    REQUIRE(one.code == 0);
    CHECK(lines(one.out) == 4);
    CHECK(one.out.find("-0.5 to 0.5 m, default 0.25: How far above") != std::string::npos);
    const Result none = run("--params --scene card_house");
    CHECK(none.code == 0);
    const Result all = run("--list");
    CHECK(all.out.find("--param height=0.25 (-0.5 to 0.5 m), side=0") != std::string::npos);
}

TEST_CASE("--list names every scene with what to look for") {
    const Result result = run("--list");
    REQUIRE(result.code == 0);
    for (const char* name : {"single_box",     "off_centre_strike", "stack_10",        "stack_50",     "pyramid_20",
                             "wall_and_ball",  "box_pile",          "sphere_pile",     "mixed_pile",   "dominoes",
                             "card_house",     "restitution_row",   "friction_ramp",   "mass_ratio",   "dzhanibekov",
                             "newtons_cradle", "bullets_thin_wall", "bullet_vs_stack", "spinning_rod", "jenga",
                             "tiled_floor",    "near_miss",         "squeeze"}) {
        CAPTURE(name);
        CHECK(result.out.find(name) != std::string::npos);
    }
}

TEST_CASE("Headless runs do not read the remembered settings") {
    const std::string folder = "build/cli_test_config/drystone";
    REQUIRE(std::system(("mkdir -p " + folder).c_str()) == 0);
    {
        std::ofstream file(folder + "/sandbox.json");
        file << R"({"scene": "jenga", "hz": 240, "world": {"substeps": 9}})";
    }
    const json plain = summary("--scene stack_10 --steps 5");
    char* here = realpath("build/cli_test_config", nullptr);
    REQUIRE(here);
    REQUIRE(setenv("XDG_CONFIG_HOME", here, 1) == 0);
    const json beside = summary("--scene stack_10 --steps 5");
    unsetenv("XDG_CONFIG_HOME");
    std::free(here);
    CHECK(plain["hash"] == beside["hash"]);
    CHECK(beside["settings"]["hz"] == 60.0);
}
