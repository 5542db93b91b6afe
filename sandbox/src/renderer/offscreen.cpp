#include "renderer/offscreen.h"

#include <algorithm>

#if DRYSTONE_HAS_EGL
#include <EGL/egl.h>
#include <EGL/eglext.h>
#endif
#include <stb_image_write.h>

#include "core/output.h"

namespace drystone::sandbox {

#if DRYSTONE_HAS_EGL

namespace {

EGLDisplay surfacelessDisplay() {
    const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get) {
        EGLDisplay display = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) {
            return display;
        }
    }
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
}

}  // namespace

std::unique_ptr<OffscreenContext> OffscreenContext::create(std::string& error) {
    std::unique_ptr<OffscreenContext> made(new OffscreenContext);
    made->m_display = surfacelessDisplay();
    if (made->m_display == EGL_NO_DISPLAY) {
        error = "EGL gives no display (Debian/Ubuntu: apt install libegl1 libgl1-mesa-dri)";
        return nullptr;
    }
    const EGLint choose[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglBindAPI(EGL_OPENGL_API);
    eglChooseConfig(made->m_display, choose, &config, 1, &count);
    const EGLint wanted[] = {
        EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 1, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    made->m_context = eglCreateContext(made->m_display, count > 0 ? config : nullptr, EGL_NO_CONTEXT, wanted);
    if (made->m_context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(made->m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, made->m_context)) {
        error = "EGL gives no OpenGL 4.1 core context without a surface";
        return nullptr;
    }
    if (!gladLoadGL(eglGetProcAddress)) {
        error = "the OpenGL functions cannot be loaded";
        return nullptr;
    }
    return made;
}

OffscreenContext::~OffscreenContext() {
    if (m_display) {
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (m_context) {
            eglDestroyContext(m_display, m_context);
        }
        eglTerminate(m_display);
    }
}

#else

std::unique_ptr<OffscreenContext> OffscreenContext::create(std::string& error) {
    error = "this build cannot draw without a window (no EGL)";
    return nullptr;
}

OffscreenContext::~OffscreenContext() = default;

#endif

bool Canvas::create(int newWidth, int newHeight) {
    width = newWidth;
    height = newHeight;
    color = makeTexture();
    glBindTexture(GL_TEXTURE_2D, color.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    target = makeFramebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.get(), 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool Canvas::writePng(const std::string& path) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.get());
    return sandbox::writePng(path, width, height, readPixels(width, height));
}

std::vector<uint8_t> readPixels(int width, int height) {
    const size_t row = static_cast<size_t>(width) * 3;
    std::vector<uint8_t> pixels(row * static_cast<size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    for (size_t y = 0; y < static_cast<size_t>(height) / 2; ++y) {
        const auto upper = pixels.begin() + static_cast<std::ptrdiff_t>(y * row);
        const auto lower = pixels.end() - static_cast<std::ptrdiff_t>((y + 1) * row);
        std::swap_ranges(upper, upper + static_cast<std::ptrdiff_t>(row), lower);
    }
    return pixels;
}

bool writePng(const std::string& path, int width, int height, const std::vector<uint8_t>& rgb) {
    // Encoded first: the library does not tell whether its bytes have arrived.
    std::vector<uint8_t> file;
    const auto append = [](void* context, void* bytes, int count) {
        auto& out = *static_cast<std::vector<uint8_t>*>(context);
        out.insert(out.end(), static_cast<uint8_t*>(bytes), static_cast<uint8_t*>(bytes) + count);
    };
    return stbi_write_png_to_func(append, &file, width, height, 3, rgb.data(), width * 3) != 0 &&
        writeOutput(path, file.data(), file.size());
}

}  // namespace drystone::sandbox
