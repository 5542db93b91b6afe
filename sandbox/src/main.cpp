#include "app.h"
#include "core/options.h"
#include "core/output.h"
#include "picture.h"

int main(int argc, char** argv) {
    using namespace drystone::sandbox;
    Options options;
    if (const std::optional<int> leave = parseOptions(argc, argv, options)) {
        return *leave;
    }
    if (options.list) {
        printScenes();
        return flushOutput() ? 0 : 1;
    }
    if (options.listParameters) {
        const drystone::scenes::SceneEntry* entry = chooseScene(options.scene);
        if (!entry) {
            return 2;
        }
        printParameters(*entry);
        return flushOutput() ? 0 : 1;
    }
    return options.headless ? runHeadlessWithPicture(options) : App::run(options);
}
