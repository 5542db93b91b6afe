// Pictures and how alike two of them look.
#pragma once

#include <string>
#include <vector>

namespace golden {

struct Image {
    int width = 0, height = 0;
    std::vector<float> rgb;  // 0..255, three a pixel
    bool empty() const { return rgb.empty(); }
};

Image load(const std::string& path);

struct Difference {
    float mean = 0.0f;    // of all channels, 0..255
    float strong = 0.0f;  // share of the pixels that clearly differ
};

// Both are blurred a little first: an edge that another driver draws half a pixel aside is no difference to the eye.
Difference compare(const Image& a, const Image& b);

}  // namespace golden
