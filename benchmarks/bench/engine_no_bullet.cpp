#include "bench/engine.h"

namespace drystone::bench {

std::unique_ptr<Engine> makeBullet(World&) {
    return nullptr;
}

}  // namespace drystone::bench
