// Programs made from files, made again when a file changes.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/message_log.h"
#include "renderer/gl_objects.h"

namespace drystone::sandbox {

// The folder of the shaders: given, or beside the program, in the source tree, or where they are installed. Empty when
// there is none.
std::filesystem::path findShaderFolder(const std::string& given);

struct ShaderFile {
    std::filesystem::path path;
    std::filesystem::file_time_type time{};
};

struct ShaderProgram {
    GlProgram program;
    std::string vertex, fragment;
    std::vector<ShaderFile> files;  // with what they include

    void use() const { glUseProgram(program.get()); }
    // -1 when the program has no such uniform, which OpenGL ignores.
    GLint uniform(const char* name) const { return glGetUniformLocation(program.get(), name); }
};

class ShaderLibrary {
public:
    ShaderLibrary(std::filesystem::path folder, MessageLog& log) : m_folder(std::move(folder)), m_log(&log) {}

    // The program lives as long as the library. Null, with the reason in the log, when it cannot be built.
    const ShaderProgram* load(const char* vertexFile, const char* fragmentFile);
    // Builds anew what changed on disk. A broken file keeps the program as it was and says why.
    void reloadChanged();

private:
    bool build(ShaderProgram& program);
    bool readWithIncludes(const std::filesystem::path& path, std::string& text, ShaderProgram& program, int depth);

    std::filesystem::path m_folder;
    MessageLog* m_log;
    std::vector<std::unique_ptr<ShaderProgram>> m_programs;
};

}  // namespace drystone::sandbox
