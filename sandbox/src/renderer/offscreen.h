// Drawing with no display at all.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "renderer/gl_objects.h"

namespace drystone::sandbox {

// An OpenGL 4.1 context of its own, current while it lives. Through EGL's surfaceless platform.
class OffscreenContext {
public:
    static std::unique_ptr<OffscreenContext> create(std::string& error);
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

private:
    OffscreenContext() = default;
    void* m_display = nullptr;
    void* m_context = nullptr;
};

// A picture in memory to draw into.
struct Canvas {
    int width = 0, height = 0;
    GlTexture color;
    GlFramebuffer target;

    bool create(int newWidth, int newHeight);
    bool writePng(const std::string& path) const;
};

// RGB rows of the framebuffer that is bound for reading, upper row first.
std::vector<uint8_t> readPixels(int width, int height);
bool writePng(const std::string& path, int width, int height, const std::vector<uint8_t>& rgb);

}  // namespace drystone::sandbox
