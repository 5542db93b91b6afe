// Draws three scenes off-screen with the sandbox and holds them against the pictures in assets/golden.
//
//   golden_images SANDBOX GOLDEN_FOLDER OUTPUT_FOLDER            compares; 0: all alike
//   golden_images SANDBOX GOLDEN_FOLDER OUTPUT_FOLDER --update   makes the golden pictures anew: look at them
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "golden/image.h"

namespace {

namespace fs = std::filesystem;

// Moments at which bodies are where physics brought them and the picture has much to show, but not so late that a
// better solver would move everything.
struct View {
    const char* scene;
    int steps;
};
constexpr View kViews[] = {{"pyramid_20", 10}, {"restitution_row", 30}, {"jenga", 5}};

constexpr float kMeanLimit = 2.0f;      // of 255
constexpr float kStrongLimit = 0.010f;  // share of the pixels

bool render(const std::string& sandbox, const View& view, const fs::path& file) {
    const std::string command = "\"" + sandbox + "\" --headless --scene " + view.scene + " --steps " +
        std::to_string(view.steps) + " --width 640 --height 360 --png \"" + file.string() + "\"";
    return std::system(command.c_str()) == 0;
}

// Whether the pictures are alike; says what differs otherwise.
bool alike(const View& view, const fs::path& golden, const fs::path& drawn) {
    const golden::Image expected = golden::load(golden.string());
    if (expected.empty()) {
        std::printf("%s: there is no golden picture %s; see tests/golden/README.md\n", view.scene, golden.c_str());
        return false;
    }
    const golden::Difference difference = golden::compare(expected, golden::load(drawn.string()));
    const bool good = difference.mean <= kMeanLimit && difference.strong <= kStrongLimit;
    std::printf("%-18s mean difference %.3f of 255 (limit %.1f), clearly different %.3f %% (limit %.1f %%)%s\n",
                view.scene, static_cast<double>(difference.mean), static_cast<double>(kMeanLimit),
                static_cast<double>(difference.strong) * 100.0, static_cast<double>(kStrongLimit) * 100.0,
                good ? "" : "  FAILED: compare it with the golden picture");
    if (!good) {
        std::printf("  drawn: %s\n  golden: %s\n", drawn.c_str(), golden.c_str());
    }
    return good;
}

// A comparison that cannot fail shows nothing: two scenes must differ.
bool tellsApart(const fs::path& a, const fs::path& b) {
    const golden::Difference difference = golden::compare(golden::load(a.string()), golden::load(b.string()));
    const bool apart = difference.mean > kMeanLimit && difference.strong > kStrongLimit;
    if (!apart) {
        std::printf("FAILED: the comparison finds two different scenes alike\n");
    }
    return apart;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: golden_images SANDBOX GOLDEN_FOLDER OUTPUT_FOLDER [--update]\n");
        return 2;
    }
    const bool update = argc > 4 && std::string_view(argv[4]) == "--update";
    const fs::path goldens = argv[2];
    const fs::path output = update ? goldens : fs::path(argv[3]);
    fs::create_directories(output);
    bool good = true;
    for (const View& view : kViews) {
        const std::string name = std::string(view.scene) + ".png";
        if (!render(argv[1], view, output / name)) {
            std::printf("%s: the sandbox drew no picture\n", view.scene);
            good = false;
        } else if (!update) {
            good = alike(view, goldens / name, output / name) && good;
        }
    }
    if (!update && good) {
        good = tellsApart(output / "pyramid_20.png", output / "jenga.png");
    }
    return good ? 0 : 1;
}
