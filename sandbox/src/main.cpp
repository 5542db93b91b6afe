#include "app.h"
#include "core/options.h"
#include "picture.h"

int main(int argc, char** argv) {
    using namespace drystone::sandbox;
    Options options;
    if (const std::optional<int> leave = parseOptions(argc, argv, options)) {
        return *leave;
    }
    if (options.list) {
        printScenes();
        return 0;
    }
    return options.headless ? runHeadlessWithPicture(options) : App::run(options);
}
