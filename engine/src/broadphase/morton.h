// Morton codes of boxes by their centres: ten bits an axis on a grid over where most of them are.
#pragma once

#include <span>

#include "broadphase/proxy_store.h"

namespace drystone {

class MortonGrid {
public:
    static constexpr int kBits = 30;

    // proxies: indices in the low halves.
    MortonGrid(const ProxyStore& store, std::span<const uint64_t> proxies);

    uint32_t code(const Aabb& box) const;

private:
    glm::vec3 m_origin{0.0f};
    float m_scale = 0.0f;  // cells a metre
};

}  // namespace drystone
