// OpenGL names that delete themselves.
#pragma once

#include <utility>

#include <glad/gl.h>

namespace drystone::sandbox {

template <void (*Delete)(GLuint)>
class GlName {
public:
    GlName() = default;
    explicit GlName(GLuint name) : m_name(name) {}
    ~GlName() { reset(); }
    GlName(GlName&& other) noexcept : m_name(std::exchange(other.m_name, 0)) {}
    GlName& operator=(GlName&& other) noexcept {
        if (this != &other) {
            reset();
            m_name = std::exchange(other.m_name, 0);
        }
        return *this;
    }
    GlName(const GlName&) = delete;
    GlName& operator=(const GlName&) = delete;

    void reset() {
        if (m_name) {
            Delete(m_name);
        }
        m_name = 0;
    }
    GLuint get() const { return m_name; }
    explicit operator bool() const { return m_name != 0; }

private:
    GLuint m_name = 0;
};

namespace gl_delete {
inline void buffer(GLuint name) {
    glDeleteBuffers(1, &name);
}
inline void vertexArray(GLuint name) {
    glDeleteVertexArrays(1, &name);
}
inline void texture(GLuint name) {
    glDeleteTextures(1, &name);
}
inline void framebuffer(GLuint name) {
    glDeleteFramebuffers(1, &name);
}
inline void renderbuffer(GLuint name) {
    glDeleteRenderbuffers(1, &name);
}
inline void program(GLuint name) {
    glDeleteProgram(name);
}
}  // namespace gl_delete

using GlBuffer = GlName<gl_delete::buffer>;
using GlVertexArray = GlName<gl_delete::vertexArray>;
using GlTexture = GlName<gl_delete::texture>;
using GlFramebuffer = GlName<gl_delete::framebuffer>;
using GlRenderbuffer = GlName<gl_delete::renderbuffer>;
using GlProgram = GlName<gl_delete::program>;

inline GlBuffer makeBuffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return GlBuffer(name);
}
inline GlVertexArray makeVertexArray() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return GlVertexArray(name);
}
inline GlTexture makeTexture() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return GlTexture(name);
}
inline GlFramebuffer makeFramebuffer() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return GlFramebuffer(name);
}
inline GlRenderbuffer makeRenderbuffer() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return GlRenderbuffer(name);
}

}  // namespace drystone::sandbox
