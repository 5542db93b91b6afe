// A numbered series of pictures, evenly spaced in simulated time: a film that does not stutter, however slow the machine.
#pragma once

#include <string>

namespace drystone::sandbox {

inline constexpr float kFilmRate = 30.0f;  // pictures a simulated second, from the window

class Recorder {
public:
    // Makes the folder where it does not exist. False, with one line in error, when it cannot be made or holds pictures
    // of a film already.
    bool start(const std::string& folder, std::string& error);
    void stop() { m_folder.clear(); }
    bool on() const { return !m_folder.empty(); }

    // Where the next picture goes: frame_00001.png, frame_00002.png and on.
    std::string next();
    int count() const { return m_count; }
    const std::string& folder() const { return m_folder; }

private:
    std::string m_folder;
    int m_count = 0;
};

// drystone_film_1, or the first after it that does not exist.
std::string freeFilmFolder();

// Whether a film of so many pictures a second has one due in the step that ends at time (s).
bool pictureDue(double time, double dt, double rate);

}  // namespace drystone::sandbox
