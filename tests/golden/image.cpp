#include "golden/image.h"

#include <algorithm>
#include <cmath>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb_image.h>

namespace golden {

namespace {

constexpr int kBlurRadius = 2;             // pixels
constexpr float kClearDifference = 20.0f;  // of a channel, 0..255

// A mean over a row of pixels, along x (step 1) or y (step width).
Image blurredAlong(const Image& in, bool alongX) {
    Image out = in;
    const auto at = [&](int x, int y, int c) {
        x = std::clamp(x, 0, in.width - 1);
        y = std::clamp(y, 0, in.height - 1);
        return in.rgb[(static_cast<size_t>(y) * static_cast<size_t>(in.width) + static_cast<size_t>(x)) * 3 +
                      static_cast<size_t>(c)];
    };
    size_t i = 0;
    for (int y = 0; y < in.height; ++y) {
        for (int x = 0; x < in.width; ++x) {
            for (int c = 0; c < 3; ++c) {
                float sum = 0.0f;
                for (int k = -kBlurRadius; k <= kBlurRadius; ++k) {
                    sum += alongX ? at(x + k, y, c) : at(x, y + k, c);
                }
                out.rgb[i++] = sum / static_cast<float>(2 * kBlurRadius + 1);
            }
        }
    }
    return out;
}

}  // namespace

Image load(const std::string& path) {
    Image image;
    int channels = 0;
    unsigned char* pixels = stbi_load(path.c_str(), &image.width, &image.height, &channels, 3);
    if (pixels) {
        image.rgb.assign(pixels, pixels + static_cast<size_t>(image.width) * static_cast<size_t>(image.height) * 3);
        stbi_image_free(pixels);
    }
    return image;
}

Difference compare(const Image& first, const Image& second) {
    if (first.width != second.width || first.height != second.height || first.empty()) {
        return {255.0f, 1.0f};
    }
    const Image a = blurredAlong(blurredAlong(first, true), false);
    const Image b = blurredAlong(blurredAlong(second, true), false);
    double sum = 0.0;
    size_t strong = 0;
    for (size_t i = 0; i < a.rgb.size(); i += 3) {
        float worst = 0.0f;
        for (size_t c = 0; c < 3; ++c) {
            const float difference = std::abs(a.rgb[i + c] - b.rgb[i + c]);
            sum += static_cast<double>(difference);
            worst = std::max(worst, difference);
        }
        strong += worst > kClearDifference ? 1 : 0;
    }
    return {static_cast<float>(sum / static_cast<double>(a.rgb.size())),
            static_cast<float>(static_cast<double>(strong) / static_cast<double>(a.rgb.size() / 3))};
}

}  // namespace golden
