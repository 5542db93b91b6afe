#include "include_arrows.h"

#include <doctest/doctest.h>

using architecture::findBadIncludes;
using architecture::SourceFile;

namespace {

// A small engine in which all is well; each check below breaks one rule of it.
std::vector<SourceFile> soundEngine() {
    return {
        {"include/drystone/id.h", "#pragma once\n#include <cstdint>\n#include <glm/vec3.hpp>\n"},
        {"include/drystone/world.h", "#include <drystone/id.h>\n"},
        {"include/drystone/drystone.h", "#include <drystone/world.h>\n"},
        {"src/core/array.h", "#include <drystone/id.h>\n#include <vector>\n"},
        {"src/simd/wide.h", "#include \"core/array.h\"\n  #  include <immintrin.h>\n"},
        {"src/task/pool.h", "#include \"core/array.h\" // why\n#include <pthread.h>\n"},
        {"src/collision/manifold.h", "#include \"simd/wide.h\"\n"},
        {"src/broadphase/tree.h", "#include \"core/array.h\"\n"},
        {"src/dynamics/body.h", "#include \"collision/manifold.h\"\n#include \"broadphase/tree.h\"\n"},
        {"src/world/world.cpp", "#include <drystone/drystone.h>\n#include \"dynamics/body.h\"\n"},
    };
}

std::size_t faultsWith(const char* path, const char* line) {
    auto files = soundEngine();
    files.push_back({path, line});
    return findBadIncludes(files).size();
}

}  // namespace

TEST_CASE("no include in the engine points back") {
    const auto files = architecture::readEngine("engine");
    REQUIRE(files.size() > 0);
    for (const std::string& fault : findBadIncludes(files)) {
        FAIL_CHECK(fault);
    }
}

TEST_CASE("the include check finds what it is there for") {
    REQUIRE(findBadIncludes(soundEngine()).empty());

    SUBCASE("an arrow that points back") {
        CHECK(faultsWith("src/core/bad.h", "#include \"simd/wide.h\"\n") == 1);
        CHECK(faultsWith("src/collision/bad.cpp", "#include \"dynamics/body.h\"\n") == 1);
    }
    SUBCASE("an arrow between branches") {
        CHECK(faultsWith("src/collision/bad.h", "#include \"broadphase/tree.h\"\n") == 1);
        CHECK(faultsWith("src/geometry/bad.h", "#include \"task/pool.h\"\n") == 1);
    }
    SUBCASE("a World below world/, even behind another header") {
        CHECK(faultsWith("src/geometry/bad.h", "#include <drystone/world.h>\n") == 1);
        CHECK(faultsWith("src/pipeline/bad.h", "#include \"drystone/drystone.h\"\n") == 1);
    }
    SUBCASE("an internal header in the public API") {
        CHECK(faultsWith("include/drystone/bad.h", "#include \"core/array.h\"\n") == 1);
        CHECK(faultsWith("include/drystone/bad.h", "#include \"../../src/core/array.h\"\n") == 1);
    }
    SUBCASE("a dependency nobody agreed to") {
        CHECK(faultsWith("include/drystone/bad.h", "#include <nlohmann/json.hpp>\n") == 1);
        CHECK(faultsWith("src/world/bad.cpp", "#include <GLFW/glfw3.h>\n") == 1);
        CHECK(faultsWith("src/solver/bad.cpp", "#include <pthread.h>\n") == 1);
    }
    SUBCASE("paths that hide where they lead") {
        CHECK(faultsWith("src/core/bad.cpp", "#include \"array.h\"\n") == 1);
        CHECK(faultsWith("src/core/bad.cpp", "#include \"../simd/wide.h\"\n") == 1);
        CHECK(faultsWith("src/core/bad.cpp", "#include \"core/../simd/wide.h\"\n") == 1);
        CHECK(faultsWith("src/core/bad.cpp", "#include HEADER\n") == 1);
    }
    SUBCASE("a folder that is no module") {
        CHECK(faultsWith("src/extras/bad.cpp", "#include <vector>\n") == 1);
    }
}
