#include "renderer/shader_library.h"

#include <fstream>
#include <sstream>
#include <system_error>

namespace drystone::sandbox {

namespace fs = std::filesystem;

namespace {

constexpr const char* kProbe = "common.glsl";
// Texture units by the names that the samplers have in all shaders.
constexpr const char* kSamplers[] = {"shadowMap", "sceneMap", "occlusionMap", "overlayMap", "maskMap", "depthMap"};

fs::path programFolder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path{} : program.parent_path();
}

std::string infoLog(GLuint name, bool program) {
    char text[2048];
    GLsizei length = 0;
    if (program) {
        glGetProgramInfoLog(name, sizeof text, &length, text);
    } else {
        glGetShaderInfoLog(name, sizeof text, &length, text);
    }
    std::string result(text, static_cast<size_t>(length));
    while (!result.empty() && (result.back() == '\n' || result.back() == '\0')) {
        result.pop_back();
    }
    return result;
}

GLuint compile(GLenum stage, const std::string& text, std::string& error) {
    const GLuint shader = glCreateShader(stage);
    const char* source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) {
        return shader;
    }
    error = infoLog(shader, false);
    glDeleteShader(shader);
    return 0;
}

void bindInputs(GLuint program) {
    if (const GLuint block = glGetUniformBlockIndex(program, "Frame"); block != GL_INVALID_INDEX) {
        glUniformBlockBinding(program, block, 0);
    }
    glUseProgram(program);
    GLint unit = 0;
    for (const char* sampler : kSamplers) {
        if (const GLint location = glGetUniformLocation(program, sampler); location >= 0) {
            glUniform1i(location, unit);
        }
        ++unit;
    }
}

}  // namespace

fs::path findShaderFolder(const std::string& given) {
    std::vector<fs::path> candidates;
    if (!given.empty()) {
        candidates = {given};
    } else {
        const fs::path here = programFolder();
        candidates = {here / "../share/drystone/shaders", here / "shaders", DRYSTONE_SOURCE_SHADERS,
                      DRYSTONE_INSTALLED_SHADERS, "shaders"};
    }
    std::error_code error;
    for (const fs::path& candidate : candidates) {
        if (fs::exists(candidate / kProbe, error)) {
            return candidate;
        }
    }
    return {};
}

const ShaderProgram* ShaderLibrary::load(const char* vertexFile, const char* fragmentFile) {
    auto program = std::make_unique<ShaderProgram>();
    program->vertex = vertexFile;
    program->fragment = fragmentFile;
    if (!build(*program)) {
        return nullptr;
    }
    m_programs.push_back(std::move(program));
    return m_programs.back().get();
}

void ShaderLibrary::reloadChanged() {
    for (const auto& program : m_programs) {
        bool changed = false;
        for (const ShaderFile& file : program->files) {
            std::error_code error;
            const auto time = fs::last_write_time(file.path, error);
            changed = changed || (!error && time != file.time);
        }
        if (changed && build(*program)) {
            m_log->note("shader " + program->vertex + " + " + program->fragment + " reloaded");
        }
    }
}

bool ShaderLibrary::readWithIncludes(const fs::path& path, std::string& text, ShaderProgram& program, int depth) {
    std::error_code error;
    program.files.push_back({path, fs::last_write_time(path, error)});
    std::ifstream file(path);
    if (!file || depth > 8) {
        m_log->error("shader " + path.filename().string() + (file ? ": includes nest too deep" : ": cannot be read"));
        return false;
    }
    const std::string directive = "#include \"";
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.rfind(directive, 0) != 0) {
            text += line + "\n";
            continue;
        }
        const std::string name = line.substr(directive.size(), line.rfind('"') - directive.size());
        text += "#line 1\n";
        if (!readWithIncludes(path.parent_path() / name, text, program, depth + 1)) {
            return false;
        }
        text += "#line " + std::to_string(number + 1) + "\n";
    }
    return true;
}

bool ShaderLibrary::build(ShaderProgram& program) {
    program.files.clear();
    std::string vertexText, fragmentText, error;
    if (!readWithIncludes(m_folder / program.vertex, vertexText, program, 0) ||
        !readWithIncludes(m_folder / program.fragment, fragmentText, program, 0)) {
        return false;
    }
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertexText, error);
    if (!vertex) {
        m_log->error("shader " + program.vertex + ": " + error);
        return false;
    }
    const GLuint fragment = compile(GL_FRAGMENT_SHADER, fragmentText, error);
    if (!fragment) {
        glDeleteShader(vertex);
        m_log->error("shader " + program.fragment + ": " + error);
        return false;
    }
    GlProgram linked(glCreateProgram());
    glAttachShader(linked.get(), vertex);
    glAttachShader(linked.get(), fragment);
    glLinkProgram(linked.get());
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint good = GL_FALSE;
    glGetProgramiv(linked.get(), GL_LINK_STATUS, &good);
    if (!good) {
        m_log->error("shader " + program.vertex + " + " + program.fragment + ": " + infoLog(linked.get(), true));
        return false;
    }
    bindInputs(linked.get());
    program.program = std::move(linked);
    return true;
}

}  // namespace drystone::sandbox
