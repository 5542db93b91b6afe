#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace architecture {

struct SourceFile {
    std::string path;  // from engine/, with forward slashes: "src/core/id.h", "include/drystone/world.h"
    std::string text;
};

std::vector<SourceFile> readEngine(const std::filesystem::path& engineFolder);

// One line for each include that points the wrong way; empty when all is well.
std::vector<std::string> findBadIncludes(const std::vector<SourceFile>& files);

}  // namespace architecture
