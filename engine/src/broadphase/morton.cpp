#include "broadphase/morton.h"

#include <algorithm>

namespace drystone {

namespace {

constexpr float kCells = 1024.0f;

// Halved first: the sum of two corners might overflow.
glm::vec3 centre(const Aabb& box) { return 0.5f * box.lower + 0.5f * box.upper; }

uint32_t cell(float x) { return uint32_t(std::min(std::max(0.0f, x), kCells - 1.0f)); }

// Bit i to bit 3 i, for ten bits.
uint32_t spread(uint32_t x) {
    x = (x | x << 16) & 0x030000FF;
    x = (x | x << 8) & 0x0300F00F;
    x = (x | x << 4) & 0x030C30C3;
    x = (x | x << 2) & 0x09249249;
    return x;
}

}  // namespace

// What is far out must not coarsen the grid for all: one body that fell out of the world, a half-space. So the grid
// spans a sample of the centres without its extremes, and a little more; who is beyond counts to the outermost cells.
MortonGrid::MortonGrid(const ProxyStore& store, std::span<const uint64_t> proxies) {
    constexpr size_t kSamples = 256;
    constexpr float kBeyond = 1.0f / 16.0f;
    const size_t count = std::min(kSamples, proxies.size());
    if (count == 0)
        return;
    const size_t extremes = count / 64;

    float extent = 1e-6f;
    for (int axis = 0; axis < 3; ++axis) {
        float samples[kSamples];
        for (size_t i = 0; i < count; ++i)
            samples[i] = centre(store[uint32_t(proxies[i * proxies.size() / count])].fat)[axis];
        std::sort(samples, samples + count);
        const float low = samples[extremes], high = samples[count - 1 - extremes];
        const float beyond = kBeyond * (0.5f * high - 0.5f * low);
        m_origin[axis] = low - beyond;
        extent = std::max(extent, high - low + 2.0f * beyond);
    }
    m_scale = kCells / std::min(extent, 1e30f);
}

uint32_t MortonGrid::code(const Aabb& box) const {
    const glm::vec3 p = (centre(box) - m_origin) * m_scale;
    return spread(cell(p.x)) | spread(cell(p.y)) << 1 | spread(cell(p.z)) << 2;
}

}  // namespace drystone
