// What is particular to fixed cubes: each pair counts in one cube, dense or sparse, and memory
// stays in bounds. That the right pairs are found is tested with all other searches; see
// test_pair_search.cpp.

#include "search/fixed_cubes.h"
#include "search/integer_grid.h"
#include "search/right_pairs.h"
#include "search/sphere_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace grist;

namespace test_fixed_cubes {

// Two spheres a distance apart in a random direction.
Scene two_spheres(Random &random, double radius_a, double radius_b, double distance)
{
  const Position at = random_position(random, 50.0);
  Position arm;
  double length = 0.0;
  do {
    for (double &x : arm) x = uniform(random, -1.0, 1.0);
    length = std::hypot(arm[0], arm[1], arm[2]);
  } while (length < 0.1);
  Scene scene;
  scene.add(at, radius_a);
  scene.add({at[0] + arm[0] / length * distance, at[1] + arm[1] / length * distance,
             at[2] + arm[2] / length * distance},
            radius_b);
  return scene;
}

// The middle between the centres lies outside the smaller ball, often in a cube that it does not
// cut.
TEST(FixedCubes, PairOfDifferentSizesCountsOnce)
{
  Random random(1);
  FixedCubes search;
  for (double ratio : {1.0, 1.05, 3.0, 100.0, 1.0e6})
    for (int n = 0; n < 2000; n++) {
      const double overlap = uniform(random, 0.0, 1.0e-3 / ratio);
      const Scene scene = two_spheres(random, 1.0, 1.0 / ratio, 1.0 + 1.0 / ratio - overlap);
      EXPECT_LE(sorted_pairs(search, scene).size(), 1u);
      expect_right_pairs(search, scene);
    }
}

// Touching to within rounding, with the point of contact anywhere: on faces, edges and corners of
// cubes as well.
TEST(FixedCubes, BarelyTouching)
{
  Random random(2);
  FixedCubes search;
  for (int n = 0; n < 2000; n++) {
    Scene scene = two_spheres(random, 0.5, 0.3, 0.8);
    expect_right_pairs(search, scene);
    scene.skin = 0.1;
    scene.radii = {0.45, 0.25};
    expect_right_pairs(search, scene);
  }
  for (double spacing : {0.25, 0.5, 1.0})
    for (double shift : {0.0, 0.25, 0.75, 1.0e6})
      expect_right_pairs(search, moved(integer_lattice(7, spacing, 0.5), [&](const Position &at) {
                           return Position{at[0] + shift, at[1] - shift, at[2] + 0.5 * shift};
                         }));
}

// The point of contact on a face of the cubes, to the last bit. Which cube it is counted in is a
// matter of rounding, and both balls must be there.
TEST(FixedCubes, TouchingOnAFace)
{
  Random random(5);
  FixedCubes search;
  for (double far : {1.0, 1.0e3, 1.0e6})
    for (int n = 0; n < 2000; n++) {
      Scene corners;
      corners.add({0.0, 0.0, 0.0}, 0.7);
      corners.add({far + 10.0, far + 10.0, far + 10.0}, 0.7);
      sorted_pairs(search, corners);
      const IntegerGrid grid(search.report().primary_cell);
      const double face = grid.face_below(grid.index(far + uniform(random, 2.0, 8.0)));
      const double small = uniform(random, 0.1, 0.7), side = n % 2 ? 1.0 : -1.0;
      for (double x : {std::nextafter(face, 0.0), face, std::nextafter(face, 2.0 * face)}) {
        Scene scene = corners;
        scene.add({x - 0.7 * side, far, far}, 0.7);
        scene.add({x + small * side, far, far}, small);
        expect_right_pairs(search, scene);
      }
    }
}

// A table of all cubes where they are few, a hash where they are many, also where their numbers
// overflow.
TEST(FixedCubes, DenseAndSparse)
{
  Random random(3);
  FixedCubes search;
  for (double spread : {1.0, 10.0, 20.0, 25.0, 30.0, 40.0, 1.0e3, 1.0e6, 1.0e9, 1.0e14}) {
    Scene scene = random_spheres(random, 600, spread, 0.5);
    for (int i = 0; i < 600; i++) {    // a neighbour for each
      const double *center = scene.view().center(i);
      const Position at = {center[0] + 0.3, center[1] - 0.4, center[2] + 0.2};
      scene.add(at, uniform(random, 0.1, 0.5));
    }
    expect_right_pairs(search, scene);
  }
}

// A ball cuts 8 cubes at most. 8 to 16 places of the table for each ball, and 8 in the lists.
TEST(FixedCubes, MemoryIsBounded)
{
  Random random(4);
  const int count = 3000;
  for (double spread : {5.0, 20.0, 30.0, 100.0, 1.0e4, 1.0e9}) {
    FixedCubes search;
    sorted_pairs(search, random_spheres(random, count, spread, 0.5));
    EXPECT_LE(search.report().memory, (16u + 8u) * sizeof(int) * count) << "spread " << spread;
  }
}

// The paper's comparisons a ball do not grow with the number of balls.
TEST(FixedCubes, WorkIsLinear)
{
  FixedCubes search;
  for (int n : {5, 10, 20, 40}) {
    sorted_pairs(search, integer_lattice(n, 1.0, 0.5));
    EXPECT_LE(search.report().distance_checks, 30 * n * n * n) << n;
  }
}

}    // namespace test_fixed_cubes
