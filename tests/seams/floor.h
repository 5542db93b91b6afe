// Floors laid of boxes, and bodies that cross them.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include <drystone/drystone.h>
#include <glm/gtc/quaternion.hpp>

namespace drystone::seams {

inline constexpr double kStep = 1.0 / 60.0;

class Random {
public:
    explicit Random(uint32_t seed) : m_engine(seed) {}
    double range(double low, double high) { return low + (high - low) * (double(m_engine()) / 4294967296.0); }

private:
    std::mt19937 m_engine;
};

// A box of a floor, its top at height 0 but for the mismatch.
struct Tile {
    glm::vec3 center, half;
};

// A row along x of `count` boxes, and beside it as many rows as asked for; each box of a length from the range and lower or
// higher than the next by up to the mismatch.
inline std::vector<Tile> layTiles(Random& random, int count, int rows, double shortest, double longest,
                                  double mismatch) {
    std::vector<Tile> tiles;
    for (int row = 0; row < rows; ++row) {
        double x = -2;
        const double z = row - 0.5 * (rows - 1);
        for (int i = 0; i < count; ++i) {
            const double length = random.range(shortest, longest), top = random.range(-mismatch, mismatch);
            tiles.push_back({{float(x + 0.5 * length), float(top - 0.4), float(z)}, {float(0.5 * length), 0.4f, 0.5f}});
            x += length;
        }
    }
    return tiles;
}
// Where the shortest row ends.
inline double endOf(const std::vector<Tile>& tiles, int rows) {
    double end = 1e9;
    for (size_t last = tiles.size() / size_t(rows) - 1; last < tiles.size(); last += tiles.size() / size_t(rows))
        end = std::min(end, double(tiles[last].center.x + tiles[last].half.x));
    return end;
}

enum class Laying { Bodies, OneBody, MovingBody };

inline void build(World& world, const std::vector<Tile>& tiles, Laying laying, glm::quat turn, float friction) {
    BodyId body{};
    if (laying != Laying::Bodies)
        body = world.createBody({.type = laying == Laying::OneBody ? BodyType::Static : BodyType::Kinematic,
                                 .rotation = turn,
                                 .linearVelocity = laying == Laying::OneBody ? glm::vec3(0) : glm::vec3(0, 0, 1.5f)});
    for (const Tile& tile : tiles) {
        ShapeDef shape;
        shape.geometry = Box{tile.half};
        shape.material = {.friction = friction, .restitution = 0};
        if (laying == Laying::Bodies)
            body = world.createBody({.type = BodyType::Static, .position = turn * tile.center, .rotation = turn});
        else
            shape.position = tile.center;
        world.createShape(body, shape);
    }
}

}  // namespace drystone::seams
