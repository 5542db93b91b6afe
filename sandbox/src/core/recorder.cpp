#include "core/recorder.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace drystone::sandbox {

namespace fs = std::filesystem;

namespace {

std::string pictureName(int number) {
    char name[32];
    std::snprintf(name, sizeof name, "frame_%05d.png", number);
    return name;
}

}  // namespace

bool Recorder::start(const std::string& folder, std::string& error) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed || !fs::is_directory(folder, failed)) {
        error = "the folder '" + folder + "' cannot be made" + (failed ? ": " + failed.message() : "");
        return false;
    }
    if (fs::exists(fs::path(folder) / pictureName(1), failed)) {
        error = "the folder '" + folder + "' holds a film already";
        return false;
    }
    m_folder = folder;
    m_count = 0;
    return true;
}

std::string Recorder::next() {
    return (fs::path(m_folder) / pictureName(++m_count)).string();
}

std::string freeFilmFolder() {
    std::error_code error;
    int number = 1;
    while (fs::exists("drystone_film_" + std::to_string(number), error)) {
        ++number;
    }
    return "drystone_film_" + std::to_string(number);
}

bool pictureDue(double time, double dt, double rate) {
    constexpr double kRounding = 1e-6;  // of the sum of the steps, in pictures
    return std::floor(time * rate + kRounding) > std::floor((time - dt) * rate + kRounding);
}

}  // namespace drystone::sandbox
