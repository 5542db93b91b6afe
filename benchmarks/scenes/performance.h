// Scenes that are timed, with their sizes as arguments. Sizes and sequence of random numbers are those that
// other engines are timed with, so that times compare.
#pragma once

#include "scenes/build.h"

namespace drystone::scenes {

// A bin, 20 m by 20 m inside, 100 m high.
void addBin(World& world);

// Layers of a square grid, odd layers shifted by half a cell and every body set off its cell's centre by what
// its size leaves free, so that the layers fall into each other instead of standing as columns. Fills a bin.
// Timed: 5000 boxes, spacing 1.5; 8000 spheres, spacing 1.1; 4000 of each, spacing 1.5.
void buildPile(World& world, int boxes, int spheres, float spacing);

// A flat pyramid of cubes, base wide and base high.
void addPyramid(World& world, int base, float halfExtent, float x, float z);
// Timed: base 100, 5,050 boxes.
void buildLargePyramid(World& world, int base = 100);
// Timed: 14 x 14 pyramids 10 wide, 10,780 boxes.
void buildManyPyramids(World& world, int rows = 14, int base = 10);

// Stacks of ten. Timed: 2,000 of them, asleep after 300 steps, then a plough.
void buildSleepingWorld(World& world, int stacks = 2000);
// A heavy ball that runs along a row of stacks.
BodyId addPlough(World& world);

// Boxes in free flight through a cube of a kilometre's side. Timed: 20,000.
void buildSparse(World& world, int count = 20000);

// What these want: no sleep, and the gravity that the pyramids were timed with elsewhere.
WorldSettings timedSettings(float gravity = -9.81f, bool sleeping = false);

}  // namespace drystone::scenes
