#include "include_arrows.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace architecture {
namespace {

using Names = std::set<std::string, std::less<>>;

const std::string_view kSourceRoot = "src/";
const std::string_view kPublicRoot = "include/";
const std::string_view kWorldHeader = "drystone/world.h";

struct Include {
    std::size_t line = 0;
    char opening = 0;  // '"' or '<'; 0 when the target is a macro, which nobody can check
    std::string target;
};

// Who may include whom; every module may include itself.
const std::map<std::string, Names, std::less<>>& allowedModules() {
    static const std::map<std::string, Names, std::less<>> table = {
        {"core", {}},
        {"math", {"core"}},
        {"simd", {"core", "math"}},
        {"task", {"core"}},
        {"geometry", {"core", "math", "simd"}},
        {"collision", {"core", "math", "simd", "geometry"}},
        {"broadphase", {"core", "math", "simd", "task", "geometry"}},
        {"dynamics", {"core", "math", "simd", "task", "geometry", "collision", "broadphase"}},
        {"solver", {"core", "math", "simd", "task", "geometry", "collision", "broadphase", "dynamics"}},
        {"pipeline", {"core", "math", "simd", "task", "geometry", "collision", "broadphase", "dynamics", "solver"}},
        {"world",
         {"core", "math", "simd", "task", "geometry", "collision", "broadphase", "dynamics", "solver", "pipeline"}},
    };
    return table;
}

bool isStandardHeader(std::string_view target) {
    return target.find_first_of("./") == std::string_view::npos;
}

// Intrinsics come with the compiler; the engine depends on nothing else but GLM and the C++ library.
bool isIntrinsicsHeader(std::string_view target) {
    static const Names names = {"immintrin.h", "emmintrin.h",    "xmmintrin.h", "smmintrin.h",
                                "arm_neon.h",  "wasm_simd128.h", "cpuid.h",     "intrin.h"};
    return names.contains(target);
}

// std::thread throws when the system refuses a thread, so task/ asks the system itself.
bool isThreadHeader(std::string_view module, std::string_view target) {
    return module == "task" && target == "pthread.h";
}

std::vector<Include> includesOf(const std::string& text) {
    static const std::regex directive(R"(^\s*#\s*include\b\s*(.*)$)");
    static const std::regex operand(R"(^(["<])([^">]+)[">].*$)");
    std::vector<Include> includes;
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        std::smatch match;
        if (!std::regex_match(line, match, directive)) {
            continue;
        }
        const std::string rest = match[1];
        if (std::regex_match(rest, match, operand)) {
            includes.push_back({number, match[1].str().front(), match[2]});
        } else {
            includes.push_back({number, 0, rest});
        }
    }
    return includes;
}

// The public headers through which a file comes to see the World, world.h itself among them.
Names headersThatShowTheWorld(const std::map<std::string, std::vector<Include>>& includes) {
    Names found = {std::string(kWorldHeader)};
    for (bool grew = true; grew;) {
        grew = false;
        for (const auto& [path, list] : includes) {
            if (!path.starts_with(kPublicRoot)) {
                continue;
            }
            const auto showsWorld = [&](const Include& include) { return found.contains(include.target); };
            if (std::any_of(list.begin(), list.end(), showsWorld)) {
                grew |= found.insert(path.substr(kPublicRoot.size())).second;
            }
        }
    }
    return found;
}

std::string faultInPublicHeader(const Include& include, const Names& paths) {
    if (include.target.starts_with("drystone/")) {
        return paths.contains(std::string(kPublicRoot) + include.target) ? "" : "is no public header";
    }
    if (include.opening == '<' && (include.target.starts_with("glm/") || isStandardHeader(include.target))) {
        return "";
    }
    return "public headers include <drystone/...>, GLM and the C++ library only";
}

std::string faultInModule(std::string_view module, const Include& include, const Names& paths,
                          const Names& worldHeaders) {
    if (include.target.starts_with("drystone/")) {
        if (!paths.contains(std::string(kPublicRoot) + include.target)) {
            return "is no public header";
        }
        return worldHeaders.contains(include.target) && module != "world" ? "only world/ may see the World" : "";
    }
    if (include.opening == '<') {
        const bool known = include.target.starts_with("glm/") || isStandardHeader(include.target) ||
            isIntrinsicsHeader(include.target) || isThreadHeader(module, include.target);
        return known ? "" : "the engine depends on GLM and the C++ library only";
    }
    if (!paths.contains(std::string(kSourceRoot) + include.target)) {
        return "is no file of the engine (write the path from engine/src)";
    }
    const std::string_view target = std::string_view(include.target).substr(0, include.target.find('/'));
    if (target == module || allowedModules().find(module)->second.contains(target)) {
        return "";
    }
    return std::string(module) + " must not depend on " + std::string(target);
}

}  // namespace

std::vector<SourceFile> readEngine(const std::filesystem::path& engineFolder) {
    static const Names extensions = {".h", ".hpp", ".inl", ".cpp", ".cc", ".c"};
    std::vector<SourceFile> files;
    for (const auto& root : {engineFolder / kSourceRoot, engineFolder / kPublicRoot}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
            if (!entry.is_regular_file() || !extensions.contains(entry.path().extension().string())) {
                continue;
            }
            std::ifstream stream(entry.path(), std::ios::binary);
            std::ostringstream text;
            text << stream.rdbuf();
            files.push_back({entry.path().lexically_relative(engineFolder).generic_string(), text.str()});
        }
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return files;
}

std::vector<std::string> findBadIncludes(const std::vector<SourceFile>& files) {
    Names paths;
    std::map<std::string, std::vector<Include>> includes;
    for (const SourceFile& file : files) {
        paths.insert(file.path);
        includes[file.path] = includesOf(file.text);
    }
    const Names worldHeaders = headersThatShowTheWorld(includes);

    std::vector<std::string> bad;
    for (const auto& [path, list] : includes) {
        const bool isPublic = path.starts_with(kPublicRoot);
        std::string module;
        if (!isPublic) {
            const std::string inside = path.substr(kSourceRoot.size());
            module = inside.substr(0, inside.find('/'));
            if (!allowedModules().contains(module)) {
                bad.push_back(path + ": is in no module");
                continue;
            }
        }
        for (const Include& include : list) {
            std::string fault;
            if (include.opening == 0) {
                fault = "an include made by a macro cannot be checked";
            } else if (isPublic) {
                fault = faultInPublicHeader(include, paths);
            } else {
                fault = faultInModule(module, include, paths, worldHeaders);
            }
            if (!fault.empty()) {
                bad.push_back(path + ":" + std::to_string(include.line) + ": " + include.target + ": " + fault);
            }
        }
    }
    return bad;
}

}  // namespace architecture
